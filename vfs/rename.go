package vfs

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// renaming is one rename: where from, where to, and what it is about.
type renaming struct {
	ns       *Namespace
	c        *primitives.Cred
	from, to walk
	old, new *dentry // new is nil when the name is free
	exchange bool
	whiteout bool
}

// ValidRename reports whether renameat2(2) takes the flags.
func ValidRename(flags int) bool {
	const others = primitives.RENAME_NOREPLACE | primitives.RENAME_WHITEOUT
	return flags&^(others|primitives.RENAME_EXCHANGE) == 0 &&
		(flags&primitives.RENAME_EXCHANGE == 0 || flags&others == 0)
}

// Rename moves a name, renameat2(2); flags are RENAME_NOREPLACE, RENAME_EXCHANGE and RENAME_WHITEOUT.
func (ns *Namespace) Rename(
	c *primitives.Cred, oldAt Location, old string, newAt Location, path string, flags int,
) error {
	if !ValidRename(flags) {
		return primitives.EINVAL
	}
	r := renaming{
		ns: ns, c: c, exchange: flags&primitives.RENAME_EXCHANGE != 0,
		whiteout: flags&primitives.RENAME_WHITEOUT != 0,
		from:     walk{ns: ns, c: c}, to: walk{ns: ns, c: c},
	}
	if err := r.find(oldAt, old, newAt, path, flags&primitives.RENAME_NOREPLACE != 0); err != nil {
		return err
	}
	if err := r.shapes(); err != nil {
		return err
	}
	if err := r.ask(); err != nil {
		return err
	}
	if r.new != nil && r.new.inode == r.old.inode {
		return nil // two names of one file: nothing happens, rename(2)
	}
	if err := r.may(); err != nil {
		return err
	}
	return r.move()
}

// find walks both paths and looks both names up.
func (r *renaming) find(oldAt Location, old string, newAt Location, path string, noReplace bool) error {
	if err := r.from.start(oldAt, old); err != nil {
		return err
	}
	if err := r.from.parent(); err != nil {
		return err
	}
	if err := r.to.start(newAt, path); err != nil {
		return err
	}
	if err := r.to.parent(); err != nil {
		return err
	}
	switch {
	case r.from.at.mount != r.to.at.mount:
		return r.ns.crossDevice(r.from.at.mount)
	case r.from.kind != lastName:
		return primitives.EBUSY
	case r.to.kind != lastName && noReplace:
		return primitives.EEXIST
	case r.to.kind != lastName:
		return primitives.EBUSY
	}
	if err := r.ns.writable(r.from.at.mount); err != nil {
		return err
	}
	return r.names(noReplace)
}

func (r *renaming) names(noReplace bool) (err error) {
	if r.old, err = r.from.entry(); err != nil {
		return err
	}
	if r.old == nil {
		return primitives.ENOENT
	}
	if r.new, err = r.to.entry(); err != nil {
		return err
	}
	switch {
	case r.new != nil && noReplace:
		return primitives.EEXIST
	case r.new == nil && r.exchange:
		return primitives.ENOENT
	}
	return nil
}

// shapes checks slashes and that neither directory would end up within itself.
func (r *renaming) shapes() error {
	if r.exchange && !r.new.inode.isDir() && r.to.slash {
		return primitives.ENOTDIR
	}
	if !r.old.inode.isDir() && (r.from.slash || r.to.slash && !r.exchange) {
		return primitives.ENOTDIR
	}
	if r.from.at.dentry == r.to.at.dentry {
		return nil
	}
	if r.to.at.dentry.below(r.old) {
		return primitives.EINVAL
	}
	if r.new != nil && r.from.at.dentry.below(r.new) {
		if r.exchange {
			return primitives.EINVAL
		}
		return primitives.ENOTEMPTY
	}
	return nil
}

