//go:build linux && (amd64 || arm64)

package linux_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target/linux"
)

// victim names the variable that makes a test binary play a workflow until it is killed.
const victim = "SANDFAULT_TEST_VICTIM"

// TestVictim is no test by itself: TestKilled starts it.
func TestVictim(t *testing.T) {
	dir := os.Getenv(victim)
	if dir == "" {
		t.Skip("started by TestKilled")
	}
	x, err := linux.New(linux.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	_ = play(t, x, planOf(t, "victim", []byte(`
id: victim
profile: {memory_mb: 64, persist: all}
steps:
- run: {cmd: 'setsid sleep 77776 & sleep 77777'}
expect: [{}]
`)))
}

// TestKilled: after kill -9 of its owner a sandbox's processes die, and the next target removes the rest;
// what a live owner has is left alone.
func TestKilled(t *testing.T) {
	t.Parallel()
	require(t)
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestVictim$")
	cmd.Env = append(os.Environ(), victim+"="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := time.Now().Add(20 * time.Second)
	for ; len(running(t, "77777")) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the victim does not play")
		}
	}
	newTarget(t, linux.Options{Dir: dir})
	names := left(t, dir)
	if len(names) != 1 || len(cgroupsOf(t, filepath.Base(names[0]))) == 0 || len(running(t, "77777")) == 0 {
		t.Fatalf("a live owner's sandbox was touched: %v", names)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	gone(t, "77776")
	gone(t, "77777")
	if len(left(t, dir)) != 1 { // a cgroup may have been removed by any other target of this machine
		t.Fatalf("the victim left nothing: %v", left(t, dir))
	}
	newTarget(t, linux.Options{Dir: dir})
	if l := left(t, dir); len(l) > 0 {
		t.Errorf("folders: %v", l)
	}
	if l := cgroupsOf(t, filepath.Base(names[0])); len(l) > 0 {
		t.Errorf("cgroups: %v", l)
	}
}

// cgroupsOf finds the cgroups of a name.
func cgroupsOf(t *testing.T, name string) []string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"/sys/fs/cgroup/", "/sys/fs/cgroup/*/"} {
		l, err := filepath.Glob(pattern + strings.ReplaceAll(name, "*", "?"))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, l...)
	}
	return found
}
