package linuxabi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// signals are the calls about signals.
func signals() []function {
	return []function{
		plain("kill", 2, primitives.SysKill),
		plain("sigaction", 2, primitives.SysRtSigaction),
		{name: "sigpending", long: true, do: sigpending},
		{name: "sigprocmask", params: "iI", long: true, do: sigprocmask},
		{name: "alarm", params: "I", long: true, do: alarm},
	}
}

func sigpending(g *hostabi.Guest, _ hostabi.Args) int64 {
	return value(g.Do(g.Call(primitives.SysRtSigpending)))
}

func sigprocmask(g *hostabi.Guest, a hostabi.Args) int64 {
	return value(g.Do(g.Call(primitives.SysRtSigprocmask, a.I32(0), a.I64(1))))
}

// alarm is setitimer(ITIMER_REAL) without an interval.
func alarm(g *hostabi.Guest, a hostabi.Args) int64 {
	const itimerReal = 0
	return value(g.Do(g.Call(primitives.SysSetitimer, itimerReal, a.I64(0), 0)))
}
