package tool

import (
	"bytes"
	"slices"
	"strconv"
)

// merged prints my file with the changes from the old file to yours.
func (d *diff3) merged(blocks []diff3Block) (conflicts bool) {
	at := 0
	for i := range blocks {
		b := &blocks[i]
		wanted, conflict := d.wanted(b)
		if !wanted {
			continue
		}
		d.write(d.lines[diff3Mine][at:b.from[diff3Mine]])
		if conflict {
			conflicts = true
			d.conflictHead(b)
		}
		d.write(d.part(b, diff3Yours))
		if conflict {
			d.r.print(">>>>>>> ", d.labels[diff3Yours], "\n")
		}
		at = b.to[diff3Mine]
	}
	d.write(d.lines[diff3Mine][at:])
	return conflicts
}

// conflictHead is what stands before your lines.
func (d *diff3) conflictHead(b *diff3Block) {
	mark := "<<<<<<< "
	if b.odd == diff3All {
		d.r.print(mark, d.labels[diff3Mine], "\n")
		d.write(d.part(b, diff3Mine))
		mark = "||||||| "
	}
	if d.show2nd {
		d.r.print(mark, d.labels[diff3Old], "\n")
		d.write(d.part(b, diff3Old))
	}
	d.r.print("=======\n")
}

func (d *diff3) write(lines [][]byte) {
	for _, l := range lines {
		_, _ = d.r.out.Write(l)
	}
}

// editScript prints commands for ed, from the end.
func (d *diff3) editScript(blocks []diff3Block) (conflicts bool) {
	for i := range slices.Backward(blocks) {
		b := &blocks[i]
		wanted, conflict := d.wanted(b)
		if !wanted {
			continue
		}
		from, to := b.from[diff3Mine], b.to[diff3Mine]
		yours := d.part(b, diff3Yours)
		switch {
		case conflict:
			conflicts = true
			d.editConflict(b)
		case len(yours) == 0:
			d.r.print(span(from, to), "d\n")
		case from == to:
			d.r.print(strconv.Itoa(to), "a\n")
			d.undot(d.dotted(yours), from+1, len(yours))
		default:
			d.r.print(span(from, to), "c\n")
			d.undot(d.dotted(yours), from+1, len(yours))
		}
	}
	if d.end {
		d.r.print("w\nq\n")
	}
	return conflicts
}

// editConflict puts marks around my lines, with the other ones after them.
func (d *diff3) editConflict(b *diff3Block) {
	from, to := b.from[diff3Mine], b.to[diff3Mine]
	old, yours := d.part(b, diff3Old), d.part(b, diff3Yours)
	dots, opening := false, d.labels[diff3Old]
	d.r.print(strconv.Itoa(to), "a\n")
	if b.odd == diff3All {
		opening = d.labels[diff3Mine]
		if d.show2nd {
			d.r.print("||||||| ", d.labels[diff3Old], "\n")
			dots = d.dotted(old)
		}
		d.r.print("=======\n")
		dots = d.dotted(yours) || dots
	}
	d.r.print(">>>>>>> ", d.labels[diff3Yours], "\n")
	d.undot(dots, to+2, len(old)+len(yours)+1)
	d.r.print(strconv.Itoa(from), "a\n<<<<<<< ", opening, "\n")
	dots = false
	if b.odd == diff3Old {
		dots = d.dotted(old)
		d.r.print("=======\n")
	}
	d.undot(dots, from+2, len(old))
}

// dotted prints lines as an input of ed: one that begins with a dot gets another one.
func (d *diff3) dotted(lines [][]byte) (dots bool) {
	for _, l := range lines {
		if bytes.HasPrefix(l, []byte(".")) {
			dots = true
			d.r.print(".")
		}
		_, _ = d.r.out.Write(l)
		if !bytes.HasSuffix(l, []byte("\n")) {
			d.r.print("\n")
		}
	}
	return dots
}

// undot ends an input, and takes the second dots away.
func (d *diff3) undot(dots bool, first, count int) {
	d.r.print(".\n")
	switch {
	case dots && count == 1:
		d.r.printf("%ds/^\\.//\n", first)
	case dots:
		d.r.printf("%d,%ds/^\\.//\n", first, first+count-1)
	}
}
