package vfs

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Limits of extended attributes, xattr(7), in bytes.
const (
	maxXattrName  = 255
	MaxXattrValue = 1 << 16 // of a value, and of a list of names
)

// Flags of setxattr(2).
const (
	XattrCreate  = 1
	XattrReplace = 2
)

// Xattr is an extended attribute.
type Xattr struct{ Name, Value string }

// Getxattr returns the value of an attribute, getxattr(2): ENODATA when there is none of that name. Flags are
// AT_SYMLINK_NOFOLLOW and AT_EMPTY_PATH.
func (ns *Namespace) Getxattr(
	c *primitives.Cred, at Location, path, name string, flags int,
) (string, error) {
	if err := xattrName(name); err != nil {
		return "", err
	}
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return "", err
	}
	return ns.getxattr(c, l, name)
}

// Listxattr returns the names of all attributes, sorted, listxattr(2). Flags are as for Getxattr.
func (ns *Namespace) Listxattr(c *primitives.Cred, at Location, path string, flags int) ([]string, error) {
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return nil, err
	}
	return l.inode().xattrNames(), nil
}

// Setxattr sets an attribute, setxattr(2); how is 0, XattrCreate or XattrReplace. There are those of users
// ("user."): the ones that belong to capabilities which a container lacks are EPERM, those that no file
// system here has EOPNOTSUPP. Other flags are as for Getxattr.
func (ns *Namespace) Setxattr(
	c *primitives.Cred, at Location, path string, x Xattr, how, flags int,
) error {
	if err := CheckXattr(x.Name, len(x.Value), how); err != nil {
		return err
	}
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return err
	}
	return ns.setxattr(c, l, x, how)
}

// Removexattr removes an attribute, removexattr(2). Flags are as for Getxattr.
func (ns *Namespace) Removexattr(c *primitives.Cred, at Location, path, name string, flags int) error {
	if err := xattrName(name); err != nil {
		return err
	}
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return err
	}
	return ns.removexattr(c, l, name)
}

// CheckXattr is what Linux checks before it looks for the file: the flags of setxattr, a name's length, a
// value's size.
func CheckXattr(name string, size, how int) error {
	switch err := xattrName(name); {
	case how&^(XattrCreate|XattrReplace) != 0:
		return primitives.EINVAL
	case err != nil:
		return err
	case size > MaxXattrValue:
		return primitives.E2BIG
	}
	return nil
}

func xattrName(name string) error {
	if name == "" || len(name) > maxXattrName {
		return primitives.ERANGE
	}
	return nil
}

// Spaces of attributes.
const (
	spaceUser     = "user."
	spaceTrusted  = "trusted."
	spaceSecurity = "security."
	spaceSystem   = "system."
)

// mayXattr is the check of fs/xattr.c before a file system is asked.
func (ns *Namespace) mayXattr(c *primitives.Cred, l Location, name string, want uint32) error {
	i := l.inode()
	none := primitives.ENODATA
	if want == primitives.W_OK {
		none = primitives.EPERM
	}
	switch {
	case strings.HasPrefix(name, spaceSecurity), strings.HasPrefix(name, spaceSystem):
		return nil
	case strings.HasPrefix(name, spaceTrusted): // CAP_SYS_ADMIN's
		return none
	case strings.HasPrefix(name, spaceUser):
		a := i.access()
		switch {
		case !i.isRegular() && !i.isDir():
			return none
		case i.isDir() && a.mode&primitives.S_ISVTX != 0 && want == primitives.W_OK && !owns(c, a):
			return ns.denyOwner(l)
		}
	}
	return ns.permit(c, l, want)
}

// xattrSpace refuses what the file system of l has no attributes for. Only the space itself is no name.
func (ns *Namespace) xattrSpace(l Location, name string) error {
	i := l.inode()
	switch {
	case !strings.HasPrefix(name, spaceUser) || i.live:
		return primitives.EOPNOTSUPP
	case l.mount.flags.NoXattr:
		return primitives.Deny(primitives.EOPNOTSUPP, primitives.Mounts, "nouser_xattr",
			ns.mountPath(l.mount))
	case name == spaceUser:
		return primitives.EINVAL
	}
	return nil
}

