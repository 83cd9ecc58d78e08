//go:build !wasip1

package shell_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell"
)

// asShell makes this test binary the shell: children made by Fork are this binary again.
const asShell = "SHELL_UNDER_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asShell) != "" {
		reserveLow()
		if filepath.Base(os.Args[0]) == "sh" {
			linux.Exit(shell.Dash(os.Args))
		}
		linux.Exit(shell.Main(os.Args))
	}
	os.Exit(m.Run())
}

// reserveLow makes the runtime put its poller above the descriptors that scripts use.
func reserveLow() {
	var held []int
	for range 20 {
		if fd, err := linux.Open("/dev/null", 0, 0); err == nil && fd > 2 {
			held = append(held, fd)
		}
	}
	time.Sleep(time.Nanosecond)
	for _, fd := range held {
		_ = linux.Close(fd)
	}
}

// script is a case of a testdata file: `### name`, then lines. Words after the name choose how it is
// run: as `sh`, from a `file`, from `stdin`.
type script struct {
	name, text        string
	sh, file, onStdin bool
	skipErr           bool // only the exit code and standard output are compared
	nested            bool // bash and sh are, within it, the shell under test too
}

func readScripts(t *testing.T, file string) (list []script) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(file, ".lines") { // a script a line
		for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			name, text := strconv.Itoa(i+1), line
			list = append(list, script{name: name, text: text, sh: strings.HasPrefix(filepath.Base(file), "sh")})
		}
		return list
	}
	for block := range strings.SplitSeq("\n"+string(data), "\n### ") {
		head, text, ok := strings.Cut(block, "\n")
		if !ok || strings.TrimSpace(text) == "" || head == "" {
			continue
		}
		words := strings.Fields(head)
		s := script{name: words[0], text: strings.TrimSuffix(text, "\n")}
		for _, w := range words[1:] {
			switch w {
			case "sh":
				s.sh = true
			case "file":
				s.file = true
			case "stdin":
				s.onStdin = true
			case "stdout":
				s.skipErr = true
			case "nested":
				s.nested = true
			}
		}
		list = append(list, s)
	}
	return list
}

// outcome is what a run left behind.
type outcome struct {
	stdout, stderr string
	code           int
}

var (
	pidInTable  = regexp.MustCompile(`(?m)(line \d+:|^ {4}) +\d+ `)
	pidInKill   = regexp.MustCompile(`kill: \(\d+\)`)
	pidOfCoproc = regexp.MustCompile(`coproc \[\d+:`)
	groupId     = regexp.MustCompile(`process group \(-?\d+\)`)
	tempName    = regexp.MustCompile(`/tmp/[\w./-]*`)
)

func (s *script) run(t *testing.T, dir, program string, mine bool) outcome {
	t.Helper()
	work := filepath.Join(dir, "w")
	_ = os.RemoveAll(work)
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	name := "bash"
	if s.sh {
		name = "sh"
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Args = []string{name, "-c", s.text}
	cmd.Stdin = strings.NewReader("")
	switch {
	case s.file:
		if err := os.WriteFile(filepath.Join(work, "s"), []byte(s.text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd.Args = []string{name, "s", "one", "two words"}
	case s.onStdin:
		cmd.Args = []string{name}
		cmd.Stdin = strings.NewReader(s.text + "\n")
	}
	cmd.Dir = work
	path := "/usr/bin:/bin"
	if s.nested {
		path = nest(t, dir, program, mine) + ":" + path
	}
	cmd.Env = []string{"PATH=" + path, "HOME=" + work, "LANG=C.UTF-8", "PWD=" + work}
	if mine {
		cmd.Env = append(cmd.Env, asShell+"=1")
	} else {
		cmd.Env = append(cmd.Env, asShell+"=")
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = time.Second
	// A script may leave processes behind, or fork without end: they all go with its group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killAll := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = killAll
	err := cmd.Run()
	_ = killAll() // nobody is left, as a rule
	o := outcome{stdout: out.String(), stderr: pidInTable.ReplaceAllString(errs.String(), "$1 PID "), code: -1}
	o.stdout = strings.ReplaceAll(o.stdout, asShell+"=1", asShell+"=")
	o.stderr = pidInKill.ReplaceAllString(o.stderr, "kill: (PID)")
	o.stderr = pidOfCoproc.ReplaceAllString(o.stderr, "coproc [PID:")
	o.stderr = groupId.ReplaceAllString(o.stderr, "process group (ID)")
	o.stderr = tempName.ReplaceAllString(o.stderr, "TMP")
	var exit *exec.ExitError
	switch {
	case err == nil:
		o.code = 0
	case errors.As(err, &exit):
		o.code = exit.ExitCode()
		if o.code < 0 {
			o.stderr += exit.String()
		}
	}
	return o
}

// nest makes a folder in which bash and sh are the shells under test, or the real ones.
func nest(t *testing.T, dir, program string, mine bool) string {
	t.Helper()
	bin := filepath.Join(dir, "bin")
	_ = os.RemoveAll(bin)
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, model := range map[string]string{"bash": "bash", "sh": "dash"} {
		target := program
		if !mine {
			target = reference(t, model)
		}
		if err := os.Symlink(target, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

// reference finds the real shells; without them the tests are skipped, or fail if they must run.
func reference(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil && name == "bash" {
		out, _ := exec.Command(path, "--version").Output()
		if !bytes.Contains(out, []byte("version 5.2.")) {
			err = errors.New("no bash 5.2")
		}
	}
	if err != nil {
		if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return path
}

// TestAgainstBash runs every script under the real shell and under ours.
func TestAgainstBash(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.sh")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := filepath.Glob("testdata/*.lines")
	for _, file := range append(files, lines...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, s := range readScripts(t, file) {
				name := "bash"
				if s.sh {
					name = "dash"
				}
				t.Run(s.name, func(t *testing.T) { s.compare(t, dir, reference(t, name), self) })
			}
		})
	}
}

// tries is how often a script is played before a difference counts: here both shells are processes of the host,
// whose signals and ends come when it likes, while a difference of ours is there every time. In a sandbox nothing
// depends on that (fuzz/target/determinism_test.go).
const tries = 3

func (s *script) compare(t *testing.T, dir, model, self string) {
	for try := 1; ; try++ {
		want := s.run(t, dir, model, false)
		got := s.run(t, dir, self, true)
		if s.skipErr {
			want.stderr, got.stderr = "", ""
		}
		if got == want {
			return
		}
		if try < tries {
			t.Logf("differs, is played again: %s", s.text)
			continue
		}
		t.Errorf("%s\n--- want %d\n%s--- stderr\n%s--- got %d\n%s--- stderr\n%s",
			s.text, want.code, want.stdout, want.stderr, got.code, got.stdout, got.stderr)
		return
	}
}
