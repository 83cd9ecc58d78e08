package vfs

import "github.com/sandfault/sandfault/primitives"

// Unlink removes a name, unlink(2), or an empty directory with AT_REMOVEDIR, rmdir(2).
func (ns *Namespace) Unlink(c *primitives.Cred, at Location, path string, flags int) error {
	rmdir := flags&primitives.AT_REMOVEDIR != 0
	if flags&^primitives.AT_REMOVEDIR != 0 {
		return primitives.EINVAL
	}
	w := walk{ns: ns, c: c}
	if err := w.start(at, path); err != nil {
		return err
	}
	if err := w.parent(); err != nil {
		return err
	}
	if w.kind != lastName {
		return removeDots(w.kind, rmdir)
	}
	if err := ns.writable(w.at.mount); err != nil {
		return err
	}
	d, err := w.entry()
	if err != nil {
		return err
	}
	if d == nil {
		return primitives.ENOENT
	}
	if rmdir {
		return ns.rmdir(c, w.at, d)
	}
	if w.slash {
		if d.inode.isDir() {
			return primitives.EISDIR
		}
		return primitives.ENOTDIR
	}
	return ns.unlink(c, w.at, d)
}

// removeDots is the error for a path that ends in no name.
func removeDots(k lastKind, rmdir bool) error {
	switch {
	case !rmdir:
		return primitives.EISDIR
	case k == lastDotDot:
		return primitives.ENOTEMPTY
	case k == lastDot:
		return primitives.EINVAL
	default:
		return primitives.EBUSY
	}
}

func (ns *Namespace) unlink(c *primitives.Cred, dir Location, d *dentry) error {
	if err := ns.ask(c, OpRemoveFile, dir); err != nil {
		return err
	}
	if err := ns.mayDelete(c, dir, d, false); err != nil {
		return err
	}
	return ns.remove(dir, d)
}

func (ns *Namespace) rmdir(c *primitives.Cred, dir Location, d *dentry) error {
	if err := ns.ask(c, OpRemoveDir, dir); err != nil {
		return err
	}
	if err := ns.mayDelete(c, dir, d, true); err != nil {
		return err
	}
	return ns.remove(dir, d)
}

// remove does what is left once the identity may: mount points and full directories stay.
func (ns *Namespace) remove(dir Location, d *dentry) error {
	if err := ns.busy(Location{dir.mount, d}); err != nil {
		return err
	}
	if d.inode.live {
		return primitives.EPERM // synthetic file systems have no such operation
	}
	if d.inode.isDir() && d.inode.dir.count > 0 {
		return primitives.ENOTEMPTY
	}
	if err := d.inode.fs.copyUp(dir.dentry); err != nil {
		return err
	}
	ns.detachName(dir, d)
	return nil
}
