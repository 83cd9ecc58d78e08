package tool

import (
	"archive/tar"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// delayedLink is a symbolic link that is made when all members are there. Until then an empty file without
// rights has its name, so that no member is written to where the link leads.
type delayedLink struct {
	h        *tar.Header
	dev, ino uint64
	names    []string // the first, and those of hard links to it
}

// unsafe reports whether a symbolic link may lead out of where members go.
func (x *tarRead) unsafe(h *tar.Header) bool {
	if h.Typeflag != tar.TypeSymlink || x.absolute {
		return false
	}
	target := x.transformed(h.Linkname, 's')
	return strings.HasPrefix(target, "/") || slices.Contains(strings.Split(target, "/"), "..")
}

// placeholder makes the file that stands for a link.
func (x *tarRead) placeholder(h *tar.Header, to string) error {
	f, err := linux.OpenFile(to, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_EXCL, 0)
	if err != nil {
		return err
	}
	_ = f.Close()
	st, err := linux.Lstat(to)
	if err != nil {
		return err
	}
	x.links = append(x.links, &delayedLink{h: h, dev: st.Dev, ino: st.Ino, names: []string{to}})
	return nil
}

// linked notes a hard link if it is one to a placeholder.
func (x *tarRead) linked(to string) {
	for _, l := range x.links {
		if l.at(to) {
			l.names = append(l.names, to)
			return
		}
	}
}

// at reports whether the placeholder has the name still.
func (l *delayedLink) at(name string) bool {
	st, err := linux.Lstat(name)
	return err == nil && st.Dev == l.dev && st.Ino == l.ino && st.Mode == primitives.S_IFREG && st.Size == 0
}

// makeLink puts the link in the place of its placeholder.
func (x *tarRead) makeLink(l *delayedLink) {
	made := ""
	for _, name := range l.names {
		if !l.at(name) {
			continue
		}
		_ = linux.Unlink(name)
		if made != "" && linux.Link(made, name) == nil {
			continue
		}
		target := x.transformed(l.h.Linkname, 's')
		if err := linux.Symlink(target, name); err != nil {
			x.warn(err, "Cannot create symlink to ‘"+target+"’", x.shortened(name))
			continue
		}
		x.attributes(l.h, name)
		made = name
	}
}
