//go:build !wasip1

package shell_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/shell"
)

// TestMain lets this binary stand in for sqlite3, by the name it is called by.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "sqlite3" {
		database.Prepare()
		os.Exit(shell.Main(os.Args, shell.Host{Unsupported: func(feature string) {
			fmt.Fprintln(os.Stderr, "UNSUPPORTED", feature)
		}}))
	}
	os.Exit(m.Run())
}

// TestAgainstReal plays every line of testdata/*.txt twice, once with ours and once with this machine's
// sqlite3 3.40, and wants the same output, errors and exit code.
func TestAgainstReal(t *testing.T) {
	out, err := exec.Command("sqlite3", "-version").Output()
	if err != nil || !strings.HasPrefix(string(out), "3.40.") {
		skip(t, fmt.Sprintf("sqlite3 3.40 is not here: %s %v", out, err))
	}
	bin := t.TempDir()
	open(t, bin)
	self, err := os.ReadFile("/proc/self/exe")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(bin, "sqlite3"), self, 0o755))
	files, err := filepath.Glob("testdata/*.txt")
	must(t, err)
	var lines atomic.Int64
	t.Cleanup(func() { t.Logf("%d command lines compared", lines.Load()) })
	const system = "/usr/local/bin:/usr/bin:/bin"
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		for i, line := range commandLines(string(text)) {
			t.Run(fmt.Sprintf("%s:%d", strings.TrimSuffix(filepath.Base(file), ".txt"), i+1),
				func(t *testing.T) {
					t.Parallel()
					lines.Add(1)
					want := play(t, system, line)
					if got := play(t, bin+":"+system, line); got != want {
						t.Errorf("%s\n%s", line, difference(&want, &got))
					}
				})
		}
	}
}

// commandLines splits a text into command lines: one goes on where a quote is open.
func commandLines(text string) []string {
	var out []string
	var quote rune
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if quote == 0 && (line == "" || strings.HasPrefix(line, "#")) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
		escaped := false
		for _, c := range line {
			switch {
			case escaped:
				escaped = false
			case c == '\\' && quote != '\'':
				escaped = true
			case quote == 0 && (c == '\'' || c == '"'):
				quote = c
			case c == quote:
				quote = 0
			}
		}
		if quote == 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	return out
}

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
	return fmt.Sprintf("  %s from line %d\n  want %q\n  got  %q\n", what, n+1, a[:min(len(a), most)],
		b[:min(len(b), most)])
}

// patience bounds one line on a busy machine.
const patience = time.Minute

// play runs one line in a fresh directory, as an ordinary user if this is root.
func play(t *testing.T, path, line string) played {
	t.Helper()
	top := t.TempDir()
	dir := filepath.Join(top, "w")
	must(t, os.CopyFS(dir, os.DirFS("testdata/tree")))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	make := exec.CommandContext(ctx, "/usr/bin/sqlite3", "-init", "/dev/null", "shop.db", ".read shop.sql")
	make.Dir = dir
	must(t, make.Run())
	cmd := exec.CommandContext(ctx, "bash", "-c", "umask 022; "+line)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + path, "HOME=" + dir, "LANG=C.UTF-8", "TZ=UTC0"}
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		open(t, top)
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: 1000, Gid: 1000}
		must(t, filepath.WalkDir(dir, func(p string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Lchown(p, 1000, 1000))
		}))
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	clean := func(b *bytes.Buffer) string { return strings.ReplaceAll(b.String(), dir, "/W") }
	return played{clean(&stdout), clean(&stderr), cmd.ProcessState.ExitCode()}
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
