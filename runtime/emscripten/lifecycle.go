package emscripten

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// lifecycle are how a program gets its environment, its random numbers and its end.
func lifecycle() []function {
	return []function{
		{name: "environ_sizes_get", params: "ii", wasi: true, do: environSizes},
		{name: "environ_get", params: "ii", wasi: true, do: environ},
		{name: "random_get", params: "ii", wasi: true, do: randomGet},
		{name: "proc_exit", params: "i", none: true, wasi: true, do: procExit},
		{name: "exit", params: "i", none: true, do: exit},
		{name: "_abort_js", none: true, do: abort},
		{name: "interrupted", params: "ii", do: interrupted},
		{name: "_emscripten_system", params: "i", do: system},
		{name: "strerror", params: "i", do: strerror},
		{name: "linux_strerror", params: "i", do: linuxStrerror},
		{name: "linux_errno", params: "i", do: linuxErrno},
	}
}

func environSizes(g *hostabi.Guest, a hostabi.Args) uint64 {
	size := 0
	env := g.Process.Env()
	for _, s := range env {
		size += len(s) + 1
	}
	g.PutU32(a.U32(0), uint32(len(env)))
	g.PutU32(a.U32(1), uint32(size))
	return 0
}

func environ(g *hostabi.Guest, a hostabi.Args) uint64 {
	putStrings(g, g.Process.Env(), a.U32(0), a.U32(1))
	return 0
}

// putStrings writes C strings one behind the other, and pointers to them.
func putStrings(g *hostabi.Guest, list []string, pointers, buffer uint32) {
	for i, s := range list {
		g.PutU32(pointers+4*uint32(i), buffer)
		b := g.Bytes(buffer, uint32(len(s)+1))
		if b == nil {
			return
		}
		b[copy(b, s)] = 0
		buffer += uint32(len(s) + 1)
	}
}

func randomGet(g *hostabi.Guest, a hostabi.Args) uint64 {
	c := g.Call(primitives.SysGetrandom, 0, int64(a.U32(1)))
	c.Out = g.Bytes(a.U32(0), a.U32(1))
	return status(g.Do(c))
}

// exit is exit(3): it writes what libc's streams hold. It does not return.
func exit(g *hostabi.Guest, a hostabi.Args) uint64 {
	enter(g, "fflush", 0)
	return procExit(g, a)
}

// procExit is _exit(2): it ends the process and does not return.
func procExit(g *hostabi.Guest, a hostabi.Args) uint64 {
	keepUp(g)
	threadOf(g).ask(request{kind: askEnd, count: a.I32(0) & 0xff})
	return 0
}

// abort is abort(3): SIGABRT, whatever was said about it.
func abort(g *hostabi.Guest, _ hostabi.Args) uint64 {
	die(g, primitives.SIGABRT)
	return 0
}

// interrupted is kill(getpid(), SIGINT) at the end of an interpreter that was interrupted.
func interrupted(g *hostabi.Guest, _ hostabi.Args) uint64 {
	die(g, primitives.SIGINT)
	return 0
}

// die ends the process by a signal.
func die(g *hostabi.Guest, sig primitives.Signal) {
	g.Do(g.Call(primitives.SysRtSigaction, int64(sig), abi.SigDefault))
	g.Do(g.Call(primitives.SysKill, int64(g.Process.Pid()), int64(sig)))
	threadOf(g).ask(request{kind: askEnd, count: 128 + int64(sig)}) // only if the signal did not kill
}

// system is system(3): a shell runs the command, while SIGINT and SIGQUIT are ignored here. The program
// gets the wait status, 127 << 8 if there is no shell to be had.
func system(g *hostabi.Guest, a hostabi.Args) uint64 {
	if a.U32(0) == 0 {
		return 1
	}
	const noShell = 127 << 8
	var old [2]int64
	interrupts := [2]primitives.Signal{primitives.SIGINT, primitives.SIGQUIT}
	for i, sig := range interrupts {
		old[i] = g.Do(g.Call(primitives.SysRtSigaction, int64(sig), abi.SigIgnore)).Val
	}
	pid, _, err := g.Spawn(&abi.SpawnRequest{
		Flags: abi.SpawnVfork, Path: "/bin/sh",
		Argv:    []string{"sh", "-c", g.CString(a.U32(0), 1<<20)},
		Env:     g.Process.Env(),
		Default: 1<<(primitives.SIGINT-1) | 1<<(primitives.SIGQUIT-1),
	}, false)
	code := uint64(noShell)
	if err == nil {
		code = uint64(await(g, pid))
	}
	for i, sig := range interrupts {
		g.Do(g.Call(primitives.SysRtSigaction, int64(sig), old[i]))
	}
	return code
}

// await waits for a child, also if a signal comes in between.
func await(g *hostabi.Guest, pid int32) uint32 {
	for {
		r := g.Do(g.Call(primitives.SysWait4, int64(pid)))
		if ok(r) {
			return uint32(r.Aux)
		}
		if r.Errno != primitives.EINTR {
			return ^uint32(0)
		}
	}
}

// strerror writes the text of an error, given in libc's numbering, and returns where it stands.
func strerror(g *hostabi.Guest, a hostabi.Args) uint64 {
	return putText(g, errnoText(linuxNumber(a.I32(0))))
}

// linuxStrerror is strerror for a number that the program's own user gave.
func linuxStrerror(g *hostabi.Guest, a hostabi.Args) uint64 { return putText(g, errnoText(a.I32(0))) }

// linuxErrno turns a number of libc's into Linux's.
func linuxErrno(_ *hostabi.Guest, a hostabi.Args) uint64 {
	return uint64(uint32(linuxNumber(a.I32(0))))
}
