package linuxabi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// times are the calls about time and chance.
func times() []function {
	return []function{
		{name: "nanosleep", params: "I", do: nanosleep},
		{name: "clock_gettime", params: "i", long: true, do: clockGettime},
		{name: "getrandom", params: "ii", do: getrandom},
	}
}

func nanosleep(g *hostabi.Guest, a hostabi.Args) int64 {
	return value(g.Do(g.Call(primitives.SysNanosleep, a.I64(0))))
}

func clockGettime(g *hostabi.Guest, a hostabi.Args) int64 {
	return value(g.Do(g.Call(primitives.SysClockGettime, a.I32(0))))
}

func getrandom(g *hostabi.Guest, a hostabi.Args) int64 {
	c := g.Call(primitives.SysGetrandom, 0, int64(a.U32(1)))
	c.Out = g.Bytes(a.U32(0), a.U32(1))
	return value(g.Do(c))
}
