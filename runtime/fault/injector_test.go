package fault_test

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/fault"
)

// paths is a kernel whose calls are about their own Path, and whose verdict is what it says.
type paths struct{ verdict primitives.Errno }

func (p paths) PathOf(c *primitives.Call) string          { return c.Path }
func (p paths) Verdict(*primitives.Call) primitives.Errno { return p.verdict }

func spec(name string, args ...string) primitives.FaultSpec {
	s := primitives.FaultSpec{Name: name, Args: map[string]string{}}
	for _, a := range args {
		k, v, _ := strings.Cut(a, "=")
		s.Args[k] = v
	}
	return s
}

// play makes n calls and returns a letter for each: x where the fault answered.
func play(t *testing.T, s primitives.FaultSpec, c primitives.Call, n int) string {
	t.Helper()
	p := primitives.Profile{Faults: []primitives.FaultSpec{s}}
	reached := 0
	h := fault.New(&p, nil, det.NewSeed(1), paths{}).Inject(func(*primitives.Call) primitives.Result {
		reached++
		return primitives.Result{Val: 1}
	})
	var out strings.Builder
	for range n {
		call := c
		if r := h(&call); r.Injected {
			out.WriteByte('x')
		} else {
			out.WriteByte('.')
		}
	}
	if want := strings.Count(out.String(), "."); c.No != primitives.SysClose && reached != want {
		t.Errorf("%v: the kernel saw %d calls of %d", s, reached, want)
	}
	return out.String()
}

func TestInjector(t *testing.T) {
	t.Parallel()
	write := primitives.Call{No: primitives.SysWrite, Pid: 2, Path: "/workspace/a"}
	open := primitives.Call{No: primitives.SysOpenat, Pid: 2, Path: "/tmp/a"}
	session := write
	session.Pid = 1
	plumbing := session
	plumbing.Path = "pipe:[3]"
	clone := primitives.Call{No: primitives.SysClone, Pid: 2, Args: [6]int64{17}}
	for _, c := range []struct {
		spec primitives.FaultSpec
		call primitives.Call
		want string
	}{
		{spec("errno-on-write-every-n", "n=3"), write, "..x..x..x."},
		{spec("errno-on-write-every-n", "n=1", "path=/workspace"), write, "xxxxxxxxxx"},
		{spec("errno-on-write-every-n", "n=1", "path=/work"), write, ".........."},
		{spec("errno-on-write-every-n", "n=1", "percent=50"), write, ".....xxxx."},
		{spec("errno-on-call", "call=openat", "errno=EMFILE", "nth=3", "every=0"), open, "..x......."},
		{spec("errno-on-call", "call=openat", "errno=EMFILE", "nth=2", "every=4"), open, ".x...x...x"},
		{spec("errno-on-call", "call=write", "errno=EIO"), open, ".........."},
		{spec("errno-on-write-every-n", "n=2"), session, ".x.x.x.x.x"},
		{spec("errno-on-write-every-n", "n=2"), plumbing, ".........."},
		{spec("spawn-blocked", "after=4"), clone, "....xxxxxx"},
		{spec("errno-on-call", "call=close", "errno=EIO", "nth=1", "every=0"), primitives.Call{No: primitives.SysClose, Pid: 2}, "x........."},
	} {
		got := play(t, c.spec, c.call, 10)
		if got != c.want {
			t.Errorf("%v on %s %s: %s, want %s", c.spec, c.call.No, c.call.Path, got, c.want)
		}
		if again := play(t, c.spec, c.call, 10); again != got {
			t.Errorf("%v: %s, and then %s", c.spec, got, again)
		}
	}
}

func TestInjectedResult(t *testing.T) {
	t.Parallel()
	p := primitives.Profile{}
	plan := []primitives.CallFault{{
		Name: "errno-on-call", Primitive: primitives.Quota, Call: primitives.SysWrite,
		Errno: primitives.ENOSPC, Nth: 1, Percent: 100,
	}}
	h := fault.New(&p, plan, det.NewSeed(1), paths{primitives.EACCES}).Inject(func(*primitives.Call) primitives.Result {
		return primitives.Result{}
	})
	r := h(&primitives.Call{No: primitives.SysWrite, Pid: 2, Path: "/a"})
	if r.Val != -1 || r.Errno != primitives.ENOSPC || !r.Injected || r.Verdict != primitives.EACCES ||
		r.Cause.String() != "quota/errno-on-call: /a" {
		t.Errorf("%+v, %s", r, r.Cause)
	}
	if r := h(&primitives.Call{No: primitives.SysWrite, Pid: 2, Path: "/a"}); r.Injected {
		t.Error("a fault without every is there once")
	}
}

// TestCloseFrees checks that a failed close closes all the same.
func TestCloseFrees(t *testing.T) {
	t.Parallel()
	p := primitives.Profile{Faults: []primitives.FaultSpec{spec("errno-on-call", "call=close", "errno=EIO")}}
	closed := 0
	h := fault.New(&p, nil, det.NewSeed(1), paths{}).Inject(func(*primitives.Call) primitives.Result {
		closed++
		return primitives.Result{}
	})
	if r := h(&primitives.Call{No: primitives.SysClose, Pid: 2}); r.Errno != primitives.EIO || closed != 1 {
		t.Error(r.Errno, closed)
	}
}
