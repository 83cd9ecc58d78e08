// Package charset knows the character sets that iconv(1) converts between, by the names that glibc gives
// them.
// The tables are golang.org/x/text's; what glibc does at the edges (byte order marks, wrong bytes, names) was
// compared with glibc 2.36.
package charset

import (
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Charset is one character set.
type Charset struct {
	decode func(d *Decoder) (rune, int)
	encode func(dst []byte, r rune) ([]byte, bool)
	mark   rune // written before the first character, 0 for none
	order  bool // a byte order mark at the beginning of a text decides how the rest is read
}

// Results of Decoder.Next beside a character.
const (
	Wrong      rune = -1 // these bytes are no character
	Incomplete rune = -2 // the text ends within one
)

// Decoder goes through a text.
type Decoder struct {
	set     Charset
	rest    []byte
	swapped bool // a byte order mark says that the bytes are in the other order
	started bool
}

// Decode returns a decoder of text.
func (c Charset) Decode(text []byte) *Decoder { return &Decoder{set: c, rest: text} }

// Next returns the next character and how many bytes it takes, or Wrong or Incomplete with the number of
// bytes that are to be left out to go on. At the end it returns 0 bytes.
func (d *Decoder) Next() (rune, int) {
	if len(d.rest) == 0 {
		return 0, 0
	}
	r, n := d.set.decode(d)
	d.rest = d.rest[n:]
	return r, n
}

// Encoder writes a text.
type Encoder struct {
	set     Charset
	started bool
}

// Encode returns an encoder.
func (c Charset) Encode() *Encoder { return &Encoder{set: c} }

// Append appends r to dst; false if the set has no such character.
func (e *Encoder) Append(dst []byte, r rune) ([]byte, bool) {
	if !e.started && e.set.mark != 0 {
		dst, _ = e.set.encode(dst, e.set.mark)
	}
	e.started = true
	return e.set.encode(dst, r)
}

// Lookup returns the character set of a name, in capitals or not, as glibc knows it.
func Lookup(name string) (Charset, bool) {
	name = strings.ToUpper(name)
	if c, ok := unicodeSets[canonical(name, unicodeNames)]; ok {
		return c, true
	}
	if m, ok := tables[canonical(name, tableNames)]; ok {
		return single(m), true
	}
	if e, ok := multibyteSets[canonical(name, multibyteNames)]; ok {
		return multibyte(e), true
	}
	return Charset{}, false
}

// canonical finds name among lines of a set's names, the first of which is the set's.
func canonical(name string, lines []string) string {
	for _, line := range lines {
		if names := strings.Fields(line); slices.Contains(names, name) {
			return names[0]
		}
	}
	return ""
}

// tableNames are the sets of one byte a character.
var tableNames = []string{
	"ISO-8859-1 ISO8859-1 ISO88591 ISO_8859-1 8859_1 LATIN1 L1 CP819 IBM819 819",
	"ISO-8859-2 ISO8859-2 ISO88592 ISO_8859-2 8859_2 LATIN2 L2 CP912",
	"ISO-8859-3 ISO8859-3 ISO88593 ISO_8859-3 8859_3 LATIN3 L3",
	"ISO-8859-4 ISO8859-4 ISO88594 ISO_8859-4 8859_4 LATIN4 L4",
	"ISO-8859-5 ISO8859-5 ISO88595 ISO_8859-5 8859_5 CYRILLIC CP915",
	"ISO-8859-6 ISO8859-6 ISO88596 ISO_8859-6 8859_6 ARABIC CP1089",
	"ISO-8859-7 ISO8859-7 ISO88597 ISO_8859-7 8859_7 GREEK GREEK8 CP813",
	"ISO-8859-8 ISO8859-8 ISO88598 ISO_8859-8 8859_8 HEBREW CP916",
	"ISO-8859-9 ISO8859-9 ISO88599 ISO_8859-9 8859_9 LATIN5 L5 CP920",
	"ISO-8859-10 ISO8859-10 ISO885910 ISO_8859-10 LATIN6 L6",
	"ISO-8859-13 ISO8859-13 ISO885913 LATIN7 L7",
	"ISO-8859-14 ISO8859-14 ISO885914 ISO_8859-14 LATIN8 L8",
	"ISO-8859-15 ISO8859-15 ISO885915 ISO_8859-15 LATIN-9",
	"ISO-8859-16 ISO8859-16 ISO885916 ISO_8859-16 LATIN10 L10",
	"CP437 IBM437 437", "CP850 IBM850 850", "CP852 IBM852 852", "CP855 IBM855 855", "CP858 IBM858 858",
	"CP860 IBM860 860", "CP862 IBM862 862", "CP863 IBM863 863", "CP865 IBM865 865", "CP866 IBM866 866",
	"CP874 WINDOWS-874 874",
	"CP1250 WINDOWS-1250 MS-EE", "CP1251 WINDOWS-1251 MS-CYRL", "CP1252 WINDOWS-1252 MS-ANSI",
	"CP1253 WINDOWS-1253 MS-GREEK", "CP1254 WINDOWS-1254 MS-TURK", "CP1255 WINDOWS-1255 MS-HEBR",
	"CP1256 WINDOWS-1256 MS-ARAB", "CP1257 WINDOWS-1257 WINBALTRIM", "CP1258 WINDOWS-1258",
	"KOI8-R", "KOI8-U", "MACINTOSH MAC",
}

var tables = map[string]*charmap.Charmap{
	"ISO-8859-1": charmap.ISO8859_1, "ISO-8859-2": charmap.ISO8859_2, "ISO-8859-3": charmap.ISO8859_3,
	"ISO-8859-4": charmap.ISO8859_4, "ISO-8859-5": charmap.ISO8859_5, "ISO-8859-6": charmap.ISO8859_6,
	"ISO-8859-7": charmap.ISO8859_7, "ISO-8859-8": charmap.ISO8859_8, "ISO-8859-9": charmap.ISO8859_9,
	"ISO-8859-10": charmap.ISO8859_10, "ISO-8859-13": charmap.ISO8859_13, "ISO-8859-14": charmap.ISO8859_14,
	"ISO-8859-15": charmap.ISO8859_15, "ISO-8859-16": charmap.ISO8859_16,
	"CP437": charmap.CodePage437, "CP850": charmap.CodePage850, "CP852": charmap.CodePage852,
	"CP855": charmap.CodePage855, "CP858": charmap.CodePage858, "CP860": charmap.CodePage860,
	"CP862": charmap.CodePage862, "CP863": charmap.CodePage863, "CP865": charmap.CodePage865,
	"CP866": charmap.CodePage866, "CP874": charmap.Windows874,
	"CP1250": charmap.Windows1250, "CP1251": charmap.Windows1251, "CP1252": charmap.Windows1252,
	"CP1253": charmap.Windows1253, "CP1254": charmap.Windows1254, "CP1255": charmap.Windows1255,
	"CP1256": charmap.Windows1256, "CP1257": charmap.Windows1257, "CP1258": charmap.Windows1258,
	"KOI8-R": charmap.KOI8R, "KOI8-U": charmap.KOI8U, "MACINTOSH": charmap.Macintosh,
}

// multibyteNames are the sets of one to four bytes a character.
var multibyteNames = []string{
	"GBK CP936 MS936 WINDOWS-936", "GB18030", "GB2312 EUC-CN EUCCN GB_2312-80",
	"BIG5 BIG-5 BIG-FIVE BIGFIVE CN-BIG5 CP950", "SHIFT_JIS SHIFT-JIS SJIS MS_KANJI",
	"EUC-JP EUCJP UJIS", "EUC-KR EUCKR", "UHC CP949 MSCP949 OSF100203B5",
}

var multibyteSets = map[string]multibyteSet{
	"GBK": {simplifiedchinese.GBK, 0x80, 0}, "GB18030": {simplifiedchinese.GB18030, 0x80, 0},
	"GB2312": {simplifiedchinese.GBK, 0xA1, 0xA1}, "BIG5": {traditionalchinese.Big5, 0xA1, 0},
	"SHIFT_JIS": {japanese.ShiftJIS, 0x80, 0}, "EUC-JP": {japanese.EUCJP, 0x80, 0},
	"EUC-KR": {korean.EUCKR, 0xA1, 0xA1}, "UHC": {korean.EUCKR, 0x80, 0},
}
