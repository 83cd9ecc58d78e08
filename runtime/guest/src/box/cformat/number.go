package cformat

import (
	"math/big"
	"strings"
)

// Digit is the value of a digit of a base up to 16, or -1.
func Digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// Digits reads at most limit digits of a base and returns how many there were.
func Digits(s string, base, limit int) (v uint64, n int) {
	for n < len(s) && n < limit {
		d := Digit(s[n])
		if d < 0 || d >= base {
			break
		}
		v = v*uint64(base) + uint64(d)
		n++
	}
	return v, n
}

// Escape is the character that a letter behind a backslash stands for, with \e of GNU.
func Escape(c byte) (byte, bool) {
	if at := strings.IndexByte("abefnrtv\\", c); at >= 0 {
		return "\a\b\x1b\f\n\r\t\v\\"[at], true
	}
	return c, false
}

// NewLongDouble is zero, with the 64 bits of mantissa that x86 has.
func NewLongDouble() *big.Float { return new(big.Float).SetPrec(64) }

// ParseLongDouble is strtold(3): the longest beginning that is a number, and the rest. v is nil of a NaN.
func ParseLongDouble(s string) (v *big.Float, rest string, ok bool) {
	t := strings.TrimLeft(s, " \t\n\v\f\r")
	end := floatLength(t)
	v = NewLongDouble()
	lower := strings.ToLower(t[:end])
	switch strings.TrimLeft(lower, "+-") {
	case "":
		return v, s, false
	case "inf", "infinity":
		return v.SetInf(t[0] == '-'), t[end:], true
	case "nan":
		return nil, t[end:], true
	}
	if _, _, err := v.Parse(lower, 0); err != nil {
		return NewLongDouble(), s, false
	}
	return v, t[end:], true
}

// floatLength is how many bytes at the start of s are a floating-point number of C.
func floatLength(s string) int {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	for _, word := range []string{"infinity", "inf", "nan"} {
		if len(s)-i >= len(word) && strings.EqualFold(s[i:i+len(word)], word) {
			return i + len(word)
		}
	}
	base, mark := 10, byte('e')
	if len(s)-i > 2 && s[i] == '0' && s[i+1]|0x20 == 'x' && Digit(s[i+2]) >= 0 {
		base, mark = 16, 'p'
		i += 2
	}
	digits := 0
	for _, part := range []bool{true, false} {
		for ; i < len(s) && Digit(s[i]) >= 0 && Digit(s[i]) < base; i++ {
			digits++
		}
		if !part || i >= len(s) || s[i] != '.' || digits == 0 && (i+1 >= len(s) || Digit(s[i+1]) < 0) {
			break
		}
		i++
	}
	if digits == 0 {
		return 0
	}
	if i < len(s) && s[i]|0x20 == mark {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && s[j] >= '0' && s[j] <= '9' {
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			return j
		}
	}
	return i
}
