package vfs

import "github.com/sandfault/sandfault/primitives"

// Bounds and costs of what guests mount.
const (
	maxMounts  = 100_000 // fs.mount-max of proc_sys_fs(5)
	mountBytes = 1 << 10 // of the host
)

// The calls of this file are those of mount(2) and umount2(2) on places that the caller has resolved; whoever
// makes them may. Errors are Linux's: ENOENT for a place that was removed or taken away, ENOTDIR for a
// directory over a file or a file over a directory, ENOSPC beyond fs.mount-max.

// AttachAt mounts a file system at a place; the mount table names the source. EBUSY: it is mounted just there
// already.
func (ns *Namespace) AttachAt(at Location, fs *Filesystem, source string, f MountFlags) error {
	if at.mount.fs == fs && at.dentry == at.mount.root {
		return primitives.EBUSY
	}
	if err := ns.mayAttach(at, fs.root.inode.isDir(), 1); err != nil {
		return err
	}
	ns.attach(at, fs, fs.root, f).source = source
	return nil
}

// mayAttach checks that n mounts, of which the first shows a directory or not, can be at a place.
func (ns *Namespace) mayAttach(at Location, dir bool, n int) error {
	switch {
	case at.dentry.gone || !ns.shows(at):
		return primitives.ENOENT
	case at.inode().isDir() != dir:
		return primitives.ENOTDIR
	case len(ns.table)+n > maxMounts:
		return primitives.ENOSPC
	case ns.host != nil:
		return ns.host(int64(n) * mountBytes)
	}
	return nil
}

// shows reports whether a place is one of the tree, and not of what was taken away.
func (ns *Namespace) shows(l Location) bool { return l.mount.parent != nil || l.mount == ns.root.mount }

func (ns *Namespace) attach(at Location, fs *Filesystem, root *dentry, f MountFlags) *mount {
	m := ns.newMount(fs, root, f)
	ns.place(m, at)
	m.ours = true
	ns.stored += mountBytes
	return m
}

// BindAt shows what is at from also at to, with the flags of its mount, mount --bind; with the mounts below
// it if deep says so, mount --rbind.
func (ns *Namespace) BindAt(from, to Location, deep bool) error {
	switch {
	case to.dentry.gone || !ns.shows(to):
		return primitives.ENOENT
	case !ns.shows(from):
		return primitives.EINVAL
	}
	below := map[*mount][]*mount{}
	n := 1
	if deep {
		below = ns.tree()
		n += count(below, from)
	}
	if err := ns.mayAttach(to, from.inode().isDir(), n); err != nil {
		return err
	}
	m := ns.attach(to, from.mount.fs, from.dentry, from.mount.flags)
	m.source = from.mount.source
	ns.copyBelow(below, from, m)
	return nil
}

// tree returns what is mounted on each mount.
func (ns *Namespace) tree() map[*mount][]*mount {
	below := map[*mount][]*mount{}
	for _, m := range ns.table {
		if m.parent != nil {
			below[m.parent] = append(below[m.parent], m)
		}
	}
	return below
}

// count returns how many mounts lie below a place.
func count(below map[*mount][]*mount, from Location) int {
	n := 0
	for _, m := range below[from.mount] {
		if m.point.below(from.dentry) {
			n += 1 + count(below, Location{m, m.root})
		}
	}
	return n
}

// copyBelow mounts on m again what is mounted below the place that it shows.
func (ns *Namespace) copyBelow(below map[*mount][]*mount, from Location, m *mount) {
	for _, c := range below[from.mount] {
		if c.point.below(from.dentry) {
			n := ns.attach(Location{m, c.point}, c.fs, c.root, c.flags)
			n.source = c.source
			ns.copyBelow(below, Location{c, c.root}, n)
		}
	}
}

