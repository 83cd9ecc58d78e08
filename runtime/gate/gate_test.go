package gate_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/gate"
)

func TestChainOrder(t *testing.T) {
	t.Parallel()
	var order []string
	step := func(name string) gate.Middleware {
		return func(next gate.Handler) gate.Handler {
			return func(c *primitives.Call) primitives.Result {
				order = append(order, name)
				return next(c)
			}
		}
	}
	h := gate.Chain(func(*primitives.Call) primitives.Result {
		order = append(order, "kernel")
		return primitives.Result{}
	}, step("record"), step("police"), step("inject"))
	h(&primitives.Call{})
	if !slices.Equal(order, []string{"record", "police", "inject", "kernel"}) {
		t.Error(order)
	}
}

const thread = 0x10000 // CLONE_THREAD

func TestPolice(t *testing.T) {
	t.Parallel()
	spawn := primitives.ProcessSettings{SpawnBlocked: true}
	threads := primitives.ProcessSettings{NoThreads: true}
	exec := primitives.ProcessSettings{ExecBlocked: true}
	net := primitives.ProcessSettings{NetDeny: true}
	for _, c := range []struct {
		settings primitives.ProcessSettings
		call     primitives.Sysno
		arg      int64
		want     primitives.Errno
		cause    string
	}{
		{primitives.ProcessSettings{}, primitives.SysClone, 17, primitives.OK, ""},
		{spawn, primitives.SysClone, 17, primitives.EPERM, "processes/spawn: clone"},
		{spawn, primitives.SysClone, 0x4111, primitives.EPERM, "processes/spawn: clone"},
		{spawn, primitives.SysClone, thread, primitives.OK, ""},
		{spawn, primitives.SysClone3, 0, primitives.ENOSYS, "processes/spawn: clone3"},
		{spawn, primitives.SysExecve, 0, primitives.OK, ""},
		{threads, primitives.SysClone, thread, primitives.EPERM, "processes/threads: clone"},
		{threads, primitives.SysClone, 17, primitives.OK, ""},
		{threads, primitives.SysClone3, 0, primitives.ENOSYS, "processes/threads: clone3"},
		{exec, primitives.SysExecve, 0, primitives.EPERM, "processes/exec: execve"},
		{exec, primitives.SysClone, 17, primitives.OK, ""},
		{net, primitives.SysSocket, 1, primitives.OK, ""},
		{net, primitives.SysSocket, 2, primitives.EPERM, "processes/net-deny: socket"},
		{net, primitives.SysSocket, 10, primitives.EPERM, "processes/net-deny: socket"},
		{net, primitives.SysBind, 3, primitives.EPERM, "processes/net-deny: bind"},
		{net, primitives.SysConnect, 3, primitives.EPERM, "processes/net-deny: connect"},
		{net, primitives.SysListen, 3, primitives.EPERM, "processes/net-deny: listen"},
		{net, primitives.SysAccept4, 3, primitives.EPERM, "processes/net-deny: accept4"},
		{net, primitives.SysSocketpair, 1, primitives.OK, ""},
	} {
		h := gate.Police(c.settings, func(pid int32) bool { return pid == 1 })(
			func(*primitives.Call) primitives.Result { return primitives.Result{} })
		r := h(&primitives.Call{No: c.call, Pid: 2, Args: [6]int64{c.arg}})
		if r.Errno != c.want || r.Cause.String() != c.cause {
			t.Errorf("%+v %s(%#x): %s %s", c.settings, c.call, c.arg, r.Errno, r.Cause)
		}
		if r := h(&primitives.Call{No: c.call, Pid: 1, Args: [6]int64{c.arg}}); r.Errno != primitives.OK {
			t.Errorf("%s by the session: %s", c.call, r.Errno)
		}
	}
}

// TestRecord has calls that waited and calls that did not.
func TestRecord(t *testing.T) {
	t.Parallel()
	log := trace.NewLog(0)
	rec := gate.NewRecorder(log, func() int64 { return 5 })
	h := rec.Record(func(c *primitives.Call) primitives.Result {
		if c.No == primitives.SysPause {
			c.Waited = true
			rec.Waiting(c)
			rec.Event(trace.Jump(5, 1))
		}
		return primitives.Result{}
	})
	h(&primitives.Call{No: primitives.SysGetpid, Pid: 2})
	c := primitives.Call{No: primitives.SysPause, Pid: 2}
	h(&c)
	c.No = primitives.SysGetuid
	h(&c)
	var kinds []trace.Kind
	for e, err := range trace.Decode(log.Bytes()) {
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, e.Kind)
	}
	want := []trace.Kind{trace.KindCall, trace.KindEnter, trace.KindJump, trace.KindReturn, trace.KindCall}
	if !slices.Equal(kinds, want) {
		t.Error(kinds)
	}
}

func TestRecordKeepsFirstDivergence(t *testing.T) {
	t.Parallel()
	log := trace.NewLog(0)
	call := func(rec *gate.Recorder, no primitives.Sysno) {
		rec.Record(func(*primitives.Call) primitives.Result { return primitives.Result{} })(&primitives.Call{No: no, Pid: 2})
	}
	now := func() int64 { return 0 }
	first := gate.NewRecorder(log, now)
	call(first, primitives.SysGetpid)
	call(first, primitives.SysGetuid)
	follower, err := trace.NewFollower(log.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	second := gate.NewRecorder(follower, now)
	call(second, primitives.SysGetpid)
	if second.Err() != nil {
		t.Fatal(second.Err())
	}
	call(second, primitives.SysGetgid)
	call(second, primitives.SysGetgid)
	var d *trace.Divergence
	if !errors.As(second.Err(), &d) || d.Index != 1 {
		t.Error(second.Err())
	}
}
