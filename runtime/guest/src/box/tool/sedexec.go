package tool

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// outcome is how a run of the script ended.
type outcome struct {
	deleted bool // the pattern space is not printed
	restart bool // D: run the script again without reading
}

func (s *sed) execute() outcome {
	list := s.script.commands
	for i := 0; i < len(list); {
		c := list[i]
		if s.selects(c) == c.negate {
			if c.name == '{' {
				i = c.target
			} else {
				i++
			}
			continue
		}
		i++
		switch c.name {
		case 'b':
			i = c.target
		case 't', 'T':
			if s.replace == (c.name == 't') {
				i = c.target
			}
			s.replace = false
		case 'd':
			return outcome{deleted: true}
		case 'D':
			cut := bytes.IndexByte(s.pattern, s.delim)
			if cut < 0 {
				return outcome{deleted: true}
			}
			s.pattern = append(s.pattern[:0], s.pattern[cut+1:]...)
			return outcome{deleted: true, restart: true}
		case 'c':
			if c.to == nil || c.negate || !c.active || s.atRangeEnd(c) {
				s.writeText(c.text)
			}
			return outcome{deleted: true}
		case 'q', 'Q':
			s.quit = true
			s.code = max(c.number, 0)
			return outcome{deleted: c.name == 'Q'}
		case 'n', 'N':
			if done, stop := s.nextLine(c.name); stop {
				return done
			}
		default:
			s.simple(c)
		}
	}
	return outcome{}
}

// atRangeEnd reports whether the present line is the last of c's range.
func (s *sed) atRangeEnd(c *sedCommand) bool { return !c.active }

// nextLine is n and N; stop says that the script ends with done.
func (s *sed) nextLine(name byte) (done outcome, stop bool) {
	if s.input.isLastOfAll() {
		s.quit = true
		return outcome{deleted: s.posix && name == 'N'}, true
	}
	if name == 'n' {
		if !s.quiet {
			s.write(s.out, s.pattern, s.chomped)
		}
		s.flushQueue()
		s.pattern = s.pattern[:0]
	} else {
		s.flushQueue()
		s.pattern = append(s.pattern, s.delim)
	}
	line, ended, _ := s.input.next()
	s.pattern, s.chomped = append(s.pattern, line...), ended
	return outcome{}, false
}

// isLastOfAll reports whether there is no next line for n and N.
func (in *sedInput) isLastOfAll() bool {
	if in.s.separate && in.isLast() && in.s.inPlace {
		return len(in.names) == 0
	}
	return !in.fill(true)
}

// selects reports whether the addresses of c take the present line.
func (s *sed) selects(c *sedCommand) bool {
	switch {
	case c.from == nil:
		return true
	case c.to == nil:
		return s.at(c.from)
	}
	line := s.input.line
	if c.active {
		switch c.to.kind {
		case '/':
			c.active = !s.match(c.to)
		case '$':
			c.active = !s.input.isLast()
		default:
			if line > c.end { // the range was over already
				c.active = false
				return s.begins(c)
			}
			c.active = line < c.end
		}
		return true
	}
	return s.begins(c)
}

// begins reports whether a range starts here, and whether it goes on.
func (s *sed) begins(c *sedCommand) bool {
	line := s.input.line
	if c.from.kind == 'n' && c.from.n == 0 {
		if line != 1 {
			return false
		}
		c.active = !s.match(c.to) // 0,/re/ may end on the first line
		return true
	}
	if c.from.kind == 'n' { // a line that was passed by begins it too, but once
		if c.closed || line < c.from.n {
			return false
		}
		if c.to.kind == 'n' && line > c.to.n && line > c.from.n {
			return false
		}
		c.closed = true
	} else if !s.at(c.from) {
		return false
	}
	switch c.to.kind {
	case 'n':
		c.end = c.to.n
	case '+':
		c.end = line + c.to.n
	case '*':
		c.end = line
		if c.to.n > 0 {
			c.end = (line/c.to.n + 1) * c.to.n
		}
	case '$':
		c.active = !s.input.isLast()
		return true
	default:
		c.active = true
		return true
	}
	c.active = line < c.end
	return true
}

func (s *sed) at(a *sedAddress) bool {
	line := s.input.line
	switch a.kind {
	case 'n':
		return line == a.n
	case '$':
		return s.input.isLast()
	case '~':
		if a.m == 0 {
			return line == a.n
		}
		return line >= a.n && (line-a.n)%a.m == 0
	}
	return s.match(a)
}

