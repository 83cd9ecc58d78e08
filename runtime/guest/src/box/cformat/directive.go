package cformat

import (
	"strconv"
	"strings"
)

// Directive is one conversion of printf(3).
type Directive struct {
	Minus, Plus, Space, Alt, Zero, Quote bool
	Width, Prec                          int    // Prec -1: none
	Length                               string // such as "l"
	Conv                                 byte
}

// most bounds widths and precisions, so that none overflows.
const most = 1 << 30

// Parse reads what follows a '%': star is asked for the value of a '*'. It returns the bytes read, 0 if there
// is no conversion at their end; what was read by then is in the directive.
func Parse(s string, star func() int) (Directive, int) {
	d := Directive{Prec: -1}
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
			n = min(n*10+int(s[i]-'0'), most)
		}
		return n
	}
	d.Width = number()
	if d.Width < 0 {
		d.Minus, d.Width = true, -d.Width
	}
	if i < len(s) && s[i] == '.' {
		i++
		d.Prec = max(number(), -1)
	}
	length := i
	for i < len(s) && strings.IndexByte("hlLjzt", s[i]) >= 0 {
		i++
	}
	d.Length = s[length:i]
	if i == len(s) {
		return d, 0
	}
	d.Conv = s[i]
	return d, i + 1
}

func (d *Directive) flag(c byte) *bool {
	switch c {
	case '-':
		return &d.Minus
	case '+':
		return &d.Plus
	case ' ':
		return &d.Space
	case '#':
		return &d.Alt
	case '0':
		return &d.Zero
	case '\'':
		return &d.Quote
	}
	return nil
}

// Pad brings sign and body to the width.
func (d *Directive) Pad(sign, body string, zero bool) string {
	fill := d.Width - len(sign) - len(body)
	switch {
	case fill <= 0:
		return sign + body
	case d.Minus:
		return sign + body + strings.Repeat(" ", fill)
	case zero:
		return sign + strings.Repeat("0", fill) + body
	}
	return strings.Repeat(" ", fill) + sign + body
}

func (d *Directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.Plus:
		return "+"
	case d.Space:
		return " "
	}
	return ""
}

// Integer formats %d %i %o %u %x %X.
func (d *Directive) Integer(negative bool, magnitude uint64) string {
	base := 10
	sign := ""
	switch d.Conv {
	case 'd', 'i':
		sign = d.sign(negative)
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	digits := strconv.FormatUint(magnitude, base)
	if magnitude == 0 && d.Prec == 0 {
		digits = ""
	}
	if n := d.Prec - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if d.Alt && d.Conv == 'o' && !strings.HasPrefix(digits, "0") {
		digits = "0" + digits
	}
	if d.Alt && base == 16 && magnitude != 0 {
		sign = "0x"
	}
	text := d.Pad(sign, digits, d.Zero && d.Prec < 0)
	if d.Conv == 'X' {
		text = strings.ToUpper(text)
	}
	return text
}

// Text formats %s; width and precision count bytes, as printf(1) does.
func (d *Directive) Text(s string) string {
	if d.Prec >= 0 && d.Prec < len(s) {
		s = s[:d.Prec]
	}
	return d.Pad("", s, false)
}
