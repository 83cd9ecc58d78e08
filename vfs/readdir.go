package vfs

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// ReadDir returns up to max entries of a directory from cookie on, getdents64(2): 0 for the
// beginning, later the Off of the entry before. "." and ".." come first. Entries that were made
// after reading began may not show, those that went do not; every other one shows exactly once. A
// directory that was removed is empty.
func (f *File) ReadDir(cookie int64, limit int) ([]primitives.Dirent, error) {
	switch err := f.mayList(); {
	case err != nil:
		return nil, err
	case cookie < 0:
		return nil, primitives.EINVAL
	case f.inode().isDead():
		return nil, nil
	}
	if f.kept == nil || f.kept.names == nil || cookie == 0 {
		names := f.list()
		if err := f.keep(reading{names: names, held: int64(len(names)) * listedBytes}); err != nil {
			return nil, err
		}
	}
	f.Accessed()
	if limit <= 0 {
		return nil, nil
	}
	end := int64(len(f.kept.names)) + 2
	out := make([]primitives.Dirent, 0, max(min(int64(limit), end-cookie), 0))
	for at := cookie; len(out) < limit && at < end; at++ {
		if e, ok := f.entry(at); ok {
			e.Off = at + 1
			out = append(out, e)
		}
	}
	return out, nil
}

func (f *File) mayList() error {
	switch {
	case f.isPath():
		return primitives.EBADF
	case !f.inode().isDir():
		return primitives.ENOTDIR
	}
	return nil
}

// listedBytes is what an open directory keeps of an entry, though several may share it.
const listedBytes = 16

// Listed returns how many names the open directory had when it was last read from its beginning.
func (f *File) Listed() int {
	if f.kept == nil {
		return 0
	}
	return len(f.kept.names)
}

func (f *File) list() []string {
	i := f.inode()
	if !i.live {
		return i.dir.names(f.ns().order, f.ns().orderSeed)
	}
	dir, ok := i.node.(Dir)
	if !ok {
		return []string{}
	}
	names := dir.Names()
	f.loc.dentry.prune(names)
	if names == nil {
		names = []string{}
	}
	return names
}

// entry returns the entry at a position; there may be none any more.
func (f *File) entry(at int64) (primitives.Dirent, bool) {
	const dtDir = primitives.S_IFDIR >> 12
	switch at {
	case 0:
		return primitives.Dirent{Ino: f.inode().stat().Ino, Type: dtDir, Name: "."}, true
	case 1:
		up := f.ns().up(f.loc)
		if f.loc.dentry == f.loc.mount.root {
			up = f.loc // a file system knows nothing of what it is mounted on
		}
		return primitives.Dirent{Ino: up.inode().stat().Ino, Type: dtDir, Name: ".."}, true
	}
	name := f.kept.names[at-2]
	ino, mode, ok := f.peek(name)
	return primitives.Dirent{Ino: ino, Type: uint8(mode >> 12 & 15), Name: name}, ok
}

func (f *File) peek(name string) (ino uint64, mode uint32, ok bool) {
	if !f.inode().live {
		return f.inode().dir.peek(name)
	}
	d := f.loc.dentry.liveChild(name)
	if d == nil {
		return 0, 0, false
	}
	st := d.inode.stat()
	return st.Ino, st.Mode, true
}

// Names returns all names of a directory but "." and "..", in reading order.
func (f *File) Names() ([]string, error) {
	if err := f.mayList(); err != nil || f.inode().isDead() {
		return nil, err
	}
	f.Accessed()
	return slices.Clone(f.list()), nil
}
