package awk

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

func formatG(n float64, prec int) string {
	return (&spec{prec: prec, conv: 'g'}).float(n)
}

// spec is one conversion of printf.
type spec struct {
	minus, plus, space, alt, zero, long bool

	width, prec int
	conv        byte
}

// sprintf formats by the rules of C, with awk's conversions between numbers and text.
func (in *Interp) sprintf(format string, args []value) string {
	return in.format("sprintf", format, args)
}

// format is sprintf with the name of the function that errors speak of.
func (in *Interp) format(name, format string, args []value) string {
	var b strings.Builder
	in.formatTo(&b, name, format, args)
	return b.String()
}

// formatTo leaves in b what was made before an error: printf shows that much.
func (in *Interp) formatTo(b *strings.Builder, name, format string, args []value) {
	taken := 0
	next := func() value {
		if len(args) == 0 {
			panic(&Error{"run time error: not enough arguments passed to " + name + "(\"" + format +
				"\")" + in.whereabouts()})
		}
		v := args[0]
		args = args[1:]
		taken++
		return v
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		if i+1 < len(format) && format[i+1] == '%' {
			b.WriteByte('%')
			i++
			continue
		}
		s, n := parseSpec(format[i+1:], next)
		v := next()
		if n == 0 || strings.IndexByte("diouxXcsaAeEfFgG", s.conv) < 0 || s.long && !s.whole() {
			panic(&Error{"run time error: improper conversion(number " + strconv.Itoa(taken) + ") in " +
				name + "(\"" + format + "\")" + in.whereabouts()})
		}
		b.WriteString(in.convert(&s, v))
		i += n
	}
}

// whole reports a conversion of integers, the only ones that h and l may stand before.
func (s *spec) whole() bool { return strings.IndexByte("diouxX", s.conv) >= 0 }

func parseSpec(f string, next func() value) (spec, int) {
	s := spec{prec: -1}
	i := 0
	for ; i < len(f); i++ {
		switch f[i] {
		case '-':
			s.minus = true
			continue
		case '+':
			s.plus = true
			continue
		case ' ':
			s.space = true
			continue
		case '#':
			s.alt = true
			continue
		case '0':
			s.zero = true
			continue
		}
		break
	}
	size := func() int {
		if i < len(f) && f[i] == '*' {
			i++
			v := next()
			return int(v.num())
		}
		n := 0
		for ; i < len(f) && isDigit(f[i]); i++ {
			n = min(n*10+int(f[i]-'0'), 1<<20)
		}
		return n
	}
	if s.width = size(); s.width < 0 {
		s.minus, s.width = true, -s.width
	}
	if i < len(f) && f[i] == '.' {
		i++
		s.prec = size()
	}
	if s.long = i < len(f) && (f[i] == 'h' || f[i] == 'l'); s.long {
		i++
	}
	if i == len(f) {
		return s, 0
	}
	s.conv = f[i]
	return s, i + 1
}

func (in *Interp) convert(s *spec, v value) string {
	switch s.conv {
	case 'c':
		if v.kind == kindNumber || v.kind == kindInput {
			return s.pad("", string([]byte{byte(int(v.num()))}), false)
		}
		str := in.str(v)
		if str == "" {
			str = "\x00" // the byte that ends it in C
		}
		return s.pad("", str[:1], false)
	case 's':
		str := in.str(v)
		if s.prec >= 0 && s.prec < len(str) {
			str = str[:s.prec]
		}
		return s.pad("", str, false)
	case 'd', 'i', 'o', 'x', 'X', 'u':
		return s.integer(v.num())
	}
	return s.float(v.num())
}

func (s *spec) pad(sign, body string, zero bool) string {
	fill := s.width - len(sign) - len(body)
	switch {
	case fill <= 0:
		return sign + body
	case s.minus:
		return sign + body + strings.Repeat(" ", fill)
	case zero:
		return sign + strings.Repeat("0", fill) + body
	}
	return strings.Repeat(" ", fill) + sign + body
}

func (s *spec) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case s.plus:
		return "+"
	case s.space:
		return " "
	}
	return ""
}

// bounded cuts a number to what mawk's integers hold: 32 bits, signed for %d, else unsigned.
func (s *spec) bounded(n float64) int64 {
	least, most := float64(-math.MaxInt32), float64(math.MaxInt32)
	if s.conv != 'd' && s.conv != 'i' {
		least, most = 0, math.MaxUint32
	}
	if math.IsNaN(n) {
		return int64(least)
	}
	return int64(min(max(n, least), most))
}

func (s *spec) integer(n float64) string {
	v := s.bounded(n)
	sign, digits := "", ""
	switch s.conv {
	case 'd', 'i':
		sign = s.sign(v < 0)
		digits = strings.TrimPrefix(strconv.FormatInt(v, 10), "-")
	case 'o':
		digits = strconv.FormatUint(uint64(v), 8)
		if s.alt && v != 0 {
			digits = "0" + digits
		}
	case 'u':
		digits = strconv.FormatUint(uint64(v), 10)
	default:
		digits = strconv.FormatUint(uint64(v), 16)
		if s.alt && v != 0 {
			sign = "0x"
		}
	}
	if s.prec == 0 && v == 0 {
		digits = ""
	}
	if fill := s.prec - len(digits); fill > 0 {
		digits = strings.Repeat("0", fill) + digits
	}
	out := s.pad(sign, digits, s.zero && s.prec < 0)
	if s.conv == 'X' {
		out = strings.ToUpper(out)
	}
	return out
}

func (s *spec) float(n float64) string {
	sign := s.sign(math.Signbit(n))
	abs := math.Abs(n)
	var body string
	prec := s.prec
	if prec < 0 {
		prec = 6
	}
	finite := true
	switch conv := s.conv | 0x20; {
	case math.IsNaN(n):
		body, finite = "nan", false
	case math.IsInf(n, 0):
		body, finite = "inf", false
	case conv == 'g':
		body = s.general(abs, max(prec, 1))
	case conv == 'a':
		body = strconv.FormatFloat(abs, 'x', s.prec, 64)
	default:
		body = new(big.Float).SetFloat64(abs).Text(conv, prec)
	}
	out := s.pad(sign, body, s.zero && finite)
	if s.conv < 'a' {
		out = strings.ToUpper(out)
	}
	return out
}

func (s *spec) general(abs float64, prec int) string {
	e := strconv.FormatFloat(abs, 'e', prec-1, 64)
	mantissa, exponent, _ := strings.Cut(e, "e")
	x, _ := strconv.Atoi(exponent)
	if x >= -4 && x < prec {
		mantissa, exponent = strconv.FormatFloat(abs, 'f', prec-1-x, 64), ""
	} else {
		exponent = "e" + exponent
	}
	if !s.alt && strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + exponent
}
