package tool

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// fileKind is what file says of some content: a text, a MIME type, and a character set for what is text.
type fileKind struct{ text, mime, charset string }

func binaryKind(text, mime string) fileKind { return fileKind{text, mime, "binary"} }

// magics are contents that begin with something of their own.
var magics = []struct{ head, text, mime string }{
	{"%PDF-", "PDF document, version ", "application/pdf"},
	{"BZh", "bzip2 compressed data, block size = ", "application/x-bzip2"},
	{"\xfd7zXZ\x00", "XZ compressed data, checksum CRC64", "application/x-xz"},
	{"(\xb5/\xfd", "Zstandard compressed data (v0.8+), Dictionary ID: None", "application/zstd"},
	{"7z\xbc\xaf\x27\x1c", "7-zip archive data, version 0.4", "application/x-7z-compressed"},
	{"Rar!\x1a\x07", "RAR archive data", "application/x-rar"},
	{"OggS", "Ogg data", "application/ogg"},
	{"fLaC", "FLAC audio bitstream data", "audio/flac"},
	{"ID3", "Audio file with ID3", "audio/mpeg"},
	{"wOFF", "Web Open Font Format", "font/woff"},
	{"wOF2", "Web Open Font Format (Version 2)", "font/woff2"},
	{"\x00asm", "WebAssembly (wasm) binary module version 0x1 (MVP)", "application/wasm"},
	{"\xca\xfe\xba\xbe", "compiled Java class data", "application/x-java-applet"},
	{"!<arch>\n", "current ar archive", "application/x-archive"},
	{"-----BEGIN CERTIFICATE-----", "PEM certificate", "text/plain"},
	{"-----BEGIN RSA PRIVATE KEY-----", "PEM RSA private key", "text/plain"},
	{"-----BEGIN OPENSSH PRIVATE KEY-----", "OpenSSH private key", "text/plain"},
}

// classify tells what content is.
func classify(b []byte) fileKind {
	if len(b) == 0 {
		return binaryKind("empty", "inode/x-empty")
	}
	for _, f := range []func([]byte) (fileKind, bool){
		elfKind, imageKind, archiveKind, databaseKind, magicKind,
	} {
		if k, ok := f(b); ok {
			return k
		}
	}
	return textKind(b)
}

func magicKind(b []byte) (fileKind, bool) {
	for _, m := range magics {
		rest, ok := strings.CutPrefix(string(b[:min(len(b), 64)]), m.head)
		if !ok {
			continue
		}
		switch m.head {
		case "%PDF-":
			version, _, _ := strings.Cut(rest, "\n")
			return binaryKind(m.text+strings.TrimSpace(version), m.mime), true
		case "BZh":
			if rest == "" || rest[0] < '1' || rest[0] > '9' {
				continue
			}
			return binaryKind(m.text+rest[:1]+"00k", m.mime), true
		}
		k := binaryKind(m.text, m.mime)
		if m.mime == "text/plain" {
			k.charset = "us-ascii"
		}
		return k, true
	}
	return fileKind{}, false
}

func elfKind(b []byte) (fileKind, bool) {
	const header = 20
	if !bytes.HasPrefix(b, []byte("\x7fELF")) || len(b) < header {
		return fileKind{}, false
	}
	bits, order := "32-bit", "LSB"
	if b[4] == 2 {
		bits = "64-bit"
	}
	if b[5] == 2 {
		order = "MSB"
	}
	kinds := map[byte]string{1: "relocatable", 2: "executable", 3: "pie executable", 4: "core file"}
	mimes := map[byte]string{
		1: "application/x-object", 2: "application/x-executable", 3: "application/x-pie-executable",
		4: "application/x-coredump",
	}
	machine := map[byte]string{
		3: "Intel 80386", 62: "x86-64", 183: "ARM aarch64", 40: "ARM", 243: "UCB RISC-V",
	}[b[18]]
	return binaryKind(fmt.Sprintf("ELF %s %s %s, %s, version 1 (SYSV)", bits, order, kinds[b[16]], machine),
		mimes[b[16]]), true
}

func imageKind(b []byte) (fileKind, bool) {
	be, le := binary.BigEndian, binary.LittleEndian
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")) && len(b) >= 29:
		color := map[byte]string{
			0: "grayscale", 2: "/color RGB", 3: " colormap", 4: " gray+alpha", 6: "/color RGBA",
		}[b[25]]
		if b[25] == 0 {
			color = " grayscale"
		}
		lace := "non-interlaced"
		if b[28] != 0 {
			lace = "interlaced"
		}
		return binaryKind(fmt.Sprintf("PNG image data, %d x %d, %d-bit%s, %s",
			be.Uint32(b[16:]), be.Uint32(b[20:]), b[24], color, lace), "image/png"), true
	case (bytes.HasPrefix(b, []byte("GIF87a")) || bytes.HasPrefix(b, []byte("GIF89a"))) && len(b) >= 10:
		return binaryKind(fmt.Sprintf("GIF image data, version %s, %d x %d", b[3:6], le.Uint16(b[6:]),
			le.Uint16(b[8:])), "image/gif"), true
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return jpegKind(b), true
	case bytes.HasPrefix(b, []byte("BM")) && len(b) >= 30 && le.Uint32(b[14:]) == 40:
		return binaryKind(fmt.Sprintf("PC bitmap, Windows 3.x format, %d x %d x %d", le.Uint32(b[18:]),
			le.Uint32(b[22:]), le.Uint16(b[28:])), "image/bmp"), true
	case bytes.HasPrefix(b, []byte("RIFF")) && len(b) >= 28:
		return riffKind(b)
	}
	return fileKind{}, false
}

