package vfs

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Change is a name in which two images differ: Before is nil where it came, After where it went. The entries
// are what Walk would tell.
type Change struct {
	Path          string
	Before, After *Entry
}

// Diff calls fn for every name in which the image differs from an earlier one, in the order of the paths'
// components: by type, mode, owner, link count, device, modification time, content, target or attributes.
// What the two share is not visited, so that it costs what changed. An error of fn ends it.
func (img *Image) Diff(earlier *Image, fn func(c Change) error) error {
	d := differ{fn: fn}
	return d.node("/", earlier.root, img.root)
}

type differ struct {
	fn func(c Change) error
}

func (d *differ) node(path string, before, after *imageNode) error {
	if before == after {
		return nil
	}
	if before == nil || after == nil || !before.alike(after) {
		if err := d.fn(Change{path, entryOf(path, before), entryOf(path, after)}); err != nil {
			return err
		}
	}
	prefix := path + "/"
	if path == "/" {
		prefix = path
	}
	for _, name := range unionNames(before, after) {
		if err := d.node(prefix+name, before.sub(name), after.sub(name)); err != nil {
			return err
		}
	}
	return nil
}

// sub is child for a node that may be missing.
func (n *imageNode) sub(name string) *imageNode {
	if n == nil {
		return nil
	}
	c, _ := n.child(name)
	return c
}

// unionNames returns the names of either directory, sorted.
func unionNames(a, b *imageNode) []string {
	var names []string
	for _, n := range []*imageNode{a, b} {
		if n != nil {
			names = append(names, n.names...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// alike compares what a node has of its own.
func (n *imageNode) alike(m *imageNode) bool {
	return n.mode == m.mode && n.uid == m.uid && n.gid == m.gid && n.nlink == m.nlink && n.rdev == m.rdev &&
		n.mtime == m.mtime && n.target == m.target && slices.Equal(n.xattrs, m.xattrs) &&
		bytes.Equal(n.content, m.content)
}

func entryOf(path string, n *imageNode) *Entry {
	if n == nil {
		return nil
	}
	st := primitives.Stat{
		Ino: n.ino, Rdev: n.rdev, Nlink: uint64(n.nlink), Mode: n.mode, UID: n.uid, GID: n.gid,
		Size: int64(len(n.content) + len(n.target)), Blksize: PageSize,
		Atime: n.atime, Mtime: n.mtime, Ctime: n.ctime,
	}
	return &Entry{Path: strings.Clone(path), Stat: st, Target: n.target, node: n}
}
