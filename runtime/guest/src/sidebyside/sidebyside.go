//go:build !wasip1

// Package sidebyside plays command lines in fresh directories, once with the programs of this machine and
// once with ours, and tells what differs. It is for tests.
package sidebyside

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// System is the PATH of the machine's own programs.
const System = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

// patience bounds one line on a busy machine: a real program may loop without end (jq 1.6's gsub).
const patience = time.Minute

// Stage is what every line starts from.
type Stage struct {
	Tree    string                           // the folder whose copy is the working directory
	Prepare func(t testing.TB, dir string)   // what else is done to the copy; nil = nothing
	Clean   func(text string) (clean string) // takes what no two runs share out of an output; nil = nothing
}

// Outcome is what a line printed and how it ended; the working directory's name in it reads /W.
type Outcome struct {
	Stdout, Stderr string
	Code           int // -1: ended by a signal
}

// tries is how often a line is played before a difference counts: what ends first of several processes of the
// host is its own affair, while a difference of ours is there every time.
const tries = 3

// Compare plays a line with the programs of two PATHs. It returns what the first gave, and how the second
// differs, "" if it does not.
func (s *Stage) Compare(t testing.TB, theirs, ours, line string) (want Outcome, difference string) {
	t.Helper()
	for try := 1; ; try++ {
		want = s.Play(t, theirs, line)
		got := s.Play(t, ours, line)
		if got == want || try == tries {
			return want, Difference(&want, &got)
		}
		t.Logf("differs, is played again: %s", line)
	}
}

// Play runs one line under bash, as an ordinary user if this is root, with path as its PATH.
func (s *Stage) Play(t testing.TB, path, line string) Outcome {
	t.Helper()
	top := t.TempDir()
	dir := filepath.Join(top, "w")
	Must(t, os.CopyFS(dir, os.DirFS(s.Tree)))
	if s.Prepare != nil {
		s.Prepare(t, dir)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, Bash(t), "-c", "umask 022; "+line)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + path, "HOME=" + dir, "LANG=C.UTF-8", "TZ=UTC0"}
	cmd.WaitDelay = time.Second
	// A line may leave processes behind, or never end: they all go with its group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killAll := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = killAll
	if os.Getuid() == 0 {
		giveAway(t, top, dir)
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: user, Gid: user}
	}
	var stdout, stderr bounded
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if cmd.Process != nil {
		_ = killAll() // nobody is left, as a rule
	}
	if ctx.Err() != nil {
		t.Fatalf("not done after %v with PATH=%s: %s", patience, path, line)
	}
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) && !errors.Is(err, errEndless) {
		t.Fatal(err)
	}
	clean := func(b *bounded) string {
		text := strings.ReplaceAll(b.kept.String(), dir, "/W")
		if s.Clean != nil {
			text = s.Clean(text)
		}
		return text
	}
	return Outcome{clean(&stdout), clean(&stderr), cmd.ProcessState.ExitCode()}
}

// user is whom root becomes for a line: permissions hold for nobody else.
const user = 1000

func giveAway(t testing.TB, top, dir string) {
	t.Helper()
	Open(t, top)
	Must(t, filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(p, user, user))
	}))
}

// bounded keeps what a line prints, and stops one that prints without end.
type bounded struct{ kept bytes.Buffer }

const maxOutput = 16 << 20

var errEndless = errors.New("the line prints without end")

func (b *bounded) Write(p []byte) (int, error) {
	if b.kept.Len() > maxOutput {
		return 0, errEndless
	}
	return b.kept.Write(p)
}
