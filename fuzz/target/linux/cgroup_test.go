//go:build linux && (amd64 || arm64)

package linux

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestMountOf(t *testing.T) {
	t.Parallel()
	const line = `41 31 0:38 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory`
	m, ok := mountOf(line)
	if m.at != "/sys/fs/cgroup/memory" || m.kind != "cgroup" || strings.Join(m.opts, " ") != "rw memory" || !ok {
		t.Errorf("%+v %v", m, ok)
	}
	for _, bad := range []string{"", "a b - c", "1 2 3 4 5 rw", "a b c d e - cgroup"} {
		if _, ok := mountOf(bad); ok {
			t.Errorf("%q was read", bad)
		}
	}
}

// TestVersion2 makes a session's cgroup in the unified hierarchy, which may have no controllers here, and
// checks what needs none: joining, killing, removing. With controllers the limits are checked by
// TestPrimitives.
func TestVersion2(t *testing.T) {
	t.Parallel()
	v := unified(t)
	o, err := self()
	if err != nil {
		t.Fatal(err)
	}
	name := o.next()
	g, err := v.make(name)
	if err != nil {
		t.Skip("the unified hierarchy cannot be written to: ", err)
	}
	t.Cleanup(func() {
		if err := v.remove(name); err != nil {
			t.Error(err)
		}
		if left := v.names(name); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	})
	s, err := g.step()
	if err != nil {
		t.Fatal(err)
	}
	doors, err := s.doors()
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(doors)
	cmd := exec.Command("sh", "-c", "echo 0 >&3 && (setsid sleep 77 &) && sleep 77")
	cmd.ExtraFiles = doors
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	inside := func() int { return len(members(string(s.(step2)))) }
	for end := time.Now().Add(10 * time.Second); inside() < 3 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	if n := inside(); n != 3 {
		t.Errorf("%d processes joined", n)
	}
	if g.full() {
		t.Error("it is full without a limit")
	}
	if err := s.kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it was not killed")
	}
}

// unified finds the unified hierarchy.
func unified(t *testing.T) *version2 {
	t.Helper()
	b, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if m, ok := mountOf(line); ok && m.kind == "cgroup2" {
			return &version2{dir: m.at}
		}
	}
	t.Skip("no cgroups of version 2 are mounted")
	return nil
}

func TestAbandoned(t *testing.T) {
	t.Parallel()
	o, err := self()
	if err != nil {
		t.Fatal(err)
	}
	if name := o.next(); o.abandoned(name) {
		t.Errorf("%s is this process's", name)
	}
	other := *o
	other.start++
	if name := other.next(); !o.abandoned(name) {
		t.Errorf("%s is of a process whose pid was reused", name)
	}
	other.namespace++
	for _, name := range []string{
		other.next(), "", prefix, prefix + "1.2.3", prefix + "a.b.c.d", prefix + "1.2.3.4.5", "other.1.2.3.4",
	} {
		if o.abandoned(name) {
			t.Errorf("%q was taken for an abandoned one", name)
		}
	}
}