func (s *sed) match(a *sedAddress) bool {
	if !a.empty {
		s.last = a.re
	} else if s.last == nil {
		s.r.die(sedBadUsage, "-e expression #1, char 0: no previous regular expression")
	}
	return s.last.Match(s.pattern)
}

// simple runs the commands that only move text.
func (s *sed) simple(c *sedCommand) {
	switch c.name {
	case '=':
		s.writeText([]byte(sprintf("%d%c", s.input.line, s.delim)))
	case 'a':
		s.queue = append(s.queue, sedAppend{text: c.text})
	case 'i':
		s.writeText(c.text)
	case 'r':
		s.queue = append(s.queue, sedAppend{file: c.file})
	case 'R':
		s.queue = append(s.queue, sedAppend{file: c.file, line: true})
	case 'F':
		s.writeText([]byte(s.input.name + "\n"))
	case 'e':
		s.runCommand(c)
	case 'g':
		s.pattern, s.chomped = append(s.pattern[:0], s.hold...), s.held
	case 'G':
		s.pattern = append(append(s.pattern, s.delim), s.hold...)
		s.chomped = s.held
	case 'h':
		s.hold, s.held = append(s.hold[:0], s.pattern...), s.chomped
	case 'H':
		s.hold = append(append(s.hold, s.delim), s.pattern...)
		s.held = s.chomped
	case 'l':
		n := c.number
		if n < 0 {
			n = s.lineLength
		}
		s.writeText([]byte(s.visible(n)))
	case 'p':
		s.write(s.out, s.pattern, s.chomped)
	case 'P':
		line, _, cut := bytes.Cut(s.pattern, []byte{s.delim})
		s.write(s.out, line, cut || s.chomped)
	case 's':
		s.substitute(c.sub)
	case 'w':
		s.write(c.output, s.pattern, s.chomped)
	case 'W':
		line, _, cut := bytes.Cut(s.pattern, []byte{s.delim})
		s.write(c.output, line, cut || s.chomped)
	case 'x':
		s.pattern, s.hold = s.hold, s.pattern
		s.chomped, s.held = s.held, s.chomped
	case 'y':
		if c.bytewise != nil {
			for i, b := range s.pattern {
				s.pattern[i] = c.bytewise[b]
			}
			break
		}
		s.transliterate(c.table)
	case 'z':
		s.pattern = s.pattern[:0]
	}
}

func (s *sed) transliterate(table map[string]string) {
	var out []byte
	for b := s.pattern; len(b) > 0; {
		size := s.step(b)
		if text, ok := table[string(b[:size])]; ok {
			out = append(out, text...)
		} else {
			out = append(out, b[:size]...)
		}
		b = b[size:]
	}
	s.pattern = out
}

// visible is the l command's unambiguous form, folded at width.
func (s *sed) visible(width int) string {
	var b strings.Builder
	column := 0
	put := func(text string) {
		if width > 0 && column+len(text) > width-1 {
			b.WriteString("\\\n")
			column = 0
		}
		b.WriteString(text)
		column += len(text)
	}
	for _, c := range s.pattern {
		switch {
		case c == '\\':
			put(`\\`)
		case c >= ' ' && c <= '~':
			put(string(rune(c)))
		case bytes.IndexByte([]byte("\a\b\f\n\r\t\v"), c) >= 0:
			put("\\" + string("abfnrtv"[bytes.IndexByte([]byte("\a\b\f\n\r\t\v"), c)]))
		default:
			put(fmt.Sprintf("\\%03o", c))
		}
	}
	return b.String() + "$" + string([]byte{s.delim})
}

func (s *sed) substitute(sub *sedSubstitution) {
	re := sub.re
	if re == nil {
		re = s.last
	}
	if re == nil {
		s.r.die(sedBadUsage, "-e expression #1, char 0: no previous regular expression")
	}
	s.last = re
	done, sure := s.replaceWhole(sub, re)
	if !sure {
		done = s.replaceGroups(sub, re)
	}
	if !done {
		return
	}
	s.replace = true
	if sub.execute {
		s.runPattern()
	}
	if sub.print > 0 {
		s.write(s.out, s.pattern, s.chomped)
	}
	if sub.output != nil {
		s.write(sub.output, s.pattern, s.chomped)
	}
}

