package tool

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// zstdTool follows zstd 1.5.4, whose codec is klauspost/compress.
type zstdTool struct {
	compressor

	passThrough bool
	level       int
	output      *string
	files       []string
	done        int
	in, out     int64
}

func zstdMain(r *run) int {
	const failed = "%s: %s "
	z := &zstdTool{level: 3}
	z.compressor = compressor{
		r: r, keep: true, stdin: "/*stdin*\\", mute: 2, admit: z.found, target: z.to, convert: z.both,
		exists: z.overwrite,
		texts:  compressorTexts{open: failed, create: failed},
	}
	z.unwritable = func(_, _, reason string) (string, int) {
		if z.compressor.out.Early() {
			return sprintf("zstd: error 70 : Write error : cannot write block : %s \n", reason), 70
		}
		return sprintf("zstd: /*stdout*\\: %s \n", reason), 1
	}
	r.name = "zstd"
	switch r.which {
	case "unzstd":
		z.decompress = true
	case "zstdcat":
		z.decompress, z.stdout, z.force, z.passThrough, z.quiet = true, true, true, true, 1
	}
	z.options()
	if len(z.files) > 1 && z.output != nil && !z.stdout {
		r.unsupported("-o with several files")
	}
	if z.output != nil && !z.stdout && (len(z.files) == 0 || z.files[0] == "-") {
		r.unsupported("-o of standard input")
	}
	z.run(z.files)
	if len(z.files) > 1 && z.told() && !z.stdout && !z.decompress && z.done > 0 {
		r.stderr(sprintf("%4d files compressed : %.2f%% (%s => %s)\n", z.done, percentOf(z.out, z.in),
			sizeText(z.in), sizeText(z.out)))
	}
	return r.status
}

// told: results are told on standard error, not only failures.
func (z *zstdTool) told() bool { return z.quiet <= z.verbose }

func percentOf(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

func sizeText(n int64) string {
	const kib = 1024
	switch {
	case n >= kib*kib:
		return sprintf("%6.2f MiB", float64(n)/kib/kib)
	case n >= kib:
		return sprintf("%6.2f KiB", float64(n)/kib)
	}
	return sprintf("%6d   B", n)
}

func (z *zstdTool) options() {
	args := z.r.args
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			z.files = append(z.files, args[i+1:]...)
			return
		case len(a) < 2 || a[0] != '-':
			z.files = append(z.files, a)
		case strings.HasPrefix(a, "--"):
			z.long(a)
		case a == "-o":
			if i++; i == len(args) {
				z.r.stderr("error : missing command argument \n")
				panic(exit(1))
			}
			z.output = &args[i]
		default:
			z.letters(a)
		}
	}
}

func (z *zstdTool) long(a string) {
	switch name, value, _ := strings.Cut(a, "="); name {
	case "--compress":
		z.decompress = false
	case "--decompress", "--uncompress":
		z.decompress = true
	case "--test":
		z.option("t")
	case "--stdout":
		z.stdout, z.force = true, true
	case "--force":
		z.force = true
	case "--keep":
		z.keep = true
	case "--rm":
		z.keep = false
	case "--quiet":
		z.quiet++
	case "--verbose":
		z.verbose++
	case "--no-progress", "--check", "--no-check", "--sparse", "--no-sparse", "--single-thread", "--threads",
		"--long", "--ultra", "--content-size", "--progress", "--no-asyncio", "--asyncio", "--no-pass-through":
	case "--fast", "--adapt":
		z.level = 1
	case "--pass-through":
		z.passThrough = true
	case "--version":
		z.r.print("*** Zstandard CLI (64-bit) v1.5.4, by Yann Collet ***\n")
		panic(exit(0))
	case "--help":
		z.r.help()
	case "--list", "--train", "--patch-from", "--format", "--filelist", "--output-dir-flat",
		"--output-dir-mirror", "--recursive", "--stream-size", "--size-hint", "--exclude-compressed",
		"--rsyncable", "--max":
		z.r.unsupported(strings.TrimSuffix(name+"="+value, "="))
	default:
		z.r.stderr("Incorrect parameters \n")
		z.r.unsupported("the help of " + name)
	}
}

func (z *zstdTool) letters(a string) {
	for i := 1; i < len(a); i++ {
		switch c := a[i]; c {
		case 'd', 't', 'f', 'k', 'q', 'v':
			z.option(string(c))
		case 'z':
			z.decompress = false
		case 'c':
			z.stdout, z.force = true, true
		case 'T', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0':
			j := i
			if c == 'T' {
				j++
			}
			end := j
			for end < len(a) && a[end] >= '0' && a[end] <= '9' {
				end++
			}
			if c != 'T' {
				z.level, _ = strconv.Atoi(a[j:end])
			}
			i = end - 1
		case 'V':
			z.long("--version")
		case 'h', 'H':
			z.r.help()
		case 'l', 'r', 'D', 'M', 'B', 'b', 'e', 'o':
			z.r.unsupported("-" + string(c))
		default:
			z.r.stderr("Incorrect parameters \n")
			z.r.unsupported("the help of -" + string(c))
		}
	}
}

