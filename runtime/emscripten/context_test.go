package emscripten_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/session"
)

// cells plays code in one context, and returns what each cell gave.
func cells(t *testing.T, s *session.Session, context string, codes ...string) []session.Response {
	t.Helper()
	var out []session.Response
	for _, code := range codes {
		out = append(out, s.Do(&session.Request{
			Op: session.OpRunCode, Language: "python", Context: context, Code: code, Timeout: 20 * time.Second,
		}))
	}
	return out
}

// lacksNothing wants that a machine met no feature that it lacks.
func lacksNothing(t *testing.T, m *runtime.Machine) {
	t.Helper()
	if n := m.Unsupported(); len(n) > 0 {
		t.Errorf("unsupported %q", n)
	}
}

func TestCellsOfAContext(t *testing.T) {
	t.Parallel()
	s, m := sandbox(t, warmEngine(t), nil)
	for i, c := range []struct {
		code        string
		exit        int
		out, stderr string // stderr: contained
	}{
		{"x = 41", 0, "", ""},
		{"x += 1\nx", 0, "42\n", ""},
		{"_ + 1", 0, "43\n", ""},
		{"'quiet';", 0, "", ""},
		{"def f(n):\n    return n / 0\n", 0, "", ""},
		{
			"print('a')\nf(1)", 1, "a\n", "Traceback (most recent call last):\n  File \"<cell 6>\", line 2, in <module>\n    f(1)\n" +
				"    ~^^^\n  File \"<cell 5>\", line 2, in f\n    return n / 0\n           ~~^~~\nZeroDivisionError: division by zero\n",
		},
		{"x", 0, "42\n", ""},
		{"if", 1, "", "SyntaxError: invalid syntax"},
		{"raise SystemExit(3)", 3, "", ""},
		{"import sys; sys.exit('bad')", 1, "", "bad\n"},
		{"import os, asyncio\nos.chdir('/tmp')\nawait asyncio.sleep(1, 'slept')", 0, "'slept'\n", ""},
		{"os.getcwd(), __name__, x", 0, "('/tmp', '__main__', 42)\n", ""},
		{
			"import subprocess\nsubprocess.run(['sh', '-c', 'echo from a child; cat'])", 0,
			"from a child\nCompletedProcess(args=['sh', '-c', 'echo from a child; cat'], returncode=0)\n", "",
		},
		{"input()", 1, "", "EOFError: EOF when reading a line"},
		{
			"import pickle, inspect\nclass C: pass\ntype(pickle.loads(pickle.dumps(C()))) is C, inspect.getsource(f)", 0,
			"(True, 'def f(n):\\n    return n / 0\\n')\n", "",
		},
		{"x = '\xc3\xa9' * 3\nx", 0, "'\xc3\xa9\xc3\xa9\xc3\xa9'\n", ""},
		{"print('y' * 200_000)", 0, strings.Repeat("y", 200_000) + "\n", ""},
		{"# " + strings.Repeat("z", 300_000) + "\nlen(x)", 0, "3\n", ""},
		{"os._exit(7)", 7, "", "code context a: its interpreter exited with 7 in this call; the next call starts a new one\n"},
		{"x", 1, "", "NameError: name 'x' is not defined"},
		{"", 0, "", ""},
	} {
		r := cells(t, s, "a", c.code)[0]
		if !r.Started || r.Exit != c.exit || string(r.Stdout) != c.out || !strings.Contains(string(r.Stderr), c.stderr) ||
			c.stderr == "" && len(r.Stderr) > 0 {
			t.Errorf("cell %d: %v, exit %d, %.200q, %q", i+1, r.Err, r.Exit, r.Stdout, r.Stderr)
		}
	}
	lacksNothing(t, m)
}

