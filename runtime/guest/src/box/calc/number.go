// Package calc holds bc and dc, written after GNU bc 1.07.1: decimal numbers of any length with a scale,
// whose operations cut digits off and never round.
package calc

import (
	"math/big"
	"slices"
	"strings"
)

// Number is v / 10^scale.
type Number struct {
	v     *big.Int
	scale int
}

var (
	ten  = big.NewInt(10)
	zero = Number{new(big.Int), 0}
	one  = Number{big.NewInt(1), 0}
)

// most is how many digits a number may have: what would have more ends the program, as memory does.
const most = 1 << 25

type outOfMemory struct{}

func integer(n int64) Number { return Number{big.NewInt(n), 0} }

func pow10(n int) *big.Int {
	if n > most {
		panic(outOfMemory{})
	}
	return new(big.Int).Exp(ten, big.NewInt(int64(n)), nil)
}

// at returns the number with exactly that scale; digits behind it are cut off.
func (n Number) at(scale int) Number {
	switch {
	case scale == n.scale:
		return n
	case scale > n.scale:
		return Number{new(big.Int).Mul(n.v, pow10(scale-n.scale)), scale}
	}
	return Number{new(big.Int).Quo(n.v, pow10(n.scale-scale)), scale}
}

func (n Number) sign() int { return n.v.Sign() }

func (n Number) negate() Number { return Number{new(big.Int).Neg(n.v), n.scale} }

func (n Number) add(m Number) Number {
	scale := max(n.scale, m.scale)
	return Number{new(big.Int).Add(n.at(scale).v, m.at(scale).v), scale}
}

func (n Number) sub(m Number) Number { return n.add(m.negate()) }

func (n Number) cmp(m Number) int {
	scale := max(n.scale, m.scale)
	return n.at(scale).v.Cmp(m.at(scale).v)
}

func (n Number) mul(m Number, scale int) Number {
	if n.v.BitLen()+m.v.BitLen() > 4*most {
		panic(outOfMemory{})
	}
	full := Number{new(big.Int).Mul(n.v, m.v), n.scale + m.scale}
	return full.at(min(full.scale, max(scale, n.scale, m.scale)))
}

// div divides with that many digits behind the point; m is not zero.
func (n Number) div(m Number, scale int) Number {
	up := new(big.Int).Set(n.v)
	down := m.v
	if shift := scale + m.scale - n.scale; shift >= 0 {
		up.Mul(up, pow10(shift))
	} else {
		down = new(big.Int).Mul(down, pow10(-shift))
	}
	return Number{up.Quo(up, down), scale}
}

// divmod returns the quotient with that scale, and what is left.
func (n Number) divmod(m Number, scale int) (quotient, rest Number) {
	quotient = n.div(m, scale)
	left := max(n.scale, m.scale+scale)
	product := Number{new(big.Int).Mul(quotient.v, m.v), quotient.scale + m.scale}
	return quotient, n.sub(product.at(left)).at(left)
}

// pow raises to a whole power; ok is false for the inverse of zero.
func (n Number) pow(exponent int64, scale int) (Number, bool) {
	if exponent == 0 {
		return one, true
	}
	count := exponent
	if exponent < 0 {
		count = -exponent
	}
	if int64(n.v.BitLen()) > 1 && count > 4*most/int64(n.v.BitLen()) || int64(n.scale) > 0 &&
		count > most/int64(n.scale) {
		panic(outOfMemory{})
	}
	full := Number{new(big.Int).Exp(n.v, big.NewInt(count), nil), n.scale * int(count)}
	if exponent < 0 {
		if full.sign() == 0 {
			return zero, false
		}
		return one.div(full, scale), true
	}
	return full.at(min(full.scale, max(scale, n.scale))), true
}

// sqrt is the root of a number that is not negative.
func (n Number) sqrt(scale int) Number {
	scale = max(scale, n.scale)
	v := n.at(2 * scale).v
	return Number{new(big.Int).Sqrt(v), scale}
}

// int64 is the whole part, if it fits.
func (n Number) int64() (int64, bool) {
	v := n.at(0).v
	return v.Int64(), v.IsInt64()
}

