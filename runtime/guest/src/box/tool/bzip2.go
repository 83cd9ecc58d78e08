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
	r                                     *run
	decompress, stdout, keep, force, test bool
	verbose, quiet                        bool
	level                                 int
}

func bzip2Main(r *run) int   { return bzip2Run(r, &bzip2Tool{r: r}) }
func bunzip2Main(r *run) int { return bzip2Run(r, &bzip2Tool{r: r, decompress: true}) }
func bzcatMain(r *run) int   { return bzip2Run(r, &bzip2Tool{r: r, decompress: true, stdout: true}) }

func bzip2Run(r *run, z *bzip2Tool) int {
	z.level = 9
	opts, files := r.options("d/decompress z/compress c/stdout k/keep f/force t/test v/verbose q/quiet " +
		"s/small 1/fast 2 3 4 5 6 7 8 9/best")
	for _, o := range opts {
		switch o.name {
		case "d":
			z.decompress = true
		case "z":
			z.decompress = false
		case "c":
			z.stdout = true
		case "k":
			z.keep = true
		case "f":
			z.force = true
		case "t":
			z.test, z.decompress = true, true
		case "v":
			z.verbose = true
		case "q":
			z.quiet = true
		case "s":
		default:
			z.level = atoi(o.name)
		}
	}
	if len(files) == 0 {
		z.stream(&linux.File{Fd: 0}, "(stdin)")
	}
	for _, name := range files {
		if name == "-" {
			z.stream(&linux.File{Fd: 0}, "(stdin)")
			continue
		}
		z.file(name)
	}
	return r.status
}

func (z *bzip2Tool) fail(status int, text string) {
	z.r.message(text)
	z.r.status = max(z.r.status, status)
}

// convert compresses or decompresses.
func (z *bzip2Tool) convert(data []byte, name string) ([]byte, bool) {
	if !z.decompress {
		return bzip2Compress(data, z.level), true
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

func (z *bzip2Tool) stream(f *linux.File, name string) {
	data, err := readAll(f)
	if err != nil {
		z.fail(1, "Can't read input file "+name+": "+primitives.ErrnoOf(err).Text()+".")
		return
	}
	if out, ok := z.convert(data, name); ok && !z.test {
		_, _ = z.r.out.Write(out)
	}
}

// outputName is the name of what a file becomes.
func (z *bzip2Tool) outputName(name string) string {
	if !z.decompress {
		return name + ".bz2"
	}
	for _, end := range [...][2]string{{".bz2", ""}, {".bz", ""}, {".tbz2", ".tar"}, {".tbz", ".tar"}} {
		if base, ok := strings.CutSuffix(name, end[0]); ok {
			return base + end[1]
		}
	}
	if !z.stdout && !z.test {
		z.r.message("Can't guess original name for " + name + " -- using " + name + ".out")
	}
	return name + ".out"
}

// what is how the messages of the ways differ.
func (z *bzip2Tool) what() string {
	if z.test {
		return ""
	}
	return "file "
}

func (z *bzip2Tool) file(name string) {
	st, err := linux.Stat(name)
	switch {
	case err != nil:
		z.fail(1, "Can't open input "+z.what()+name+": "+primitives.ErrnoOf(err).Text()+".")
		return
	case st.IsDir():
		z.fail(1, "Input file "+name+" is a directory.")
		return
	case !z.decompress && !z.stdout && strings.HasSuffix(name, ".bz2"):
		z.fail(1, "Input file "+name+" already has .bz2 suffix.")
		return
	}
	to := z.outputName(name)
	if !z.stdout && !z.test && !z.force {
		if _, err := linux.Lstat(to); err == nil {
			z.fail(1, "Output file "+to+" already exists.")
			return
		}
	}
	f, err := linux.OpenFile(name, primitives.O_RDONLY, 0)
	if err != nil {
		z.fail(1, "Can't open input "+z.what()+name+": "+primitives.ErrnoOf(err).Text()+".")
		return
	}
	data, err := readAll(f)
	_ = f.Close()
	if err != nil {
		z.fail(1, "I/O or other error, bailing out.  Possible reason follows.\nbzip2: "+
			primitives.ErrnoOf(err).Text())
		return
	}
	out, ok := z.convert(data, name)
	switch {
	case !ok || z.test:
	case z.stdout:
		_, _ = z.r.out.Write(out)
	default:
		z.replace(name, to, out, &st)
	}
}

func (z *bzip2Tool) replace(name, to string, out []byte, st *primitives.Stat) {
	f, err := linux.OpenFile(to, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o600)
	if err == nil {
		_, err = f.Write(out)
		_ = f.Close()
	}
	if err != nil {
		z.fail(1, "Can't create output file "+to+": "+primitives.ErrnoOf(err).Text()+".")
		return
	}
	_ = linux.Chmod(to, st.Mode&0o7777)
	_ = linux.Utimens(to, st.Atime, st.Mtime, 0)
	if !z.keep {
		_ = linux.Unlink(name)
	}
}
