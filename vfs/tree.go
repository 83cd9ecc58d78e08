package vfs

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// Entry is one name of a tree, as Walk and Changes report it.
type Entry struct {
	Path   string
	Stat   primitives.Stat
	Target string // of a symbolic link
	Gone   bool   // Changes: the image has it, the session removed it; Stat is empty

	inode *inode     // of a namespace's tree,
	node  *imageNode // or of an image's
}

// Data calls fn for the stretches of a regular file that hold data, in order, page by page at most.
// What lies between them and up to the size reads as zeros. Nobody may keep or write b.
func (e *Entry) Data(fn func(off int64, b []byte) error) error {
	switch {
	case e.node != nil && len(e.node.content) > 0:
		return fn(0, e.node.content)
	case e.inode == nil || e.inode.file == nil:
		return nil
	}
	return e.inode.file.extents(fn)
}

// Content returns the bytes of a regular file: a copy, unless the image alone holds them. A guest
// may make files of any size out of holes: Data is for those who take all.
func (e *Entry) Content() []byte {
	switch {
	case e.node != nil:
		return e.node.content
	case e.inode == nil || e.inode.file == nil:
		return nil
	}
	return e.inode.file.copyOut()
}

// Walk calls fn for everything below the root, in the order of the paths' components, through all
// mounts but the synthetic ones. It asks no permission and stamps no access time.
func (ns *Namespace) Walk(fn func(e *Entry) error) error {
	t := traversal{ns: ns, fn: fn}
	return t.visit(ns.root, "/")
}

// WalkBelow is Walk over what lies below one path, which is followed as stat(2) does; the path's own entry is
// visited first.
func (ns *Namespace) WalkBelow(path string, fn func(e *Entry) error) error {
	l, err := ns.lookupRoot(path)
	if err != nil {
		return err
	}
	t := traversal{ns: ns, fn: fn}
	return t.visit(l, path)
}

// Changes is Walk over what differs from the image: it visits what a session made, changed or
// removed, and everything on file systems without an image. Together with the images' digests that
// is the whole tree, at the cost of the changes alone. A changed file of the image that has several names
// shows by those that were looked up.
func (ns *Namespace) Changes(fn func(e *Entry) error) error {
	t := traversal{ns: ns, fn: fn, changes: true}
	return t.visit(ns.root, "/")
}

type traversal struct {
	ns      *Namespace
	fn      func(e *Entry) error
	changes bool
}

func (t *traversal) visit(l Location, path string) error {
	i := l.inode()
	if i.live {
		return nil
	}
	if !t.changes || i.changed || i.image == nil {
		if err := t.fn(&Entry{Path: path, Stat: i.stat(), Target: i.target, inode: i}); err != nil {
			return err
		}
	}
	if !i.isDir() {
		return nil
	}
	prefix := path + "/"
	if path == "/" {
		prefix = path
	}
	for _, name := range t.names(i.dir) {
		if err := t.child(l, prefix, name); err != nil {
			return err
		}
	}
	return nil
}

func (t *traversal) child(l Location, prefix, name string) error {
	d := l.inode().dir.lookup(l.dentry, name)
	if d == nil {
		return t.fn(&Entry{Path: prefix + name, Gone: true})
	}
	return t.visit(t.ns.cross(Location{l.mount, d}), prefix+name)
}

// names returns what to visit of a directory, sorted: everything, or what the session has touched.
func (t *traversal) names(d *directory) []string {
	names := make([]string, 0, len(d.entries))
	for name, e := range d.entries { // sorted below
		if e != nil || t.changes {
			names = append(names, name)
		}
	}
	if d.lower != nil && !t.changes {
		for _, name := range d.lower.names {
			if _, known := d.entries[name]; !known {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
