package vfs

import "github.com/sandfault/sandfault/primitives"

// Link makes a further name of a file, linkat(2); flags are AT_SYMLINK_FOLLOW and AT_EMPTY_PATH.
func (ns *Namespace) Link(
	c *primitives.Cred, oldAt Location, old string, newAt Location, path string, flags int,
) error {
	if flags&^(primitives.AT_SYMLINK_FOLLOW|primitives.AT_EMPTY_PATH) != 0 {
		return primitives.EINVAL
	}
	how := flags & primitives.AT_EMPTY_PATH
	if flags&primitives.AT_SYMLINK_FOLLOW == 0 {
		how |= primitives.AT_SYMLINK_NOFOLLOW
	}
	src, err := ns.lookup(c, oldAt, old, how)
	if err != nil {
		return err
	}
	n, err := ns.creating(c, newAt, path, false)
	if err != nil {
		return err
	}
	switch src.mount {
	case n.at.mount:
	case ns.anonMount:
		return primitives.EXDEV
	default:
		return ns.crossDevice(src.mount)
	}
	if err := ns.mayLink(c, src); err != nil {
		return err
	}
	if err := ns.askLink(c, src, n.at); err != nil {
		return err
	}
	if err := ns.mayCreate(c, n.at); err != nil {
		return err
	}
	return ns.link(src, n.at, n.last)
}

// askLink puts a link to the rules: a new name in dir, and a move if it is not where the file is.
func (ns *Namespace) askLink(c *primitives.Cred, src, dir Location) error {
	if err := ns.ask(c, makeOp(src.inode().mode), dir); err != nil {
		return err
	}
	from := src
	if src.dentry != src.mount.root && src.dentry.parent != nil {
		from.dentry = src.dentry.parent
	}
	return ns.askRefer(c, from, dir)
}

func (ns *Namespace) link(src, dir Location, name string) error {
	i := src.inode()
	fs := i.fs
	switch {
	case i.live || dir.inode().live:
		return primitives.EPERM
	case i.isDir():
		return primitives.EPERM
	case i.nlink == 0 && !i.linkable:
		return primitives.ENOENT
	case fs.shape.maxLinks > 0 && i.nlink >= fs.shape.maxLinks:
		return primitives.EMLINK
	}
	if err := fs.mayStore(nameBytes); err != nil {
		return err
	}
	if err := fs.copyUp(src.dentry); err != nil {
		return err
	}
	if err := fs.copyUp(dir.dentry); err != nil {
		return err
	}
	if fs.shape.linkTakesInode && i.nlink > 0 {
		if err := fs.reserveInode(); err != nil {
			return err
		}
	}
	i.nlink++
	i.linkable = false
	i.touchAttr()
	ns.attachName(dir, name, i)
	return nil
}
