package tool

import (
	"bufio"
	"errors"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type cmpTool struct {
	r              *run
	bytes, verbose bool
	silent         bool
	limit          uint64
	skip           [2]uint64
	names          [2]string
}

func cmpMain(r *run) int {
	r.usageStatus, r.usageLine = 2, r.name+": "
	c := &cmpTool{r: r, limit: math.MaxUint64}
	opts, words := r.options("b/print-bytes i:/ignore-initial l/verbose n:/bytes s/quiet /silent")
	for _, o := range opts {
		switch o.name {
		case "b":
			c.bytes = true
		case "i":
			c.skips(o.value)
		case "l":
			c.verbose = true
		case "n":
			c.limit = c.number(o.value, "bytes")
		case "s", "silent":
			c.silent = true
		}
	}
	switch {
	case c.verbose && c.silent:
		r.usage("options -l and -s are incompatible")
	case len(words) == 0:
		r.usage("missing operand after '%s'", lastWord(r))
	}
	c.names = [2]string{words[0], "-"}
	if len(words) > 1 {
		c.names[1] = words[1]
	}
	for i, w := range words[min(2, len(words)):] {
		if i == 2 {
			r.usage("extra operand '%s'", w)
		}
		c.skip[i] = c.number(w, "ignore-initial")
	}
	return c.run()
}

// skips takes the value of -i: a number, or two and a colon between them.
func (c *cmpTool) skips(s string) {
	a, b, two := strings.Cut(s, ":")
	if _, ok := cmpNumber(a); !two || !ok {
		c.skip[0] = c.number(s, "ignore-initial")
		c.skip[1] = c.skip[0]
		return
	}
	c.skip[0], c.skip[1] = c.number(a, "ignore-initial"), c.number(b, "ignore-initial")
}

func (c *cmpTool) number(s, option string) uint64 {
	n, ok := cmpNumber(s)
	if !ok {
		c.r.usage("invalid --%s value '%s'", option, s)
	}
	return n
}

// cmpNumber reads a number as C writes it, 0x10 and 010 included, and its multiplier.
func cmpNumber(s string) (uint64, bool) {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if len(s) > 2 && strings.EqualFold(s[:2], "0x") {
		digits = len(s) - len(strings.TrimLeft(s[2:], "0123456789abcdefABCDEF"))
	}
	unit := big.NewInt(1)
	if rest := s[digits:]; rest != "" {
		var ok bool
		if unit, ok = unitOf(rest); !ok || strings.IndexByte("kKMGTPEZY", rest[0]) < 0 {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(s[:digits], 0, 64)
	if digits == 0 {
		n, err = 1, nil
	}
	v := unit.Mul(unit, new(big.Int).SetUint64(n))
	return v.Uint64(), s != "" && err == nil && v.IsInt64()
}

func (c *cmpTool) run() int {
	var in [2]*bufio.Reader
	for i, name := range c.names {
		f, err := openInput(name)
		if err != nil {
			if !c.silent {
				c.r.warnErr(err, "%s", name)
			}
			return 2
		}
		defer closeInput(f)
		if st, err := linux.Fstat(f.Fd); err == nil && st.IsDir() {
			c.r.message(name + ": Is a directory")
			return 2
		}
		in[i] = bufio.NewReaderSize(f, inputSize)
		_, _ = io.CopyN(io.Discard, in[i], int64(min(c.skip[i], math.MaxInt64)))
	}
	return c.compare(in[0], in[1])
}

func (c *cmpTool) compare(a, b *bufio.Reader) int {
	line, differ := uint64(1), false
	lineStart := true
	for at := uint64(1); at <= c.limit; at++ {
		x, errA := a.ReadByte()
		y, errB := b.ReadByte()
		switch {
		case errA != nil && errB != nil:
			return btoi(differ)
		case errA != nil || errB != nil:
			return c.end(errA, errB, at-1, line, lineStart)
		case x != y:
			if !c.verbose {
				c.first(at, line, x, y)
				return 1
			}
			differ = true
			if c.bytes {
				c.r.printf("%*d %3o %-4s %3o %s\n", c.width(), at, x, visible(x), y, visible(y))
			} else {
				c.r.printf("%*d %3o %3o\n", c.width(), at, x, y)
			}
		}
		if lineStart = x == '\n'; lineStart {
			line++
		}
	}
	return btoi(differ)
}

// width makes room for the largest offset that the sizes allow.
func (c *cmpTool) width() int {
	most := int64(0)
	for _, name := range c.names {
		if st, err := linux.Stat(name); err == nil && (most == 0 || st.Size < most) {
			most = st.Size
		}
	}
	return len(sprintf("%d", most))
}

func (c *cmpTool) first(at, line uint64, x, y byte) {
	if c.silent {
		return
	}
	c.r.printf("%s %s differ: byte %d, line %d", c.names[0], c.names[1], at, line)
	if c.bytes {
		c.r.printf(" is %3o %s %3o %s", x, visible(x), y, visible(y))
	}
	c.r.print("\n")
}

// end reports that one file ended before the other.
func (c *cmpTool) end(errA, errB error, at, line uint64, lineStart bool) int {
	if c.silent {
		return 1
	}
	name := c.names[0]
	if errA == nil {
		name = c.names[1]
	}
	for _, err := range []error{errA, errB} {
		if err != nil && !errors.Is(err, io.EOF) {
			c.r.warnErr(err, "%s", name)
			return 2
		}
	}
	text := "cmp: EOF on " + strings.ReplaceAll(name, "\n", "?")
	switch {
	case at == 0:
		text += " which is empty"
	case c.verbose:
		text += sprintf(" after byte %d", at)
	case lineStart:
		text += sprintf(" after byte %d, line %d", at, line-1)
	default:
		text += sprintf(" after byte %d, in line %d", at, line)
	}
	c.r.message(strings.TrimPrefix(text, "cmp: "))
	return 1
}
