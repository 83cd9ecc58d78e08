package tool

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// bzip2Tool follows bzip2 1.0.8, whose decompressor is Go's.
type bzip2Tool struct {
	compressor

	level int
}

func bzip2Main(r *run) int { return bzip2Run(&bzip2Tool{compressor: compressor{r: r}}) }
func bunzip2Main(r *run) int {
	return bzip2Run(&bzip2Tool{compressor: compressor{r: r, decompress: true}})
}

func bzcatMain(r *run) int {
	return bzip2Run(&bzip2Tool{compressor: compressor{r: r, decompress: true, stdout: true}})
}

func bzip2Run(z *bzip2Tool) int {
	z.level, z.stdin = 9, "(stdin)"
	z.admit, z.target, z.convert = z.found, z.outputName, z.both
	z.terminal = "I won't write compressed data to a terminal.\nbzip2: For help, type: `bzip2 --help'."
	const create = "Can't create output file %s: %s."
	opts, files := z.r.options("d/decompress z/compress c/stdout k/keep f/force t/test v/verbose q/quiet " +
		"s/small 1/fast 2 3 4 5 6 7 8 9/best")
	for _, o := range opts {
		if !z.option(o.name) && o.name != "s" {
			z.level = atoi(o.name)
		}
	}
	z.texts = compressorTexts{"Can't open input " + z.what() + "%s: %s.", create, ""}
	z.unwritable = z.bail
	z.exists = func(to string) bool {
		z.fail(1, "Output file "+to+" already exists.")
		return false
	}
	return z.run(files)
}

// both compresses or decompresses.
func (z *bzip2Tool) both(in io.Reader, out io.Writer, name, _ string) bool {
	data, err := io.ReadAll(in)
	switch {
	case err != nil && name == z.stdin:
		z.fail(1, "Can't read input file "+name+": "+errnoText(err)+".")
		return false
	case err != nil:
		z.fail(1, "I/O or other error, bailing out.  Possible reason follows.\nbzip2: "+errnoText(err))
		return false
	case !z.decompress:
		data = bzip2Compress(data, z.level)
	default:
		var ok bool
		if data, ok = z.expand(data, name); !ok {
			return false
		}
	}
	_, _ = out.Write(data) // a failure is told when it is flushed
	return true
}

func (z *bzip2Tool) expand(data []byte, name string) ([]byte, bool) {
	if z.force && z.stdout && !z.test && !bytes.HasPrefix(data, []byte("BZh")) {
		return data, true // -cdf takes what is not compressed as it is
	}
	out, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(data)))
	var bad bzip2.StructuralError
	switch {
	case err == nil && len(data) > 0:
		return out, true
	case errors.As(err, &bad) && strings.Contains(err.Error(), "magic"), len(data) == 0:
		z.fail(2, name+" is not a bzip2 file.")
	case errors.Is(err, io.ErrUnexpectedEOF):
		z.fail(2, "Compressed file ends unexpectedly;\n\tperhaps it is corrupted?  "+
			"*Possible* reason follows.\n"+
			"bzip2: Inappropriate ioctl for device\n\tInput file = "+name+", output file = (none)")
	default:
		z.fail(2, "Data integrity error when decompressing.\n\tInput file = "+name+", output file = (none)")
	}
	return nil, false
}

// bail is what bzip2 says before it gives up.
func (z *bzip2Tool) bail(from, to, reason string) (string, int) {
	name, last := to, sprintf("%s: Deleting output file %s, if it exists.\n", z.r.name, to)
	if to == "" {
		name, last = "(stdout)", ""
	}
	return sprintf("\n%[1]s: I/O or other error, bailing out.  Possible reason follows.\n%[1]s: %[2]s\n"+
		"\tInput file = %[3]s, output file = %[4]s\n%[5]s", z.r.name, reason, from, name, last), 1
}

// outputName is the name of what a file becomes.
func (z *bzip2Tool) outputName(name string) (string, bool) {
	if !z.decompress {
		return name + ".bz2", true
	}
	suffixes := [][2]string{{".bz2", ""}, {".bz", ""}, {".tbz2", ".tar"}, {".tbz", ".tar"}}
	if to, ok := suffixed(name, suffixes); ok {
		return to, true
	}
	z.r.message("Can't guess original name for " + name + " -- using " + name + ".out")
	return name + ".out", true
}

// what is how the messages of the ways differ.
func (z *bzip2Tool) what() string {
	if z.test {
		return ""
	}
	return "file "
}

func (z *bzip2Tool) found(name string) (string, primitives.Stat, bool) {
	st, err := linux.Stat(name)
	switch {
	case err != nil:
		z.fail(1, sprintf(z.texts.open, name, errnoText(err)))
	case st.IsDir():
		z.fail(1, "Input file "+name+" is a directory.")
	case !z.decompress && !z.stdout && strings.HasSuffix(name, ".bz2"):
		z.fail(1, "Input file "+name+" already has .bz2 suffix.")
	default:
		return name, st, true
	}
	return name, st, false
}
