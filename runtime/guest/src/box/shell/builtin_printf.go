package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

// formatter is a run of printf.
type formatter struct {
	sh      *Shell
	out     strings.Builder
	args    []string
	used    bool // a directive has taken an argument
	status  int
	stop    bool // \c was met
	unknown bool // the directive is none
}

// printfOptions reads the option of printf; most calls have none.
func (sh *Shell) printfOptions(args []string) (into string, rest []string, ok bool) {
	if len(args) > 1 && (args[1] == "" || args[1][0] != '-') {
		return "", args[1:], true
	}
	rest, ok = sh.options(args, "v:", func(_ byte, arg string) { into = arg })
	return into, rest, ok
}

func printf(sh *Shell, args []string) int {
	into, rest, ok := sh.printfOptions(args)
	if !ok {
		return 2
	}
	if len(rest) == 0 {
		if sh.dash {
			sh.complain("printf", "usage: printf format [arg ...]")
			sh.endSpecial()
		}
		return sh.usageError("")
	}
	if into != "" && !validTarget(into) {
		sh.fail("`" + into + "': not a valid identifier")
		return 2
	}
	f := formatter{sh: sh, args: rest[1:]}
	for {
		f.used = false
		f.format(rest[0])
		if f.stop || len(f.args) == 0 || !f.used {
			break
		}
	}
	if into != "" {
		if !sh.assignTarget(into, f.out.String()) {
			return 1
		}
		return f.status
	}
	sh.print(f.out.String())
	return f.status
}

// next takes an argument; without one left it is empty.
func (f *formatter) next() (string, bool) {
	f.used = true
	if len(f.args) == 0 {
		return "", false
	}
	a := f.args[0]
	f.args = f.args[1:]
	return a, true
}

// format goes through the format once.
func (f *formatter) format(s string) {
	for i := 0; i < len(s) && !f.stop; {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i += f.escape(s[i:])
		case s[i] == '%' && i+1 < len(s) && s[i+1] == '%':
			f.out.WriteByte('%')
			i += 2
		case s[i] == '%':
			n := f.directive(s[i:])
			if n == 0 {
				return
			}
			i += n
		default:
			n := strings.IndexAny(s[i+1:], "\\%") + 1
			if n == 0 {
				n = len(s) - i
			}
			f.out.WriteString(s[i : i+n])
			i += n
		}
	}
}

// escape expands a backslash in the format.
func (f *formatter) escape(s string) int {
	switch c := s[1]; c {
	case 'c':
		f.stop = true
		return 2
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, n := parse.Number(s[1:], 8, 3)
		f.out.WriteByte(byte(v))
		return 1 + n
	case 'x', 'u', 'U':
		if n := hexEscape(&f.out, s[1:]); n > 1 || !f.sh.dash {
			return 1 + n
		}
		return 2
	case '"', '\'', '?':
		f.out.WriteByte(c)
		return 2
	default:
		letterEscape(&f.out, c, f.sh.dash)
		return 2
	}
}

// spec is a directive: flags, width, precision and letter.
type spec struct {
	minus, plus, space, zero, alt, comma bool
	width, prec                          int // prec -1: none
	verb                                 byte
}

// directive formats what begins with %; 0: it is wrong, which ends printf.
func (f *formatter) directive(s string) int {
	d := spec{prec: -1}
	i := 1
flags:
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			d.minus = true
		case '+':
			d.plus = true
		case ' ':
			d.space = true
		case '0':
			d.zero = true
		case '#':
			d.alt = true
		case '\'':
			d.comma = true
		default:
			break flags
		}
	}
	i += f.size(s[i:], &d.width)
	if d.width < 0 {
		d.minus, d.width = true, -d.width
	}
	if i < len(s) && s[i] == '.' {
		i++
		d.prec = 0
		n := f.size(s[i:], &d.prec)
		i += n
		d.prec = max(d.prec, -1)
	}
	for i < len(s) && strings.IndexByte("hlLjzt", s[i]) >= 0 {
		i++
	}
	if i >= len(s) {
		f.sh.fail("`" + s + "': missing format character")
		f.status, f.stop = 1, true
		return 0
	}
	if s[i] == '(' && !f.sh.dash {
		if end := strings.Index(s[i:], ")T"); end > 0 {
			f.time(&d, s[i+1:i+end])
			return i + end + 2
		}
	}
	d.verb = s[i]
	f.unknown = !f.verb(&d)
	if f.unknown && f.sh.dash {
		f.sh.fail(s[:i+1] + ": invalid directive")
		f.status, f.stop = 2, true
		return 0
	}
	if f.unknown {
		f.sh.fail("`" + string(d.verb) + "': invalid format character")
		f.status, f.stop = 1, true
		return 0
	}
	return i + 1
}

// size reads a number, or takes one from the arguments for *.
func (f *formatter) size(s string, to *int) int {
	if strings.HasPrefix(s, "*") {
		a, _ := f.next()
		*to = int(f.integer(a, false))
		return 1
	}
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		*to = *to*10 + int(s[n]-'0')
		n++
	}
	return n
}

func (f *formatter) verb(d *spec) bool {
	switch d.verb {
	case 's':
		a, _ := f.next()
		f.text(d, a)
	case 'b':
		a, _ := f.next()
		text, stop := echoEscapes(octalWithoutZero(a), f.sh.dash)
		f.text(d, text)
		f.stop = f.stop || stop
	case 'q', 'Q':
		if f.sh.dash {
			return false
		}
		a, _ := f.next()
		if d.verb == 'Q' && d.prec >= 0 {
			a, d.prec = cutTo(a, d.prec), -1
		}
		f.text(d, quoteBackslash(a))
	case 'c':
		a, _ := f.next()
		if a == "" {
			a = "\x00"
		}
		f.text(d, a[:1])
	case 'd', 'i':
		a, _ := f.next()
		f.number(d, f.integer(a, false))
	case 'o', 'u', 'x', 'X':
		a, _ := f.next()
		f.unsigned(d, uint64(f.integer(a, true)))
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		a, _ := f.next()
		f.float(d, f.floating(a))
	case 'n':
		a, _ := f.next()
		f.sh.setVar(a, itoa(f.out.Len()))
	default:
		return false
	}
	return true
}

// octalWithoutZero lets %b take \NNN as \0NNN.
func octalWithoutZero(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if s[i] == '\\' && i+1 < len(s) {
			if c := s[i+1]; '1' <= c && c <= '7' {
				b.WriteByte('0')
			}
			i++
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func cutTo(s string, n int) string {
	i := 0
	for at := range s {
		if i == n {
			return s[:at]
		}
		i++
	}
	return s
}

// text writes a string; bash counts bytes.
func (f *formatter) text(d *spec, s string) {
	if d.prec >= 0 && d.prec < len(s) {
		s = s[:d.prec]
	}
	f.pad(d, s)
}

func (f *formatter) pad(d *spec, s string) {
	if len(s) >= d.width {
		f.out.WriteString(s)
		return
	}
	fill := strings.Repeat(" ", max(0, d.width-len(s)))
	if d.minus {
		f.out.WriteString(s + fill)
	} else {
		f.out.WriteString(fill + s)
	}
}
