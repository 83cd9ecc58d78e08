package vfs

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Limits of paths, path_resolution(7).
const (
	maxName  = 255  // bytes of a component
	maxPath  = 4096 // bytes of a path with its NUL
	maxLinks = 40   // symbolic links followed in one resolution
)

// lastKind is what the last component of a path is.
type lastKind uint8

const (
	lastName   lastKind = iota
	lastRoot            // nothing but slashes
	lastDot             // "."
	lastDotDot          // ".."
	lastJump            // a magic link led straight to at
)

// walk is one path resolution. It follows fs/namei.c of Linux: everything up to the last component
// is walked, then the call decides what the last one means to it.
type walk struct {
	ns    *Namespace
	c     *primitives.Cred
	at    Location // where the walk stands: the parent of the last component
	rest  string   // what is still to be walked
	links int      // followed so far
	live  bool     // a synthetic directory was met

	last  string // the last component
	kind  lastKind
	slash bool // slashes follow the last component: it must be a directory
}

// start checks the path as a whole and takes the walk to where it begins.
func (w *walk) start(at Location, path string) error {
	switch {
	case path == "":
		return primitives.ENOENT
	case len(path) >= maxPath:
		return primitives.ENAMETOOLONG
	case strings.IndexByte(path, 0) >= 0:
		return primitives.EINVAL // no C string holds one
	}
	w.at, w.rest = at, path
	if path[0] == '/' || at.dentry == nil {
		w.at = w.ns.root
	}
	if !w.at.inode().isDir() {
		return primitives.ENOTDIR
	}
	return nil
}

// parent walks all but the last component, unless it is known where they lead.
func (w *walk) parent() error {
	from, path := w.at, parents(w.rest)
	if path == "" || w.links > 0 {
		return w.walkParents()
	}
	if t := w.ns.trails.find(w.c, from, path); t != nil {
		w.at, w.rest = t.to, w.rest[len(path):]
		w.split()
		return nil
	}
	if err := w.walkParents(); err != nil {
		return err
	}
	if w.links == 0 && !w.live && !w.at.inode().live {
		w.ns.trails.keep(w.c, from, path, w.at)
	}
	return nil
}

func (w *walk) walkParents() error {
	w.rest = skipSlashes(w.rest)
	if w.rest == "" {
		w.kind, w.slash, w.last = lastRoot, false, ""
		return nil
	}
	for {
		if err := w.ns.search(w.c, w.at); err != nil {
			return err
		}
		if w.split() {
			return nil
		}
		if err := w.step(); err != nil {
			return err
		}
	}
}

// split cuts the next component off and reports whether it is the last.
func (w *walk) split() bool {
	i := strings.IndexByte(w.rest, '/')
	if i < 0 {
		w.last, w.rest, w.slash = w.rest, "", false
	} else {
		w.last, w.rest = w.rest[:i], skipSlashes(w.rest[i:])
		w.slash = true
	}
	switch w.last {
	case ".":
		w.kind = lastDot
	case "..":
		w.kind = lastDotDot
	default:
		w.kind = lastName
	}
	return w.rest == ""
}

// step walks through a component that is not the last.
func (w *walk) step() error {
	switch w.kind {
	case lastDot:
		return nil
	case lastDotDot:
		w.at = w.ns.up(w.at)
		return nil
	case lastName, lastRoot, lastJump:
	}
	d, err := w.child()
	if err != nil {
		return err
	}
	if d == nil {
		return primitives.ENOENT
	}
	l := w.ns.cross(Location{w.at.mount, d})
	switch {
	case l.inode().isDir():
		w.at = l
		return nil
	case l.inode().isSymlink():
		return w.follow(l, false)
	default:
		return primitives.ENOTDIR
	}
}

// child looks the last component up in the directory where the walk stands. A name that is not
// there is nil. What is mounted on it is not entered.
func (w *walk) child() (*dentry, error) {
	if len(w.last) > maxName {
		return nil, primitives.ENAMETOOLONG
	}
	d := w.at.dentry
	if d.inode.live {
		w.live = true
		return d.liveLookup(w.last)
	}
	return d.inode.dir.lookup(d, w.last), nil
}

