package shell

import (
	"maps"
	"slices"
	"unsafe"
)

// slot is the place of a name. It stays where it is while the variable in it changes with scopes, so
// that commands can remember it.
type slot struct {
	v       *variable
	name    string
	watched bool // a new value has consequences: see Shell.changed
}

// at returns the slot of a name.
func (sh *Shell) at(name string) *slot {
	s := sh.slots[name]
	if s == nil {
		s = &slot{name: name, watched: watched(name)}
		sh.slots[name] = s
	}
	return s
}

// variable returns what the name stands for now, nil if nothing.
func (sh *Shell) variable(name string) *variable {
	if s := sh.slots[name]; s != nil {
		return s.v
	}
	return nil
}

// bind lets name stand for v, or for nothing.
func (sh *Shell) bind(name string, v *variable) { sh.at(name).v = v }

// names are the names that stand for something, sorted.
func (sh *Shell) names() []string {
	l := make([]string, 0, len(sh.slots))
	for name := range maps.Keys(sh.slots) {
		if sh.slots[name].v != nil {
			l = append(l, name)
		}
	}
	slices.Sort(l)
	return l
}

func (s *slot) define(sh *Shell) *variable {
	if s.v == nil {
		sh.age++
		s.v = &variable{age: sh.age}
	}
	return s.v
}

// value returns the value of the variable in a slot, as $name does.
func (sh *Shell) value(s *slot) (string, bool) {
	v := s.v
	switch {
	case v == nil:
		return "", false
	case v.attrs&reference != 0 || v.dynamic != 0:
		return sh.get(s.name)
	case v.list == nil && v.table == nil:
		return v.text, v.set
	}
	return v.first()
}

// watched reports whether changed has something to do for a name.
func watched(name string) bool {
	switch name {
	case "IFS", "PATH", "LC_ALL", "LC_CTYPE", "LANG", "OPTIND", "POSIXLY_CORRECT", "BASH_XTRACEFD":
		return true
	}
	return false
}

// extend appends to the value. The bytes of a value that grows are kept with room behind them: a
// loop that builds a long string piece by piece must not copy it each time.
func (v *variable) extend(s string) {
	n := len(v.text)
	if v.buf == nil || n == 0 || len(*v.buf) != n || unsafe.StringData(v.text) != unsafe.SliceData(*v.buf) {
		buf := make([]byte, n, 2*(n+len(s)))
		copy(buf, v.text)
		v.buf = &buf
	}
	*v.buf = append(*v.buf, s...)
	v.text = unsafe.String(unsafe.SliceData(*v.buf), len(*v.buf))
}
