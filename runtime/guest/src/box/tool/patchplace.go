package tool

import (
	"bytes"
	"strings"
)

// place returns the line, from 1, at which the hunk fits with that fuzz, nearest to where it
// should; 0 for none.
func (w *patching) place(h *patchHunk, fuzz int) int {
	pattern := h.pattern()
	guess := h.first[0] + w.inOff
	if len(pattern) == 0 {
		if w.h.absent[w.from()] == 2 && len(w.lines) > 0 || guess < w.frozen+1 ||
			guess > len(w.lines)+1 && w.h.kind == 'u' {
			return 0
		}
		return guess
	}
	before, after := h.context()
	context := max(before, after)
	head, tail := fuzz+before-context, fuzz+after-context
	fits := func(at, head, tail int) bool { return w.fits(pattern, at, head, tail) }
	switch {
	case head < 0 && h.first[0] <= 1: // it can only be the start of the file
		if tail < 0 && len(pattern) != len(w.lines) || !fits(1, 0, max(tail, 0)) {
			return 0
		}
		w.inOff += 1 - guess
		return 1
	case tail < 0: // it can only be the end
		at := len(w.lines) - len(pattern) + 1
		if at < 1 || !fits(at, max(head, 0), 0) {
			return 0
		}
		w.inOff += at - guess
		return at
	}
	head = max(head, 0)
	for off := range len(w.lines) + len(pattern) + max(guess, -guess) {
		if fits(guess+off, head, tail) {
			w.inOff += off
			return guess + off
		}
		if fits(guess-off, head, tail) {
			w.inOff -= off
			return guess - off
		}
	}
	return 0
}

// fits reports whether the file's lines from at on are the pattern but for some at its ends.
func (w *patching) fits(pattern [][]byte, at, head, tail int) bool {
	if at-1 < w.frozen || at < 1 || at-1+len(pattern)-tail > len(w.lines) {
		return false
	}
	for i := head; i < len(pattern)-tail; i++ {
		if !w.same(w.lines[at-1+i], pattern[i]) {
			return false
		}
	}
	return true
}

// same compares two lines; with -l any run of blanks is like any other, and none at the end.
func (w *patching) same(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if !w.blanks {
		return false
	}
	return squeezed(a) == squeezed(b)
}

func squeezed(line []byte) string {
	lead := ""
	if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
		lead = " "
	}
	return lead + strings.Join(strings.Fields(string(line)), " ")
}
