package tool

import (
	"io"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type cat struct {
	r                           *run
	number, numberFull, squeeze bool
	ends, tabs, nonprinting     bool
	line                        int
	atStart                     bool
	blanks                      int
}

func catMain(r *run) int {
	opts, files := r.options("A/show-all b/number-nonblank e E/show-ends n/number s/squeeze-blank " +
		"t T/show-tabs u v/show-nonprinting")
	c := &cat{r: r, atStart: true}
	plain := true
	for _, o := range opts {
		plain = plain && o.name == "u"
		switch o.name {
		case "A":
			c.nonprinting, c.ends, c.tabs = true, true, true
		case "b":
			c.numberFull = true
		case "e":
			c.nonprinting, c.ends = true, true
		case "E":
			c.ends = true
		case "n":
			c.number = true
		case "s":
			c.squeeze = true
		case "t":
			c.nonprinting, c.tabs = true, true
		case "T":
			c.tabs = true
		case "v":
			c.nonprinting = true
		}
	}
	r.inputs(files, func(name string, f *linux.File) error {
		if c.isOutput(f) {
			r.warn("%s: input file is output file", r.plain(name))
			return nil
		}
		if plain {
			return c.copy(f)
		}
		return c.format(f)
	})
	return r.status
}

// isOutput reports whether f is the very file that standard output appends to.
func (c *cat) isOutput(f *linux.File) bool {
	in, err := linux.Fstat(f.Fd)
	if err != nil || !in.IsRegular() {
		return false
	}
	out, err := linux.Fstat(1)
	if err != nil || in.Dev != out.Dev || in.Ino != out.Ino {
		return false
	}
	at, err := f.Seek(0, linux.SeekCur)
	return err == nil && at < out.Size
}

// copy copies f to standard output without holding anything back. Between two files of one file system it is
// copy_file_range(2) that fails, which names the input.
func (c *cat) copy(f *linux.File) error {
	r := c.r
	ranged := sameFileSystem(f.Fd, 1)
	buf := make([]byte, inputSize)
	for {
		n, err := f.Read(buf)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err = r.out.File.Write(buf[:n]); err != nil {
			if ranged && !is(err, primitives.EPIPE) {
				return err
			}
			r.dieErr(1, err, "write error")
		}
	}
}

func (c *cat) format(f *linux.File) error {
	lines := newLineReader(f, '\n')
	for {
		line, ended, err := lines.next()
		if err != nil {
			return err
		}
		if c.atStart {
			if len(line) == 0 {
				c.blanks++
			} else {
				c.blanks = 0
			}
			if c.squeeze && c.blanks > 1 {
				continue
			}
			if c.number && !c.numberFull || c.numberFull && len(line) > 0 {
				c.line++
				c.r.printf("%6d\t", c.line)
			}
		}
		c.text(line, ended)
		if ended && c.ends {
			c.r.print("$")
		}
		if ended {
			c.r.print("\n")
		}
		c.atStart = ended
	}
}

func (c *cat) text(line []byte, ended bool) {
	for i, b := range line {
		switch {
		case b == '\t':
			if c.tabs {
				c.r.print("^I")
				continue
			}
		case c.ends && ended && b == '\r' && i == len(line)-1:
			c.r.print("^M")
			continue
		case c.nonprinting:
			c.r.print(visible(b))
			continue
		}
		_ = c.r.out.WriteByte(b)
	}
}

// visible is cat -v's notation: ^X for control characters, M- before those with the high bit.
func visible(b byte) string {
	switch {
	case b >= 128:
		return "M-" + visible(b-128)
	case b < 32:
		return "^" + string(rune(b+64))
	case b == 127:
		return "^?"
	}
	return string(rune(b))
}
