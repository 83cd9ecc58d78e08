package charset

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// byteOrderMark is what texts of UTF-16 and UTF-32 begin with when their name does not tell their order.
const byteOrderMark = 0xFEFF

var unicodeNames = []string{
	"ASCII US-ASCII ANSI_X3.4-1968 ANSI_X3.4-1986 ISO646-US ISO_646.IRV:1991 646 US CP367 IBM367",
	"UTF-8 UTF8 ISO-10646/UTF8 ISO-10646/UTF-8",
	"UTF-16 UTF16", "UTF-16LE UTF16LE", "UTF-16BE UTF16BE",
	"UCS-2 UCS2 ISO-10646-UCS-2", "UCS-2LE UCS2LE UNICODELITTLE", "UCS-2BE UCS2BE UNICODEBIG",
	"UTF-32 UTF32", "UTF-32LE UTF32LE", "UTF-32BE UTF32BE",
	"UCS-4 UCS4 ISO-10646 UCS-4BE UCS4BE", "UCS-4LE UCS4LE", "INTERNAL WCHAR_T",
}

var unicodeSets = map[string]Charset{
	"ASCII":    {decode: decodeASCII, encode: encodeASCII},
	"UTF-8":    {decode: decodeUTF8, encode: encodeUTF8},
	"UTF-16":   wide(binary.LittleEndian, 2, true, byteOrderMark),
	"UTF-16LE": wide(binary.LittleEndian, 2, true, 0),
	"UTF-16BE": wide(binary.BigEndian, 2, true, 0),
	"UCS-2":    wide(binary.LittleEndian, 2, false, 0),
	"UCS-2LE":  wide(binary.LittleEndian, 2, false, 0),
	"UCS-2BE":  wide(binary.BigEndian, 2, false, 0),
	"UTF-32":   wide(binary.LittleEndian, 4, true, byteOrderMark),
	"UTF-32LE": wide(binary.LittleEndian, 4, true, 0),
	"UTF-32BE": wide(binary.BigEndian, 4, true, 0),
	"UCS-4":    wide(binary.BigEndian, 4, true, 0),
	"UCS-4LE":  wide(binary.LittleEndian, 4, true, 0),
	"INTERNAL": wide(binary.LittleEndian, 4, true, 0),
}

func decodeASCII(d *Decoder) (rune, int) {
	if d.rest[0] < utf8.RuneSelf {
		return rune(d.rest[0]), 1
	}
	return Wrong, 1
}

func encodeASCII(dst []byte, r rune) ([]byte, bool) {
	if r >= utf8.RuneSelf {
		return dst, false
	}
	return append(dst, byte(r)), true
}

func decodeUTF8(d *Decoder) (rune, int) {
	r, n := utf8.DecodeRune(d.rest)
	switch {
	case r != utf8.RuneError || n > 1:
		return r, n
	case !utf8.FullRune(d.rest):
		return Incomplete, len(d.rest)
	}
	return Wrong, 1
}

func encodeUTF8(dst []byte, r rune) ([]byte, bool) { return utf8.AppendRune(dst, r), true }

// order is a byte order that can also append.
type order interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// wide is a set of units of so many bytes; of two, surrogates are pairs where the set has them.
func wide(o order, size int, surrogates bool, mark rune) Charset {
	w := wideSet{o, size, surrogates}
	return Charset{decode: w.decode, encode: w.encode, mark: mark, order: mark != 0}
}

type wideSet struct {
	order      order
	size       int
	surrogates bool
}

func (w wideSet) decode(d *Decoder) (rune, int) {
	skipped := 0
	if d.set.order && !d.started && len(d.rest) >= w.size {
		switch {
		case w.unit(d.rest, false) == byteOrderMark:
			skipped = w.size
		case w.unit(d.rest, true) == byteOrderMark:
			d.swapped, skipped = true, w.size
		}
	}
	d.started = true
	text := d.rest[skipped:]
	if len(text) == 0 {
		return byteOrderMark, 0 // nothing but a mark
	}
	if len(text) < w.size {
		return Incomplete, len(d.rest)
	}
	r := w.unit(text, d.swapped)
	switch {
	case !utf16.IsSurrogate(r):
		if r > utf8.MaxRune {
			return Wrong, skipped + w.size
		}
		return r, skipped + w.size
	case w.size == 4 || !w.surrogates:
		return Wrong, skipped + w.size
	case len(text) < 2*w.size:
		return Incomplete, len(d.rest)
	}
	if pair := utf16.DecodeRune(r, w.unit(text[w.size:], d.swapped)); pair != utf8.RuneError {
		return pair, skipped + 2*w.size
	}
	return Wrong, skipped + w.size
}

// unit reads one unit, in the other byte order if that is asked for.
func (w wideSet) unit(text []byte, swapped bool) rune {
	if w.size == 2 {
		u := w.order.Uint16(text)
		if swapped {
			u = u<<8 | u>>8
		}
		return rune(u)
	}
	u := w.order.Uint32(text)
	if swapped {
		u = u<<24 | u>>24 | u<<8&0xFF0000 | u>>8&0xFF00
	}
	return rune(min(u, utf8.MaxRune+1))
}

func (w wideSet) encode(dst []byte, r rune) ([]byte, bool) {
	switch {
	case w.size == 4:
		return w.order.AppendUint32(dst, uint32(r)), true
	case r < 0x10000:
		return w.order.AppendUint16(dst, uint16(r)), true
	case !w.surrogates:
		return dst, false
	}
	high, low := utf16.EncodeRune(r)
	return w.order.AppendUint16(w.order.AppendUint16(dst, uint16(high)), uint16(low)), true
}