func (ns *Namespace) getxattr(c *primitives.Cred, l Location, name string) (string, error) {
	if err := ns.mayXattr(c, l, name, primitives.R_OK); err != nil {
		return "", err
	}
	i := l.inode()
	switch {
	case strings.HasPrefix(name, spaceSecurity) && len(name) > len(spaceSecurity):
		return "", primitives.ENODATA
	case isACL(name) && !i.isSymlink() && !i.live:
		return "", primitives.ENODATA
	}
	if err := ns.xattrSpace(l, name); err != nil {
		return "", err
	}
	at, ok := i.findXattr(name)
	if !ok {
		return "", primitives.ENODATA
	}
	return i.xattrs[at].Value, nil
}

// isACL reports an access control list, which no file here has.
func isACL(name string) bool {
	return name == "system.posix_acl_access" || name == "system.posix_acl_default"
}

// mayChangeXattr is what setting and removing share.
func (ns *Namespace) mayChangeXattr(c *primitives.Cred, l Location, name string) error {
	if err := ns.writable(l.mount); err != nil {
		return err
	}
	if err := ns.mayXattr(c, l, name, primitives.W_OK); err != nil {
		return err
	}
	if strings.HasPrefix(name, spaceSecurity) { // CAP_SYS_ADMIN's or CAP_SETFCAP's
		return primitives.Deny(primitives.EPERM, primitives.Permissions, "capability", "CAP_SYS_ADMIN")
	}
	return nil
}

func (ns *Namespace) setxattr(c *primitives.Cred, l Location, x Xattr, how int) error {
	if err := ns.mayChangeXattr(c, l, x.Name); err != nil {
		return err
	}
	i := l.inode()
	if err := i.fs.copyUp(l.dentry); err != nil { // an overlay does so before it looks at the name
		return err
	}
	if err := ns.xattrSpace(l, x.Name); err != nil {
		return err
	}
	at, have := i.findXattr(x.Name)
	switch {
	case have && how&XattrCreate != 0:
		return primitives.EEXIST
	case !have && how&XattrReplace != 0:
		return primitives.ENODATA
	}
	freed := int64(0)
	if have {
		freed = xattrBytes(i.xattrs[at])
	}
	if err := i.reserveXattr(xattrBytes(x) - freed); err != nil {
		return err
	}
	x = Xattr{strings.Clone(x.Name), strings.Clone(x.Value)}
	list := slices.Clone(i.xattrs) // an image's are never written
	if have {
		list[at] = x
	} else {
		list = slices.Insert(list, at, x)
	}
	i.setXattrs(list)
	return nil
}

func (ns *Namespace) removexattr(c *primitives.Cred, l Location, name string) error {
	if err := ns.mayChangeXattr(c, l, name); err != nil {
		return err
	}
	if err := ns.xattrSpace(l, name); err != nil {
		return err
	}
	i := l.inode()
	at, have := i.findXattr(name)
	if !have {
		return primitives.ENODATA
	}
	if err := i.fs.copyUp(l.dentry); err != nil {
		return err
	}
	_ = i.reserveXattr(-xattrBytes(i.xattrs[at])) // giving back is never refused
	i.setXattrs(slices.Delete(slices.Clone(i.xattrs), at, at+1))
	return nil
}

func (i *inode) findXattr(name string) (int, bool) {
	return slices.BinarySearchFunc(i.xattrs, name, func(x Xattr, name string) int {
		return strings.Compare(x.Name, name)
	})
}

