package tool

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const xzSpec = "z/compress d/decompress /uncompress t/test l/list k/keep f/force c/stdout /to-stdout " +
	"S:/suffix q/quiet v/verbose 0 1 2 3 4 5 6 7 8 9 e/extreme /fast /best T:/threads F:/format " +
	"C:/check Q/no-warn " +
	"V/version " +
	"M:/memlimit /memory: /no-adjust !/files? !/lzma1? !/lzma2? !/x86? !/single-stream !/no-sparse !/robot"

// xzTool follows xz 5.4: .xz and .lzma files, whose codec is ulikunitz/xz.
type xzTool struct {
	r                                     *run
	decompress, stdout, keep, force, test bool
	alone                                 bool // .lzma, the format before .xz
	quiet, verbose                        int
	suffix                                string
}

func xzMain(r *run) int {
	x := &xzTool{r: r}
	switch r.which {
	case "unxz", "unlzma":
		x.decompress = true
	case "xzcat", "lzcat":
		x.decompress, x.stdout = true, true
	}
	x.alone = strings.Contains(r.which, "lz") && r.which != "xzcat"
	r.usageTry = "" + r.name + ": Try `" + r.name + " --help' for more information.\n"
	opts, files := r.options(xzSpec)
	for _, o := range opts {
		x.option(o)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		if name == "-" {
			x.stream()
		} else {
			x.file(name)
		}
	}
	return r.status
}

func (x *xzTool) option(o option) {
	switch o.name {
	case "z":
		x.decompress, x.test = false, false
	case "d", "uncompress":
		x.decompress = true
	case "t":
		x.decompress, x.test = true, true
	case "V":
		x.r.print("xz (XZ Utils) 5.4.1\nliblzma 5.4.1\n")
		panic(exit(0))
	case "l":
		x.r.unsupported("--list")
	case "k":
		x.keep = true
	case "f":
		x.force = true
	case "c", "to-stdout":
		x.stdout, x.keep = true, true
	case "S":
		x.suffix = o.value
	case "q":
		x.quiet++
	case "v":
		x.verbose++
	case "F":
		switch o.value {
		case "xz", "auto":
		case "lzma", "alone":
			x.alone = true
		default:
			x.r.unsupported("--format=" + o.value)
		}
	}
}

// fail is an error: exit 1. caution is a warning: exit 2 if nothing worse happens.
func (x *xzTool) fail(text string) {
	if x.quiet < 2 {
		x.r.message(text)
	}
	x.r.status = 1
}

func (x *xzTool) caution(text string) {
	if x.quiet == 0 {
		x.r.message(text)
	}
	if x.r.status == 0 {
		x.r.status = 2
	}
}

func (x *xzTool) stream() {
	if !x.decompress && linux.Isatty(1) {
		x.fail("Compressed data cannot be written to a terminal")
		return
	}
	out := io.Writer(x.r.out)
	if x.test {
		out = io.Discard
	}
	x.convert(&linux.File{Fd: 0}, out, "(stdin)")
}

// convert compresses or decompresses from in to out.
func (x *xzTool) convert(in io.Reader, out io.Writer, name string) bool {
	var err error
	if x.decompress {
		err = x.expand(in, out)
	} else {
		err = x.compress(in, out)
	}
	if err == nil {
		return true
	}
	var errno primitives.Errno
	switch {
	case errors.As(err, &errno):
		x.fail(name + ": " + errno.Text())
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		x.fail(name + ": Unexpected end of input")
	case errors.Is(err, errNotXz):
		x.fail(name + ": File format not recognized")
	default:
		x.fail(name + ": Compressed data is corrupt")
	}
	return false
}

var errNotXz = errors.New("not in xz format")

func (x *xzTool) compress(in io.Reader, out io.Writer) error {
	var z io.WriteCloser
	var err error
	if x.alone {
		z, err = lzma.NewWriter(out)
	} else {
		z, err = xz.NewWriter(out)
	}
	if err == nil {
		_, err = io.CopyBuffer(struct{ io.Writer }{z}, struct{ io.Reader }{in}, make([]byte, inputSize))
	}
	if err == nil {
		err = z.Close()
	}
	return err
}

func (x *xzTool) expand(in io.Reader, out io.Writer) error {
	b := bufio.NewReaderSize(in, inputSize)
	head, err := b.Peek(6)
	if len(head) == 0 && x.alone {
		return io.ErrUnexpectedEOF
	}
	var z io.Reader
	switch {
	case len(head) == 0:
		return errors.Join(errNotXz, nilIfEOF(err))
	case bytes.HasPrefix([]byte("\xfd7zXZ\x00"), head) || bytes.HasPrefix(head, []byte("\xfd7zXZ\x00")):
		return expandXz(b, out)
	case head[0] == 0x5d && x.alone || head[0] == 0x5d && head[1] == 0:
		z, err = lzma.NewReader(b)
	case x.force && x.stdout:
		z, err = b, nil
	default:
		return errNotXz
	}
	if err == nil {
		_, err = io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{z}, make([]byte, inputSize))
	}
	return err
}

