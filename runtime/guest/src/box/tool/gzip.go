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
	compressor

	list, recursive bool
	noName, name    bool
	level           int
	suffix          string
	headed          bool
	within          bool            // a directory
	st              primitives.Stat // of the file at hand
}

func gzipMain(r *run) int { return gzipRun(&gzipTool{compressor: compressor{r: r}}) }

func gunzipMain(r *run) int {
	return gzipRun(&gzipTool{compressor: compressor{r: r, decompress: true}})
}

func zcatMain(r *run) int {
	return gzipRun(&gzipTool{compressor: compressor{r: r, decompress: true, stdout: true}})
}

func gzipRun(g *gzipTool) int {
	r := g.r
	if name := r.which; name == "gunzip" || name == "zcat" || name == "uncompress" {
		r.name = "gzip" // scripts around gzip, on Debian
	}
	g.level, g.suffix, g.stdin = 6, ".gz", "stdin"
	g.admit, g.target, g.convert, g.exists, g.done = g.found, g.to, g.both, g.overwrite, g.replaced
	g.texts = compressorTexts{"%s: %s", "%s: %s", "%s: %s"}
	g.unwritable = func(_, to, reason string) (string, int) {
		if to == "" {
			to = "stdout"
		}
		return sprintf("\n%s: %s: %s\n", r.name, to, reason), 1
	}
	g.terminal = "compressed data not written to a terminal. Use -f to force compression.\n" +
		"For help, type: " + r.name + " -h"
	r.usageTry = "Try `" + r.name + " --help' for more information.\n"
	opts, files := r.options(gzipSpec)
	for _, o := range opts {
		if !g.option(o.name) {
			g.own(o)
		}
	}
	return g.run(files)
}

