package tool

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// counts are wc's five columns in the order in which it prints them.
type counts struct{ lines, words, chars, bytes, longest uint64 }

type wc struct {
	r                                        *run
	lines, words, chars, bytes, longest, utf bool
	width                                    int
	total                                    counts
}

func wcMain(r *run) int {
	r.lineBuffered = true
	opts, files := r.options("c/bytes l/lines L/max-line-length m/chars w/words /files0-from:")
	w := &wc{r: r, utf: r.utf8Locale()}
	from := ""
	for _, o := range opts {
		switch o.name {
		case "c":
			w.bytes = true
		case "l":
			w.lines = true
		case "L":
			w.longest = true
		case "m":
			w.chars = true
		case "w":
			w.words = true
		case "files0-from":
			from = o.value
		}
	}
	if len(opts) == 0 || len(opts) == 1 && from != "" {
		w.lines, w.words, w.bytes = true, true, true
	}
	named := len(files) > 0 || from != ""
	if from != "" {
		files = r.zeroList(from, files)
	}
	if !named {
		files = []string{"-"}
	}
	if w.width = 1; from == "" {
		w.width = w.columnWidth(files)
	}
	for _, name := range files {
		w.file(name, named)
	}
	if len(files) > 1 {
		w.row(&w.total, "total", true)
	}
	return r.status
}

// zeroList reads NUL-terminated names, as --files0-from wants.
func (r *run) zeroList(from string, files []string) []string {
	if len(files) > 0 {
		r.message("extra operand " + r.quoted(files[0]))
		r.stderr("file operands cannot be combined with --files0-from\n")
		r.usage("")
	}
	f, err := openInput(from)
	if err != nil {
		r.dieErr(1, err, "cannot open %s for reading", r.quoted(from))
	}
	defer closeInput(f)
	all, err := io.ReadAll(f)
	if err != nil {
		r.dieErr(1, err, "%s: read error", r.plain(from))
	}
	if len(all) == 0 {
		return nil
	}
	text := strings.TrimSuffix(string(all), "\x00")
	var names []string
	for i, name := range strings.Split(text, "\x00") {
		switch {
		case name == "":
			r.warn("%s:%d: invalid zero-length file name", r.plain(from), i+1)
		case name == "-" && from == "-":
			r.warn("when reading file names from stdin, no file name of %s allowed", r.quoted("-"))
		default:
			names = append(names, name)
		}
	}
	return names
}

// columnWidth makes room for the sum of the sizes, or for seven digits where sizes are unknown.
func (w *wc) columnWidth(files []string) int {
	columns := 0
	for _, on := range []bool{w.lines, w.words, w.chars, w.bytes, w.longest} {
		if on {
			columns++
		}
	}
	if len(files) == 1 && columns == 1 {
		return 1
	}
	least, sum := 1, int64(0)
	for _, name := range files {
		st, err := linux.Fstat(0)
		if name != "-" {
			st, err = linux.Stat(name)
		}
		switch {
		case err != nil:
		case st.IsRegular():
			sum += st.Size
		default:
			least = 7
		}
	}
	return max(least, len(strconv.FormatInt(sum, 10)))
}

func (w *wc) file(name string, named bool) {
	f, err := openInput(name)
	if err != nil {
		w.r.warnErr(err, "%s", w.r.plain(name))
		return
	}
	defer closeInput(f)
	var c counts
	if err = w.count(f, &c); err != nil {
		w.r.warnErr(err, "%s", w.r.plain(name))
	}
	w.row(&c, name, named)
	w.total.lines += c.lines
	w.total.words += c.words
	w.total.chars += c.chars
	w.total.bytes += c.bytes
	w.total.longest = max(w.total.longest, c.longest)
}

func (w *wc) row(c *counts, name string, named bool) {
	sep := ""
	for _, column := range []struct {
		on bool
		n  uint64
	}{{w.lines, c.lines}, {w.words, c.words}, {w.chars, c.chars}, {w.bytes, c.bytes}, {
		w.longest,
		c.longest,
	}} {
		if column.on {
			w.r.printf("%s%*d", sep, w.width, column.n)
			sep = " "
		}
	}
	if named {
		if strings.Contains(name, "\n") {
			name = w.r.plain(name)
		}
		w.r.print(" ", name)
	}
	w.r.print("\n")
}

