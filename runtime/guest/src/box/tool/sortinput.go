package tool

import (
	"bytes"
	"math"
)

// sortInput is all that is sorted: every line in one text, each with its delimiter, so that a line is a pair
// of offsets and the collector has nothing to follow.
type sortInput struct {
	text  []byte
	keys  []byte // the first keys, where they are not parts of the lines
	lines []sortSpan
	apart bool // the first keys are in keys
}

// sortSpan is where a line and its first key lie. The delimiter is at to.
type sortSpan struct{ from, to, keyFrom, keyTo uint32 }

// sortLine is a line, with the first key's text if there is one.
type sortLine struct{ text, key []byte }

func (in *sortInput) line(i uint32) sortLine {
	span := &in.lines[i]
	l := sortLine{text: in.text[span.from:span.to]}
	if in.apart {
		l.key = in.keys[span.keyFrom:span.keyTo]
	} else {
		l.key = in.text[span.keyFrom:span.keyTo]
	}
	return l
}

// whole is a line with its delimiter.
func (in *sortInput) whole(i uint32) []byte {
	span := &in.lines[i]
	return in.text[span.from : span.to+1]
}

// read adds the lines of a file.
func (s *sorter) read(name string) {
	f, err := openInput(name)
	if err != nil {
		s.r.dieErr(2, err, "cannot read: %s", s.r.plain(name))
	}
	defer closeInput(f)
	in := &s.input
	start := len(in.text)
	in.text, err = appendAll(in.text, f)
	if err != nil {
		s.r.dieErr(2, err, "read failed: %s", s.r.plain(name))
	}
	if n := len(in.text); n > start && in.text[n-1] != s.delim {
		in.text = append(in.text, s.delim)
	}
	if len(in.text) > math.MaxUint32 {
		s.r.die(2, "memory exhausted")
	}
	s.cut(start)
}

// cut finds the lines of the text from start on.
func (s *sorter) cut(start int) {
	in := &s.input
	if n := bytes.Count(in.text[start:], []byte{s.delim}); in.lines == nil {
		in.lines = make([]sortSpan, 0, n)
	}
	for from := start; from < len(in.text); {
		to := from + bytes.IndexByte(in.text[from:], s.delim)
		span := sortSpan{from: uint32(from), to: uint32(to)}
		if len(s.keys) > 0 {
			s.placeKey(&span)
		}
		in.lines = append(in.lines, span)
		from = to + 1
	}
}

// placeKey finds the first key of a line.
func (s *sorter) placeKey(span *sortSpan) {
	in, k := &s.input, s.keys[0]
	line := in.text[span.from:span.to]
	from, to := s.bounds(k, line)
	if !k.filters() {
		span.keyFrom, span.keyTo = span.from+uint32(from), span.from+uint32(to)
		return
	}
	in.apart = true
	span.keyFrom = uint32(len(in.keys))
	in.keys = k.filter(in.keys, line[from:to])
	span.keyTo = uint32(len(in.keys))
}

// line is one that is not of the input's text.
func (s *sorter) line(text []byte) sortLine {
	l := sortLine{text: text}
	if len(s.keys) > 0 {
		l.key = s.keyText(s.keys[0], text)
	}
	return l
}

// mergeFiles takes the least first line of all files, again and again: what is not in order
// stays so.
func (s *sorter) mergeFiles(names []string) []sortRef {
	type part struct{ next, end uint32 }
	var files []part
	for _, name := range names {
		first := uint32(len(s.input.lines))
		s.read(name)
		files = append(files, part{first, uint32(len(s.input.lines))})
	}
	merged := make([]sortRef, 0, len(s.input.lines))
	for len(merged) < len(s.input.lines) {
		best := -1
		var least sortLine
		for i, f := range files {
			if f.next == f.end {
				continue
			}
			line := s.input.line(f.next)
			if best < 0 || s.compare(&line, &least) < 0 {
				best, least = i, line
			}
		}
		merged = append(merged, sortRef{index: files[best].next})
		files[best].next++
	}
	return merged
}
