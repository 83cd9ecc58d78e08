package vfs

import (
	"os"
	"path"
	"time"

	"github.com/spf13/afero"

	"github.com/sandfault/sandfault/primitives"
)

// aferoFs is a Namespace as one identity sees it from one directory.
type aferoFs struct {
	ns  *Namespace
	c   primitives.Cred
	cwd string
}

var (
	_ afero.Fs        = (*aferoFs)(nil)
	_ afero.Symlinker = (*aferoFs)(nil)
)

// NewAferoFs returns an afero.Fs view of a namespace: calls are made by the identity c, relative
// paths start at cwd, which must be absolute. It also has afero's optional interfaces for links.
// Errors are *os.PathError or *os.LinkError around the error of this package; they match
// os.ErrNotExist, os.ErrExist and os.ErrPermission as far as their errno does.
func NewAferoFs(ns *Namespace, c primitives.Cred, cwd string) afero.Fs {
	return &aferoFs{ns: ns, c: c, cwd: cwd}
}

// abs joins the cwd on by text only as far as Linux would: "a/../b" stays as it is.
func (a *aferoFs) abs(name string) string {
	if name == "" || name[0] == '/' {
		return name
	}
	return a.cwd + "/" + name
}

func pathError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &os.PathError{Op: op, Path: name, Err: hostError{err}}
}

// hostError lets errors.Is match what the os package's errors match, beside the errno itself.
type hostError struct{ err error }

func (e hostError) Error() string { return e.err.Error() }
func (e hostError) Unwrap() error { return e.err }

func (e hostError) Is(target error) bool {
	switch primitives.ErrnoOf(e.err) {
	case primitives.ENOENT:
		return target == os.ErrNotExist
	case primitives.EEXIST, primitives.ENOTEMPTY:
		return target == os.ErrExist
	case primitives.EACCES, primitives.EPERM:
		return target == os.ErrPermission
	default:
		return false
	}
}

func (a *aferoFs) Name() string { return "sandfault" }