// jpegKind reads the segments up to the one that holds the size.
func jpegKind(b []byte) fileKind {
	text := "JPEG image data"
	if len(b) >= 20 && string(b[6:10]) == "JFIF" {
		text += fmt.Sprintf(", JFIF standard %d.%02d", b[11], b[12])
		switch b[13] {
		case 1:
			text += fmt.Sprintf(", resolution (DPI), density %dx%d", binary.BigEndian.Uint16(b[14:]),
				binary.BigEndian.Uint16(b[16:]))
		case 0:
			text += fmt.Sprintf(", aspect ratio, density %dx%d", binary.BigEndian.Uint16(b[14:]),
				binary.BigEndian.Uint16(b[16:]))
		}
		text += fmt.Sprintf(", segment length %d", binary.BigEndian.Uint16(b[4:]))
	}
	for i := 2; i+9 < len(b) && b[i] == 0xff; {
		size := int(binary.BigEndian.Uint16(b[i+2:]))
		if c := b[i+1]; c >= 0xc0 && c <= 0xcf && c != 0xc4 && c != 0xc8 && c != 0xcc {
			how := map[byte]string{0xc0: "baseline", 0xc1: "extended sequential", 0xc2: "progressive"}[c]
			return binaryKind(fmt.Sprintf("%s, %s, precision %d, %dx%d, components %d", text, how, b[i+4],
				binary.BigEndian.Uint16(b[i+7:]), binary.BigEndian.Uint16(b[i+5:]), b[i+9]), "image/jpeg")
		}
		i += 2 + size
	}
	return binaryKind(text, "image/jpeg")
}

func riffKind(b []byte) (fileKind, bool) {
	le := binary.LittleEndian
	switch string(b[8:12]) {
	case "WAVE":
		text := "RIFF (little-endian) data, WAVE audio"
		if le.Uint16(b[20:]) == 1 {
			channels := map[uint16]string{1: "mono", 2: "stereo"}[le.Uint16(b[22:])]
			bits := ""
			if len(b) >= 36 {
				bits = fmt.Sprintf("%d bit, ", le.Uint16(b[34:]))
			}
			text += fmt.Sprintf(", Microsoft PCM, %s%s %d Hz", bits, channels, le.Uint32(b[24:]))
		}
		return binaryKind(text, "audio/x-wav"), true
	case "WEBP":
		return binaryKind("RIFF (little-endian) data, Web/P image", "image/webp"), true
	}
	return binaryKind("RIFF (little-endian) data", "application/octet-stream"), true
}

func archiveKind(b []byte) (fileKind, bool) {
	le := binary.LittleEndian
	switch {
	case bytes.HasPrefix(b, []byte("PK\x03\x04")) && len(b) >= 30:
		return zipKind(b), true
	case bytes.HasPrefix(b, []byte("PK\x05\x06")):
		return binaryKind("Zip archive data (empty)", "application/zip"), true
	case bytes.HasPrefix(b, []byte("\x1f\x8b")) && len(b) >= 10:
		text := "gzip compressed data"
		if b[3]&8 != 0 {
			name, _, _ := bytes.Cut(b[10:], []byte{0})
			text += fmt.Sprintf(", was %q", name)
		}
		if at := le.Uint32(b[4:]); at != 0 {
			text += ", last modified: " + time.Unix(int64(at), 0).UTC().Format("Mon Jan _2 15:04:05 2006")
		}
		switch b[8] {
		case 2:
			text += ", max compression"
		case 4:
			text += ", max speed"
		}
		if b[9] == 3 {
			text += ", from Unix"
		}
		return binaryKind(fmt.Sprintf("%s, original size modulo 2^32 %d", text, le.Uint32(b[len(b)-4:])),
			"application/gzip"), true
	case len(b) >= 512 && string(b[257:262]) == "ustar":
		text := "POSIX tar archive"
		if string(b[257:265]) == "ustar  \x00" {
			text += " (GNU)"
		}
		return binaryKind(text, "application/x-tar"), true
	}
	return fileKind{}, false
}

