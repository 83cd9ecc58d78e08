package tool

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const splitSpec = "a:/suffix-length /additional-suffix: b:/bytes C:/line-bytes d /numeric-suffixes? x " +
	"/hex-suffixes? " +
	"e/elide-empty-files /filter: l:/lines n:/number t:/separator u/unbuffered /verbose"

type split struct {
	r              *run
	mode           string // lines, bytes, linebytes or chunks
	count          uint64
	length         int // of the suffix; 0 grows
	base           int // 26, 10 or 16
	next           uint64
	extra, prefix  string
	verbose, elide bool
	way            bool   // how to split was said
	filter, opened string // --filter, and the file that its command has
	child          int
	only           uint64 // the chunk that goes to standard output, 0 for files
	delim          byte
	out            *linux.Writer
}

func splitMain(r *run) int {
	var args []string
	for i, a := range r.args { // split -100
		if len(a) > 1 && a[0] == '-' && isDigits(a[1:]) && !takesValue(r.args, i) {
			a = "-l" + a[1:]
		}
		args = append(args, a)
	}
	r.args = args
	s := &split{r: r, mode: "lines", count: 1000, base: 26, prefix: "x", delim: '\n'}
	opts, words := r.options(splitSpec)
	for _, o := range opts {
		s.option(o)
	}
	if len(words) > 2 {
		r.usage("extra operand %s", r.curly(words[2]))
	}
	if len(words) == 2 {
		s.prefix = words[1]
	}
	name := append(words, "-")[0]
	f, err := openInput(name)
	if err != nil {
		r.dieErr(1, err, "cannot open %s for reading", r.quoted(name))
	}
	defer closeInput(f)
	switch s.mode {
	case "lines":
		s.byLines(f)
	case "bytes":
		s.byBytes(f)
	case "linebytes":
		s.byLineBytes(f)
	case "roundrobin":
		s.roundRobin(f)
	default:
		s.byChunks(f, name)
	}
	s.close()
	return r.status
}

func (s *split) option(o option) {
	number := func(what string) uint64 {
		n, ok := parseSize(o.value)
		if !ok || n == 0 {
			s.r.die(1, "invalid number of %s: %s%s", what, s.r.curly(o.value), outOfRange(ok))
		}
		return n
	}
	start := func(base int) {
		s.base = base
		if o.given {
			n, err := strconv.ParseUint(o.value, base, 32)
			if err != nil {
				s.r.usage("%s: invalid start value for numerical suffix", s.r.curly(o.value))
			}
			s.next = n
			s.length = max(s.length, 2)
		}
	}
	if strings.Contains("bCln", o.name) {
		if s.way {
			s.r.usage("cannot split in more than one way")
		}
		s.way = true
	}
	switch o.name {
	case "filter":
		s.filter = o.value
	case "a":
		n, ok := parseUint(o.value)
		if !ok {
			s.r.die(1, "invalid suffix length: %s", s.r.curly(o.value))
		}
		s.length = int(min(n, 64))
	case "additional-suffix":
		s.extra = o.value
	case "b":
		s.mode, s.count = "bytes", number("bytes")
	case "C":
		s.mode, s.count = "linebytes", number("lines")
	case "d", "numeric-suffixes":
		start(10)
	case "x", "hex-suffixes":
		start(16)
	case "e":
		s.elide = true
	case "l":
		s.mode, s.count = "lines", number("lines")
	case "n":
		s.chunkSpec(o.value)
		for n, width := uint64(s.base), 1; s.length == 0; n, width = n*uint64(s.base), width+1 {
			if n >= s.count && width >= 2 {
				s.length = width
			}
		}
	case "t":
		s.delim = (o.value + "\x00")[0]
	case "verbose":
		s.verbose = true
	}
}

func (s *split) digit(n int) byte {
	if s.base == 26 {
		return byte('a' + n)
	}
	return "0123456789abcdef"[n]
}

