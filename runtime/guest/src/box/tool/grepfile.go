package tool

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// grepped is the search of one file.
type grepped struct {
	*grep
	name     string
	selected uint64
	line     uint64
	at       uint64 // offset of the present line
	held     []heldLine
	trailing int
	printed  uint64 // the last line printed
	hidden   bool   // binary: nothing more is printed
	suppress bool   // a line was not printed for that
	scratch  []byte
	spans    [][2]int
}

type heldLine struct {
	text     []byte
	line, at uint64
}

func (g *grep) file(name string) {
	if g.skipDevices && name != "-" { // to open a FIFO would wait for who writes to it
		if st, err := linux.Stat(name); err == nil && !st.IsRegular() && !st.IsDir() {
			return
		}
	}
	f, err := openInput(name)
	if err != nil {
		g.complain(name, err)
		return
	}
	defer closeInput(f)
	st, err := linux.Fstat(f.Fd)
	if err == nil && st.IsDir() && name != "-" {
		if g.directories == "skip" {
			return
		}
		g.complain(name, primitives.EISDIR)
		if g.count || g.listWithout { // as of a file without a line
			(&grepped{grep: g, name: name}).finish()
		}
		return
	}
	kind := st.Mode & primitives.S_IFMT
	if g.skipDevices && kind != primitives.S_IFREG && kind != primitives.S_IFDIR {
		return
	}
	s := &grepped{grep: g, name: name}
	if name == "-" {
		if s.name = "(standard input)"; g.label != "" {
			s.name = g.label
		}
	}
	if !g.quiet && !g.list && !g.listWithout && g.max > 1 && st.IsRegular() && sameFile(&st, &g.output) {
		g.failed = true
		g.r.message(s.name + ": input file is also the output")
		return
	}
	if len(s.res) == 1 && s.before < 0 && s.after < 0 {
		s.searchBlocks(f, &st)
	} else {
		s.search(f, &st)
	}
	s.finish()
}

func (s *grepped) search(f *linux.File, st *primitives.Stat) {
	lines := newLineReader(f, s.delim)
	quietly := s.quiet || s.list || s.listWithout
	first := true
	for s.max > 0 {
		if first {
			first = false
			if s.skipsBinary(lines.head()) {
				return
			}
		}
		text, ended, err := lines.next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.complain(s.name, err)
			}
			break
		}
		s.line++
		if s.take(text) && quietly {
			break
		}
		s.at += uint64(len(text)) + uint64(btoi(ended))
		if s.selected >= s.max && s.trailing == 0 {
			if st.IsRegular() && f.Fd == 0 {
				giveBack(f, lines.buffered())
			}
			break
		}
	}
}

// skipsBinary looks at the beginning of the file and reports whether nobody wants to know more of it.
func (s *grepped) skipsBinary(head []byte) bool {
	s.hidden = s.isBinary(head)
	return s.hidden && s.binary == "without-match"
}

// isBinary reports whether text holds what no text file does. A NUL ends lines with -z.
func (s *grepped) isBinary(text []byte) bool {
	if s.binary == "text" {
		return false
	}
	return s.delim != 0 && bytes.IndexByte(text, 0) >= 0
}

// take handles one line and reports whether it was selected.
func (s *grepped) take(text []byte) bool {
	if s.selected >= s.max {
		s.context(text)
		return false
	}
	if s.matches(text) == s.invert {
		s.context(text)
		return false
	}
	s.accept(text)
	return true
}

// accept handles a line that was selected.
func (s *grepped) accept(text []byte) {
	s.selected++
	s.found = true
	if s.count || s.quiet || s.list || s.listWithout {
		return
	}
	if s.hidden || s.isBinary(text) || !s.only && s.undecodable(text) {
		s.hidden = s.hidden || s.isBinary(text)
		s.suppress = true
		return
	}
	s.flushHeld()
	s.separate(s.line)
	if s.only {
		s.parts(text)
	} else {
		s.print(text, s.line, s.at, ':')
	}
	s.printed = s.line
	s.trailing = max(s.after, 0)
}

// undecodable reports whether text is about to be printed and is not of the locale's characters.
func (s *grepped) undecodable(text []byte) bool {
	return s.delim != 0 && s.binary != "text" && s.utf8 && !utf8.Valid(text)
}

func (s *grepped) matches(text []byte) bool {
	for _, re := range s.res {
		if re.Match(text) {
			return true
		}
	}
	return false
}

// context prints or holds a line that was not selected.
func (s *grepped) context(text []byte) {
	if s.count || s.quiet || s.list || s.listWithout || s.only || s.hidden {
		s.trailing = max(0, s.trailing-1)
		return
	}
	if s.trailing > 0 {
		s.trailing--
		s.print(text, s.line, s.at, '-')
		s.printed = s.line
		return
	}
	if s.before > 0 {
		s.held = append(s.held, heldLine{bytes.Clone(text), s.line, s.at})
		if len(s.held) > s.before {
			s.held = s.held[1:]
		}
	}
}

func (s *grepped) flushHeld() {
	for _, h := range s.held {
		s.separate(h.line)
		s.print(h.text, h.line, h.at, '-')
		s.printed = h.line
	}
	s.held = s.held[:0]
}