// zipKind tells the formats apart that are zip archives.
func zipKind(b []byte) fileKind {
	le := binary.LittleEndian
	n := int(le.Uint16(b[26:]))
	name := string(b[30:min(30+n, len(b))])
	switch {
	case name == "mimetype" && bytes.Contains(b[:min(len(b), 200)], []byte("application/epub+zip")):
		return binaryKind("EPUB document", "application/epub+zip")
	case name == "[Content_Types].xml" || name == "_rels/.rels":
		const office = "application/vnd.openxmlformats-officedocument."
		switch {
		case bytes.Contains(b, []byte("word/")):
			return binaryKind("Microsoft Word 2007+", office+"wordprocessingml.document")
		case bytes.Contains(b, []byte("xl/")):
			return binaryKind("Microsoft Excel 2007+", office+"spreadsheetml.sheet")
		case bytes.Contains(b, []byte("ppt/")):
			return binaryKind("Microsoft PowerPoint 2007+", office+"presentationml.presentation")
		}
		return binaryKind("Microsoft OOXML", "application/octet-stream")
	}
	method := map[uint16]string{0: "store", 8: "deflate"}[le.Uint16(b[8:])]
	version := le.Uint16(b[4:]) & 0xff
	return binaryKind(fmt.Sprintf("Zip archive data, at least v%d.%d to extract, compression method=%s",
		version/10, version%10, method), "application/zip")
}

func databaseKind(b []byte) (fileKind, bool) {
	const header = 100
	if !bytes.HasPrefix(b, []byte("SQLite format 3\x00")) || len(b) < header {
		return fileKind{}, false
	}
	be := binary.BigEndian
	encoding := map[uint32]string{
		1: "UTF-8", 2: "UTF-16 little endian", 3: "UTF-16 big endian",
	}[be.Uint32(b[56:])]
	return binaryKind(fmt.Sprintf("SQLite 3.x database, last written using SQLite version %d, "+
		"file counter %d, database pages %d, cookie 0x%x, schema %d, %s, version-valid-for %d",
		be.Uint32(b[96:]), be.Uint32(b[24:]), be.Uint32(b[28:]), be.Uint32(b[40:]), be.Uint32(b[44:]),
		encoding, be.Uint32(b[92:])), "application/vnd.sqlite3"), true
}

// charsetOf returns what file calls the characters of a text, or "" if it is none.
func charsetOf(b []byte) (name, charset string) {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return "Unicode text, UTF-16, little-endian", "utf-16le"
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return "Unicode text, UTF-16, big-endian", "utf-16be"
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return "Unicode text, UTF-8 (with BOM)", "utf-8"
	}
	high, latin := false, true
	for _, c := range b {
		switch {
		case c >= 0x80:
			high = true
			latin = latin && c >= 0xa0
		case c < ' ' && strings.IndexByte("\a\b\t\n\v\f\r\x1b", c) < 0 || c == 0x7f:
			return "", "binary"
		}
	}
	switch {
	case !high:
		return "ASCII", "us-ascii"
	case utf8.Valid(b):
		return "Unicode text, UTF-8", "utf-8"
	case latin:
		return "ISO-8859", "iso-8859-1"
	}
	return "Non-ISO extended-ASCII", "unknown-8bit"
}

// textKind tells of text what language it is and how it is written.
func textKind(b []byte) fileKind {
	if len(b) == 1 {
		return binaryKind("very short file (no magic)", "application/octet-stream")
	}
	name, charset := charsetOf(b)
	if name == "" {
		return binaryKind("data", "application/octet-stream")
	}
	k := language(b)
	k.charset = charset
	if k.mime == "application/json" || k.mime == "text/csv" {
		return k
	}
	if k.text != "" {
		k.text += ", "
	} else {
		k.mime = "text/plain"
	}
	k.text += name + " text"
	if strings.Contains(k.text, "script,") {
		k.text += " executable"
	}
	return endings(k, b)
}

// endings says how lines end, and how long they are.
func endings(k fileKind, b []byte) fileKind {
	const long = 300
	longest := 0
	for line := range bytes.SplitSeq(b, []byte("\n")) {
		longest = max(longest, len(line))
	}
	if longest > long {
		k.text += fmt.Sprintf(", with very long lines (%d)", longest)
	}
	crlf := bytes.Count(b, []byte("\r\n"))
	lf := bytes.Count(b, []byte("\n")) - crlf
	cr := bytes.Count(b, []byte("\r")) - crlf
	var l []string
	if crlf > 0 {
		l = append(l, "CRLF")
	}
	if cr > 0 {
		l = append(l, "CR")
	}
	if lf > 0 && len(l) > 0 {
		l = append(l, "LF")
	}
	switch {
	case crlf+lf+cr == 0:
		k.text += ", with no line terminators"
	case len(l) > 0:
		k.text += ", with " + strings.Join(l, ", ") + " line terminators"
	}
	if bytes.IndexByte(b, '\x1b') >= 0 {
		k.text += ", with escape sequences"
	}
	return k
}
