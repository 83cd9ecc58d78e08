package vfs

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// trail remembers where the parents of a path led, for one identity: the next path with the same parents is
// not walked again. Linux has its dcache for that.
//
// What must hold: a trail is used only if walking again would come to the same place without an error and
// without a trace. So it is kept only of walks that met no symbolic link (following stamps it) and no
// synthetic directory (which is asked every time), and it is good for one turn of the namespace, which ends
// when a directory moves, goes, or changes its mode or owner, and when anything is mounted or unmounted.
// A name that comes, and one that is no directory, ends none.
type trail struct {
	from Location // where the walk began
	path string   // the parents as they were given, up to and with the last slash
	cred primitives.Cred
	to   Location
	turn uint64
}

// trails are those of a namespace, the one that was made last being next to be replaced last.
type trails struct {
	turn uint64
	next int
	kept [4]trail
}

// turned ends the turn: what is known of directories may be no more.
func (ns *Namespace) turned() { ns.trails.turn++ }

// turned ends the turn of the namespace that mounts the file system.
func (fs *Filesystem) turned() {
	if fs.owner != nil {
		fs.owner.turned()
	}
}

// turned ends the turn if the inode is a directory, after its mode or owner changed.
func (i *inode) turned() {
	if i.isDir() {
		i.fs.turned()
	}
}

// parents returns what of a path has to be walked to its last component, or "" if nothing could be gained.
func parents(path string) string {
	n := strings.LastIndexByte(path, '/') + 1
	if n == len(path) || n <= 1 {
		return ""
	}
	return path[:n]
}

// find returns the trail of a walk that begins at from, or nil.
func (t *trails) find(c *primitives.Cred, from Location, path string) *trail {
	for i := range t.kept {
		k := &t.kept[i]
		if k.turn == t.turn && len(k.path) == len(path) && k.from == from && k.path == path && k.isFor(c) {
			return k
		}
	}
	return nil
}

// isFor reports whether the walk was one of the same identity: the umask has no part in it.
func (t *trail) isFor(c *primitives.Cred) bool {
	return t.cred.UID == c.UID && t.cred.GID == c.GID && t.cred.Capable == c.Capable &&
		slices.Equal(t.cred.Groups, c.Groups)
}

// keep remembers a walk of which every step was plain.
func (t *trails) keep(c *primitives.Cred, from Location, path string, to Location) {
	k := &t.kept[t.next]
	t.next = (t.next + 1) % len(t.kept)
	groups := append(k.cred.Groups[:0], c.Groups...)
	*k = trail{from: from, path: path, cred: *c, to: to, turn: t.turn}
	k.cred.Groups = groups
}