const zstdSuffixes = "(.zst/.tzst/.gz/.tgz/.lzma/.xz/.txz/.lz4/.tlz4 expected)"

// to is the name of what a file becomes.
func (z *zstdTool) to(name string) (string, bool) {
	switch {
	case z.output != nil:
		return *z.output, true
	case !z.decompress:
		return name + ".zst", true
	}
	if to, ok := suffixed(name, [][2]string{{".zst", ""}, {".tzst", ".tar"}}); ok {
		return to, true
	}
	z.fail(1, name+": unknown suffix "+zstdSuffixes+". Can't derive the output file name. "+
		"Specify it with -o dstFileName. Ignoring.")
	return "", false
}

// found admits all but directories.
func (z *zstdTool) found(name string) (string, primitives.Stat, bool) {
	st, err := linux.Stat(name)
	switch {
	case err != nil:
		z.fail(1, "can't stat "+name+" : "+errnoText(err)+" -- ignored ")
	case st.IsDir():
		z.fail(1, name+" is a directory -- ignored ")
	default:
		return name, st, true
	}
	return name, st, false
}

// overwrite asks whether a file may be replaced.
func (z *zstdTool) overwrite(to string) bool {
	if !z.told() {
		z.fail(1, to+" already exists; not overwritten  ")
		return false
	}
	z.r.stderr("zstd: " + to + " already exists; overwrite (y/n) ? ")
	line, _, _ := newLineReader(&linux.File{Fd: 0}, '\n').next()
	if len(line) == 0 || line[0]|0x20 != 'y' {
		z.r.stderr("Not overwritten  \n \n")
		z.r.status = 1
		return false
	}
	return true
}

// counter counts the bytes that pass.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// both compresses or decompresses.
func (z *zstdTool) both(in io.Reader, out io.Writer, name, to string) bool {
	sink := &counter{w: out}
	if z.decompress {
		if !z.expand(in, sink, name) {
			return false
		}
		if z.told() && name != z.stdin && !z.stdout && (len(z.files) == 1 || z.test) {
			z.r.stderr(sprintf("%-20s: %d bytes \n", name, sink.n))
		}
		return true
	}
	source := &counter{w: io.Discard}
	w, err := zstd.NewWriter(sink, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(
		zstd.EncoderLevelFromZstd(z.level)),
		zstd.WithAllLitEntropyCompression(true), zstd.WithZeroFrames(true))
	if err == nil {
		_, err = io.CopyBuffer(struct{ io.Writer }{w}, io.TeeReader(in, source), make([]byte, inputSize))
	}
	if err == nil {
		err = w.Close()
	}
	var errno primitives.Errno
	if err != nil && !errors.As(err, &errno) {
		z.fail(1, name+": "+err.Error())
		return false
	}
	z.done, z.in, z.out = z.done+1, z.in+source.n, z.out+sink.n
	if z.told() && name != z.stdin && !z.stdout && len(z.files) == 1 {
		z.r.stderr(sprintf("%-20s :%6.2f%%   (%s => %s, %s) \n", name, percentOf(sink.n, source.n),
			sizeText(source.n), sizeText(sink.n), to))
	}
	return true
}

func (z *zstdTool) expand(in io.Reader, out io.Writer, name string) bool {
	b := bufio.NewReaderSize(in, inputSize)
	head, _ := b.Peek(4)
	known := string(head) == "(\xb5/\xfd" ||
		len(head) == 4 && head[0]&0xf0 == 0x50 && string(head[1:]) == "*M\x18"
	switch {
	case len(head) == 0:
		z.fail(1, name+": unexpected end of file ")
		return false
	case !known && z.passThrough:
		_, err := io.Copy(struct{ io.Writer }{out}, b)
		return err == nil
	case len(head) < 4:
		z.fail(1, name+": unknown header ")
		return false
	case !known:
		z.fail(1, name+": unsupported format ")
		return false
	}
	r, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err == nil {
		_, err = io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{r}, make([]byte, inputSize))
		r.Close()
	}
	var errno primitives.Errno
	switch {
	case err == nil || errors.As(err, &errno):
		return true
	case errors.Is(err, io.ErrUnexpectedEOF):
		z.r.stderr(name + " : Read error (39) : premature end \n")
	case errors.Is(err, zstd.ErrCRCMismatch):
		z.r.stderr(name + " : Decoding error (36) : Restored data doesn't match checksum \n")
	default:
		z.r.stderr(name + " : Decoding error (36) : Data corruption detected \n")
	}
	z.r.status = 1
	return false
}