// own is an option that the others have not.
func (g *gzipTool) own(o option) {
	switch o.name {
	case "l":
		g.list, g.decompress, g.stdout = true, true, true
	case "n":
		g.noName = true
	case "N":
		g.name = true
	case "r":
		g.recursive = true
	case "S":
		g.suffix = o.value
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

// broken is trouble with compressed data, which begins on a line of its own.
func (g *gzipTool) broken(format string, args ...any) {
	_ = g.r.out.Flush()
	g.r.stderr("\n")
	g.fail(1, sprintf(format, args...))
}

// found also looks for the compressed file of a name, and goes through directories.
func (g *gzipTool) found(name string) (string, primitives.Stat, bool) {
	st, err := linux.Lstat(name)
	if is(err, primitives.ENOENT) && g.decompress && !strings.HasSuffix(name, g.suffix) {
		if other, errOther := linux.Lstat(name + g.suffix); errOther == nil {
			name, st, err = name+g.suffix, other, nil
		} else if g.suffix == ".gz" {
			name += g.suffix
		}
	}
	inPlace := !g.stdout && !g.force
	g.st = st
	switch {
	case err != nil:
		g.fail(1, name+": "+errnoText(err))
	case st.IsDir() && g.recursive:
		g.directory(name)
	case st.IsDir():
		g.caution(name + " is a directory -- ignored")
	case !st.IsRegular() && inPlace:
		g.caution(name + " is not a directory or a regular file - ignored")
	case st.Nlink > 1 && inPlace && !g.test && !g.keep:
		plural := "s"
		if st.Nlink == 2 {
			plural = ""
		}
		g.caution(sprintf("%s has %d other link%s -- file ignored", name, st.Nlink-1, plural))
	default:
		return name, st, true
	}
	return name, st, false
}

// directory converts what lies in one.
func (g *gzipTool) directory(name string) {
	list, err := linux.ReadDir(name)
	if err != nil {
		g.fail(1, name+": "+errnoText(err))
	}
	outer := g.within
	g.within = true
	for _, e := range list {
		g.file(join(name, e.Name))
	}
	g.within = outer
}

// to is the name of what a file becomes.
func (g *gzipTool) to(name string) (string, bool) {
	if !g.decompress {
		if !strings.HasSuffix(name, g.suffix) || g.force {
			return name + g.suffix, true
		}
		if g.quiet == 0 {
			g.r.message(name + " already has " + g.suffix + " suffix -- unchanged")
		}
		return "", false
	}
	suffixes := [][2]string{
		{g.suffix, ""},
		{".gz", ""},
		{".tgz", ".tar"},
		{".taz", ".tar"},
		{"-gz", ""},
		{".z", ""},
		{"_z", ""},
	}
	if to, ok := suffixed(name, suffixes); ok {
		return to, true
	}
	if !g.within { // in a directory what has no suffix is not meant
		g.caution(name + ": unknown suffix -- ignored")
	}
	return "", false
}

// overwrite asks whether a file may be replaced, if anybody is there.
func (g *gzipTool) overwrite(to string) bool {
	if !linux.Isatty(0) {
		g.r.message(to + " already exists;	not overwritten")
		g.r.status = 2
		return false
	}
	g.r.stderr(g.r.name + ": " + to + " already exists; do you wish to overwrite (y or n)? ")
	line, _, _ := newLineReader(&linux.File{Fd: 0}, '\n').next()
	if len(line) == 0 || line[0] != 'y' && line[0] != 'Y' {
		g.r.stderr("\tnot overwritten\n")
		g.r.status = 2
		return false
	}
	return true
}

func (g *gzipTool) replaced(_, to string) {
	if g.verbose > 0 {
		how := "replaced with"
		if g.keep {
			how = "created"
		}
		g.r.stderr(" -- " + how + " " + to + "\n")
	}
}

// both compresses, decompresses or lists.
func (g *gzipTool) both(in io.Reader, out io.Writer, name, _ string) bool {
	switch {
	case g.list && name == g.stdin:
		g.r.unsupported("-l of standard input")
		return false
	case g.list:
		g.listFile(in, name)
		return true
	case !g.decompress && name == g.stdin:
		return g.compress(in, out, name, "", 0)
	case !g.decompress:
		return g.compress(in, out, name, baseName(name), g.st.Mtime)
	}
	ok := g.expand(in, out, name)
	if ok && g.test && g.verbose > 0 && name != g.stdin {
		g.r.stderr(name + ":\t OK\n")
	}
	return ok
}

func (g *gzipTool) compress(in io.Reader, out io.Writer, label, name string, mtime int64) bool {
	z, err := gzip.NewWriterLevel(out, g.level)
	if err != nil {
		g.fail(1, err.Error())
		return false
	}
	z.OS = 3
	if !g.noName && name != "" {
		z.Name = latin1(name)
		z.ModTime = time.Unix(mtime/1e9, 0)
	}
	_, err = io.CopyBuffer(struct{ io.Writer }{z}, struct{ io.Reader }{in}, make([]byte, inputSize))
	if err != nil {
		g.fail(1, label+": "+errnoText(err))
		return false
	}
	if err := z.Close(); err != nil {
		return true // told when the output is flushed
	}
	if g.verbose > 0 { // the ratio would not be zlib's
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
		g.caution(label + ": decompression OK, trailing garbage ignored")
		return true
	default:
		g.broken("%s: invalid compressed data--format violated", label)
	}
	return false
}

func (g *gzipTool) listFile(in io.Reader, name string) {
	sum := crc32.NewIEEE()
	z, err := gzip.NewReader(bufio.NewReader(in))
	if err != nil {
		g.fail(1, name+": not in gzip format")
		return
	}
	n, err := io.Copy(sum, z)
	if err != nil {
		g.fail(1, name+": unexpected end of file")
		return
	}
	if !g.headed && g.quiet == 0 {
		g.r.print("         compressed        uncompressed  ratio uncompressed_name\n")
	}
	g.headed = true
	ratio := 0.0
	if n > 0 {
		header := int64(18 + len(z.Name))
		if z.Name != "" {
			header++
		}
		ratio = 100 * float64(n-(g.st.Size-header)) / float64(n)
	}
	g.r.printf("%19d %19d %5.1f%% %s\n", g.st.Size, n, ratio, strings.TrimSuffix(name, g.suffix))
}
