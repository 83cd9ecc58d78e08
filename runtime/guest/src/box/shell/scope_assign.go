package shell

import "strconv"

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
		if v := sh.variable(base); v.has(reference) && v.set { // it goes round in a circle
			return false
		}
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
			sh.abandon()
			return "", false
		}
		if add {
			o, ok := sh.arithmetic(old)
			if !ok {
				sh.abandon()
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
	if sh.assignComputed(v, index, value) {
		return true
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
	n, ok := sh.subscript(text)
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
