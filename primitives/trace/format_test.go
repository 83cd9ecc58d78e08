package trace_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
)

// le is numbers of 2, 4 or 8 bytes after one another, as structs have them.
func le(list ...any) []byte {
	var b []byte
	for _, v := range list {
		b, _ = binary.Append(b, binary.LittleEndian, v)
	}
	return b
}

type (
	call   = primitives.Call
	result = primitives.Result
)

func args(list ...int64) (a [6]int64) {
	copy(a[:], list)
	return a
}

// spoken are calls of every kind of argument, with their answers.
func spoken() []struct {
	call   call
	result result
} {
	const at = primitives.AT_FDCWD
	ok, now := result{}, int64(1_700_000_000_123_456_789)
	inet := append([]byte{2, 0, 0x1f, 0x90, 127, 0, 0, 1}, make([]byte, 8)...)
	polled := le(int32(3), int32(1), int32(4), int32(0x10<<16|5))
	polls := le(int32(3), int16(1), int16(0), int32(4), int16(5), int16(0))
	return []struct {
		call   call
		result result
	}{
		{call{No: primitives.SysOpenat, Ran: 412, Args: args(at, 0, 0x90000), Path: "/x"}, result{Val: 3}},
		{call{No: primitives.SysOpenat, Args: args(5, 0, 0x410002, 0o600), Path: "."}, result{Val: 3}},
		{
			call{No: primitives.SysUnlinkat, Args: args(at, 0, 0x200), Path: "d"},
			result{Val: -1, Errno: primitives.ENOTEMPTY},
		},
		{call{No: primitives.SysExitGroup}, ok},
		{call{No: primitives.SysClone, Args: args(0x4111)}, result{Val: 2}},
		{call{No: primitives.SysClone, Args: args(0x11)}, result{Val: 2}},
		{call{No: primitives.SysWait4, Args: args(-1, 0, 1)}, result{Val: 2, Aux: 0x300}},
		{call{No: primitives.SysWait4, Args: args(2)}, result{Val: 2, Aux: 9}},
		{call{No: primitives.SysKill, Args: args(-2, 15)}, ok},
		{call{No: primitives.SysKill, Args: args(2, 0)}, ok},
		{call{No: primitives.SysFcntl, Args: args(0, 2, 1)}, ok},
		{call{No: primitives.SysFcntl, Args: args(0, 3)}, result{Val: 0x802}},
		{call{No: primitives.SysFcntl, Args: args(0, 1)}, result{Val: 1}},
		{call{No: primitives.SysFcntl, Args: args(0, 1030, 10)}, result{Val: 10}},
		{call{No: primitives.SysPipe2, Args: args(0, 0x80000)}, result{Val: 3, Aux: 4}},
		{call{No: primitives.SysDup3, Args: args(3, 1, 0x80000)}, result{Val: 1}},
		{call{No: primitives.SysPoll, Args: args(0, 2, 100), In: polls, Out: polled}, result{Val: 1, N: 16}},
		{call{No: primitives.SysPoll, Args: args(0, 2, 100), In: polls}, ok},
		{call{No: primitives.SysRtSigaction, Args: args(2, 1)}, result{Val: 0}},
		{call{No: primitives.SysRtSigprocmask, Args: args(0, 1<<1|1<<14)}, result{Val: 1 << 16}},
		{call{No: primitives.SysRtSigprocmask, Args: args(2, -1)}, ok},
		{call{No: primitives.SysNanosleep, Args: args(1_500_000_000)}, ok},
		{
			call{No: primitives.SysNanosleep, Args: args(2_000_000_000)},
			result{Val: -1, Errno: primitives.EINTR, Aux: 500},
		},
		{call{No: primitives.SysClockGettime, Args: args(1)}, result{Val: now}},
		{call{No: primitives.SysClockNanosleep, Args: args(1, 1, now)}, ok},
		{call{No: primitives.SysSocket, Args: args(2, 1|0x80000, 6)}, result{Val: 3}},
		{call{No: primitives.SysSocketpair, Args: args(1, 1|0x800)}, result{Val: 3, Aux: 4}},
		{call{No: primitives.SysBind, Args: args(3), In: inet}, ok},
		{call{No: primitives.SysConnect, Args: args(3), In: []byte("\x01\x00/run/s\x00")}, ok},
		{call{No: primitives.SysAccept4, Args: args(3, 0, 0, 0x80000), Out: inet}, result{Val: 4, N: 16}},
		{
			call{No: primitives.SysSendto, Args: args(3, 0, 2, 0x4000), In: []byte("hi"), Path2: string(inet)},
			result{Val: 2},
		},
		{call{No: primitives.SysRecvfrom, Args: args(3, 0, 9, 2), Out: []byte("hi       ")}, result{Val: 2}},
		{call{No: primitives.SysSetsockopt, Args: args(3, 1, 2), In: le(int32(1))}, ok},
		{call{No: primitives.SysShutdown, Args: args(3, 1)}, ok},
		{call{No: primitives.SysPrlimit64, Args: args(0, 7), In: le(int64(64), int64(-1))}, ok},
		{
			call{
				No: primitives.SysUtimensat, Args: args(at), Path: "f",
				In: le(int64(5), int64(6), int64(0), int64(1<<30-1)),
			},
			ok,
		},
		{call{No: primitives.SysFchownat, Args: args(at, 0, 0xffffffff, 5), Path: "f"}, ok},
		{call{No: primitives.SysMknodat, Args: args(at, 0, 0o20666, 0x103), Path: "null"}, ok},
		{call{No: primitives.SysUmask, Args: args(0o77)}, result{Val: 0o22}},
		{call{No: primitives.SysFlock, Args: args(3, 6)}, ok},
		{call{No: primitives.SysIoctl, Args: args(3, 0x541b), Out: le(int32(7))}, result{Aux: 7, N: 4}},
		{call{No: primitives.SysIoctl, Args: args(0, 0x5401)}, result{Val: -1, Errno: primitives.ENOTTY}},
		{call{No: primitives.SysMmap, Args: args(0, 4096, 3, 0x22, -1)}, ok},
		{call{No: primitives.SysBrk, Args: args(65536)}, ok},
		{call{No: primitives.SysFallocate, Args: args(3, 1, 0, 10)}, ok},
		{call{No: primitives.SysRenameat2, Args: args(at, 0, at, 0, 1), Path: "a", Path2: "b"}, ok},
		{call{No: primitives.SysPrctl, Args: args(38, 1)}, ok},
		{call{No: primitives.SysGetpid}, result{Val: 2}},
		{call{No: primitives.SysGetdents64, Args: args(3, 0, 4096), Out: make([]byte, 48)}, result{Val: 48}},
		{call{No: primitives.SysGetaddrinfo, Args: args(2), Path: "localhost"}, ok},
	}
}

