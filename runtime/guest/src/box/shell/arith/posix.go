package arith

import (
	"math"
	"strings"
)

// IllegalNumberError is the value of a variable that is no number, which dash wants it to be.
type IllegalNumberError string

// Error says what dash says.
func (e IllegalNumberError) Error() string { return "Illegal number: " + string(e) }

const blank = " \t\n\v\f\r"

// saturated reads the value of a variable as dash does: one number with blanks around it.
func saturated(s string) (int64, bool) {
	text := strings.TrimLeft(s, blank)
	negative := strings.HasPrefix(text, "-")
	digits := text
	if negative || strings.HasPrefix(text, "+") {
		digits = text[1:]
	}
	v, end := prefixNumber(digits, 0)
	if end == 0 && digits != text {
		return 0, false
	}
	if strings.Trim(digits[end:], blank) != "" {
		return 0, false
	}
	if negative {
		v = -v
	}
	return v, true
}

// prefixNumber is strtoimax with base 0 at an offset: the number that begins there, and where it ends. What
// is too large is the largest.
func prefixNumber(s string, at int) (v int64, end int) {
	base := int64(10)
	i := at
	switch {
	case len(s) > i+2 && s[i] == '0' && (s[i+1] == 'x' || s[i+1] == 'X') && within(s[i+2], 16):
		base, i = 16, i+2
	case len(s) > i && s[i] == '0':
		base = 8
	}
	for ; i < len(s) && within(s[i], base); i++ {
		d := digit(s[i], 36)
		if v > (math.MaxInt64-d)/base {
			v = math.MaxInt64
			continue
		}
		v = v*base + d
	}
	return v, i
}

func within(c byte, base int64) bool {
	d := digit(c, 36)
	return d >= 0 && d < base
}