// suffix numbers the files: aa ... yz zaaa ... without -a, or fixed digits.
func (s *split) suffix() string {
	n := s.next
	s.next++
	if s.length > 0 {
		b := make([]byte, s.length)
		for i := s.length - 1; i >= 0; i-- {
			b[i] = s.digit(int(n % uint64(s.base)))
			n /= uint64(s.base)
		}
		if n > 0 {
			s.r.die(1, "output file suffixes exhausted")
		}
		return string(b)
	}
	// Two digits; when the first would reach the last letter, that is set before wider numbers.
	lead := ""
	width := 2
	room := uint64(s.base-1) * uint64(s.base)
	for n >= room {
		n -= room
		lead += string([]byte{s.digit(s.base - 1)})
		width++
		room *= uint64(s.base)
	}
	b := make([]byte, width)
	for i := width - 1; i >= 0; i-- {
		b[i] = s.digit(int(n % uint64(s.base)))
		n /= uint64(s.base)
	}
	return lead + string(b)
}

func (s *split) open() {
	s.close()
	name := s.prefix + s.suffix() + s.extra
	if s.verbose && s.filter == "" {
		s.r.print("creating file ", s.r.quoted(name), "\n")
	}
	if s.opened = name; s.filter != "" {
		s.out = s.filtered(name)
		return
	}
	f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		s.r.dieErr(1, err, "%s", s.r.plain(name))
	}
	s.out = linux.NewWriter(f.Fd)
}

func (s *split) close() {
	if s.out == nil {
		return
	}
	if err := s.out.Flush(); err != nil && (s.filter == "" || !is(err, primitives.EPIPE)) {
		s.r.dieErr(1, err, "%s", s.r.plain(s.opened))
	}
	_ = s.out.Close()
	s.out = nil
	s.filterEnded()
}

func (s *split) byLines(f *linux.File) {
	lines := newLineReader(f, s.delim)
	for n := uint64(0); ; n++ {
		line, ended, err := lines.next()
		if err != nil {
			s.checkRead(err)
			return
		}
		if n%s.count == 0 {
			s.open()
		}
		_, _ = s.out.Write(line)
		if ended {
			_ = s.out.WriteByte(s.delim)
		}
	}
}

func (s *split) checkRead(err error) {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		s.r.dieErr(1, err, "read error")
	}
}

func (s *split) byBytes(f *linux.File) {
	buf := make([]byte, min(s.count, inputSize))
	for left := uint64(0); ; {
		want := left
		if left == 0 {
			want = s.count
		}
		n, err := f.Read(buf[:min(want, uint64(len(buf)))])
		if err != nil {
			s.checkRead(err)
			return
		}
		if left == 0 {
			s.open()
			left = s.count
		}
		_, _ = s.out.Write(buf[:n])
		left -= uint64(n)
	}
}

// byLineBytes fills files with whole lines up to a size; a longer line is cut.
func (s *split) byLineBytes(f *linux.File) {
	lines := newLineReader(f, s.delim)
	left := uint64(0)
	for {
		line, ended, err := lines.next()
		if err != nil {
			s.checkRead(err)
			return
		}
		text := append([]byte(nil), line...)
		if ended {
			text = append(text, s.delim)
		}
		for len(text) > 0 {
			if uint64(len(text)) > left && left < s.count {
				left = 0
			}
			if left == 0 {
				s.open()
				left = s.count
			}
			n := min(uint64(len(text)), left)
			_, _ = s.out.Write(text[:n])
			text = text[n:]
			left -= n
		}
	}
}

// byChunks cuts a file into so many parts, of equal size or at the next end of line.
func (s *split) byChunks(f *linux.File, name string) {
	text, err := readAll(f)
	if err != nil {
		s.r.dieErr(1, err, "%s: cannot determine file size", s.r.plain(name))
	}
	size := uint64(len(text)) / s.count
	at := 0
	for i := uint64(1); i <= s.count; i++ {
		end := int(i * size)
		if i == s.count {
			end = len(text)
		}
		if s.mode == "linechunks" && end > at && i < s.count {
			for end < len(text) && text[end-1] != s.delim {
				end++
			}
		}
		end = max(end, at)
		if s.only > 0 {
			if i == s.only {
				_, _ = s.r.out.Write(text[at:end])
			}
			at = end
			continue
		}
		if end == at && s.elide {
			continue
		}
		s.open()
		_, _ = s.out.Write(text[at:end])
		at = end
	}
}

// redirect sends standard output to a file.
func (r *run) redirect(name string) {
	f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		r.dieErr(1, err, "%s", r.plain(name))
	}
	r.out = linux.NewWriter(f.Fd)
}
