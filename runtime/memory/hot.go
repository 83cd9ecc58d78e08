package memory

import (
	"bytes"
	"slices"
	"sync"
	"sync/atomic"
)

// hotPages are the pages of an image that most processes write. Giving such a page up at a reset
// costs a page fault in the next process, some ten times what it costs to write it back. So hot pages
// are copied and the others are given up. Which pages are hot is learnt from the first resets
// and now and then afterwards; a wrong guess costs time and nothing else.
type hotPages struct {
	resets atomic.Uint64
	spans  atomic.Pointer[[]span]

	mu      sync.Mutex
	samples int
	written map[int]int // how often a page was found written
}

// span is a range of bytes.
type span struct{ from, to uint64 }

const (
	pageBytes    = 4096
	firstSamples = 8   // resets that are looked at one after the other
	sampleEvery  = 512 // resets between two looks afterwards
	maxSamples   = 64
	hotShare     = 16 // a page is hot if it was written in one of so many looks
	maxGap       = 2  // pages that are not hot but copied along
)

// due reports whether this reset is one to learn from.
func (h *hotPages) due() bool {
	n := h.resets.Add(1)
	return n <= firstSamples || n%sampleEvery == 0
}

// learn takes the ranges that a process wrote.
func (h *hotPages) learn(written []span) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.samples == maxSamples {
		return
	}
	if h.written == nil {
		h.written = map[int]int{}
	}
	h.samples++
	for _, s := range written {
		for at := s.from; at < s.to; at += pageBytes {
			h.written[int(at/pageBytes)]++
		}
	}
	h.spans.Store(h.choose())
}

// different returns the pages in which a space is not as its image.
func different(space, image []byte) (list []span) {
	for at := 0; at < len(image); at += pageBytes {
		if !bytes.Equal(space[at:at+pageBytes], image[at:at+pageBytes]) {
			list = append(list, span{uint64(at), uint64(at + pageBytes)})
		}
	}
	return list
}

// choose joins the hot pages into spans.
func (h *hotPages) choose() *[]span {
	var hot []int
	for page, times := range h.written {
		if times*hotShare >= h.samples {
			hot = append(hot, page)
		}
	}
	slices.Sort(hot)
	var spans []span
	for _, page := range hot {
		from := uint64(page) * pageBytes
		if n := len(spans); n > 0 && from <= spans[n-1].to+maxGap*pageBytes {
			spans[n-1].to = from + pageBytes
			continue
		}
		spans = append(spans, span{from, from + pageBytes})
	}
	return &spans
}

// list returns the spans that are hot now.
func (h *hotPages) list() []span {
	if s := h.spans.Load(); s != nil {
		return *s
	}
	return nil
}
