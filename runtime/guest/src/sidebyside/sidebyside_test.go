//go:build !wasip1

package sidebyside_test

import (
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/sidebyside"
)

// TestDifference has an outcome of every kind that must be told, and one that must not.
func TestDifference(t *testing.T) {
	t.Parallel()
	want := sidebyside.Outcome{Stdout: "a\nb\nc\n", Stderr: "e\n", Code: 1}
	for name, c := range map[string]struct {
		got  sidebyside.Outcome
		told string
	}{
		"same": {want, ""},
		"code": {sidebyside.Outcome{Stdout: want.Stdout, Stderr: want.Stderr}, "  exit: want 1, got 0\n"},
		"stdout": {
			sidebyside.Outcome{Stdout: "a\nB\nc\n", Stderr: want.Stderr, Code: 1},
			"  stdout from line 2\n  want [\"b\\n\"]\n  got  [\"B\\n\"]\n",
		},
		"stderr": {
			sidebyside.Outcome{Stdout: want.Stdout, Code: 1},
			"  stderr from line 1\n  want [\"e\\n\"]\n  got  []\n",
		},
	} {
		if told := sidebyside.Difference(&want, &c.got); told != c.told {
			t.Errorf("%s: %q, want %q", name, told, c.told)
		}
	}
}

// TestPlay sees that a line starts from the stage's tree, and that its directory's name is hidden.
func TestPlay(t *testing.T) {
	t.Parallel()
	stage := sidebyside.Stage{Tree: "testdata/tree", Clean: func(s string) string { return "[" + s + "]" }}
	got := stage.Play(t, sidebyside.System, "cat greeting; pwd; id -u >&2; exit 3")
	want := sidebyside.Outcome{Stdout: "[hello\n/W\n]", Stderr: got.Stderr, Code: 3}
	if got != want || got.Stderr == "[0\n]" {
		t.Errorf("%+v, want %+v as an ordinary user", got, want)
	}
}
