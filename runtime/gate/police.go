package gate

import (
	"github.com/sandfault/sandfault/primitives"
)

// Police refuses what a profile's filter of system calls does, as seccomp(2) would: by the call and its
// numbers alone, before the kernel looks at anything. starting says which processes are not yet
// under the filter: the session, and what it starts up to its first program, as a sandbox installs
// a filter last; nil means none.
//
// Egress is not decided here: whether a connection is refused, dropped or answered depends on the socket.
func Police(s primitives.ProcessSettings, starting func(pid int32) bool) Middleware {
	rules := policeRules(s)
	return func(next Handler) Handler {
		if len(rules) == 0 {
			return next
		}
		return func(c *primitives.Call) primitives.Result {
			for _, r := range rules {
				if r.call == c.No && (r.when == nil || r.when(c)) && (starting == nil || !starting(c.Pid)) {
					return primitives.Fail(r.denial())
				}
			}
			return next(c)
		}
	}
}

// policeRule is one line of a filter.
type policeRule struct {
	call  primitives.Sysno
	when  func(c *primitives.Call) bool // nil: always
	errno primitives.Errno
	rule  string // of the cause
}

func (r *policeRule) denial() error {
	return primitives.Deny(r.errno, primitives.Processes, r.rule, r.call.String())
}

const cloneThread = 0x10000 // CLONE_THREAD

func isThread(c *primitives.Call) bool  { return c.Args[0]&cloneThread != 0 }
func isProcess(c *primitives.Call) bool { return !isThread(c) }

// isRemote reports a socket of another family than AF_UNIX.
func isRemote(c *primitives.Call) bool { return c.Args[0] != 1 }

func policeRules(s primitives.ProcessSettings) []policeRule {
	var rules []policeRule
	type condition func(c *primitives.Call) bool
	add := func(rule string, errno primitives.Errno, call primitives.Sysno, when condition) {
		rules = append(rules, policeRule{call, when, errno, rule})
	}
	if s.SpawnBlocked {
		add("spawn", primitives.EPERM, primitives.SysClone, isProcess)
		// A filter cannot read clone3's flags, for they are in memory: it says ENOSYS, and libc
		// falls back to clone. EPERM would break threads as well.
		add("spawn", primitives.ENOSYS, primitives.SysClone3, nil)
	}
	if s.NoThreads {
		add("threads", primitives.EPERM, primitives.SysClone, isThread)
		add("threads", primitives.ENOSYS, primitives.SysClone3, nil)
	}
	if s.ExecBlocked {
		add("exec", primitives.EPERM, primitives.SysExecve, nil)
	}
	if s.NetDeny {
		add("net-deny", primitives.EPERM, primitives.SysSocket, isRemote)
		for _, call := range []primitives.Sysno{
			primitives.SysBind, primitives.SysConnect, primitives.SysListen, primitives.SysAccept4,
		} {
			add("net-deny", primitives.EPERM, call, nil)
		}
	}
	return rules
}