func (a *aferoFs) Create(name string) (afero.File, error) {
	return a.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

func (a *aferoFs) Open(name string) (afero.File, error) { return a.OpenFile(name, os.O_RDONLY, 0) }

func (a *aferoFs) OpenFile(name string, flag int, perm os.FileMode) (afero.File, error) {
	f, err := a.ns.Open(&a.c, a.ns.Root(), a.abs(name), linuxFlags(flag), modeBits(perm))
	if err != nil {
		return nil, pathError("open", name, err)
	}
	if f.Mode()&primitives.S_IFMT == primitives.S_IFIFO {
		_ = f.Close()
		return nil, pathError("open", name, primitives.EOPNOTSUPP) // nobody could wait here
	}
	return &aferoFile{fs: a, name: name, f: f, append: flag&os.O_APPEND != 0}, nil
}

// linuxFlags translates the os package's flags, whose numbers are the host's.
func linuxFlags(flag int) int {
	out := 0
	switch flag & (os.O_RDONLY | os.O_WRONLY | os.O_RDWR) {
	case os.O_WRONLY:
		out = primitives.O_WRONLY
	case os.O_RDWR:
		out = primitives.O_RDWR
	}
	for _, f := range [][2]int{
		{os.O_APPEND, primitives.O_APPEND},
		{os.O_CREATE, primitives.O_CREAT},
		{os.O_EXCL, primitives.O_EXCL},
		{os.O_TRUNC, primitives.O_TRUNC},
	} {
		if flag&f[0] != 0 {
			out |= f[1]
		}
	}
	return out
}

func (a *aferoFs) Mkdir(name string, perm os.FileMode) error {
	return pathError("mkdir", name, a.ns.Mkdir(&a.c, a.ns.Root(), a.abs(name), modeBits(perm)))
}

func (a *aferoFs) MkdirAll(name string, perm os.FileMode) error {
	return pathError("mkdir", name, a.ns.MkdirAll(&a.c, a.ns.Root(), a.abs(name), modeBits(perm)))
}

func (a *aferoFs) Remove(name string) error {
	err := a.ns.Unlink(&a.c, a.ns.Root(), a.abs(name), 0)
	if primitives.ErrnoOf(err) == primitives.EISDIR {
		err = a.ns.Unlink(&a.c, a.ns.Root(), a.abs(name), primitives.AT_REMOVEDIR)
	}
	return pathError("remove", name, err)
}

// RemoveAll removes name and what is below it. It goes on as far as it can and returns the first
// error; a name that does not exist is none.
func (a *aferoFs) RemoveAll(name string) error {
	if base := path.Base(name); base == "." || base == ".." {
		return pathError("removeall", name, primitives.EINVAL)
	}
	return pathError("removeall", name, a.removeAll(a.abs(name)))
}

func (a *aferoFs) removeAll(p string) error {
	err := a.ns.Unlink(&a.c, a.ns.Root(), p, 0)
	switch primitives.ErrnoOf(err) {
	case primitives.OK, primitives.ENOENT, primitives.ENOTDIR:
		return nil
	case primitives.EISDIR:
	default:
		return err
	}
	first := a.removeBelow(p)
	if err := a.ns.Unlink(&a.c, a.ns.Root(), p, primitives.AT_REMOVEDIR); err != nil && first == nil {
		first = err
	}
	return first
}

func (a *aferoFs) removeBelow(p string) error {
	f, err := a.ns.Open(&a.c, a.ns.Root(), p, primitives.O_DIRECTORY|primitives.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // a directory that was read
	names, err := f.Names()
	if err != nil {
		return err
	}
	var first error
	for _, name := range names {
		if err := a.removeAll(p + "/" + name); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (a *aferoFs) Rename(oldname, newname string) error {
	root := a.ns.Root()
	err := a.ns.Rename(&a.c, root, a.abs(oldname), root, a.abs(newname), 0)
	if err != nil {
		return &os.LinkError{Op: "rename", Old: oldname, New: newname, Err: hostError{err}}
	}
	return nil
}

func (a *aferoFs) Stat(name string) (os.FileInfo, error) {
	return a.stat("stat", name, 0)
}

func (a *aferoFs) stat(op, name string, flags int) (os.FileInfo, error) {
	st, err := a.ns.Stat(&a.c, a.ns.Root(), a.abs(name), flags)
	if err != nil {
		return nil, pathError(op, name, err)
	}
	return &fileInfo{path.Base(name), st}, nil
}

func (a *aferoFs) Chmod(name string, mode os.FileMode) error {
	return pathError("chmod", name, a.ns.Chmod(&a.c, a.ns.Root(), a.abs(name), modeBits(mode), 0))
}

func (a *aferoFs) Chown(name string, uid, gid int) error {
	// -1 keeps an id; it is Keep in 32 bits.
	err := a.ns.Chown(&a.c, a.ns.Root(), a.abs(name), uint32(uid), uint32(gid), 0)
	return pathError("chown", name, err)
}

func (a *aferoFs) Chtimes(name string, atime, mtime time.Time) error {
	t := Times{
		Atime: atime.UnixNano(), AtimeOmit: atime.IsZero(),
		Mtime: mtime.UnixNano(), MtimeOmit: mtime.IsZero(),
	}
	return pathError("chtimes", name, a.ns.Utimens(&a.c, a.ns.Root(), a.abs(name), t, 0))
}

func (a *aferoFs) LstatIfPossible(name string) (os.FileInfo, bool, error) {
	info, err := a.stat("lstat", name, primitives.AT_SYMLINK_NOFOLLOW)
	return info, true, err
}

func (a *aferoFs) SymlinkIfPossible(oldname, newname string) error {
	if err := a.ns.Symlink(&a.c, oldname, a.ns.Root(), a.abs(newname)); err != nil {
		return &os.LinkError{Op: "symlink", Old: oldname, New: newname, Err: hostError{err}}
	}
	return nil
}

func (a *aferoFs) ReadlinkIfPossible(name string) (string, error) {
	target, err := a.ns.Readlink(&a.c, a.ns.Root(), a.abs(name))
	return target, pathError("readlink", name, err)
}
