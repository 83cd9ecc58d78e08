package trace_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// play records a small run that has every kind of event and every field.
func play(t testing.TB, l *trace.Log) error {
	t.Helper()
	now := det.Start
	long := bytes.Repeat([]byte("x"), 1000)
	cause := &primitives.Cause{Primitive: primitives.Permissions, Rule: "mode", Detail: "/x"}
	call := func(c primitives.Call, r primitives.Result) error { now += 100; return l.Call(now, &c, &r) }
	at := int64(primitives.AT_FDCWD)
	read := primitives.Call{No: primitives.SysRead, Pid: 3, Ran: 1 << 40, Args: [6]int64{4, 0, 100}, Out: make([]byte, 100)}
	exec := primitives.Call{
		No: primitives.SysExecve, Pid: 3, Path: "/bin/ls", Argv: []string{"ls", "-l"}, Env: []string{"A=b", "C=d"},
	}
	return errors.Join(
		l.Event(trace.StepBegin(now, 0, "run")),
		l.Event(trace.Fork(now, 1, 3)),
		call(exec, primitives.Result{}),
		l.Event(trace.Exec(now, 3, "box")),
		call(primitives.Call{No: primitives.SysOpenat, Pid: 3, Args: [6]int64{at, 0, primitives.O_RDWR | primitives.O_CREAT, 0o644}, Path: "/x"},
			primitives.Result{Val: -1, Errno: primitives.EACCES, Cause: cause}),
		call(primitives.Call{No: primitives.SysOpenat, Pid: 3, Args: [6]int64{at, 0, 0, 0}, Path: "né\n"}, primitives.Result{Val: 4}),
		call(primitives.Call{No: primitives.SysNewfstatat, Pid: 3, Args: [6]int64{at, 0, 0, primitives.AT_SYMLINK_NOFOLLOW}, Path: "a", Stat: &primitives.Stat{Mode: 0o100644, Size: 3, Ino: 7}}, primitives.Result{}),
		call(primitives.Call{No: primitives.SysSymlinkat, Pid: 3, Args: [6]int64{0, at}, Path: "link", Path2: "to"}, primitives.Result{}),
		call(primitives.Call{No: primitives.SysPipe2, Pid: 3}, primitives.Result{Val: 5, Aux: 6}),
		call(primitives.Call{No: primitives.SysWrite, Pid: 3, Args: [6]int64{1, 0, 6}, In: []byte("hello\n")}, primitives.Result{Val: 6}),
		call(primitives.Call{No: primitives.SysWrite, Pid: 3, Args: [6]int64{1, 0, 1000}, In: long},
			primitives.Result{Val: -1, Errno: primitives.EIO, Injected: true, Cause: &primitives.Cause{Primitive: primitives.Mounts, Rule: "fault", Detail: "errno-on-write-every-n"}}),
		l.Enter(now, &read),
		l.Event(trace.Switch(now, 3, 4, "blocked")),
		l.Event(trace.Jump(now+5000, 5000)),
		func() error {
			copy(read.Out, "abc")
			return l.Return(now+5000, &read, &primitives.Result{Val: 3})
		}(),
		call(primitives.Call{No: primitives.SysPrctl, Pid: 4, Args: [6]int64{38, 1}}, primitives.Result{}),
		l.Event(trace.Signal(now, 4, primitives.SIGTERM, 3, nil)),
		l.Event(trace.Exit(now, 4, primitives.SignaledStatus(primitives.SIGTERM))),
		l.Event(trace.Kill(now, 3, primitives.SIGKILL, &primitives.Cause{Primitive: primitives.Memory, Rule: "cap", Detail: "64 MiB"})),
		l.Event(trace.Exit(now, 3, primitives.ExitedStatus(2))),
		l.Event(trace.Unsupported(now, 3, "mount")),
		l.Event(trace.StepEnd(now, 0, det.Sum{1, 2})),
		l.Event(trace.State(now, "tree", det.Sum{0xff})),
	)
}

func recorded(t testing.TB) []byte {
	t.Helper()
	l := trace.NewLog(0)
	if err := errors.Join(play(t, l), l.Finish()); err != nil {
		t.Fatal(err)
	}
	return bytes.Clone(l.Bytes())
}

func TestFormatGolden(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for e, err := range trace.Decode(recorded(t)) {
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(trace.Format(&e) + "\n")
	}
	golden(t, "format.txt", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update if it should):\n%s", name, got)
	}
}