// MoveMount moves the mount at from, and what is mounted below it, to another place, mount --move. EINVAL:
// from is no mount point, or one of them is a directory and the other is none. ELOOP: to lies below from.
func (ns *Namespace) MoveMount(from, to Location) error {
	m := from.mount
	switch {
	case to.dentry.gone:
		return primitives.ENOENT
	case from.dentry != m.root || m.parent == nil || !ns.shows(to), from.IsDir() != to.IsDir():
		return primitives.EINVAL
	}
	for on := to.mount; on != nil; on = on.parent {
		if on == m {
			return primitives.ELOOP
		}
	}
	ns.displace(m)
	ns.place(m, to)
	return nil
}

// SetMountFlags gives the mount at a place other flags, mount -o remount,bind. EINVAL: nothing is mounted
// there. EBUSY: it is to be read-only, and somebody has a file open for writing.
func (ns *Namespace) SetMountFlags(at Location, f MountFlags) error {
	m := at.mount
	if at.dentry != m.root || !ns.shows(at) {
		return primitives.EINVAL
	}
	if f.ReadOnly && !m.flags.ReadOnly && m.writers > 0 {
		return primitives.EBUSY
	}
	f.NoXattr = m.flags.NoXattr
	m.flags = f
	return nil
}

// IsMountPoint reports whether a mount's own root is at a place.
func (ns *Namespace) IsMountPoint(l Location) bool { return l.dentry == l.mount.root && ns.shows(l) }

// FlagsAt returns the flags of the mount that a place is on.
func (ns *Namespace) FlagsAt(l Location) MountFlags { return l.mount.flags }

// FilesystemOf returns a file system of a kind that is mounted, or nil.
func (ns *Namespace) FilesystemOf(kind string) *Filesystem {
	for _, m := range ns.table {
		if m.fs.kind == kind {
			return m.fs
		}
	}
	return nil
}

// Umount takes the mount at a place away, umount2(2). EINVAL: nothing is mounted there. EBUSY: something is
// mounted below, a file is open, or it is where one of the held places is, working directories of processes.
// With lazy, MNT_DETACH, it goes nevertheless, and all below it: who uses it keeps it.
func (ns *Namespace) Umount(at Location, lazy bool, held []Location) error {
	m := at.mount
	switch {
	case !ns.IsMountPoint(at):
		return primitives.EINVAL
	case m.parent == nil:
		return primitives.Deny(primitives.EBUSY, primitives.Mounts, "busy", "/")
	case !lazy && (m.children > 0 || m.used(held)):
		return primitives.Deny(primitives.EBUSY, primitives.Mounts, "busy", ns.mountPath(m))
	}
	ns.detach(ns.tree(), m)
	ns.Sweep(held)
	return nil
}

func (ns *Namespace) detach(below map[*mount][]*mount, m *mount) {
	for _, c := range below[m] {
		ns.detach(below, c)
	}
	ns.takeDown(m)
	ns.gone = append(ns.gone, m)
}

// used reports whether the mount is where a file is open, or one of the places lies.
func (m *mount) used(held []Location) bool {
	if m.opens > 0 {
		return true
	}
	for _, l := range held {
		if l.mount == m {
			return true
		}
	}
	return false
}

// Sweep gives back what was mounted and is neither in the tree nor in use any more. held are the working
// directories of processes.
func (ns *Namespace) Sweep(held []Location) {
	kept := ns.gone[:0]
	for _, m := range ns.gone {
		if m.used(held) {
			kept = append(kept, m)
			continue
		}
		if m.ours {
			ns.stored -= mountBytes
		}
		if m.fs.mounts--; m.fs.mounts == 0 {
			m.fs.drop()
		}
	}
	clear(ns.gone[len(kept):])
	ns.gone = kept
}

// drop ends a file system in memory that nothing shows.
func (fs *Filesystem) drop() {
	if !fs.charged {
		return
	}
	fs.owner.stored -= fs.stored
	fs.unreserve(fs.pages)
	fs.stored, fs.charged = 0, false
}
