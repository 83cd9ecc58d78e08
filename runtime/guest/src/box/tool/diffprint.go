package tool

import (
	"bytes"
	"slices"
	"strconv"
)

// patch prints the changes between two texts.
type patch struct {
	d      *diff
	a, b   [][]byte
	hunks  []hunk
	labels [2]string
}

func (p *patch) print() {
	switch p.d.style {
	case 'u':
		p.unified()
	case 'c':
		p.contextual()
	case 'e':
		p.ed()
	default:
		p.normal()
	}
}

func (p *patch) line(mark string, l []byte) {
	r := p.d.r
	r.print(mark)
	_, _ = r.out.Write(l)
	if !bytes.HasSuffix(l, []byte("\n")) {
		r.print("\n\\ No newline at end of file\n")
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
	for _, h := range p.hunks {
		op := "c"
		switch {
		case h.a0 == h.a1:
			op = "a"
		case h.b0 == h.b1:
			op = "d"
		}
		p.d.r.print(span(h.a0, h.a1), op, span(h.b0, h.b1), "\n")
		for _, l := range p.a[h.a0:h.a1] {
			p.line("< ", l)
		}
		if op == "c" {
			p.d.r.print("---\n")
		}
		for _, l := range p.b[h.b0:h.b1] {
			p.line("> ", l)
		}
	}
}

func (p *patch) ed() {
	for _, h := range slices.Backward(p.hunks) {
		switch {
		case h.b0 == h.b1:
			p.d.r.print(span(h.a0, h.a1), "d\n")
			continue
		case h.a0 == h.a1:
			p.d.r.print(span(h.a0, h.a1), "a\n")
		default:
			p.d.r.print(span(h.a0, h.a1), "c\n")
		}
		for _, l := range p.b[h.b0:h.b1] {
			_, _ = p.d.r.out.Write(l)
		}
		p.d.r.print(".\n")
	}
}

// groups joins hunks whose context touches.
func (p *patch) groups() [][]hunk {
	var list [][]hunk
	for i, h := range p.hunks {
		if i > 0 && h.a0-p.hunks[i-1].a1 <= 2*p.d.context {
			list[len(list)-1] = append(list[len(list)-1], h)
		} else {
			list = append(list, []hunk{h})
		}
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
	r.print("--- ", p.labels[0], "\n+++ ", p.labels[1], "\n")
	for _, g := range p.groups() {
		all := p.around(g)
		r.print("@@ -", unifiedSpan(all.a0, all.a1), " +", unifiedSpan(all.b0, all.b1), " @@\n")
		at := all.a0
		for _, h := range g {
			for _, l := range p.a[at:h.a0] {
				p.line(" ", l)
			}
			for _, l := range p.a[h.a0:h.a1] {
				p.line("-", l)
			}
			for _, l := range p.b[h.b0:h.b1] {
				p.line("+", l)
			}
			at = h.a1
		}
		for _, l := range p.a[at:all.a1] {
			p.line(" ", l)
		}
	}
}

func (p *patch) contextual() {
	r := p.d.r
	r.print("*** ", p.labels[0], "\n--- ", p.labels[1], "\n")
	for _, g := range p.groups() {
		all := p.around(g)
		r.print("***************\n*** ", span(all.a0, all.a1), " ****\n")
		p.side(g, all.a0, all.a1, p.a, func(h hunk) (int, int, bool) { return h.a0, h.a1, h.b0 == h.b1 },
			"- ")
		r.print("--- ", span(all.b0, all.b1), " ----\n")
		p.side(g, all.b0, all.b1, p.b, func(h hunk) (int, int, bool) { return h.b0, h.b1, h.a0 == h.a1 },
			"+ ")
	}
}

// side prints one text of a context hunk, if anything in it changed.
func (p *patch) side(g []hunk, from, to int, lines [][]byte, of func(hunk) (int, int, bool), mark string) {
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
			p.line("  ", l)
		}
		m := "! "
		if pure {
			m = mark
		}
		for _, l := range lines[a:b] {
			p.line(m, l)
		}
		at = b
	}
	for _, l := range lines[at:to] {
		p.line("  ", l)
	}
}
