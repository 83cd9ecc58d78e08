package tool

import (
	"bytes"
	"slices"
	"strconv"
	"unicode"
)

// patch prints the changes between two texts.
type patch struct {
	d       *diff
	a, b    [][]byte
	hunks   []hunk
	trivial []bool // hunks that do not count
	names   [2]string
	labels  [2]string
}

func (p *patch) print() {
	switch p.d.style {
	case 'u':
		p.unified()
	case 'c':
		p.contextual()
	case 'e', 'f', 'r':
		p.script()
	case 'y':
		p.columns()
	case 'D':
		p.formatted()
	default:
		p.normal()
	}
}

// Colors of --color, by SGR.
const (
	diffPlain = iota
	diffHeader
	diffSpan
	diffDeleted
	diffAdded
)

type diffColors [5]string

func (d *diff) colors(o option) {
	switch o.value {
	case "", "auto", "never":
		d.color = nil
	case "always":
		d.color = &diffColors{"", "\x1b[1m", "\x1b[36m", "\x1b[31m", "\x1b[32m"}
	default:
		d.r.message("invalid color '" + o.value + "'")
		d.r.usage("")
	}
}

func (p *patch) begin(color int) {
	if p.d.color != nil && color != diffPlain {
		p.d.r.print(p.d.color[color])
	}
}

func (p *patch) end(color int) {
	if p.d.color != nil && color != diffPlain {
		p.d.r.print("\x1b[0m")
	}
}

func (p *patch) colored(color int, text string) {
	p.begin(color)
	p.d.r.print(text)
	p.end(color)
}

// text is a line as it is printed, with -t without tabs.
func (p *patch) text(l []byte) string {
	if p.d.expand {
		return expandTabs(string(l), p.d.tabSize)
	}
	return string(l)
}

// line prints a line after its mark; gap is what stands between them.
func (p *patch) line(mark, gap string, l []byte, color int) {
	body := bytes.TrimSuffix(l, []byte("\n"))
	if p.d.initialTab {
		gap = "\t"
	}
	if p.d.blankEmpty && len(body) == 0 && len(l) > 0 {
		gap = ""
		if mark == " " {
			mark = ""
		}
	}
	p.colored(color, mark+gap+p.text(body))
	p.d.r.print("\n")
	if len(body) == len(l) {
		p.d.r.print("\\ No newline at end of file\n")
	}
}

// span is "first,last" of lines from..to, counted from 1; an empty span is the line before.
func span(from, to int) string {
	if to <= from+1 {
		return strconv.Itoa(max(to, from))
	}
	return strconv.Itoa(from+1) + "," + strconv.Itoa(to)
}

func (p *patch) normal() {
	for i, h := range p.hunks {
		if p.trivial[i] {
			continue
		}
		op := "c"
		switch {
		case h.a0 == h.a1:
			op = "a"
		case h.b0 == h.b1:
			op = "d"
		}
		p.colored(diffSpan, span(h.a0, h.a1)+op+span(h.b0, h.b1))
		p.d.r.print("\n")
		for _, l := range p.a[h.a0:h.a1] {
			p.line("<", " ", l, diffDeleted)
		}
		if op == "c" {
			p.d.r.print("---\n")
		}
		for _, l := range p.b[h.b0:h.b1] {
			p.line(">", " ", l, diffAdded)
		}
	}
}

// script prints for ed, by -e from the end and by -f from the start, or for RCS.
func (p *patch) script() {
	order := slices.Clone(p.hunks)
	order = slices.DeleteFunc(order, func(h hunk) bool { return p.trivial[slices.Index(p.hunks, h)] })
	if p.d.style == 'e' {
		slices.Reverse(order)
	}
	for _, h := range order {
		switch p.d.style {
		case 'r':
			p.rcs(h)
		case 'f':
			p.forward(h)
		default:
			p.ed(h)
		}
	}
	for i, lines := range [][][]byte{p.a, p.b} {
		if n := len(lines); p.d.style != 'r' && n > 0 && !bytes.HasSuffix(lines[n-1], []byte("\n")) {
			p.d.r.message(p.names[i] + ": No newline at end of file\n")
			p.d.status = 2
		}
	}
}

func (p *patch) ed(h hunk) {
	switch {
	case h.b0 == h.b1:
		p.d.r.print(span(h.a0, h.a1), "d\n")
		return
	case h.a0 == h.a1:
		p.d.r.print(span(h.a0, h.a1), "a\n")
	default:
		p.d.r.print(span(h.a0, h.a1), "c\n")
	}
	open := true
	for _, l := range p.b[h.b0:h.b1] {
		if !open {
			p.d.r.print("a\n")
		}
		if open = string(l) != ".\n"; !open {
			p.d.r.print("..\n.\ns/.//\n") // a line of one dot would end the input
			continue
		}
		p.d.r.print(p.whole(l))
	}
	if open {
		p.d.r.print(".\n")
	}
}

// whole is a line with a newline.
func (p *patch) whole(l []byte) string {
	body := bytes.TrimSuffix(l, []byte("\n"))
	return p.text(body) + "\n"
}

func (p *patch) forward(h hunk) {
	op := "c"
	switch {
	case h.b0 == h.b1:
		op = "d"
	case h.a0 == h.a1:
		op = "a"
	}
	where := strconv.Itoa(max(h.a0+1, 1))
	switch {
	case op == "a":
		where = strconv.Itoa(h.a0)
	case h.a1 > h.a0+1:
		where += " " + strconv.Itoa(h.a1)
	}
	p.d.r.print(op, where, "\n")
	if op == "d" {
		return
	}
	for _, l := range p.b[h.b0:h.b1] {
		p.d.r.print(p.whole(l))
	}
	p.d.r.print(".\n")
}

