package meter

// Subsections of the name section that are kept.
const (
	namesModule = iota
	namesFunctions
)

// nameSection returns the name section with the names of functions moved, or
// nil if there is none that can be read: names are for people, and no reason to
// refuse a module. Names of locals and the rest are dropped.
func (w *rewriter) nameSection() []byte {
	if w.name == nil {
		return nil
	}
	r := w.name.reader()
	out := putName(nil, "name")
	last := -1
	for r.more() {
		id := r.byte()
		s := r.sub(r.u32())
		if id > namesFunctions {
			continue
		}
		if int(id) <= last {
			return nil
		}
		last = int(id)
		body := s.b
		if id == namesFunctions {
			body = w.functionNames(&s)
		} else {
			s.name()
		}
		if s.end() != nil {
			return nil
		}
		out = putSection(out, id, body)
	}
	if r.err != nil {
		return nil
	}
	return out
}

func (w *rewriter) functionNames(r *reader) []byte {
	n := r.count()
	out := putU(make([]byte, 0, len(r.b)+len(r.b)/8), n)
	for ; n > 0 && r.err == nil; n-- {
		out = putU(out, w.moved(w.funcIndex(r)))
		out = putName(out, r.name())
	}
	return out
}
