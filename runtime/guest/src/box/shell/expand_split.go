package shell

import "unicode/utf8"

// ifsTable is $IFS made ready for splitting.
type ifsTable struct {
	space [256]bool // white space of IFS
	other [256]bool // what else separates fields
	null  bool      // nothing does
	wide  string    // the separators that are not ASCII, if IFS has any
	join  string    // what joins "$*"
}

// ifsKey is what a table is made of.
type ifsKey struct {
	text string
	utf8 bool
}

// setIFS takes over IFS. Tables are kept: `IFS=, read` in a loop changes it twice each time.
func (sh *Shell) setIFS() {
	v := sh.lookup("IFS")
	s, ok := v.first()
	if !ok {
		s = " \t\n"
	}
	key := ifsKey{s, sh.utf8}
	if sh.ifs != nil && sh.ifsKey == key {
		return
	}
	sh.ifs, sh.ifsOther = sh.ifsOther, sh.ifs
	sh.ifsKey, sh.ifsOtherKey = sh.ifsOtherKey, sh.ifsKey
	if sh.ifs == nil || sh.ifsKey != key {
		sh.ifs, sh.ifsKey = sh.newIFS(s), key
	}
}

func (sh *Shell) newIFS(s string) *ifsTable {
	t := &ifsTable{null: s == ""}
	for i := range len(s) {
		switch c := s[i]; {
		case c == ' ' || c == '\t' || c == '\n':
			t.space[c] = true
		case c < utf8.RuneSelf || !sh.utf8:
			t.other[c] = true
		default:
			t.wide = s
		}
	}
	if s != "" {
		n := 1
		if sh.utf8 {
			_, n = utf8.DecodeRuneInString(s)
		}
		t.join = s[:n]
	}
	return t
}

// divides reports whether splitting or globbing could do anything to s.
func (t *ifsTable) divides(s string) bool {
	for i := range len(s) {
		c := s[i]
		if t.space[c] || t.other[c] || c >= utf8.RuneSelf || c == '*' || c == '?' || c == '[' || c == '\\' ||
			c == '(' {
			return true
		}
	}
	return false
}

// splitText adds the result of an unquoted expansion, cut where IFS says.
func (e *expander) splitText(s string) {
	if !e.split || e.sh.ifs.null {
		e.text(s, false)
		return
	}
	t := e.sh.ifs
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		n := 1
		delim := t.other[c]
		if c >= utf8.RuneSelf && t.wide != "" {
			delim, n = t.wideAt(s[i:])
		}
		switch {
		case t.space[c]:
			e.text(s[start:i], false)
			if len(e.segs) > 0 || e.open {
				e.finish()
				e.blank = true
			}
		case delim:
			e.text(s[start:i], false)
			if len(e.segs) > 0 || e.open || !e.blank {
				e.open = true
				e.finish()
			}
			e.blank = false
		default:
			i += n
			continue
		}
		i += n
		start = i
	}
	e.text(s[start:], false)
}

// wideAt reports whether s begins with a separator that is not ASCII, and the character's length.
func (t *ifsTable) wideAt(s string) (bool, int) {
	r, n := utf8.DecodeRuneInString(s)
	for _, w := range t.wide {
		if w == r {
			return true, n
		}
	}
	return false, n
}
