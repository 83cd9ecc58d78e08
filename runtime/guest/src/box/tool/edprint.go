package tool

import (
	"strconv"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// show are the commands that print.
func (e *ed) show(c byte) {
	switch c {
	case 'l', 'n', 'p':
		e.here()
		e.ending()
		e.suffix.list = e.suffix.list || c == 'l'
		e.suffix.number = e.suffix.number || c == 'n'
		e.printLines(e.first, e.second, e.suffix)
		e.suffix = edSuffix{}
	case 'z':
		e.ranged(1, e.next(!e.global))
		if c := e.text[0]; c > '0' && c <= '9' {
			e.window = e.number()
		}
		e.ending()
		e.printLines(e.second, min(len(e.lines), e.second+e.window-1), e.suffix)
		e.suffix = edSuffix{}
	case '=':
		e.ending()
		if e.count == 0 {
			e.second = len(e.lines)
		}
		e.r.print(strconv.Itoa(e.second), "\n")
	case '\n':
		e.ranged(1, e.next(e.traditional || !e.global))
		e.printLines(e.second, e.second, edSuffix{})
	}
}

func (e *ed) next(after bool) int {
	if after {
		return e.current + 1
	}
	return e.current
}

func (e *ed) printLines(first, second int, how edSuffix) {
	if first < 1 {
		panic(edInvalidAddress)
	}
	for n := first; n <= second; n++ {
		prefix := ""
		if how.number {
			prefix = strconv.Itoa(n) + "\t"
		}
		e.r.print(prefix)
		text := e.lines[n-1].text
		if how.list {
			e.list(text, len(prefix))
		} else {
			_, _ = e.r.out.Write(text)
		}
		e.r.print("\n")
	}
	e.current = second
}

const edEscapes = "a\ab\bf\fn\nr\rt\tv\v"

// list shows a line unambiguously, folded at the width of the window.
func (e *ed) list(text []byte, used int) {
	width := 72
	if n, ok := linux.Columns(1); ok && n > 8 {
		width = n
	}
	col := used
	if used > 0 {
		col = 8
	}
	for _, c := range text {
		piece := edPiece(c)
		if col += len(piece); col > width && !e.traditional {
			e.r.print("\\\n")
			col = len(piece)
		}
		e.r.print(piece)
	}
	if !e.traditional {
		e.r.print("$")
	}
}

func edPiece(c byte) string {
	for i := 1; i < len(edEscapes); i += 2 {
		if edEscapes[i] == c {
			return `\` + edEscapes[i-1:i]
		}
	}
	switch {
	case c == '\\' || c == '$':
		return `\` + string(c)
	case c < ' ' || c > '~':
		return sprintf(`\%03o`, c)
	}
	return string(rune(c))
}
