package tool

import (
	"bytes"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// The files of diff3, and who differs from the other two.
const (
	diff3Mine = iota
	diff3Old
	diff3Yours
	diff3All
)

// diff3 compares three files.
type diff3 struct {
	r                                                    *run
	names, labels                                        [3]string
	lines                                                [3][][]byte
	edit, merge, flagging, show2nd, overlap, simple, end bool
	tab, cr                                              bool
	text                                                 bool
}

// diff3Block is a place where not all are equal: lines from..to of each file.
type diff3Block struct {
	from, to [3]int
	odd      int
}

func diff3Main(r *run) int {
	r.usageStatus, r.usageLine = 2, r.name+": "
	d := &diff3{r: r}
	opts, words := r.options("A/show-all e/ed E/show-overlap 3/easy-only x/overlap-only X i m/merge a/text " +
		"/strip-trailing-cr T/initial-tab !/diff-program: L:/label v/version")
	d.options(opts)
	switch {
	case len(words) < 3:
		r.usage("missing operand after '%s'", lastWord(r))
	case len(words) > 3:
		r.usage("extra operand '%s'", words[3])
	}
	for i, w := range words {
		d.names[i] = w
		if d.labels[i] == "" {
			d.labels[i] = w
		}
	}
	if n := slices.Index(words, "-"); n >= 0 && slices.Contains(words[n+1:], "-") {
		r.die(2, "'-' specified for more than one input file")
	}
	d.read()
	return d.print()
}

func (d *diff3) options(opts []option) {
	styles, tags := 0, 0
	for _, o := range opts {
		switch o.name {
		case "A", "e", "E", "3", "x", "X":
			styles++
			d.style(o.name)
		case "i":
			d.end = true
		case "m":
			d.merge = true
		case "a":
			d.text = true
		case "strip-trailing-cr":
			d.cr = true
		case "T":
			d.tab = true
		case "L":
			if tags == len(d.labels) {
				d.r.usage("too many file label options")
			}
			d.labels[tags] = o.value
			tags++
		case "v":
			d.r.version()
		}
	}
	d.edit = styles > 0 && !d.merge
	if styles == 0 && d.merge {
		d.show2nd, d.flagging = true, true
	}
	if styles > 1 || d.end && d.merge || tags > 0 && !d.flagging {
		d.r.usage("incompatible options")
	}
}

func (d *diff3) style(name string) {
	switch name {
	case "A":
		d.show2nd, d.flagging = true, true
	case "E":
		d.flagging = true
	case "3":
		d.simple = true
	case "x":
		d.overlap = true
	case "X":
		d.overlap = true // and no marks, as 3.8 does it
	}
}

func (d *diff3) read() {
	for i, name := range d.names {
		f, err := openInput(name)
		if err == nil {
			var st primitives.Stat
			if st, err = linux.Fstat(f.Fd); err == nil && st.IsDir() {
				err = primitives.EISDIR
			}
		}
		if err != nil {
			d.r.dieErr(2, err, "%s", name)
		}
		text, err := readAll(f)
		closeInput(f)
		if err != nil {
			d.r.dieErr(2, err, "%s", name)
		}
		if d.cr {
			text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		}
		d.lines[i] = bytes.SplitAfter(text, []byte("\n"))
		if n := len(d.lines[i]); len(d.lines[i][n-1]) == 0 {
			d.lines[i] = d.lines[i][:n-1]
		}
	}
}

// print finds the blocks. What edits is measured from the old file, what only shows from the last one.
func (d *diff3) print() int {
	common := diff3Yours
	if d.edit || d.merge {
		common = diff3Old
	}
	blocks := d.blocks(diff3Mine, diff3Old+diff3Yours-common, common)
	conflict := false
	switch {
	case d.edit:
		conflict = d.editScript(blocks)
	case d.merge:
		conflict = d.merged(blocks)
	default:
		d.show(blocks)
	}
	if conflict {
		return 1
	}
	return 0
}

func diff3Keys(lines [][]byte) []string {
	keys := make([]string, len(lines))
	for i, l := range lines {
		keys[i] = string(l)
	}
	return keys
}

// blocks joins the differences of two files from a common one where they touch.
func (d *diff3) blocks(first, second, common int) []diff3Block {
	files := [2]int{first, second}
	var left [2][]hunk // a is the file, b the common one
	for i, f := range files {
		left[i] = lineDiff(diff3Keys(d.lines[f]), diff3Keys(d.lines[common]))
		for _, h := range left[i] {
			d.tellOpen(d.lines[f], h.a0, h.a1)
			d.tellOpen(d.lines[common], h.b0, h.b1)
		}
	}
	var list []diff3Block
	var off [2]int // how far each file is ahead of the common one
	for len(left[0])+len(left[1]) > 0 {
		var used [2][]hunk
		take := func(i int) {
			used[i] = append(used[i], left[i][0])
			left[i] = left[i][1:]
		}
		side := 0
		if len(left[0]) == 0 || len(left[1]) > 0 && left[0][0].b0 > left[1][0].b0 {
			side = 1
		}
		low, high := left[side][0].b0, left[side][0].b1
		take(side)
		for other := 1 - side; len(left[other]) > 0 && left[other][0].b0 <= high; {
			reach := left[other][0].b1
			take(other)
			if reach > high {
				high, other = reach, 1-other
			}
		}
		b := diff3Block{}
		b.from[common], b.to[common] = low, high
		for i, f := range files {
			b.from[f] = low + off[i]
			if n := len(used[i]); n > 0 {
				b.from[f] = used[i][0].a0 - (used[i][0].b0 - low)
				off[i] = used[i][n-1].a1 - used[i][n-1].b1
			}
			b.to[f] = high + off[i]
		}
		b.odd = d.oddOne(&b, files, common, used)
		list = append(list, b)
	}
	return list
}

// tellOpen says of a change with a last line without newline that ed makes it one with.
func (d *diff3) tellOpen(lines [][]byte, from, to int) {
	if d.edit && from < to && to == len(lines) && !bytes.HasSuffix(lines[to-1], []byte("\n")) {
		d.r.message("No newline at end of file")
	}
}

func (d *diff3) oddOne(b *diff3Block, files [2]int, common int, used [2][]hunk) int {
	switch {
	case len(used[0]) == 0:
		return files[1]
	case len(used[1]) == 0:
		return files[0]
	case slices.EqualFunc(d.part(b, files[0]), d.part(b, files[1]), bytes.Equal):
		return common
	}
	return diff3All
}

// part are a block's lines of a file.
func (d *diff3) part(b *diff3Block, file int) [][]byte { return d.lines[file][b.from[file]:b.to[file]] }

// show is the format that is no script.
func (d *diff3) show(blocks []diff3Block) {
	for i := range blocks {
		b := &blocks[i]
		odd := sprintf("%d", b.odd+1)
		order, silent := []int{0, 1, 2}, 0
		switch b.odd {
		case diff3All:
			odd, silent = "", -1
		case diff3Mine:
			silent = 1
		case diff3Old:
			order = []int{0, 2, 1}
		}
		d.r.print("====", odd, "\n")
		for _, f := range order {
			op := "c"
			if b.from[f] == b.to[f] {
				op = "a"
			}
			d.r.printf("%d:%s%s\n", f+1, span(b.from[f], b.to[f]), op)
			if f != silent {
				d.showLines(d.part(b, f))
			}
		}
	}
}

func (d *diff3) showLines(lines [][]byte) {
	prefix := "  "
	if d.tab {
		prefix = "\t"
	}
	for _, l := range lines {
		d.r.print(prefix, string(l))
		if !bytes.HasSuffix(l, []byte("\n")) {
			d.r.print("\n\\ No newline at end of file\n")
		}
	}
}

// wanted reports whether a block changes my file, and whether it is marked as a conflict.
func (d *diff3) wanted(b *diff3Block) (wanted, conflict bool) {
	switch b.odd {
	case diff3Old:
		return d.show2nd, true
	case diff3Yours:
		return !d.overlap, false
	case diff3All:
		return !d.simple, d.flagging
	}
	return false, false
}