// ask puts the rename to the rules: one name goes, another comes, perhaps elsewhere.
func (r *renaming) ask() error {
	remove := func(i *inode) Op {
		if i.isDir() {
			return OpRemoveDir
		}
		return OpRemoveFile
	}
	if err := r.ns.ask(r.c, remove(r.old.inode), r.from.at); err != nil {
		return err
	}
	if err := r.ns.ask(r.c, makeOp(r.old.inode.mode), r.to.at); err != nil {
		return err
	}
	if r.new != nil {
		if err := r.ns.ask(r.c, remove(r.new.inode), r.to.at); err != nil {
			return err
		}
	}
	if r.exchange {
		if err := r.ns.ask(r.c, makeOp(r.new.inode.mode), r.from.at); err != nil {
			return err
		}
	}
	return r.ns.askRefer(r.c, r.from.at, r.to.at)
}

// may checks both directories, and the right to give a directory another "..".
func (r *renaming) may() error {
	isDir := r.old.inode.isDir()
	if err := r.ns.mayDelete(r.c, r.from.at, r.old, isDir); err != nil {
		return err
	}
	switch r.new {
	case nil:
		if err := r.ns.mayCreate(r.c, r.to.at); err != nil {
			return err
		}
	default:
		want := isDir
		if r.exchange {
			want = r.new.inode.isDir()
		}
		if err := r.ns.mayDelete(r.c, r.to.at, r.new, want); err != nil {
			return err
		}
	}
	if err := r.mayReparent(); err != nil {
		return err
	}
	if err := r.ns.busy(Location{r.from.at.mount, r.old}); err != nil {
		return err
	}
	if r.new != nil {
		return r.ns.busy(Location{r.to.at.mount, r.new})
	}
	return nil
}

func (r *renaming) mayReparent() error {
	if r.from.at.dentry == r.to.at.dentry {
		return nil
	}
	if r.old.inode.isDir() {
		if err := r.ns.permit(r.c, Location{r.from.at.mount, r.old}, primitives.W_OK); err != nil {
			return err
		}
	}
	if r.exchange && r.new.inode.isDir() {
		return r.ns.permit(r.c, Location{r.to.at.mount, r.new}, primitives.W_OK)
	}
	return nil
}

// move does the rename, after what the file system itself objects to.
func (r *renaming) move() error {
	switch {
	case r.old.inode.live || r.to.at.inode().live:
		return primitives.EPERM
	case r.whiteout && r.old.inode.fs.overlay:
		return primitives.EINVAL
	}
	if err := denyLowerDir(r.ns, Location{r.from.at.mount, r.old}); err != nil {
		return err
	}
	if r.exchange {
		if err := denyLowerDir(r.ns, Location{r.to.at.mount, r.new}); err != nil {
			return err
		}
	} else if r.new != nil && r.new.inode.isDir() && r.new.inode.dir.count > 0 {
		return primitives.ENOTEMPTY
	}
	fs := r.old.inode.fs
	for _, d := range []*dentry{r.old, r.to.at.dentry} {
		if err := fs.copyUp(d); err != nil {
			return err
		}
	}
	if r.exchange {
		if err := fs.copyUp(r.new); err != nil {
			return err
		}
		r.swap()
		return nil
	}
	var left *inode
	if r.whiteout {
		i, err := r.ns.makeInode(r.c, r.from.at, primitives.S_IFCHR, "")
		if err != nil {
			return err
		}
		left = i
	}
	if r.new != nil {
		r.ns.detachName(r.to.at, r.new)
	}
	oldName := r.old.name
	r.take(r.from.at, r.old)
	r.give(r.to.at, r.old, strings.Clone(r.to.last))
	if left != nil {
		r.ns.attachName(r.from.at, oldName, left)
	}
	r.old.inode.touchAttr()
	return nil
}

func (r *renaming) swap() {
	oldName, newName := r.old.name, r.new.name
	r.take(r.from.at, r.old)
	r.take(r.to.at, r.new)
	r.give(r.to.at, r.old, newName)
	r.give(r.from.at, r.new, oldName)
	r.old.inode.touchAttr()
	r.new.inode.touchAttr()
}

// take takes d out of its directory; it keeps its inode's links.
func (r *renaming) take(dir Location, d *dentry) {
	at := dir.inode()
	at.dir.remove(d)
	if d.inode.isDir() {
		at.nlink--
	}
	at.touch()
}

func (r *renaming) give(dir Location, d *dentry, name string) {
	at := dir.inode()
	d.name, d.parent = name, dir.dentry
	at.dir.insert(d)
	if d.inode.isDir() {
		at.nlink++
	}
	at.touch()
}
