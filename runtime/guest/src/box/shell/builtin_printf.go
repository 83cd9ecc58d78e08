package shell

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

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

func printf(sh *Shell, args []string) int {
	into := ""
	rest, ok := sh.options(args, "v:", func(_ byte, arg string) { into = arg })
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

// digits writes a number's digits with its sign or prefix, padded as the flags say.
func (f *formatter) digits(d *spec, sign, s string) {
	if d.prec >= 0 {
		if d.prec == 0 && s == "0" {
			s = ""
		}
		s = strings.Repeat("0", max(0, d.prec-len(s))) + s
	} else if d.zero && !d.minus {
		s = strings.Repeat("0", max(0, d.width-len(s)-len(sign))) + s
	}
	f.pad(d, sign+s)
}

func (d *spec) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.plus:
		return "+"
	case d.space:
		return " "
	}
	return ""
}

func (f *formatter) number(d *spec, n int64) {
	s := strconv.FormatInt(n, 10)
	f.digits(d, d.sign(n < 0), strings.TrimPrefix(s, "-"))
}

func (f *formatter) unsigned(d *spec, n uint64) {
	base := map[byte]int{'o': 8, 'u': 10, 'x': 16, 'X': 16}[d.verb]
	s := strconv.FormatUint(n, base)
	prefix := ""
	if d.alt && n != 0 {
		switch d.verb {
		case 'o':
			s = "0" + s
		case 'x':
			prefix = "0x"
		case 'X':
			prefix = "0X"
		}
	}
	if d.verb == 'X' {
		s = strings.ToUpper(s)
	}
	f.digits(d, prefix, s)
}

func (f *formatter) float(d *spec, v float64) {
	verb := d.verb
	prec := d.prec
	if prec < 0 && verb != 'a' && verb != 'A' {
		prec = 6
	}
	s := ""
	switch verb {
	case 'a', 'A':
		s = hexFloat(v, prec)
	case 'g', 'G':
		s = generalFloat(v, prec, d.alt)
	default:
		s = strconv.FormatFloat(math.Abs(v), verb|0x20, prec, 64)
	}
	switch {
	case math.IsInf(v, 0):
		s = "inf"
	case math.IsNaN(v):
		s = "nan"
	}
	if verb < 'a' {
		s = strings.ToUpper(s)
	}
	sign := d.sign(math.Signbit(v) && !math.IsNaN(v))
	if d.zero && !d.minus && !math.IsInf(v, 0) && !math.IsNaN(v) {
		s = strings.Repeat("0", max(0, d.width-len(s)-len(sign))) + s
	}
	f.pad(d, sign+s)
}

// generalFloat is C's %g.
func generalFloat(v float64, prec int, alt bool) string {
	v = math.Abs(v)
	prec = max(prec, 1)
	e := strconv.FormatFloat(v, 'e', prec-1, 64)
	_, expText, _ := strings.Cut(e, "e")
	exp, _ := strconv.Atoi(expText)
	var s string
	if exp < -4 || exp >= prec {
		s = e
	} else {
		s = strconv.FormatFloat(v, 'f', prec-1-exp, 64)
	}
	if alt || !strings.Contains(s, ".") {
		return s
	}
	mant, expPart, found := strings.Cut(s, "e")
	mant = strings.TrimRight(strings.TrimRight(mant, "0"), ".")
	if found {
		return mant + "e" + expPart
	}
	return mant
}

// hexFloat is C's %a of a long double, which bash uses: its first digit is 8 to f.
func hexFloat(v float64, prec int) string {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		s := strconv.FormatFloat(math.Abs(v), 'x', prec, 64)
		return strings.Replace(s, "p+00", "p+0", 1)
	}
	const digits = 15 // after the first of a mantissa of 64 bits
	m, e := math.Frexp(math.Abs(v))
	mantissa := uint64(math.Ldexp(m, 63)) << 1
	e -= 4
	if prec >= 0 && prec < digits {
		shift := 4 * (digits - prec)
		rest := mantissa & (1<<shift - 1)
		mantissa >>= shift
		if half := uint64(1) << (shift - 1); rest > half || rest == half && mantissa&1 != 0 {
			mantissa++
		}
		if mantissa>>(4*prec) > 0xf {
			mantissa >>= 1
			e++
		}
		mantissa <<= shift
	}
	s := fmt.Sprintf("%016x", mantissa)
	frac := strings.TrimRight(s[1:], "0")
	if prec >= 0 {
		frac = (s[1:] + strings.Repeat("0", max(0, prec-digits)))[:prec]
	}
	if frac != "" {
		frac = "." + frac
	}
	return fmt.Sprintf("0x%c%sp%+d", s[0], frac, e)
}

// integer reads an argument as a number, or the code of the character after a quote.
func (f *formatter) integer(s string, unsigned bool) int64 {
	if n, ok := charCode(s); ok {
		return n
	}
	t := strings.TrimLeft(s, " \t\n")
	neg := strings.HasPrefix(t, "-")
	digits := strings.TrimLeft(t, "+-")
	if len(t)-len(digits) > 1 {
		f.badNumber(s)
		return 0
	}
	base := uint64(10)
	switch {
	case strings.HasPrefix(digits, "0x"), strings.HasPrefix(digits, "0X"):
		base, digits = 16, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	n := 0
	for n < len(digits) && digitOf(digits[n]) < base {
		n++
	}
	v, err := strconv.ParseUint(digits[:n], int(base), 64)
	if n < len(digits) || n == 0 && s != "" {
		f.badNumber(s)
	}
	if err != nil && n > 0 || v > math.MaxInt64 && (!neg || v != 1<<63) {
		if err == nil && !neg && unsigned {
			return int64(v)
		}
		f.sh.complain("printf", "warning: "+s+": Numerical result out of range")
		if f.sh.dash {
			f.status = 1
		}
		switch {
		case unsigned:
			return -1
		case neg:
			return math.MinInt64
		}
		return math.MaxInt64
	}
	if neg {
		return -int64(v)
	}
	return int64(v)
}

func digitOf(c byte) uint64 {
	v, n := parse.Number(string(c), 16, 1)
	if n == 0 {
		return 99
	}
	return v
}

func charCode(s string) (int64, bool) {
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return 0, false
	}
	if len(s) == 1 {
		return 0, true
	}
	r, n := utf8.DecodeRuneInString(s[1:])
	if r == utf8.RuneError && n == 1 {
		return int64(s[1]), true
	}
	return int64(r), true
}

func (f *formatter) badNumber(s string) {
	if f.sh.dash {
		f.sh.complain("printf", s+": expected numeric value")
	} else {
		kind := ""
		switch t := strings.TrimLeft(s, " \t\n+-"); {
		case strings.HasPrefix(t, "0x"), strings.HasPrefix(t, "0X"):
			kind = "hex "
		case len(t) > 1 && t[0] == '0':
			kind = "octal "
		}
		f.sh.complain("printf", s+": invalid "+kind+"number")
	}
	f.status = 1
}

func (f *formatter) floating(s string) float64 {
	if n, ok := charCode(s); ok {
		return float64(n)
	}
	t := strings.TrimSpace(s)
	if t == "" {
		if s != "" {
			f.badNumber(s)
		}
		return 0
	}
	for end := len(t); end > 0; end-- {
		if v, err := strconv.ParseFloat(t[:end], 64); err == nil && !strings.Contains(t[:end], "_") {
			if end < len(t) {
				f.badNumber(s)
			}
			return v
		}
	}
	f.badNumber(s)
	return 0
}
