package tool

import (
	"bytes"
	"math"
)

// The costs of a break: squares of the number of columns that it is worth. Their weights are
// those of GNU fmt, whose output depends on them.
const (
	fmtLineCost      = 70 * 70
	fmtWidowCost     = 200 * 200
	fmtOrphanCost    = 125 * 125
	fmtSentenceBonus = 50 * 50
	fmtNoBreakCost   = 600 * 600
	fmtBonus         = 40 * 40 // before a parenthesis and after punctuation
)

func fmtShort(n int) int64  { return int64(n) * int64(n) * 100 }
func fmtRagged(n int) int64 { return fmtShort(n) / 2 }

// fmtWord is a word, what follows it, and the best way to break a paragraph from it on.
type fmtWord struct {
	text                        []byte
	space                       int
	paren, period, punct, final bool
	cost                        int64
	next                        int // word that begins the next line
	length                      int // of the line that begins here
}

type fmtParagraph struct {
	*fmtTool
	indents [2]int // of the first line and of the others
	words   []fmtWord
	bytes   int
}

// add cuts a line into words. Two blanks end a sentence, and so does the end of a line.
func (p *fmtParagraph) add(l fmtLine) {
	text, column := l.text, l.column
	for len(text) > 0 {
		n := 1
		for n < len(text) && bytes.IndexByte([]byte(" \t\r\v\f"), text[n]) < 0 {
			n++
		}
		w := fmtWord{text: text[:n]}
		w.mark()
		column += n
		var after int
		text, after = p.blanks(text[n:], column)
		w.space, column = after-column, after
		end := len(text) == 0
		w.final = end && !l.ended || w.period && (end || w.space > 1)
		if end || p.uniform {
			w.space = 1
			if w.final {
				w.space = 2
			}
		}
		p.words = append(p.words, w)
		p.bytes += n
	}
	if len(p.words) >= fmtWords || p.bytes >= fmtBytes {
		p.r.unsupported("of a paragraph of 1000 words or 5000 bytes")
	}
}

// mark finds the punctuation of a word.
func (w *fmtWord) mark() {
	in := func(c byte, set string) bool { return bytes.IndexByte([]byte(set), c) >= 0 }
	last := len(w.text) - 1
	c := w.text[last]
	w.paren = in(w.text[0], "(['`\"")
	w.punct = c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')
	for last > 0 && in(w.text[last], ")]'\"") {
		last--
	}
	w.period = in(w.text[last], ".?!")
}

// print finds the breaks from the last word backwards, and prints the lines.
func (p *fmtParagraph) print(indent int) {
	n := len(p.words)
	p.words[n-1].period, p.words[n-1].final = true, true
	p.words = append(p.words, fmtWord{}) // the end
	for start := n - 1; start >= 0; start-- {
		p.best(start, n)
	}
	margin := p.indents[0]
	for at := 0; at < n; at = p.words[at].next {
		p.column = 0
		p.space(indent)
		p.r.print(p.prefix)
		p.column += len(p.prefix)
		p.space(margin - p.column)
		for i := at; i < p.words[at].next; i++ {
			p.r.print(string(p.words[i].text))
			p.column += len(p.words[i].text)
			if i+1 < p.words[at].next {
				p.space(p.words[i].space)
			}
		}
		p.r.print("\n")
		margin = p.indents[1]
	}
}

// best finds the cheapest line that begins at a word.
func (p *fmtParagraph) best(start, end int) {
	w := &p.words[start]
	length := p.indents[1]
	if start == 0 {
		length = p.indents[0]
	}
	length += len(w.text)
	best := int64(math.MaxInt64)
	for next := start + 1; ; next++ {
		if cost := p.line(next, length, end) + p.words[next].cost; cost < best {
			best, w.next, w.length = cost, next, length
		}
		if next == end {
			break
		}
		length += p.words[next-1].space + len(p.words[next].text)
		if length >= p.width {
			break
		}
	}
	w.cost = best + p.base(start)
}

// line is the cost of a line of that length before the line that begins at next.
func (p *fmtParagraph) line(next, length, end int) int64 {
	if next == end {
		return 0
	}
	cost := fmtShort(p.goal - length)
	if p.words[next].next != end {
		cost += fmtRagged(length - p.words[next].length)
	}
	return cost
}

// base is the cost of beginning a line at a word.
func (p *fmtParagraph) base(at int) int64 {
	cost := int64(fmtLineCost)
	if at > 0 {
		switch before := &p.words[at-1]; {
		case before.period && before.final:
			cost -= fmtSentenceBonus
		case before.period:
			cost += fmtNoBreakCost
		case before.punct:
			cost -= fmtBonus
		case at > 1 && p.words[at-2].final:
			cost += fmtWidowCost / int64(len(before.text))
		}
	}
	switch w := &p.words[at]; {
	case w.paren:
		cost -= fmtBonus
	case w.final:
		cost += fmtOrphanCost / int64(len(w.text))
	}
	return cost
}
