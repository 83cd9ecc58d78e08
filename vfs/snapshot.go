package vfs

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/sandfault/sandfault/primitives"
)

// Snapshot returns what a directory holds now as an Image: without what is mounted below it, without open
// files that have no name. Directories and files that are as the image below has them are shared with it and
// not even visited, so that it costs what has been touched since; contents that changed are copied once.
// An access time alone is no change.
//
// A fork is a file system over a snapshot, NewOverlay or NewRootfs, which costs nothing and copies on write;
// any number of them may live at once. Diff tells two snapshots apart.
func (ns *Namespace) Snapshot(dir string) (*Image, error) {
	l, err := ns.lookupRoot(dir)
	if err != nil {
		return nil, err
	}
	i := l.inode()
	switch {
	case !i.isDir():
		return nil, primitives.ENOTDIR
	case i.live:
		return nil, primitives.EINVAL // made anew at every look
	}
	s := snapshot{done: map[*inode]*imageNode{}}
	return frozenImage(s.node(l.dentry), max(i.fs.lastIno, i.ino)), nil
}

// frozenImage is an image of a tree that is frozen already.
func frozenImage(root *imageNode, lastIno uint64) *Image {
	img := &Image{root: root, lastIno: lastIno}
	img.digest = sync.OnceValue(func() (d [sha256.Size]byte) {
		h := sha256.New()
		root.hash(h)
		h.Sum(d[:0])
		return d
	})
	return img
}

// snapshot is one that is being taken.
type snapshot struct {
	done map[*inode]*imageNode // of files with several names
}

func (s *snapshot) node(d *dentry) *imageNode {
	i := d.inode
	if n := s.done[i]; n != nil {
		return n
	}
	var names []string
	var nodes []*imageNode
	same := i.image != nil && !i.changed
	if i.isDir() {
		if len(i.dir.entries) == 0 && same {
			return i.image
		}
		names, nodes = s.children(d)
		same = same && slices.Equal(names, i.image.names) && slices.Equal(nodes, i.image.nodes)
	}
	if same {
		return i.image
	}
	n := &imageNode{
		ino: i.ino, mode: i.mode, uid: i.uid, gid: i.gid, nlink: i.nlink, rdev: i.rdev,
		mtime: i.mtime, atime: i.atime, ctime: i.ctime, target: i.target, xattrs: i.xattrs,
		names: names, nodes: nodes,
	}
	switch {
	case i.isDir():
		n.nlink = 2
		for _, c := range nodes {
			if c.isDir() {
				n.nlink++
			}
		}
	case i.isRegular():
		n.content, n.program = i.file.copyOut(), i.program()
	}
	if i.nlink > 1 && !i.isDir() {
		s.done[i] = n
	}
	return n
}

// children freezes the names of a directory, sorted. A name that nobody looked up is the image's.
func (s *snapshot) children(d *dentry) (names []string, nodes []*imageNode) {
	dir := d.inode.dir
	for _, key := range dir.unsorted() {
		names = append(names, key.name)
	}
	slices.Sort(names)
	nodes = make([]*imageNode, len(names))
	for k, name := range names {
		if e := dir.entries[name]; e != nil {
			e = dir.lookup(d, name) // of before a fork, it may not be up to date
			nodes[k] = s.node(e)
		} else {
			nodes[k], _ = dir.lower.child(name)
		}
	}
	return names, nodes
}

// copyOut returns all bytes: the base where the file is as that, else a copy.
func (c *content) copyOut() []byte {
	if b, whole := c.bytes(); whole {
		return b
	}
	b := make([]byte, c.size)
	c.readAt(b, 0)
	return b
}
