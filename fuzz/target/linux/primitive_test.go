package linux_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/linux"
)

// TestPrimitives plays testdata: a small workflow for each setting of a profile, with what the kernel gives.
func TestPrimitives(t *testing.T) {
	t.Parallel()
	x := newTarget(t, linux.Options{})
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			// This cannot be another in a sandbox than on its host.
			text = []byte(strings.ReplaceAll(string(text), "PROTECTED", protectedSymlinks()))
			mustPass(t, x, planOf(t, file, text))
		})
	}
}

func protectedSymlinks() string {
	b, err := os.ReadFile("/proc/sys/fs/protected_symlinks")
	return strconv.FormatBool(err == nil && strings.TrimSpace(string(b)) != "0")
}

// mustPass plays a plan in which everything is as the workflow expects.
func mustPass(t *testing.T, x *linux.Target, p target.Plan) {
	t.Helper()
	run := play(t, x, p)
	if run.Status != target.StatusPlayed {
		t.Fatalf("%s: %v %s", run.Status, run.Unsupported, run.Aborted)
	}
	c := &oracle.Case{Workflow: p.Workflow, Profile: &p.Profile, Outcomes: run.Outcomes}
	for _, f := range (oracle.Expectation{}).Judge(c) {
		o := run.Outcomes[f.Step]
		t.Errorf("step %d, %s: expected %s, got %s", f.Step, f.Where(), f.Expected, f.Got)
		t.Logf("exit %d %s, stdout %q, stderr %q", o.Exit, o.Error, o.Stdout, o.Stderr)
	}
}
