package vfs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Attr are the attributes of what a builder adds.
type Attr struct {
	Mode     uint32 // permission bits
	UID, GID uint32
	Mtime    int64 // ns since 1970; without Times all three times of the inode start as this
	Times    *AccessTimes
	Xattrs   []Xattr
}

// AccessTimes are an inode's times beside the modification time, ns since 1970.
type AccessTimes struct{ Atime, Ctime int64 }

// ImageBuilder collects the files of an Image. Paths are absolute or relative to the root; missing
// parents are made as root, 0755; links among the parents are followed within the image. The first
// error stays, and Err tells it: callers may add everything and look once.
type ImageBuilder struct {
	root *imageNode
	err  error
}

// NewImageBuilder returns a builder of a tree that has an empty root directory, root, 0755.
func NewImageBuilder() *ImageBuilder {
	return &ImageBuilder{root: newDraftDir(Attr{Mode: 0o755})}
}

func newDraftDir(a Attr) *imageNode {
	n := newDraft(primitives.S_IFDIR, a)
	n.draft = map[string]*imageNode{}
	return n
}

func newDraft(kind uint32, a Attr) *imageNode {
	n := &imageNode{}
	n.set(kind, a)
	return n
}

// set gives a node its attributes.
func (n *imageNode) set(kind uint32, a Attr) {
	n.mode, n.uid, n.gid = kind|a.Mode&0o7777, a.UID, a.GID
	n.mtime, n.atime, n.ctime = a.Mtime, a.Mtime, a.Mtime
	if a.Times != nil {
		n.atime, n.ctime = a.Times.Atime, a.Times.Ctime
	}
	n.xattrs = sortedXattrs(a.Xattrs)
}

// sortedXattrs returns a list of its own; of equal names the last counts.
func sortedXattrs(list []Xattr) []Xattr {
	var out []Xattr
	for _, x := range list {
		at, have := slices.BinarySearchFunc(out, x.Name, func(x Xattr, name string) int {
			return strings.Compare(x.Name, name)
		})
		if have {
			out[at] = x
		} else {
			out = slices.Insert(out, at, x)
		}
	}
	return out
}

// Err returns the first error of the builder.
func (b *ImageBuilder) Err() error { return b.err }

// Build freezes what was added. The builder starts anew with an empty tree.
func (b *ImageBuilder) Build() *Image {
	img := newImage(b.root)
	*b = *NewImageBuilder()
	return img
}

// Dir makes a directory, or changes the attributes of one that is there.
func (b *ImageBuilder) Dir(path string, a Attr) {
	dir, name, ok := b.parent(path)
	if !ok {
		return
	}
	if name == "" {
		dir.set(primitives.S_IFDIR, a)
		return
	}
	if old := dir.draft[name]; old != nil && old.isDir() {
		old.set(primitives.S_IFDIR, a)
		return
	}
	b.put(path, dir, name, newDraftDir(a))
}

// File adds a regular file. The content is kept, not copied: nobody may write it any more.
func (b *ImageBuilder) File(path string, content []byte, a Attr) {
	n := newDraft(primitives.S_IFREG, a)
	n.content = content
	b.add(path, n)
}

// Program adds a regular file that stands for a program of a catalogue: File.Program returns
// program for as long as the file is as the image has it.
func (b *ImageBuilder) Program(path string, content []byte, program any, a Attr) {
	n := newDraft(primitives.S_IFREG, a)
	n.content, n.program = content, program
	b.add(path, n)
}

// Symlink adds a symbolic link. Its mode is 0777 whatever a says.
func (b *ImageBuilder) Symlink(path, target string, a Attr) {
	a.Mode = 0o777
	n := newDraft(primitives.S_IFLNK, a)
	n.target = target
	b.add(path, n)
}

// Special adds a FIFO, socket or device of the given type bits and device number.
func (b *ImageBuilder) Special(path string, kind uint32, rdev uint64, a Attr) {
	n := newDraft(kind&primitives.S_IFMT, a)
	n.rdev = rdev
	b.add(path, n)
}

// Link adds a further name of a file that was added before.
func (b *ImageBuilder) Link(path, existing string) {
	dir, name, ok := b.parent(existing)
	if !ok {
		return
	}
	n := dir.draft[name]
	if n == nil || n.isDir() {
		b.fail(existing, "no such file to link to")
		return
	}
	b.add(path, n)
}

func (b *ImageBuilder) add(path string, n *imageNode) {
	if dir, name, ok := b.parent(path); ok {
		b.put(path, dir, name, n)
	}
}

func (b *ImageBuilder) put(path string, dir *imageNode, name string, n *imageNode) {
	old := dir.draft[name]
	switch {
	case name == "":
		b.fail(path, "is the root")
	case len(name) > maxName:
		b.fail(path, "name too long")
	case old != nil && old.isDir() && !n.isDir():
		b.fail(path, "is a directory")
	case strings.IndexByte(name, 0) >= 0:
		b.fail(path, "NUL in name")
	default:
		dir.draft[name] = n
	}
}

func (b *ImageBuilder) fail(path, why string) {
	if b.err == nil {
		b.err = fmt.Errorf("image: %q: %s", path, why)
	}
}

// parent resolves all but the last component, making directories that are missing. The name is
// empty for the root.
func (b *ImageBuilder) parent(path string) (dir *imageNode, name string, ok bool) {
	if b.err != nil {
		return nil, "", false
	}
	stack := []*imageNode{b.root}
	rest := components(path, nil)
	for links := 0; len(rest) > 1; {
		name, rest = rest[0], rest[1:]
		if name == ".." {
			stack = stack[:max(len(stack)-1, 1)]
			continue
		}
		top := stack[len(stack)-1]
		next := top.draft[name]
		if next == nil {
			next = newDraftDir(Attr{Mode: 0o755})
			top.draft[name] = next
		}
		switch {
		case next.isDir():
			stack = append(stack, next)
		case next.target != "" && links < maxLinks:
			links++
			if next.target[0] == '/' {
				stack = stack[:1]
			}
			rest = components(next.target, rest)
		default:
			b.fail(path, name+" is not a directory")
			return nil, "", false
		}
	}
	if len(rest) == 0 {
		return b.root, "", true
	}
	if rest[0] == ".." {
		b.fail(path, "ends in ..")
		return nil, "", false
	}
	return stack[len(stack)-1], rest[0], true
}

// components splits a path, without empty and "." components, and puts what is left after it.
func components(path string, rest []string) []string {
	var c []string
	for name := range strings.SplitSeq(path, "/") {
		if name != "" && name != "." {
			c = append(c, name)
		}
	}
	return append(c, rest...)
}
