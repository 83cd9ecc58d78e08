package emscripten_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/session"
)

// python is the machine's own interpreter, with which ours is compared. It is older: scripts keep to what did
// not change since.
const python = "/usr/bin/python3"

const input = "some\ninput\n"

// TestScriptsAsOnTheMachine runs each script of testdata here and there: equal output and exit code, and an
// equal end of what it says on standard error.
func TestScriptsAsOnTheMachine(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath(python); err != nil {
		t.Skip("no " + python + " to compare with")
	}
	files, err := filepath.Glob("testdata/scripts/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	e := warmEngine(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			t.Parallel()
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			asOnTheMachine(t, e, code)
		})
	}
}

// TestLibraryAsOnTheMachine does so with the scripts of testdata/library, which are many: each file holds those
// of one part of the library, and each begins with a line of its name.
func TestLibraryAsOnTheMachine(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath(python); err != nil {
		t.Skip("no " + python + " to compare with")
	}
	files, err := filepath.Glob("testdata/library/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	e := warmEngine(t)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for script := range strings.SplitSeq(strings.TrimPrefix(string(text), scriptMark), "\n"+scriptMark) {
			name, code, _ := strings.Cut(script, "\n")
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+name, func(t *testing.T) {
				t.Parallel()
				asOnTheMachine(t, e, []byte(code))
			})
		}
	}
}

const scriptMark = "#--- "

// asOnTheMachine plays one script here and there.
func asOnTheMachine(t *testing.T, e *runtime.Engine, code []byte) {
	t.Helper()
	s, m := sandbox(t, e, nil)
	if r := s.Do(&session.Request{Op: session.OpWrite, Path: "/tmp/script.py", Data: code}); r.Err != 0 {
		t.Fatal(r.Err)
	}
	ours := s.Do(&session.Request{
		Op: session.OpRun, Cmd: "python3 /tmp/script.py", Stdin: []byte(input), Timeout: time.Minute,
	})
	if n := m.Unsupported(); len(n) > 0 {
		t.Errorf("unsupported: %q", n)
	}
	out, said, exit := native(t, code)
	if string(ours.Stdout) != out || ours.Exit != exit || last(string(ours.Stderr)) != last(said) {
		t.Errorf("exit here %d, there %d\n%s\nsays here: %s\nsays there: %s", ours.Exit, exit,
			differences(string(ours.Stdout), out), ours.Stderr, said)
	}
}

// native runs a script under the machine's interpreter.
func native(t *testing.T, code []byte) (stdout, stderr string, exit int) {
	t.Helper()
	dir := t.TempDir()
	script := filepath.Join(t.TempDir(), "script.py")
	if err := os.WriteFile(script, code, 0o600); err != nil {
		t.Fatal(err)
	}
	var out, said strings.Builder
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, python, script)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(input), &out, &said
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "LANG=C.UTF-8"}
	err := cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	exit = cmd.ProcessState.ExitCode()
	if exit < 0 {
		exit = 130 // the one signal that a script here dies of
	}
	return strings.ReplaceAll(out.String(), script, "/tmp/script.py"), said.String(), exit
}

// last is the last line of a text: of a traceback what it says, for the rest of it differs between versions.
func last(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// differences are the lines that two texts do not share.
func differences(here, there string) string {
	var b strings.Builder
	h, n := strings.Split(here, "\n"), strings.Split(there, "\n")
	for i := range max(len(h), len(n)) {
		var x, y string
		if i < len(h) {
			x = h[i]
		}
		if i < len(n) {
			y = n[i]
		}
		if x != y {
			fmt.Fprintf(&b, "line %d\n  here:  %s\n  there: %s\n", i+1, x, y)
		}
	}
	return b.String()
}
