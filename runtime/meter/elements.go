package meter

// Bits of an element segment's flags.
const (
	elemNotActive = 1 << iota
	elemExplicit  // table index of an active one; declarative otherwise
	elemExprs     // expressions, not function indices
)

// elementSection copies the element segments with function indices moved.
func (w *rewriter) elementSection(r *reader) []byte {
	n := r.count()
	out := putU(make([]byte, 0, len(r.b)+len(r.b)/4+16), n)
	for ; n > 0 && r.err == nil; n-- {
		out = w.element(r, out)
	}
	return out
}

func (w *rewriter) element(r *reader, out []byte) []byte {
	flags := r.u32()
	if flags > 7 {
		r.unsupported("element segment of kind %d", flags)
		return out
	}
	out = putU(out, flags)
	if flags&elemNotActive == 0 {
		if flags&elemExplicit != 0 {
			out = putU(out, w.tableIndex(r))
		}
		out = w.constExpr(r, out)
	}
	if flags&(elemNotActive|elemExplicit) != 0 {
		at := r.p
		if flags&elemExprs != 0 {
			w.valueType(r)
		} else {
			r.zero()
		}
		out = append(out, r.b[at:r.p]...)
	}
	c := r.count()
	out = putU(out, c)
	for ; c > 0 && r.err == nil; c-- {
		if flags&elemExprs != 0 {
			out = w.constExpr(r, out)
		} else {
			out = putU(out, w.moved(w.funcIndex(r)))
		}
	}
	return out
}
