package shell

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// formatInteger formats an integer that is kept in 64 bits, signed or not.
func formatInteger(d *cformat.Directive, n int64) string {
	if n < 0 && (d.Conv == 'd' || d.Conv == 'i') {
		return d.Integer(true, -uint64(n))
	}
	return d.Integer(false, uint64(n))
}

// float formats what bash keeps in a long double, and dash in a double.
func (f *formatter) float(d *cformat.Directive, s string) string {
	v := f.floating(s)
	if !f.sh.dash || v == nil {
		return d.LongDouble(v)
	}
	x, _ := v.Float64()
	return d.Double(x)
}

// integer reads an argument as a number, or the code of the character after a quote.
func (f *formatter) integer(s string, unsigned bool) int64 {
	if n, ok := f.charCode(s); ok {
		return n
	}
	t := strings.TrimLeft(s, " \t\n")
	neg := strings.HasPrefix(t, "-")
	digits := strings.TrimLeft(t, "+-")
	if len(t)-len(digits) > 1 {
		f.badNumber(s, false)
		return 0
	}
	base := 10
	switch {
	case strings.HasPrefix(digits, "0x"), strings.HasPrefix(digits, "0X"):
		base, digits = 16, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	n := 0
	for n < len(digits) && cformat.Digit(digits[n]) >= 0 && cformat.Digit(digits[n]) < base {
		n++
	}
	v, err := strconv.ParseUint(digits[:n], base, 64)
	if n < len(digits) || n == 0 && s != "" {
		f.badNumber(s, n > 0)
	}
	if err != nil && n > 0 || v > math.MaxInt64 && (!neg || v != 1<<63) {
		if err == nil && !neg && unsigned {
			return int64(v)
		}
		f.outOfRange(s)
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

// charCode is the code of the character after a quote; dash takes the byte.
func (f *formatter) charCode(s string) (int64, bool) {
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return 0, false
	}
	if len(s) == 1 {
		return 0, true
	}
	r, n := utf8.DecodeRuneInString(s[1:])
	if r == utf8.RuneError && n == 1 || f.sh.dash {
		return int64(s[1]), true
	}
	return int64(r), true
}

// outOfRange is an error to dash and nothing but a warning to bash.
func (f *formatter) outOfRange(s string) {
	const text = ": Numerical result out of range"
	if f.sh.dash {
		f.sh.complain("printf", s+text)
		f.status = 1
		return
	}
	f.sh.complain("printf", "warning: "+s+text)
}

// badNumber tells of an argument that is no number, or only begins with one.
func (f *formatter) badNumber(s string, begins bool) {
	switch {
	case f.sh.dash && begins:
		f.sh.complain("printf", s+": not completely converted")
	case f.sh.dash:
		f.sh.complain("printf", s+": expected numeric value")
	default:
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

// floating reads an argument as a number, nil for a NaN, or the code of the character after a quote.
func (f *formatter) floating(s string) *big.Float {
	if n, ok := f.charCode(s); ok {
		return cformat.NewLongDouble().SetInt64(n)
	}
	v, rest, some := cformat.ParseLongDouble(s)
	if rest != "" {
		f.badNumber(s, some)
	}
	return v
}
