package shell

import (
	"slices"
	"strings"
)

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
		t, index, elem := sh.target(name)
		if elem {
			return sh.unsetElement(t, index)
		}
		name = t
	}
	if sh.variable(name) == nil && !vars {
		return sh.unsetFunction(name)
	}
	if sh.dropTemporary(name) {
		return true
	}
	return sh.unset(name)
}

// dropTemporary takes back an assignment before the running function or builtin: what it hid is seen
// again.
func (sh *Shell) dropTemporary(name string) bool {
	if !sh.temporary(name) || sh.variable(name) == nil || sh.variable(name).level > 0 {
		return false
	}
	scope := sh.temps[len(sh.temps)-1]
	for i, s := range scope.saved {
		if s.name == name {
			scope.saved = append(scope.saved[:i:i], scope.saved[i+1:]...)
			sh.restore(s)
			return true
		}
	}
	return false
}

// keepTemporary makes an assignment before the running function last, as export and readonly do.
func (sh *Shell) keepTemporary(name string) {
	if !sh.temporary(name) {
		return
	}
	scope := sh.temps[len(sh.temps)-1]
	scope.saved = slices.DeleteFunc(scope.saved, func(s savedVar) bool { return s.name == name })
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
		if (index == "@" || index == "*") && v.table.text(index) == "" {
			v.table = newAssoc()
			return true
		}
		v.table.remove(sh.expandIndex(name, index))
		return true
	case (index == "@" || index == "*") && v.list != nil:
		v.list, v.set = &array{}, true
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
	n, ok := sh.subscript(sh.expandIndex(name, index))
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
