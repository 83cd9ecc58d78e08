package awk

import (
	"math"
	"strconv"
	"strings"
)

type valueKind byte

const (
	kindNone valueKind = iota // never assigned: "" and 0
	kindNumber
	kindString
	kindInput // a string from outside, a number if it looks like one
)

// value is a scalar.
type value struct {
	kind valueKind
	n    float64
	s    string
}

func number(n float64) value { return value{kind: kindNumber, n: n} }

func text(s string) value { return value{kind: kindString, s: s} }

// input is a field or other text from outside, which decides now whether it is a number.
func input(s string) value {
	if n, ok := looksNumeric(s); ok {
		return value{kind: kindInput, n: n, s: s}
	}
	return value{kind: kindString, s: s}
}

func boolean(b bool) value {
	if b {
		return number(1)
	}
	return number(0)
}

func (v *value) numeric() bool { return v.kind != kindString }

// num is the value as a number.
func (v *value) num() float64 {
	if v.kind != kindString {
		return v.n
	}
	n, _ := leadingNumber(v.s)
	return n
}

func (v *value) truth() bool {
	switch v.kind {
	case kindNumber, kindInput:
		return v.n != 0
	case kindString:
		return v.s != ""
	}
	return false
}

// integerMax is the largest integer that prints as one; mawk shows larger ones by OFMT.
const integerMax = math.MaxInt32

// str is the value as text, numbers by format.
func (in *Interp) str(v value) string { return formatted(v, in, slotCONVFMT) }

// formatted is str with the format of another variable, for print.
func formatted(v value, in *Interp, slot int) string {
	switch v.kind {
	case kindNumber:
		if v.n == math.Trunc(v.n) && math.Abs(v.n) <= integerMax {
			return strconv.FormatInt(int64(v.n), 10)
		}
		format := in.globals[slot].v.s
		if format == "%.6g" {
			return formatG(v.n, 6)
		}
		return in.sprintf(format, []value{v})
	case kindNone:
		return ""
	}
	return v.s
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// leadingNumber is the number that s begins with, and how many bytes it takes with the blanks
// before it.
func leadingNumber(s string) (float64, int) {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	start := i
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	if word := strings.ToLower(s[i:min(len(s), i+3)]); word == "inf" || word == "nan" {
		n := math.Inf(1)
		if word == "nan" {
			n = math.NaN()
		}
		if s[start] == '-' {
			n = -n
		}
		return n, i + 3
	}
	if len(s)-i > 2 && s[i] == '0' && s[i+1]|0x20 == 'x' {
		end := i + 2
		for end < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[end]) >= 0 {
			end++
		}
		if v, err := strconv.ParseUint(s[i+2:end], 16, 63); err == nil {
			n := float64(v)
			if s[start] == '-' {
				n = -n
			}
			return n, end
		}
	}
	digits := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
		digits++
	}
	if i < len(s) && s[i] == '.' {
		i++
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
			digits++
		}
	}
	if digits == 0 {
		return 0, 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && s[j] >= '0' && s[j] <= '9' {
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			i = j
		}
	}
	n, _ := strconv.ParseFloat(s[start:i], 64)
	return n, i
}

// digits is a number that is nothing but digits, few enough to be exact.
func digits(s string) (float64, bool) {
	if s == "" || len(s) > 15 {
		return 0, false
	}
	n := int64(0)
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int64(c)
	}
	return float64(n), true
}

func looksNumeric(s string) (float64, bool) {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	if n, ok := digits(s); ok {
		return n, true
	}
	if s == "" || strings.IndexByte("+-.0123456789", s[0]) < 0 ||
		!isDigit(s[len(s)-1]) && s[len(s)-1] != '.' {
		return 0, false // mawk looks at both ends first: 0x10 is a number, and 0x1A and inf are text
	}
	n, used := leadingNumber(s)
	return n, used == len(s)
}

// compare orders two values: as numbers if both are, else as text.
func (in *Interp) compare(a, b value) int {
	if a.numeric() && b.numeric() {
		switch {
		case a.n < b.n:
			return -1
		case a.n > b.n:
			return 1
		}
		return 0
	}
	return strings.Compare(in.str(a), in.str(b))
}

// cell holds a scalar or an array; which of both shows when it is used. A parameter that was
// passed an untouched variable makes that one an array too.
type cell struct {
	v      value
	arr    *array
	origin *cell
}

func (c *cell) array() *array {
	if c.arr == nil {
		if c.origin != nil {
			c.arr = c.origin.array()
		} else {
			c.arr = &array{}
		}
	}
	return c.arr
}
