package emscripten_test

import (
	"fmt"
	"os"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/internal/race"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/session"
)

// play runs a script of a file in a session.
func play(t testing.TB, s *session.Session, code, cmd string) session.Response {
	t.Helper()
	if r := s.Do(&session.Request{Op: session.OpWrite, Path: "/tmp/script.py", Data: []byte(code)}); r.Err != 0 {
		t.Fatal(r.Err)
	}
	return s.Do(&session.Request{Op: session.OpRun, Cmd: cmd, Timeout: 5 * time.Minute})
}

// clean fails if a session has processes, temporary files or missing features left.
func clean(t testing.TB, s *session.Session, m *runtime.Machine) {
	t.Helper()
	r := s.Do(&session.Request{Op: session.OpRun, Cmd: "rm -f /tmp/script.py; ls -A /tmp /dev/shm; ps -e -o stat,comm | grep -v -e ps -e grep -e bash"})
	if want := "/dev/shm:\n\n/tmp:\nSTAT COMMAND\n"; !strings.HasPrefix(string(r.Stdout), want) || strings.Contains(string(r.Stdout), "python") ||
		strings.Contains(string(r.Stdout), "Z") {
		t.Errorf("left: %s", r.Stdout)
	}
	if n := m.Unsupported(); len(n) > 0 {
		t.Errorf("unsupported: %q", n)
	}
	if err := m.Aborted(); err != nil {
		t.Error(err)
	}
}

func TestPythonInShellInPython(t *testing.T) {
	t.Parallel()
	s, m := sandbox(t, warmEngine(t), nil)
	r := play(t, s, `
import subprocess, sys
inner = "import sys; print(sum(map(int, sys.stdin)))"
out = subprocess.run(f"seq 1 100 | {sys.executable} -c '{inner}' | while read n; do {sys.executable} -c \"print($n * 2)\"; done; exit 4",
    shell=True, capture_output=True, text=True)
print(out.stdout.strip(), out.returncode)
def nest(n):
    if n == 0: return "print('deepest')"
    return f"import subprocess, sys; sys.exit(subprocess.run(['sh', '-c', 'exec \"$@\"', 'sh', sys.executable, '-c', {nest(n - 1)!r}]).returncode + 1)"
print(subprocess.run([sys.executable, "-c", nest(4)]).returncode)
`, "python3 -u /tmp/script.py | tee /dev/stderr | tail -n 1; echo ${PIPESTATUS[*]}")
	if string(r.Stdout) != "4\n0 0 0\n" || string(r.Stderr) != "10100 4\ndeepest\n4\n" || r.Exit != 0 {
		t.Errorf("exit %d, %q, %q", r.Exit, r.Stdout, r.Stderr)
	}
	clean(t, s, m)
}

// TestManyProcessesUnderAMemoryCap starts fifty, of which not all have room: some are killed, all others are
// right.
func TestManyProcessesUnderAMemoryCap(t *testing.T) {
	t.Parallel()
	s, m := sandbox(t, warmEngine(t), func(p *primitives.Profile) { p.Memory.CapBytes = 512 << 20 })
	r := play(t, s, `
import subprocess, sys
code = "import sys, time; x = b'1' * (20 << 20); time.sleep(1); print(len(x) + int(sys.argv[1]))"
ps = [subprocess.Popen([sys.executable, "-c", code, str(i)], stdout=subprocess.PIPE, text=True) for i in range(50)]
killed = right = wrong = 0
for i, p in enumerate(ps):
    out = p.communicate()[0]
    if p.returncode == -9: killed += 1
    elif p.returncode == 0 and out == f"{(20 << 20) + i}\n": right += 1
    else: wrong += 1; print(i, p.returncode, out)
print(killed > 0, right > 0, killed + right, wrong)
`, "python3 /tmp/script.py")
	if string(r.Stdout) != "True True 50 0\n" {
		t.Errorf("exit %d, %q, %q", r.Exit, r.Stdout, r.Stderr)
	}
	clean(t, s, m)
}

