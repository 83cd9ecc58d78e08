package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// tempScope is the assignments before a function or a builtin, in force while it runs.
type tempScope struct {
	saved []savedVar
	names []string
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
	sh.warn(name + ": circular name reference")
	return name, "", false
}

// outer handles `local -n x=x`: the reference means the variable that it hides.
func (sh *Shell) outer(name string, v *variable) (string, string, bool) {
	for _, f := range slices.Backward(sh.frames) {
		for _, s := range f.saved {
			if s.name == name && s.old != nil && s.old != v {
				alias := name + "\x00"
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
	n, ok := sh.arithmetic(text)
	if !ok {
		sh.discard()
		return 0, false
	}
	i := int(n)
	if i < 0 {
		size := 0
		switch {
		case v != nil && v.list != nil:
			size = v.list.next()
		case v != nil && v.set:
			size = 1
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

// setVar assigns to a variable and reports whether it could. A refusal has been reported.
func (sh *Shell) setVar(name, value string) bool { return sh.assignSlot(sh.at(name), value, false) }

func (sh *Shell) assign(name, value string, add bool) bool {
	return sh.assignSlot(sh.at(name), value, add)
}

// assignSlot assigns to the variable of a slot; the common case is done at once.
func (sh *Shell) assignSlot(s *slot, value string, add bool) bool {
	v := s.v
	plain := v != nil && v.attrs == 0 && v.dynamic == 0 && v.list == nil && v.table == nil
	if !plain || sh.opts[optAllexport] {
		return sh.assignName(s.name, value, add)
	}
	if add && v.set {
		v.extend(value)
	} else {
		v.text, v.set = value, true
	}
	if s.watched {
		sh.changed(s.name, v)
	}
	return true
}

func (sh *Shell) assignName(name, value string, add bool) bool {
	if v := sh.variable(name); v != nil && v.attrs&reference != 0 {
		if !v.set || v.text == "" { // an empty reference is given its target
			return sh.retarget(v, value)
		}
		base, index, elem := sh.target(name)
		if elem {
			return sh.assignElement(base, index, value, add)
		}
		name = base
	}
	v := sh.define(name)
	if v.attrs&readonly != 0 {
		sh.readonly(name)
		return false
	}
	if v.dynamic != 0 && sh.assignDynamic(v, value) {
		return true
	}
	if v.list != nil || v.table != nil {
		return sh.assignElement(name, "0", value, add)
	}
	value, ok := sh.convert(v, value, v.text, add && v.set)
	if !ok {
		return false
	}
	v.text, v.set = value, true
	if sh.opts[optAllexport] {
		v.attrs |= exported
	}
	sh.changed(name, v)
	return true
}

// readonly refuses an assignment.
func (sh *Shell) readonly(name string) {
	if sh.dash {
		sh.warn(name + ": is read only")
		return
	}
	sh.warn(name + ": readonly variable")
}

func (sh *Shell) retarget(v *variable, value string) bool {
	if !validTarget(value) {
		sh.warn("`" + value + "': not a valid identifier")
		return false
	}
	v.text, v.set = value, true
	return true
}

// convert applies a variable's attributes to a value to be assigned or, if add, appended.
func (sh *Shell) convert(v *variable, value, old string, add bool) (string, bool) {
	if v.attrs&integer != 0 {
		n, ok := sh.arithmetic(value)
		if !ok {
			sh.discard()
			return "", false
		}
		if add {
			o, ok := sh.arithmetic(old)
			if !ok {
				sh.discard()
				return "", false
			}
			n += o
		}
		return strconv.FormatInt(n, 10), true
	}
	if add {
		value = old + value
	}
	if v.attrs&(lower|upper|capital) != 0 {
		value = v.attrs.shape(value)
	}
	return value, true
}

// assignElement assigns to name[index]; index is the text between the brackets, expanded.
func (sh *Shell) assignElement(name, index, value string, add bool) bool {
	if v := sh.variable(name); v != nil && v.attrs&reference != 0 && v.set {
		name, _, _ = sh.target(name)
	}
	v := sh.define(name)
	if v.attrs&readonly != 0 {
		sh.warn(name + ": readonly variable")
		return false
	}
	if v.table != nil {
		if index == "" {
			sh.warn(name + "[" + index + "]: bad array subscript")
			return false
		}
		value, ok := sh.convert(v, value, v.table.text(index), add)
		if ok {
			v.table.set(index, value)
			v.set = true
			sh.changed(name, v)
		}
		return ok
	}
	i, ok := sh.assignIndex(name, v, index)
	if !ok {
		return false
	}
	v.makeList()
	old, _ := v.list.get(i)
	value, ok = sh.convert(v, value, old, add)
	if ok {
		v.list.set(i, value)
		v.set = true
		sh.changed(name, v)
	}
	return ok
}

// assignIndex is index for an assignment, whose message shows the subscript.
func (sh *Shell) assignIndex(name string, v *variable, text string) (int, bool) {
	n, ok := sh.arithmetic(text)
	if !ok {
		return 0, false
	}
	i := int(n)
	if i >= 0 {
		return i, true
	}
	size := 0
	if v.list != nil {
		size = v.list.next()
	} else if v.set {
		size = 1
	}
	if i += size; i < 0 {
		sh.warn(name + "[" + text + "]: bad array subscript")
		return 0, false
	}
	return i, true
}

// makeList turns a variable into an indexed array.
func (v *variable) makeList() {
	if v.list != nil {
		return
	}
	v.list = &array{}
	if v.set {
		v.list.set(0, v.text)
		v.text = ""
	}
	v.attrs |= indexed
}

// makeTable turns a variable into an associative array.
func (v *variable) makeTable() {
	if v.table != nil {
		return
	}
	v.table = newAssoc()
	if v.set && v.list == nil {
		v.table.set("0", v.text)
		v.text = ""
	}
	v.list = nil
	v.attrs = v.attrs&^indexed | associative
}

// setList makes name an indexed array of vals, as read -a and mapfile do.
func (sh *Shell) setList(name string, vals []string) bool {
	name, _, _ = sh.target(name)
	v := sh.define(name)
	if v.attrs&readonly != 0 {
		sh.warn(name + ": readonly variable")
		return false
	}
	v.makeList()
	v.list = newArray(vals)
	v.set = true
	sh.changed(name, v)
	return true
}

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
	sh.utf8 = strings.Contains(name, "utf-8") || strings.Contains(name, "utf8")
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

// drop takes a variable away. A local one stays hidden in its own function; one of a calling
// function gives way to what it hid.
func (sh *Shell) drop(name string, v *variable) {
	wasExported := v.attrs&exported != 0
	switch {
	case v.level > 0 && (v.level == len(sh.frames) || sh.shopt[shoptLocalvarUnset]):
		sh.bind(name, &variable{level: v.level, age: v.age})
	case v.level > 0:
		sh.uncover(name, v)
	default:
		sh.bind(name, nil)
	}
	if wasExported {
		sh.environ = nil
	}
	sh.changed(name, &variable{})
}

// uncover brings back what a local variable of a calling function hides.
func (sh *Shell) uncover(name string, v *variable) {
	f := sh.frames[v.level-1]
	for i, s := range f.saved {
		if s.name == name {
			f.saved = append(f.saved[:i], f.saved[i+1:]...)
			sh.restore(s)
			return
		}
	}
	sh.bind(name, nil)
}

func (sh *Shell) restore(s savedVar) {
	if s.at == nil {
		s.at = sh.at(s.name)
	}
	if s.at.v.has(exported) || s.old.has(exported) {
		sh.environ = nil
	}
	s.at.v = s.old
	switch {
	case !s.at.watched:
	case s.old == nil:
		sh.changed(s.name, &variable{})
	default:
		sh.changed(s.name, s.old)
	}
}

// local makes a variable local to the running function. It starts unset, unless it was given
// before the call (or inherits).
func (sh *Shell) local(name string, inherit bool) *variable {
	f := sh.frames[len(sh.frames)-1]
	old := sh.variable(name)
	if old != nil && old.level == len(sh.frames) {
		return old
	}
	f.saved = append(f.saved, savedVar{name: name, old: old})
	sh.age++
	v := &variable{level: len(sh.frames), age: sh.age}
	if old != nil {
		switch {
		case inherit:
			v = old.clone()
			v.level, v.age = len(sh.frames), sh.age
		case old.attrs&exported != 0 && sh.temporary(name):
			v.attrs |= exported
			v.text, v.set = old.text, old.set
		case old.attrs&exported != 0:
			v.attrs |= exported
		}
		sh.environ = nil
	}
	sh.bind(name, v)
	return v
}

// temporary reports whether name was assigned before the call of the running function.
func (sh *Shell) temporary(name string) bool {
	if len(sh.temps) == 0 {
		return false
	}
	return slices.Contains(sh.temps[len(sh.temps)-1].names, name)
}

// inFunction reports whether a function is running.
func (sh *Shell) inFunction() bool {
	for _, f := range slices.Backward(sh.frames) {
		if !f.isFile {
			return true
		}
	}
	return false
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
