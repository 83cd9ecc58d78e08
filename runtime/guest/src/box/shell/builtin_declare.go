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
		"typeset": {run: declare, declare: true, bashOnly: true,
			usage: strings.ReplaceAll(declareUsage, "declare", "typeset")},
		"local":     {run: local, declare: true, usage: "[option] name[=value] ..."},
		"export":    {run: export, declare: true, special: true, usage: "[-fn] [name[=value] ...] or export -p"},
		"readonly":  {run: makeReadonly, declare: true, special: true, usage: "[-aAf] [name[=value] ...] or readonly -p"},
		"unset":     {run: unset, special: true, usage: "[-f] [-v] [-n] [name ...]"},
		"set":       {run: setBuiltin, special: true, usage: "[-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]"},
		"shopt":     {run: shoptBuiltin, bashOnly: true, usage: "[-pqsu] [-o] [optname ...]"},
		"read":      {run: read, usage: "[-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]"},
		"mapfile":   {run: mapfile, bashOnly: true, usage: mapfileUsage},
		"readarray": {run: mapfile, bashOnly: true, usage: mapfileUsage},
		"getopts":   {run: getopts, usage: "optstring name [arg ...]"},
		"let":       {run: let, bashOnly: true, usage: "arg [arg ...]"},
	}
}

const mapfileUsage = "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]"

// declaring is what declare and its kin were asked for.
type declaring struct {
	add, remove      attr
	array, table     bool
	funcs, funcNames bool
	print            bool
	global           bool
	local            bool // make the variable local
	inherit          bool
	who              string // for messages; "" leaves the builtin's name out
}

var attrLetters = map[byte]attr{
	'i': integer, 'l': lower, 'n': reference, 'r': readonly, 't': traced, 'u': upper, 'x': exported, 'c': capital,
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
		if !sh.declareOne(d, a, decl) {
			status = 1
		}
		if sh.flow != running {
			return 1
		}
	}
	return status
}

