//go:build !wasip1

package tool_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/git"
	"github.com/sandfault/sandfault/runtime/guest/src/box/tool"
	"github.com/sandfault/sandfault/runtime/guest/src/sidebyside"
)

// TestMain lets this binary stand in for any tool, by the name it is called by.
func TestMain(m *testing.M) {
	if main, ok := tool.Lookup(filepath.Base(os.Args[0])); ok {
		os.Exit(main(os.Args))
	}
	if filepath.Base(os.Args[0]) == "git" { // a guest of its own, tested with the tools
		os.Exit(git.Main(os.Args, git.Host{
			Zone: time.UTC, Unsupported: func(string) {}, Reach: func(git.Remote) (int, string) { return 0, "no network" },
		}))
	}
	os.Exit(m.Run())
}

// TestAgainstGNU plays every line of testdata/*.txt twice, once with our tools in PATH and once
// with this machine's, and wants the same output, errors and exit code.
func TestAgainstGNU(t *testing.T) {
	bin := sidebyside.Self(t, append(tool.Names(), "git")...)
	files, err := filepath.Glob("testdata/*.txt")
	sidebyside.Must(t, err)
	var lines, skipped atomic.Int64
	t.Cleanup(func() { t.Logf("%d command lines compared, %d skipped", lines.Load(), skipped.Load()) })
	for _, file := range files {
		text, err := os.ReadFile(file)
		sidebyside.Must(t, err)
		prelude := "" // what a line "#prelude: ..." puts before those after it
		for i, line := range strings.Split(string(text), "\n") {
			if rest, ok := strings.CutPrefix(line, "#prelude: "); ok {
				prelude = rest + " "
			}
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			line = prelude + line
			t.Run(fmt.Sprintf("%s:%d", strings.TrimSuffix(filepath.Base(file), ".txt"), i+1),
				func(t *testing.T) {
					t.Parallel()
					lines.Add(1)
					want, difference := stage.Compare(t, sidebyside.System, bin, line)
					if strings.Contains(want.Stderr, "command not found") {
						skipped.Add(1)
						sidebyside.Skip(t, want.Stderr)
					}
					if difference != "" {
						t.Errorf("%s\n%s", line, difference)
					}
				})
		}
	}
}

// killedPid is what bash says of a child that a signal ended.
var killedPid = regexp.MustCompile(`line (\d+): +\d+`)

// copied is what dd says of its speed.
var copied = regexp.MustCompile(`copied, .* s, .*B/s`)

// stage is the tree of testdata, with modes and times of its own.
var stage = sidebyside.Stage{Tree: "testdata/tree", Prepare: settle, Clean: func(text string) string {
	return killedPid.ReplaceAllString(copied.ReplaceAllString(text, "copied"), "line $1: PID")
}}

// settle gives the tree modes and times that do not depend on the check-out.
func settle(t testing.TB, dir string) {
	t.Helper()
	var all []string
	sidebyside.Must(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		all = append(all, p)
		mode := fs.FileMode(0o644)
		if d.IsDir() {
			mode = 0o755
		}
		return errors.Join(err, os.Chmod(p, mode))
	}))
	slices.Reverse(all) // a directory after what lies in it
	when := time.Date(2024, 2, 29, 12, 34, 56, 789012345, time.UTC)
	for _, p := range all {
		sidebyside.Must(t, os.Chtimes(p, when, when))
	}
}
