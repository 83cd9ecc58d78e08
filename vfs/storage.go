package vfs

// What a session makes takes memory of the host, whatever kind of file system it is in and whatever its
// quota is: the data of files by the storage that was made for it, holes excepted, and every inode
// and name by what it takes at the most, all in bytes. What the image holds is shared by all sessions
// and does not count.
const (
	chunkBytes = 96  // of a chunk, beside its data
	slotBytes  = 8   // of its place in the table of a file's chunks
	inodeBytes = 512 // with its content and its directory, while they are empty
	nameBytes  = 512 // with 255 bytes of name, and its place in a directory
)

// Stored returns how many bytes of the host's memory the file systems hold that the namespace mounts.
func (ns *Namespace) Stored() int64 { return ns.stored }

// mayStore asks whether the host has room for n bytes more. It is asked before anything is made.
func (fs *Filesystem) mayStore(n int64) error {
	if fs.owner == nil || fs.owner.host == nil {
		return nil
	}
	return fs.owner.host(n)
}

// stores accounts for n bytes.
func (fs *Filesystem) stores(n int64) {
	fs.stored += n
	if fs.owner != nil {
		fs.owner.stored += n
	}
}

// settle accounts for what the storage of a file changed by since the last time.
func (fs *Filesystem) settle(c *content) {
	if c.storage != c.settled {
		fs.stores(c.storage - c.settled)
		c.settled = c.storage
	}
}

// writeBytes is what a write of n bytes may take at the most: what is written, and the rest of the chunks
// at its ends.
func writeBytes(n int64) int64 { return n + 2*(chunkSize+chunkBytes) }

// storage is what an inode takes that a session made, without its data.
func (i *inode) storage() int64 { return inodeBytes + int64(len(i.target)) }
