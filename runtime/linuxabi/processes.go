package linuxabi

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// processes are the calls that make, await and bound processes.
func processes() []function {
	return []function{
		plain("exit_group", 1, primitives.SysExitGroup),
		plain("sched_yield", 0, primitives.SysSchedYield),
		{name: "posix_spawn", params: "iii", do: spawning(false)},
		{name: "fork", params: "iii", do: spawning(true)},
		{name: "execve", params: "ii", do: execve},
		{name: "wait4", params: "iiii", do: wait4},
		{name: "sched_getaffinity", params: "ii", do: schedGetaffinity},
		{name: "prlimit64", params: "iiii", do: prlimit64},
		{name: "getrusage", params: "ii", do: getrusage},
		{name: "uname", params: "i", do: filling(primitives.SysUname, abi.UnameSize)},
		{name: "sysinfo", params: "i", do: filling(primitives.SysSysinfo, sysinfoSize)},
		{name: "times", params: "i", long: true, do: filling(primitives.SysTimes, tmsSize)},
	}
}

// Sizes of struct sysinfo and struct tms.
const (
	sysinfoSize = 112
	tmsSize     = 4 * 8
)

// request decodes a SpawnRequest; its memory is the guest's, so it may be anything.
func request(g *hostabi.Guest, a hostabi.Args) (*abi.SpawnRequest, bool) {
	r, err := abi.DecodeSpawnRequest(g.Bytes(a.U32(0), a.U32(1)))
	return r, err == nil && !g.Faulted()
}

func spawning(state bool) func(*hostabi.Guest, hostabi.Args) int64 {
	return func(g *hostabi.Guest, a hostabi.Args) int64 {
		out := g.Bytes(a.U32(2), 4)
		r, ok := request(g, a)
		if !ok {
			return -int64(primitives.EINVAL)
		}
		pid, stage, err := g.Spawn(r, state)
		if err != nil {
			binary.LittleEndian.PutUint32(out, uint32(stage))
			return -int64(primitives.ErrnoOf(err))
		}
		return int64(pid)
	}
}

func execve(g *hostabi.Guest, a hostabi.Args) int64 {
	r, ok := request(g, a)
	if !ok {
		return -int64(primitives.EINVAL)
	}
	c := g.Call(primitives.SysExecve)
	c.Path, c.Argv, c.Env = r.Path, r.Argv, r.Env
	return value(g.Do(c))
}

func wait4(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysWait4, a.I32(0), 0, a.I32(2))
	var status []byte
	if ptr := a.U32(1); ptr != 0 {
		status = g.Bytes(ptr, 4)
	}
	if ptr := a.U32(3); ptr != 0 {
		c.Out = g.Bytes(ptr, abi.RusageSize)
	}
	r := g.Do(c)
	if r.Errno == primitives.OK && r.Val > 0 && status != nil {
		binary.LittleEndian.PutUint32(status, uint32(r.Aux))
	}
	return value(r)
}

func schedGetaffinity(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysSchedGetaffinity, 0, int64(a.U32(1)))
	c.Out = g.Bytes(a.U32(0), a.U32(1))
	return value(g.Do(c))
}

// limitSize is struct rlimit.
const limitSize = 2 * 8

func prlimit64(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysPrlimit64, a.I32(0), a.I32(1))
	if ptr := a.U32(2); ptr != 0 {
		c.In = g.Bytes(ptr, limitSize)
	}
	if ptr := a.U32(3); ptr != 0 {
		c.Out = g.Bytes(ptr, limitSize)
	}
	return value(g.Do(c))
}

func getrusage(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysGetrusage, a.I32(0))
	c.Out = g.Bytes(a.U32(1), abi.RusageSize)
	return value(g.Do(c))
}

// filling is a function of one pointer, to a structure that the call fills.
func filling(no primitives.Sysno, size uint32) func(*hostabi.Guest, hostabi.Args) int64 {
	return func(g *hostabi.Guest, a hostabi.Args) int64 {
		c := g.Call(no)
		c.Out = g.Bytes(a.U32(0), size)
		return value(g.Do(c))
	}
}
