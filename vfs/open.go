package vfs

import "github.com/sandfault/sandfault/primitives"

// Flags of open(2) that guests rarely use, x86-64 numbers.
const (
	oDirect  = 0x4000
	oNoatime = 0x40000
	oTmpfile = 0x400000 | primitives.O_DIRECTORY
)

// opening is one open(2) after its flags were checked.
type opening struct {
	walk
	flags int
	mode  uint32 // of a file that is made, before the umask
	want  uint32 // R_OK, W_OK, X_OK
}

// Open opens path, openat(2). It makes the file if O_CREAT says so, with the mode less the umask.
func (ns *Namespace) Open(
	c *primitives.Cred, at Location, path string, flags int, mode uint32,
) (*File, error) {
	o := opening{walk: walk{ns: ns, c: c}, flags: flags, mode: mode & 0o7777}
	if err := o.checkFlags(); err != nil {
		return nil, err
	}
	if err := o.start(at, path); err != nil {
		return nil, err
	}
	switch {
	case o.flags&primitives.O_PATH != 0:
		return o.openPath()
	case o.flags&oTmpfile == oTmpfile:
		return o.openTmpfile()
	case o.flags&primitives.O_CREAT != 0:
		return o.openCreate()
	}
	l, err := o.end(o.flags&primitives.O_NOFOLLOW == 0)
	if err != nil {
		return nil, err
	}
	return o.open(l)
}

// CheckOpen refuses what openat(2) refuses before it looks at a descriptor: flags that exclude each other,
// and paths that are empty or too long.
func CheckOpen(flags int, path string) error {
	o := opening{flags: flags}
	switch err := o.checkFlags(); {
	case err != nil:
		return err
	case path == "":
		return primitives.ENOENT
	case len(path) >= maxPath:
		return primitives.ENAMETOOLONG
	}
	return nil
}

// checkFlags refuses the combinations that open(2) refuses, and derives the access.
func (o *opening) checkFlags() error {
	if o.flags&primitives.O_PATH != 0 {
		o.flags &= primitives.O_PATH | primitives.O_DIRECTORY | primitives.O_NOFOLLOW | primitives.O_CLOEXEC
		return nil
	}
	switch o.flags & primitives.O_ACCMODE {
	case primitives.O_RDONLY:
		o.want = primitives.R_OK
	case primitives.O_WRONLY:
		o.want = primitives.W_OK
	default:
		o.want = primitives.R_OK | primitives.W_OK
	}
	const create = primitives.O_CREAT | primitives.O_DIRECTORY
	switch {
	case o.flags&oTmpfile == oTmpfile:
		if o.flags&primitives.O_CREAT != 0 || o.want&primitives.W_OK == 0 {
			return primitives.EINVAL
		}
	case o.flags&(oTmpfile&^primitives.O_DIRECTORY) != 0, o.flags&create == create:
		return primitives.EINVAL
	}
	if o.flags&primitives.O_TRUNC != 0 {
		o.want |= primitives.W_OK
	}
	return nil
}

func (o *opening) openPath() (*File, error) {
	l, err := o.end(o.flags&primitives.O_NOFOLLOW == 0)
	if err != nil {
		return nil, err
	}
	if o.flags&primitives.O_DIRECTORY != 0 && !l.inode().isDir() {
		return nil, primitives.ENOTDIR
	}
	return o.ns.newFile(l, o.flags), nil
}

// openCreate walks to a file that may have to be made, through links at the end of the path.
func (o *opening) openCreate() (*File, error) {
	excl := o.flags&primitives.O_EXCL != 0
	for {
		if err := o.parent(); err != nil {
			return nil, err
		}
		if o.kind != lastName {
			return o.openExisting(o.at)
		}
		if o.slash {
			return nil, primitives.EISDIR
		}
		if o.at.inode().isDead() {
			return nil, primitives.ENOENT
		}
		d, err := o.child()
		if err != nil {
			return nil, err
		}
		if d == nil {
			return o.create()
		}
		l := o.ns.cross(Location{o.at.mount, d})
		if excl || !l.inode().isSymlink() || o.flags&primitives.O_NOFOLLOW != 0 {
			return o.openExisting(l)
		}
		if err := o.follow(l, true); err != nil {
			return nil, err
		}
		if o.kind == lastJump {
			return o.openExisting(o.at)
		}
	}
}

// openExisting opens what O_CREAT found instead of making it.
func (o *opening) openExisting(l Location) (*File, error) {
	if o.kind == lastDotDot {
		l = o.ns.up(l)
	}
	if o.flags&primitives.O_EXCL != 0 {
		return nil, primitives.EEXIST
	}
	if l.inode().isDir() {
		return nil, primitives.EISDIR
	}
	if o.kind == lastName {
		if err := o.ns.mayReuse(o.c, o.at, l); err != nil {
			return nil, err
		}
	}
	return o.open(l)
}

func (o *opening) create() (*File, error) {
	if err := o.ns.writable(o.at.mount); err != nil {
		return nil, err
	}
	n := creation{walk: o.walk}
	d, err := n.make(primitives.S_IFREG|o.mode, "", 0)
	if err != nil {
		return nil, err
	}
	l := Location{o.at.mount, d}
	if err := o.askOpen(l); err != nil {
		return nil, err
	}
	return o.ns.newFile(l, o.flags), nil
}

