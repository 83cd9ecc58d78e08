package meter

import (
	"bytes"
	"slices"
)

// placeEdits groups the edits by function, in the order of the file.
func (w *rewriter) placeEdits() error {
	if len(w.opt.Edits) == 0 {
		return nil
	}
	w.edits = map[uint32][]Edit{}
	for _, e := range w.opt.Edits {
		if e.Func < w.imported || uint64(e.Func) >= uint64(len(w.funcs)) {
			return &EditError{Func: e.Func, Offset: e.Offset, Reason: "the module defines no such function"}
		}
		w.edits[e.Func] = append(w.edits[e.Func], e)
	}
	for _, edits := range w.edits {
		slices.SortStableFunc(edits, func(a, b Edit) int { return int(int64(a.Offset) - int64(b.Offset)) })
	}
	return nil
}

// edit returns the body of a function, at base in the file, with its edits made.
func edit(body []byte, base int, edits []Edit) ([]byte, error) {
	var out []byte
	at := 0
	for _, e := range edits {
		fail := func(reason string) ([]byte, error) {
			return nil, &EditError{Func: e.Func, Offset: e.Offset, Reason: reason}
		}
		from := int(e.Offset) - base
		switch {
		case from < 0 || from > len(body) || len(e.Old) > len(body)-from:
			return fail("outside the function")
		case from < at:
			return fail("overlaps another edit")
		case !bytes.Equal(body[from:from+len(e.Old)], e.Old):
			return fail("the bytes are not the ones expected")
		}
		out = append(append(out, body[at:from]...), e.New...)
		at = from + len(e.Old)
	}
	return append(out, body[at:]...), nil
}
