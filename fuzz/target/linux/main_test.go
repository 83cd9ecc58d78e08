package linux_test

import (
	"os"
	"testing"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/linux"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
)

// TestMain makes the test binary the init of sandboxes.
func TestMain(m *testing.M) {
	linux.Main()
	os.Exit(m.Run())
}

// require skips a test where this host is no target, or fails it where it must be one.
func require(t *testing.T) {
	t.Helper()
	err := linux.Available()
	switch {
	case err == nil:
	case os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
}

// newTarget opens a target in a folder of the test's own.
func newTarget(t *testing.T, o linux.Options) *linux.Target {
	t.Helper()
	require(t)
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	x, err := linux.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// planOf reads a workflow to be played under the default profile with its own section.
func planOf(t *testing.T, name string, text []byte) target.Plan {
	t.Helper()
	w, err := workflow.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	base, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := w.Resolve(base)
	if err != nil {
		t.Fatal(err)
	}
	return target.Plan{Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(1)}
}

// play plays a plan that must be played.
func play(t *testing.T, x *linux.Target, p target.Plan) *target.Run {
	t.Helper()
	run, err := x.Play(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return run
}
