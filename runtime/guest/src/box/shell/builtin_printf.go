package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
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
	spec := "v:"
	if sh.dash {
		spec = ""
	}
	rest, ok = sh.options(args, spec, func(_ byte, arg string) { into = arg })
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
			return 2
		}
		return sh.usageError("")
	}
	if into != "" && !validTarget(into) {
		sh.fail("`" + into + "': not a valid identifier")
		return 2
	}
	if status, done := sh.quickPrintf(into, rest[0], rest[1:]); done {
		return status
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
		text, _, _ := strings.Cut(f.out.String(), "\x00")
		if !sh.assignTarget(into, text) {
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
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, n := cformat.Digits(s[1:], 8, 3)
		f.out.WriteByte(byte(v))
		return 1 + n
	case 'x', 'u', 'U':
		if f.sh.dash {
			f.out.WriteString(s[:2])
			return 2
		}
		n := f.sh.hexEscape(&f.out, s[1:])
		if n == 1 {
			f.noDigits(c)
		}
		return 1 + n
	case '%':
		f.out.WriteByte('\\')
		return 1
	case '"', '\'', '?':
		f.out.WriteByte(c)
		return 2
	default:
		letterEscape(&f.out, c, f.sh.dash)
		return 2
	}
}

// noDigits complains about an escape that lacks its digits.
func (f *formatter) noDigits(c byte) {
	kind := "unicode"
	if c == 'x' {
		kind = "hex"
	}
	f.sh.complain("printf", "missing "+kind+" digit for \\"+string(c))
}

// directive formats what begins with %; 0: it is wrong, which ends printf.
func (f *formatter) directive(s string) int {
	d, n := cformat.Parse(s[1:], f.star)
	if n == 0 {
		f.sh.fail("`" + s + "': missing format character")
		f.status, f.stop = 1, true
		return 0
	}
	if d.Conv == '(' && !f.sh.dash {
		if end := f.timeDirective(&d, s[n:]); end > 0 {
			return n + end
		}
		f.out.WriteByte('%')
		return 1
	}
	f.unknown = !f.verb(&d)
	if f.unknown && f.sh.dash {
		f.sh.fail(s[:n+1] + ": invalid directive")
		f.status, f.stop = 2, true
		return 0
	}
	if f.unknown {
		f.sh.fail("`" + string(d.Conv) + "': invalid format character")
		f.status, f.stop = 1, true
		return 0
	}
	return n + 1
}

// timeDirective formats (format)T; 0: that is not what s begins with.
func (f *formatter) timeDirective(d *cformat.Directive, s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth > 0 {
			continue
		}
		if i+1 == len(s) {
			return 0
		}
		if s[i+1] != 'T' {
			f.sh.complain("printf", "warning: `"+s[i+1:i+2]+"': invalid time format specification")
			return 0
		}
		f.time(d, s[1:i])
		return i + 2
	}
	return 0
}

// star takes a width or precision from the arguments.
func (f *formatter) star() int {
	a, _ := f.next()
	return int(f.integer(a, false))
}

func (f *formatter) verb(d *cformat.Directive) bool {
	switch d.Conv {
	case 's':
		a, _ := f.next()
		f.out.WriteString(d.Text(a))
	case 'b':
		a, _ := f.next()
		text, stop := f.sh.echoEscapes(octalWithoutZero(a))
		f.out.WriteString(d.Text(text))
		f.stop = f.stop || stop
	case 'q', 'Q':
		if f.sh.dash {
			return false
		}
		a, _ := f.next()
		if d.Conv == 'Q' && d.Prec >= 0 {
			a, d.Prec = cutTo(a, d.Prec), -1
		}
		f.out.WriteString(d.Text(quoteBackslash(a)))
	case 'c':
		a, _ := f.next()
		if a == "" {
			a = "\x00"
		}
		f.out.WriteString(d.Text(a[:1]))
	case 'd', 'i':
		a, _ := f.next()
		f.out.WriteString(formatInteger(d, f.integer(a, false)))
	case 'o', 'u', 'x', 'X':
		a, _ := f.next()
		f.out.WriteString(formatInteger(d, f.integer(a, true)))
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		a, _ := f.next()
		f.out.WriteString(f.float(d, a))
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
