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

// bounds are those of the part of a line that a key names.
func (s *sorter) bounds(k *sortKey, line []byte) (from, to int) {
	from = s.fieldStart(line, k.startField)
	if k.startBlanks {
		for from < len(line) && isBlank(line[from]) {
			from++
		}
	}
	from = min(from+k.startChar, len(line))
	to = len(line)
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
	return from, max(from, to)
}

// compare orders two texts that keyText returned.
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
	switch k.order {
	case 'V':
		return versionCompare(string(a), string(b))
	case 'R':
		x, y := salted(salt, a), salted(salt, b)
		if order := bytes.Compare(x[:], y[:]); order != 0 {
			return order
		}
	}
	return bytes.Compare(a, b)
}

func salted(salt, text []byte) [md5.Size]byte {
	return md5.Sum(append(bytes.Clone(salt), text...)) //nolint:gosec // see above
}

// keyText is what of a line is compared by a key.
func (s *sorter) keyText(k *sortKey, line []byte) []byte {
	from, to := s.bounds(k, line)
	text := line[from:to]
	if k.filters() {
		return k.filter(make([]byte, 0, len(text)), text)
	}
	return text
}

// filters reports whether some characters do not count, or count as others.
func (k *sortKey) filters() bool {
	return (k.dictionary || k.fold || k.printing) && (k.order == 0 || k.order == 'V' || k.order == 'R')
}

// filter appends to out what of b counts.
func (k *sortKey) filter(out, b []byte) []byte {
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