// split takes name[index]+=value apart.
func splitAssign(text string) (name, index, value string, elem, add, assign bool) {
	name = text
	end := strings.IndexByte(text, '=')
	if open := strings.IndexByte(text, '['); open > 0 && (end < 0 || open < end) {
		if shut := strings.IndexByte(text[open:], ']'); shut > 0 {
			name, index, elem = text[:open], text[open+1:open+shut], true
			rest := text[open+shut+1:]
			if add = strings.HasPrefix(rest, "+="); add {
				return name, index, rest[2:], true, true, true
			}
			if strings.HasPrefix(rest, "=") {
				return name, index, rest[1:], true, false, true
			}
			return name, index, "", true, false, false
		}
	}
	if end > 0 {
		name, value, assign = text[:end], text[end+1:], true
		if add = strings.HasSuffix(name, "+"); add {
			name = name[:len(name)-1]
		}
	}
	return name, index, value, elem, add, assign
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
	name, index, value, elem, add, assign := splitAssign(text)
	if decl != nil {
		name, elem, add = decl.Name, decl.Index != nil, decl.Append
		assign = !decl.Naked
		if elem {
			index = sh.str(decl.Index)
		}
	}
	if !validName(name) {
		return sh.declareFail(d, "`"+text+"': not a valid identifier")
	}
	v, ok := sh.declared(d, name)
	if !ok {
		return false
	}
	if d.add&reference == 0 && v.attrs&reference != 0 && d.remove&reference == 0 && v.set {
		base, _, isElem := sh.target(name)
		if !isElem && base != name {
			name = base
			if v, ok = sh.declared(d, name); !ok {
				return false
			}
		}
	}
	if v.attrs&readonly != 0 && (assign || d.remove&readonly != 0 || d.array && v.list == nil || d.table && v.table == nil) {
		return sh.declareFail(d, name+": readonly variable")
	}
	if !sh.shape(d, name, v) {
		return false
	}
	if d.add&reference != 0 {
		return sh.declareReference(d, name, v, value, assign)
	}
	// The case and integer attributes shape the value that comes with them.
	v.attrs |= d.add &^ readonly
	v.attrs &^= d.remove
	v.fixCase(d.add)
	if assign {
		if !sh.declareValue(name, v, index, value, elem, add, decl) {
			return false
		}
	} else if elem && !d.table && v.table == nil {
		v.makeList()
	}
	v = sh.variable(name)
	v.attrs |= d.add & readonly
	sh.environ = nil
	return true
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
	if old := sh.variable(name); old.has(readonly) && old.level != len(sh.frames) {
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

func (sh *Shell) declareReference(d *declaring, name string, v *variable, value string, assign bool) bool {
	if assign {
		switch {
		case !validTarget(value) && value != "":
			return sh.declareFail(d, "`"+value+"': invalid variable name for name reference")
		case value == name && !d.local:
			return sh.declareFail(d, name+": nameref variable self references not allowed")
		case value == name:
			sh.declareFail(d, "warning: "+name+": circular name reference")
		}
		v.text, v.set = value, true
	} else if v.set && !validTarget(v.text) && v.text != "" {
		return sh.declareFail(d, "`"+v.text+"': invalid variable name for name reference")
	}
	v.attrs |= d.add
	v.attrs &^= d.remove
	return true
}

// declareValue assigns the value of a declaration.
func (sh *Shell) declareValue(
	name string, v *variable, index, value string, elem, add bool, decl *tree.Assign,
) bool {
	if sh.variable(name) != v { // `declare -g` of what a local variable hides
		hidden := sh.variable(name)
		sh.bind(name, v)
		defer func() { sh.bind(name, hidden) }()
	}
	switch {
	case decl != nil && decl.Array:
		return sh.assignArray(&tree.Assign{Name: name, Append: add, Array: true, Elems: decl.Elems})
	case elem:
		return sh.assignElement(name, index, value, add)
	case (v.list != nil || v.table != nil) && strings.HasPrefix(value, "(") && strings.HasSuffix(value, ")"):
		return sh.declareText(name, value, add)
	}
	return sh.assign(name, value, add)
}

// declareText assigns an array given as text, as in declare -a "x=(1 2)".
func (sh *Shell) declareText(name, value string, add bool) bool {
	op := "="
	if add {
		op = "+="
	}
	l := sh.parseOne(name + op + value)
	if l == nil || len(l.Assigns) != 1 || !l.Assigns[0].Array {
		return sh.assign(name, value, add)
	}
	return sh.assignArray(&l.Assigns[0])
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
	if len(rest) == 1 && rest[0] == "-" {
		opts := sh.opts
		sh.frames[len(sh.frames)-1].opts = &opts
		return 0
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
		if v := sh.variable(name); v.level == len(sh.frames) {
			sh.print(sh.assignmentText(name, v), "\n")
		}
	}
	return 0
}

func export(sh *Shell, args []string) int {
	return sh.declareAttr(args, exported, "fnp")
}

func makeReadonly(sh *Shell, args []string) int {
	return sh.declareAttr(args, readonly, "aAfp")
}

// declareAttr is export and readonly.
func (sh *Shell) declareAttr(args []string, a attr, letters string) int {
	d := declaring{add: a}
	undo := false
	rest, ok := sh.options(args, letters, func(c byte, _ string) {
		switch c {
		case 'f':
			d.funcs = true
		case 'n':
			undo = true
		case 'p':
			d.print = true
		case 'a':
			d.array = true
		case 'A':
			d.table = true
		}
	})
	if !ok {
		return 2
	}
	if undo {
		d.add, d.remove = 0, a
	}
	if len(rest) == 0 {
		d.add |= a
		sh.listVariables(&d)
		return 0
	}
	decls := sh.decls
	if len(decls) > 0 {
		decls = decls[len(args)-len(rest):]
	}
	if d.funcs {
		return sh.functionAttr(&d, rest)
	}
	status := 0
	for i, text := range rest {
		var decl *tree.Assign
		if i < len(decls) {
			decl = decls[i]
		}
		if decl == nil && !validName(firstName(text)) {
			if sh.dash {
				sh.complain(args[0], firstName(text)+": bad variable name")
				sh.endSpecial()
				return 2
			}
			status = sh.fail("`" + text + "': not a valid identifier")
			continue
		}
		if !sh.declareOne(&d, text, decl) {
			status = 1
			if sh.dash {
				sh.endSpecial()
			}
		}
		if sh.flow != running {
			return 1
		}
	}
	return status
}

func firstName(text string) string {
	name, _, _, _, _, _ := splitAssign(text)
	return name
}

func (sh *Shell) functionAttr(d *declaring, names []string) int {
	status := 0
	for _, name := range names {
		f := sh.funcs[name]
		if f == nil {
			status = sh.fail(name + ": not a function")
			continue
		}
		f.attrs = f.attrs&^d.remove | d.add
		sh.environ = nil
	}
	return status
}

func unset(sh *Shell, args []string) int {
	var funcs, vars, refs bool
	rest, ok := sh.options(args, "fvn", func(c byte, _ string) {
		switch c {
		case 'f':
			funcs = true
		case 'v':
			vars = true
		case 'n':
			refs = true
		}
	})
	if !ok {
		return 2
	}
	if funcs && vars {
		sh.fail("cannot simultaneously unset a function and a variable")
		return 1
	}
	status := 0
	for _, name := range rest {
		if !sh.unsetOne(name, funcs, vars, refs) {
			status = 1
		}
	}
	return status
}

func (sh *Shell) unsetOne(name string, funcs, vars, refs bool) bool {
	if funcs {
		return sh.unsetFunction(name)
	}
	base, index, found := strings.Cut(name, "[")
	if found && strings.HasSuffix(index, "]") && validName(base) {
		return sh.unsetElement(base, index[:len(index)-1])
	}
	if !validName(name) {
		switch {
		case sh.dash:
			sh.complain("unset", name+": bad variable name")
			sh.endSpecial()
			return false
		case vars:
			sh.fail("`" + name + "': not a valid identifier")
			return false
		}
		return sh.unsetFunction(name)
	}
	if !refs {
		if t, index, elem := sh.target(name); elem {
			return sh.unsetElement(t, index)
		} else {
			name = t
		}
	}
	if sh.variable(name) == nil && !vars {
		return sh.unsetFunction(name)
	}
	return sh.unset(name)
}

func (sh *Shell) unsetFunction(name string) bool {
	f := sh.funcs[name]
	if f == nil {
		return true
	}
	if f.attrs&readonly != 0 {
		sh.fail(name + ": cannot unset: readonly function")
		return false
	}
	delete(sh.funcs, name)
	sh.commands++
	if f.attrs&exported != 0 {
		sh.environ = nil
	}
	return true
}

// unsetElement removes an element of an array, or all of them.
func (sh *Shell) unsetElement(name, index string) bool {
	name, _, _ = sh.target(name)
	v := sh.variable(name)
	switch {
	case v == nil:
		return true
	case v.attrs&readonly != 0:
		sh.fail(name + ": cannot unset: readonly variable")
		return false
	case v.table != nil:
		if (index == "@" || index == "*") && v.table.vals[index] == "" {
			v.table = newAssoc()
			return true
		}
		v.table.remove(sh.expandIndex(name, index))
		return true
	case index == "@" || index == "*":
		return sh.unset(name)
	case v.list == nil:
		if n, ok := sh.arithmetic(index); !ok || n != 0 {
			sh.fail(name + ": not an array variable")
			return false
		}
		return sh.unset(name)
	}
	n, ok := sh.arithmetic(sh.expandIndex(name, index))
	if !ok {
		return false
	}
	i := int(n)
	if i < 0 {
		i += v.list.next()
	}
	if i < 0 {
		sh.fail("[" + index + "]: bad array subscript")
		return false
	}
	v.list.remove(i)
	return true
}

// variableNames are the names of all variables, sorted.
func (sh *Shell) variableNames() []string {
	l := sh.names()
	return slices.DeleteFunc(l, func(name string) bool { return strings.Contains(name, "\x00") })
}
