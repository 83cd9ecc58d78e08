package vfs

import (
	"slices"
	"strings"
)

// dentry is a name in a directory, and what a Location, a mount point and an open File hold on to.
// A rename moves the dentry, so that paths of open files and working directories stay exact.
// A directory has exactly one.
type dentry struct {
	name   string
	parent *dentry // nil for the root of a file system and for anonymous files
	inode  *inode
	seq    uint64 // order of creation within the directory
	mounts int32  // mounts on top of it: the walk looks for them only if there are any
	gone   bool   // unlinked
	made   bool   // by a session: it counts as storage
}

// Location is a place in a Namespace: a name on a mount, as a working directory or a descriptor of
// a directory holds it. It is comparable. A directory has one Location on each mount that shows it;
// two hard links of a file are two Locations.
type Location struct {
	mount  *mount
	dentry *dentry
}

// IsZero reports whether l is no location.
func (l Location) IsZero() bool { return l.dentry == nil }

// IsDir reports whether l is a directory.
func (l Location) IsDir() bool { return l.dentry != nil && l.dentry.inode.isDir() }

func (l Location) inode() *inode { return l.dentry.inode }

// path returns the absolute path of l, and whether every name of it still exists.
func (ns *Namespace) path(l Location) (string, bool) {
	var names []string
	exists := true
	for l != ns.root {
		d := l.dentry
		if d.gone {
			exists = false
		}
		if d == l.mount.root {
			if l.mount.parent == nil {
				break
			}
			l = Location{l.mount.parent, l.mount.point}
			continue
		}
		names = append(names, d.name)
		if d.parent == nil { // anonymous: its name is all there is
			return d.name, true
		}
		l.dentry = d.parent
	}
	if len(names) == 0 {
		return "/", exists
	}
	return joinReversed(names), exists
}

func joinReversed(names []string) string {
	var b strings.Builder
	for _, name := range slices.Backward(names) {
		b.WriteByte('/')
		b.WriteString(name)
	}
	return b.String()
}

// pathString is path for messages.
func (ns *Namespace) pathString(l Location) string {
	p, _ := ns.path(l)
	return p
}

// child returns the path of name in the directory l, for messages.
func (ns *Namespace) childPath(l Location, name string) string {
	return strings.TrimSuffix(ns.pathString(l), "/") + "/" + name
}

// below reports whether d is a or lies below it.
func (d *dentry) below(a *dentry) bool {
	for ; d != nil; d = d.parent {
		if d == a {
			return true
		}
	}
	return false
}
