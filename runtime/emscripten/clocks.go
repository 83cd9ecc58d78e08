package emscripten

import (
	"math"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// clocks are the calls that tell time and let it pass. Time is the process's, in nanoseconds; the
// guest's libc asks for milliseconds in places.
func clocks() []function {
	return []function{
		{name: "clock_time_get", params: "iIi", wasi: true, do: clockTimeGet},
		{name: "clock_res_get", params: "ii", wasi: true, do: clockResGet},
		{name: "emscripten_date_now", results: "F", do: milliseconds(clockRealtime)},
		{name: "emscripten_get_now", results: "F", do: milliseconds(clockMonotonic)},
		{name: "_setitimer_js", params: "iF", do: setitimer},
		{name: "clock_nanosleep", params: "iii", do: clockNanosleep},
	}
}

// Clocks of clock_gettime(2).
const (
	clockRealtime  = 0
	clockMonotonic = 1
)

func clockTimeGet(g *hostabi.Guest, a hostabi.Args) uint64 {
	r := g.Do(g.Call(primitives.SysClockGettime, a.I32(0)))
	if ok(r) {
		g.PutU64(a.U32(2), uint64(r.Val))
	}
	return status(r)
}

func clockResGet(g *hostabi.Guest, a hostabi.Args) uint64 {
	const clocksKnown = 4
	if a.U32(0) >= clocksKnown {
		return uint64(number(primitives.EINVAL))
	}
	g.PutU64(a.U32(1), 1)
	return 0
}

func milliseconds(clock int64) func(*hostabi.Guest, hostabi.Args) uint64 {
	return func(g *hostabi.Guest, _ hostabi.Args) uint64 {
		r := g.Do(g.Call(primitives.SysClockGettime, clock))
		return math.Float64bits(float64(r.Val) / 1e6)
	}
}

// setitimer is (which, milliseconds); libc keeps the interval to itself.
func setitimer(g *hostabi.Guest, a hostabi.Args) uint64 {
	ms := math.Float64frombits(a[1])
	return done(g.Do(g.Call(primitives.SysSetitimer, a.I32(0), int64(ms*1e6), 0)))
}

// clockNanosleep stands where libc would spin: (clock, flags, timespec) answers an error number.
func clockNanosleep(g *hostabi.Guest, a hostabi.Args) uint64 {
	s, ns := int64(g.U64(a.U32(2))), int64(int32(g.U32(a.U32(2)+8)))
	if s < 0 || ns < 0 || ns >= second {
		return uint64(number(primitives.EINVAL))
	}
	const longest = math.MaxInt64 / second / 2
	c := g.Call(primitives.SysClockNanosleep, a.I32(0), a.I32(1), min(s, longest)*second+ns)
	return status(g.Do(c))
}
