package cformat

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Double formats %f %e %g %a and their capitals as C does a double.
func (d *Directive) Double(v float64) string {
	switch {
	case math.IsNaN(v):
		return d.floating(math.Signbit(v), "nan", false)
	case math.IsInf(v, 0):
		return d.floating(v < 0, "inf", false)
	}
	abs := math.Abs(v)
	body := ""
	if d.Conv|0x20 == 'a' {
		body = shortExponent(strconv.FormatFloat(abs, 'x', d.Prec, 64))
	} else {
		body = d.decimal(func(conv byte, prec int) string { return strconv.FormatFloat(abs, conv, prec, 64) })
	}
	return d.floating(math.Signbit(v), body, true)
}

// LongDouble formats the same of a long double; nil is a NaN, which big.Float lacks.
func (d *Directive) LongDouble(v *big.Float) string {
	switch {
	case v == nil:
		return d.floating(false, "nan", false)
	case v.IsInf():
		return d.floating(v.Signbit(), "inf", false)
	}
	abs := new(big.Float).Abs(v)
	body := ""
	if d.Conv|0x20 == 'a' {
		body = hexLongDouble(abs, d.Prec)
	} else {
		body = d.decimal(abs.Text)
	}
	return d.floating(v.Signbit(), body, true)
}

// floating brings the digits of a number to the width, in the case of the conversion.
func (d *Directive) floating(negative bool, body string, finite bool) string {
	text := d.Pad(d.sign(negative), body, d.Zero && finite)
	if d.Conv < 'a' {
		text = strings.ToUpper(text)
	}
	return text
}

// decimal is %f, %e or %g of a number that text gives the digits of.
func (d *Directive) decimal(text func(conv byte, prec int) string) string {
	prec := d.Prec
	if prec < 0 {
		prec = 6
	}
	conv := d.Conv | 0x20
	if conv == 'g' {
		return d.general(text, max(prec, 1))
	}
	body := text(conv, prec)
	if d.Alt && prec == 0 {
		mantissa, exponent, two := strings.Cut(body, "e")
		if body = mantissa + "."; two {
			body += "e" + exponent
		}
	}
	return body
}

// general is %g: Go's differs from C's in when it chooses the exponent and in '#'.
func (d *Directive) general(text func(conv byte, prec int) string, prec int) string {
	mantissa, exponent, _ := strings.Cut(text('e', prec-1), "e")
	x, _ := strconv.Atoi(exponent)
	if x >= -4 && x < prec {
		mantissa, exponent = text('f', prec-1-x), ""
	} else {
		exponent = "e" + exponent
	}
	switch {
	case d.Alt && !strings.Contains(mantissa, "."):
		mantissa += "."
	case !d.Alt && strings.Contains(mantissa, "."):
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + exponent
}

// shortExponent takes the zero off that Go puts before an exponent of one digit.
func shortExponent(s string) string {
	at := strings.IndexByte(s, 'p') + 2 // behind the sign
	if at+2 == len(s) && s[at] == '0' {
		return s[:at] + s[at+1:]
	}
	return s
}

// hexLongDouble is %a of a long double, whose first digit holds the top four bits of a mantissa of 64.
func hexLongDouble(abs *big.Float, prec int) string {
	if abs.Sign() == 0 {
		return shortExponent(strconv.FormatFloat(0, 'x', prec, 64))
	}
	const digits = 15 // behind the first
	m := new(big.Float)
	e := abs.MantExp(m)
	mantissa, _ := m.SetMantExp(m, 64).Uint64()
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
