//go:build !wasip1

package tool_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/git"
	"github.com/sandfault/sandfault/runtime/guest/src/box/tool"
)

// TestMain lets this binary stand in for any tool, by the name it is called by.
func TestMain(m *testing.M) {
	if main, ok := tool.Lookup(filepath.Base(os.Args[0])); ok {
		os.Exit(main(os.Args))
	}
	if filepath.Base(os.Args[0]) == "git" { // a guest of its own, tested with the tools
		os.Exit(git.Main(os.Args, git.Host{
			Zone: time.UTC, Unsupported: func(string) {}, Reach: func(string, string) string { return "no network" },
		}))
	}
	os.Exit(m.Run())
}

// TestAgainstGNU plays every line of testdata/*.txt twice, once with our tools in PATH and once
// with this machine's, and wants the same output, errors and exit code.
func TestAgainstGNU(t *testing.T) {
	bin, bash := ours(t)
	files, err := filepath.Glob("testdata/*.txt")
	must(t, err)
	var lines, skipped atomic.Int64
	t.Cleanup(func() { t.Logf("%d command lines compared, %d skipped", lines.Load(), skipped.Load()) })
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			t.Run(fmt.Sprintf("%s:%d", strings.TrimSuffix(filepath.Base(file), ".txt"), i+1),
				func(t *testing.T) {
					t.Parallel()
					lines.Add(1)
					want := play(t, bash, "/usr/local/bin:/usr/bin:/bin", line)
					if strings.Contains(want.stderr, "command not found") {
						skipped.Add(1)
						skip(t, want.stderr)
					}
					got := play(t, bash, bin, line)
					if got != want {
						t.Errorf("%s\n%s", line, difference(&want, &got))
					}
				})
		}
	}
}

// ours makes a directory with our tools for PATH, and finds bash.
func ours(t *testing.T) (bin, bash string) {
	t.Helper()
	bin = t.TempDir()
	open(t, bin)
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(bin, "box"), self, 0o755))
	for _, name := range append(tool.Names(), "git") {
		must(t, os.Symlink("box", filepath.Join(bin, name)))
	}
	if bash, err = exec.LookPath("bash"); err != nil {
		skip(t, "no bash on this machine")
	}
	must(t, os.Symlink(bash, filepath.Join(bin, "bash")))
	must(t, os.Symlink("/bin/sh", filepath.Join(bin, "sh")))
	return bin, bash
}

// killedPid is what bash says of a child that a signal ended.
var killedPid = regexp.MustCompile(`line (\d+): +\d+`)

// copied is what dd says of its speed.
var copied = regexp.MustCompile(`copied, .* s, .*B/s`)

// patience bounds one line on a busy machine: a real program may loop without end (jq 1.6's gsub).
const patience = time.Minute

type played struct {
	stdout, stderr string
	code           int
}

func difference(want, got *played) string {
	var b strings.Builder
	if want.code != got.code {
		_, _ = fmt.Fprintf(&b, "  exit: want %d, got %d\n", want.code, got.code)
	}
	b.WriteString(differentLines("stdout", want.stdout, got.stdout))
	b.WriteString(differentLines("stderr", want.stderr, got.stderr))
	return b.String()
}

// differentLines shows two texts without the lines that they share at both ends.
func differentLines(what, want, got string) string {
	if want == got {
		return ""
	}
	a, b := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	a, b = a[n:], b[n:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	const most = 12
	return fmt.Sprintf("  %s from line %d, want %q\n  %s from line %d, got  %q\n", what, n+1,
		a[:min(len(a), most)], what, n+1, b[:min(len(b), most)])
}

// play runs one line in a fresh directory, as an ordinary user if this is root.
func play(t *testing.T, bash, path, line string) played {
	t.Helper()
	top := t.TempDir()
	dir := filepath.Join(top, "w")
	must(t, os.CopyFS(dir, os.DirFS("testdata/tree")))
	settle(t, dir)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "-c", "umask 022; "+line)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + path, "HOME=" + dir, "LANG=C.UTF-8", "TZ=UTC0"}
	cmd.WaitDelay = time.Second
	// A line may leave processes behind, or never end: they all go with its group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killAll := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = killAll
	if os.Getuid() == 0 {
		open(t, top)
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: 1000, Gid: 1000}
		must(t, filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Lchown(p, 1000, 1000))
		}))
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
		text := copied.ReplaceAllString(b.kept.String(), "copied")
		return killedPid.ReplaceAllString(strings.ReplaceAll(text, dir, "/W"), "line $1: PID")
	}
	return played{clean(&stdout), clean(&stderr), cmd.ProcessState.ExitCode()}
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

// settle gives the tree modes and times that do not depend on the check-out.
func settle(t *testing.T, dir string) {
	t.Helper()
	var all []string
	must(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
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
		must(t, os.Chtimes(p, when, when))
	}
}

// open lets another user pass through the private directory that a test gets.
func open(t *testing.T, dir string) {
	t.Helper()
	must(t, os.Chmod(dir, 0o755))
	must(t, os.Chmod(filepath.Dir(dir), 0o755))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// skip is an error where the machine promised to be a full Linux.
func skip(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}
