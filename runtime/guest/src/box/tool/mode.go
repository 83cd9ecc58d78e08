package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// modeChange is a parsed MODE of chmod, mkdir -m and install -m.
type modeChange struct {
	octal   bool
	digits  int // of an octal mode: five or more say that a directory loses setgid too
	value   uint32
	clauses []modeClause
}

type modeClause struct {
	op     byte   // + - =
	who    uint32 // bits that may change
	masked bool   // no [ugoa]: the umask decides
	bits   uint32
	copy   byte // u, g, o: take that one's bits
	exec   bool // X
}

const (
	userBits  = 0o4700
	groupBits = 0o2070
	otherBits = 0o1007
)

// parseMode reads an octal or symbolic mode.
func parseMode(s string) (*modeChange, bool) {
	if s != "" && s[0] >= '0' && s[0] <= '7' {
		v, n := cformat.Digits(s, 8, 12)
		if n != len(s) || v > 0o7777 {
			return nil, false
		}
		return &modeChange{octal: true, digits: n, value: uint32(v)}, true
	}
	m := &modeChange{}
	for part := range strings.SplitSeq(s, ",") {
		if !m.clause(part) {
			return nil, false
		}
	}
	return m, true
}

func (m *modeChange) clause(s string) bool {
	var who uint32
	i := 0
	for ; i < len(s) && strings.IndexByte("ugoa", s[i]) >= 0; i++ {
		switch s[i] {
		case 'u':
			who |= userBits
		case 'g':
			who |= groupBits
		case 'o':
			who |= otherBits
		case 'a':
			who |= 0o7777
		}
	}
	if i == len(s) {
		return false
	}
	for i < len(s) {
		c := modeClause{op: s[i], who: who}
		if strings.IndexByte("+-=", c.op) < 0 {
			return false
		}
		if who == 0 {
			c.who, c.masked = 0o7777, true
		}
		i++
		if v, n := cformat.Digits(s[i:], 8, 12); n > 0 { // =755: all bits, whatever the umask
			if n != len(s)-i || v > 0o7777 || who != 0 {
				return false
			}
			c.masked, c.bits = false, uint32(v)
			i += n
		} else if i < len(s) && strings.IndexByte("ugo", s[i]) >= 0 {
			c.copy = s[i]
			i++
		} else {
			i += c.letters(s[i:])
		}
		m.clauses = append(m.clauses, c)
	}
	return true
}

func (c *modeClause) letters(s string) int {
	for i := range len(s) {
		switch s[i] {
		case 'r':
			c.bits |= 0o444
		case 'w':
			c.bits |= 0o222
		case 'x':
			c.bits |= 0o111
		case 'X':
			c.exec = true
		case 's':
			c.bits |= primitives.S_ISUID | primitives.S_ISGID
		case 't':
			c.bits |= primitives.S_ISVTX
		default:
			return i
		}
	}
	return len(s)
}

// apply returns the mode that a file of mode old gets.
func (m *modeChange) apply(old uint32, dir bool, umask uint32) uint32 {
	const setIDs = primitives.S_ISUID | primitives.S_ISGID
	mode := old & 0o7777
	if m.octal {
		if dir && m.digits < 5 {
			return m.value | mode&setIDs // GNU keeps these on directories unless told in full
		}
		return m.value
	}
	for i := range m.clauses {
		mode = m.clauses[i].apply(mode, dir, umask)
	}
	return mode
}

func (c *modeClause) apply(mode uint32, dir bool, umask uint32) uint32 {
	bits := c.bits
	switch c.copy {
	case 'u':
		bits = mode & 0o700 >> 6 * 0o111
	case 'g':
		bits = mode & 0o070 >> 3 * 0o111
	case 'o':
		bits = mode & 0o007 * 0o111
	}
	if c.exec && (dir || mode&0o111 != 0) {
		bits |= 0o111
	}
	who := c.who
	if c.masked {
		who &^= umask
	}
	bits &= who
	keep := uint32(0)
	if dir && c.op == '=' { // = leaves a directory's set-id bits that were not named
		keep = mode & (primitives.S_ISUID | primitives.S_ISGID)
	}
	switch c.op {
	case '+':
		return mode | bits
	case '-':
		return mode &^ bits
	}
	affected := c.who
	if c.masked {
		affected = 0o7777
	}
	return mode&^affected | bits | keep
}

// modeString is the first column of ls -l.
func modeString(mode uint32) string {
	b := []byte{fileTypeLetter(mode)}
	for shift := 6; shift >= 0; shift -= 3 {
		bits := mode >> shift
		for i, c := range []byte("rwx") {
			if bits&(4>>i) == 0 {
				c = '-'
			}
			b = append(b, c)
		}
	}
	for _, s := range []struct {
		bit uint32
		at  int
		on  byte
	}{{primitives.S_ISUID, 3, 's'}, {primitives.S_ISGID, 6, 's'}, {primitives.S_ISVTX, 9, 't'}} {
		if mode&s.bit == 0 {
			continue
		}
		if b[s.at] == 'x' {
			b[s.at] = s.on
		} else {
			b[s.at] = s.on - 'a' + 'A'
		}
	}
	return string(b)
}

func fileTypeLetter(mode uint32) byte {
	switch mode & primitives.S_IFMT {
	case primitives.S_IFREG:
		return '-'
	case primitives.S_IFDIR:
		return 'd'
	case primitives.S_IFLNK:
		return 'l'
	case primitives.S_IFCHR:
		return 'c'
	case primitives.S_IFBLK:
		return 'b'
	case primitives.S_IFIFO:
		return 'p'
	case primitives.S_IFSOCK:
		return 's'
	}
	return '?'
}

// fileTypeName is what stat and rm -i call a file.
func fileTypeName(st *primitives.Stat) string {
	switch st.Mode & primitives.S_IFMT {
	case primitives.S_IFREG:
		if st.Size == 0 {
			return "regular empty file"
		}
		return "regular file"
	case primitives.S_IFDIR:
		return "directory"
	case primitives.S_IFLNK:
		return "symbolic link"
	case primitives.S_IFCHR:
		return "character special file"
	case primitives.S_IFBLK:
		return "block special file"
	case primitives.S_IFIFO:
		return "fifo"
	case primitives.S_IFSOCK:
		return "socket"
	}
	return "weird file"
}
