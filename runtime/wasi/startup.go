package wasi

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// startup are arguments, environment, clocks, random bytes and the end of a process.
func startup() []function {
	return []function{
		{name: "args_sizes_get", params: "ii", do: sizes(arguments)},
		{name: "args_get", params: "ii", do: strs(arguments)},
		{name: "environ_sizes_get", params: "ii", do: sizes(environment)},
		{name: "environ_get", params: "ii", do: strs(environment)},
		{name: "clock_res_get", params: "ii", do: clockResolution},
		{name: "clock_time_get", params: "iIi", do: clockTime},
		{name: "random_get", params: "ii", do: random},
		{name: "sched_yield", do: schedYield},
		{name: "proc_raise", params: "i", do: raise},
		{name: "proc_exit", params: "i", do: exit},
	}
}

// results are those of the function; proc_exit alone has none.
func (f function) results() string {
	if f.name == "proc_exit" {
		return ""
	}
	return "i"
}

func arguments(g *hostabi.Guest) []string { return g.Process.Argv() }

// environment is the process's. A command is not shown which directories it is given, and finds a true PWD if
// it is given those that go with it.
func environment(g *hostabi.Guest) []string {
	env := g.Process.Env()
	if g.Preopens == nil {
		return env
	}
	given := false
	list := make([]string, 0, len(env)+1)
	for _, v := range env {
		if strings.HasPrefix(v, PreopensVariable+"=") {
			given = true
		} else {
			list = append(list, v)
		}
	}
	if given {
		return list
	}
	cwd, ok := workingDirectory(g)
	if !ok {
		return list
	}
	list = slices.DeleteFunc(list, func(v string) bool { return strings.HasPrefix(v, "PWD=") })
	if cwd == "/" {
		return list // where a libc begins anyhow
	}
	return append(list, "PWD="+cwd)
}

func workingDirectory(g *hostabi.Guest) (string, bool) {
	const pathMax = 4096
	c := g.Call(primitives.SysGetcwd, 0, pathMax)
	c.Out = make([]byte, pathMax)
	r := g.Do(c)
	if r.Errno != primitives.OK || r.Val > int64(len(c.Out)) {
		return "", false
	}
	return string(c.Out[:r.Val]), true
}

// sizes is (count, bytes): how many strings there are, and their length with NULs.
func sizes(list func(*hostabi.Guest) []string) func(*hostabi.Guest, hostabi.Args) primitives.Errno {
	return func(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
		n := 0
		all := list(g)
		for _, s := range all {
			n += len(s) + 1
		}
		g.PutU32(a.U32(0), uint32(len(all)))
		g.PutU32(a.U32(1), uint32(n))
		return primitives.OK
	}
}

// strs is (pointers, bytes): the strings with NULs, and where each begins.
func strs(list func(*hostabi.Guest) []string) func(*hostabi.Guest, hostabi.Args) primitives.Errno {
	return func(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
		ptr, at := a.U32(0), a.U32(1)
		for _, s := range list(g) {
			g.PutU32(ptr, at)
			copy(g.Bytes(at, uint32(len(s)+1)), s+"\x00")
			ptr += 4
			at += uint32(len(s) + 1)
		}
		return primitives.OK
	}
}

// clocks are realtime, monotonic, process and thread time: Linux has the same numbers.
const clocks = 4

func clockResolution(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if a.U32(0) >= clocks {
		return primitives.EINVAL
	}
	g.PutU64(a.U32(1), 1)
	return primitives.OK
}

func clockTime(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	if a.U32(0) >= clocks {
		return primitives.EINVAL
	}
	r := g.Do(g.Call(primitives.SysClockGettime, a.I32(0)))
	if r.Errno == primitives.OK {
		g.PutU64(a.U32(2), uint64(r.Val))
	}
	return r.Errno
}

func random(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	c := g.Call(primitives.SysGetrandom, 0, int64(a.U32(1)))
	c.Out = g.Bytes(a.U32(0), a.U32(1))
	return g.Do(c).Errno
}

func schedYield(g *hostabi.Guest, _ hostabi.Args) primitives.Errno {
	return g.Do(g.Call(primitives.SysSchedYield)).Errno
}

// raise takes WASI's signal numbers, which are Linux's but for STKFLT, which it lacks.
func raise(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	const signals = 31 // up to SIGSYS
	sig := a.I32(0)
	if sig < 0 || sig >= signals {
		return primitives.EINVAL
	}
	if sig >= int64(primitives.SIGSTKFLT) {
		sig++
	}
	return g.Do(g.Call(primitives.SysKill, int64(g.Process.Pid()), sig)).Errno
}

func exit(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	g.Do(g.Call(primitives.SysExitGroup, a.I32(0)))
	hostabi.Unwind()
	return primitives.OK
}
