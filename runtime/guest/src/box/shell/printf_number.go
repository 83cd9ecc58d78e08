package shell

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

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
		case len(t) > 1 && t[0] == '0' && isDigit(t[1]):
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
	hex := strings.ToLower(strings.TrimLeft(t, "+-"))
	if strings.HasPrefix(hex, "0x") && !strings.Contains(hex, "p") {
		t += "p0"
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
