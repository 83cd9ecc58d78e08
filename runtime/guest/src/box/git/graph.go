package git

import (
	"slices"
	"strings"
)

// graphState is what the next line of a graph is for.
type graphState int

const (
	graphPadding  graphState = iota
	graphSkip                // commits were left out
	graphExpand              // room for a merge of many
	graphCommit              // the line with the *
	graphMerge               // the edges of a merge
	graphCollapse            // edges move to the left
)

// graph draws history beside the log, line by line. Each branch has a column; between two commits their
// edges move to where the columns of the next one are. The rules are those that can be watched in git's own.
type graph struct {
	l       *logOptions
	c       *commit
	parents []hash // those that are shown

	columns, next []hash // before and after the commit's row
	at, wasAt     int    // the commit's column
	target, old   []int  // by place on the screen: the column that an edge goes to, or -1
	size          int    // how much of target is used
	width         int
	layout        int // 0: the first parent is left of the commit; 1: below it; -1: not known yet
	added, wasAdd int // how many edges a merge adds
	row           int // of graphExpand
	state, was    graphState
}

func newGraph(l *logOptions) *graph { return &graph{l: l, state: graphPadding, was: graphPadding} }

// update takes the next commit.
func (d *graph) update(c *commit) {
	d.c, d.parents = c, nil
	for _, p := range c.rewritten {
		if d.l.shown[p] {
			d.parents = append(d.parents, p)
		}
	}
	d.wasAt = d.at
	d.updateColumns()
	d.row = 0
	switch {
	case d.state != graphPadding:
		d.state = graphSkip
	case d.needsRoom():
		d.state = graphExpand
	default:
		d.state = graphCommit
	}
}

func (d *graph) updateColumns() {
	d.columns, d.next = d.next, nil
	most := len(d.columns) + len(d.parents)
	d.target, d.old = filled(2*most+2), filled(2*most+2)
	d.size = 2 * most
	d.width, d.wasAdd, d.added = 0, d.added, 0
	seen := false
	for i := 0; i <= len(d.columns); i++ {
		here := d.c.hash
		if i < len(d.columns) {
			here = d.columns[i]
		} else if seen {
			break
		}
		if here != d.c.hash {
			d.insert(here, -1)
			continue
		}
		seen = true
		d.at, d.layout = i, -1
		for _, p := range d.parents {
			d.insert(p, i)
		}
		if len(d.parents) == 0 {
			d.width += 2
		}
	}
	for d.size > 1 && d.target[d.size-1] < 0 {
		d.size--
	}
}

