package jq

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Format says how a value is written.
type Format struct {
	Compact bool
	Tab     bool
	Indent  int // spaces; of no meaning with Compact or Tab
	Sort    bool
	ASCII   bool
	Colors  *[8]string // of null, false, true, numbers, strings, arrays, objects, keys; nil for none
}

// Places in Format.Colors.
const (
	colorNull = iota
	colorFalse
	colorTrue
	colorNumber
	colorString
	colorArray
	colorObject
	colorKey
)

const colorOff = "\x1b[0m"

// Encode returns the text of a value.
func Encode(v any, f Format) string {
	e := encoder{f: f}
	e.value(v, 0)
	return string(e.b)
}

type encoder struct {
	f Format
	b []byte
}

func (e *encoder) put(s string) { e.b = append(e.b, s...) }

func (e *encoder) color(i int) {
	if e.f.Colors != nil {
		e.put("\x1b[" + e.f.Colors[i] + "m")
	}
}

func (e *encoder) off() {
	if e.f.Colors != nil {
		e.put(colorOff)
	}
}

func (e *encoder) line(depth int) {
	switch {
	case e.f.Compact:
	case e.f.Tab:
		e.put("\n" + strings.Repeat("\t", depth))
	default:
		e.put("\n" + strings.Repeat(" ", depth*e.f.Indent))
	}
}

func (e *encoder) value(v any, depth int) {
	switch v := v.(type) {
	case nil:
		e.scalar(colorNull, "null")
	case bool:
		if v {
			e.scalar(colorTrue, "true")
		} else {
			e.scalar(colorFalse, "false")
		}
	case float64:
		e.color(colorNumber)
		e.b = appendNumber(e.b, v)
		e.off()
	case string:
		e.color(colorString)
		e.string(v)
		e.off()
	case []any:
		e.array(v, depth)
	case *Object:
		e.object(v, depth)
	}
}

func (e *encoder) scalar(color int, text string) {
	e.color(color)
	e.put(text)
	e.off()
}

func (e *encoder) array(v []any, depth int) {
	e.color(colorArray)
	if len(v) == 0 {
		e.put("[]")
		e.off()
		return
	}
	e.put("[")
	for i, x := range v {
		if i > 0 {
			e.color(colorArray)
			e.put(",")
		}
		e.line(depth + 1)
		e.value(x, depth+1)
	}
	e.color(colorArray)
	e.line(depth)
	e.color(colorArray)
	e.put("]")
	e.off()
}

func (e *encoder) object(v *Object, depth int) {
	e.color(colorObject)
	if v.n == 0 {
		e.put("{}")
		e.off()
		return
	}
	e.put("{")
	keys := v.Keys()
	if e.f.Sort {
		keys = v.sortedKeys()
	}
	for i, k := range keys {
		if i > 0 {
			e.color(colorObject)
			e.put(",")
		}
		e.line(depth + 1)
		e.off()
		e.color(colorKey)
		e.string(k)
		e.off()
		e.color(colorObject)
		e.put(":")
		if !e.f.Compact {
			e.put(" ")
		}
		e.off()
		x, _ := v.Get(k)
		e.value(x, depth+1)
	}
	e.color(colorObject)
	e.line(depth)
	e.color(colorObject)
	e.put("}")
	e.off()
}

const hexDigits = "0123456789abcdef"

func (e *encoder) string(s string) {
	e.b = append(e.b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		r, n := rune(c), 1
		if c >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
			if !e.f.ASCII {
				i += n
				continue
			}
		}
		e.put(s[start:i])
		e.escape(r)
		i += n
		start = i
	}
	e.put(s[start:])
	e.b = append(e.b, '"')
}

func (e *encoder) escape(r rune) {
	switch r {
	case '"':
		e.put(`\"`)
	case '\\':
		e.put(`\\`)
	case '\b':
		e.put(`\b`)
	case '\t':
		e.put(`\t`)
	case '\r':
		e.put(`\r`)
	case '\n':
		e.put(`\n`)
	case '\f':
		e.put(`\f`)
	default:
		if r > 0xffff {
			r -= 0x10000
			e.unit(0xd800 | r>>10)
			r = 0xdc00 | r&0x3ff
		}
		e.unit(r)
	}
}

func (e *encoder) unit(r rune) {
	e.b = append(e.b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// appendNumber writes a number with as few digits as read back as the same, and as jq lays them out.
func appendNumber(b []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return append(b, "null"...)
	case v > math.MaxFloat64:
		v = math.MaxFloat64
	case v < -math.MaxFloat64:
		v = -math.MaxFloat64
	}
	if v == math.Trunc(v) && math.Abs(v) < 1e15 && (v != 0 || !math.Signbit(v)) {
		return strconv.AppendInt(b, int64(v), 10)
	}
	text := strconv.FormatFloat(v, 'e', -1, 64)
	if text[0] == '-' {
		b, text = append(b, '-'), text[1:]
	}
	mantissa, exponent, _ := strings.Cut(text, "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	exp, _ := strconv.Atoi(exponent)
	point := exp + 1 // where the point stands in the digits
	const most = 15
	switch {
	case v == 0:
		return append(b, '0')
	case point <= -4 || point > len(digits)+most:
		b = append(b, digits[0])
		if len(digits) > 1 {
			b = append(append(b, '.'), digits[1:]...)
		}
		b = append(b, 'e', "-+"[b2i(exp >= 0)])
		if exp = max(exp, -exp); exp < 10 {
			b = append(b, '0')
		}
		return strconv.AppendInt(b, int64(exp), 10)
	case point <= 0:
		b = append(append(b, "0."...), strings.Repeat("0", -point)...)
		return append(b, digits...)
	case point >= len(digits):
		return append(append(b, digits...), strings.Repeat("0", point-len(digits))...)
	}
	return append(append(append(b, digits[:point]...), '.'), digits[point:]...)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