// length is how many digits the number has, those that lead a fraction included.
func (n Number) length() int {
	whole := len(new(big.Int).Abs(n.at(0).v).String())
	if n.at(0).sign() == 0 {
		if n.scale == 0 {
			return 1
		}
		return n.scale
	}
	return whole + n.scale
}

// parse reads digits of a base; what is larger than the base's largest digit counts as that, but
// in a number of one digit.
func parse(text string, base int) Number {
	text = strings.ToUpper(text)
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimPrefix(text, "-")
	whole, fraction, _ := strings.Cut(text, ".")
	single := len(whole)+len(fraction) == 1
	plain := base == 10 && !strings.ContainsAny(text, "ABCDEF")
	var n Number
	if plain {
		v, ok := new(big.Int).SetString("0"+whole+fraction, 10)
		if !ok {
			v = new(big.Int)
		}
		n = Number{v, len(fraction)}
	} else {
		b := big.NewInt(int64(base))
		value := func(digits string) *big.Int {
			v := new(big.Int)
			for _, c := range []byte(digits) {
				d := int64(strings.IndexByte("0123456789ABCDEF", c))
				if d >= int64(base) && !single {
					d = int64(base) - 1
				}
				v.Add(v.Mul(v, b), big.NewInt(d))
			}
			return v
		}
		n = Number{value(whole), 0}
		if fraction != "" {
			divisor := new(big.Int).Exp(b, big.NewInt(int64(len(fraction))), nil)
			n = n.add(Number{value(fraction), 0}.div(Number{divisor, 0}, len(fraction)))
		}
	}
	if negative {
		n = n.negate()
	}
	return n
}

// format writes the number in a base: without a zero before the point, digits of large bases as
// decimal numbers with a space before each.
func (n Number) format(base int64, leadingZero bool) string {
	if n.sign() == 0 {
		return "0"
	}
	sign := ""
	if n.sign() < 0 {
		sign = "-"
	}
	abs := Number{new(big.Int).Abs(n.v), n.scale}
	if base == 10 {
		return sign + abs.decimal(leadingZero)
	}
	digits := func(d int64) string {
		const letters = "0123456789ABCDEF"
		if base <= 16 {
			return letters[d : d+1]
		}
		width := len(big.NewInt(base - 1).String())
		text := big.NewInt(d).String()
		return " " + strings.Repeat("0", width-len(text)) + text
	}
	whole := abs.at(0)
	var parts []string
	b := big.NewInt(base)
	for v := new(big.Int).Set(whole.v); v.Sign() > 0; {
		d := new(big.Int)
		v.QuoRem(v, b, d)
		parts = append(parts, digits(d.Int64()))
	}
	var out strings.Builder
	out.WriteString(sign)
	if len(parts) == 0 && leadingZero {
		out.WriteString(digits(0))
	}
	for _, part := range slices.Backward(parts) {
		out.WriteString(part)
	}
	if abs.scale == 0 {
		return out.String()
	}
	out.WriteString(".")
	rest := abs.sub(whole).at(abs.scale).v
	unit := pow10(abs.scale)
	for t := big.NewInt(1); len(t.String()) <= abs.scale; t.Mul(t, b) {
		d := new(big.Int)
		d.QuoRem(rest.Mul(rest, b), unit, rest)
		text := digits(d.Int64())
		if t.Cmp(big.NewInt(1)) == 0 {
			text = strings.TrimPrefix(text, " ")
		}
		out.WriteString(text)
	}
	return out.String()
}

func (n Number) decimal(leadingZero bool) string {
	text := n.v.String()
	if n.scale == 0 {
		return text
	}
	if len(text) <= n.scale {
		text = strings.Repeat("0", n.scale-len(text)+1) + text
	}
	whole, fraction := text[:len(text)-n.scale], text[len(text)-n.scale:]
	if whole == "0" && !leadingZero {
		whole = ""
	}
	return whole + "." + fraction
}

// String is the number as it is printed.
func (n Number) String() string { return n.format(10, false) }
