package shell

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// stateWriter encodes what a forked shell must know.
type stateWriter struct{ b []byte }

func (w *stateWriter) int(v int) { w.b = binary.AppendVarint(w.b, int64(v)) }

func (w *stateWriter) str(s string) {
	w.b = binary.AppendUvarint(w.b, uint64(len(s)))
	w.b = append(w.b, s...)
}

func (w *stateWriter) bool(v bool) {
	b := byte(0)
	if v {
		b = 1
	}
	w.b = append(w.b, b)
}

func (w *stateWriter) strs(l []string) {
	w.int(len(l))
	for _, s := range l {
		w.str(s)
	}
}

// encodeState writes the state of the shell, and what c is to do with it.
func (sh *Shell) encodeState(c *child) []byte {
	w := &stateWriter{b: make([]byte, 0, 4096)}
	w.int(int(c.role))
	w.encodeTask(c)
	w.str(sh.arg0)
	w.bool(sh.dash)
	w.int(int(sh.source))
	w.strs(sh.params)
	w.strs(sh.given)
	for _, v := range [...]int{
		sh.status, sh.pid, sh.last, sh.nesting, sh.base, sh.line, sh.read, sh.loops, sh.sub, sh.sourced,
		sh.age, int(sh.start / second), int(sh.start % second), sh.inTrap, int(sh.ignored), int(sh.known),
		sh.quiet, sh.getopt.place, sh.uncounted,
	} {
		w.int(v)
	}
	w.str(sh.args.value())
	w.str(sh.cwd)
	w.strs(sh.dirs)
	w.bool(sh.interactive)
	w.encodeHistory(&sh.hist)
	w.encodeOptions(sh)
	w.encodeVariables(sh)
	w.encodeFunctions(sh)
	w.int(len(sh.aliases))
	for _, name := range slices.Sorted(maps.Keys(sh.aliases)) {
		w.str(name)
		w.str(sh.aliases[name])
	}
	w.encodeCompletions(sh)
	w.strs(sh.foreign)
	w.strs(slices.Sorted(maps.Keys(sh.disabled)))
	w.int(len(sh.hashed))
	for _, name := range slices.Sorted(maps.Keys(sh.hashed)) {
		w.str(name)
		w.str(sh.hashed[name].path)
		w.int(sh.hashed[name].hits)
	}
	w.int(len(sh.frames))
	for _, f := range sh.frames {
		w.str(f.name)
		w.str(f.source)
		w.int(f.line)
		w.bool(f.isFile)
		w.bool(f.kept)
		w.strs(f.args)
	}
	w.encodeTraps(sh)
	w.int(len(sh.pipe))
	for _, v := range sh.pipe {
		w.int(v)
	}
	list := sh.listed()
	w.int(len(list))
	for _, j := range list {
		w.int(j.number)
		w.int(j.procs[0].pid)
		w.bool(j.done())
		w.str(j.text)
	}
	w.int(len(sh.saved))
	for _, s := range sh.saved {
		w.int(s.copy)
	}
	return w.b
}

// encodeTask writes what the child is to run.
func (w *stateWriter) encodeTask(c *child) {
	switch {
	case c.script != nil:
		w.int(taskScript)
		w.str(c.script.path)
		w.strs(c.script.args)
		w.strs(c.script.env)
	case c.list != nil:
		w.int(taskList)
		w.str(c.text)
		w.str(string(tree.EncodeList(nil, c.list)))
	default:
		w.int(taskNode)
		w.str(string(tree.Encode(nil, c.node)))
	}
}

const (
	taskNode = iota
	taskList
	taskScript
)

func (w *stateWriter) encodeOptions(sh *Shell) {
	bits := 0
	for i, on := range sh.opts {
		if on {
			bits |= 1 << i
		}
	}
	w.int(bits)
	bits = 0
	for i, on := range sh.shopt {
		if on {
			bits |= 1 << i
		}
	}
	w.int(bits)
}

func (w *stateWriter) encodeVariables(sh *Shell) {
	names := sh.names()
	w.int(len(names))
	for _, name := range names {
		v := sh.variable(name)
		w.str(name)
		w.int(int(v.attrs))
		w.int(int(v.dynamic))
		w.int(v.level)
		w.int(v.age)
		w.bool(v.set)
		switch {
		case v.table != nil:
			w.int(2)
			keys := v.table.byAge()
			w.int(len(keys))
			for _, k := range keys {
				w.str(k)
				w.str(v.table.text(k))
			}
		case v.list != nil && v.dynamic == 0:
			w.int(1)
			w.strs(v.list.vals)
			w.int(len(v.list.keys))
			for _, k := range v.list.keys {
				w.int(k)
			}
		default:
			w.int(0)
			w.str(v.text)
		}
	}
}

func (w *stateWriter) encodeFunctions(sh *Shell) {
	w.int(len(sh.funcs))
	for _, name := range sh.functionNames() {
		f := sh.funcs[name]
		w.str(f.name)
		w.str(f.source)
		w.int(f.line)
		w.int(f.base)
		w.int(int(f.attrs))
		w.str(f.encoded())
	}
}

// encodeTraps writes the traps: what is ignored stays so, the others are only shown by `trap`.
func (w *stateWriter) encodeTraps(sh *Shell) {
	n := 0
	for i := range sh.traps {
		if sh.traps[i].set {
			n++
		}
	}
	w.int(n)
	for i := range sh.traps {
		if t := &sh.traps[i]; t.set {
			w.int(i)
			w.str(t.text)
			w.bool(t.active)
		}
	}
}

// stateReader decodes what a stateWriter wrote; the strings share s.
type stateReader struct{ s string }

func (r *stateReader) int() int {
	v, n := varint(r.s)
	r.s = r.s[n:]
	return v
}

// varint reads a signed varint without copying.
func varint(s string) (int, int) {
	var u uint64
	for i := range len(s) {
		b := s[i]
		u |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			v := int64(u >> 1)
			if u&1 != 0 {
				v = ^v
			}
			return int(v), i + 1
		}
	}
	return 0, len(s)
}

func (r *stateReader) str() string {
	var u uint64
	for i := range len(r.s) {
		b := r.s[i]
		u |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			s := r.s[i+1 : i+1+int(u)]
			r.s = r.s[i+1+int(u):]
			return s
		}
	}
	return ""
}

func (r *stateReader) bool() bool {
	v := r.s[0] != 0
	r.s = r.s[1:]
	return v
}

func (r *stateReader) strs() []string {
	n := r.int()
	if n == 0 {
		return nil
	}
	l := make([]string, n)
	for i := range l {
		l[i] = r.str()
	}
	return l
}

func (w *stateWriter) encodeHistory(h *history) {
	w.int(h.first)
	w.int(len(h.list))
	for _, e := range h.list {
		w.str(e.text)
		w.int(int(e.at))
	}
}

func (r *stateReader) decodeHistory(h *history) {
	h.first = r.int()
	for range r.int() {
		h.list = append(h.list, entryRead{text: r.str(), at: int64(r.int())})
	}
}
