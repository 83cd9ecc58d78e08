package emscripten

import (
	"math/bits"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// signals are how a caught signal reaches the program: there is nobody who could interrupt it, so it
// looks, often enough, at a flag, and then asks which signal it was.
func signals() []function {
	return []function{
		{name: "_Py_CheckEmscriptenSignals_Helper", do: takeSignal},
		{name: "_Py_emscripten_runtime", do: func(*hostabi.Guest, hostabi.Args) uint64 { return 0 }},
		{name: "__call_sighandler", params: "ii", none: true, do: callSighandler},
		{name: "_emscripten_runtime_keepalive_clear", none: true, do: nothing},
	}
}

func nothing(*hostabi.Guest, hostabi.Args) uint64 { return 0 }

// takeSignal answers one signal that was caught, the lowest, and 0 if there is none. The flag stays up
// while there are more.
func takeSignal(g *hostabi.Guest, _ hostabi.Args) uint64 {
	t := taskOf(g)
	if t.caught == 0 {
		if r := g.Do(g.Call(primitives.SysRtSigpending)); ok(r) {
			t.caught = uint64(r.Val)
		}
	}
	if t.caught == 0 {
		t.flag(g, 0)
		return 0
	}
	sig := bits.TrailingZeros64(t.caught) + 1
	t.caught &= t.caught - 1
	if t.caught == 0 {
		t.flag(g, 0)
	}
	return uint64(sig)
}

// callSighandler calls a handler that the program gave to signal(2): (function, signal).
func callSighandler(g *hostabi.Guest, a hostabi.Args) uint64 {
	g.Process.Unsupported("signal handlers in C")
	return 0
}
