package wasi

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// first is the number of the first directory that a command is given.
const first = 3

// PreopensVariable names the directories that a command is given instead of "/" and ".": DIR or DIR::NAME,
// joined by commas. NAME is what the program finds the directory by, DIR if it is not given: what
// wasmtime's --dir is. An empty value gives none. The program is not shown the variable.
const PreopensVariable = "WASI_PREOPENS"

// Preopens returns the directories that a command starts with, by its environment. It does not look whether
// they exist.
func Preopens(env []string) []hostabi.Preopen {
	list := []hostabi.Preopen{directory("/", "/"), directory(".", ".")}
	list[1].Both = true
	for _, v := range env {
		if dirs, ok := strings.CutPrefix(v, PreopensVariable+"="); ok { // the last one counts
			list = parsePreopens(dirs)
		}
	}
	return list
}

func directory(name, dir string) hostabi.Preopen {
	return hostabi.Preopen{Name: name, Path: dir, Fd: -1, Dir: -1}
}

func parsePreopens(dirs string) []hostabi.Preopen {
	list := []hostabi.Preopen{} // not nil, which would be no command
	for entry := range strings.SplitSeq(dirs, ",") {
		dir, name, named := strings.Cut(entry, "::")
		if !named {
			name = dir
		}
		if dir != "" && name != "" && len(list) < maxPreopens {
			list = append(list, directory(name, dir))
		}
	}
	return list
}

// maxPreopens bounds the directories of a command.
const maxPreopens = 64

// slot returns the place of a descriptor among the directories that the command began with, or nil.
func slot(g *hostabi.Guest, fd int64) *hostabi.Preopen {
	if fd < first || fd >= first+int64(len(g.Preopens)) {
		return nil
	}
	return &g.Preopens[fd-first]
}

// preopened returns the directory that a descriptor was from the start and still is, or nil.
func preopened(g *hostabi.Guest, fd int64) *hostabi.Preopen {
	if p := slot(g, fd); p != nil && !p.Gone && p.Fd < 0 {
		return p
	}
	return nil
}

// descriptor is the kernel's number of a descriptor; -1 where it has none, which is EBADF.
func descriptor(g *hostabi.Guest, fd int64) int64 {
	if p := slot(g, fd); p != nil {
		if p.Gone {
			return -1
		}
		return p.Fd
	}
	if fd < first {
		return fd
	}
	return fd - int64(len(g.Preopens))
}

// shown is the number that the guest sees for one of the kernel's.
func shown(g *hostabi.Guest, fd int64) uint32 {
	if fd >= first {
		fd += int64(len(g.Preopens))
	}
	return uint32(fd)
}

// at is where a path is to be looked up: below a descriptor. A command's paths may not lead out of the
// directory by themselves, as WASI has it and wasmtime refuses it; symbolic links are followed as the
// kernel does. makes says that the path is one to be made.
func at(g *hostabi.Guest, fd int64, ptr, n uint32, makes bool) (dir int64, name string, e primitives.Errno) {
	name = g.Text(ptr, n)
	switch {
	case strings.IndexByte(name, 0) >= 0:
		return 0, "", primitives.EINVAL
	case g.Preopens == nil:
		return fd, name, primitives.OK
	case name == "":
		return 0, "", primitives.ENOENT
	case !inside(name):
		return 0, "", primitives.EPERM
	}
	p := preopened(g, fd)
	switch {
	case p == nil:
		return descriptor(g, fd), name, primitives.OK
	case p.Both && absolute(g, name, makes):
		return primitives.AT_FDCWD, "/" + name, primitives.OK
	case p.Path == ".":
		return primitives.AT_FDCWD, name, primitives.OK
	default:
		// Not path.Join, which would take the meaning away that a slash at the end has.
		return primitives.AT_FDCWD, strings.TrimSuffix(p.Path, "/") + "/" + name, primitives.OK
	}
}

// absolute guesses what the libc of C and Rust forgets: whether a path that it looks up in "." began with a
// slash. It did if its first part is there in the root and not in the working directory, unless that is
// the part to be made.
func absolute(g *hostabi.Guest, name string, makes bool) bool {
	rest := name
	for {
		part, after, more := strings.Cut(rest, "/")
		if part == "" || part == "." {
			if rest = after; more {
				continue
			}
			return false
		}
		if makes && strings.Trim(after, "/") == "" {
			return false
		}
		return !exists(g, part) && exists(g, "/"+part)
	}
}

func exists(g *hostabi.Guest, name string) bool {
	c := g.Call(primitives.SysNewfstatat, primitives.AT_FDCWD, 0, 0, primitives.AT_SYMLINK_NOFOLLOW)
	c.Path, c.Stat = name, g.Stat()
	return g.Do(c).Errno == primitives.OK
}

// inside reports whether a path stays below where it begins.
func inside(name string) bool {
	if name[0] == '/' {
		return false
	}
	depth := 0
	for part := range strings.SplitSeq(name, "/") {
		switch part {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return false
			}
		default:
			depth++
		}
	}
	return true
}

