package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// number is a decimal number taken apart: whole and fraction without needless zeros.
type number struct {
	negative        bool
	whole, fraction []byte
	rest            []byte
}

func parseNumber(b []byte) number {
	for len(b) > 0 && isBlank(b[0]) {
		b = b[1:]
	}
	var n number
	if len(b) > 0 && b[0] == '-' {
		n.negative, b = true, b[1:]
	}
	digits := func() []byte {
		i := 0
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		d := b[:i]
		b = b[i:]
		return d
	}
	n.whole = bytes.TrimLeft(digits(), "0")
	if len(b) > 0 && b[0] == '.' {
		b = b[1:]
		n.fraction = bytes.TrimRight(digits(), "0")
	}
	n.rest = b
	if len(n.whole) == 0 && len(n.fraction) == 0 {
		n.negative = false
	}
	return n
}

func compareNumbers(a, b []byte) int {
	x, y := parseNumber(a), parseNumber(b)
	return x.compare(&y)
}

func (n *number) compare(m *number) int {
	if n.negative != m.negative {
		if n.negative {
			return -1
		}
		return 1
	}
	order := len(n.whole) - len(m.whole)
	if order == 0 {
		order = bytes.Compare(n.whole, m.whole)
	}
	if order == 0 {
		order = bytes.Compare(n.fraction, m.fraction)
	}
	if n.negative {
		return -order
	}
	return order
}

func compareHuman(a, b []byte) int {
	x, y := parseNumber(a), parseNumber(b)
	power := func(n *number) int {
		if len(n.rest) == 0 || len(n.whole) == 0 && len(n.fraction) == 0 {
			return 0
		}
		c := n.rest[0]
		if c == 'k' {
			c = 'K'
		}
		p := strings.IndexByte("KMGTPEZY", c) + 1
		if n.negative {
			return -p
		}
		return p
	}
	if order := power(&x) - power(&y); order != 0 {
		return order
	}
	return x.compare(&y)
}

// compareGeneral puts what is no number first, then NaN, then numbers.
func compareGeneral(a, b []byte) int {
	x, _, okX := cformat.ParseLongDouble(string(a))
	y, _, okY := cformat.ParseLongDouble(string(b))
	switch {
	case !okX || !okY:
		return btoi(okX) - btoi(okY)
	case x == nil && y == nil: // the sign is all that tells them apart
		return btoi(negativeText(a)) - btoi(negativeText(b))
	case x == nil || y == nil:
		return btoi(x != nil) - btoi(y != nil)
	}
	return x.Cmp(y)
}

func negativeText(b []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(b, " \t\n\v\f\r"), []byte("-"))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func monthIndex(b []byte) int {
	b = bytes.TrimLeft(b, " \t")
	if len(b) < 3 {
		return 0
	}
	i := strings.Index("JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC", strings.ToUpper(string(b[:3])))
	if i < 0 || i%3 != 0 {
		return 0
	}
	return i/3 + 1
}