func (w *wc) count(f *linux.File, c *counts) error {
	if w.bytes && !w.lines && !w.words && !w.chars && !w.longest {
		if size, ok := sizeLeft(f); ok {
			c.bytes = uint64(size)
			_, err := f.Seek(size, linux.SeekCur)
			return err
		}
	}
	buf := make([]byte, inputSize)
	scan := wordScan{c: c, utf: w.utf, columns: w.longest}
	full := w.words || w.chars || w.longest
	for {
		n, err := f.Read(buf[scan.held:])
		if err != nil {
			scan.end(buf[:scan.held])
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		c.bytes += uint64(n)
		if !full {
			c.lines += uint64(countByte(buf[:n], '\n'))
			continue
		}
		scan.add(buf[:scan.held+n])
	}
}

// wordScan counts over blocks; a character cut by a block's end is held for the next.
type wordScan struct {
	c       *counts
	utf     bool
	columns bool // the longest line is asked for
	inWord  bool
	column  uint64
	held    int
}

// What wc makes of a byte. Other control characters neither begin nor end a word.
const (
	wcWord = 1 << iota
	wcSpace
	wcLine
	wcOther // it may be part of a character
)

var wcKinds = func() (list [256]uint8) {
	for c := range list {
		switch {
		case c == '\n':
			list[c] = wcSpace | wcLine
		case c == ' ' || c >= '\t' && c <= '\r':
			list[c] = wcSpace
		case c > ' ' && c < 0x7f:
			list[c] = wcWord
		case c >= 0x80:
			list[c] = wcOther
		}
	}
	return list
}()

// plain counts up to the first byte beyond ASCII, and returns where that is.
func (s *wordScan) plain(b []byte) int {
	in, lines, words := uint8(btoi(s.inWord)), uint64(0), uint64(0)
	i := 0
	for ; i < len(b); i++ {
		k := wcKinds[b[i]]
		if k >= wcOther {
			break
		}
		next := (in | k) &^ (k >> 1) & 1
		words += uint64(in &^ next)
		lines += uint64(k >> 2)
		in = next
	}
	s.c.lines += lines
	s.c.words += words
	s.c.chars += uint64(i)
	s.inWord = in != 0
	return i
}

func (s *wordScan) add(b []byte) {
	s.held = 0
	for i := 0; i < len(b); {
		if !s.columns {
			if i += s.plain(b[i:]); i == len(b) {
				return
			}
		}
		if s.utf && b[i] >= 0x80 && len(b)-i < 4 {
			s.held = copy(b, b[i:])
			return
		}
		i += s.char(b[i:])
	}
}

func (s *wordScan) char(b []byte) int {
	if b[0] < 0x80 || !s.utf {
		s.c.chars++
		s.ascii(b[0])
		return 1
	}
	c, size, ok := nextChar(string(b[:min(len(b), 4)]), true)
	if !ok {
		return 1
	}
	s.c.chars++
	if printable(c) {
		s.column += uint64(width(string(c)))
		s.inWordAt(!unicode.IsSpace(c))
	}
	return size
}

func (s *wordScan) ascii(c byte) {
	switch c {
	case '\n', '\r', '\f':
		if c == '\n' {
			s.c.lines++
		}
		s.c.longest = max(s.c.longest, s.column)
		s.column = 0
		s.inWordAt(false)
	case '\t':
		s.column += 8 - s.column%8
		s.inWordAt(false)
	case ' ':
		s.column++
		s.inWordAt(false)
	case '\v':
		s.inWordAt(false)
	default:
		if c > ' ' && c < 0x7f {
			s.column++
			s.inWordAt(true)
		}
	}
}

func (s *wordScan) inWordAt(in bool) {
	if s.inWord && !in {
		s.c.words++
	}
	s.inWord = in
}

func (s *wordScan) end(rest []byte) {
	for len(rest) > 0 {
		rest = rest[s.char(rest):]
	}
	s.c.longest = max(s.c.longest, s.column)
	s.inWordAt(false)
}
