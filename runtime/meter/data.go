package meter

// dataSection reads the data segments, cuts them out if that was asked for, and
// returns what stays.
func (w *rewriter) dataSection(r *reader) []byte {
	n := r.count()
	if c := w.sections[secDataCount]; c.body != nil {
		cr := c.reader()
		if cr.u32() != uint32(n) {
			r.fail("data count")
		}
	}
	for ; n > 0 && r.err == nil; n-- {
		w.segment(r)
	}
	if w.opt.CutData {
		return nil
	}
	return r.b
}

func (w *rewriter) segment(r *reader) {
	at := r.p
	kind := r.u32()
	if kind > 2 {
		r.unsupported("data segment of kind %d", kind)
		return
	}
	if kind == 2 && r.u32() != 0 {
		r.unsupported("data segment of another memory")
	}
	if w.opt.CutData && kind == 1 {
		r.p = at
		r.unsupported("cutting a passive data segment")
		return
	}
	var offset int32
	if kind != 1 {
		offset = w.segmentOffset(r)
	}
	size := r.u32()
	file := uint32(r.base + r.p)
	b := r.bytes(size)
	if !w.opt.CutData || r.err != nil {
		return
	}
	if w.Memory == nil || uint64(uint32(offset))+uint64(len(b)) > uint64(w.Memory.Min)<<16 {
		r.p = at
		r.fail("data segment outside the memory")
		return
	}
	w.info.Data = append(w.info.Data, Segment{Offset: uint32(offset), File: file, Bytes: b})
}

// segmentOffset reads the offset of an active segment. To cut it, it must be
// known without an instance.
func (w *rewriter) segmentOffset(r *reader) (offset int32) {
	if !w.opt.CutData {
		w.constExpr(r, nil)
		return 0
	}
	if r.byte() != opI32Const {
		r.unsupported("cutting a data segment whose offset is not a constant")
		return 0
	}
	offset = r.s32()
	if r.byte() != opEnd {
		r.unsupported("cutting a data segment whose offset is computed")
	}
	return offset
}
