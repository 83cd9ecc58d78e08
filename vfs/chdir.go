package vfs

import "github.com/sandfault/sandfault/primitives"

// Chdir returns the directory at path as a working directory, chdir(2): it must allow search.
func (ns *Namespace) Chdir(c *primitives.Cred, at Location, path string) (Location, error) {
	l, err := ns.lookup(c, at, path, 0)
	if err != nil {
		return Location{}, err
	}
	if !l.inode().isDir() {
		return Location{}, primitives.ENOTDIR
	}
	return l, ns.search(c, l)
}

// Fchdir checks a directory that is open already, fchdir(2).
func (ns *Namespace) Fchdir(c *primitives.Cred, f *File) (Location, error) {
	if !f.inode().isDir() {
		return Location{}, primitives.ENOTDIR
	}
	return f.loc, ns.search(c, f.loc)
}

// Getcwd returns the absolute path of a directory, getcwd(2); ENOENT when it was removed.
func (ns *Namespace) Getcwd(l Location) (string, error) {
	p, exists := ns.path(l)
	if !exists {
		return "", primitives.ENOENT
	}
	if !ns.shows(l) {
		p = "(unreachable)" + p
	}
	return p, nil
}

// Resolve returns the canonical absolute path and the location that path leads to, as realpath(3)
// does. With follow, a link at its end is followed; links before it always are.
func (ns *Namespace) Resolve(
	c *primitives.Cred, at Location, path string, follow bool,
) (abs string, loc Location, err error) {
	flags := primitives.AT_SYMLINK_NOFOLLOW
	if follow {
		flags = 0
	}
	loc, err = ns.lookup(c, at, path, flags)
	if err != nil {
		return "", Location{}, err
	}
	return ns.pathString(loc), loc, nil
}

// ResolveParent is Resolve for a name that need not exist: it returns the canonical path that the
// call would make, following a dangling link at the end when follow says so.
func (ns *Namespace) ResolveParent(
	c *primitives.Cred, at Location, path string, follow bool,
) (abs string, dir Location, err error) {
	w := walk{ns: ns, c: c}
	if err := w.start(at, path); err != nil {
		return "", Location{}, err
	}
	for {
		if err := w.parent(); err != nil {
			return "", Location{}, err
		}
		l, again, err := w.finish(follow)
		switch {
		case again:
			continue
		case primitives.ErrnoOf(err) == primitives.ENOENT && w.kind == lastName:
			return ns.childPath(w.at, w.last), w.at, nil
		case err != nil:
			return "", Location{}, err
		}
		return ns.pathString(l), w.at, nil
	}
}
