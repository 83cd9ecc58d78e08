package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// culprit finds the first token from offset start on that nothing could make right: the shortest
// run of tokens that the parser refuses rather than finds incomplete. It returns the token and
// where it ends, or "" if the source merely ends too early.
func (p *Program) culprit(start int) (end int, token string) {
	src := p.src
	if !strings.HasSuffix(src, "\n") {
		src += "\n"
	}
	ends := tokens(src, start)
	lo, hi := 0, len(ends)
	for lo < hi {
		mid := (lo + hi) / 2
		if p.refused(src[start:ends[mid].end]) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == len(ends) {
		return 0, ""
	}
	t := ends[lo]
	return t.end, src[t.start:t.end]
}

// refused reports whether no continuation of src is right.
func (p *Program) refused(src string) bool {
	q := Program{src: src, opt: p.opt}
	for range maxRepairs {
		_, err := q.collect()
		if err == nil || syntax.IsIncomplete(err) {
			return false
		}
		if _, text, ok := details(err); ok && strings.HasPrefix(text, "unclosed here-document") {
			return false
		}
		fixed, ok := q.repair(err)
		if !ok {
			return true
		}
		q.src = fixed
	}
	return false
}

type tokenSpan struct{ start, end int }

// operators are tried in this order.
const operators = ";;& ;; ;& && || |& &>> &> <<< <<- << <& <> >> >& >| <( >( ( ) | & ; < >"

// tokens returns where the tokens of src lie. It looks into $( ) but not into quotes.
func tokens(src string, i int) (list []tokenSpan) {
	ops := strings.Fields(operators)
	for i < len(src) {
		switch c := src[i]; c {
		case ' ', '\t':
			i++
			continue
		case '\n':
			list = append(list, tokenSpan{i, i + 1})
			i++
			continue
		case '#':
			n := strings.IndexByte(src[i:], '\n')
			i += n
			continue
		}
		n := 0
		for _, op := range ops {
			if strings.HasPrefix(src[i:], op) {
				n = len(op)
				break
			}
		}
		if n == 0 {
			n = wordLength(src[i:])
		}
		list = append(list, tokenSpan{i, i + n})
		i += n
	}
	return list
}

func wordLength(s string) int {
	n := 0
	for n < len(s) {
		switch {
		case strings.HasPrefix(s[n:], "$(") && !strings.HasPrefix(s[n:], "$(("):
			return n + 2
		case strings.IndexByte(" \t\n;&|<>()", s[n]) >= 0:
			return max(n, 1)
		}
		n += span(s[n:])
	}
	return n
}

// firstToken returns the token that s begins with.
func firstToken(s string) string {
	if t := tokens(s+"\n", 0); len(t) > 0 {
		return s[t[0].start:min(t[0].end, len(s))]
	}
	return "newline"
}
