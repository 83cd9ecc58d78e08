package awk

import (
	"math"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

func formatG(n float64, prec int) string {
	return (&cformat.Directive{Prec: prec, Conv: 'g'}).Double(n)
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
		d, n := cformat.Parse(format[i+1:], func() int {
			v := next()
			return int(v.num())
		})
		v := next()
		if n == 0 || strings.IndexByte("diouxXcseEfFgG", d.Conv) < 0 || !fitting(&d) {
			panic(&Error{"run time error: improper conversion(number " + strconv.Itoa(taken) + ") in " +
				name + "(\"" + format + "\")" + in.whereabouts()})
		}
		b.WriteString(in.convert(&d, v))
		i += n
	}
}

// fitting wants flags and lengths that mawk knows: h or l, once, before a conversion of integers.
func fitting(d *cformat.Directive) bool {
	return !d.Quote && (d.Length == "" ||
		(d.Length == "h" || d.Length == "l") && strings.IndexByte("diouxX", d.Conv) >= 0)
}

func (in *Interp) convert(d *cformat.Directive, v value) string {
	switch d.Conv {
	case 'c':
		if v.kind == kindNumber || v.kind == kindInput {
			return d.Pad("", string([]byte{byte(int(v.num()))}), false)
		}
		str := in.str(v)
		if str == "" {
			str = "\x00" // the byte that ends it in C
		}
		return d.Pad("", str[:1], false)
	case 's':
		return d.Text(in.str(v))
	case 'd', 'i', 'o', 'x', 'X', 'u':
		n := bounded(d.Conv, v.num())
		return d.Integer(n < 0, uint64(max(n, -n)))
	}
	return d.Double(v.num())
}

// bounded cuts a number to what mawk's integers hold: 32 bits, signed for %d, else unsigned.
func bounded(conv byte, n float64) int64 {
	least, most := float64(-math.MaxInt32), float64(math.MaxInt32)
	if conv != 'd' && conv != 'i' {
		least, most = 0, math.MaxUint32
	}
	if math.IsNaN(n) {
		return int64(least)
	}
	return int64(min(max(n, least), most))
}
