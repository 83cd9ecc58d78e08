package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// operand is what a parameter expansion works on: one value, or a list of them.
type operand struct {
	name string // for messages, see called
	list []string
	many bool // ${x[@]}, ${x[*]}, $@, $*
	star bool
	set  bool
	text string
	// where an assignment goes
	base, index string
	elem        bool
	subscript   *tree.Word // as it is written
}

// called is the name for messages.
func (o *operand) called() string {
	if o.subscript != nil {
		return o.name + "[" + o.subscript.Raw + "]"
	}
	return o.name
}

// param expands a parameter expansion.
func (e *expander) param(p *tree.Param, quoted bool) {
	sh := e.sh
	if simple := len(p.Name) > 0 && simpleName(p); simple {
		e.emit(sh.parameter(p), quoted)
		return
	}
	if p.Bad {
		sh.badSubstitution(p)
		return
	}
	if p.Names != 0 {
		e.list(sh.namesWith(p.Name), p.Names == '*', quoted)
		return
	}
	if p.Indirect && p.All != 0 && p.Op == tree.NoOp && !p.Length {
		e.list(sh.keys(p.Name), p.All == '*', quoted)
		return
	}
	o, ok := sh.operand(p)
	if !ok || sh.flow != running {
		return
	}
	if p.Length {
		e.emit(sh.length(p, o), quoted)
		return
	}
	e.operate(p, o, quoted)
}

func (sh *Shell) badSubstitution(p *tree.Param) {
	if sh.dash {
		sh.warn("Bad substitution")
	} else {
		sh.warn(p.Raw + ": bad substitution")
	}
	sh.discard()
}

// list adds a list as "$@" or "$*" does.
func (e *expander) list(l []string, star, quoted bool) {
	switch {
	case e.spaced:
		e.text(strings.Join(l, " "), quoted)
	case star && (quoted || !e.split):
		e.text(strings.Join(l, e.sh.ifs.join), quoted)
	case e.split && !quoted && !e.sh.ifs.null && !e.sh.ifs.space[e.sh.ifs.join[0]]:
		e.splitText(strings.Join(l, e.sh.ifs.join))
	default:
		e.elements(l, quoted)
	}
}

// operand finds the value that p names.
func (sh *Shell) operand(p *tree.Param) (o operand, ok bool) {
	name, index, all := p.Name, p.Index, p.All
	if p.Indirect {
		if v := sh.variable(name); index == nil && all == 0 && v.has(reference) && v.set {
			return operand{name: name, base: name, text: v.text, set: true}, true // the name it refers to
		}
		var target string
		if target, ok = sh.indirect(p); !ok {
			return o, false
		}
		return sh.operandNamed(target, p)
	}
	o = operand{name: name, base: name}
	switch {
	case all != 0:
		sh.allOf(name, all, &o)
	case index != nil:
		if !sh.quickElementOf(p, &o) {
			sh.elementOf(name, index, &o)
		}
	case nameStart(name[0]):
		o.text, o.set = sh.value(sh.paramSlot(p))
	default:
		sh.valueOf(name, &o)
	}
	return o, sh.flow == running
}

// operandNamed is operand for a name that is known as text, which may have a subscript.
func (sh *Shell) operandNamed(text string, p *tree.Param) (o operand, ok bool) {
	o = operand{name: text, base: text}
	if i := strings.IndexByte(text, '['); i > 0 && strings.HasSuffix(text, "]") {
		name, index := text[:i], text[i+1:len(text)-1]
		o.base = name
		if index == "@" || index == "*" {
			sh.allOf(name, index[0], &o)
			return o, true
		}
		o.elem, o.index = true, sh.expandIndex(name, index)
		o.text, o.set = sh.element(name, o.index)
		return o, sh.flow == running
	}
	if !validParameter(text) {
		sh.warn(text + ": invalid variable name")
		sh.discard()
		return o, false
	}
	sh.valueOf(text, &o)
	o.name = "!" + p.Name
	return o, true
}

