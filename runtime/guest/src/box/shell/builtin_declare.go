package shell

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

func variableBuiltins() map[string]*builtin {
	const declareUsage = "[-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]"
	return map[string]*builtin{
		"declare": {run: declare, declare: true, bashOnly: true, usage: declareUsage},
		"typeset": {
			run: declare, declare: true, bashOnly: true,
			usage: strings.ReplaceAll(declareUsage, "declare", "typeset"),
		},
		"local": {run: local, declare: true, usage: "[option] name[=value] ..."},
		"export": {
			run: export, declare: true, special: true,
			usage: "[-fn] [name[=value] ...] or export -p",
		},
		"readonly": {
			run: makeReadonly, declare: true, special: true,
			usage: "[-aAf] [name[=value] ...] or readonly -p",
		},
		"unset": {run: unset, special: true, usage: "[-f] [-v] [-n] [name ...]"},
		"set": {
			run: setBuiltin, special: true,
			usage: "[-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]",
		},
		"shopt": {run: shoptBuiltin, bashOnly: true, usage: "[-pqsu] [-o] [optname ...]"},
		"read": {run: read, usage: "[-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] " +
			"[-p prompt] [-t timeout] [-u fd] [name ...]"},
		"mapfile":   {run: mapfile, bashOnly: true, usage: mapfileUsage},
		"readarray": {run: mapfile, bashOnly: true, usage: mapfileUsage},
		"getopts":   {run: getopts, usage: "optstring name [arg ...]"},
		"let":       {run: let, bashOnly: true, usage: "arg [arg ...]"},
	}
}

const mapfileUsage = "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] " +
	"[-C callback] [-c quantum] [array]"

// declaring is what declare and its kin were asked for.
type declaring struct {
	add, remove      attr
	array, table     bool
	funcs, funcNames bool
	print            bool
	global           bool
	local            bool // make the variable local
	inherit          bool
	listed           attr   // what functions that are listed must have
	who              string // for messages; "" leaves the builtin's name out
}

var attrLetters = map[byte]attr{
	'c': capital, 'i': integer, 'l': lower, 'n': reference,
	'r': readonly, 't': traced, 'u': upper, 'x': exported,
}

func declare(sh *Shell, args []string) int {
	d := declaring{who: sh.command, local: sh.inFunction()}
	rest, decls, status := sh.declareOptions(&d, args)
	if status != 0 {
		return status
	}
	if d.global {
		d.local = false
	}
	return sh.declareAll(&d, rest, decls)
}

// declareOptions reads options that begin with - or +.
func (sh *Shell) declareOptions(d *declaring, args []string) ([]string, []*tree.Assign, int) {
	i := 1
	for ; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			i++
			break
		}
		if len(a) < 2 || a[0] != '-' && a[0] != '+' {
			break
		}
		for _, c := range []byte(a[1:]) {
			if !d.option(c, a[0] == '-') {
				return nil, nil, sh.usageError(a[:1] + string(c) + ": invalid option")
			}
		}
	}
	if len(sh.decls) == 0 {
		return args[i:], nil, 0
	}
	return args[i:], sh.decls[i:], 0
}

func (d *declaring) option(c byte, on bool) bool {
	switch c {
	case 'a':
		d.array = on
		if !on {
			d.remove |= indexed
		}
	case 'A':
		d.table = on
		if !on {
			d.remove |= associative
		}
	case 'f':
		d.funcs = true
	case 'F':
		d.funcs, d.funcNames = true, true
	case 'g':
		d.global = true
	case 'I':
		d.inherit = true
	case 'p':
		d.print = true
	default:
		a, ok := attrLetters[c]
		if !ok {
			return false
		}
		if on {
			d.add |= a
		} else {
			d.remove |= a
		}
	}
	return true
}

func (sh *Shell) declareAll(d *declaring, args []string, decls []*tree.Assign) int {
	switch {
	case d.funcs:
		return sh.declareFunctions(d, args)
	case len(args) == 0:
		sh.listVariables(d)
		return 0
	case d.print:
		return sh.printVariables(d, args)
	}
	status := 0
	for i, a := range args {
		var decl *tree.Assign
		if i < len(decls) {
			decl = decls[i]
		}
		if d.add&(exported|readonly) != 0 && !d.local {
			sh.keepTemporary(firstName(a))
		}
		if !sh.declareOne(d, a, decl) {
			status = 1
		}
		if sh.flow != running {
			return 1
		}
	}
	return status
}

func (sh *Shell) declareFail(d *declaring, text string) bool {
	if d.who == "" {
		sh.warn(text)
	} else {
		sh.complain(d.who, text)
	}
	return false
}

// declareOne declares one name.
func (sh *Shell) declareOne(d *declaring, text string, decl *tree.Assign) bool {
	s := sh.asked(text, decl)
	if !validName(s.name) {
		return sh.declareFail(d, "`"+text+"': not a valid identifier")
	}
	v, ok := sh.declaredTarget(d, &s)
	if !ok {
		return false
	}
	if v.attrs&readonly != 0 && d.changes(v, s.assign) {
		return sh.declareFail(d, s.name+": readonly variable")
	}
	if !sh.shape(d, s.name, v) {
		return false
	}
	if d.add&reference != 0 {
		return sh.declareReference(d, &s, v)
	}
	// The case and integer attributes shape the value that comes with them.
	v.attrs |= d.add &^ readonly
	v.attrs &^= d.remove
	v.fixCase(d.add)
	if s.assign {
		if !sh.declareValue(&s, v, decl) {
			return false
		}
	} else if s.elem && !d.table && v.table == nil {
		v.makeList()
	}
	v = sh.variable(s.name)
	v.attrs |= d.add & readonly
	sh.environ = nil
	return true
}

