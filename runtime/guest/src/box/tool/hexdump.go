package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// hexdump follows bsdextrautils' hexdump without formats of the user's.
type hexdump struct {
	r     *run
	kind  byte
	limit int64
	skip  int64
	all   bool
	data  []byte
}

func hexdumpMain(r *run) int {
	opts, files := r.options("C/canonical x/two-bytes-hex d/two-bytes-decimal o/two-bytes-octal " +
		"b/one-byte-octal c/one-byte-char n:/length s:/skip " +
		"v/no-squeezing !e:/format !f:/format-file !L?/color X/one-byte-hex")
	h := &hexdump{r: r, kind: 'w', limit: -1}
	if r.which == "hd" {
		h.kind = 'C'
	}
	for _, o := range opts {
		switch o.name {
		case "n":
			h.limit = int64(atoi(o.value))
		case "s":
			h.skip = int64(atoi(o.value))
		case "v":
			h.all = true
		default:
			h.kind = o.name[0]
		}
	}
	r.inputs(files, func(_ string, f *linux.File) error {
		b, err := readAll(f)
		h.data = append(h.data, b...)
		return err
	})
	b := h.data[min(h.skip, int64(len(h.data))):]
	if h.limit >= 0 {
		b = b[:min(h.limit, int64(len(b)))]
	}
	h.dump(b)
	return r.status
}

const hexdumpRow = 16

func (h *hexdump) dump(b []byte) {
	width := 7
	if h.kind == 'C' {
		width = 8
	}
	var last []byte
	starred := false
	at := h.skip
	for len(b) > 0 {
		row := b[:min(hexdumpRow, len(b))]
		b = b[len(row):]
		if !h.all && len(row) == hexdumpRow && bytes.Equal(row, last) {
			if !starred {
				h.r.print("*\n")
			}
			starred = true
			at += int64(len(row))
			continue
		}
		last, starred = row, false
		h.r.printf("%0*x%s\n", width, at, h.row(row))
		at += int64(len(row))
	}
	if at > h.skip {
		h.r.printf("%0*x\n", width, at)
	}
}

func (h *hexdump) row(row []byte) string {
	switch h.kind {
	case 'C':
		return hexdumpCanonical(row)
	case 'b', 'c', 'X':
		return bytesRow(row, h.kind)
	}
	verb := map[byte]string{'w': " %04x", 'x': "    %04x", 'd': "   %05d", 'o': "  %06o"}[h.kind]
	pad := map[byte]int{'w': 5, 'x': 8, 'd': 8, 'o': 8}[h.kind]
	var s strings.Builder
	for i := 0; i < hexdumpRow; i += 2 {
		if i >= len(row) {
			s.WriteString(strings.Repeat(" ", pad))
			continue
		}
		v := int(row[i])
		if i+1 < len(row) {
			v |= int(row[i+1]) << 8
		}
		s.WriteString(sprintf(verb, v))
	}
	return s.String()
}

func hexdumpCanonical(row []byte) string {
	var s strings.Builder
	s.WriteString(" ")
	for i := range hexdumpRow {
		if i%8 == 0 {
			s.WriteString(" ")
		}
		if i < len(row) {
			s.WriteString(sprintf("%02x ", row[i]))
		} else {
			s.WriteString("   ")
		}
	}
	s.WriteString(" |")
	for _, c := range row {
		if c < ' ' || c > '~' {
			c = '.'
		}
		s.WriteByte(c)
	}
	return s.String() + "|"
}

func bytesRow(row []byte, kind byte) string {
	var s strings.Builder
	for i := range hexdumpRow {
		switch {
		case i >= len(row):
			s.WriteString("    ")
		case kind == 'b':
			s.WriteString(sprintf(" %03o", row[i]))
		case kind == 'X':
			s.WriteString(sprintf("  %02x", row[i]))
		default:
			c := row[i]
			text := sprintf("%03o", c)
			if c >= ' ' && c <= '~' {
				text = string(c)
			} else if n := strings.IndexByte("\x00\a\b\t\n\v\f\r", c); n >= 0 {
				text = `\` + "0abtnvfr"[n:n+1]
			}
			s.WriteString(sprintf(" %3s", text))
		}
	}
	return s.String()
}