// expandXz also sees that the last stream has its footer: the decoder takes an end before a block for the
// end of all.
func expandXz(in io.Reader, out io.Writer) error {
	tail := &tailReader{r: in}
	z, err := xz.NewReader(tail)
	if err == nil {
		_, err = io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{z}, make([]byte, inputSize))
	}
	if err == nil && tail.last != [2]byte{'Y', 'Z'} {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// tailReader remembers the last two bytes that are not padding.
type tailReader struct {
	r    io.Reader
	last [2]byte
}

func (t *tailReader) Read(b []byte) (int, error) {
	n, err := t.r.Read(b)
	end := bytes.TrimRight(b[:n], "\x00")
	switch {
	case len(end) > 1:
		t.last = [2]byte(end[len(end)-2:])
	case len(end) == 1:
		t.last = [2]byte{t.last[1], end[0]}
	}
	return n, err
}

func nilIfEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// to is the name of what a file becomes; empty if there is none.
func (x *xzTool) to(name string) string {
	if !x.decompress {
		known := []string{".xz", ".txz"}
		end := ".xz"
		if x.alone {
			known, end = []string{".lzma", ".tlz"}, ".lzma"
		}
		if x.suffix != "" {
			end = x.suffix
			known = append(known, end)
		}
		for _, k := range known {
			if strings.HasSuffix(name, k) {
				x.caution(name + ": File already has `" + k + "' suffix, skipping")
				return ""
			}
		}
		return name + end
	}
	for _, s := range [][2]string{
		{x.suffix, ""},
		{".xz", ""},
		{".txz", ".tar"},
		{".lzma", ""},
		{".tlz", ".tar"},
	} {
		if base, ok := strings.CutSuffix(name, s[0]); ok && s[0] != "" && baseName(name) != s[0] {
			return base + s[1]
		}
	}
	return name + ".out" // never made: what has no suffix is recognized by its bytes first
}

func (x *xzTool) file(name string) {
	st, err := linux.Lstat(name)
	if err == nil && st.IsSymlink() && (x.stdout || x.force || x.test) {
		st, err = linux.Stat(name)
	}
	switch {
	case err != nil:
		x.fail(name + ": " + errnoText(err))
		return
	case st.IsDir():
		x.caution(name + ": Is a directory, skipping")
		return
	case st.IsSymlink():
		x.caution(name + ": Is a symbolic link, skipping")
		return
	case !st.IsRegular() && !x.stdout && !x.test:
		x.caution(name + ": Not a regular file, skipping")
		return
	case st.Nlink > 1 && !x.stdout && !x.test && !x.force && !x.keep:
		x.caution(name + ": Input file has more than one hard link, skipping")
		return
	}
	f, err := openInput(name)
	if err != nil {
		x.fail(name + ": " + errnoText(err))
		return
	}
	defer closeInput(f)
	switch {
	case x.test:
		x.convert(f, io.Discard, name)
		return
	case x.stdout:
		x.convert(f, x.r.out, name)
		return
	}
	x.replace(f, name, &st)
}

// replace puts what the file becomes in its place.
func (x *xzTool) replace(f *linux.File, name string, st *primitives.Stat) {
	if x.decompress {
		var head [6]byte
		n, _ := f.ReadAt(head[:], 0)
		if !bytes.HasPrefix(head[:n], []byte("\xfd7zXZ\x00")) && (n == 0 || head[0] != 0x5d) &&
			!bytes.HasPrefix([]byte("\xfd7zXZ\x00"), head[:n]) {
			x.fail(name + ": File format not recognized")
			return
		}
	}
	to := x.to(name)
	if to == "" {
		return
	}
	if x.force {
		_ = linux.Unlink(to)
	}
	fd, err := linux.OpenFile(to, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_EXCL, 0o600)
	if err != nil {
		x.fail(to + ": " + errnoText(err))
		return
	}
	out := linux.NewWriter(fd.Fd)
	ok := x.convert(f, out, name)
	if err := out.Flush(); err != nil && ok {
		x.fail(to + ": Write error: " + errnoText(err))
		ok = false
	}
	if !ok {
		_ = out.Close()
		_ = linux.Unlink(to)
		return
	}
	_ = linux.Fchown(out.Fd, int(st.UID), int(st.GID))
	_ = linux.Fchmod(out.Fd, st.Mode&0o777)
	_ = out.Close()
	_ = linux.Utimens(to, st.Atime, st.Mtime, 0)
	if !x.keep {
		if err := linux.Unlink(name); err != nil {
			x.caution(name + ": Cannot remove: " + errnoText(err))
		}
	}
}
