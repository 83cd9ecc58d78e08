package shell

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// tempScope is the assignments before a function or a builtin, in force while it runs.
type tempScope struct {
	saved []savedVar
	room  [2]savedVar // for the commonest
}

func (t *tempScope) has(name string) bool {
	for i := range t.saved {
		if t.saved[i].name == name {
			return true
		}
	}
	return false
}

// maxReferences bounds chains of namerefs.
const maxReferences = 8

// target follows namerefs from name to the name of the variable meant, and to its subscript if the
// reference is to an element.
func (sh *Shell) target(name string) (base, index string, elem bool) {
	v := sh.variable(name)
	for range maxReferences {
		if v == nil || v.attrs&reference == 0 || !v.set || v.text == "" {
			return name, "", false
		}
		if i := strings.IndexByte(v.text, '['); i > 0 && strings.HasSuffix(v.text, "]") {
			return v.text[:i], v.text[i+1 : len(v.text)-1], true
		}
		if v.text == name {
			return sh.outer(name, v)
		}
		name = v.text
		v = sh.variable(name)
	}
	sh.warn("warning: " + name + ": circular name reference")
	return name, "", false
}

// outer handles `local -n x=x`: the reference means the variable that it hides.
func (sh *Shell) outer(name string, v *variable) (string, string, bool) {
	for _, f := range slices.Backward(sh.frames) {
		for _, s := range f.saved {
			if s.name == name && s.old != nil && s.old != v {
				alias := name + "\x00"
				s.old.fresh = false // it has a second name now
				sh.bind(alias, s.old)
				return alias, "", false
			}
		}
	}
	sh.warn(name + ": circular name reference")
	return name, "", false
}

// lookup returns the variable of that name, following namerefs, or nil.
func (sh *Shell) lookup(name string) *variable {
	v := sh.variable(name)
	if v != nil && v.attrs&reference != 0 && v.set {
		base, _, elem := sh.target(name)
		if elem {
			return nil
		}
		return sh.variable(base)
	}
	return v
}

// get returns the value of a variable, as $name does.
func (sh *Shell) get(name string) (string, bool) {
	v := sh.variable(name)
	if v == nil {
		return "", false
	}
	if v.attrs&reference != 0 && v.set {
		base, index, elem := sh.target(name)
		if elem && (index == "@" || index == "*") {
			var o operand
			sh.allOf(base, index[0], &o)
			return strings.Join(o.list, " "), o.set
		}
		if elem {
			return sh.element(base, index)
		}
		if v = sh.variable(base); v == nil || v.attrs&reference != 0 {
			return "", false
		}
	}
	if v.dynamic != 0 {
		return sh.compute(v)
	}
	return v.first()
}

// text returns the value of a variable, empty if it is unset.
func (sh *Shell) text(name string) string {
	s, _ := sh.get(name)
	return s
}

// element returns an element of an array by the text of its subscript.
func (sh *Shell) element(name, index string) (string, bool) {
	v := sh.variable(name)
	if v == nil {
		sh.index(name, v, index)
		return "", false
	}
	if v.dynamic != 0 {
		sh.refresh(v)
	}
	if v.table != nil {
		if index == "" {
			sh.warn(name + ": bad array subscript")
		}
		return v.table.get(index)
	}
	i, ok := sh.index(name, v, index)
	if !ok {
		return "", false
	}
	if v.list != nil {
		return v.list.get(i)
	}
	if i == 0 {
		return v.first()
	}
	return "", false
}

// index evaluates a subscript; negative ones count from the end.
func (sh *Shell) index(name string, v *variable, text string) (int, bool) {
	n, ok := sh.subscript(text)
	if !ok {
		return 0, false
	}
	i := int(n)
	if i < 0 {
		size := 0
		if v != nil && v.list != nil {
			size = v.list.next()
		}
		if i += size; i < 0 {
			sh.warn(name + ": bad array subscript")
			return 0, false
		}
	}
	return i, true
}

// define returns the variable of that name, made if need be. Namerefs have been followed.
func (sh *Shell) define(name string) *variable { return sh.at(name).define(sh) }

// changed does what a new value of some variables entails.
func (sh *Shell) changed(name string, v *variable) {
	if v.attrs&exported != 0 {
		sh.environ = nil
	}
	switch name {
	case "IFS":
		sh.setIFS()
	case "PATH":
		clear(sh.hashed)
	case "LC_ALL", "LC_CTYPE", "LANG":
		sh.setLocale()
	case "OPTIND":
		sh.getopt = getoptState{}
	case "POSIXLY_CORRECT":
		sh.opts[optPosix] = true
	case "BASH_XTRACEFD":
		sh.setTraceFd(v)
	}
}

// setLocale finds out whether characters are UTF-8.
func (sh *Shell) setLocale() {
	name := ""
	for _, v := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if name = sh.text(v); name != "" {
			break
		}
	}
	name = strings.ToLower(name)
	sh.utf8 = !sh.dash && strings.Contains(strings.ReplaceAll(name, "-", ""), "utf8")
	asciiOnly = !sh.utf8
	clear(sh.patternCache)
}

// unset removes a variable and reports whether it could.
func (sh *Shell) unset(name string) bool {
	v := sh.variable(name)
	if v == nil {
		return true
	}
	if v.attrs&(readonly|frozen) != 0 {
		why := "cannot unset: readonly variable"
		if sh.dash {
			why = "is read only"
			sh.endSpecial()
		}
		sh.complain("unset", name+": "+why)
		return false
	}
	sh.drop(name, v)
	return true
}

// inFunction reports whether a function is running.
func (sh *Shell) inFunction() bool { return sh.depth() > 0 }

// depth is how deep the frame of the innermost function lies, from 1: what it sources shares its variables.
func (sh *Shell) depth() int {
	n := len(sh.frames)
	for n > 0 && sh.frames[n-1].isFile {
		n--
	}
	return n
}

func validName(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return s != ""
}

// validTarget reports whether a nameref may point to s.
func validTarget(s string) bool {
	if i := strings.IndexByte(s, '['); i > 0 && strings.HasSuffix(s, "]") {
		s = s[:i]
	}
	return validName(s)
}

func (sh *Shell) unsupported(feature string) {
	linux.Unsupported("bash " + feature)
}

// variableNames are the names of all variables, sorted.
func (sh *Shell) variableNames() []string {
	l := sh.names()
	return slices.DeleteFunc(l, func(name string) bool { return strings.Contains(name, "\x00") })
}
