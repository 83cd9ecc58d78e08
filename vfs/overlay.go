package vfs

import "github.com/sandfault/sandfault/primitives"

// OverlayOptions are the options of a root file system over an image.
type OverlayOptions struct {
	Size     int64  // bytes that may be stored over the image; 0 = unlimited
	Inodes   int64  // inodes that may be made over the image; 0 = unlimited
	Dquot    bool   // the bounds are a quota, quotactl(2): EDQUOT instead of ENOSPC
	Dev      uint64 // device number; 0 = the Namespace chooses one
	Source   string // as in the mount table; "" = the kind
	InMemory bool   // its pages are charged to the session's memory, as those of a tmpfs are
}

// NewOverlay returns an overlay as container engines make it (overlayfs with redirect_dir off):
// the image is the lower layer, the upper one starts empty. Renaming a directory of the image is
// EXDEV; the first change of a file copies all of it up, against the quota; hard links of the image
// stay one file, which Linux promises only with index=on. A nil image is an empty one.
func NewOverlay(lower *Image, o OverlayOptions) *Filesystem {
	fs := newOverImage(lower, o, "overlay", MagicOverlay)
	fs.overlay = true
	fs.root.inode.copied = true // both layers have a root
	return fs
}

// NewRootfs returns a disk file system that begins with the image's files: the same as NewOverlay
// without the overlay's rules. Pages of the image that are not changed cost nothing.
func NewRootfs(lower *Image, o OverlayOptions) *Filesystem {
	return newOverImage(lower, o, "ext4", MagicExt4)
}

func newOverImage(lower *Image, o OverlayOptions, kind string, magic int64) *Filesystem {
	if lower == nil {
		lower = NewImageBuilder().Build()
	}
	fs := &Filesystem{
		kind: kind, source: orElse(o.Source, kind), magic: magic, dev: o.Dev,
		shape: ext4Shape(), charged: o.InMemory, image: lower, lastIno: lower.lastIno,
		maxPages: pagesOf(o.Size), maxInodes: o.Inodes, dquot: o.Dquot,
	}
	fs.root = &dentry{name: "/", inode: fs.imageInode(lower.root)}
	return fs
}

// denyLowerDir refuses to rename a directory that came with an overlay's image.
func denyLowerDir(ns *Namespace, l Location) error {
	i := l.inode()
	if i.fs.overlay && i.isDir() && i.image != nil {
		return primitives.Deny(primitives.EXDEV, primitives.Mounts, "overlay-dir", ns.pathString(l))
	}
	return nil
}
