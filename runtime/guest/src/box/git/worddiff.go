package git

import (
	"bytes"
	"slices"
	"strings"
)

// wordStyle is how a form of --word-diff marks words.
type wordStyle struct{ added, removed, same [2]string }

var wordStyles = map[string]wordStyle{
	"plain":     {added: [2]string{"{+", "+}"}, removed: [2]string{"[-", "-]"}},
	"porcelain": {added: [2]string{"+", "\n"}, removed: [2]string{"-", "\n"}, same: [2]string{" ", "\n"}},
}

// wordDiff prints hunks by words.
type wordDiff struct {
	out       strings.Builder
	style     wordStyle
	porcelain bool
	old, new  []byte // lines that differ and are still to be compared
}

// wordHunks is the body of a patch by words.
func (g *program) wordHunks(old, new []byte, d *diffOptions) string {
	lines := *d
	lines.words = ""
	w := &wordDiff{style: wordStyles[d.words], porcelain: d.words == "porcelain"}
	for line := range strings.Lines(g.hunks(old, new, &lines)) {
		switch line[0] {
		case '-':
			w.old = append(w.old, line[1:]...)
		case '+':
			w.new = append(w.new, line[1:]...)
		case '\\':
		case ' ':
			w.flush()
			if w.porcelain {
				w.out.WriteString(line + "~\n")
			} else {
				w.out.WriteString(line[1:])
			}
		default:
			w.flush()
			w.out.WriteString(line)
		}
	}
	w.flush()
	return w.out.String()
}

// write prints a text between marks, line by line.
func (w *wordDiff) write(marks [2]string, text []byte) {
	for len(text) > 0 {
		i := bytes.IndexByte(text, '\n')
		if i != 0 {
			part := text
			if i > 0 {
				part = text[:i]
			}
			w.out.WriteString(marks[0] + string(part) + marks[1])
		}
		if i < 0 {
			return
		}
		if w.porcelain {
			w.out.WriteString("~\n")
		} else {
			w.out.WriteString("\n")
		}
		text = text[i+1:]
	}
}

func (w *wordDiff) flush() {
	if len(w.old)+len(w.new) == 0 {
		return
	}
	old, new := w.old, w.new
	w.old, w.new = nil, nil
	if len(new) == 0 {
		w.write(w.style.removed, old)
		return
	}
	a, b := wordsOf(old), wordsOf(new)
	at := 0
	for _, e := range compareParts(a.texts(old), b.texts(new), true) {
		from, to := a.span(e.a, e.n)
		newFrom, newTo := b.span(e.b, e.m)
		if at != newFrom {
			w.write(w.style.same, new[at:newFrom])
		}
		w.write(w.style.removed, old[from:to])
		w.write(w.style.added, new[newFrom:newTo])
		at = newTo
	}
	w.write(w.style.same, new[at:])
}

// wordSpans are where the words of a text begin and end.
type wordSpans [][2]int

func wordsOf(text []byte) wordSpans {
	var list wordSpans
	blank := func(c byte) bool { return bytes.IndexByte([]byte(" \t\r\n\v\f"), c) >= 0 }
	for i := 0; i < len(text); {
		if blank(text[i]) {
			i++
			continue
		}
		from := i
		for i < len(text) && !blank(text[i]) {
			i++
		}
		list = append(list, [2]int{from, i})
	}
	return list
}

func (s wordSpans) texts(text []byte) [][]byte {
	list := make([][]byte, len(s))
	for i, w := range s {
		list[i] = slices.Concat(text[w[0]:w[1]], []byte("\n"))
	}
	return list
}

// span is where n words from the i-th on stand; for none the end of the one before.
func (s wordSpans) span(i, n int) (from, to int) {
	switch {
	case n > 0:
		return s[i][0], s[i+n-1][1]
	case i == 0:
		return 0, 0
	}
	return s[i-1][1], s[i-1][1]
}
