package tool

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

type printf struct {
	r      *run
	format string
	args   []string
	used   bool // a conversion took an argument in this round
	out    strings.Builder
	stop   bool
}

func printfMain(r *run) int {
	args := r.args
	if len(args) == 1 && args[0] == "--help" {
		r.help()
	}
	if len(args) == 1 && args[0] == "--version" {
		r.version()
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		r.usage("missing operand")
	}
	p := &printf{r: r, format: args[0], args: args[1:]}
	for {
		p.used = false
		p.once()
		r.print(p.out.String())
		p.out.Reset()
		if p.stop || len(p.args) == 0 {
			break
		}
		if !p.used {
			r.message("warning: ignoring excess arguments, starting with " + r.curly(p.args[0]))
			break
		}
	}
	return r.status
}

func (p *printf) next() (string, bool) {
	p.used = true
	if len(p.args) == 0 {
		return "", false
	}
	a := p.args[0]
	p.args = p.args[1:]
	return a, true
}

func (p *printf) once() {
	f := p.format
	for i := 0; i < len(f) && !p.stop; {
		switch f[i] {
		case '%':
			if strings.HasPrefix(f[i+1:], "%") {
				p.out.WriteByte('%')
				i += 2
				continue
			}
			d, n := cformat.Parse(f[i+1:], p.star)
			if n == 0 || !p.convert(&d) {
				p.r.print(p.out.String())
				p.r.die(1, "%s: invalid conversion specification", f[i:min(len(f), i+1+max(n, 1))])
			}
			i += n + 1
		case '\\':
			i += p.escape(f[i:], false)
		default:
			p.out.WriteByte(f[i])
			i++
		}
	}
}

func (p *printf) star() int {
	a, _ := p.next()
	neg, n := p.integer(a)
	if neg {
		return -int(min(n, math.MaxInt32))
	}
	return int(min(n, math.MaxInt32))
}

func (p *printf) convert(d *cformat.Directive) bool {
	switch d.Conv {
	case 'b':
		a, _ := p.next()
		text := p.expand(a)
		p.out.WriteString(d.Text(text))
	case 'q':
		a, _ := p.next()
		p.out.WriteString(shellQuote(a, p.r.utf8Locale(), false))
	case 's':
		a, _ := p.next()
		p.out.WriteString(d.Text(a))
	case 'c':
		a, _ := p.next()
		if a == "" {
			a = "\x00"
		}
		p.out.WriteString(d.Pad("", a[:1], false))
	case 'd', 'i', 'o', 'u', 'x', 'X':
		a, _ := p.next()
		neg, n := p.integer(a)
		if neg && d.Conv != 'd' && d.Conv != 'i' {
			n = -n
		}
		if limit := uint64(math.MaxInt64); n > limit && !neg && (d.Conv == 'd' || d.Conv == 'i') {
			n = limit // said by integer
		}
		p.out.WriteString(d.Integer(neg, n))
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		a, _ := p.next()
		p.out.WriteString(d.LongDouble(p.float(a)))
	default:
		return false
	}
	return true
}

// expand is %b: escapes as in echo -e, and \c ends everything.
func (p *printf) expand(s string) string {
	saved := p.out.String()
	p.out.Reset()
	for i := 0; i < len(s) && !p.stop; {
		if s[i] == '\\' {
			i += p.escape(s[i:], true)
			continue
		}
		p.out.WriteByte(s[i])
		i++
	}
	text := p.out.String()
	p.out.Reset()
	p.out.WriteString(saved)
	return text
}

// escape writes the escape that s begins with and returns its length.
func (p *printf) escape(s string, octalZero bool) int {
	if len(s) == 1 {
		p.out.WriteByte('\\')
		return 1
	}
	if c, ok := cformat.Escape(s[1]); ok || c == '"' {
		p.out.WriteByte(c)
		return 2
	}
	switch c := s[1]; {
	case c == 'c':
		p.stop = true
		return 2
	case c == 'x':
		v, n := cformat.Digits(s[2:], 16, 2)
		if n == 0 {
			p.r.die(1, "missing hexadecimal number in escape")
		}
		p.out.WriteByte(byte(v))
		return 2 + n
	case c == 'u' || c == 'U':
		want := 4
		if c == 'U' {
			want = 8
		}
		v, n := cformat.Digits(s[2:], 16, want)
		if n < want {
			p.r.die(1, "missing hexadecimal number in escape")
		}
		p.out.WriteString(string(rune(v)))
		return 2 + n
	case c >= '0' && c <= '7':
		skip := 1
		if octalZero && c == '0' {
			skip = 2
		}
		v, n := cformat.Digits(s[skip:], 8, 3)
		p.out.WriteByte(byte(v))
		return skip + n
	}
	p.out.WriteString(s[:2])
	return 2
}

// character is the value of 'x or "x; ok is false if the argument is no such thing.
func (p *printf) character(a string) (uint64, bool) {
	if len(a) < 2 || a[0] != '\'' && a[0] != '"' {
		return 0, false
	}
	c, size, ok := nextChar(a[1:], p.r.utf8Locale())
	if !ok {
		c, size = rune(a[1]), 1
	}
	if rest := a[1+size:]; rest != "" {
		p.r.message("warning: " + rest + ": character(s) following character constant have been ignored")
	}
	return uint64(c), true
}

func (p *printf) integer(a string) (negative bool, magnitude uint64) {
	if n, ok := p.character(a); ok {
		return false, n
	}
	s := strings.TrimLeft(a, " \t\n\v\f\r")
	body := strings.TrimLeft(s, "+-")
	negative = strings.HasPrefix(s, "-")
	base := 10
	switch {
	case strings.HasPrefix(body, "0x") || strings.HasPrefix(body, "0X"):
		base, body = 16, body[2:]
	case len(body) > 1 && body[0] == '0':
		base = 8
	}
	n := 0
	for n < len(body) {
		if d := cformat.Digit(body[n]); d < 0 || d >= base {
			break
		}
		n++
	}
	magnitude, err := strconv.ParseUint(body[:n], base, 64)
	switch {
	case a == "":
	case n == 0 || len(s)-len(strings.TrimLeft(s, "+-")) > 1:
		p.r.warn("%s: expected a numeric value", p.r.curly(a))
		return false, 0
	case err != nil:
		p.r.warn("%s: Numerical result out of range", p.r.curly(a))
	case n < len(body):
		p.r.warn("%s: value not completely converted", p.r.curly(a))
	}
	if negative && magnitude > 1<<63 {
		magnitude = 1 << 63
	}
	return negative, magnitude
}

func (p *printf) float(a string) *big.Float {
	if n, ok := p.character(a); ok {
		return cformat.NewLongDouble().SetUint64(n)
	}
	v, rest, ok := cformat.ParseLongDouble(a)
	switch {
	case a == "":
	case !ok:
		p.r.warn("%s: expected a numeric value", p.r.curly(a))
	case rest != "":
		p.r.warn("%s: value not completely converted", p.r.curly(a))
	}
	return v
}
