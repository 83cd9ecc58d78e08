package linuxabi

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// identity are the calls that say who a process is.
func identity() []function {
	return []function{
		plain("umask", 1, primitives.SysUmask),
		plain("getpid", 0, primitives.SysGetpid),
		plain("getppid", 0, primitives.SysGetppid),
		plain("getuid", 0, primitives.SysGetuid),
		plain("geteuid", 0, primitives.SysGeteuid),
		plain("getgid", 0, primitives.SysGetgid),
		plain("getegid", 0, primitives.SysGetegid),
		plain("setuid", 1, primitives.SysSetuid),
		plain("setgid", 1, primitives.SysSetgid),
		plain("setresuid", 3, primitives.SysSetresuid),
		plain("setresgid", 3, primitives.SysSetresgid),
		plain("getpgid", 1, primitives.SysGetpgid),
		plain("setpgid", 2, primitives.SysSetpgid),
		plain("getsid", 1, primitives.SysGetsid),
		plain("getpriority", 2, primitives.SysGetpriority),
		plain("setpriority", 3, primitives.SysSetpriority),
		plain("setsid", 0, primitives.SysSetsid),
		{name: "getgroups", params: "ii", do: getgroups},
		{name: "setgroups", params: "ii", do: setgroups},
	}
}

// maxGroups is NGROUPS_MAX.
const maxGroups = 65536

func getgroups(g *hostabi.Guest, a hostabi.Args) int64 {
	n := a.I32(0)
	if n < 0 || n > maxGroups {
		return -int64(primitives.EINVAL)
	}
	c := g.Call(primitives.SysGetgroups, n)
	c.Out = g.Bytes(a.U32(1), uint32(n)*4)
	return value(g.Do(c))
}

// setgroups is (n, list).
func setgroups(g *hostabi.Guest, a hostabi.Args) int64 {
	n := a.U32(0)
	if n > maxGroups {
		return -int64(primitives.EINVAL)
	}
	c := g.Call(primitives.SysSetgroups, int64(n))
	c.In = g.Bytes(a.U32(1), n*4)
	return value(g.Do(c))
}
