package tool

import (
	"bufio"
	"compress/gzip"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const gzipSpec = "a/ascii c/stdout /to-stdout d/decompress /uncompress f/force k/keep l/list n/no-name " +
	"N/name q/quiet /silent " +
	"r/recursive S:/suffix t/test v/verbose 1/fast 2 3 4 5 6 7 8 9/best /rsyncable /synchronous " +
	"L/license V/version h/help"

type gzipTool struct {
	r                                     *run
	stdout, decompress, force, keep       bool
	list, test, verbose, quiet, recursive bool
	noName, name                          bool
	level                                 int
	suffix                                string
	headed                                bool
	within                                bool // a directory
}

func gzipMain(r *run) int { return gzipRun(r, &gzipTool{r: r}) }

func gunzipMain(r *run) int { return gzipRun(r, &gzipTool{r: r, decompress: true}) }

func zcatMain(r *run) int { return gzipRun(r, &gzipTool{r: r, decompress: true, stdout: true}) }

func gzipRun(r *run, g *gzipTool) int {
	if name := r.which; name == "gunzip" || name == "zcat" {
		r.name = "gzip" // scripts around gzip, on Debian
	}
	g.level, g.suffix = 6, ".gz"
	r.usageTry = "Try `" + r.name + " --help' for more information.\n"
	opts, files := r.options(gzipSpec)
	for _, o := range opts {
		g.option(o)
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		if name == "-" {
			g.stream()
		} else {
			g.file(name)
		}
	}
	return r.status
}

func (g *gzipTool) option(o option) {
	switch o.name {
	case "c", "to-stdout":
		g.stdout = true
	case "d", "uncompress":
		g.decompress = true
	case "f":
		g.force = true
	case "k":
		g.keep = true
	case "l":
		g.list, g.decompress = true, true
	case "n":
		g.noName = true
	case "N":
		g.name = true
	case "q", "silent":
		g.quiet = true
	case "r":
		g.recursive = true
	case "S":
		g.suffix = o.value
	case "t":
		g.test, g.decompress = true, true
	case "v":
		g.verbose = true
	case "a", "rsyncable", "synchronous":
	case "L":
		g.r.unsupported("--license")
	case "V":
		g.r.version()
	case "h":
		g.r.help(parseSpec(gzipSpec)...)
	default:
		g.level = atoi(o.name)
	}
}

// trouble is an error: exit 1. caution is a warning: exit 2 if nothing worse happens.
func (g *gzipTool) trouble(format string, args ...any) {
	g.r.message(sprintf(format, args...))
	g.r.status = 1
}

func (g *gzipTool) caution(format string, args ...any) {
	if !g.quiet {
		g.r.message(sprintf(format, args...))
	}
	if g.r.status == 0 {
		g.r.status = 2
	}
}

// broken is trouble with compressed data, which begins on a line of its own.
func (g *gzipTool) broken(format string, args ...any) {
	_ = g.r.out.Flush()
	g.r.stderr("\n")
	g.trouble(format, args...)
}

func (g *gzipTool) stream() {
	in := &linux.File{Fd: 0}
	if !g.force && !g.list && !g.test && !g.decompress && linux.Isatty(1) {
		g.r.message("compressed data not written to a terminal. Use -f to force compression.")
		g.r.die(1, "For help, type: %s -h", g.r.name)
	}
	switch {
	case g.list:
		g.r.unsupported("-l of standard input")
	case g.decompress:
		g.expand(in, g.sink(), "stdin")
	default:
		g.compress(in, g.sink(), "stdin", "", 0)
	}
}

func (g *gzipTool) sink() io.Writer {
	if g.test {
		return io.Discard
	}
	return g.r.out
}

func (g *gzipTool) file(name string) {
	st, err := linux.Lstat(name)
	if is(err, primitives.ENOENT) && g.decompress && !strings.HasSuffix(name, g.suffix) {
		if other, errOther := linux.Lstat(name + g.suffix); errOther == nil {
			name, st, err = name+g.suffix, other, nil
		} else if g.suffix == ".gz" {
			name += g.suffix
		}
	}
	switch {
	case err != nil:
		g.trouble("%s: %s", name, primitives.ErrnoOf(err).Text())
		return
	case st.IsDir() && g.recursive:
		list, err := linux.ReadDir(name)
		if err != nil {
			g.trouble("%s: %s", name, primitives.ErrnoOf(err).Text())
		}
		outer := g.within
		g.within = true
		for _, e := range list {
			g.file(join(name, e.Name))
		}
		g.within = outer
		return
	case st.IsDir():
		g.caution("%s is a directory -- ignored", name)
		return
	case !st.IsRegular() && !g.stdout && !g.force:
		g.caution("%s is not a directory or a regular file - ignored", name)
		return
	case st.Nlink > 1 && !g.stdout && !g.force && !g.list && !g.test && !g.keep:
		plural := "s"
		if st.Nlink == 2 {
			plural = ""
		}
		g.caution("%s has %d other link%s -- file ignored", name, st.Nlink-1, plural)
		return
	}
	f, err := openInput(name)
	if err != nil {
		g.trouble("%s: %s", name, primitives.ErrnoOf(err).Text())
		return
	}
	defer closeInput(f)
	if g.decompress {
		g.expandFile(f, name, &st)
	} else {
		g.compressFile(f, name, &st)
	}
}

func (g *gzipTool) compressFile(f *linux.File, name string, st *primitives.Stat) {
	if g.stdout {
		g.compress(f, g.r.out, name, baseName(name), st.Mtime)
		return
	}
	if strings.HasSuffix(name, g.suffix) && !g.force {
		if !g.quiet {
			g.r.message(name + " already has " + g.suffix + " suffix -- unchanged")
		}
		return
	}
	out := g.create(name+g.suffix, st)
	if out == nil {
		return
	}
	ok := g.compress(f, out, name, baseName(name), st.Mtime)
	g.replace(out, name, name+g.suffix, st, ok)
}

func (g *gzipTool) create(name string, st *primitives.Stat) *linux.Writer {
	flags := primitives.O_WRONLY | primitives.O_CREAT | primitives.O_EXCL
	if _, err := linux.Lstat(name); err == nil && !g.force {
		if !linux.Isatty(0) {
			g.r.message(name + " already exists;	not overwritten")
			g.r.status = 2
			return nil
		}
		g.r.stderr(g.r.name + ": " + name + " already exists; do you wish to overwrite (y or n)? ")
		line, _, _ := newLineReader(&linux.File{Fd: 0}, '\n').next()
		if len(line) == 0 || line[0] != 'y' && line[0] != 'Y' {
			g.r.stderr("\tnot overwritten\n")
			g.r.status = 2
			return nil
		}
		_ = linux.Unlink(name)
	} else if err == nil {
		_ = linux.Unlink(name)
	}
	f, err := linux.OpenFile(name, flags, st.Mode&0o600)
	if err != nil {
		g.trouble("%s: %s", name, primitives.ErrnoOf(err).Text())
		return nil
	}
	return linux.NewWriter(f.Fd)
}

// replace puts the result in the place of the file, or takes back a failed one.
func (g *gzipTool) replace(out *linux.Writer, from, to string, st *primitives.Stat, ok bool) {
	if err := out.Flush(); err != nil && ok {
		g.r.message(to + ": " + primitives.ErrnoOf(err).Text())
		g.r.status = 1
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
	if !g.keep {
		if err := linux.Unlink(from); err != nil {
			g.trouble("%s: %s", from, primitives.ErrnoOf(err).Text())
		}
	}
	if g.verbose {
		how := "replaced with"
		if g.keep {
			how = "created"
		}
		g.r.stderr(" -- " + how + " " + to + "\n")
	}
}

func (g *gzipTool) compress(in io.Reader, out io.Writer, label, name string, mtime int64) bool {
	z, err := gzip.NewWriterLevel(out, g.level)
	if err != nil {
		g.trouble("%s", err)
		return false
	}
	z.OS = 3
	if !g.noName && name != "" {
		z.Name = latin1(name)
		z.ModTime = time.Unix(mtime/1e9, 0)
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{z}, struct{ io.Reader }{in}, make([]byte, inputSize))
	if err != nil {
		g.trouble("%s: %s", label, primitives.ErrnoOf(err).Text())
		return false
	}
	if err := z.Close(); err != nil {
		return true // told when the output is flushed
	}
	if g.verbose { // the ratio would not be zlib's
		g.r.unsupported("-v")
	}
	return true
}

// latin1 spells bytes as the characters that Go's writer turns into them again.
func latin1(s string) string {
	b := make([]rune, len(s))
	for i := range len(s) {
		b[i] = rune(s[i])
	}
	return string(b)
}

func (g *gzipTool) expandFile(f *linux.File, name string, st *primitives.Stat) {
	if g.list {
		g.listFile(f, name, st)
		return
	}
	if g.stdout || g.test {
		ok := g.expand(f, g.sink(), name)
		if ok && g.test && g.verbose {
			g.r.stderr(name + ":\t OK\n")
		}
		return
	}
	to := ""
	for _, s := range [][2]string{
		{g.suffix, ""},
		{".gz", ""},
		{".tgz", ".tar"},
		{".taz", ".tar"},
		{"-gz", ""},
		{".z", ""},
		{"_z", ""},
	} {
		if base, ok := strings.CutSuffix(name, s[0]); ok && base != "" {
			to = base + s[1]
			break
		}
	}
	if to == "" {
		if g.within { // a directory: what has no suffix is not meant
			return
		}
		g.caution("%s: unknown suffix -- ignored", name)
		return
	}
	out := g.create(to, st)
	if out == nil {
		return
	}
	ok := g.expand(f, out, name)
	g.replace(out, name, to, st, ok)
}

func (g *gzipTool) expand(in io.Reader, out io.Writer, label string) bool {
	b := bufio.NewReaderSize(in, inputSize)
	head, _ := b.Peek(2)
	switch {
	case len(head) == 0:
		g.broken("%s: unexpected end of file", label)
		return false
	case string(head) != "\x1f\x8b":
		if g.force && g.stdout {
			_, _ = io.Copy(struct{ io.Writer }{out}, struct{ io.Reader }{b})
			return true
		}
		g.broken("%s: not in gzip format", label)
		return false
	}
	z, err := gzip.NewReader(b)
	if err == nil {
		_, err = io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{z}, make([]byte, inputSize))
	}
	var errno primitives.Errno
	switch {
	case err == nil || errors.As(err, &errno): // a failed write is told at the end
		return err == nil
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		g.broken("%s: unexpected end of file", label)
	case errors.Is(err, gzip.ErrChecksum):
		g.broken("%s: invalid compressed data--crc error", label)
	case errors.Is(err, gzip.ErrHeader): // after a whole member
		g.caution("%s: decompression OK, trailing garbage ignored", label)
		return true
	default:
		g.broken("%s: invalid compressed data--format violated", label)
	}
	return false
}

func (g *gzipTool) listFile(f *linux.File, name string, st *primitives.Stat) {
	sum := crc32.NewIEEE()
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		g.trouble("%s: not in gzip format", name)
		return
	}
	n, err := io.Copy(sum, z)
	if err != nil {
		g.trouble("%s: unexpected end of file", name)
		return
	}
	if !g.headed && !g.quiet {
		g.r.print("         compressed        uncompressed  ratio uncompressed_name\n")
	}
	g.headed = true
	ratio := 0.0
	if n > 0 {
		header := int64(18 + len(z.Name))
		if z.Name != "" {
			header++
		}
		ratio = 100 * float64(n-(st.Size-header)) / float64(n)
	}
	g.r.printf("%19d %19d %5.1f%% %s\n", st.Size, n, ratio, strings.TrimSuffix(name, g.suffix))
}
