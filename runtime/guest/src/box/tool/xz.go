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
	compressor

	alone  bool // .lzma, the format before .xz
	suffix string
}

func xzMain(r *run) int {
	x := &xzTool{}
	x.compressor = compressor{
		r: r, stdin: "(stdin)", mute: 2, admit: x.found, target: x.to, convert: x.both,
		terminal: "Compressed data cannot be written to a terminal",
		texts:    compressorTexts{"%s: %s", "%s: %s", "%s: Cannot remove: %s"},
		unwritable: func(_, to, reason string) (string, int) {
			if to == "" {
				to = "(stdout)"
			}
			return sprintf("%s: %s: Write error: %s\n", r.name, to, reason), 1
		},
		exists: func(to string) bool {
			x.fail(1, to+": "+primitives.EEXIST.Text())
			return false
		},
	}
	switch r.which {
	case "unxz", "unlzma":
		x.decompress = true
	case "xzcat", "lzcat":
		x.decompress, x.stdout = true, true
	}
	x.alone = strings.Contains(r.which, "lz") && r.which != "xzcat"
	r.usageTry = r.name + ": Try `" + r.name + " --help' for more information.\n"
	opts, files := r.options(xzSpec)
	for _, o := range opts {
		if !x.option(o.name) {
			x.own(o)
		}
	}
	return x.run(files)
}

// own is an option that the others have not.
func (x *xzTool) own(o option) {
	switch o.name {
	case "V":
		x.r.print("xz (XZ Utils) 5.4.1\nliblzma 5.4.1\n")
		panic(exit(0))
	case "l":
		x.r.unsupported("--list")
	case "S":
		x.suffix = o.value
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

// both compresses or decompresses.
func (x *xzTool) both(in io.Reader, out io.Writer, name, _ string) bool {
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
		x.fail(1, name+": "+errno.Text())
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		x.fail(1, name+": Unexpected end of input")
	case errors.Is(err, errNotXz):
		x.fail(1, name+": File format not recognized")
	default:
		x.fail(1, name+": Compressed data is corrupt")
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
	case strings.HasPrefix(xzMagic, string(head)):
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

// to is the name of what a file becomes.
func (x *xzTool) to(name string) (string, bool) {
	if x.decompress {
		return suffixed(name, [][2]string{
			{x.suffix, ""},
			{".xz", ""},
			{".txz", ".tar"},
			{".lzma", ""},
			{".tlz", ".tar"},
			{"", ".out"}, // never made: what has no suffix is recognized by its bytes first
		})
	}
	known := []string{".xz", ".txz"}
	if x.alone {
		known = []string{".lzma", ".tlz"}
	}
	end := known[0]
	if x.suffix != "" {
		end = x.suffix
		known = append(known, end)
	}
	for _, k := range known {
		if strings.HasSuffix(name, k) {
			x.caution(name + ": File already has `" + k + "' suffix, skipping")
			return "", false
		}
	}
	return name + end, true
}

// found admits regular files; what is decompressed in its place must look like it.
func (x *xzTool) found(name string) (string, primitives.Stat, bool) {
	st, err := linux.Lstat(name)
	if err == nil && st.IsSymlink() && (x.stdout || x.force || x.test) {
		st, err = linux.Stat(name)
	}
	inPlace := !x.stdout && !x.test
	switch {
	case err != nil:
		x.fail(1, name+": "+errnoText(err))
	case st.IsDir():
		x.caution(name + ": Is a directory, skipping")
	case st.IsSymlink():
		x.caution(name + ": Is a symbolic link, skipping")
	case !st.IsRegular() && inPlace:
		x.caution(name + ": Not a regular file, skipping")
	case st.Nlink > 1 && inPlace && !x.force && !x.keep:
		x.caution(name + ": Input file has more than one hard link, skipping")
	case inPlace && x.decompress && !looksXz(name):
		x.fail(1, name+": File format not recognized")
	default:
		return name, st, true
	}
	return name, st, false
}

const xzMagic = "\xfd7zXZ\x00"

// looksXz asks about a file's first bytes; one that cannot be read is told of when it is opened.
func looksXz(name string) bool {
	f, err := openInput(name)
	if err != nil {
		return true
	}
	defer closeInput(f)
	var head [len(xzMagic)]byte
	n, _ := f.ReadAt(head[:], 0)
	return strings.HasPrefix(xzMagic, string(head[:n])) || n > 0 && head[0] == 0x5d
}
