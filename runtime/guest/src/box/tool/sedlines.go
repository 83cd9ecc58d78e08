package tool

import (
	"bytes"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// onlyLines returns a search for the lines that the script does something to, if it is one command that
// looks at nothing but whether a line matches; else nil.
func (s *sed) onlyLines() *regex.Lines {
	if len(s.script.commands) != 1 {
		return nil
	}
	c := s.script.commands[0]
	switch {
	case c.negate || c.to != nil:
	case c.from != nil && c.from.kind == '/' && !c.from.empty:
		return c.from.re.Lines(s.delim)
	case c.from == nil && c.name == 's' && c.sub.re != nil:
		return c.sub.re.Lines(s.delim)
	}
	return nil
}

// passOver goes over the lines before the next one that the script does something to, as far as they end, and
// prints them if it prints at all.
func (s *sed) passOver(lines *regex.Lines) {
	in := s.input
	for !in.have && in.f != nil {
		l := in.lines
		block := l.buf[l.at:l.end]
		block = block[:bytes.LastIndexByte(block, s.delim)+1]
		start, _, ok := lines.Next(block, 0)
		if !ok {
			start = len(block)
		}
		if start > 0 {
			in.line += uint64(countByte(block[:start], s.delim))
			if l.at += start; !s.quiet {
				s.write(s.out, block[:start-1], true)
			}
		}
		if ok {
			return
		}
		if _, err := l.more(); err != nil {
			return // who reads the next line meets it again
		}
	}
}