// replaceWhole replaces matches where no group is asked for; it is not sure where the automaton is not.
func (s *sed) replaceWhole(sub *sedSubstitution, re *regex.Regexp) (done, sure bool) {
	if sub.groups {
		return false, false
	}
	b, out := s.pattern, s.spare[:0]
	at, n, last := 0, 0, -1
	for from := 0; from <= len(b); {
		start, end, p := re.Locate(b, from)
		if p == regex.Perhaps {
			return false, false
		}
		if p == regex.Absent {
			break
		}
		if end > start || start != last { // not an empty one right behind another
			n++
		}
		if n >= sub.nth && (end > start || start != last) {
			s.found = [2]int{start, end}
			out = s.expand(append(out, b[at:start]...), sub, b, s.found[:])
			at, done = end, true
			if sub.global == 0 {
				break
			}
		}
		if from, last = end, end; end == start {
			from += s.step(b[from:])
		}
	}
	if done {
		s.pattern, s.spare = append(out, b[at:]...), b
	}
	return done, true
}

func (s *sed) replaceGroups(sub *sedSubstitution, re *regex.Regexp) (done bool) {
	most := sub.nth
	if sub.global > 0 {
		most = -1
	}
	out, at := s.spare[:0], 0
	for i, loc := range re.All(s.pattern, most) {
		if i+1 < sub.nth {
			continue
		}
		out = append(out, s.pattern[at:loc[0]]...)
		out = s.expand(out, sub, s.pattern, loc)
		at, done = loc[1], true
		if sub.global == 0 {
			break
		}
	}
	if done {
		s.pattern, s.spare = append(out, s.pattern[at:]...), s.pattern
	}
	return done
}

// expand writes the replacement for one match.
func (s *sed) expand(out []byte, sub *sedSubstitution, text []byte, loc []int) []byte {
	var long, once byte // the case that lasts, and that of the next character
	for _, p := range sub.parts {
		switch p.fold {
		case 'U', 'L':
			long, once = p.fold, 0
			continue
		case 'E':
			long, once = 0, 0
			continue
		case 'u', 'l':
			once = p.fold
			continue
		}
		size := len(out)
		if p.group < 0 {
			out = append(out, p.text...)
		} else if 2*p.group < len(loc) && loc[2*p.group] >= 0 {
			out = append(out, text[loc[2*p.group]:loc[2*p.group+1]]...)
		}
		if len(out) > size && (long != 0 || once != 0) {
			if !asciiCase(out[size:], long, once) {
				out = append(out[:size], changeCase(string(out[size:]), long, once, !s.bytes)...)
			}
			once = 0
		}
	}
	return out
}

// step is the size of the character, or of the byte that is none, at the start of b; 1 at its end.
func (s *sed) step(b []byte) int {
	if len(b) == 0 || b[0] < utf8.RuneSelf || s.bytes {
		return 1
	}
	_, size := utf8.DecodeRune(b)
	return size
}

// asciiCase is changeCase in place, if all of b is ASCII.
func asciiCase(b []byte, long, once byte) bool {
	if hasHighByte(b) {
		return false
	}
	for i, c := range b {
		how := long
		if once != 0 {
			how, once = once, 0
		}
		if how|0x20 == 'u' && 'a' <= c && c <= 'z' || how|0x20 == 'l' && 'A' <= c && c <= 'Z' {
			b[i] = c ^ 0x20
		}
	}
	return true
}

// changeCase changes the case of all characters of s as long says, and of the first one as once says.
func changeCase(s string, long, once byte, utf bool) string {
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		how := long
		if once != 0 {
			how, once = once, 0
		}
		if c := s[0]; c < utf8.RuneSelf {
			if how|0x20 == 'u' && 'a' <= c && c <= 'z' || how|0x20 == 'l' && 'A' <= c && c <= 'Z' {
				c ^= 0x20
			}
			b.WriteByte(c)
			s = s[1:]
			continue
		}
		c, size, ok := nextChar(s, utf)
		switch {
		case !ok && !utf && how != 0:
			b.WriteByte(0xff) // what GNU's conversion leaves of it
		case !ok:
			b.WriteString(s[:size])
		case how == 'U' || how == 'u':
			b.WriteRune(unicode.ToUpper(c))
		case how == 'L' || how == 'l':
			b.WriteRune(unicode.ToLower(c))
		default:
			b.WriteRune(c)
		}
		s = s[size:]
	}
	return b.String()
}
