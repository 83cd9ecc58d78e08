package emscripten_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/emscripten"
	"github.com/sandfault/sandfault/runtime/session"
)

// story is a few runs of which each must come out the same however interpreters were started.
var story = []string{
	"print(1)", "import json, random, sys; print(json.dumps(sorted(sys.modules)), random.random())",
	"x = bytearray(40 << 20); print(len(x))", // this one cannot be put back
	"import threading\nt = threading.Thread(target=print, args=('thread',)); t.start(); t.join()",
	"import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
	"print(id(object()), hash('x'), open('/tmp/f', 'a').write('y'))", "raise SystemExit(3)", "1 / 0",
	"import os, tempfile; print(tempfile.mkdtemp(), os.urandom(4), os.getpid())",
	"while True: pass",
	"print(2)",
}

func tell(t *testing.T, e *runtime.Engine) string {
	t.Helper()
	d, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	log := trace.NewCounter()
	m, err := runtime.New(runtime.Config{Engine: e, Profile: d.Profile, Seed: det.NewSeed(7), Trace: log})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s := session.New(m, m.Profile())
	var b strings.Builder
	for _, code := range story {
		r := s.Do(&session.Request{
			Op: session.OpRunCode, Language: "python", Code: code, Timeout: 2 * time.Second,
		})
		n := m.Kernel().Stats()
		fmt.Fprintf(&b, "%d %q %q %v ", r.Exit, r.Stdout, r.Stderr, r.Wall)
		fmt.Fprintf(&b, "%d %d %x\n", n.Calls, n.Instructions, log.Sum())
	}
	fmt.Fprintln(&b, m.Unsupported(), m.Aborted())
	return b.String()
}

// TestStartsAreAlike is the promise that nobody can see how an interpreter was started: cold, ahead, or put
// back after another process.
func TestStartsAreAlike(t *testing.T) {
	t.Parallel()
	want := tell(t, warmEngine(t))
	if again := tell(t, warmEngine(t)); again != want {
		t.Errorf("again:\n%s\nfirst:\n%s", again, want)
	}
	for _, config := range []emscripten.Python{{Cold: true}, {Copies: true}} {
		e := newEngine(t, config)
		for range 2 {
			if got := tell(t, e); got != want {
				t.Errorf("%+v:\n%s\nwarm:\n%s", config, got, want)
			}
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if !strings.Contains(want, `"2\n"`) || !strings.Contains(want, "[] <nil>") {
		t.Error(want)
	}
}

// ending is how a program of Python ends.
type ending struct {
	name, code  string
	change      func(*primitives.Profile)
	exit        int
	out, stderr string // contained
}

var plainEndings = []ending{
	{
		"interrupt", "import os, signal\nos.kill(os.getpid(), signal.SIGINT)", nil, 130,
		"", "KeyboardInterrupt",
	},
	{"abort", "import os\nos.abort()", nil, 134, "", ""},
	{"code", "import sys\nsys.exit(-1)", nil, 255, "", ""},
	{"message", "import sys\nsys.exit('bad')", nil, 1, "", "bad\n"},
	{"syntax", "x = (", nil, 1, "", "SyntaxError: '(' was never closed"},
	{"lacking", "import readline", nil, 1, "", "unsupported: [Python module readline]"},
	{"fork", "import os\nos.fork()", nil, 1, "", "unsupported: [os.fork in Python]"},
	{"eventfd", "import os\nos.eventfd(0)", nil, 1, "", "unsupported: [os.eventfd in Python]"},
	{"memfd", "import os\nos.memfd_create(\"x\")", nil, 1, "", "unsupported: [os.memfd_create in Python]"},
	{
		"unshare", "import os\ntry: os.unshare(1)\nexcept PermissionError as e: print(e)", nil, 0,
		"[Errno 1] Operation not permitted\n", "",
	},
}

// boundedEndings meet a limit of the profile.
var boundedEndings = []ending{
	{"cpu", "while True: pass", func(p *primitives.Profile) { p.CPU.Seconds = 1 }, 152, "", ""},
	{
		"memory", "x = []\nwhile True: x.append(b'1' * (4 << 20))",
		func(p *primitives.Profile) { p.Memory.CapBytes = 64 << 20 }, 137, "", "",
	},
	{ // no call comes between the use of the memory and the end
		"memory at the end", "x = b'1' * (128 << 20)",
		func(p *primitives.Profile) { p.Memory.CapBytes = 64 << 20 }, 137, "", "",
	},
	{
		"memory in a loop", "x = b'1' * (128 << 20)\nwhile True: pass",
		func(p *primitives.Profile) { p.Memory.CapBytes = 64 << 20 }, 137, "", "",
	},
	{
		"untouched",
		"import mmap\nx = mmap.mmap(-1, 256 << 20); y = bytes(256 << 20); print(len(x), len(y))",
		func(p *primitives.Profile) { p.Memory.CapBytes = 64 << 20 }, 0, "268435456 268435456\n", "",
	},
	{
		"address space", "try: bytearray(512 << 20)\nexcept MemoryError: print('caught')",
		func(p *primitives.Profile) { p.Memory.AddressSpaceBytes = 256 << 20 }, 0, "caught\n", "",
	},
	{
		"threads", "import threading, time\nn = 0\ntry:\n  while True:\n" +
			"    threading.Thread(target=time.sleep, args=(1,)).start(); n += 1\n" +
			"except RuntimeError as e: print(e, n)",
		func(p *primitives.Profile) { p.Processes.PidsMax = 12 }, 0, "can't start new thread 11\n", "",
	},
	{
		"no processes", "import subprocess\ntry: subprocess.run(['true'])\nexcept OSError as e: print(e)",
		func(p *primitives.Profile) { p.Processes.SpawnBlocked = true }, 0,
		"[Errno 1] Operation not permitted\n", "",
	},
}

func TestEndings(t *testing.T) {
	t.Parallel()
	for _, c := range append(plainEndings, boundedEndings...) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, c.code, c.change)
			out, said := string(r.Stdout), string(r.Stderr)
			if r.Exit != c.exit || !strings.Contains(out, c.out) || !strings.Contains(said, c.stderr) {
				t.Errorf("exit %d, %q, %q", r.Exit, out, said)
			}
			if !strings.Contains(c.stderr, "unsupported:") && strings.Contains(said, "unsupported:") {
				t.Error(said)
			}
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	s, _ := sandbox(b, warmEngine(b), nil)
	for b.Loop() {
		r := s.Do(&session.Request{Op: session.OpRunCode, Language: "python", Code: "print(1)"})
		if r.Exit != 0 {
			b.Fatal(string(r.Stderr))
		}
	}
}
