package tool

import (
	"bytes"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

const edInvalidAddress edError = "Invalid address"

// addresses reads those before a command: the last two count. Of a pair without a first one it is line 1, or
// with ';' the current one; without a second one it is the last line, or the first one if that was given.
func (e *ed) addresses() {
	e.first, e.second, e.count = e.current, e.current, 0
	for implied := -1; ; {
		n, given := e.address()
		c := e.text[0]
		pair := c == ',' || c == ';' || c == '%' && !given && implied < 0
		switch {
		case given:
			e.push(n)
		case implied >= 0:
			e.push(implied)
		case pair && c == ';':
			e.push(e.current)
		case pair:
			e.push(1)
		}
		if !pair {
			break
		}
		e.text = e.text[1:]
		if implied = len(e.lines); given {
			implied = e.second
		}
		if c == ';' && given {
			e.current = e.second
		}
	}
	if e.count == 1 {
		e.first = e.second
	}
}

func (e *ed) push(n int) {
	e.first, e.second = e.second, n
	e.count++
}

// address reads one, with what is added to it.
func (e *ed) address() (n int, given bool) {
	e.blanks()
	n = e.current
	for len(e.text) > 0 {
		c := e.text[0]
		switch {
		case edDigit(c):
			v := e.number()
			if given {
				v += n
			}
			n = v
		case c == '+' || c == '-' || c == ' ' || c == '\t':
			e.text = e.text[1:]
			e.blanks()
			switch {
			case len(e.text) > 0 && edDigit(e.text[0]):
				v := e.number()
				if c == '-' {
					v = -v
				}
				n += v
			case c == '+':
				n++
			case c == '-':
				n--
			}
		case bytes.IndexByte([]byte(".$/?'"), c) >= 0:
			if given {
				panic(edInvalidAddress)
			}
			n = e.base(c)
		default:
			e.checkAddress(n, given)
			return n, given
		}
		given = true
	}
	e.checkAddress(n, given)
	return n, given
}

func (e *ed) checkAddress(n int, given bool) {
	if given && (n < 0 || n > len(e.lines)) {
		panic(edInvalidAddress)
	}
}

// base reads an address that begins with c and is no number.
func (e *ed) base(c byte) int {
	e.text = e.text[1:]
	switch c {
	case '.':
		return e.current
	case '$':
		return len(e.lines)
	case '\'':
		mark := e.text[0]
		e.text = e.text[1:]
		if mark < 'a' || mark > 'z' {
			panic(edError("Invalid mark character"))
		}
		if n := e.find(e.marks[mark-'a']); n > 0 {
			return n
		}
		panic(edInvalidAddress)
	}
	re := e.pattern(c)
	if e.text[0] == c {
		e.text = e.text[1:]
	}
	if e.text[0] == 'I' {
		e.text = e.text[1:]
	}
	step := 1
	if c == '?' {
		step = -1
	}
	for n, at := len(e.lines)+1, e.current; n > 0; n-- {
		at = (at + step + len(e.lines) + 1) % (len(e.lines) + 1)
		if at > 0 && re.Match(e.lines[at-1].text) {
			return at
		}
	}
	panic(edError("No match"))
}

// number reads digits.
func (e *ed) number() int {
	n := 0
	for len(e.text) > 0 && edDigit(e.text[0]) {
		if n = n*10 + int(e.text[0]-'0'); n > 1<<30 {
			panic(edError("Bad numerical result"))
		}
		e.text = e.text[1:]
	}
	return n
}

func (e *ed) blanks() {
	for len(e.text) > 0 && (e.text[0] == ' ' || e.text[0] == '\t') {
		e.text = e.text[1:]
	}
}

// pattern reads a regular expression up to its delimiter, which it leaves there, or to the end of the line.
// An empty one is the last one.
func (e *ed) pattern(delim byte) *regex.Regexp {
	if delim == ' ' {
		panic(edError("Invalid pattern delimiter"))
	}
	end := e.patternEnd(delim)
	text := e.text[:end]
	fold := end+1 < len(e.text) && e.text[end] == delim && e.text[end+1] == 'I'
	e.text = e.text[end:]
	if len(text) == 0 && (e.text[0] == '\n' || e.text[0] == delim) {
		if e.subst.last == nil {
			panic(edError("No previous pattern"))
		}
		return e.subst.last
	}
	text = bytes.ReplaceAll(text, []byte{'\\', '\n'}, []byte{'\n'})
	text = edPlainDelimiter(text, delim)
	re, err := regex.Compile(string(text), regex.Options{Syntax: e.syntax, Fold: fold})
	if err != nil {
		panic(edError(err.Error()))
	}
	e.subst.last = re
	return re
}

// edPlainDelimiter takes the backslash from delimiters.
func edPlainDelimiter(text []byte, delim byte) []byte {
	if bytes.IndexByte([]byte(`.*[]^$\+?(){}|`), delim) >= 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte{'\\', delim}, []byte{delim})
}

// patternEnd is where the delimiter or the end of the line stands.
func (e *ed) patternEnd(delim byte) int {
	i := 0
	for ; e.text[i] != delim && e.text[i] != '\n'; i++ {
		switch e.text[i] {
		case '\\':
			i++
			if i+1 == len(e.text) {
				panic(edError(`Trailing backslash (\)`))
			}
		case '[':
			if i = edBracketEnd(e.text, i); i < 0 {
				panic(edError("Unbalanced brackets ([])"))
			}
		}
	}
	return i
}

// edBracketEnd is where the bracket expression that begins at i ends; -1 if it does not.
func edBracketEnd(text []byte, i int) int {
	i++
	if text[i] == '^' {
		i++
	}
	if text[i] == ']' {
		i++
	}
	for ; text[i] != ']'; i++ {
		if text[i] == '\n' {
			return -1
		}
		if c := text[i+1]; text[i] == '[' && (c == '.' || c == ':' || c == '=') {
			end := bytes.Index(text[i+2:], []byte{c, ']'})
			if end < 0 {
				return -1
			}
			i += 2 + end + 1
		}
	}
	return i
}

func edDigit(c byte) bool { return c >= '0' && c <= '9' }
