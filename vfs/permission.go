package vfs

import "github.com/sandfault/sandfault/primitives"

// allows applies the mode bits: the owner's alone for the owner, the group's alone for a member,
// else the others'. The superuser passes, except that executing a file needs one x bit.
func allows(c *primitives.Cred, a access, want uint32) bool {
	var bits uint32
	switch {
	case c.IsRoot():
		isDir := a.mode&primitives.S_IFMT == primitives.S_IFDIR
		return want&primitives.X_OK == 0 || isDir || a.mode&0o111 != 0
	case c.UID == a.uid:
		bits = a.mode >> 6
	case c.InGroup(a.gid):
		bits = a.mode >> 3
	default:
		bits = a.mode
	}
	return want&^bits&7 == 0
}

// permit refuses what the mode bits of l do not allow; want is R_OK, W_OK and X_OK.
func (ns *Namespace) permit(c *primitives.Cred, l Location, want uint32) error {
	if allows(c, l.inode().access(), want) {
		return nil
	}
	return primitives.Deny(primitives.EACCES, primitives.Permissions, "mode", ns.pathString(l))
}

// search refuses to walk through a directory without its x bit.
func (ns *Namespace) search(c *primitives.Cred, l Location) error {
	return ns.permit(c, l, primitives.X_OK)
}

// owns reports whether the identity may do what only the owner may.
func owns(c *primitives.Cred, a access) bool { return c.IsRoot() || c.UID == a.uid }

func (ns *Namespace) denyOwner(l Location) error {
	return primitives.Deny(primitives.EPERM, primitives.Permissions, "owner", ns.pathString(l))
}

// mayCreate is the check before a name is made in dir, which must be alive and writable.
func (ns *Namespace) mayCreate(c *primitives.Cred, dir Location) error {
	if dir.inode().isDead() {
		return primitives.ENOENT
	}
	return ns.permit(c, dir, primitives.W_OK|primitives.X_OK)
}

// mayDelete is the check before the name d goes from dir: the directory's bits, then its sticky
// bit, then the type that the call is for.
func (ns *Namespace) mayDelete(c *primitives.Cred, dir Location, d *dentry, wantDir bool) error {
	if err := ns.permit(c, dir, primitives.W_OK|primitives.X_OK); err != nil {
		return err
	}
	a := dir.inode().access()
	if a.mode&primitives.S_ISVTX != 0 && !owns(c, a) && c.UID != d.inode.access().uid {
		return primitives.Deny(primitives.EPERM, primitives.Permissions, "sticky", ns.childPath(dir, d.name))
	}
	switch {
	case wantDir && !d.inode.isDir():
		return primitives.ENOTDIR
	case !wantDir && d.inode.isDir():
		return primitives.EISDIR
	case dir.inode().isDead():
		return primitives.ENOENT
	}
	return nil
}

// mayFollow applies protected_symlinks: in a sticky directory that all may write to, only the
// follower's own links and those of the directory's owner are followed at the end of a path.
func (ns *Namespace) mayFollow(c *primitives.Cred, dir, link Location) error {
	if !ns.protectedSymlinks {
		return nil
	}
	const open = primitives.S_ISVTX | 0o002
	owner, d := link.inode().access().uid, dir.inode().access()
	if owner == c.UID || d.mode&open != open || owner == d.uid {
		return nil
	}
	return primitives.Deny(primitives.EACCES, primitives.Permissions, "protected_links", ns.pathString(link))
}

// mayReuse applies protected_regular and protected_fifos: an open with O_CREAT of what another owner
// than the opener and the directory's has put into a sticky directory that others may write to. On
// links, sockets and devices Linux has no switch for it.
func (ns *Namespace) mayReuse(c *primitives.Cred, dir, l Location) error {
	d := dir.inode().access()
	a := l.inode().access()
	level := uint8(1)
	switch a.mode & primitives.S_IFMT {
	case primitives.S_IFREG:
		level = ns.protectedRegular
	case primitives.S_IFIFO:
		level = ns.protectedFifos
	}
	switch {
	case d.mode&primitives.S_ISVTX == 0, level == 0, a.uid == d.uid, a.uid == c.UID:
		return nil
	case d.mode&0o002 != 0, d.mode&0o020 != 0 && level >= 2:
		return primitives.Deny(primitives.EACCES, primitives.Permissions, "protected_links", ns.pathString(l))
	}
	return nil
}

// mayLink applies protected_hardlinks: only files that one owns, or may read and write and that
// are plain, get further names.
func (ns *Namespace) mayLink(c *primitives.Cred, l Location) error {
	a := l.inode().access()
	if !ns.protectedLinks || owns(c, a) {
		return nil
	}
	const setgid = primitives.S_ISGID | 0o010
	plain := l.inode().isRegular() && a.mode&primitives.S_ISUID == 0 && a.mode&setgid != setgid
	if plain && allows(c, a, primitives.R_OK|primitives.W_OK) {
		return nil
	}
	return primitives.Deny(primitives.EPERM, primitives.Permissions, "protected_links", ns.pathString(l))
}

// newMode returns mode and group of what c makes in dir, less the umask: a setgid directory hands its
// group on, and to directories its bit as well. As in Linux, whether a file loses the setgid bit is
// decided by the mode before the umask.
func newMode(c *primitives.Cred, dir access, mode uint32) (m, gid uint32) {
	gid = c.GID
	isDir := mode&primitives.S_IFMT == primitives.S_IFDIR
	inherit := dir.mode&primitives.S_ISGID != 0
	if inherit {
		gid = dir.gid
		const setgid = primitives.S_ISGID | 0o010
		if !isDir && mode&setgid == setgid && !c.IsRoot() && !c.InGroup(gid) {
			mode &^= primitives.S_ISGID
		}
	}
	if mode&primitives.S_IFMT != primitives.S_IFLNK {
		mode &^= c.Umask & 0o777
	}
	if inherit && isDir {
		mode |= primitives.S_ISGID
	}
	return mode, gid
}

// dropSetID clears the bits that a write by c takes from a file.
func dropSetID(c *primitives.Cred, i *inode) {
	if c.IsRoot() || i.mode&(primitives.S_ISUID|primitives.S_ISGID) == 0 {
		return
	}
	drop := uint32(primitives.S_ISUID)
	if i.mode&0o010 != 0 || !c.InGroup(i.gid) {
		drop |= primitives.S_ISGID
	}
	i.mode &^= drop
}
