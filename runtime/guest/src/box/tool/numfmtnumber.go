package tool

import (
	"math/big"
	"strings"
)

const (
	numfmtLetters  = "KMGTPEZY"
	numfmtUnscaled = 18 // digits that are printed without a unit
	numfmtDigits   = 33
)

// parse reads a number with its unit, and tells how many digits follow its point.
func (n *numfmt) parse(s string) (value *big.Rat, precision int, wrong string) {
	curly := n.r.curly
	digits := strings.TrimPrefix(s, "-")
	whole := len(digits) - len(strings.TrimLeft(digits, "0123456789"))
	end := whole
	if whole < len(digits) && digits[whole] == '.' {
		fraction := digits[whole+1:]
		precision = len(fraction) - len(strings.TrimLeft(fraction, "0123456789"))
		end += 1 + precision
	}
	switch {
	case whole == 0 && precision == 0:
		return nil, 0, "invalid number: " + curly(s)
	case len(strings.TrimLeft(digits[:whole], "0")) > numfmtDigits:
		return nil, 0, "value too large to be converted: " + curly(s)
	case end > 0 && digits[end-1] == '.':
		return nil, 0, "invalid number: " + curly(s)
	}
	text := "0" + digits[:end]
	value, _ = new(big.Rat).SetString(text)
	if len(digits) < len(s) {
		value.Neg(value)
	}
	rest := strings.TrimLeft(digits[end:], " \t")
	if rest == "" {
		return value, precision, ""
	}
	power := strings.IndexByte(numfmtLetters, rest[0])
	if power < 0 {
		return nil, 0, "invalid suffix in input: " + curly(s)
	}
	base, rest := int64(1000), rest[1:]
	switch n.from {
	case "none":
		return nil, 0, "rejecting suffix in input: " + curly(s) + " (consider using --from)"
	case "iec":
		base = 1024
	case "iec-i", "auto":
		var binary bool
		if rest, binary = strings.CutPrefix(rest, "i"); binary {
			base = 1024
		} else if n.from == "iec-i" {
			return nil, 0, "missing 'i' suffix in input: " + curly(s) + " (e.g Ki/Mi/Gi)"
		}
	}
	if rest != "" {
		return nil, 0, "invalid suffix in input " + curly(s) + ": " + curly(rest)
	}
	scale := new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(power+1)), nil)
	return value.Mul(value, new(big.Rat).SetInt(scale)), 0, "" // with a unit whole numbers are shown
}

// tooLarge says why a number cannot be printed.
func (n *numfmt) tooLarge(v *big.Rat, precision int) string {
	digits := len(new(big.Int).Quo(new(big.Int).Abs(v.Num()), v.Denom()).String())
	if n.precision >= 0 {
		precision = n.precision
	}
	shown := new(big.Float).SetRat(v).Text('g', 6)
	switch {
	case n.to == "none" && digits-1+precision > numfmtUnscaled && precision > 0:
		return sprintf("value/precision too large to be printed: '%s/%d' (consider using --to)",
			shown, precision)
	case n.to == "none" && digits-1 > numfmtUnscaled:
		return sprintf("value too large to be printed: '%s' (consider using --to)", shown)
	case digits-1 > numfmtDigits-1:
		return sprintf("value too large to be printed: '%s' (cannot handle values > 999Y)", shown)
	}
	return ""
}

// human writes a number with the unit that leaves less than a thousand of it.
func (n *numfmt) human(v *big.Rat, precision, padding int) string {
	if n.precision >= 0 {
		precision = n.precision
	}
	if n.to == "none" {
		return n.digits(n.rounded(v, precision), precision, "", padding)
	}
	base := big.NewRat(1000, 1)
	if n.to != "si" {
		base = big.NewRat(1024, 1)
	}
	power := 0
	scale := func() {
		for new(big.Rat).Abs(v).Cmp(base) >= 0 && power < len(numfmtLetters) {
			v = new(big.Rat).Quo(v, base)
			power++
		}
	}
	ten := big.NewRat(10, 1)
	scale()
	places := 0
	switch {
	case n.precision >= 0:
		places = min(3*power, n.precision)
	case new(big.Rat).Abs(v).Cmp(ten) < 0:
		places = 1
	}
	v = n.rounded(v, places)
	scale()
	shown := 0
	if v.Sign() != 0 && new(big.Rat).Abs(v).Cmp(ten) < 0 && power > 0 {
		shown = 1
	}
	if n.precision >= 0 {
		shown = n.precision
	}
	unit := ""
	if power > 0 {
		unit = numfmtLetters[power-1 : power]
		if n.to == "iec-i" {
			unit += "i"
		}
	}
	return n.digits(v, shown, unit, padding)
}

// digits prints a rounded number; the format's 0 fills it up.
func (n *numfmt) digits(v *big.Rat, places int, unit string, padding int) string {
	text := new(big.Float).SetPrec(256).SetRat(v).Text('f', places)
	if n.zeros && padding > 0 {
		sign := ""
		if strings.HasPrefix(text, "-") {
			sign, text = "-", text[1:]
		}
		text = sign + strings.Repeat("0", max(0, padding-len(sign)-len(text))) + text
	}
	return text + unit
}

// rounded leaves so many digits after the point.
func (n *numfmt) rounded(v *big.Rat, places int) *big.Rat {
	scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	x := new(big.Rat).Mul(v, scale)
	q, rest := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	away := false
	switch n.round {
	case "up":
		away = x.Sign() > 0
	case "down":
		away = x.Sign() < 0
	case "from-zero":
		away = true
	case "nearest":
		away = new(big.Int).Abs(new(big.Int).Lsh(rest, 1)).Cmp(x.Denom()) >= 0
	}
	if away && rest.Sign() != 0 {
		q.Add(q, big.NewInt(int64(x.Sign())))
	}
	return new(big.Rat).Quo(new(big.Rat).SetInt(q), scale)
}