// separate prints -- between groups of lines that do not touch.
func (s *grepped) separate(line uint64) {
	if (s.before >= 0 || s.after >= 0) && !s.ungrouped && s.printedAny() &&
		(s.printed == 0 || line != s.printed+1) {
		s.r.print(s.paint(s.colors.separator, s.separator), "\n")
	}
	s.r.groups = true
}

func (s *grepped) printedAny() bool { return s.r.groups }

// prefix writes the file name, line number and offset before a line.
func (s *grepped) prefix(line, at uint64, mark byte) {
	if s.names <= 0 && !s.number && !s.offset {
		return
	}
	b := s.scratch[:0]
	separator := func() { b = s.painted(b, s.colors.separator, string(rune(mark))) }
	number := func(code string, n uint64) {
		var digits [20]byte
		text := strconv.AppendUint(digits[:0], n, 10)
		if s.tab {
			b = append(b, pad(string(text), 2)...)
		}
		if s.color {
			b = s.painted(b, code, string(text))
		} else {
			b = append(b, text...)
		}
		separator()
	}
	if s.names > 0 {
		b = s.painted(b, s.colors.name, s.name)
		if s.null {
			b = append(b, 0)
		} else {
			separator()
		}
	}
	if s.number {
		number(s.colors.number, line)
	}
	if s.offset {
		number(s.colors.byte, at)
	}
	if s.tab {
		b = append(b, '\t')
	}
	_, _ = s.r.out.Write(b)
	s.scratch = b
}

func (s *grepped) painted(b []byte, code, text string) []byte {
	if s.color {
		text = s.paint(code, text)
	}
	return append(b, text...)
}

func (s *grepped) print(text []byte, line, at uint64, mark byte) {
	s.prefix(line, at, mark)
	if s.color {
		s.colored(text, mark)
	} else {
		_, _ = s.r.out.Write(text)
	}
	_ = s.r.out.WriteByte(s.delim)
}

// locations are the matches of all patterns, leftmost first, the longest where several begin.
func (s *grepped) locations(text []byte) [][]int {
	if len(s.res) == 1 {
		return s.res[0].All(text, -1)
	}
	var list [][]int
	for from := 0; from <= len(text); {
		best := s.leftmost(text, from)
		if best == nil {
			return list
		}
		if best[1] > best[0] {
			list = append(list, best)
			from = best[1]
		} else {
			from = best[1] + 1
		}
	}
	return list
}

func (s *grepped) leftmost(text []byte, from int) []int {
	var best []int
	for _, re := range s.res {
		loc := re.Find(text, from)
		if loc != nil && (best == nil || loc[0] < best[0] || loc[0] == best[0] && loc[1] > best[1]) {
			best = loc
		}
	}
	return best
}

// parts prints the matches of a line, for -o.
func (s *grepped) parts(text []byte) {
	if s.invert {
		return
	}
	for _, loc := range s.matched(text) {
		part := text[loc[0]:loc[1]]
		if s.undecodable(part) {
			s.suppress, s.hidden = true, true
			return
		}
		s.prefix(s.line, s.at+uint64(loc[0]), ':')
		if s.color {
			s.r.print(s.paint(s.colors.match, string(part)))
		} else {
			_, _ = s.r.out.Write(part)
		}
		_ = s.r.out.WriteByte(s.delim)
	}
}

// matched are the matches that are not empty; they are valid until the next call.
func (s *grepped) matched(text []byte) [][2]int {
	if len(s.res) == 1 && s.located(text) {
		return s.spans
	}
	s.spans = s.spans[:0]
	for _, loc := range s.locations(text) {
		if loc[1] > loc[0] {
			s.spans = append(s.spans, [2]int{loc[0], loc[1]})
		}
	}
	return s.spans
}

// located is matched where no groups need to be known, as far as that is possible.
func (s *grepped) located(text []byte) bool {
	s.spans = s.spans[:0]
	for from := 0; from <= len(text); {
		start, end, p := s.res[0].Locate(text, from)
		if p != regex.Present {
			return p == regex.Absent
		}
		if from = end; end > start {
			s.spans = append(s.spans, [2]int{start, end})
			continue
		}
		_, size := utf8.DecodeRune(text[from:])
		from += max(size, 1)
	}
	return true
}

func (s *grepped) listName() {
	s.r.print(s.paint(s.colors.name, s.name), map[bool]string{true: "\x00", false: "\n"}[s.null])
}

func (s *grepped) finish() {
	switch {
	case s.quiet:
	case s.list && s.selected > 0:
		s.listName()
	case s.listWithout:
		if s.selected == 0 {
			s.listName()
		}
	case s.count && !s.list:
		if s.names > 0 {
			s.r.print(s.paint(s.colors.name, s.name))
			if s.null {
				s.r.print("\x00")
			} else {
				s.r.print(s.paint(s.colors.separator, ":"))
			}
		}
		s.r.print(strconv.FormatUint(s.selected, 10), "\n")
	case s.suppress:
		s.r.message(s.name + ": binary file matches")
	}
}