func TestContextsAreApart(t *testing.T) {
	t.Parallel()
	s, m := sandbox(t, warmEngine(t), nil)
	cells(t, s, "a", "x = 1")
	cells(t, s, "b", "x = 2")
	ask := func(name string) *session.Request {
		return &session.Request{Op: session.OpRunCode, Language: "python", Context: name, Code: "import time; time.sleep(1); x"}
	}
	got := ""
	for _, r := range s.DoAll([]*session.Request{ask("a"), ask("b"), ask("a")}) {
		got += fmt.Sprintf("%q %v;", r.Stdout, r.Err)
	}
	if want := `"1\n" Success;"2\n" Success;"" Device or resource busy;`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if r := s.Do(&session.Request{Op: session.OpRestart}); r.Err != 0 {
		t.Fatal(r.Err)
	}
	if r := cells(t, s, "a", "x")[0]; !strings.Contains(string(r.Stderr), "NameError") {
		t.Errorf("after a restart: %q %q", r.Stdout, r.Stderr)
	}
	lacksNothing(t, m)
	cells(t, s, "a", "!ls")
	if n := m.Unsupported(); len(n) != 1 || n[0] != "IPython's syntax in a code context" {
		t.Errorf("unsupported %q", n)
	}
}

// TestContextsEnd is about interpreters that are interrupted, killed, or cannot be heard.
func TestContextsEnd(t *testing.T) {
	t.Parallel()
	s, m := sandbox(t, warmEngine(t), func(p *primitives.Profile) { p.Memory.CapBytes = 128 << 20 })
	for i, c := range []struct {
		code     string
		exit     int
		timedOut bool
		out      string
		said     string // contained in standard error
	}{
		{"x = 5", 0, false, "", ""},
		{"import time\nprint('begun')\ntime.sleep(100)", 124, true, "begun\n", "\nKeyboardInterrupt"},
		{"x", 0, false, "5\n", ""},
		{"while True: pass", 124, true, "", "\nKeyboardInterrupt"},
		{"import subprocess; subprocess.run(['sleep', '100'])", 124, true, "", "KeyboardInterrupt"},
		{"x", 0, false, "5\n", ""},
		{
			"print('before')\ny = []\nwhile True: y.append(b'1' * (4 << 20))", 137, false, "before\n",
			"code context a: its interpreter was ended by SIGKILL in this call; the next call starts a new one\n",
		},
		{"x", 1, false, "", "NameError"},
		{
			"while True:\n  try: time.sleep(9)\n  except BaseException: import time", 124, true, "",
			"code context a: its interpreter was ended by SIGKILL in this call; the next call starts a new one\n",
		},
		{"import threading, os\nthreading.Timer(1, os._exit, (3,)).start()", 0, false, "", ""},
	} {
		r := cells(t, s, "a", c.code)[0]
		if r.Exit != c.exit || r.TimedOut != c.timedOut || string(r.Stdout) != c.out ||
			!strings.Contains(string(r.Stderr), c.said) {
			t.Errorf("cell %d: %v, exit %d, %.200q, %q", i+1, r.Err, r.Exit, r.Stdout, r.Stderr)
		}
	}
	s.Do(&session.Request{Op: session.OpRun, Cmd: "sleep 2"})
	r := cells(t, s, "a", "1")[0]
	want := "code context a: its interpreter exited with 3 before this call; this one is new\n"
	if string(r.Stdout) != "1\n" || string(r.Stderr) != want {
		t.Errorf("%q %q", r.Stdout, r.Stderr)
	}
	left := s.Do(&session.Request{Op: session.OpRun, Cmd: "ps -e -o stat,args | grep -c '[p]ython3'; ps -e -o stat | grep -c Z"})
	if string(left.Stdout) != "1\n0\n" {
		t.Errorf("left: %s", left.Stdout)
	}
	lacksNothing(t, m)
}

