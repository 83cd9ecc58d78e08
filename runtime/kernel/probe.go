package kernel

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// Starting reports whether a process is not yet under the sandbox's filter of system calls: PID 1, and
// what it makes up to its first program.
func (k *Kernel) Starting(pid int32) bool {
	p := k.procs[pid]
	return p == nil || p == k.init || p.parent == k.init && p.setup != nil && !p.adopted
}

// pathArg says how a call names a file.
type pathArg uint8

const (
	noPath     pathArg = iota
	pathAt             // Args[0] is a directory, the last link is followed
	pathNoLink         // the same, the last link is meant itself
	pathMakes          // the name is made or taken away in a directory
	pathCwd            // Path from the working directory
	descriptor         // Args[0]
)

// pathArgs says which call names files how.
//
//nolint:gochecknoglobals // an immutable table
var pathArgs = [...]pathArg{
	primitives.SysRead: descriptor, primitives.SysWrite: descriptor, primitives.SysPread64: descriptor,
	primitives.SysPwrite64: descriptor, primitives.SysClose: descriptor, primitives.SysFstat: descriptor,
	primitives.SysLseek: descriptor, primitives.SysGetdents64: descriptor,
	primitives.SysFtruncate: descriptor,
	primitives.SysFallocate: descriptor, primitives.SysFsync: descriptor, primitives.SysFchdir: descriptor,
	primitives.SysFchmod: descriptor, primitives.SysFchown: descriptor, primitives.SysFstatfs: descriptor,
	primitives.SysFcntl: descriptor, primitives.SysFlock: descriptor, primitives.SysIoctl: descriptor,
	primitives.SysOpenat: pathAt, primitives.SysNewfstatat: pathAt, primitives.SysFaccessat: pathAt,
	primitives.SysFchmodat: pathAt, primitives.SysFchownat: pathAt, primitives.SysUtimensat: pathAt,
	primitives.SysReadlinkat: pathNoLink, primitives.SysMkdirat: pathMakes, primitives.SysMknodat: pathMakes,
	primitives.SysUnlinkat: pathMakes, primitives.SysRenameat2: pathMakes, primitives.SysLinkat: pathMakes,
	primitives.SysSymlinkat: pathMakes, primitives.SysTruncate: pathCwd, primitives.SysChdir: pathCwd,
	primitives.SysStatfs: pathCwd, primitives.SysExecve: pathCwd,
}

func pathArgOf(no primitives.Sysno) pathArg {
	if int(no) < len(pathArgs) {
		return pathArgs[no]
	}
	return noPath
}

// PathOf returns the absolute, resolved path that a call is about, or that of its descriptor: of a
// pipe or socket something like "pipe:[7]". It is "" where there is none.
func (k *Kernel) PathOf(c *primitives.Call) string {
	p := k.procs[c.Pid]
	if p == nil {
		return ""
	}
	defer k.actFor(p)()
	how := pathArgOf(c.No)
	switch {
	case how == noPath:
		return ""
	case how == descriptor || c.Path == "" && how != pathCwd:
		f, err := p.fds.get(c.Args[0])
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(k.pathOf(f), " (deleted)")
	}
	at, err := k.startOf(p, c, how)
	if err != nil {
		return ""
	}
	path, _, err := k.ns.ResolveParent(&p.cred, at, c.Path, how != pathNoLink && how != pathMakes)
	if err != nil {
		return ""
	}
	return path
}

// actFor makes p the process that /proc/self means, until the function that it returns is called.
func (k *Kernel) actFor(p *Process) (restore func()) {
	outer := k.current
	k.current = p
	return func() { k.current = outer }
}

// startOf returns where a call's path begins.
func (k *Kernel) startOf(p *Process, c *primitives.Call, how pathArg) (vfs.Location, error) {
	switch {
	case how == pathCwd:
		return p.cwd, nil
	case c.No == primitives.SysSymlinkat:
		return p.at(c.Args[1], c.Path, 0)
	default:
		return p.at(c.Args[0], c.Path, 0)
	}
}

// Verdict returns the error that a call would get, as far as that can be told without doing it: of a
// descriptor, whether it is open for that; of a path, whether it can be reached and permits it.
func (k *Kernel) Verdict(c *primitives.Call) primitives.Errno {
	p := k.procs[c.Pid]
	if p == nil {
		return primitives.ESRCH
	}
	defer k.actFor(p)()
	how := pathArgOf(c.No)
	switch {
	case how == noPath:
		return primitives.OK
	case how == descriptor || c.Path == "" && how != pathCwd:
		return p.descriptorVerdict(c)
	}
	at, err := k.startOf(p, c, how)
	if err != nil {
		return primitives.ErrnoOf(err)
	}
	return primitives.ErrnoOf(k.pathVerdict(p, c, at, how))
}

func (p *Process) descriptorVerdict(c *primitives.Call) primitives.Errno {
	f, err := p.fds.get(c.Args[0])
	switch {
	case err != nil:
		return primitives.EBADF
	case (c.No == primitives.SysRead || c.No == primitives.SysPread64) && !f.readable():
		return primitives.EBADF
	case (c.No == primitives.SysWrite || c.No == primitives.SysPwrite64) && !f.writable():
		return primitives.EBADF
	}
	return primitives.OK
}

func (k *Kernel) pathVerdict(p *Process, c *primitives.Call, at vfs.Location, how pathArg) error {
	want := uint32(0)
	switch c.No {
	case primitives.SysOpenat:
		if c.Args[2]&primitives.O_ACCMODE != primitives.O_WRONLY {
			want |= primitives.R_OK
		}
		if c.Args[2]&primitives.O_ACCMODE != primitives.O_RDONLY || c.Args[2]&primitives.O_TRUNC != 0 {
			want |= primitives.W_OK
		}
	case primitives.SysTruncate:
		want = primitives.W_OK
	case primitives.SysExecve, primitives.SysChdir:
		want = primitives.X_OK
	}
	if how != pathMakes {
		flags := primitives.AT_EACCESS
		if how == pathNoLink {
			flags |= primitives.AT_SYMLINK_NOFOLLOW
		}
		err := k.ns.Access(&p.cred, at, c.Path, want, flags)
		if c.No != primitives.SysOpenat || c.Args[2]&primitives.O_CREAT == 0 ||
			primitives.ErrnoOf(err) != primitives.ENOENT {
			return err
		}
	}
	return k.ns.Access(&p.cred, at, parentOf(c.Path), primitives.W_OK|primitives.X_OK, primitives.AT_EACCESS)
}

// parentOf returns the path of the directory that holds a path's last name.
func parentOf(path string) string {
	path = strings.TrimRight(path, "/")
	i := strings.LastIndexByte(path, '/')
	switch {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return path[:i]
}
