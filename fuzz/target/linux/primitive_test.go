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

// tries is how often a workflow is played before it counts as failing: its time limits are of the real
// clock, and other tests may have the CPUs.
const tries = 3

// mustPass plays a plan in which everything is as the workflow expects.
func mustPass(t *testing.T, x *linux.Target, p target.Plan) {
	t.Helper()
	for try := 1; ; try++ {
		run := play(t, x, p)
		if run.Status != target.StatusPlayed {
			t.Fatalf("%s: %v %s", run.Status, run.Unsupported, run.Aborted)
		}
		c := &oracle.Case{Workflow: p.Workflow, Profile: &p.Profile, Outcomes: run.Outcomes}
		failures := (oracle.Expectation{}).Judge(c)
		if len(failures) == 0 {
			return
		}
		for _, f := range failures {
			o := run.Outcomes[f.Step]
			t.Logf("try %d, step %d, %s: expected %s, got %s", try, f.Step, f.Where(), f.Expected, f.Got)
			t.Logf("exit %d %s, stdout %q, stderr %q", o.Exit, o.Error, o.Stdout, o.Stderr)
		}
		if try == tries {
			t.Fatalf("not as expected in %d tries", tries)
		}
	}
}
