package tool

import (
	"math/big"
	"strconv"
	"strings"
)

// directive is one conversion of printf(3).
type directive struct {
	minus, plus, space, alt, zero, quote bool
	width, prec                          int // prec -1: none
	conv                                 byte
}

// parseDirective reads what follows a '%': star is asked for the value of a '*'. It returns
// the bytes read, 0 if they are no directive.
func parseDirective(s string, star func() int) (directive, int) {
	d := directive{prec: -1}
	i := 0
	for ; i < len(s); i++ {
		flag := d.flag(s[i])
		if flag == nil {
			break
		}
		*flag = true
	}
	number := func() int {
		if i < len(s) && s[i] == '*' && star != nil {
			i++
			return star()
		}
		n := 0
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			n = min(n*10+int(s[i]-'0'), 1<<30)
		}
		return n
	}
	d.width = number()
	if d.width < 0 {
		d.minus, d.width = true, -d.width
	}
	if i < len(s) && s[i] == '.' {
		i++
		d.prec = max(number(), -1)
	}
	for i < len(s) && strings.IndexByte("hlLjzt", s[i]) >= 0 {
		i++
	}
	if i == len(s) {
		return d, 0
	}
	d.conv = s[i]
	return d, i + 1
}

func (d *directive) flag(c byte) *bool {
	switch c {
	case '-':
		return &d.minus
	case '+':
		return &d.plus
	case ' ':
		return &d.space
	case '#':
		return &d.alt
	case '0':
		return &d.zero
	case '\'':
		return &d.quote
	}
	return nil
}

// pad brings sign and body to the width.
func (d *directive) pad(sign, body string, zero bool) string {
	fill := d.width - len(sign) - len(body)
	switch {
	case fill <= 0:
		return sign + body
	case d.minus:
		return sign + body + strings.Repeat(" ", fill)
	case zero:
		return sign + strings.Repeat("0", fill) + body
	}
	return strings.Repeat(" ", fill) + sign + body
}

func (d *directive) sign(negative bool) string {
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

// integer formats %d %i %o %u %x %X.
func (d *directive) integer(negative bool, magnitude uint64) string {
	base := 10
	sign := ""
	switch d.conv {
	case 'd', 'i':
		sign = d.sign(negative)
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	digits := new(big.Int).SetUint64(magnitude).Text(base)
	if magnitude == 0 && d.prec == 0 {
		digits = ""
	}
	if n := d.prec - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if d.alt && d.conv == 'o' && !strings.HasPrefix(digits, "0") {
		digits = "0" + digits
	}
	if d.alt && base == 16 && magnitude != 0 {
		sign = "0x"
	}
	text := d.pad(sign, digits, d.zero && d.prec < 0)
	if d.conv == 'X' {
		text = strings.ToUpper(text)
	}
	return text
}

// float formats %f %e %g %a and their capitals; nil is a NaN, which big.Float lacks.
func (d *directive) float(v *big.Float) string {
	if v == nil {
		return d.pad(d.sign(false), "nan", false)
	}
	sign := d.sign(v.Signbit())
	upper := d.conv >= 'A' && d.conv <= 'Z'
	var body string
	abs := new(big.Float).Abs(v)
	prec := d.prec
	conv := d.conv | 0x20
	if prec < 0 && conv != 'a' {
		prec = 6
	}
	switch {
	case v.IsInf():
		body = "inf"
	case conv == 'a':
		body = hexFloat(abs)
	case conv == 'g':
		body = d.general(abs, max(prec, 1))
	default:
		body = abs.Text(conv, prec)
		if d.alt && prec == 0 {
			body += "."
		}
	}
	text := d.pad(sign, body, d.zero && !v.IsInf())
	if upper {
		text = strings.ToUpper(text)
	}
	return text
}

// hexFloat is %a of a long double, whose first digit holds the mantissa's top four bits.
func hexFloat(abs *big.Float) string {
	if abs.Sign() == 0 {
		return "0x0p+0"
	}
	mantissa, exponent, _ := strings.Cut(strings.TrimPrefix(abs.Text('p', -1), "0x."), "p")
	x, _ := strconv.Atoi(exponent)
	text := "0x" + mantissa[:1]
	if len(mantissa) > 1 {
		text += "." + mantissa[1:]
	}
	if x -= 4; x < 0 {
		return text + "p" + strconv.Itoa(x)
	}
	return text + "p+" + strconv.Itoa(x)
}

// general is %g: Go's differs from C's in when it chooses the exponent and in '#'.
func (d *directive) general(abs *big.Float, prec int) string {
	e := abs.Text('e', prec-1)
	mantissa, exponent, _ := strings.Cut(e, "e")
	x := 0
	for _, c := range exponent[1:] {
		x = x*10 + int(c-'0')
	}
	if exponent[0] == '-' {
		x = -x
	}
	if x >= -4 && x < prec {
		mantissa, exponent = abs.Text('f', prec-1-x), ""
	} else {
		exponent = "e" + exponent
	}
	if !d.alt && strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + exponent
}

// text formats %s; width and precision count bytes, as printf(1) does.
func (d *directive) text(s string) string {
	if d.prec >= 0 && d.prec < len(s) {
		s = s[:d.prec]
	}
	return d.pad("", s, false)
}
