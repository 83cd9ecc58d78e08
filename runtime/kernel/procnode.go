package kernel

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// folder is a directory of a synthetic file system whose names never change.
type folder struct {
	k       *Kernel
	entries []folderEntry
}

type folderEntry struct {
	name string
	node vfs.Node
}

func (f *folder) add(name string, n vfs.Node) *folder {
	f.entries = append(f.entries, folderEntry{name, n})
	return f
}

// text adds a file that anybody may read.
func (f *folder) text(name string, content func() string) *folder {
	return f.add(name, &textFile{k: f.k, mode: 0o444, content: content})
}

// sub adds a directory and returns it.
func (f *folder) sub(name string) *folder {
	d := &folder{k: f.k}
	f.add(name, d)
	return d
}

// Attr implements vfs.Node.
func (f *folder) Attr() primitives.Stat { return f.k.procAttr(primitives.S_IFDIR | 0o555) }

// Lookup implements vfs.Dir.
func (f *folder) Lookup(name string) (vfs.Node, bool) {
	i := slices.IndexFunc(f.entries, func(e folderEntry) bool { return e.name == name })
	if i < 0 {
		return nil, false
	}
	return f.entries[i].node, true
}

// Names implements vfs.Dir.
func (f *folder) Names() []string {
	names := make([]string, len(f.entries))
	for i, e := range f.entries {
		names[i] = e.name
	}
	return names
}

// textFile is a file of a synthetic file system that belongs to no process.
type textFile struct {
	k       *Kernel
	mode    uint32
	content func() string
}

// Attr implements vfs.Node.
func (t *textFile) Attr() primitives.Stat { return t.k.procAttr(primitives.S_IFREG | t.mode) }

// Content implements vfs.Text.
func (t *textFile) Content() ([]byte, error) { return []byte(t.content()), nil }

// textLink is a symbolic link of a synthetic file system.
type textLink struct {
	k      *Kernel
	target func() string
}

// Attr implements vfs.Node.
func (l *textLink) Attr() primitives.Stat { return l.k.procAttr(primitives.S_IFLNK | 0o777) }

// Target implements vfs.Link.
func (l *textLink) Target() string { return l.target() }

// Jump implements vfs.Link.
func (l *textLink) Jump() (loc vfs.Location, f *vfs.File, ok bool) { return loc, nil, false }

// procAttr returns the attributes of what belongs to root.
func (k *Kernel) procAttr(mode uint32) primitives.Stat {
	return primitives.Stat{Mode: mode, Atime: k.booted, Mtime: k.booted, Ctime: k.booted}
}
