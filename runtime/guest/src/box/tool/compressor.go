package tool

import (
	"io"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// compressor is what gzip, bzip2, xz and zstd share: what is named is a stream or a file, whose place the
// result takes, and what goes wrong is told and changes the exit code. A format fills in what differs.
type compressor struct {
	r                                     *run
	decompress, stdout, keep, force, test bool
	quiet, verbose                        int

	stdin    string // how messages call standard input
	terminal string // the error of compressed data for a terminal; "" = none
	mute     int    // how many -q hold back errors; 0 = none do
	texts    compressorTexts
	warned   bool // the exit code is of a warning
	out      *output

	// admit looks a file up, tells why it is left alone, and gives the name under which it was found.
	admit func(name string) (from string, st primitives.Stat, ok bool)
	// target is the name of what a file becomes; it tells why there is none.
	target func(from string) (to string, ok bool)
	// convert compresses or decompresses and tells what fails. to is "" without an output file.
	convert func(in io.Reader, out io.Writer, from, to string) bool
	// exists decides about an output file that is there, without -f.
	exists func(to string) (replace bool)
	// unwritable is what is said when the output takes no more, and the exit code; to is "" for standard
	// output.
	unwritable func(from, to, reason string) (text string, status int)
	// done tells of a file that took another's place; nil = nothing.
	done func(from, to string)
}

// compressorTexts are formats of a name and an error.
type compressorTexts struct{ open, create, remove string }

// option takes the options that mean the same to all.
func (c *compressor) option(name string) bool {
	switch name {
	case "z":
		c.decompress, c.test = false, false
	case "d", "uncompress":
		c.decompress = true
	case "t":
		c.decompress, c.test = true, true
	case "c", "to-stdout":
		c.stdout = true
	case "k":
		c.keep = true
	case "f":
		c.force = true
	case "q", "silent":
		c.quiet++
	case "v":
		c.verbose++
	default:
		return false
	}
	return true
}

// fail is an error, which counts more than a warning does.
func (c *compressor) fail(status int, text string) {
	if c.out != nil && c.out.failed != nil {
		return // into tells it
	}
	if c.mute == 0 || c.quiet < c.mute {
		c.r.message(text)
	}
	if c.warned {
		c.warned, c.r.status = false, 0
	}
	c.r.status = max(c.r.status, status)
}

// caution is a warning: exit 2 if nothing worse happens.
func (c *compressor) caution(text string) {
	if c.quiet == 0 {
		c.r.message(text)
	}
	if c.r.status == 0 {
		c.warned, c.r.status = true, 2
	}
}

// run converts what is named; standard input is `-`, or no name.
func (c *compressor) run(files []string) int {
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		switch {
		case name != "-":
			c.file(name)
		case c.terminal != "" && !c.decompress && !c.force && linux.Isatty(1):
			c.fail(1, c.terminal)
		default:
			c.stream(&linux.File{Fd: 0}, c.stdin)
		}
	}
	return c.r.status
}

// output goes to a file or to standard output and remembers why it took no more.
type output struct {
	*linux.Writer
	failed error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil && o.failed == nil {
		o.failed = err
	}
	return n, err
}

// stream converts to standard output, or to nothing for -t.
func (c *compressor) stream(in io.Reader, from string) {
	if c.test {
		c.convert(in, io.Discard, from, "")
		return
	}
	c.into(in, &output{Writer: c.r.out}, from, "")
}

// into converts to an output. Where that takes no more, all four programs give up.
func (c *compressor) into(in io.Reader, out *output, from, to string) bool {
	c.out = out
	ok := c.convert(in, out, from, to)
	if err := out.Flush(); err != nil && out.failed == nil {
		out.failed = err
	}
	if out.failed == nil {
		return ok
	}
	out.Err = nil
	text, status := c.unwritable(from, to, errnoText(out.failed))
	c.r.stderr(text)
	if to != "" {
		_ = out.Close()
		_ = linux.Unlink(to)
	}
	panic(exit(status))
}

func (c *compressor) file(name string) {
	name, st, ok := c.admit(name)
	if !ok {
		return
	}
	f, err := openInput(name)
	if err != nil {
		c.fail(1, sprintf(c.texts.open, name, errnoText(err)))
		return
	}
	defer closeInput(f)
	if c.stdout || c.test {
		c.stream(f, name)
		return
	}
	to, ok := c.target(name)
	if !ok {
		return
	}
	if out := c.create(to, &st); out != nil {
		c.replace(f, out, name, to, &st)
	}
}

// create makes the output file anew; nil is a failure, which was told.
func (c *compressor) create(to string, st *primitives.Stat) *linux.Writer {
	if _, err := linux.Lstat(to); err == nil {
		if !c.force && !c.exists(to) {
			return nil
		}
		_ = linux.Unlink(to)
	}
	f, err := linux.OpenFile(to, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_EXCL, st.Mode&0o600)
	if err != nil {
		c.fail(1, sprintf(c.texts.create, to, errnoText(err)))
		return nil
	}
	return linux.NewWriter(f.Fd)
}

// replace puts the result in the place of the file, or takes back a failed one.
func (c *compressor) replace(in *linux.File, out *linux.Writer, from, to string, st *primitives.Stat) {
	if !c.into(in, &output{Writer: out}, from, to) {
		_ = out.Close()
		_ = linux.Unlink(to)
		return
	}
	_ = linux.Fchown(out.Fd, int(st.UID), int(st.GID))
	_ = linux.Fchmod(out.Fd, st.Mode&0o777)
	_ = out.Close()
	_ = linux.Utimens(to, st.Atime, st.Mtime, 0)
	if !c.keep {
		if err := linux.Unlink(from); err != nil && c.texts.remove != "" {
			c.caution(sprintf(c.texts.remove, from, errnoText(err)))
		}
	}
	if c.done != nil {
		c.done(from, to)
	}
}

// suffixed is the name without the first suffix that it has, and what stands for that.
func suffixed(name string, suffixes [][2]string) (string, bool) {
	for _, s := range suffixes {
		if base, ok := cutSuffix(name, s[0]); ok {
			return base + s[1], true
		}
	}
	return name, false
}

// cutSuffix cuts a suffix off a name that has more.
func cutSuffix(name, suffix string) (string, bool) {
	n := len(name) - len(suffix)
	if suffix == "" || n <= 0 || name[n:] != suffix || name[n-1] == '/' {
		return name, false
	}
	return name[:n], true
}
