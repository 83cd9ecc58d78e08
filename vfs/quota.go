package vfs

import (
	"strconv"

	"github.com/sandfault/sandfault/primitives"
)

// reserve takes n pages from the quota and charges them as memory. It takes all or nothing.
func (fs *Filesystem) reserve(n int64) error {
	if n == 0 {
		return nil
	}
	if n > fs.room() {
		return fs.full()
	}
	if fs.charged && fs.owner != nil && fs.owner.charge != nil {
		if err := fs.owner.charge(n); err != nil {
			return err
		}
	}
	fs.pages += n
	return nil
}

// unreserve gives n pages back.
func (fs *Filesystem) unreserve(n int64) {
	if n == 0 {
		return
	}
	fs.pages -= n
	if fs.charged && fs.owner != nil && fs.owner.charge != nil {
		_ = fs.owner.charge(-n) // giving back is never refused
	}
}

// room returns how many pages the quota still allows.
func (fs *Filesystem) room() int64 {
	if fs.maxPages == 0 {
		return MaxFileSize / PageSize
	}
	return max(fs.maxPages-fs.pages, 0)
}

// exceeded is the error of a limit that is met.
func (fs *Filesystem) exceeded() primitives.Errno {
	if fs.dquot {
		return primitives.EDQUOT
	}
	return primitives.ENOSPC
}

func (fs *Filesystem) full() error {
	return primitives.Deny(fs.exceeded(), primitives.Quota, "bytes",
		fs.source+" of "+strconv.FormatInt(fs.maxPages*PageSize, 10)+" bytes")
}

// reserveInode takes one inode from the quota.
func (fs *Filesystem) reserveInode() error { return fs.reserveInodes(1) }

// reserveInodes takes n inodes from the quota, or none.
func (fs *Filesystem) reserveInodes(n int64) error {
	if fs.maxInodes > 0 && (fs.maxInodes-fs.inodes-n)*quotaInode < fs.xattrs {
		return fs.fullInodes()
	}
	fs.inodes += n
	return nil
}

func (fs *Filesystem) fullInodes() error {
	return primitives.Deny(fs.exceeded(), primitives.Quota, "inodes",
		fs.source+" of "+strconv.FormatInt(fs.maxInodes, 10)+" inodes")
}

// reserveNode takes an inode together with the pages that its kind needs from the start.
func (fs *Filesystem) reserveNode(pages int64) error {
	if err := fs.reserveInode(); err != nil {
		return err
	}
	if err := fs.reserve(pages); err != nil {
		fs.inodes--
		return err
	}
	return nil
}

// copyUp makes an overlay's upper layer hold d, as any change of it needs: its directories first,
// then its inode and all of its data. Elsewhere it does nothing.
func (fs *Filesystem) copyUp(d *dentry) error {
	i := d.inode
	switch {
	case !fs.overlay || i.image == nil || i.copied:
		return nil
	case i.nlink == 0 && i.isRegular(): // overlayfs trips over the whiteout that took its place
		return primitives.EEXIST
	case i.nlink == 0 && i.isDir():
		return primitives.ENOTDIR
	}
	if d.parent != nil {
		if err := fs.copyUp(d.parent); err != nil {
			return err
		}
	}
	var pages int64
	switch i.kind() {
	case primitives.S_IFREG:
		pages = i.file.held
	case primitives.S_IFDIR:
		pages = fs.shape.dirPages
	case primitives.S_IFLNK:
		pages = fs.shape.symlinkPages(i.target)
	}
	if err := fs.reserveNode(pages); err != nil {
		return err
	}
	i.copied, i.changed = true, true
	if i.isRegular() {
		i.file.copied, i.file.charged = true, pages
	}
	return nil
}

// copyUpEmpty is copyUp for a file that is about to be truncated: its data is not copied.
func (fs *Filesystem) copyUpEmpty(d *dentry) error {
	i := d.inode
	if d.parent != nil {
		if err := fs.copyUp(d.parent); err != nil {
			return err
		}
	}
	if err := fs.reserveNode(0); err != nil {
		return err
	}
	i.file.truncate(fs, 0)
	i.copied, i.changed, i.file.copied = true, true, true
	return nil
}
