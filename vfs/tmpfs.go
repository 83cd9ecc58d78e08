package vfs

import "github.com/sandfault/sandfault/primitives"

// TmpfsOptions are the options of a tmpfs, tmpfs(5).
type TmpfsOptions struct {
	Size   int64  // bytes, rounded up to pages; 0 = unlimited
	Inodes int64  // the root directory is the first; 0 = unlimited
	Mode   uint32 // of the root directory; 0 = 01777, ModeNone = 0
	UID    uint32 // of the root directory
	GID    uint32 // of the root directory
	Dev    uint64 // device number; 0 = the Namespace chooses one
	Source string // as in the mount table; "" = "tmpfs"

	ReadOnly bool // whatever its mounts say

	DefaultSize, DefaultInodes bool // the limits are those without options: the mount table is silent
	Told                       bool // by a call of mount(2): the table tells a limit of 0 too
}

// ModeNone is TmpfsOptions.Mode of a root directory without any bits.
const ModeNone = 1 << 31

const kindTmpfs = "tmpfs"

// NewTmpfs returns an empty file system in memory. Its pages are charged to the session's memory.
func NewTmpfs(o TmpfsOptions) *Filesystem {
	if o.Mode == 0 {
		o.Mode = 0o1777
	}
	fs := &Filesystem{
		kind: kindTmpfs, source: orElse(o.Source, "tmpfs"), magic: MagicTmpfs, dev: o.Dev,
		shape: tmpfsShape(), charged: true,
		maxPages: pagesOf(o.Size), maxInodes: o.Inodes, inodes: 1, given: o, readOnly: o.ReadOnly,
	}
	i := fs.makeInode(primitives.S_IFDIR|o.Mode&0o7777, o.UID, o.GID)
	fs.root = &dentry{name: "/", inode: i}
	return fs
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