// TestCellsThatClose is about cells that close what their interpreter needs: none shows how it is made.
func TestCellsThatClose(t *testing.T) {
	t.Parallel()
	s, m := sandbox(t, warmEngine(t), nil)
	const dead = "code context a: its interpreter exited with 1 in this call; the next call starts a new one\n"
	for i, c := range []struct {
		code        string
		exit        int
		out, stderr string // stderr: its end
	}{
		{"exit(2)", 2, "", ""},
		{"input()", 1, "", "EOFError: EOF when reading a line\n"},
		{"import sys; sys.stdin.name, sys.stdin is sys.__stdin__, sys.stdin.closed", 0, "('<stdin>', True, False)\n", ""},
		{"import os\nfor i in range(3, 30): os.close(i)", 1, "", dead},
		{"x = 1; x", 0, "1\n", ""},
		{"import os\nos.closerange(3, 30)\nf = open('/tmp/a', 'w'); g = open('/tmp/b', 'w+')", 1, "", dead},
		{"import os; os.stat('/tmp/a').st_size, os.stat('/tmp/b').st_size", 0, "(0, 0)\n", ""},
		{"def hook(*a): raise KeyError('hook')\nimport sys; sys.excepthook = hook; 1/0", 1, "", "KeyError: 'hook'\n"},
		{"sys.excepthook = sys.__excepthook__", 0, "", ""},
		{"exec('try:\\n 1/0\\nexcept ZeroDivisionError:\\n raise KeyError')", 1, "", "line 4, in <module>\nKeyError\n"},
		{"import sys; print('last'); sys.stdout.close()", 0, "last\n", ""},
		{"print(1)", 1, "", "ValueError: I/O operation on closed file.\n"},
		{"y = 5", 0, "", ""},
		{"sys.stdout = sys.__stdout__ = open(1, 'w', closefd=False); y", 0, "5\n", ""},
		{"os.close(1)", 0, "", ""},
		{"z = 6", 0, "", ""},
		{"os.close(2)\n1/0", 1, "", ""},
		{"os._exit(z)", 6, "", "its interpreter exited with 6 in this call; the next call starts a new one\n"},
	} {
		r := cells(t, s, "a", c.code)[0]
		if !r.Started || r.Exit != c.exit || string(r.Stdout) != c.out || !strings.HasSuffix(string(r.Stderr), c.stderr) ||
			c.stderr == "" && len(r.Stderr) > 0 || strings.Contains(string(r.Stderr), "in kernel") ||
			strings.Contains(string(r.Stderr), "in flush") {
			t.Errorf("cell %d: %v, exit %d, %.200q, %q", i+1, r.Err, r.Exit, r.Stdout, r.Stderr)
		}
	}
	lacksNothing(t, m)
}

// TestPoolsWithoutText is about pools of workers for functions whose text no worker can read.
func TestPoolsWithoutText(t *testing.T) {
	t.Parallel()
	const own = "from multiprocessing import Pool\ndef f(x):\n    return x * x\nwith Pool(2) as p:\n    print(p.map(f, range(3)))\n"
	const library = "from multiprocessing import Pool\nimport math\nwith Pool(2) as p:\n    print(p.map(math.sqrt, [4, 9]))\n"
	for _, c := range []struct {
		name    string
		request session.Request
		out     string // "" = it is unsupported
	}{
		{"standard input", session.Request{Op: session.OpRun, Cmd: "python3 -", Stdin: []byte(own)}, ""},
		{"context", session.Request{Op: session.OpRunCode, Language: "python", Context: "a", Code: own}, ""},
		{"-c", session.Request{Op: session.OpRunCode, Language: "python", Code: own}, "[0, 1, 4]\n"},
		{"library", session.Request{Op: session.OpRun, Cmd: "python3", Stdin: []byte(library)}, "[2.0, 3.0]\n"},
		{
			"library in a context",
			session.Request{Op: session.OpRunCode, Language: "python", Context: "a", Code: library},
			"[2.0, 3.0]\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, m := sandbox(t, warmEngine(t), nil)
			c.request.Timeout = 20 * time.Second
			r := s.Do(&c.request)
			if string(r.Stdout) != c.out || r.TimedOut || (r.Exit == 0) != (c.out != "") {
				t.Errorf("%v, exit %d, %q, %q", r.Err, r.Exit, r.Stdout, r.Stderr)
			}
			n := m.Unsupported()
			if lacks := len(n) == 1 && strings.HasPrefix(n[0], "multiprocessing from standard input"); lacks != (c.out == "") {
				t.Errorf("unsupported %q", n)
			}
			if c.out == "" && (strings.Contains(string(r.Stderr), "_sandfault") ||
				!strings.HasSuffix(string(r.Stderr), "OSError: [Errno 38] Function not implemented\n")) {
				t.Errorf("%s", r.Stderr)
			}
		})
	}
}