func (p *patch) rcs(h hunk) {
	if h.a1 > h.a0 {
		p.d.r.printf("d%d %d\n", h.a0+1, h.a1-h.a0)
	}
	if h.b1 == h.b0 {
		return
	}
	p.d.r.printf("a%d %d\n", h.a1, h.b1-h.b0)
	for _, l := range p.b[h.b0:h.b1] {
		p.d.r.print(p.text(l))
	}
}

// groups joins hunks whose context touches; one that does not count must be within the context of the one
// before. A group of only such ones is left out.
func (p *patch) groups() [][]hunk {
	var list [][]hunk
	counts := false
	for i, h := range p.hunks {
		near := 2 * p.d.context
		if p.trivial[i] {
			near = p.d.context - 1
		}
		if i > 0 && h.a0-p.hunks[i-1].a1 <= near {
			list[len(list)-1] = append(list[len(list)-1], h)
		} else {
			if len(list) > 0 && !counts {
				list = list[:len(list)-1]
			}
			list = append(list, []hunk{h})
			counts = false
		}
		counts = counts || !p.trivial[i]
	}
	if len(list) > 0 && !counts {
		list = list[:len(list)-1]
	}
	return list
}

// around is the group with its context.
func (p *patch) around(g []hunk) hunk {
	first, last := g[0], g[len(g)-1]
	c := p.d.context
	before := min(c, first.a0, first.b0)
	after := min(c, len(p.a)-last.a1, len(p.b)-last.b1)
	return hunk{first.a0 - before, last.a1 + after, first.b0 - before, last.b1 + after}
}

// functionLine is the last line before a hunk that -p or -F looks for, cut, after a blank; "" if there is
// none.
func (p *patch) functionLine(before int) string {
	const most = 40
	for i := before - 1; i >= 0 && p.d.function != nil; i-- {
		l := bytes.TrimSuffix(p.a[i], []byte("\n"))
		for _, re := range p.d.function {
			if re.Match(l) {
				l = bytes.TrimLeftFunc(l, unicode.IsSpace)
				l = bytes.TrimRightFunc(l[:min(len(l), most)], unicode.IsSpace)
				return " " + string(l)
			}
		}
	}
	return ""
}

func unifiedSpan(from, to int) string {
	switch to - from {
	case 0:
		return strconv.Itoa(from) + ",0"
	case 1:
		return strconv.Itoa(from + 1)
	}
	return strconv.Itoa(from+1) + "," + strconv.Itoa(to-from)
}

func (p *patch) unified() {
	r := p.d.r
	p.headers("--- ", "+++ ")
	for _, g := range p.groups() {
		all := p.around(g)
		p.colored(diffSpan, "@@ -"+unifiedSpan(all.a0, all.a1)+" +"+unifiedSpan(all.b0, all.b1)+" @@")
		r.print(p.functionLine(all.a0), "\n")
		at := all.a0
		for _, h := range g {
			for _, l := range p.a[at:h.a0] {
				p.line("", " ", l, diffPlain)
			}
			for _, l := range p.a[h.a0:h.a1] {
				p.line("-", "", l, diffDeleted)
			}
			for _, l := range p.b[h.b0:h.b1] {
				p.line("+", "", l, diffAdded)
			}
			at = h.a1
		}
		for _, l := range p.a[at:all.a1] {
			p.line("", " ", l, diffPlain)
		}
	}
}

func (p *patch) headers(old, changed string) {
	p.colored(diffHeader, old+p.labels[0])
	p.d.r.print("\n")
	p.colored(diffHeader, changed+p.labels[1])
	p.d.r.print("\n")
}

func (p *patch) contextual() {
	p.headers("*** ", "--- ")
	for _, g := range p.groups() {
		all := p.around(g)
		p.d.r.print("***************", p.functionLine(all.a0), "\n")
		p.colored(diffSpan, "*** "+span(all.a0, all.a1)+" ****")
		p.d.r.print("\n")
		p.side(g, all.a0, all.a1, p.a, func(h hunk) (int, int, bool) { return h.a0, h.a1, h.b0 == h.b1 },
			"-", diffDeleted)
		p.colored(diffSpan, "--- "+span(all.b0, all.b1)+" ----")
		p.d.r.print("\n")
		p.side(g, all.b0, all.b1, p.b, func(h hunk) (int, int, bool) { return h.b0, h.b1, h.a0 == h.a1 },
			"+", diffAdded)
	}
}

// side prints one text of a context hunk, if anything in it changed.
func (p *patch) side(
	g []hunk, from, to int, lines [][]byte, of func(hunk) (int, int, bool), mark string, color int,
) {
	changed := false
	for _, h := range g {
		a, b, _ := of(h)
		changed = changed || a != b
	}
	if !changed {
		return
	}
	at := from
	for _, h := range g {
		a, b, pure := of(h)
		for _, l := range lines[at:a] {
			p.line(" ", " ", l, color)
		}
		m := "!"
		if pure {
			m = mark
		}
		for _, l := range lines[a:b] {
			p.line(m, " ", l, color)
		}
		at = b
	}
	for _, l := range lines[at:to] {
		p.line(" ", " ", l, color)
	}
}