func validParameter(s string) bool {
	if validName(s) || s == "@" || s == "*" || s == "#" || s == "?" || s == "$" || s == "!" || s == "-" {
		return true
	}
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// indirect returns the name that ${!name} means.
func (sh *Shell) indirect(p *tree.Param) (string, bool) {
	var o operand
	if p.Index != nil {
		sh.elementOf(p.Name, p.Index, &o)
	} else {
		sh.valueOf(p.Name, &o)
	}
	if o.many {
		o.text, o.set = strings.Join(o.list, " "), len(o.list) > 0
	}
	if o.set && o.text == "" && !sh.dash {
		sh.warn(": invalid variable name")
		sh.discard()
		return "", false
	}
	if !o.set || o.text == "" {
		sh.warn(p.Name + ": invalid indirect expansion")
		sh.discard()
		return "", false
	}
	return o.text, true
}

// valueOf finds $name, also of the special parameters.
func (sh *Shell) valueOf(name string, o *operand) {
	c := name[0]
	switch {
	case nameStart(c):
		o.text, o.set = sh.get(name)
	case '0' <= c && c <= '9':
		n := int(c - '0')
		if len(name) > 1 {
			n, _ = strconv.Atoi(name)
		}
		switch {
		case n == 0:
			o.text, o.set = sh.arg0, true
		case n <= len(sh.params):
			o.text, o.set = sh.params[n-1], true
		}
	case c == '@', c == '*':
		o.many, o.star, o.list, o.set = true, c == '*', sh.params, len(sh.params) > 0
	default:
		o.text, o.set = sh.specialParam(c)
	}
}

func (sh *Shell) specialParam(c byte) (string, bool) {
	switch c {
	case '#':
		return strconv.Itoa(len(sh.params)), true
	case '?':
		return strconv.Itoa(sh.status), true
	case '$':
		return strconv.Itoa(sh.pid), true
	case '!':
		if sh.last == 0 {
			return "", false
		}
		return strconv.Itoa(sh.last), true
	case '-':
		return sh.flags(), true
	}
	return "", false
}

// allOf finds ${name[@]} or ${name[*]}.
func (sh *Shell) allOf(name string, all byte, o *operand) {
	o.many, o.star = true, all == '*'
	v := sh.lookup(name)
	if v == nil {
		return
	}
	if v.dynamic != 0 {
		if s, ok := sh.compute(v); v.list == nil && v.table == nil {
			if ok {
				o.list = []string{s}
			}
			o.set = ok
			return
		}
	}
	o.list = v.values()
	o.set = len(o.list) > 0
}

func (sh *Shell) elementOf(name string, index *tree.Word, o *operand) {
	base, _, _ := sh.target(name)
	o.base, o.elem = base, true
	o.index = sh.subscriptText(base, index)
	if sh.flow == running {
		o.text, o.set = sh.element(base, o.index)
		o.name, o.subscript = name, index
	}
}

// keys is ${!name[@]}.
func (sh *Shell) keys(name string) []string {
	v := sh.lookup(name)
	switch {
	case v == nil:
		return nil
	case v.dynamic != 0:
		sh.refresh(v)
	}
	switch {
	case v.table != nil:
		return v.table.keys()
	case v.list != nil:
		var l []string
		for _, i := range v.list.indices() {
			l = append(l, strconv.Itoa(i))
		}
		return l
	case v.set:
		return []string{"0"}
	}
	return nil
}

// unboundIn is unbound for an expansion: what stands in braces is named as it is.
func (sh *Shell) unboundIn(p *tree.Param, name string) {
	if !sh.dash && strings.HasPrefix(p.Raw, "${") {
		sh.warn(name + ": unbound variable")
		sh.fatal()
		return
	}
	sh.unbound(name)
}

// unbound reports a parameter that `set -u` wants set.
func (sh *Shell) unbound(name string) {
	if sh.dash {
		sh.warn(name + ": parameter not set")
	} else {
		if c := name[0]; len(name) == 1 && ('0' <= c && c <= '9' || c == '!') {
			name = "$" + name
		}
		sh.warn(name + ": unbound variable")
	}
	sh.fatal()
}

// length is ${#x}.
func (sh *Shell) length(p *tree.Param, o operand) string {
	if o.many {
		if sh.dash {
			return strconv.Itoa(sh.count(strings.Join(o.list, " ")))
		}
		if p.Name == "@" || p.Name == "*" {
			return strconv.Itoa(len(sh.params))
		}
		if v := sh.lookup(o.base); sh.opts[optNounset] && (v == nil || !v.set && v.dynamic == 0) {
			sh.warn(o.base + ": unbound variable")
			sh.discard()
		}
		return strconv.Itoa(len(o.list))
	}
	if !o.set && sh.opts[optNounset] {
		sh.unbound(o.called())
		return ""
	}
	if _, _, elem := sh.target(o.base); elem && !o.elem { // bash does not look into what is referred to
		return "0"
	}
	return strconv.Itoa(sh.count(o.text))
}
