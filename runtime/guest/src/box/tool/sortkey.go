package tool

import (
	"bytes"
	"crypto/md5" //nolint:gosec // any mixing will do for -R
	"strconv"
	"strings"
)

// sortKey is one -k, or the global order.
type sortKey struct {
	startField, startChar int // from 0
	endField, endChar     int // endField -1: to the end of the line; endChar 0: the whole field
	startBlanks           bool
	endBlanks             bool
	order                 byte // 0 text, or one of g h M n R V
	orders                string
	dictionary, fold      bool
	printing, reverse     bool
}

func (k *sortKey) plain() bool {
	return !k.startBlanks && !k.endBlanks && k.order == 0 && !k.dictionary && !k.fold && !k.printing &&
		!k.reverse
}

// set takes an ordering letter; false if it is none.
func (k *sortKey) set(c byte, start, end bool) bool {
	switch c {
	case 'b':
		k.startBlanks = k.startBlanks || start
		k.endBlanks = k.endBlanks || end
	case 'd':
		k.dictionary = true
	case 'f':
		k.fold = true
	case 'i':
		k.printing = true
	case 'r':
		k.reverse = true
	case 'g', 'h', 'M', 'n', 'R', 'V':
		k.order = c
		if !strings.Contains(k.orders, string(rune(c))) {
			k.orders += string(rune(c))
		}
	default:
		return false
	}
	return true
}

// parseKey reads F[.C][OPTS][,F[.C][OPTS]].
func (s *sorter) parseKey(spec string) *sortKey {
	k := &sortKey{endField: -1}
	field, rest := s.keyNumber(spec, "invalid number at field start")
	if field == 0 {
		s.badKey(spec, "field number is zero")
	}
	k.startField = field - 1
	if after, ok := strings.CutPrefix(rest, "."); ok {
		var char int
		char, rest = s.keyNumber(after, "invalid number after '.'")
		if char == 0 {
			s.badKey(spec, "character offset is zero")
		}
		k.startChar = char - 1
	}
	for rest != "" && k.set(rest[0], true, false) {
		rest = rest[1:]
	}
	if after, ok := strings.CutPrefix(rest, ","); ok {
		field, rest = s.keyNumber(after, "invalid number after ','")
		if field == 0 {
			s.badKey(spec, "field number is zero")
		}
		k.endField = field - 1
		if after, ok := strings.CutPrefix(rest, "."); ok {
			k.endChar, rest = s.keyNumber(after, "invalid number after '.'")
		}
		for rest != "" && k.set(rest[0], false, true) {
			rest = rest[1:]
		}
	}
	if rest != "" {
		s.badKey(spec, "stray character in field spec")
	}
	return k
}

func (s *sorter) badKey(spec, why string) {
	s.r.die(2, "%s: invalid field specification %s", why, s.r.curly(spec))
}

func (s *sorter) keyNumber(text, why string) (int, string) {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n == 0 {
		s.r.die(2, "%s: invalid count at start of %s", why, s.r.curly(text))
	}
	v, err := strconv.Atoi(text[:n])
	if err != nil {
		v = 1 << 40
	}
	return v, text[n:]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// fieldStart is where field n begins; the line's end if it has fewer.
func (s *sorter) fieldStart(line []byte, n int) int {
	i := 0
	for ; n > 0 && i < len(line); n-- {
		if s.separator >= 0 {
			for i < len(line) && line[i] != byte(s.separator) {
				i++
			}
			if i < len(line) {
				i++
			}
			continue
		}
		for i < len(line) && isBlank(line[i]) {
			i++
		}
		for i < len(line) && !isBlank(line[i]) {
			i++
		}
	}
	return i
}

// fieldEnd is where field n ends.
func (s *sorter) fieldEnd(line []byte, n int) int {
	i := s.fieldStart(line, n)
	if s.separator >= 0 {
		for i < len(line) && line[i] != byte(s.separator) {
			i++
		}
		return i
	}
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	for i < len(line) && !isBlank(line[i]) {
		i++
	}
	return i
}

// extract is the part of a line that a key compares.
func (s *sorter) extract(k *sortKey, line []byte) []byte {
	from := s.fieldStart(line, k.startField)
	if k.startBlanks {
		for from < len(line) && isBlank(line[from]) {
			from++
		}
	}
	from = min(from+k.startChar, len(line))
	to := len(line)
	switch {
	case k.endField >= 0 && k.endChar == 0:
		to = s.fieldEnd(line, k.endField)
	case k.endField >= 0:
		to = s.fieldStart(line, k.endField)
		if k.endBlanks {
			for to < len(line) && isBlank(line[to]) {
				to++
			}
		}
		to = min(to+k.endChar, len(line))
	}
	if to < from {
		to = from
	}
	return line[from:to]
}

func (k *sortKey) compare(a, b, salt []byte) int {
	switch k.order {
	case 'n':
		return compareNumbers(a, b)
	case 'h':
		return compareHuman(a, b)
	case 'g':
		return compareGeneral(a, b)
	case 'M':
		return monthIndex(a) - monthIndex(b)
	}
	if k.dictionary || k.fold || k.printing {
		a, b = k.filter(a), k.filter(b)
	}
	switch k.order {
	case 'V':
		return versionCompare(string(a), string(b))
	case 'R':
		x := md5.Sum(append(bytes.Clone(salt), a...)) //nolint:gosec // see above
		y := md5.Sum(append(bytes.Clone(salt), b...)) //nolint:gosec // see above
		if order := bytes.Compare(x[:], y[:]); order != 0 {
			return order
		}
	}
	return bytes.Compare(a, b)
}

func (k *sortKey) filter(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		if k.dictionary && !isAlnum(c) && !isBlank(c) || k.printing && (c < ' ' || c > '~') {
			continue
		}
		if k.fold && c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		out = append(out, c)
	}
	return out
}

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
	x, _, okX := parseLongDouble(string(a))
	y, _, okY := parseLongDouble(string(b))
	switch {
	case !okX || !okY:
		return btoi(okX) - btoi(okY)
	case x == nil || y == nil:
		return btoi(x != nil) - btoi(y != nil)
	}
	return x.Cmp(y)
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