func TestKilledInterpretersLeaveNothing(t *testing.T) {
	t.Parallel()
	s, m := sandbox(t, warmEngine(t), nil)
	const busy = `
import fcntl, os, subprocess, sys, tempfile, threading, time
lock = open("/workspace/lock", "w"); fcntl.flock(lock, fcntl.LOCK_EX)
with tempfile.TemporaryDirectory() as d:
    f = tempfile.NamedTemporaryFile(dir=d); unlinked = tempfile.TemporaryFile()
    threading.Thread(target=time.sleep, args=(50,), daemon=True).start()
    child = subprocess.Popen(["sleep", "1000"])
    print("up", flush=True)
    %s
`
	for _, c := range []struct {
		name, wait, cmd string
		exit            int
	}{
		{"SIGKILL", "time.sleep(100)", "python3 /tmp/script.py & sleep 1; kill -9 $!; wait $!; c=$?; pkill sleep; rm -rf /tmp/tmp*; exit $c", 137},
		{"SIGTERM", "time.sleep(100)", "python3 /tmp/script.py & sleep 1; kill $!; wait $!; c=$?; pkill sleep; rm -rf /tmp/tmp*; exit $c", 143},
		{"busy", "while True: pass", "timeout -s KILL 2 python3 /tmp/script.py; c=$?; pkill sleep; rm -rf /tmp/tmp*; exit $c", 137},
		{"SIGINT", "time.sleep(100)", "python3 /tmp/script.py & sleep 1; kill -INT $!; wait $!; c=$?; pkill sleep; exit $c", 130},
		{"exit", "child.kill(); child.wait(); sys.exit(5)", "python3 /tmp/script.py", 5},
		{"step", "time.sleep(1e9)", "python3 /tmp/script.py", 124},
	} {
		cmd := c.cmd
		if c.name == "SIGINT" { // a shell's background job ignores it
			cmd = "python3 -c \"import os, signal, sys; signal.signal(2, signal.SIG_DFL); os.execv(sys.executable, ['python3', '/tmp/script.py'])\" & " +
				"sleep 1; kill -INT $!; wait $!; c=$?; pkill sleep; exit $c"
		}
		r := play(t, s, fmt.Sprintf(busy, c.wait), cmd)
		if r.Exit != c.exit || string(r.Stdout) != "up\n" {
			t.Errorf("%s: exit %d, %q, %q", c.name, r.Exit, r.Stdout, r.Stderr)
		}
		free := s.Do(&session.Request{Op: session.OpRun, Cmd: "rm -rf /tmp/tmp*; flock -n /workspace/lock echo free"})
		if string(free.Stdout) != "free\n" {
			t.Errorf("%s: the lock is still held: %q", c.name, free.Stderr)
		}
		clean(t, s, m)
	}
}

// TestFullDisk is about what is told only at the end: of a file, and of standard output.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	s, m := sandbox(t, warmEngine(t), func(p *primitives.Profile) {
		p.Mounts.Mounts = append(p.Mounts.Mounts, primitives.Mount{
			Path: "/small", Type: primitives.MountTmpfs, Size: 64 << 10, Mode: 0o1777,
		})
	})
	for _, c := range []struct {
		code, cmd   string
		exit        int
		out, stderr string // stderr: its end
	}{
		{
			"f = open('/small/a', 'w')\nprint(f.write('x' * 5000))\nf.flush()\nf.write('x' * 100000)\nf.close()", "python3 /tmp/script.py",
			1, "5000\n", "OSError: [Errno 28] No space left on device\n",
		},
		{
			"with open('/small/b', 'w') as f:\n    f.write('x' * 8000)\n    print('written')", "python3 /tmp/script.py",
			1, "written\n", "    with open('/small/b', 'w') as f:\n         ~~~~^^^^^^^^^^^^^^^^^\nOSError: [Errno 28] No space left on device\n",
		},
		{
			"print('x' * 100)", "python3 /tmp/script.py > /dev/full", 120, "",
			"Exception ignored on flushing sys.stdout:\nOSError: [Errno 28] No space left on device\n",
		},
		{
			"import os\nprint(sorted(os.listdir('/small')), os.path.getsize('/small/b'))\nos.remove('/small/a')\nopen('/small/c', 'w').write('fits again')",
			"python3 /tmp/script.py; cat /small/c", 0, "['a', 'b'] 0\nfits again", "",
		},
	} {
		r := play(t, s, c.code, c.cmd)
		if r.Exit != c.exit || string(r.Stdout) != c.out || !strings.HasSuffix(string(r.Stderr), c.stderr) {
			t.Errorf("%s\nexit %d, %q, %q", c.code, r.Exit, r.Stdout, r.Stderr)
		}
	}
	clean(t, s, m)
}

