package git

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// combinedFile is a file that differs from all parents of a merge, or of a conflict from both sides.
type combinedFile struct {
	path    string
	parents []file
	result  file
	work    bool // the result is the work tree's
}

// lostLine is a line that is not in the result, and the parents that have it as bits.
type lostLine struct {
	text    []byte
	parents uint
}

// combinedLine is a line of the result with what was lost before it.
type combinedLine struct {
	text   []byte
	added  uint // the parents that lack it
	lost   []lostLine
	at     []int // by parent: the line's number there
	shown  bool
	noLost bool // it is context: what was lost before it is not shown
}

// showCombined prints what a merge has otherwise than all of its parents; dense leaves out what it has from
// one of them.
func (g *program) showCombined(c *commit, d *diffOptions, dense bool, prefix int) {
	first := g.flatten(g.treeOf(c.parents[0]))
	new := g.flatten(c.tree)
	if d.stat || d.numstat || d.shortstat || d.summary {
		one := *d
		one.patch, one.raw, one.nameOnly, one.nameStatus = false, false, false, false
		g.showWithin(g.prepare(compareFiles(first, new, d.paths), &one), &one, prefix)
	}
	list := g.combinedFiles(c, new, d)
	separate := d.stat || d.numstat || d.shortstat || d.summary
	if d.raw || d.nameOnly || d.nameStatus {
		separate = true
		for _, f := range list {
			g.combinedRaw(f, d)
		}
	}
	if d.patch && len(list) > 0 {
		if separate {
			g.print("\n")
		}
		for _, f := range list {
			g.combinedPatch(f, d, dense)
		}
	}
}

func (g *program) combinedFiles(c *commit, new map[string]file, d *diffOptions) []*combinedFile {
	var trees []map[string]file
	counts := map[string]int{}
	for _, p := range c.parents {
		old := g.flatten(g.treeOf(p))
		trees = append(trees, old)
		for _, ch := range compareFiles(old, new, d.paths) {
			counts[ch.to]++
		}
	}
	var list []*combinedFile
	for _, p := range sorted(counts) {
		if counts[p] < len(trees) {
			continue
		}
		f := &combinedFile{path: p, result: new[p]}
		for _, t := range trees {
			f.parents = append(f.parents, t[p])
		}
		list = append(list, f)
	}
	return list
}

func (f *combinedFile) status(i int) byte {
	switch {
	case f.parents[i].mode == 0:
		return 'A'
	case f.result.mode == 0:
		return 'D'
	}
	return 'M'
}

func (g *program) combinedRaw(f *combinedFile, d *diffOptions) {
	letters := ""
	for i := range f.parents {
		letters += string(f.status(i))
	}
	switch {
	case d.raw:
		g.print(strings.Repeat(":", len(f.parents)))
		for _, p := range append(f.parents, f.result) {
			g.printf("%06o ", p.mode)
		}
		for _, p := range append(f.parents, f.result) {
			g.print(g.indexName(p.hash, d), " ")
		}
		g.print(letters, "\t")
	case d.nameStatus:
		g.print(letters, "\t")
	}
	if d.zero {
		g.print(f.path, "\x00")
		return
	}
	g.print(g.quote(f.path), "\n")
}

func (g *program) combinedPatch(f *combinedFile, d *diffOptions, dense bool) {
	var result []byte
	switch {
	case f.work:
		result = g.workData(f.path)
	case f.result.mode != 0:
		result = g.side(f.result)
	}
	binary := isBinary(result)
	old := make([][]byte, len(f.parents))
	modes := false
	for i, p := range f.parents {
		if p.mode != 0 {
			old[i] = g.side(p)
		}
		binary = binary || isBinary(old[i])
		modes = modes || p.mode != f.result.mode
	}
	if binary && !d.text {
		g.combinedHead(f, d, dense, modes, false)
		g.print("Binary files differ\n")
		return
	}
	lines := combineLines(old, result, d)
	shown := markHunks(lines, len(old), d.context, dense)
	if shown || modes || f.work {
		g.combinedHead(f, d, dense, modes, true)
		g.combinedHunks(lines, len(old), d.context)
	}
}

func (g *program) combinedHead(f *combinedFile, d *diffOptions, dense, modes, names bool) {
	word := map[bool]string{true: "cc", false: "combined"}[dense]
	g.print("diff --", word, " ", g.quote(f.path), "\nindex ")
	for i, p := range f.parents {
		g.print(map[bool]string{true: ","}[i > 0], g.indexName(p.hash, d))
	}
	result := g.indexName(f.result.hash, d)
	if f.work {
		result = g.indexName(hash{}, d)
	}
	g.print("..", result, "\n")
	added, deleted := f.result.mode != 0, f.result.mode == 0
	for i := range f.parents {
		added = added && f.status(i) == 'A'
	}
	switch {
	case !modes:
	case added:
		g.printf("new file mode %06o\n", f.result.mode)
	default:
		if deleted {
			g.print("deleted file ")
		}
		g.print("mode ")
		for i, p := range f.parents {
			g.printf("%s%06o", map[bool]string{true: ","}[i > 0], p.mode)
		}
		if !deleted {
			g.printf("..%06o", f.result.mode)
		}
		g.print("\n")
	}
	if !names {
		return
	}
	a, b := g.label(d.prefixes().a, f.path), g.label(d.prefixes().b, f.path)
	if added {
		a = "/dev/null"
	}
	if deleted {
		b = "/dev/null"
	}
	g.print("--- ", a, "\n+++ ", b, "\n")
}

