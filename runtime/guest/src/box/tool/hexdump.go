package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// hexdump follows bsdextrautils' hexdump: formats are applied to the input, a block at a time.
type hexdump struct {
	r       *run
	formats []*hexFormat
	last    *hexUnit // what is printed at the end, for the offset of the input's end
	length  int64    // of what is dumped, -1 without limit
	skip    int64
	all     bool // repeated blocks are printed too
	address int64
	end     int64 // where the input ended within a block, 0 if it did not
}

// hexImplied are the formats that options stand for.
var hexImplied = map[string][]string{
	"":  {`"%07.7_Ax\n"`, `"%07.7_ax " 8/2 "%04x " "\n"`},
	"b": {`"%07.7_Ax\n"`, `"%07.7_ax " 16/1 "%03o " "\n"`},
	"c": {`"%07.7_Ax\n"`, `"%07.7_ax " 16/1 "%3_c " "\n"`},
	"d": {`"%07.7_Ax\n"`, `"%07.7_ax " 8/2 "  %05u " "\n"`},
	"o": {`"%07.7_Ax\n"`, `"%07.7_ax " 8/2 " %06o " "\n"`},
	"x": {`"%07.7_Ax\n"`, `"%07.7_ax " 8/2 "   %04x " "\n"`},
	"C": {`"%08.8_Ax\n"`, `"%08.8_ax  " 8/1 "%02x " "  " 8/1 "%02x " `, `"  |" 16/1 "%_p" "|\n"`},
}

func hexdumpMain(r *run) int {
	opts, files := r.options("C/canonical x/two-bytes-hex d/two-bytes-decimal o/two-bytes-octal " +
		"b/one-byte-octal c/one-byte-char n:/length s:/skip v/no-squeezing e:/format " +
		"f:/format-file !L?/color")
	h := &hexdump{r: r, length: -1}
	if r.which == "hd" {
		h.implied("C")
	}
	for _, o := range opts {
		switch o.name {
		case "n":
			h.length = h.number(o.value, "length")
		case "s":
			h.skip = h.number(o.value, "offset")
		case "v":
			h.all = true
		case "e":
			h.add(o.value)
		case "f":
			h.file(o.value)
		default:
			h.implied(o.name)
		}
	}
	if len(h.formats) == 0 {
		h.implied("")
	}
	block := h.complete()
	var data []byte
	read := 0
	r.inputs(files, func(_ string, f *linux.File) error {
		b, err := readAll(f)
		data = append(data, b...)
		read++
		return err
	})
	if read == 0 {
		r.die(1, "all input file arguments failed")
	}
	h.dump(data, block)
	return r.status
}

func (h *hexdump) number(s, what string) int64 {
	n, ok := parseSize(s)
	if hex, isHex := strings.CutPrefix(strings.ToLower(s), "0x"); isHex || len(s) > 1 && s[0] == '0' {
		n, ok = cmpNumber(s)
		ok = ok && hex != ""
	}
	if !ok || strings.TrimLeft(s, "0123456789") == s {
		h.r.die(1, "failed to parse %s: '%s': Invalid argument", what, s)
	}
	return int64(min(n, 1<<62))
}

func (h *hexdump) implied(option string) {
	for _, f := range hexImplied[option] {
		h.add(f)
	}
}

// file adds the formats of a file, a line each.
func (h *hexdump) file(name string) {
	text, err := readFile(name)
	if err != nil {
		h.r.dieErr(1, err, "can't read %s", name)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			h.add(line)
		}
	}
}

func (h *hexdump) dump(data []byte, block int) {
	h.address = min(h.skip, int64(len(data)))
	data = data[h.address:]
	if h.length >= 0 {
		data = data[:min(h.length, int64(len(data)))]
	}
	var before []byte
	starred := false
	for len(data) > 0 && block > 0 {
		row := data[:min(block, len(data))]
		data = data[len(row):]
		if !h.all && before != nil && bytes.Equal(row, before[:len(row)]) {
			if !starred {
				h.r.print("*\n")
			}
			if starred = true; len(row) == block {
				h.address += int64(block)
			}
			continue
		}
		before, starred = row, false
		if len(row) < block {
			h.end = h.address + int64(len(row))
			row = append(bytes.Clone(row), make([]byte, block-len(row))...)
		}
		h.block(row)
		h.address += int64(block)
	}
	if h.end == 0 {
		h.end = h.address
	}
	if h.last == nil || h.end == 0 {
		return
	}
	for i := range h.last.items {
		p := &h.last.items[i]
		h.r.print(p.before)
		if p.kind == 'a' {
			h.r.print(p.directive.Integer(false, uint64(h.end)))
		}
	}
}

// block prints one block by every format.
func (h *hexdump) block(row []byte) {
	for _, f := range h.formats {
		address, b := h.address, row
		for _, u := range f.units {
			if u.ignore {
				break
			}
			for n := u.reps; n > 0; n-- {
				for i := range u.items {
					p := &u.items[i]
					text := p.before
					if n == 1 && u.cut && i == len(u.items)-1 && p.kind == 0 {
						text = text[:len(text)-1]
					}
					h.r.print(text)
					switch {
					case p.kind == 0:
					case h.end > 0 && address >= h.end:
						h.r.print(p.blank())
					default:
						h.r.print(p.text(b, address))
					}
					address += int64(p.size)
					b = b[min(p.size, len(b)):]
				}
			}
		}
	}
}