func TestHashSeeds(t *testing.T) {
	t.Parallel()
	const show = "print({'alpha', 'beta', 'gamma', 'delta'}, hash('x'))"
	out := map[string]string{}
	for _, env := range []string{"", "PYTHONHASHSEED=0", "PYTHONHASHSEED=1", "PYTHONHASHSEED=random"} {
		for _, again := range []bool{false, true} {
			s, _ := sandbox(t, warmEngine(t), nil)
			r := play(t, s, show, "env "+env+" python3 /tmp/script.py")
			if again && out[env] != string(r.Stdout) || r.Exit != 0 {
				t.Errorf("%s: %q, and with the same seed %q %s", env, out[env], r.Stdout, r.Stderr)
			}
			out[env] = string(r.Stdout)
		}
	}
	if out["PYTHONHASHSEED=0"] == out["PYTHONHASHSEED=1"] {
		t.Error("the seed changes nothing")
	}
	s, _ := sandbox(t, warmEngine(t), nil)
	if r := play(t, s, show, "PYTHONHASHSEED=x python3 /tmp/script.py"); r.Exit != 1 ||
		!strings.HasPrefix(string(r.Stderr), "Fatal Python error: config_init_hash_seed: PYTHONHASHSEED must be") {
		t.Errorf("exit %d, %q", r.Exit, r.Stderr)
	}
}

// TestStartsLeakNothing measures the host before and after a thousand starts, of which some end badly.
func TestStartsLeakNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a thousand interpreters")
	}
	s, m := sandbox(t, warmEngine(t), nil)
	codes := []string{
		"print(1)", "import json, threading\nthreading.Thread(target=print, args=(2,)).start()", "1 / 0",
		"import os; os.kill(os.getpid(), 9)", "x = bytearray(30 << 20)",
	}
	starts := func(n int) {
		for i := range n {
			r := s.Do(&session.Request{Op: session.OpRunCode, Language: "python", Code: codes[i%len(codes)]})
			if !r.Started {
				t.Fatal(r.Err)
			}
		}
	}
	starts(race.Volume(t, 100, 50))
	rss, fds, goroutines := hostUse()
	starts(race.Volume(t, 1000, 150))
	rss2, fds2, goroutines2 := hostUse()
	t.Logf("resident %d MiB, then %d; descriptors %d, then %d; goroutines %d, then %d", rss>>20, rss2>>20, fds, fds2, goroutines, goroutines2)
	if race.Enabled {
		rss2 = rss // what the detector keeps of each start, it keeps
	}
	if rss2 > rss+48<<20 || fds2 > fds+4 || goroutines2 > goroutines+4 {
		t.Error("a thousand starts leave something behind")
	}
	clean(t, s, m)
}

// hostUse tells what this process takes of its host.
func hostUse() (rss, fds, goroutines int) {
	goruntime.GC()
	goruntime.GC()
	var pages, resident int
	if b, err := os.ReadFile("/proc/self/statm"); err == nil {
		_, _ = fmt.Sscan(string(b), &pages, &resident)
	}
	list, _ := os.ReadDir("/proc/self/fd")
	return resident * os.Getpagesize(), len(list), goruntime.NumGoroutine()
}
