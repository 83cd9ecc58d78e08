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

const input = "some\ninput\n"

// TestScriptsAsOnTheMachine runs each script of testdata here and there: equal output and exit code, and an
// equal end of what it says on standard error.
func TestScriptsAsOnTheMachine(t *testing.T) {
	t.Parallel()
	machineReference(t)
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

// TestLibraryAsOnTheMachine does so with the scripts of testdata/library, which are many: each file holds
// those of one part of the library, and each begins with a line of its name.
func TestLibraryAsOnTheMachine(t *testing.T) {
	t.Parallel()
	machineReference(t)
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
	there := findReference()
	if !there.same() && strings.HasPrefix(string(code), needsOurs) {
		t.Skipf("it needs Python %s, and this machine has %s", oursIs, there.version)
	}
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
	out, said, exit := native(t, there.path, code)
	view := last
	if there.same() {
		view = likeness
	}
	here := address.ReplaceAllString(string(ours.Stdout), " at 0x")
	out = address.ReplaceAllString(out, " at 0x")
	if here != out || ours.Exit != exit || view(string(ours.Stderr)) != view(said) {
		t.Errorf("exit here %d, there %d\n%s\nsays here: %s\nsays there: %s", ours.Exit, exit,
			differences(here, out), ours.Stderr, said)
	}
}

// native runs a script under an interpreter of the machine.
func native(t *testing.T, python string, code []byte) (stdout, stderr string, exit int) {
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
	if ctx.Err() != nil {
		t.Fatal("this machine's own interpreter took more than a minute: it is too busy to compare with")
	}
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	exit = cmd.ProcessState.ExitCode()
	if exit < 0 {
		exit = 130 // the one signal that a script here dies of
	}
	names := strings.NewReplacer(script, "/tmp/script.py", python, "/usr/bin/python3")
	return names.Replace(out.String()), names.Replace(said.String()), exit
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
