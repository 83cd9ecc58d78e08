package tool

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"strings"
)

// unpacking reads what a program such as gzip would hand tar through a pipe, and says what that program says
// of data that are broken.
type unpacking struct {
	t       *tarTool
	program string
	in      io.Reader
	code    int // of the program, once it failed
}

// Read implements io.Reader. The end of what could be unpacked is the end of the archive.
func (u *unpacking) Read(b []byte) (int, error) {
	if u.code != 0 {
		return 0, io.EOF
	}
	n, err := u.in.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		u.fail(err)
		err = io.EOF
	}
	return n, err
}

func (u *unpacking) fail(err error) {
	text := "\ngzip: stdin: invalid compressed data--format violated\n"
	var corrupt flate.CorruptInputError
	u.code = 1
	switch {
	case u.program == "zstd":
		text = "/*stdin*\\ : Read error (39) : premature end \n"
	case errors.Is(err, gzip.ErrHeader):
		text, u.code = "\ngzip: stdin: decompression OK, trailing garbage ignored\n", 2
	case errors.Is(err, io.ErrUnexpectedEOF):
		text = "\ngzip: stdin: unexpected end of file\n"
	case errors.Is(err, gzip.ErrChecksum):
		text = "\ngzip: stdin: invalid compressed data--crc error\n"
	case errors.As(err, &corrupt):
	}
	_ = u.t.r.out.Flush()
	u.t.r.stderr(text)
}

// finish reads to the end, as the program does, and ends tar if the program failed.
func (u *unpacking) finish() {
	_, _ = io.Copy(io.Discard, u)
	if u.code != 0 {
		_ = u.t.r.out.Flush()
		u.t.childStatus(u.code)
	}
}

// through unpacks b with a library in the program's place.
func (t *tarTool) through(program string, in io.Reader) io.Reader {
	t.unpacking = &unpacking{t: t, program: program, in: in}
	return t.unpacking
}

// emptyInput is what gzip says of an archive without a byte.
func (t *tarTool) emptyInput(b *bufio.Reader) {
	if _, err := b.Peek(1); err != nil {
		t.childFailed("\ngzip: stdin: unexpected end of file")
	}
}

// compressedByName is the program that the archive's name asks for, where its bytes say nothing: they are too
// few for an archive.
func (t *tarTool) compressedByName(b *bufio.Reader) string {
	if _, err := b.Peek(tarBlock); err == nil {
		return ""
	}
	for _, suffix := range tarSuffixes {
		if strings.HasSuffix(t.archive, suffix.ending) {
			t.r.message("This does not look like a tar archive")
			return suffix.program
		}
	}
	return ""
}
