package charset

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// single is a set whose characters are one byte each.
func single(m *charmap.Charmap) Charset {
	return Charset{
		decode: func(d *Decoder) (rune, int) {
			if r := m.DecodeByte(d.rest[0]); r != utf8.RuneError {
				return r, 1
			}
			return Wrong, 1
		},
		encode: func(dst []byte, r rune) ([]byte, bool) {
			b, ok := m.EncodeRune(r)
			if !ok {
				return dst, false
			}
			return append(dst, b), true
		},
	}
}

// multibyteSet is an encoding of the library and the bytes that begin and follow in characters of the set:
// the library knows GB2312 and EUC-KR by the larger sets that grew from them, and Big5 with Hong Kong's.
type multibyteSet struct {
	encoding.Encoding
	first, next byte
}

func (m multibyteSet) has(character []byte) bool {
	return character[0] >= m.first && (len(character) < 2 || character[1] >= m.next)
}

// maxBytes is the longest character of the multibyte sets: GB18030's.
const maxBytes = 4

// multibyte is a set whose characters are of one to four bytes. What the library has no character for it
// replaces; only the shortest run of bytes that gives another one is a character.
func multibyte(m multibyteSet) Charset {
	e := m.Encoding
	return Charset{
		decode: func(d *Decoder) (rune, int) {
			if d.rest[0] < utf8.RuneSelf {
				return rune(d.rest[0]), 1
			}
			for n := 1; n <= min(maxBytes, len(d.rest)); n++ {
				text, err := e.NewDecoder().Bytes(d.rest[:n])
				if err != nil || !m.has(d.rest[:n]) {
					continue
				}
				if r, size := utf8.DecodeRune(text); r != utf8.RuneError && size == len(text) {
					return r, n
				}
			}
			if len(d.rest) == 1 {
				return Incomplete, 1
			}
			return Wrong, 1
		},
		encode: func(dst []byte, r rune) ([]byte, bool) {
			if r < utf8.RuneSelf {
				return append(dst, byte(r)), true
			}
			text, err := e.NewEncoder().Bytes(utf8.AppendRune(nil, r))
			if err != nil || !m.has(text) {
				return dst, false
			}
			return append(dst, text...), true
		},
	}
}
