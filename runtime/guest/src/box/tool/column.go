package tool

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// columnTab is the distance of tab stops, to which columns without -t are filled up.
const columnTab = 8

type column struct {
	r         *run
	table     bool
	rows      bool // fill rows before columns
	separator string
	between   string
	names     []string
	right     []string
	limit     int
	width     int
	lines     []string
}

func columnMain(r *run) int {
	opts, files := r.options("t/table s:/separator o:/output-separator N:/table-columns " +
		"R:/table-right l:/table-columns-limit n:/table-name c:/output-width /columns: x/fillrows " +
		"!J/json !L/keep-empty-lines !C:/table-column !d/table-noheadings !E:/table-noextreme " +
		"!e/table-header-repeat !H:/table-hide !m/table-maxout !O:/table-order !T:/table-truncate " +
		"!W:/table-wrap !r:/tree !i:/tree-id !p:/tree-parent")
	c := &column{r: r, between: "  ", width: r.columns()}
	for _, o := range opts {
		c.option(o)
	}
	utf := r.utf8Locale()
	if utf && !utf8.ValidString(c.separator) || !utf && hasHighByte([]byte(c.separator)) {
		r.dieErr(1, primitives.EILSEQ, "failed to use input separator")
	}
	named := files
	files = slices.DeleteFunc(slices.Clone(files), func(name string) bool {
		if name != "-" { // which is a file of that name here
			return false
		}
		_, err := linux.Lstat(name)
		r.warnErr(err, "%s", name)
		return true
	})
	if len(named) > 0 && len(files) == 0 {
		return r.status
	}
	r.inputs(files, func(_ string, f *linux.File) error {
		lines := newLineReader(f, '\n')
		for {
			line, _, err := lines.next()
			if err != nil {
				return err
			}
			if len(strings.TrimSpace(string(line))) > 0 {
				c.lines = append(c.lines, escapeInvalid(string(line), utf))
			}
		}
	})
	switch {
	case c.table:
		c.printTable()
	case len(c.lines) > 0:
		c.printList()
	}
	return r.status
}

// escapeInvalid writes the bytes of s that are no characters as \xNN.
func escapeInvalid(s string, utf bool) string {
	if utf && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for s != "" {
		_, size, ok := nextChar(s, utf)
		if ok {
			b.WriteString(s[:size])
		} else {
			_, _ = fmt.Fprintf(&b, `\x%02x`, s[0])
		}
		s = s[size:]
	}
	return b.String()
}

func (c *column) option(o option) {
	number := func() int {
		n, ok := parseUint(o.value)
		if !ok || n == 0 || n > 1<<20 {
			c.r.die(1, "invalid columns argument: '%s'", o.value)
		}
		return int(n)
	}
	switch o.name {
	case "t":
		c.table = true
	case "s":
		c.separator = o.value
	case "o":
		c.between = o.value
	case "N":
		c.names = strings.Split(o.value, ",")
	case "R":
		c.right = strings.Split(o.value, ",")
	case "l":
		c.limit = number()
	case "c", "columns":
		c.width = number()
	case "x":
		c.rows = true
	}
}

// columns is the width of the terminal, of which there is none unless COLUMNS says so.
func (r *run) columns() int {
	if n, ok := parseUint(r.getenv("COLUMNS")); ok && n > 0 && n < 1<<20 {
		return int(n)
	}
	if n, ok := linux.Columns(1); ok {
		return n
	}
	return 80
}

// cells splits a line. Without -s blanks separate, any number of them.
func (c *column) cells(line string) []string {
	var cells []string
	blanks := c.separator == ""
	set := c.separator
	if blanks {
		set = " \t"
		line = strings.TrimLeft(line, set)
	}
	for {
		i := strings.IndexAny(line, set)
		if i < 0 || c.limit > 0 && len(cells) == c.limit-1 {
			break
		}
		cells = append(cells, line[:i])
		line = line[i+1:]
		if blanks {
			line = strings.TrimLeft(line, set)
		}
	}
	if line == "" && blanks {
		return cells
	}
	return append(cells, line)
}

func (c *column) printTable() {
	var table [][]string
	if len(c.names) > 0 {
		table = append(table, c.names)
	}
	for _, line := range c.lines {
		table = append(table, c.cells(line))
	}
	var widths []int
	for _, row := range table {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], width(cell))
		}
	}
	for _, row := range table {
		var b strings.Builder
		for i := range widths {
			cell := ""
			if i < len(row) {
				cell = row[i]
			}
			pad := strings.Repeat(" ", widths[i]-width(cell))
			switch {
			case cell == "" && i == len(widths)-1:
			case c.rightAligned(i):
				b.WriteString(pad + cell)
			case i == len(widths)-1:
				b.WriteString(cell)
			default:
				b.WriteString(cell + pad)
			}
			if i < len(widths)-1 {
				b.WriteString(c.between)
			}
		}
		c.r.print(b.String(), "\n")
	}
}

func (c *column) rightAligned(i int) bool {
	if slices.Contains(c.right, strconv.Itoa(i+1)) || slices.Contains(c.right, "-1") && i == len(c.names)-1 {
		return true
	}
	return i < len(c.names) && slices.Contains(c.right, c.names[i])
}

// printList puts the lines into columns that begin at tab stops.
func (c *column) printList() {
	longest := 0
	for _, l := range c.lines {
		longest = max(longest, width(l))
	}
	step := (longest + columnTab) &^ (columnTab - 1)
	across := max(c.width/step, 1)
	if step >= c.width {
		across = 1
	}
	down := (len(c.lines) + across - 1) / across
	if c.rows {
		for i := 0; i < len(c.lines); i += across {
			c.printRow(c.lines[i:min(i+across, len(c.lines))], step)
		}
		return
	}
	for i := range down {
		var row []string
		for j := i; j < len(c.lines); j += down {
			row = append(row, c.lines[j])
		}
		c.printRow(row, step)
	}
}

func (c *column) printRow(row []string, step int) {
	at := 0
	for i, cell := range row {
		for at < i*step {
			c.r.print("\t")
			at = (at + columnTab) &^ (columnTab - 1)
		}
		c.r.print(cell)
		at += width(cell)
	}
	c.r.print("\n")
}