func TestCallsGolden(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, c := range spoken() {
		c.call.Pid = 2
		e := trace.OfCall(trace.KindCall, 0, &c.call, &c.result)
		b.WriteString(trace.Format(&e) + "\n")
	}
	wait := call{No: primitives.SysWait4, Pid: 2, Args: args(3)}
	enter := trace.OfCall(trace.KindEnter, 0, &wait, nil)
	back := trace.OfCall(trace.KindReturn, 0, &wait, &result{Val: 3, Aux: 0x100})
	b.WriteString(trace.Format(&enter) + "\n" + trace.Format(&back) + "\n")
	look := call{No: primitives.SysGetaddrinfo, Pid: 2, Path: "localhost", Out: []byte("\x7f\x00\x00\x01")}
	enter = trace.OfCall(trace.KindEnter, 0, &look, nil)
	back = trace.OfCall(trace.KindReturn, 0, &look, &result{N: 4})
	b.WriteString(trace.Format(&enter) + "\n" + trace.Format(&back) + "\n")
	golden(t, "calls.txt", b.String())
}

// TestHostileEventsAreRendered: a trace from a store may hold anything.
func TestHostileEventsAreRendered(t *testing.T) {
	t.Parallel()
	for no := range 256 {
		for _, v := range []int64{0, 1, -1, 1 << 62, -1 << 63, 0x7fffffff, 0xffffffff} {
			for _, data := range [][]byte{nil, {1}, {10, 0, 1}, make([]byte, 7), []byte(strings.Repeat("\xff", 32))} {
				for _, kind := range []trace.Kind{trace.KindCall, trace.KindEnter, trace.KindReturn} {
					d := trace.MakeData(data)
					e := trace.Event{
						Kind: kind, No: primitives.Sysno(no), Args: args(v, v, v, v, v, v), Val: v, Aux: v, In: d, Out: d,
						Argv: d, Env: d, Path2: string(data),
					}
					if !strings.HasPrefix(trace.Format(&e), "[pid 0] ") {
						t.Fatal(trace.Format(&e))
					}
				}
			}
		}
	}
}
