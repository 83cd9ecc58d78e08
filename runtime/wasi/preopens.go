package wasi

import (
	"path"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// first is the number of the first directory that a command is given.
const first = 3

// PreopensVariable names the directories that a command is given instead of "/": DIR or DIR::NAME, joined by
// commas. NAME is what the program finds the directory by, DIR if it is not given: what wasmtime's --dir
// is. An empty value gives none.
const PreopensVariable = "WASI_PREOPENS"

// Preopens returns the directories that a command starts with, by its environment. It does not look whether
// they exist.
func Preopens(env []string) []hostabi.Preopen {
	list := []hostabi.Preopen{{Name: "/", Path: "/", Fd: -1}}
	for _, v := range env {
		if dirs, ok := strings.CutPrefix(v, PreopensVariable+"="); ok { // the last one counts
			list = parsePreopens(dirs)
		}
	}
	return list
}

func parsePreopens(dirs string) (list []hostabi.Preopen) {
	for entry := range strings.SplitSeq(dirs, ",") {
		dir, name, named := strings.Cut(entry, "::")
		if !named {
			name = dir
		}
		if dir != "" && name != "" && len(list) < maxPreopens {
			list = append(list, hostabi.Preopen{Name: name, Path: dir, Fd: -1})
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
// kernel does.
func at(g *hostabi.Guest, fd int64, ptr, n uint32) (dir int64, name string, e primitives.Errno) {
	name = g.Text(ptr, n)
	switch {
	case strings.IndexByte(name, 0) >= 0:
		return 0, "", primitives.EINVAL
	case len(g.Preopens) == 0:
		return fd, name, primitives.OK
	case name == "":
		return 0, "", primitives.ENOENT
	case !inside(name):
		return 0, "", primitives.EPERM
	}
	if p := preopened(g, fd); p != nil {
		// Not path.Join, which would take the meaning away that a slash at the end has.
		return primitives.AT_FDCWD, strings.TrimSuffix(p.Path, "/") + "/" + name, primitives.OK
	}
	return descriptor(g, fd), name, primitives.OK
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
	c.Path = path.Clean(p.Path)
	return g.Do(c)
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
		p.Gone = true
		return primitives.OK
	}
	e := g.Do(g.Call(primitives.SysClose, descriptor(g, fd))).Errno
	if p := slot(g, fd); p != nil && e == primitives.OK {
		p.Gone = true
	}
	return e
}

// renumber moves a descriptor to another number, which must be one's that is open.
func renumber(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	from, to := a.I32(0), a.I32(1)
	source := preopened(g, from)
	if from == to {
		if source != nil {
			return primitives.OK
		}
		return g.Do(g.Call(primitives.SysFcntl, descriptor(g, from), fGetfl)).Errno
	}
	if preopened(g, to) == nil {
		if e := g.Do(g.Call(primitives.SysFcntl, descriptor(g, to), fGetfl)).Errno; e != primitives.OK {
			return e
		}
	}
	fd := descriptor(g, from)
	if source != nil {
		r := openPreopened(g, source)
		if r.Errno != primitives.OK {
			return r.Errno
		}
		fd = r.Val
	}
	if e := move(g, fd, to); e != primitives.OK {
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

// move gives the kernel's descriptor fd the number to. What takes the place of a directory that the command
// began with gets a high number of the kernel's, out of the way of those that are opened next.
func move(g *hostabi.Guest, fd, to int64) primitives.Errno {
	p := slot(g, to)
	if p == nil {
		if r := g.Do(g.Call(primitives.SysDup3, fd, descriptor(g, to), 0)); r.Errno != primitives.OK {
			return r.Errno
		}
		return g.Do(g.Call(primitives.SysClose, fd)).Errno
	}
	const fDupfdCloexec, high = 1030, 512
	r := g.Do(g.Call(primitives.SysFcntl, fd, fDupfdCloexec, high))
	if r.Errno == primitives.EINVAL {
		r = g.Do(g.Call(primitives.SysFcntl, fd, fDupfdCloexec, first))
	}
	if r.Errno != primitives.OK {
		return r.Errno
	}
	if p.Fd >= 0 && !p.Gone {
		g.Do(g.Call(primitives.SysClose, p.Fd))
	}
	p.Fd, p.Gone = r.Val, false
	return g.Do(g.Call(primitives.SysClose, fd)).Errno
}
