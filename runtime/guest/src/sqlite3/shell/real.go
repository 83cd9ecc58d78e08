package shell

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// longBits is the precision of x86's long double, in which SQLite 3.40 makes digits. It rounds as it goes,
// so that 10.5 is 10.499999999999999999 in twenty digits, in dumps as well.
const longBits = 64

func long(v float64) *big.Float { return new(big.Float).SetPrec(longBits).SetFloat64(v) }

// realDigits are how many digits literals of reals have, and realPlaces how many of them the engine makes.
const (
	realDigits = 20
	realPlaces = 26
)

// real is printf's %!.20g of SQLite 3.40.
func real(v float64) string {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	switch {
	case math.IsInf(v, 0):
		return sign + "Inf"
	case v == 0:
		return "0.0"
	}
	value, exponent := normalized(v)
	half := 5e-10
	half *= 1.0e-10
	value.Add(value, long(half))
	if value.Cmp(long(10)) >= 0 {
		value.Mul(value, long(0.1))
		exponent++
	}
	places := realDigits - 1
	scientific := exponent < -4 || exponent > places
	if !scientific {
		places -= exponent
	}
	text := sign + digits(value, exponent, places, scientific)
	text = strings.TrimRight(text, "0")
	if strings.HasSuffix(text, ".") {
		text += "0"
	}
	if scientific {
		text += power(exponent)
	}
	return text
}

// normalized scales a number to at least 1 and less than 10.
func normalized(v float64) (value *big.Float, exponent int) {
	value, scale := long(v), long(1)
	for _, step := range []struct {
		by    float64
		power int
	}{{1e100, 100}, {1e10, 10}, {10, 1}} {
		for {
			next := new(big.Float).SetPrec(longBits).Mul(long(step.by), scale)
			if value.Cmp(next) < 0 {
				break
			}
			scale.Mul(scale, long(step.by))
			exponent += step.power
		}
	}
	value.Quo(value, scale)
	for value.Cmp(long(1e-8)) < 0 {
		value.Mul(value, long(1e8))
		exponent -= 8
	}
	for value.Cmp(long(1)) < 0 {
		value.Mul(value, long(10))
		exponent--
	}
	return value, exponent
}

// digits writes a number out, with so many places behind the point.
func digits(value *big.Float, exponent, places int, scientific bool) string {
	var b []byte
	left := realPlaces
	next := func() byte {
		if left--; left < 0 {
			return '0'
		}
		d, _ := value.Int64()
		value.Sub(value, long(float64(d)))
		value.Mul(value, long(10))
		return byte('0' + d)
	}
	if scientific {
		exponent = 0
	}
	if exponent < 0 {
		b = append(b, '0')
	}
	for ; exponent >= 0; exponent-- {
		b = append(b, next())
	}
	b = append(b, '.')
	for exponent++; exponent < 0; exponent++ {
		b = append(b, '0')
		places--
	}
	for ; places > 0; places-- {
		b = append(b, next())
	}
	return string(b)
}

// power is the exponent of ten, of two digits at least.
func power(exponent int) string {
	sign := "+"
	if exponent < 0 {
		sign, exponent = "-", -exponent
	}
	text := strconv.Itoa(exponent)
	if len(text) < 2 {
		text = "0" + text
	}
	return "e" + sign + text
}