// openPreopened opens a directory that the command was given, as a descriptor of the kernel's.
func openPreopened(g *hostabi.Guest, p *hostabi.Preopen) primitives.Result {
	const flags = primitives.O_RDONLY | primitives.O_DIRECTORY | primitives.O_CLOEXEC
	c := g.Call(primitives.SysOpenat, primitives.AT_FDCWD, 0, flags)
	c.Path = p.Path
	return g.Do(c)
}

// entriesOf returns the kernel's descriptor by which a directory is read: one that stays, for cookies are of
// one open directory.
func entriesOf(g *hostabi.Guest, fd int64) (int64, primitives.Errno) {
	p := preopened(g, fd)
	if p == nil {
		return descriptor(g, fd), primitives.OK
	}
	if p.Dir < 0 {
		r := openPreopened(g, p)
		if r.Errno == primitives.OK {
			r = high(g, r.Val)
		}
		if r.Errno != primitives.OK {
			return 0, r.Errno
		}
		p.Dir = r.Val
	}
	return p.Dir, primitives.OK
}

func prestat(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	p := preopened(g, a.I32(0))
	if p == nil {
		return primitives.EBADF
	}
	g.PutU32(a.U32(1), 0) // a directory
	g.PutU32(a.U32(1)+4, uint32(len(p.Name)))
	return primitives.OK
}

func prestatName(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	p := preopened(g, a.I32(0))
	switch {
	case p == nil:
		return primitives.EBADF
	case a.U32(2) < uint32(len(p.Name)):
		return primitives.ENAMETOOLONG
	}
	copy(g.Bytes(a.U32(1), uint32(len(p.Name))), p.Name)
	return primitives.OK
}

func closing(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	fd := a.I32(0)
	delete(g.Denied, fd)
	if p := preopened(g, fd); p != nil {
		forget(g, p)
		return primitives.OK
	}
	e := g.Do(g.Call(primitives.SysClose, descriptor(g, fd))).Errno
	if p := slot(g, fd); p != nil && e == primitives.OK {
		p.Gone = true
	}
	return e
}

// forget closes a directory that the command began with.
func forget(g *hostabi.Guest, p *hostabi.Preopen) {
	p.Gone = true
	if p.Dir >= 0 {
		g.Do(g.Call(primitives.SysClose, p.Dir))
		p.Dir = -1
	}
}

// renumber moves a descriptor to another number. That need not be open: hosts of today do not ask for it, and
// the specification's text is of what is open elsewhere.
func renumber(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	from, to := a.I32(0), a.I32(1)
	source := preopened(g, from)
	if from == to {
		if source != nil {
			return primitives.OK
		}
		return g.Do(g.Call(primitives.SysFcntl, descriptor(g, from), fGetfl)).Errno
	}
	if e := replace(g, source, from, to); e != primitives.OK {
		return e
	}
	if p := slot(g, from); p != nil {
		p.Gone = true
	}
	if denied, ok := g.Denied[from]; ok {
		g.Denied[to] = denied
		delete(g.Denied, from)
	} else {
		delete(g.Denied, to)
	}
	return primitives.OK
}

// replace makes to what from is, and from closed but for its place among the directories.
func replace(g *hostabi.Guest, source *hostabi.Preopen, from, to int64) primitives.Errno {
	target := slot(g, to)
	switch {
	case source != nil && target != nil:
		if target.Fd >= 0 && !target.Gone {
			g.Do(g.Call(primitives.SysClose, target.Fd))
		} else {
			forget(g, target)
		}
		*target = *source // it stays a directory to begin with
		source.Dir = -1
		return primitives.OK
	case source != nil:
		r := openPreopened(g, source)
		if r.Errno != primitives.OK {
			return r.Errno
		}
		e := move(g, r.Val, to)
		if e == primitives.OK {
			forget(g, source)
		} else {
			g.Do(g.Call(primitives.SysClose, r.Val))
		}
		return e
	default:
		return move(g, descriptor(g, from), to)
	}
}

// move gives the kernel's descriptor fd the number to. What takes the place of a directory that the command
// began with gets a high number of the kernel's.
func move(g *hostabi.Guest, fd, to int64) primitives.Errno {
	p := slot(g, to)
	if p == nil {
		if r := g.Do(g.Call(primitives.SysDup3, fd, descriptor(g, to), 0)); r.Errno != primitives.OK {
			return r.Errno
		}
		return g.Do(g.Call(primitives.SysClose, fd)).Errno
	}
	r := high(g, fd)
	if r.Errno != primitives.OK {
		return r.Errno
	}
	if p.Fd >= 0 && !p.Gone {
		g.Do(g.Call(primitives.SysClose, p.Fd))
	} else {
		forget(g, p)
	}
	p.Fd, p.Gone = r.Val, false
	return primitives.OK
}

// high moves a descriptor of the kernel's out of the way of those that the program opens next, and closes the
// one it had.
func high(g *hostabi.Guest, fd int64) primitives.Result {
	const fDupfdCloexec, beyond = 1030, 512
	r := g.Do(g.Call(primitives.SysFcntl, fd, fDupfdCloexec, beyond))
	if r.Errno == primitives.EINVAL { // the limit is lower
		r = g.Do(g.Call(primitives.SysFcntl, fd, fDupfdCloexec, first))
	}
	if r.Errno == primitives.OK {
		g.Do(g.Call(primitives.SysClose, fd))
	}
	return r
}
