package tool

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type cut struct {
	r          *run
	kind       byte // b, c or f
	ranges     [][2]uint64
	delim      byte
	delimGiven bool
	only       bool
	complement bool
	output     string
	outGiven   bool
	line       byte
}

func cutMain(r *run) int {
	c := &cut{r: r, delim: '\t', line: '\n'}
	opts, files := r.options("b:/bytes c:/characters d:/delimiter f:/fields n s/only-delimited " +
		"z/zero-terminated " +
		"/output-delimiter: /complement")
	list := ""
	for _, o := range opts {
		switch o.name {
		case "b", "c", "f":
			if c.kind != 0 {
				r.usage("only one list may be specified")
			}
			c.kind, list = o.name[0], o.value
		case "d":
			if len(o.value) > 1 {
				r.usage("the delimiter must be a single character")
			}
			c.delim, c.delimGiven = (o.value + "\x00")[0], true
		case "s":
			c.only = true
		case "z":
			c.line = 0
		case "output-delimiter":
			if c.output, c.outGiven = o.value, true; o.value == "" {
				c.output = "\x00"
			}
		case "complement":
			c.complement = true
		}
	}
	switch {
	case c.kind == 0:
		r.usage("you must specify a list of bytes, characters, or fields")
	case c.kind != 'f' && c.delimGiven:
		r.usage("an input delimiter may be specified only when operating on fields")
	case c.kind != 'f' && c.only:
		r.usage("suppressing non-delimited lines makes sense\n\tonly when operating on fields")
	}
	c.parse(list)
	if c.kind == 'f' && !c.outGiven {
		c.output = string([]byte{c.delim})
	}
	r.inputs(files, func(_ string, f *linux.File) error {
		lines := newLineReader(f, c.line)
		if c.kind == 'f' && c.delim == c.line { // lines are the fields of one record
			all, err := io.ReadAll(f)
			if len(all) > 0 {
				c.fields(bytes.TrimSuffix(all, []byte{c.line}))
			}
			return err
		}
		for {
			line, _, err := lines.next()
			if err != nil {
				return err
			}
			if c.kind == 'f' {
				c.fields(line)
			} else {
				c.bytes(line)
			}
		}
	})
	return r.status
}

// parse reads a list such as 1,3-5,7-.
func (c *cut) parse(list string) {
	r := c.r
	position := "byte/character position"
	if c.kind == 'f' {
		position = "field"
	}
	for item := range strings.SplitSeq(strings.NewReplacer(" ", ",", "\t", ",").Replace(list), ",") {
		from, to, isRange := strings.Cut(item, "-")
		if isRange && from == "" && to == "" {
			r.usage("invalid range with no endpoint: %s", item)
		}
		if !isRange && item == "" {
			from = "0"
		}
		c.fits(from, to)
		low, okLow := parseUint(from)
		high, okHigh := parseUint(to)
		if from == "" && isRange {
			low, okLow = 1, true
		}
		switch {
		case !isRange:
			high, okHigh = low, true
		case to == "":
			high, okHigh = math.MaxUint64, true
		}
		switch {
		case (!okLow || !okHigh) && c.kind == 'f':
			r.usage("invalid field value %s", r.curly(strings.TrimLeft(item, "0123456789-")))
		case !okLow || !okHigh:
			r.usage("invalid byte/character position %s", r.curly(strings.TrimLeft(item, "0123456789-")))
		case low == 0 && c.kind == 'f':
			r.usage("fields are numbered from 1")
		case low == 0:
			r.usage("%ss are numbered from 1", position)
		case high < low:
			r.usage("invalid decreasing range")
		}
		c.ranges = append(c.ranges, [2]uint64{low, high})
	}
	if len(c.ranges) == 0 {
		r.usage("missing list of %ss", map[bool]string{
			true:  "field",
			false: "byte/character position",
		}[c.kind == 'f'])
	}
	c.merge()
}

// fits refuses numbers beyond what a position can be.
func (c *cut) fits(numbers ...string) {
	for _, n := range numbers {
		if _, bad := parseAmount(n, ""); bad != primitives.EOVERFLOW {
			continue
		}
		if c.kind == 'f' {
			c.r.usage("field number %s is too large", c.r.curly(n))
		}
		c.r.usage("byte/character offset %s is too large", c.r.curly(n))
	}
}

// merge sorts the ranges, joins those that overlap, and turns them over for --complement.
func (c *cut) merge() {
	slices.SortFunc(c.ranges, func(a, b [2]uint64) int { return cmp.Compare(a[0], b[0]) })
	merged := c.ranges[:1]
	for _, x := range c.ranges[1:] {
		last := &merged[len(merged)-1]
		if x[0] <= last[1] {
			last[1] = max(last[1], x[1])
		} else {
			merged = append(merged, x)
		}
	}
	c.ranges = merged
	if !c.complement {
		return
	}
	var rest [][2]uint64
	next := uint64(1)
	for _, x := range merged {
		if x[0] > next {
			rest = append(rest, [2]uint64{next, x[0] - 1})
		}
		if x[1] == math.MaxUint64 {
			c.ranges = rest
			return
		}
		next = x[1] + 1
	}
	c.ranges = append(rest, [2]uint64{next, math.MaxUint64})
}

func (c *cut) bytes(line []byte) {
	first := true
	for _, x := range c.ranges {
		if x[0] > uint64(len(line)) {
			break
		}
		if !first && c.outGiven {
			c.r.print(c.output)
		}
		first = false
		_, _ = c.r.out.Write(line[x[0]-1 : min(x[1], uint64(len(line)))])
	}
	_ = c.r.out.WriteByte(c.line)
}

func (c *cut) fields(line []byte) {
	if bytes.IndexByte(line, c.delim) < 0 {
		if !c.only {
			_, _ = c.r.out.Write(line)
			_ = c.r.out.WriteByte(c.line)
		}
		return
	}
	next, first := 0, true
	for n := uint64(1); ; n++ {
		field, rest, more := bytes.Cut(line, []byte{c.delim})
		for next < len(c.ranges) && c.ranges[next][1] < n {
			next++
		}
		if next == len(c.ranges) {
			break
		}
		if n >= c.ranges[next][0] {
			if !first {
				c.r.print(c.output)
			}
			first = false
			_, _ = c.r.out.Write(field)
		}
		if !more {
			break
		}
		line = rest
	}
	_ = c.r.out.WriteByte(c.line)
}
