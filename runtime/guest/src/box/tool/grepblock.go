package tool

import (
	"bytes"
	"errors"
	"io"
	"math"
	"unicode/utf8"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// searchBlocks searches a file where no line matters to another: whole blocks are searched, and what is not
// selected is not cut into lines.
func (s *grepped) searchBlocks(f *linux.File, st *primitives.Stat) {
	in := newLinesReader(f, s.delim)
	lines := s.res[0].Lines(s.delim)
	for s.selected < s.max {
		block, err := in.next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.complain(s.name, err)
			}
			return
		}
		if !s.hidden && s.skipsBinary(in.buf[:in.end]) {
			return
		}
		if s.hidden { // as GNU's does, so that it has lines to count
			for i := range block {
				if block[i] == 0 {
					block[i] = s.delim
				}
			}
		}
		used := s.block(block, lines)
		if used == len(block) && s.selected < s.max {
			continue
		}
		if st.IsRegular() && f.Fd == 0 && s.selected >= s.max {
			giveBack(f, in.end-used)
		}
		return
	}
}

// block searches lines and returns how much of them was read.
func (s *grepped) block(b []byte, lines *regex.Lines) int {
	for at := 0; at < len(b); {
		start, end, ok := lines.Next(b, at)
		next := min(end+1, len(b))
		if !ok {
			start, next = len(b), len(b)
		}
		rest, hit := b[at:start], b[start:next]
		if s.invert {
			if n, done := s.choose(rest); done {
				return at + n
			}
			s.skip(hit)
		} else {
			s.skip(rest)
			if n, done := s.choose(hit); done {
				return start + n
			}
		}
		at = next
	}
	return len(b)
}

// lines is how many lines there are in text.
func (s *grepped) lines(text []byte) uint64 {
	n := countByte(text, s.delim)
	return uint64(n + btoi(len(text) > 0 && text[len(text)-1] != s.delim))
}

// skip goes over lines that are not selected.
func (s *grepped) skip(text []byte) {
	if s.number {
		s.line += s.lines(text)
	}
	s.at += uint64(len(text))
}

// choose handles lines that are selected, and returns how much of them it took before it was done.
func (s *grepped) choose(text []byte) (n int, done bool) {
	switch {
	case len(text) == 0:
		return 0, false
	case s.quiet || s.list || s.listWithout:
		s.found = true
		s.selected++
		return 0, true
	case s.max != math.MaxUint64:
	case s.count:
		s.found = true
		s.selected += s.lines(text)
		return len(text), false
	case s.bare(text):
		s.found = true
		s.selected++ // how many does not matter
		_, _ = s.r.out.Write(text)
		if text[len(text)-1] != s.delim {
			_ = s.r.out.WriteByte(s.delim)
		}
		s.skip(text)
		return len(text), false
	}
	for n < len(text) {
		line, _, _ := bytes.Cut(text[n:], []byte{s.delim})
		s.line++
		s.accept(line)
		n = min(n+len(line)+1, len(text))
		s.at += uint64(len(line) + 1)
		if s.selected >= s.max {
			return n, true
		}
	}
	return n, false
}

// bare reports whether lines are printed just as they are.
func (s *grepped) bare(text []byte) bool {
	return !s.only && s.names <= 0 && !s.number && !s.offset && !s.color && !s.hidden && !s.isBinary(text) &&
		(s.delim == 0 || s.binary == "text" || !s.utf8 || utf8.Valid(text))
}
