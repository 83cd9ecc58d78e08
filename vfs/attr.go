package vfs

import "github.com/sandfault/sandfault/primitives"

// Keep is the uid or gid that Chown leaves as it is.
const Keep = ^uint32(0)

// Times are the new times of utimensat(2), ns since 1970.
type Times struct {
	Atime, Mtime         int64
	AtimeNow, MtimeNow   bool // UTIME_NOW
	AtimeOmit, MtimeOmit bool // UTIME_OMIT
	Invalid              bool // a time's nanoseconds are none: EINVAL once the path is found
}

// Idle reports whether both times are to stay: utimensat then looks at nothing else.
func (t *Times) Idle() bool { return t.AtimeOmit && t.MtimeOmit }

// Chmod sets permission bits, fchmodat2(2); flags are AT_SYMLINK_NOFOLLOW and AT_EMPTY_PATH.
func (ns *Namespace) Chmod(c *primitives.Cred, at Location, path string, mode uint32, flags int) error {
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return err
	}
	return ns.chmod(c, l, mode)
}

func (ns *Namespace) chmod(c *primitives.Cred, l Location, mode uint32) error {
	i := l.inode()
	if err := ns.writable(l.mount); err != nil {
		return err
	}
	switch {
	case i.isSymlink():
		return primitives.EOPNOTSUPP
	case !owns(c, i.access()):
		return ns.denyOwner(l)
	}
	if !c.IsRoot() && !c.InGroup(i.access().gid) {
		mode &^= primitives.S_ISGID
	}
	if i.live {
		return i.change(func(a *primitives.Stat) { a.Mode = i.kind() | mode&0o7777 })
	}
	if err := i.fs.copyUp(l.dentry); err != nil {
		return err
	}
	i.mode = i.kind() | mode&0o7777
	i.touchAttr()
	i.turned()
	return nil
}

// Chown sets the owner, fchownat(2); Keep leaves one as it is. Flags are as for Chmod.
func (ns *Namespace) Chown(c *primitives.Cred, at Location, path string, uid, gid uint32, flags int) error {
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return err
	}
	return ns.chown(c, l, uid, gid)
}

func (ns *Namespace) chown(c *primitives.Cred, l Location, uid, gid uint32) error {
	i := l.inode()
	if err := ns.writable(l.mount); err != nil {
		return err
	}
	a := i.access()
	drop := chownDrops(c, a)
	switch {
	case uid != Keep && !c.IsRoot() && (c.UID != a.uid || uid != a.uid):
		return ns.denyOwner(l)
	case gid != Keep && !c.IsRoot() && (c.UID != a.uid || gid != a.gid && !c.InGroup(gid)):
		return ns.denyOwner(l)
	case drop != 0 && !owns(c, a):
		return ns.denyOwner(l)
	}
	if uid == Keep {
		uid = a.uid
	}
	if gid == Keep {
		gid = a.gid
	}
	if i.live {
		return i.change(func(a *primitives.Stat) { a.UID, a.GID, a.Mode = uid, gid, a.Mode&^drop })
	}
	if err := i.fs.copyUp(l.dentry); err != nil {
		return err
	}
	i.uid, i.gid = uid, gid
	i.mode &^= drop
	i.touchAttr()
	i.turned()
	return nil
}

// chownDrops returns the setid bits that any change of owner clears.
func chownDrops(c *primitives.Cred, a access) uint32 {
	if a.mode&primitives.S_IFMT == primitives.S_IFDIR {
		return 0
	}
	drop := a.mode & primitives.S_ISUID
	if a.mode&0o010 != 0 || !c.IsRoot() && !c.InGroup(a.gid) {
		drop |= a.mode & primitives.S_ISGID
	}
	return drop
}

// Utimens sets access and modification times, utimensat(2). Flags are as for Chmod.
func (ns *Namespace) Utimens(c *primitives.Cred, at Location, path string, t Times, flags int) error {
	if t.Idle() {
		return nil // Linux does not even look at the path
	}
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return err
	}
	return ns.utimens(c, l, t)
}

func (ns *Namespace) utimens(c *primitives.Cred, l Location, t Times) error {
	i := l.inode()
	if t.Invalid {
		return primitives.EINVAL
	}
	if err := ns.writable(l.mount); err != nil {
		return err
	}
	if !owns(c, i.access()) {
		if !t.AtimeNow || !t.MtimeNow {
			return ns.denyOwner(l)
		}
		if err := ns.permit(c, l, primitives.W_OK); err != nil {
			return err
		}
	}
	if i.live {
		_ = i.change(func(a *primitives.Stat) { // /proc takes it and forgets it
			a.Atime = newTime(a.Atime, t.Atime, a.Ctime, t.AtimeOmit, t.AtimeNow)
			a.Mtime = newTime(a.Mtime, t.Mtime, a.Ctime, t.MtimeOmit, t.MtimeNow)
		})
		return nil
	}
	if err := i.fs.copyUp(l.dentry); err != nil {
		return err
	}
	i.touchAttr()
	i.atime = newTime(i.atime, i.fs.shape.clamp(t.Atime), i.ctime, t.AtimeOmit, t.AtimeNow)
	i.mtime = newTime(i.mtime, i.fs.shape.clamp(t.Mtime), i.ctime, t.MtimeOmit, t.MtimeNow)
	return nil
}

// clamp takes a time that is too early for the file system to the earliest that it has.
func (s *shape) clamp(t int64) int64 {
	const second = 1_000_000_000
	if s.minTime != 0 && t < s.minTime+second { // nor has the first second fractions (fs/inode.c)
		return s.minTime
	}
	return t
}

func newTime(old, t, now int64, omit, useNow bool) int64 {
	switch {
	case omit:
		return old
	case useNow:
		return now
	default:
		return t
	}
}

// Truncate sets the size of a file, truncate(2).
func (ns *Namespace) Truncate(c *primitives.Cred, at Location, path string, size int64) error {
	if size < 0 {
		return primitives.EINVAL
	}
	l, err := ns.lookup(c, at, path, 0)
	if err != nil {
		return err
	}
	i := l.inode()
	switch {
	case i.isDir():
		return primitives.EISDIR
	case !i.isRegular():
		return primitives.EINVAL
	}
	if err := ns.permit(c, l, primitives.W_OK); err != nil {
		return err
	}
	if err := ns.writable(l.mount); err != nil {
		return err
	}
	if i.running > 0 {
		return primitives.ETXTBSY
	}
	if err := ns.ask(c, OpTruncate, l); err != nil {
		return err
	}
	switch {
	case i.live:
		return nil // /proc files take O_TRUNC and truncate, and ignore them
	case size > i.fs.fileLimit():
		return primitives.EFBIG
	}
	if err := i.fs.copyUp(l.dentry); err != nil {
		return err
	}
	dropSetID(c, i)
	if size == i.file.size && i.file.held == 0 && i.fs.kind == kindTmpfs {
		return nil // nothing to give back, and no change (mm/shmem.c, shmem_setattr)
	}
	i.file.truncate(i.fs, size)
	i.touch()
	return nil
}