// changes reports whether a declaration is more than bash allows for a readonly variable.
func (d *declaring) changes(v *variable, assign bool) bool {
	return assign || d.remove&readonly != 0 || d.array && v.list == nil || d.table && v.table == nil
}

// declaredTarget is the variable that s names, after name references if they are not what is declared.
func (sh *Shell) declaredTarget(d *declaring, s *declaration) (*variable, bool) {
	v, ok := sh.declared(d, s.name)
	if !ok || (d.add|d.remove)&reference != 0 || v.attrs&reference == 0 || !v.set {
		return v, ok
	}
	base, _, isElem := sh.target(s.name)
	if isElem || base == s.name {
		return v, true
	}
	s.name = base
	return sh.declared(d, base)
}

func (v *variable) fixCase(added attr) {
	switch {
	case added&lower != 0 && added&upper == 0:
		v.attrs &^= upper | capital
	case added&upper != 0 && added&lower == 0:
		v.attrs &^= lower | capital
	case added&lower != 0 && added&upper != 0:
		v.attrs &^= lower | upper
	}
}

// declared returns the variable to be declared, local if it must be.
func (sh *Shell) declared(d *declaring, name string) (*variable, bool) {
	if !d.local {
		if d.global && len(sh.frames) > 0 {
			return sh.globalVar(name), true
		}
		return sh.define(name), true
	}
	if old := sh.variable(name); old.has(readonly) && old.level != sh.depth() {
		if old.level == 0 {
			return nil, sh.declareFail(d, name+": readonly variable")
		}
	}
	return sh.local(name, d.inherit || sh.shopt[shoptLocalvarInherit]), true
}

// globalVar returns the variable outside of all functions, for `declare -g`.
func (sh *Shell) globalVar(name string) *variable {
	for _, f := range sh.frames {
		for i := range f.saved {
			if f.saved[i].name != name {
				continue
			}
			if f.saved[i].old == nil {
				sh.age++
				f.saved[i].old = &variable{age: sh.age}
			}
			return f.saved[i].old
		}
	}
	return sh.define(name)
}

// shape makes a variable the kind of array that is asked for.
func (sh *Shell) shape(d *declaring, name string, v *variable) bool {
	switch {
	case d.table && v.attrs&indexed != 0:
		return sh.declareFail(d, name+": cannot convert indexed to associative array")
	case d.array && v.table != nil:
		return sh.declareFail(d, name+": cannot convert associative to indexed array")
	case d.remove&(indexed|associative) != 0 && (v.list != nil || v.table != nil):
		return sh.declareFail(d, name+": cannot destroy array variables in this way")
	case d.table:
		wasSet := v.set
		v.makeTable()
		v.set = wasSet
	case d.array:
		wasSet := v.set
		v.makeList()
		v.set = wasSet
	}
	return true
}

func (sh *Shell) declareReference(d *declaring, s *declaration, v *variable) bool {
	if s.assign {
		switch {
		case s.value == "":
			return sh.declareFail(d, "`': not a valid identifier")
		case !validTarget(s.value):
			return sh.declareFail(d, "`"+s.value+"': invalid variable name for name reference")
		case s.value == s.name && !d.local:
			return sh.declareFail(d, s.name+": nameref variable self references not allowed")
		case s.value == s.name:
			sh.declareFail(d, "warning: "+s.name+": circular name reference")
		}
		v.text, v.set = s.value, true
	} else if v.set && !validTarget(v.text) && v.text != "" {
		return sh.declareFail(d, "`"+v.text+"': invalid variable name for name reference")
	}
	v.attrs |= d.add
	v.attrs &^= d.remove
	return true
}

func local(sh *Shell, args []string) int {
	if !sh.inFunction() {
		if sh.dash {
			sh.complain("local", "not in a function")
			sh.endSpecial()
			return 2
		}
		return sh.fail("can only be used in a function")
	}
	if sh.dash {
		return sh.dashLocal(args[1:])
	}
	d := declaring{who: "local", local: true}
	rest, decls, status := sh.declareOptions(&d, args)
	if status != 0 {
		return status
	}
	if i := slices.Index(rest, "-"); i >= 0 {
		opts := sh.opts
		sh.frames[sh.depth()-1].opts = &opts
		if len(rest) == 1 {
			return 0
		}
		rest = slices.Delete(slices.Clone(rest), i, i+1)
		if i < len(decls) {
			decls = slices.Delete(slices.Clone(decls), i, i+1)
		}
	}
	if len(rest) == 0 {
		return sh.listLocals()
	}
	return sh.declareAll(&d, rest, decls)
}

// dashLocal is dash's local: a variable keeps its value until it gets another.
func (sh *Shell) dashLocal(args []string) int {
	for _, a := range args {
		name, value, assign := strings.Cut(a, "=")
		if !validName(name) {
			sh.complain("local", name+": bad variable name")
			sh.endSpecial()
			return 2
		}
		sh.local(name, true)
		if assign && !sh.setVar(name, value) {
			return 1
		}
	}
	return 0
}

func (sh *Shell) listLocals() int {
	for _, name := range sh.variableNames() {
		if v := sh.variable(name); v.level == sh.depth() {
			sh.print(sh.declaration(name, v), "\n")
		}
	}
	return 0
}
