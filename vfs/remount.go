package vfs

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Remounting is what of a file system may change while it is mounted, mount -o remount. What is nil stays.
type Remounting struct {
	ReadOnly     bool
	Size, Inodes *int64 // of a tmpfs; 0 = unlimited
}

// Reconfigure changes the file system at a place, and then the flags of the mount, as mount -o remount does.
// EINVAL: nothing is mounted there, or a tmpfs that had no limit is to have one, or holds more than it is to.
// EBUSY: it is to be read-only, and somebody has a file open for writing.
func (ns *Namespace) Reconfigure(at Location, r Remounting, f MountFlags) error {
	fs := at.mount.fs
	switch {
	case !ns.IsMountPoint(at):
		return primitives.EINVAL
	case r.ReadOnly && !fs.readOnly && ns.written(fs):
		return primitives.EBUSY
	}
	if fs.kind == kindTmpfs {
		if err := fs.resize(r.Size, r.Inodes); err != nil {
			return err
		}
	}
	fs.readOnly = r.ReadOnly
	return ns.SetMountFlags(at, f)
}

// written reports whether a file of fs is open for writing on any mount.
func (ns *Namespace) written(fs *Filesystem) bool {
	for _, list := range [][]*mount{ns.table, ns.gone} {
		for _, m := range list {
			if m.fs == fs && m.writers > 0 {
				return true
			}
		}
	}
	return false
}

func (fs *Filesystem) resize(size, inodes *int64) error {
	pages := fs.maxPages
	if size != nil {
		if pages = pagesOf(*size); pages > 0 && (fs.maxPages == 0 || fs.pages > pages) {
			return primitives.EINVAL
		}
	}
	if inodes != nil {
		if *inodes > 0 && (fs.maxInodes == 0 || (*inodes-fs.inodes)*quotaInode < fs.xattrs) {
			return primitives.EINVAL
		}
		fs.maxInodes, fs.given.Inodes = *inodes, *inodes
		fs.given.DefaultInodes = false
	}
	if size != nil {
		fs.maxPages, fs.given.Size = pages, *size
		fs.given.DefaultSize = false
	}
	return nil
}

// options are what the mount table says of the file system itself, tmpfs(5).
func (fs *Filesystem) options() string {
	var b strings.Builder
	b.WriteString("rw")
	if fs.readOnly {
		b.Reset()
		b.WriteString("ro")
	}
	if fs.kind != kindTmpfs {
		return b.String()
	}
	o := &fs.given
	if (o.Size > 0 || o.Told) && !o.DefaultSize {
		fmt.Fprintf(&b, ",size=%dk", pagesOf(o.Size)*PageSize>>10)
	}
	if (o.Inodes > 0 || o.Told) && !o.DefaultInodes {
		fmt.Fprintf(&b, ",nr_inodes=%d", o.Inodes)
	}
	if o.Mode != 0o1777 {
		fmt.Fprintf(&b, ",mode=%03o", o.Mode&0o7777)
	}
	for _, id := range []struct {
		name string
		id   uint32
	}{{"uid", o.UID}, {"gid", o.GID}} {
		if id.id != 0 {
			fmt.Fprintf(&b, ",%s=%d", id.name, id.id)
		}
	}
	return b.String()
}
