package shell

// drop takes a variable away. A local one stays hidden in its own function; one of a calling
// function gives way to what it hid.
func (sh *Shell) drop(name string, v *variable) {
	wasExported := v.attrs&exported != 0
	if v.dynamic == dynLastArg {
		return
	}
	switch {
	case v.level > 0 && (v.level == sh.depth() || sh.shopt[shoptLocalvarUnset]):
		sh.bind(name, &variable{level: v.level, age: v.age, gone: true})
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
	level := sh.depth()
	f := sh.frames[level-1]
	old := sh.variable(name)
	if old != nil && old.level == level {
		old.gone = false
		return old
	}
	f.saved = append(f.saved, savedVar{name: name, old: old})
	sh.age++
	v := &variable{level: level, age: sh.age}
	if old != nil {
		switch {
		case inherit:
			v = old.clone()
			v.level, v.age = level, sh.age
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
	return sh.temps[len(sh.temps)-1].has(name)
}
