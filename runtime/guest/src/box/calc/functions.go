package calc

import "math/big"

// The functions of bc -l, computed with some more digits than are kept and then cut off.

const guard = 12

// exp is e(x).
func exp(x Number, scale int) Number {
	whole, ok := x.int64()
	if !ok || whole > 1<<20 {
		panic(outOfMemory{})
	}
	digits := scale + guard
	if whole > 0 {
		digits += int(whole*44/100) + 1
	}
	negative := x.sign() < 0
	if negative {
		x = x.negate()
		digits += int(-whole)*44/100 + 1
	}
	halvings := 0
	x = x.at(max(x.scale, digits))
	for y := x; y.cmp(one) > 0; halvings++ {
		y = y.div(integer(2), y.scale)
	}
	work := digits + halvings
	y := x.div(Number{new(big.Int).Lsh(big.NewInt(1), uint(halvings)), 0}, work)
	sum, term := one.at(work), one.at(work)
	for i := int64(1); ; i++ {
		term = term.mul(y, work).at(work).div(integer(i), work)
		if term.sign() == 0 {
			break
		}
		sum = sum.add(term)
	}
	for range halvings {
		sum = sum.mul(sum, work).at(work)
	}
	if negative {
		return one.div(sum, scale)
	}
	return sum.at(scale)
}

// ln is l(x); what is not positive gives a number with all digits nines, as bc has it.
func ln(x Number, scale int) Number {
	if x.sign() <= 0 {
		return one.sub(Number{pow10(scale), 0}).at(scale)
	}
	work := scale + guard
	factor := int64(2)
	two, half := integer(2), parse(".5", 10)
	for ; x.cmp(two) >= 0; factor *= 2 {
		x = x.sqrt(work + 5)
		if factor > 1<<50 {
			panic(outOfMemory{})
		}
	}
	for ; x.cmp(half) <= 0; factor *= 2 {
		x = x.sqrt(work + 5)
	}
	y := x.sub(one).div(x.add(one), work+5)
	square := y.mul(y, work+5).at(work + 5)
	sum, power := y, y
	for i := int64(3); ; i += 2 {
		power = power.mul(square, work+5).at(work + 5)
		term := power.div(integer(i), work+5)
		if term.sign() == 0 {
			break
		}
		sum = sum.add(term)
	}
	return sum.mul(integer(factor), work+5).at(scale)
}

// sin is s(x).
func sin(x Number, scale int) Number { return sine(x, scale).at(scale) }

// cos is c(x).
func cos(x Number, scale int) Number {
	work := scale + guard + x.length()
	v := sine(x.add(atan(one, work).mul(integer(2), work)), scale)
	tiny := Number{big.NewInt(int64(v.sign())), scale + guard/2} // what the series lack of a whole number
	return v.add(tiny).at(scale)
}

func sine(x Number, scale int) Number {
	work := scale + guard + x.length()
	negative := x.sign() < 0
	if negative {
		x = x.negate()
	}
	pi := atan(one, work).mul(integer(4), work)
	turns := x.div(pi, 0)
	x = x.at(max(x.scale, work)).sub(turns.mul(pi, work))
	if turns.v.Bit(0) == 1 {
		negative = !negative
	}
	square := x.mul(x, work).at(work).negate()
	sum, term := x.at(work), x.at(work)
	for i := int64(3); ; i += 2 {
		term = term.mul(square, work).at(work).div(integer(i*(i-1)), work)
		if term.sign() == 0 {
			break
		}
		sum = sum.add(term)
	}
	if negative {
		return sum.negate()
	}
	return sum
}

// atan is a(x).
func atan(x Number, scale int) Number {
	work := scale + guard
	negative := x.sign() < 0
	if negative {
		x = x.negate()
	}
	doublings := uint(0)
	limit := parse(".2", 10)
	y := x.at(max(x.scale, work))
	for ; y.cmp(limit) > 0; doublings++ { // the angle is halved
		root := one.add(y.mul(y, work).at(work)).sqrt(work)
		y = y.div(one.add(root), work)
	}
	square := y.mul(y, work).at(work).negate()
	sum, power := y, y
	for i := int64(3); ; i += 2 {
		power = power.mul(square, work).at(work)
		term := power.div(integer(i), work)
		if term.sign() == 0 {
			break
		}
		sum = sum.add(term)
	}
	sum = Number{new(big.Int).Lsh(sum.v, doublings), sum.scale}
	if negative {
		sum = sum.negate()
	}
	return sum.at(scale)
}

// bessel is j(n,x).
func bessel(n, x Number, scale int) Number {
	order, ok := n.int64()
	if !ok || order > 1<<16 || order < -(1<<16) {
		panic(outOfMemory{})
	}
	negative := false
	if order < 0 {
		order = -order
		negative = order%2 == 1
	}
	work := scale + guard + 2*x.length() + int(order)
	f := one.at(work)
	for i := int64(2); i <= order; i++ {
		f = f.mul(integer(i), work)
	}
	p, _ := x.at(max(x.scale, work)).pow(order, work)
	p = p.div(Number{new(big.Int).Lsh(big.NewInt(1), uint(order)), 0}, work)
	first := p.div(f, work)
	square := x.mul(x, work).negate().div(integer(4), work)
	sum, term := one.at(work), one.at(work)
	for i := int64(1); ; i++ {
		term = term.mul(square, work).at(work).div(integer(i*(order+i)), work)
		if term.sign() == 0 {
			break
		}
		sum = sum.add(term)
	}
	r := first.mul(sum, work)
	if negative {
		r = r.negate()
	}
	return r.at(scale)
}