// openTmpfile makes a file without a name in the directory that the path gives.
func (o *opening) openTmpfile() (*File, error) {
	l, err := o.end(o.flags&primitives.O_NOFOLLOW == 0)
	if err != nil {
		return nil, err
	}
	if !l.inode().isDir() {
		return nil, primitives.ENOTDIR
	}
	if err := o.ns.writable(l.mount); err != nil {
		return nil, err
	}
	if err := o.ns.permit(o.c, l, primitives.W_OK|primitives.X_OK); err != nil {
		return nil, err
	}
	if dir := l.inode(); dir.isDead() && dir.fs.shape.noDeadTmpfile {
		return nil, primitives.EPERM
	}
	i, err := o.ns.makeInode(o.c, l, primitives.S_IFREG|o.mode, "")
	if err != nil {
		return nil, err
	}
	i.nlink, i.linkable = 0, o.flags&primitives.O_EXCL == 0
	made := Location{l.mount, &dentry{name: tmpName(i.ino), parent: l.dentry, inode: i, gone: true}}
	if err := o.askOpen(made); err != nil {
		i.release()
		return nil, err
	}
	return o.ns.newFile(made, o.flags), nil
}

// open opens an inode that exists. The order of the checks is Linux's do_open, may_open and
// do_dentry_open.
func (o *opening) open(l Location) (*File, error) {
	i := l.inode()
	if o.flags&primitives.O_DIRECTORY != 0 && !i.isDir() {
		return nil, primitives.ENOTDIR
	}
	trunc := o.flags&primitives.O_TRUNC != 0 && i.isRegular() && !i.live
	if trunc {
		if err := o.ns.writable(l.mount); err != nil {
			return nil, err
		}
	}
	if err := o.mayOpen(l); err != nil {
		return nil, err
	}
	if err := o.mayWrite(l); err != nil {
		return nil, err
	}
	if err := o.askOpen(l); err != nil {
		return nil, err
	}
	if err := o.device(l); err != nil {
		return nil, err
	}
	if o.flags&oDirect != 0 && !i.isRegular() {
		return nil, primitives.EINVAL
	}
	if trunc {
		if err := o.ns.ask(o.c, OpTruncate, l); err != nil {
			return nil, err
		}
		dropSetID(o.c, i)
		i.file.truncate(i.fs, 0)
		i.touch()
	}
	return o.ns.newFile(l, o.flags), nil
}

// mayOpen checks type and mode bits.
func (o *opening) mayOpen(l Location) error {
	i := l.inode()
	switch i.kind() {
	case primitives.S_IFLNK:
		return primitives.ELOOP
	case primitives.S_IFDIR:
		if o.want&primitives.W_OK != 0 {
			return primitives.EISDIR
		}
	case primitives.S_IFCHR, primitives.S_IFBLK:
		if l.mount.flags.NoDev {
			return primitives.Deny(primitives.EACCES, primitives.Mounts, "nodev", o.ns.mountPath(l.mount))
		}
	}
	if err := o.ns.permit(o.c, l, o.want); err != nil {
		return err
	}
	if o.flags&oNoatime != 0 && !owns(o.c, i.access()) {
		return o.ns.denyOwner(l)
	}
	return nil
}

// mayWrite checks what only an open for writing has to: the mount, running programs, the upper layer.
func (o *opening) mayWrite(l Location) error {
	i := l.inode()
	if o.want&primitives.W_OK == 0 || i.isSpecial() || i.live {
		return nil
	}
	if i.running > 0 {
		return primitives.ETXTBSY
	}
	if o.flags&primitives.O_ACCMODE != primitives.O_RDONLY {
		if err := o.ns.writable(l.mount); err != nil {
			return err
		}
	}
	if o.flags&primitives.O_TRUNC != 0 && i.image != nil && !i.copied && i.fs.overlay {
		return i.fs.copyUpEmpty(l.dentry)
	}
	return i.fs.copyUp(l.dentry)
}

// device finds what drives a device node, and refuses what cannot be opened.
func (o *opening) device(l Location) error {
	i := l.inode()
	switch i.kind() {
	case primitives.S_IFSOCK:
		return primitives.ENXIO
	case primitives.S_IFCHR, primitives.S_IFBLK:
		if i.node != nil {
			return nil
		}
		if o.ns.device != nil {
			if n, ok := o.ns.device(i.mode, i.rdev); ok {
				i.node = n
				return nil
			}
		}
		return primitives.ENXIO
	}
	return nil
}

// askOpen puts the access to the rules.
func (o *opening) askOpen(l Location) error {
	if len(o.ns.rules) == 0 {
		return nil
	}
	if o.want&primitives.R_OK != 0 {
		op := OpRead
		if l.inode().isDir() {
			op = OpReadDir
		}
		if err := o.ns.ask(o.c, op, l); err != nil {
			return err
		}
	}
	if o.flags&primitives.O_ACCMODE != primitives.O_RDONLY {
		return o.ns.ask(o.c, OpWrite, l)
	}
	return nil
}