func TestModesAgree(t *testing.T) {
	t.Parallel()
	bytesOf := recorded(t)
	counter := trace.NewCounter()
	follower, err := trace.NewFollower(bytesOf)
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]*trace.Log{"counter": counter, "follower": follower} {
		if err := errors.Join(play(t, l), l.Finish()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if l.Sum() != trace.SumOf(bytesOf) {
			t.Errorf("%s: another digest", name)
		}
		if l.Bytes() != nil {
			t.Errorf("%s keeps events", name)
		}
	}
	if d, err := trace.Compare(bytesOf, bytesOf); d != nil || err != nil {
		t.Error(d, err)
	}
}

func TestCounters(t *testing.T) {
	t.Parallel()
	l := trace.NewCounter()
	if err := play(t, l); err != nil {
		t.Fatal(err)
	}
	c := l.Counters()
	if c.Events != 23 || c.Calls != 10 || c.Faults != 1 {
		t.Errorf("events %d calls %d faults %d", c.Events, c.Calls, c.Faults)
	}
	var pairs []string
	for _, p := range c.Pairs() {
		pairs = append(pairs, p.String())
	}
	want := "read OK,write OK,write EIO,openat OK,openat EACCES,newfstatat OK,symlinkat OK,pipe2 OK,execve OK,prctl OK"
	if got := strings.Join(pairs, ","); got != want {
		t.Errorf("pairs %s", got)
	}
	if n := c.Count(trace.Pair{No: primitives.SysOpenat, Errno: primitives.EACCES}); n != 1 {
		t.Errorf("openat EACCES counted %d times", n)
	}
	if got := c.Unsupported(); !reflect.DeepEqual(got, []string{"mount"}) {
		t.Errorf("unsupported %v", got)
	}
	if got := c.Denials(); len(got) != 3 || got[0].String() != "memory/cap" {
		t.Errorf("denials %v", got)
	}
}

// A change of one byte anywhere must show, as a divergence at that event.
func TestFollowerSeesOneByte(t *testing.T) {
	t.Parallel()
	base := primitives.Call{
		No: primitives.SysWrite, Pid: 3, Args: [6]int64{1, 0, 64}, Path: "p", In: bytes.Repeat([]byte("a"), 64),
		Out: bytes.Repeat([]byte("b"), 64), Stat: &primitives.Stat{Mode: 0o100644},
	}
	baseResult := primitives.Result{Val: 64, N: 64}
	record := func(l *trace.Log, c primitives.Call, r primitives.Result, now int64) error {
		return errors.Join(l.Event(trace.StepBegin(now, 0, "run")), l.Call(now, &c, &r), l.Finish())
	}
	l := trace.NewLog(0)
	if err := record(l, base, baseResult, 10); err != nil {
		t.Fatal(err)
	}
	flip := func(b []byte, i int) []byte { b = bytes.Clone(b); b[i] ^= 1; return b }
	for name, change := range map[string]func(c *primitives.Call, r *primitives.Result){
		"args":      func(c *primitives.Call, _ *primitives.Result) { c.Args[5] ^= 1 },
		"data in":   func(c *primitives.Call, _ *primitives.Result) { c.In = flip(c.In, 60) },
		"data out":  func(c *primitives.Call, _ *primitives.Result) { c.Out = flip(c.Out, 60) },
		"stat":      func(c *primitives.Call, _ *primitives.Result) { c.Stat = &primitives.Stat{Mode: 0o100644, Atime: 1} },
		"path":      func(c *primitives.Call, _ *primitives.Result) { c.Path = "q" },
		"result":    func(_ *primitives.Call, r *primitives.Result) { r.Aux = 1 },
		"injection": func(_ *primitives.Call, r *primitives.Result) { r.Injected = true },
		"cause":     func(_ *primitives.Call, r *primitives.Result) { r.Cause = &primitives.Cause{Rule: "x"} },
	} {
		f, err := trace.NewFollower(l.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		c, r := base, baseResult
		change(&c, &r)
		var d *trace.Divergence
		if err := record(f, c, r, 10); !errors.As(err, &d) {
			t.Errorf("%s: not seen: %v", name, err)
			continue
		}
		if got := d.Fields(); d.Index != 1 || len(got) != 1 || got[0] != name {
			t.Errorf("%s: %v", name, d)
		}
	}
}

func TestDivergenceAtEitherEnd(t *testing.T) {
	t.Parallel()
	one, two := trace.NewLog(0), trace.NewLog(0)
	step := trace.StepBegin(1, 0, "run")
	if err := errors.Join(one.Event(step), two.Event(step), two.Event(trace.Unsupported(2, 1, "x"))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want, got []byte
		text      string
	}{
		{one.Bytes(), two.Bytes(), "diverged at event 1: expected the end, got `[pid 1] === unsupported: x ===`"},
		{two.Bytes(), one.Bytes(), "diverged at event 1: expected `[pid 1] === unsupported: x ===`, got the end"},
	} {
		d, err := trace.Compare(c.want, c.got)
		if err != nil || d == nil || d.Error() != c.text {
			t.Errorf("%v %v", d, err)
		}
	}
}

func TestEmptyAndForeignTraces(t *testing.T) {
	t.Parallel()
	empty := trace.NewLog(0)
	if err := empty.Finish(); !errors.Is(err, trace.ErrEmpty) {
		t.Errorf("a log without events ended with %v", err)
	}
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"nothing":       {nil, trace.ErrEmpty},
		"head only":     {empty.Bytes(), trace.ErrEmpty},
		"other file":    {[]byte("GIF89a"), trace.ErrCorrupt},
		"other version": {[]byte("SFTR\x7f\x00"), trace.ErrVersion},
		"no version":    {[]byte("SFTR"), trace.ErrCorrupt},
	} {
		if _, err := trace.NewFollower(c.b); !errors.Is(err, c.want) {
			t.Errorf("%s: follower: %v", name, err)
		}
		var last error
		for _, err := range trace.Decode(c.b) {
			last = err
		}
		if !errors.Is(last, c.want) {
			t.Errorf("%s: decode: %v", name, last)
		}
	}
}

