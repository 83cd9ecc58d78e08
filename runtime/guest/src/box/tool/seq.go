package tool

import (
	"math/big"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// decimal is an exact number: value / 10^scale.
type decimal struct {
	value *big.Int
	scale int
	width int // characters of its text, for -w
}

type seq struct {
	r                 *run
	first, step, last decimal
	separator, format string
	sameWidth         bool
}

func seqMain(r *run) int {
	s := &seq{r: r, separator: "\n"}
	args := r.args
	// A negative number is no option: stop reading options before it.
	for i, a := range args {
		value := i > 0 && (args[i-1] == "-s" || args[i-1] == "-f")
		if !value && !strings.HasPrefix(a, "-") || a == "--" {
			break
		}
		if !value && len(a) > 1 && (a[1] == '.' || a[1] >= '0' && a[1] <= '9') {
			r.args = append(append(append([]string{}, args[:i]...), "--"), args[i:]...)
			break
		}
	}
	opts, words := r.options("+f:/format s:/separator w/equal-width")
	for _, o := range opts {
		switch o.name {
		case "f":
			s.format = o.value
		case "s":
			s.separator = o.value
		case "w":
			s.sameWidth = true
		}
	}
	switch {
	case len(words) == 0:
		r.usage("missing operand")
	case len(words) > 3:
		r.usage("extra operand %s", r.curly(words[3]))
	case s.format != "" && s.sameWidth:
		r.usage("format string may not be specified when printing equal width strings")
	}
	one := decimal{value: big.NewInt(1), width: 1}
	s.first, s.step = one, one
	numbers := make([]decimal, len(words))
	for i, w := range words {
		numbers[i] = s.number(w)
		if i == 1 && len(words) == 3 && numbers[i].value.Sign() == 0 {
			r.usage("invalid Zero increment value: %s", r.curly(w))
		}
	}
	s.last = numbers[len(numbers)-1]
	if len(words) > 1 {
		s.first = numbers[0]
	}
	if len(words) == 3 {
		s.step = numbers[1]
	}
	s.run()
	return 0
}

// number reads a decimal exactly; exponents and hexadecimal numbers are rounded to it.
func (s *seq) number(word string) decimal {
	text := strings.TrimLeft(word, " \t\n\v\f\r")
	v, rest, ok := cformat.ParseLongDouble(text)
	if v == nil {
		s.r.usage("invalid %s argument: %s", s.r.curly("not-a-number"), s.r.curly(word))
	}
	if !ok || rest != "" {
		s.r.usage("invalid floating point argument: %s", s.r.curly(word))
	}
	if strings.ContainsAny(text, "xXeEnN") {
		if v.IsInf() {
			v = cformat.NewLongDouble().SetMantExp(cformat.NewLongDouble().SetInt64(int64(v.Sign())), 200)
		}
		decimals := 0
		mantissa, exponent, ok := strings.Cut(strings.ToLower(text), "e")
		if ok && !strings.Contains(mantissa, "x") {
			_, fraction, _ := strings.Cut(mantissa, ".")
			decimals = max(0, len(fraction)-atoi(strings.TrimPrefix(exponent, "+")))
		}
		text = v.Text('f', decimals)
	}
	text = strings.TrimPrefix(text, "+")
	whole, fraction, _ := strings.Cut(text, ".")
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		n = new(big.Int)
	}
	d := decimal{value: n, scale: len(fraction), width: len(text)}
	if fraction == "" && strings.HasSuffix(text, ".") {
		d.width--
	}
	if strings.HasPrefix(strings.TrimPrefix(text, "-"), ".") {
		d.width++
	}
	return d
}

func (d *decimal) at(scale int) *big.Int {
	factor := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale-d.scale)), nil)
	return factor.Mul(factor, d.value)
}

func (s *seq) run() {
	scale := max(s.first.scale, s.step.scale)
	exact := max(scale, s.last.scale)
	v, step, last := s.first.at(exact), s.step.at(exact), s.last.at(exact)
	width := 0
	if s.sameWidth {
		width = s.commonWidth(scale, last, exact)
	}
	var b strings.Builder
	for started := false; ; started = true {
		if order := v.Cmp(last); step.Sign() > 0 && order > 0 || step.Sign() < 0 && order < 0 {
			if started {
				b.WriteByte('\n')
			}
			s.r.print(b.String())
			return
		}
		if started {
			b.WriteString(s.separator)
		}
		b.WriteString(s.text(v, exact, scale, width))
		if b.Len() > 8192 {
			s.r.print(b.String())
			b.Reset()
			if s.r.out.Err != nil {
				return
			}
		}
		v.Add(v, step)
	}
}

// commonWidth is that of the wider of first and last, both with the printed number of decimals.
func (s *seq) commonWidth(scale int, last *big.Int, exact int) int {
	first := s.first.width
	if s.first.scale == 0 && scale > 0 {
		first++ // the point
	}
	first += scale - s.first.scale
	return max(first, len(fixedPoint(last, exact, scale)))
}

func (s *seq) text(v *big.Int, exact, scale, width int) string {
	if s.format != "" {
		return s.formatted(v, exact)
	}
	text := fixedPoint(v, exact, scale)
	if fill := width - len(text); fill > 0 {
		if strings.HasPrefix(text, "-") {
			return "-" + strings.Repeat("0", fill) + text[1:]
		}
		return strings.Repeat("0", fill) + text
	}
	return text
}

// fixedPoint writes v / 10^exact with scale decimals.
func fixedPoint(v *big.Int, exact, scale int) string {
	digits := new(big.Int).Abs(v).String()
	if len(digits) <= exact {
		digits = strings.Repeat("0", exact-len(digits)+1) + digits
	}
	text := digits[:len(digits)-exact]
	if scale > 0 {
		text += "." + digits[len(digits)-exact:][:scale]
	}
	if v.Sign() < 0 {
		return "-" + text
	}
	return text
}

func (s *seq) formatted(v *big.Int, exact int) string {
	var b strings.Builder
	f := s.format
	seen := false
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			b.WriteByte(f[i])
			continue
		}
		if strings.HasPrefix(f[i+1:], "%") {
			b.WriteByte('%')
			i++
			continue
		}
		d, n := cformat.Parse(f[i+1:], nil)
		if n == 0 {
			s.r.die(1, "format %s ends in %%", s.r.curly(f))
		}
		if strings.IndexByte("aAeEfFgG", d.Conv) < 0 {
			s.r.die(1, "format %s has unknown %%%c directive", s.r.curly(f), d.Conv)
		}
		if seen {
			s.r.die(1, "format %s has too many %% directives", s.r.curly(f))
		}
		seen = true
		x, _, _ := cformat.NewLongDouble().Parse(fixedPoint(v, exact, exact), 10)
		b.WriteString(d.LongDouble(x))
		i += n
	}
	if !seen {
		s.r.die(1, "format %s has no %% directive", s.r.curly(f))
	}
	return b.String()
}
