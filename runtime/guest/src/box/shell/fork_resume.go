package shell

import (
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// resume makes the shell that a parent described, and what it is to do.
func resume(state []byte) (*Shell, *child) {
	r := &stateReader{string(state)}
	sh := newShell()
	c := &child{role: role(r.int())}
	r.decodeTask(c)
	sh.role = c.role
	sh.arg0 = r.str()
	sh.dash = r.bool()
	sh.source = sourceKind(r.int())
	sh.params = r.strs()
	sh.given = r.strs()
	var start, nanos, ignored, known int
	for _, p := range [...]*int{
		&sh.status, &sh.pid, &sh.last, &sh.nesting, &sh.base, &sh.line, &sh.read, &sh.loops, &sh.sub,
		&sh.sourced, &sh.age, &start, &nanos, &sh.inTrap, &ignored, &known, &sh.quiet, &sh.getopt.place,
		&sh.uncounted,
	} {
		*p = r.int()
	}
	sh.start, sh.ignored, sh.known = int64(start)*second+int64(nanos), uint64(ignored), uint64(known)
	sh.args = lastArgument{text: r.str()}
	sh.cwd = r.str()
	sh.dirs = r.strs()
	sh.interactive = r.bool()
	r.decodeHistory(&sh.hist)
	r.decodeOptions(sh)
	r.decodeVariables(sh)
	r.decodeFunctions(sh)
	sh.traceFd = atoi(sh.text("BASH_XTRACEFD"))
	for range r.int() {
		name := r.str()
		sh.aliases[name] = r.str()
	}
	r.decodeCompletions(sh)
	sh.foreign = r.strs()
	for _, name := range r.strs() {
		if sh.disabled == nil {
			sh.disabled = map[string]bool{}
		}
		sh.disabled[name] = true
	}
	for range r.int() {
		name := r.str()
		sh.hashed[name] = hashedPath{path: r.str(), hits: r.int()}
	}
	for range r.int() {
		sh.frames = append(sh.frames, &frame{
			name: r.str(), source: r.str(), line: r.int(), isFile: r.bool(), kept: r.bool(), args: r.strs(),
		})
	}
	r.decodeTraps(sh)
	for range r.int() {
		sh.pipe = append(sh.pipe, r.int())
	}
	for range r.int() {
		j := &job{number: r.int(), parent: true}
		j.procs = []*process{{pid: r.int(), done: r.bool()}}
		j.text = r.str()
		sh.jobs = append(sh.jobs, j)
	}
	for range r.int() { // what the parent has put aside is no business of ours
		closeFd(r.int())
	}
	sh.settle(c)
	return sh, c
}

// settle makes a shell what a subshell differs in from its parent.
func (sh *Shell) settle(c *child) {
	sh.sub++
	sh.setLocale()
	sh.setIFS()
	if c.role == asSubst || c.role == asProcess {
		sh.base = sh.line
	}
	if c.role == asSubst {
		sh.nesting++
		if !sh.shopt[shoptInheritErrexit] && !sh.dash && !sh.opts[optPosix] {
			sh.opts[optErrexit] = false
		}
	}
	if c.role == asBackground {
		sh.ignored |= backgroundIgnores
	}
	if c.role == asBackground || c.role == asProcess {
		sh.quiet = 0
	}
}

func (r *stateReader) decodeTask(c *child) {
	switch r.int() {
	case taskScript:
		c.script = &program{path: r.str(), args: r.strs(), env: r.strs()}
	case taskList:
		c.text = r.str()
		c.list, _ = tree.DecodeList(r.str())
	default:
		c.node, _ = tree.DecodeNode(r.str())
	}
}

func (r *stateReader) decodeOptions(sh *Shell) {
	bits := r.int()
	for i := range sh.opts {
		sh.opts[i] = bits&(1<<i) != 0
	}
	bits = r.int()
	for i := range sh.shopt {
		sh.shopt[i] = bits&(1<<i) != 0
	}
}

func (r *stateReader) decodeVariables(sh *Shell) {
	n := r.int()
	block := make([]variable, n)
	for i := range block {
		v := &block[i]
		name := r.str()
		sh.bind(name, v)
		v.attrs = attr(r.int())
		v.dynamic = dynamic(r.int())
		v.level = r.int()
		v.age = r.int()
		v.set = r.bool()
		switch r.int() {
		case 2:
			v.table = newAssoc()
			for range r.int() {
				key := r.str()
				v.table.set(key, r.str())
			}
		case 1:
			v.list = newArray(r.strs())
			for range r.int() {
				v.list.keys = append(v.list.keys, r.int())
			}
		default:
			v.text = r.str()
		}
	}
}

func (r *stateReader) decodeFunctions(sh *Shell) {
	for range r.int() {
		f := &function{name: r.str(), source: r.str(), line: r.int(), base: r.int()}
		f.attrs = attr(r.int())
		f.code = r.str()
		sh.funcs[f.name] = f
	}
}

func (r *stateReader) decodeTraps(sh *Shell) {
	for range r.int() {
		i := r.int()
		t := trap{set: true, text: r.str(), active: r.bool()}
		switch {
		case t.text == "": // stays ignored
		case i == trapDebug && sh.opts[optFunctrace], i == trapErr && sh.opts[optErrtrace],
			i == trapReturn && sh.opts[optFunctrace]:
		default:
			t.old = true
		}
		sh.traps[i] = t
	}
}

// forkedMain is the life of a forked shell.
func forkedMain(state []byte) int {
	sh, c := resume(state)
	sh.umask = unknownMask
	_ = linux.Getpid
	return sh.forked(c)
}