// xattrNames lists the names: a tmpfs keeps them in a tree that it walks from the greatest name to the least
// (fs/xattr.c, simple_xattr_list), disks as they find room.
func (i *inode) xattrNames() []string {
	names := make([]string, len(i.xattrs))
	for k := range i.xattrs {
		names[k] = i.xattrs[k].Name
	}
	if i.fs.kind == kindTmpfs {
		slices.Reverse(names)
	}
	return names
}

// xattrBytes is what an attribute takes in a tmpfs, whose structure of it has 40 bytes.
func xattrBytes(x Xattr) int64 { return 40 + int64(len(x.Name)) + 1 + int64(len(x.Value)) }

// setXattrs gives the inode a list of its own.
func (i *inode) setXattrs(list []Xattr) {
	before := i.ownXattrBytes()
	i.xattrs, i.attrsOwn = list, true
	i.fs.stores(i.ownXattrBytes() - before)
	i.touchAttr()
}

// ownXattrBytes is what the inode's attributes take of the host: the image's are shared.
func (i *inode) ownXattrBytes() int64 {
	if !i.attrsOwn {
		return 0
	}
	return i.allXattrBytes()
}

// forgetXattrs gives back what the attributes of a dead inode took.
func (i *inode) forgetXattrs() {
	if i.fs.shape.xattrBlock == 0 {
		i.fs.xattrs -= i.allXattrBytes()
	}
	i.fs.stores(-i.ownXattrBytes())
	i.xattrs = nil
}

// keepXattrs is the opposite of forgetXattrs, in the file system that the inode came to.
func (i *inode) keepXattrs(list []Xattr) {
	i.xattrs, i.attrsOwn = list, true
	if i.fs.shape.xattrBlock == 0 {
		i.fs.xattrs += i.allXattrBytes()
	}
	i.fs.stores(i.ownXattrBytes())
}

// allXattrBytes is what the inode's attributes take.
func (i *inode) allXattrBytes() int64 {
	n := int64(0)
	for _, x := range i.xattrs {
		n += xattrBytes(x)
	}
	return n
}

// reserveXattr takes n bytes for attributes: on a tmpfs from its quota of inodes, of which each stands for
// 1024 bytes; elsewhere from the one block that an inode has for them.
func (i *inode) reserveXattr(n int64) error {
	fs := i.fs
	if n > 0 {
		if err := fs.mayStore(n); err != nil {
			return err
		}
	}
	switch {
	case fs.shape.xattrBlock > 0:
		if n > 0 && i.allXattrBytes()+n > fs.shape.xattrBlock {
			return primitives.ENOSPC
		}
		return nil
	case n > 0 && fs.maxInodes > 0 && (fs.maxInodes-fs.inodes)*quotaInode-fs.xattrs < n:
		return fs.fullInodes()
	}
	fs.xattrs += n
	return nil
}

// quotaInode is what an inode stands for in a tmpfs's quota of inodes, in bytes.
const quotaInode = 1024

// Getxattr is fgetxattr(2).
func (f *File) Getxattr(c *primitives.Cred, name string) (string, error) {
	switch err := xattrName(name); {
	case err != nil:
		return "", err
	case f.isPath():
		return "", primitives.EBADF
	}
	return f.ns().getxattr(c, f.loc, name)
}

// Listxattr is flistxattr(2).
func (f *File) Listxattr() ([]string, error) {
	if f.isPath() {
		return nil, primitives.EBADF
	}
	return f.inode().xattrNames(), nil
}

// Setxattr is fsetxattr(2).
func (f *File) Setxattr(c *primitives.Cred, name, value string, how int) error {
	switch err := CheckXattr(name, len(value), how); {
	case err != nil:
		return err
	case f.isPath():
		return primitives.EBADF
	}
	return f.ns().setxattr(c, f.loc, Xattr{name, value}, how)
}

// Removexattr is fremovexattr(2).
func (f *File) Removexattr(c *primitives.Cred, name string) error {
	switch err := xattrName(name); {
	case err != nil:
		return err
	case f.isPath():
		return primitives.EBADF
	}
	return f.ns().removexattr(c, f.loc, name)
}
