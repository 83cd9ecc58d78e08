package shell

import (
	"slices"
	"strings"
)

// Sizes of bash's hash tables, which decide in which order children get their environment.
const (
	globalBuckets = 1024
	localBuckets  = 4
)

// env returns the environment for a child that runs command: what is exported, in bash's order,
// and $_ last.
func (sh *Shell) env(command string) []string {
	if sh.environ == nil {
		sh.environ = sh.exports()
	}
	if sh.dash {
		return sh.environ
	}
	l := make([]string, 0, len(sh.environ)+1)
	for _, s := range sh.environ {
		if !strings.HasPrefix(s, "_=") {
			l = append(l, s)
		}
	}
	return append(l, "_="+command)
}

// exports walks the scopes from the innermost to the outermost.
func (sh *Shell) exports() []string {
	levels := map[int][]string{}
	deepest := 0
	for _, name := range sh.names() {
		v := sh.variable(name)
		if v.attrs&exported == 0 || !v.set || v.list != nil || v.table != nil {
			continue
		}
		level := v.level
		if n := sh.tempLevel(name, v); n > 0 {
			level = n
		}
		levels[level] = append(levels[level], name)
		deepest = max(deepest, level)
	}
	env := make([]string, 0, len(sh.slots))
	age := func(name string) int { return sh.variable(name).age }
	for level := deepest; level >= 0; level-- {
		names := levels[level]
		if level == 0 {
			sortBuckets(names, globalBuckets, age)
		} else {
			sortBuckets(names, localBuckets, age)
		}
		for _, name := range names {
			v, _ := sh.get(name)
			env = append(env, name+"="+v)
		}
	}
	return append(append(env, sh.functionEnv()...), sh.foreign...)
}

// tempLevel returns the depth of the assignment before a command that made v; 0: it is none.
func (sh *Shell) tempLevel(name string, v *variable) int {
	for i, t := range slices.Backward(sh.temps) {
		if v.level == 0 && t.has(name) {
			return len(sh.frames) + i + 1
		}
	}
	return 0
}

// functionEnv is how bash passes on exported functions.
func (sh *Shell) functionEnv() (l []string) {
	for _, name := range sh.functionNames() {
		if f := sh.funcs[name]; f.attrs&exported != 0 {
			l = append(l, "BASH_FUNC_"+name+"%%=() "+sh.functionBody(f))
		}
	}
	return l
}

// importEnv takes over the environment that exec gave.
func (sh *Shell) importEnv(list []string) {
	for _, s := range list {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			continue
		}
		if fn, ok := strings.CutPrefix(name, "BASH_FUNC_"); ok && !sh.dash {
			if fn, ok = strings.CutSuffix(fn, "%%"); ok && strings.HasPrefix(value, "() {") {
				sh.importFunction(fn, value)
				continue
			}
		}
		if !validName(name) {
			if !sh.dash {
				sh.foreign = append(sh.foreign, s)
			}
			continue
		}
		if v := sh.variable(name); v.has(readonly) {
			continue
		}
		v := sh.define(name)
		v.text, v.set = value, true
		v.attrs |= exported
	}
}
