package tool

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const inputSize = 64 << 10

// openInput opens a file to read; "-" is standard input.
func openInput(name string) (*linux.File, error) {
	if name == "-" {
		return &linux.File{Fd: 0}, nil
	}
	return linux.OpenFile(name, primitives.O_RDONLY, 0)
}

// closeInput closes what openInput opened, standard input excepted.
func closeInput(f *linux.File) {
	if f.Fd != 0 {
		_ = f.Close()
	}
}

// inputs calls use for every operand, or for standard input if there is none; errors of
// opening and reading are reported as most tools do.
func (r *run) inputs(names []string, use func(name string, f *linux.File) error) {
	if len(names) == 0 {
		names = []string{"-"}
	}
	for _, name := range names {
		f, err := openInput(name)
		if err == nil {
			err = use(name, f)
			closeInput(f)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			r.warnErr(err, "%s", r.plain(name))
		}
	}
}

// lineReader cuts a stream into lines.
type lineReader struct {
	f     io.Reader
	delim byte
	buf   []byte
	at    int // buf[at:end] was read and not returned yet
	end   int
	name  string // of the file, where its user tells of errors
}

func newLineReader(f io.Reader, delim byte) *lineReader {
	return &lineReader{f: f, delim: delim, buf: make([]byte, inputSize)}
}

// next returns a line without its delimiter, valid until the next call, and whether it had
// one. At the end it returns io.EOF.
func (l *lineReader) next() (line []byte, delimited bool, err error) {
	start := l.at
	if i := bytes.IndexByte(l.buf[start:l.end], l.delim); i >= 0 {
		l.at += i + 1
		return l.buf[start : start+i], true, nil
	}
	return l.cross()
}

// cross is next where the line is not in the buffer as a whole.
func (l *lineReader) cross() (line []byte, delimited bool, err error) {
	for {
		from, err := l.more()
		switch {
		case err == nil:
			if i := bytes.IndexByte(l.buf[from:l.end], l.delim); i >= 0 {
				l.at = from + i + 1
				return l.buf[:from+i], true, nil
			}
		case errors.Is(err, io.EOF) && l.at < l.end:
			line = l.buf[l.at:l.end]
			l.at = l.end
			return line, false, nil
		default:
			l.at, l.end = 0, 0
			return nil, false, err
		}
	}
}

// more moves what is left to the front of the buffer, reads on, and returns where the new bytes begin.
func (l *lineReader) more() (from int, err error) {
	if l.at > 0 {
		l.end = copy(l.buf, l.buf[l.at:l.end])
		l.at = 0
	}
	if l.end == len(l.buf) {
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	from = l.end
	n, err := l.f.Read(l.buf[from:])
	l.end += n
	return from, err
}

// head is what the first read gave, or nothing at the end.
func (l *lineReader) head() []byte {
	if l.at == l.end {
		_, _ = l.more() // an error comes again
	}
	return l.buf[l.at:l.end]
}

// buffered is how many bytes were read and not returned.
func (l *lineReader) buffered() int { return l.end - l.at }

// rest is all that was not returned yet.
func (l *lineReader) rest() io.Reader {
	return io.MultiReader(bytes.NewReader(l.buf[l.at:l.end]), l.f)
}

// linesReader reads whole lines, many at once.
type linesReader struct {
	f     io.Reader
	delim byte
	buf   []byte
	given int // buf[:given] are the lines returned last
	end   int // buf[given:end] was read too
	ended bool
}

func newLinesReader(f io.Reader, delim byte) *linesReader {
	return &linesReader{f: f, delim: delim, buf: make([]byte, inputSize)}
}

// next returns lines, each with its delimiter, which only the last of a file may lack; they are valid until
// the next call. At the end it returns io.EOF.
func (b *linesReader) next() ([]byte, error) {
	b.end = copy(b.buf, b.buf[b.given:b.end])
	for b.given = 0; !b.ended; {
		if b.end == len(b.buf) {
			b.buf = append(b.buf, make([]byte, len(b.buf))...)
		}
		n, err := b.f.Read(b.buf[b.end:])
		if errors.Is(err, io.EOF) {
			b.ended = true
			break
		}
		if err != nil {
			return nil, err
		}
		i := bytes.LastIndexByte(b.buf[b.end:b.end+n], b.delim)
		b.end += n
		if i >= 0 {
			b.given = b.end - n + i + 1
			return b.buf[:b.given], nil
		}
	}
	if b.given = b.end; b.end == 0 {
		return nil, io.EOF
	}
	return b.buf[:b.end], nil
}

// delimiter is what ends a line: NUL with -z.
func delimiter(zero bool) byte {
	if zero {
		return 0
	}
	return '\n'
}

// readAll reads to the end of f.
func readAll(f *linux.File) ([]byte, error) { return appendAll(nil, f) }

// appendAll appends what is left of f to b.
func appendAll(b []byte, f *linux.File) ([]byte, error) {
	var size int64
	if st, err := linux.Fstat(f.Fd); err == nil && st.IsRegular() {
		size = min(st.Size, 1<<26)
	}
	b = slices.Grow(b, int(size)+512)
	for {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		n, err := f.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return b, err
		}
	}
}