// combineLines compares a result with each parent. The last element is what was lost at the end.
func combineLines(old [][]byte, result []byte, d *diffOptions) []combinedLine {
	new := splitLines(result)
	lines := make([]combinedLine, len(new)+1)
	for i := range new {
		lines[i].text = new[i]
	}
	for n, data := range old {
		a := splitLines(data)
		bit := uint(1) << n
		lost := map[int][][]byte{}
		for _, e := range compareLines(spaceless(a, d), spaceless(new, d)) {
			for i := range e.m {
				lines[e.b+i].added |= bit
			}
			if e.n > 0 {
				lost[e.b] = a[e.a : e.a+e.n]
			}
		}
		at := 1
		for i := range lines {
			l := &lines[i]
			l.at = append(l.at, at)
			if list := lost[i]; list != nil {
				l.lost = joinLost(l.lost, list, bit)
			}
			at += len(lost[i])
			if i < len(new) && l.added&bit == 0 {
				at++
			}
		}
	}
	end := combinedLine{at: make([]int, len(old))}
	for n, data := range old {
		end.at[n] = len(splitLines(data)) + 1
	}
	return append(lines, end)
}

// joinLost adds what one more parent has to the lines that others have, each line once where they agree.
func joinLost(have []lostLine, more [][]byte, bit uint) []lostLine {
	table := make([][]int, len(have)+1)
	for i := range table {
		table[i] = make([]int, len(more)+1)
	}
	for i := range have {
		for j := range more {
			table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			if bytes.Equal(have[i].text, more[j]) {
				table[i+1][j+1] = table[i][j] + 1
			}
		}
	}
	var back []lostLine
	i, j := len(have), len(more)
	for i > 0 || j > 0 {
		switch {
		case i > 0 && j > 0 && bytes.Equal(have[i-1].text, more[j-1]):
			l := have[i-1]
			l.parents |= bit
			back = append(back, l)
			i, j = i-1, j-1
		case j > 0 && (i == 0 || table[i][j-1] >= table[i-1][j]):
			back = append(back, lostLine{more[j-1], bit})
			j--
		default:
			back = append(back, have[i-1])
			i--
		}
	}
	out := make([]lostLine, 0, len(back))
	for _, l := range slices.Backward(back) {
		out = append(out, l)
	}
	return out
}

// combinedHunks prints the runs of lines that are shown.
func (g *program) combinedHunks(lines []combinedLine, parents, context int) {
	last := len(lines) - 2 // the one that only has what was lost at the end
	heading := []byte(nil)
	for i := 0; i <= last; {
		for ; i <= last && !lines[i].shown; i++ {
			if isHeading(lines[i].text) {
				heading = lines[i].text
			}
		}
		if i > last {
			return
		}
		end := i + 1
		for end <= last && lines[end].shown {
			end++
		}
		count := end - i
		if end > last {
			count--
		}
		hanging := 0
		if context == 0 {
			for j := i; j < end; j++ {
				hanging += b2i(lines[j].added == 0)
			}
			count -= hanging
		}
		signs := strings.Repeat("@", parents+1)
		g.print(signs)
		for n := range parents {
			g.printf(" -%d,%d", lines[i].at[n], lines[end].at[n]-lines[i].at[n]-hanging)
		}
		g.printf(" +%d,%d %s%s\n", i+1, count, signs, headingText(heading))
		for ; i < end; i++ {
			g.combinedLine(&lines[i], parents, i == last, context)
		}
	}
}

func (g *program) combinedLine(l *combinedLine, parents int, end bool, context int) {
	marks := func(bits uint, sign byte) string {
		b := bytes.Repeat([]byte(" "), parents)
		for n := range b {
			if bits>>n&1 != 0 {
				b[n] = sign
			}
		}
		return string(b)
	}
	line := func(head string, text []byte) { g.print(head, strings.TrimSuffix(string(text), "\n"), "\n") }
	if !l.noLost {
		for _, lost := range l.lost {
			line(marks(lost.parents, '-'), lost.text)
		}
	}
	if end || l.added == 0 && context == 0 {
		return
	}
	line(marks(l.added, '+'), l.text)
}

func isHeading(l []byte) bool {
	return len(l) > 0 && (l[0] == '_' || l[0] == '$' || l[0]|0x20 >= 'a' && l[0]|0x20 <= 'z')
}

// headingText is what a hunk's line says of the function that it is in: all but its last letter.
func headingText(l []byte) string {
	const longest = 40
	end := 0
	for i := 0; i < longest && i < len(l) && l[i] != '\n'; i++ {
		if l[i] != ' ' && l[i] != '\t' && l[i] != '\r' {
			end = i
		}
	}
	if end == 0 {
		return ""
	}
	return fmt.Sprintf(" %s", l[:end])
}

// conflictFiles are the paths in conflict as the work tree has them.
func (g *program) conflictFile(x *index, p string, d *diffOptions) bool {
	stages := x.unmerged()[p]
	st, err := linux.Lstat(g.repo.at(p))
	if err != nil || stages[2].mode == 0 || stages[3].mode == 0 || st.IsDir() {
		return false
	}
	f := &combinedFile{path: p, parents: []file{stages[2], stages[3]}, work: true}
	f.result.mode = g.modeOf(&st, stages[2].mode)
	g.combinedPatch(f, d, true)
	return true
}
