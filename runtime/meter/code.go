package meter

import (
	"fmt"
	goruntime "runtime"
	"sync"
	"sync/atomic"
)

// source is a function to rewrite.
type source struct {
	index  uint32 // in the original module
	typ    uint32
	base   int // offset of the body in the file
	body   []byte
	edited bool // may use the indices of appended functions
}

// chunkSize is how many functions a worker takes at a time.
const chunkSize = 64

// chunk is what became of some functions that follow each other.
type chunk struct {
	frame       uint64 // the largest
	out         []byte // the bodies with their sizes
	work        uint64
	writesTable bool
	err         error
}

func (w *rewriter) codeSection(r *reader) ([]byte, error) {
	sources, err := w.sources(r)
	if err != nil {
		return nil, err
	}
	chunks := make([]chunk, (len(sources)+chunkSize-1)/chunkSize)
	w.rewriteAll(sources, chunks)
	size, work := 0, uint64(0)
	for i := range chunks {
		if chunks[i].err != nil {
			return nil, chunks[i].err
		}
		size += len(chunks[i].out)
		work += chunks[i].work
		w.info.Frame = max(w.info.Frame, chunks[i].frame)
		w.info.WritesTable = w.info.WritesTable || chunks[i].writesTable
	}
	if err := over("units of work to compile all functions", work, w.opt.Limits.TotalWork); err != nil {
		return nil, err
	}
	out := putU(make([]byte, 0, size+32), len(sources)+1)
	for i := range chunks {
		out = append(out, chunks[i].out...)
	}
	slow := w.slowPath()
	return append(putU(out, len(slow)), slow...), nil
}

// slowPath is a function that takes fuel below zero and returns what there is after a refill, so that a place
// that checks stays small. A function that was entered too deep comes here too.
func (w *rewriter) slowPath() []byte {
	b := []byte{0}
	if w.opt.MaxDepth > 0 {
		b = append(putOp(b, opGlobalGet, w.depth), opI64Const, 0, opI64LtS, opIf, typeEmpty)
		b = putOp(putOp(b, opLocalGet, 0), opGlobalSet, w.fuel)
		b = append(putOp(b, opCall, w.deep), opUnreachable, opEnd)
	}
	b = putOp(putOp(b, opLocalGet, 0), opCall, w.refill)
	return append(b, opEnd)
}

// sources finds the bodies and makes the edits.
func (w *rewriter) sources(r *reader) ([]source, error) {
	n := r.count()
	all := make([]source, 0, n+w.appended)
	for i := 0; i < n && r.err == nil; i++ {
		index := w.imported + uint32(i)
		s := source{index: index, typ: w.funcs[index]}
		size := r.u32()
		s.base = r.base + r.p
		s.body = r.bytes(size)
		if edits := w.edits[index]; edits != nil && r.err == nil {
			var err error
			if s.body, err = edit(s.body, s.base, edits); err != nil {
				return nil, err
			}
			s.edited = true
		}
		all = append(all, s)
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	for i, f := range w.opt.AppendFuncs {
		if f.Body != nil {
			index := uint32(len(w.funcs) + i)
			all = append(all, source{index: index, typ: f.Type, body: f.Body, edited: true})
		}
	}
	return all, nil
}

// rewriteAll rewrites functions on all processors. What it makes doesn't depend
// on how many there are.
func (w *rewriter) rewriteAll(sources []source, chunks []chunk) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(goruntime.GOMAXPROCS(0), len(chunks)) {
		wg.Go(func() {
			f := &function{rewriter: w}
			for {
				i := int(next.Add(1)) - 1
				if i >= len(chunks) {
					return
				}
				from := i * chunkSize
				chunks[i] = f.chunk(sources[from:min(from+chunkSize, len(sources))])
			}
		})
	}
	wg.Wait()
}

// chunk rewrites some functions.
func (f *function) chunk(sources []source) (c chunk) {
	for i := range sources {
		s := &sources[i]
		if err := f.rewrite(s); err != nil {
			c.err = fmt.Errorf("function %d: %w", s.index, err)
			return c
		}
		c.work += f.work
		c.frame = max(c.frame, f.frame(len(s.body)))
		c.writesTable = c.writesTable || f.writesTable
		c.out = append(putU(c.out, len(f.out)), f.out...)
	}
	return c
}
