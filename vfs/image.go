package vfs

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Image is the immutable tree below the root file systems of sessions. Any number of sessions, in
// any number of goroutines, may be over one Image. Contents are shared, never copied, never written.
type Image struct {
	root    *imageNode
	lastIno uint64
	digest  func() [sha256.Size]byte
}

// imageNode is an inode of an image. Nothing in it changes once the image is built.
type imageNode struct {
	ino      uint64
	mode     uint32 // type and permission bits
	uid, gid uint32
	nlink    uint32
	rdev     uint64
	mtime    int64 // ns

	atime, ctime int64 // ns

	content []byte
	target  string
	program any
	xattrs  []Xattr

	names []string // of a directory, sorted
	nodes []*imageNode
	draft map[string]*imageNode // of a directory that is still being built
}

// child returns the node of a name and its index, or nil.
func (n *imageNode) child(name string) (*imageNode, int) {
	i, ok := slices.BinarySearch(n.names, name)
	if !ok {
		return nil, 0
	}
	return n.nodes[i], i
}

func (n *imageNode) isDir() bool { return n.mode&primitives.S_IFMT == primitives.S_IFDIR }

// newImage freezes a tree.
func newImage(root *imageNode) *Image {
	img := frozenImage(root, 1) // 1 is reserved, the root is 2 as on ext4
	img.freeze(root)
	return img
}

// freeze sorts the directories and numbers the inodes in the order of their paths, so that equal
// trees have equal numbers however they were built.
func (img *Image) freeze(n *imageNode) {
	if n.ino != 0 { // a further name of a file
		n.nlink++
		return
	}
	img.lastIno++
	n.ino, n.nlink = img.lastIno, 1
	if !n.isDir() {
		return
	}
	n.nlink = 2
	for name := range n.draft {
		n.names = append(n.names, name)
	}
	slices.Sort(n.names)
	n.nodes = make([]*imageNode, len(n.names))
	for i, name := range n.names {
		c := n.draft[name]
		n.nodes[i] = c
		img.freeze(c)
		if c.isDir() {
			n.nlink++
		}
	}
	n.draft = nil
}

// Digest identifies the tree: names, attributes, contents and links. It is computed once.
func (img *Image) Digest() [sha256.Size]byte { return img.digest() }

// Sub returns the image of a directory of the image, or nil if there is no such directory. Links
// are not followed. It costs nothing: a volume that starts with what the image has at its place is
// NewRootfs(img.Sub(path), ...).
func (img *Image) Sub(path string) *Image {
	n := img.root
	for name := range strings.SplitSeq(path, "/") {
		if name == "" || name == "." {
			continue
		}
		if n, _ = n.child(name); n == nil || !n.isDir() {
			return nil
		}
	}
	return frozenImage(n, img.lastIno)
}

// hash feeds the tree to h. Every variable part is preceded by its length.
func (n *imageNode) hash(h hash.Hash) {
	var b []byte
	for _, v := range []uint64{
		uint64(n.mode), uint64(n.uid), uint64(n.gid), uint64(n.nlink), n.rdev, uint64(n.mtime),
		n.ino, uint64(len(n.content)), uint64(len(n.target)), uint64(len(n.names)),
	} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	if n.atime != n.mtime || n.ctime != n.mtime {
		b = binary.LittleEndian.AppendUint64(b, uint64(n.atime))
		b = binary.LittleEndian.AppendUint64(b, uint64(n.ctime))
	}
	for _, x := range n.xattrs {
		for _, s := range []string{x.Name, x.Value} {
			b = append(binary.LittleEndian.AppendUint64(b, uint64(len(s))), s...)
		}
	}
	h.Write(b)
	h.Write(n.content)
	h.Write([]byte(n.target))
	for i, name := range n.names {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(name))))
		h.Write([]byte(name))
		n.nodes[i].hash(h)
	}
}