func filled(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// insert finds the next column of a commit; from is the column of the child that it is a parent of, or -1.
func (d *graph) insert(h hash, from int) {
	i := slices.Index(d.next, h)
	if i < 0 {
		i = len(d.next)
		d.next = append(d.next, h)
	}
	place := d.width
	switch {
	case len(d.parents) > 1 && from >= 0 && d.layout < 0:
		far := from - i
		shift := 1
		if far > 1 {
			shift = 2*far - 3
		}
		d.layout = b2i(far <= 0)
		d.added = len(d.parents) + d.layout - 2
		place = d.width + (d.layout-1)*shift
		d.width += 2 * d.layout
	case d.added > 0 && d.width >= 2 && i == d.target[d.width-2]:
		place = d.width - 2
		d.added = -1
	default:
		d.width += 2
	}
	d.target[place] = i
}

func (d *graph) needsRoom() bool {
	return len(d.parents) > 2 && d.at < len(d.columns)-1 && d.row < 2*(len(d.parents)+d.layout-3)
}

func (d *graph) settled() bool {
	for i, t := range d.target[:d.size] {
		if t >= 0 && t != i/2 {
			return false
		}
	}
	return true
}

func (d *graph) become(s graphState) { d.was, d.state = d.state, s }

// line is the next line of the graph, and whether it is the commit's.
func (d *graph) line() (text string, commit bool) {
	var b strings.Builder
	switch d.state {
	case graphPadding:
		b.WriteString(strings.Repeat("| ", len(d.next)))
	case graphSkip:
		b.WriteString("...")
		if d.needsRoom() {
			d.become(graphExpand)
		} else {
			d.become(graphCommit)
		}
	case graphExpand:
		d.expandLine(&b)
	case graphCommit:
		d.commitLine(&b)
		commit = true
	case graphMerge:
		d.mergeLine(&b)
	case graphCollapse:
		d.collapseLine(&b)
	}
	return d.padded(b.String()), commit
}

func (d *graph) padded(s string) string {
	return s + strings.Repeat(" ", max(d.width-len(s), 0))
}

func (d *graph) expandLine(b *strings.Builder) {
	seen := false
	for i, h := range d.columns {
		switch {
		case h == d.c.hash:
			seen = true
			b.WriteString("|" + strings.Repeat(" ", d.row))
		case seen && (d.row > 0 || d.was == graphMerge && d.wasAt < i):
			b.WriteByte('\\')
		default:
			b.WriteByte('|')
		}
		b.WriteByte(' ')
	}
	if d.row++; !d.needsRoom() {
		d.become(graphCommit)
	}
}

// mark is the sign of the commit.
func (d *graph) mark() byte {
	switch {
	case d.c.boundary:
		return 'o'
	case d.c.equal:
		return '='
	case d.l.leftRight && d.c.left:
		return '<'
	case d.l.leftRight:
		return '>'
	}
	return '*'
}

func (d *graph) commitLine(b *strings.Builder) {
	seen := false
	for i := 0; i <= len(d.columns); i++ {
		here := d.c.hash
		if i < len(d.columns) {
			here = d.columns[i]
		} else if seen {
			break
		}
		switch {
		case here == d.c.hash:
			seen = true
			b.WriteByte(d.mark())
			if n := len(d.parents) + d.layout - 3; len(d.parents) > 2 && n > 0 {
				b.WriteString(strings.Repeat("--", n-1) + "-.")
			}
		case seen && d.added > 1,
			seen && d.added == 1 && d.was == graphMerge && d.wasAdd > 0 && d.wasAt < i:
			b.WriteByte('\\')
		case !(seen && d.added == 1) && d.was == graphCollapse && d.before(2*i+1) == i && d.target[2*i] < i:
			b.WriteByte('/')
		default:
			b.WriteByte('|')
		}
		b.WriteByte(' ')
	}
	switch {
	case len(d.parents) > 1:
		d.become(graphMerge)
	case d.settled():
		d.become(graphPadding)
	default:
		d.become(graphCollapse)
	}
}

func (d *graph) before(i int) int {
	if i < len(d.old) {
		return d.old[i]
	}
	return -1
}

func (d *graph) mergeLine(b *strings.Builder) {
	seen, crossed := false, false
	for i := 0; i <= len(d.columns); i++ {
		here := d.c.hash
		if i < len(d.columns) {
			here = d.columns[i]
		} else if seen {
			break
		}
		switch {
		case here == d.c.hash:
			seen = true
			sign := d.layout
			for j := range d.parents {
				b.WriteByte(`/|\`[sign])
				if sign < 2 {
					sign++
				} else if d.added > 0 || j < len(d.parents)-1 {
					b.WriteByte(' ')
				}
			}
			if d.added == 0 {
				b.WriteByte(' ')
			}
		case seen:
			b.WriteByte(`|\`[b2i(d.added > 0)])
			b.WriteByte(' ')
		default:
			b.WriteByte('|')
			if d.layout != 0 || i != d.at-1 {
				b.WriteByte(" _"[b2i(crossed)])
			}
		}
		if here == d.parents[0] {
			crossed = true
		}
	}
	if d.settled() {
		d.become(graphPadding)
	} else {
		d.become(graphCollapse)
	}
}

// collapseLine moves every edge that can be moved by one column to the left; one may go further, level.
func (d *graph) collapseLine(b *strings.Builder) {
	d.target, d.old = d.old, d.target
	for i := range d.target[:d.size] {
		d.target[i] = -1
	}
	level, levelTo, used := -1, -1, false
	run := func(i, from, to int) {
		if level >= 0 {
			return
		}
		level, levelTo = from, to
		for j := to*2 + 3; j < i-2; j += 2 {
			d.target[j] = to
		}
	}
	for i, t := range d.old[:d.size] {
		switch {
		case t < 0:
		case t*2 == i:
			d.target[i] = t
		case d.target[i-1] < 0:
			d.target[i-1] = t
			run(i, i, t)
		case d.target[i-1] == t:
		default:
			d.target[i-2] = t
			run(i, i-1, t)
		}
	}
	copy(d.old, d.target[:d.size])
	if d.target[d.size-1] < 0 {
		d.size--
	}
	for i, t := range d.target[:d.size] {
		switch {
		case t < 0:
			b.WriteByte(' ')
		case t*2 == i:
			b.WriteByte('|')
		case t == levelTo && i != level-1:
			if i != t*2+3 {
				d.target[i] = -1
			}
			used = true
			b.WriteByte('_')
		default:
			if used && i < level {
				d.target[i] = -1
			}
			b.WriteByte('/')
		}
	}
	if d.settled() {
		d.become(graphPadding)
	}
}

// padding is what stands before a line of text.
func (d *graph) padding() string {
	if d.state != graphCommit {
		s, _ := d.line()
		return s
	}
	var b strings.Builder
	for _, h := range d.columns {
		b.WriteByte('|')
		if h == d.c.hash && len(d.parents) > 2 {
			b.WriteString(strings.Repeat(" ", 2*(len(d.parents)-2)))
		} else {
			b.WriteByte(' ')
		}
	}
	d.was = graphPadding
	return d.padded(b.String())
}

// head is all up to the commit's own line.
func (d *graph) head() string {
	if d.state == graphPadding {
		return d.padding()
	}
	var b strings.Builder
	for {
		s, commit := d.line()
		b.WriteString(s)
		if commit || d.state == graphPadding {
			return b.String()
		}
		b.WriteByte('\n')
	}
}

// message puts the graph before the lines of a text after the first, and what of it is left at the end.
func (d *graph) message(text string) string {
	var b strings.Builder
	lines := strings.SplitAfter(text, "\n")
	for i, l := range lines {
		if i > 0 && l != "" {
			b.WriteString(d.padding())
		}
		b.WriteString(l)
	}
	if d.state == graphPadding {
		return b.String()
	}
	ended := strings.HasSuffix(text, "\n")
	if !ended {
		b.WriteByte('\n')
	}
	for {
		s, _ := d.line()
		b.WriteString(s)
		if d.state == graphPadding {
			break
		}
		b.WriteByte('\n')
	}
	if ended {
		b.WriteByte('\n')
	}
	return b.String()
}
