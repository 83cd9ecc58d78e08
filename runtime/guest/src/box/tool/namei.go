package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// namei follows names component by component.
type namei struct {
	r                                          *run
	modes, owners, vertical, noFollow, devices bool
	failed, tooDeep                            bool
	users, groups                              []account
	lines                                      []nameiLine
}

// nameiLine is one component; err is why there is none.
type nameiLine struct {
	level              int
	mode               string
	owner, group, text string
	err                error
}

func nameiMain(r *run) int {
	n := &namei{r: r}
	opts, words := r.options("l/long m/modes n/nosymlinks o/owners v/vertical x/mountpoints !Z/context " +
		"h/help V/version")
	for _, o := range opts {
		switch o.name {
		case "l":
			n.modes, n.owners, n.vertical = true, true, true
		case "m":
			n.modes = true
		case "n":
			n.noFollow = true
		case "o":
			n.owners = true
		case "v":
			n.vertical = true
		case "x":
			n.devices = true
		case "h":
			r.help()
		case "V":
			r.print("namei from util-linux 2.38.1\n")
			return 0
		}
	}
	if len(words) == 0 {
		r.usage("pathname argument is missing")
	}
	n.users, n.groups = accounts(true), accounts(false)
	for _, w := range words {
		r.print("f: ", w, "\n")
		n.lines = nil
		n.walk(w, "", 0)
		n.print()
		if n.tooDeep {
			r.message(w + ": exceeded limit of symlinks")
			return 1
		}
	}
	if n.failed {
		return 1
	}
	return 0
}

// nameiDeep is how many links may lead to links.
const nameiDeep = 20

// walk adds the components of a path that begins in a directory.
func (n *namei) walk(path, dir string, level int) bool {
	if level > nameiDeep {
		n.tooDeep = true
		return false
	}
	at := dir
	if strings.HasPrefix(path, "/") {
		at = "/"
		if !n.component("/", "/", level) {
			return false
		}
	}
	for part := range strings.SplitSeq(path, "/") {
		if part == "" {
			continue
		}
		if at == "" {
			at = part
		} else {
			at = join(at, part)
		}
		if !n.component(at, part, level) {
			return false
		}
	}
	return true
}

func (n *namei) component(path, name string, level int) bool {
	st, err := linux.Lstat(path)
	if err != nil {
		n.failed = true
		n.lines = append(n.lines, nameiLine{level: level, text: name, err: err})
		return false
	}
	l := nameiLine{
		level: level, mode: modeString(st.Mode), text: name, owner: nameOf(n.users, int(st.UID)),
		group: nameOf(n.groups, int(st.GID)),
	}
	if n.devices && st.IsDir() && nameiMount(path, &st) {
		l.mode = "D" + l.mode[1:]
	}
	if st.Mode&primitives.S_IFMT != primitives.S_IFLNK {
		n.lines = append(n.lines, l)
		return true
	}
	to, _ := linux.Readlink(path)
	l.text += " -> " + to
	n.lines = append(n.lines, l)
	if n.noFollow {
		return true
	}
	dir, _ := cutLast(path)
	return n.walk(to, dir, level+1)
}

// cutLast is a path without its last component.
func cutLast(path string) (dir, base string) {
	i := strings.LastIndexByte(path, '/')
	switch {
	case i < 0:
		return "", path
	case i == 0:
		return "/", path[1:]
	}
	return path[:i], path[i+1:]
}

func nameiMount(path string, st *primitives.Stat) bool {
	above, err := linux.Stat(join(path, ".."))
	return err == nil && (above.Dev != st.Dev || above.Ino == st.Ino)
}

func (n *namei) print() {
	owner, group := 0, 0
	for _, l := range n.lines {
		owner, group = max(owner, len(l.owner)), max(group, len(l.group))
	}
	for _, l := range n.lines {
		indent := strings.Repeat("  ", l.level)
		if l.err != nil {
			n.r.print(n.missing(indent, owner, group), l.text, " - ", errnoText(l.err), "\n")
			continue
		}
		mode := l.mode
		if !n.modes {
			mode = mode[:1]
		}
		lead := " " + indent
		if n.vertical {
			lead = ""
		}
		n.r.print(lead, mode)
		if n.owners {
			n.r.printf(" %-*s %-*s", owner, l.owner, group, l.group)
		}
		if n.vertical {
			n.r.print(" ", indent, l.text, "\n")
		} else {
			n.r.print(" ", l.text, "\n")
		}
	}
}

// missing is what stands before a name that is not there, in place of its mode and owners.
func (n *namei) missing(indent string, owner, group int) string {
	width := 1
	if n.modes {
		width = 10
	}
	blank := strings.Repeat(" ", width)
	if n.owners {
		blank += strings.Repeat(" ", owner+group+2)
	}
	if n.vertical {
		return blank + " " + indent
	}
	return " " + indent + blank + " "
}