// entry is child for the calls that make, remove or move names: nothing is looked up in a directory
// that was removed.
func (w *walk) entry() (*dentry, error) {
	if w.at.inode().isDead() {
		return nil, primitives.ENOENT
	}
	return w.child()
}

// follow goes on with the target of the link l. The kind is lastJump when a magic link led
// straight to its end.
func (w *walk) follow(l Location, trailing bool) error {
	if w.links++; w.links > maxLinks {
		return primitives.ELOOP
	}
	if trailing {
		if err := w.ns.mayFollow(w.c, w.at, l); err != nil {
			return err
		}
	}
	i := l.inode()
	target := i.target
	if link, ok := i.node.(Link); ok {
		if to, f, jumps := link.Jump(); jumps {
			return w.jump(to, f, trailing)
		}
		target = link.Target()
	} else {
		l.mount.flags.accessed(i)
	}
	if target == "" {
		return primitives.ENOENT
	}
	switch {
	case w.rest != "":
		w.rest = target + "/" + w.rest
	case w.slash:
		w.rest = target + "/"
	default:
		w.rest = target
	}
	if target[0] == '/' {
		w.at = w.ns.root
		w.rest = skipSlashes(w.rest)
	}
	return nil
}

// jump lands on where a magic link leads.
func (w *walk) jump(to Location, f *File, trailing bool) error {
	if f != nil {
		to = f.loc
	}
	if to.dentry == nil {
		return primitives.ENOENT
	}
	if !trailing && !to.IsDir() {
		return primitives.ENOTDIR
	}
	w.at = to
	if trailing {
		w.kind = lastJump
	}
	return nil
}

// end resolves the last component. Links are followed if follow says so, or slashes demand it.
func (w *walk) end(follow bool) (Location, error) {
	for {
		if err := w.parent(); err != nil {
			return Location{}, err
		}
		l, again, err := w.finish(follow)
		if err != nil || !again {
			return l, err
		}
	}
}

// finish turns the last component into a location; again says that it was a link to be walked on.
func (w *walk) finish(follow bool) (l Location, again bool, err error) {
	switch w.kind {
	case lastRoot, lastDot, lastJump:
		return w.at, false, nil
	case lastDotDot:
		return w.ns.up(w.at), false, nil
	case lastName:
	}
	d, err := w.child()
	if err != nil {
		return l, false, err
	}
	if d == nil {
		return l, false, primitives.ENOENT
	}
	l = w.ns.cross(Location{w.at.mount, d})
	if l.inode().isSymlink() && (follow || w.slash) {
		if err := w.follow(l, true); err != nil {
			return l, false, err
		}
		if w.kind != lastJump {
			return l, true, nil
		}
		l = w.at
	}
	if w.slash && !l.inode().isDir() {
		return l, false, primitives.ENOTDIR
	}
	return l, false, nil
}

func skipSlashes(s string) string {
	for len(s) > 0 && s[0] == '/' {
		s = s[1:]
	}
	return s
}

// lookup resolves a path of a call that takes AT_SYMLINK_NOFOLLOW and AT_EMPTY_PATH.
func (ns *Namespace) lookup(c *primitives.Cred, at Location, path string, flags int) (Location, error) {
	if path == "" && flags&primitives.AT_EMPTY_PATH != 0 {
		if at.dentry == nil {
			return ns.root, nil
		}
		return at, nil
	}
	w := walk{ns: ns, c: c}
	if err := w.start(at, path); err != nil {
		return Location{}, err
	}
	return w.end(flags&primitives.AT_SYMLINK_NOFOLLOW == 0)
}

// lookupRoot resolves an absolute path as root, for setting a namespace up.
func (ns *Namespace) lookupRoot(path string) (Location, error) {
	root := primitives.Root()
	return ns.lookup(&root, ns.root, path, 0)
}