func TestCutTraceIsCorrupt(t *testing.T) {
	t.Parallel()
	b := recorded(t)
	whole := 0
	for _, err := range trace.Decode(b) {
		if err != nil {
			t.Fatal(err)
		}
		whole++
	}
	for n := 6; n < len(b); n++ {
		events, failed := 0, false
		for _, err := range trace.Decode(b[:n]) {
			if err != nil {
				failed = true
				if !errors.Is(err, trace.ErrCorrupt) {
					t.Fatalf("at %d: %v", n, err)
				}
			}
			events++
		}
		if !failed && events >= whole {
			t.Fatalf("a trace cut at %d of %d bytes reads whole", n, len(b))
		}
	}
}

func TestLimitKeepsTheDigest(t *testing.T) {
	t.Parallel()
	l := trace.NewLog(40)
	if err := errors.Join(play(t, l), l.Finish()); err != nil {
		t.Fatal(err)
	}
	if !l.Overflow() || l.Bytes() != nil || l.Sum() != trace.SumOf(recorded(t)) {
		t.Error("beyond its limit a log must lose its events and nothing else")
	}
}

// Recording must not cost the run more than the call itself does.
func TestRecordingAllocatesNothing(t *testing.T) {
	l := trace.NewCounter()
	c := primitives.Call{No: primitives.SysWrite, Pid: 3, Args: [6]int64{1, 0, 64}, In: make([]byte, 64)}
	r := primitives.Result{Val: 64}
	if n := testing.AllocsPerRun(1000, func() { _ = l.Call(1, &c, &r) }); n > 0 {
		t.Errorf("%v allocations an event", n)
	}
}

func FuzzDecode(f *testing.F) {
	b := recorded(f)
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add([]byte("SFTR\x02\x03\x01\x06\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l := trace.NewLog(0)
		for e, err := range trace.Decode(b) {
			if err != nil {
				return
			}
			_ = trace.Format(&e)
			if err := l.Event(e); err != nil {
				t.Fatal(err)
			}
		}
		// What was read and written again must read the same; the bytes may differ, for a
		// writer never spends bytes on zeros.
		if d, err := trace.Compare(l.Bytes(), b); err != nil || d != nil && len(d.Fields()) > 0 {
			t.Fatal(d, err)
		}
	})
}

func BenchmarkCall(b *testing.B) {
	at := int64(primitives.AT_FDCWD)
	calls := map[string]primitives.Call{
		"open":    {No: primitives.SysOpenat, Pid: 3, Args: [6]int64{at, 0, 577, 0o644}, Path: "/workspace/data/file.csv"},
		"write64": {No: primitives.SysWrite, Pid: 3, Args: [6]int64{1, 0, 64}, In: make([]byte, 64)},
		"write4k": {No: primitives.SysWrite, Pid: 3, Args: [6]int64{1, 0, 4096}, In: make([]byte, 4096)},
		"stat":    {No: primitives.SysFstat, Pid: 3, Args: [6]int64{4}, Stat: &primitives.Stat{Mode: 0o100644, Size: 10}},
	}
	for _, name := range []string{"open", "write64", "write4k", "stat"} {
		c, r := calls[name], primitives.Result{Val: 4}
		for mode, l := range map[string]*trace.Log{"keep": trace.NewLog(0), "count": trace.NewCounter()} {
			b.Run(name+"/"+mode, func(b *testing.B) {
				b.ReportAllocs()
				now := int64(0)
				for b.Loop() {
					now += 100
					_ = l.Call(now, &c, &r)
				}
			})
		}
	}
}
