package tool

import (
	"bytes"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type xxd struct {
	cols, group           int
	plain, reverse, upper bool
	include, bits, little bool
	skipZeros, decimal    bool
	capital               bool // the name of -i
	offset                int64
	name                  string // of -i
	limit, skip           int64
	files                 []string
}

// xxdMain is Vim's xxd: long options have one dash.
func xxdMain(r *run) int {
	x := r.xxdOptions()
	name := append(x.files, "-")[0]
	f, err := openInput(name)
	if err != nil {
		r.message(name + ": " + primitives.ErrnoOf(err).Text())
		return 2
	}
	if st, err := linux.Fstat(f.Fd); err == nil && st.IsDir() {
		r.message("Is a directory")
		return 2
	}
	if x.reverse && (x.include || x.bits || x.little) {
		r.message("Sorry, cannot revert this type of hexdump")
		return 255
	}
	if len(x.files) > 1 && x.files[1] != "-" {
		r.redirect(x.files[1])
	}
	if x.reverse {
		return r.xxdReverse(f, x.plain, x.skip)
	}
	if st, err := linux.Fstat(f.Fd); err == nil && x.skip < 0 {
		x.skip = max(0, st.Size+x.skip)
	}
	_, _ = io.CopyN(io.Discard, f, x.skip)
	var in io.Reader = f
	if x.limit >= 0 {
		in = io.LimitReader(f, x.limit)
	}
	b, _ := io.ReadAll(in)
	digits := "%02x"
	if x.upper {
		digits = "%02X"
	}
	switch {
	case x.include:
		if x.name == "" && name != "-" {
			x.name = name
		}
		r.xxdInclude(b, x, digits)
	case x.plain:
		r.xxdPlain(b, x.cols, digits)
	default:
		r.xxdDump(b, x, digits)
	}
	return 0
}

// xxdWords are how the options with a value go on when they are written out.
var xxdWords = map[byte]string{'c': "ols", 'g': "roup", 'o': "ffset", 's': "kip eek", 'l': "en", 'n': "ame"}

func (r *run) xxdOptions() *xxd {
	x := &xxd{group: -1, limit: -1}
	for args := r.args; len(args) > 0; {
		a := args[0]
		args = args[1:]
		if strings.HasPrefix(a, "--") && len(a) > 2 {
			a = a[1:]
		}
		if a == "--" {
			x.files = append(x.files, args...)
			break
		}
		if len(a) < 2 || a[0] != '-' {
			x.files = append(x.files, a)
			continue
		}
		if x.flag(r, a) {
			continue
		}
		// Words that begin so take their value from the next argument.
		word := xxdWords[a[1]]
		if word == "" {
			r.unsupported(a)
		}
		value := a[2:]
		long := slices.ContainsFunc(strings.Fields(word), func(w string) bool {
			return strings.HasPrefix(value, w)
		})
		if value == "" || long {
			if len(args) == 0 {
				r.unsupported(a + " without a value")
			}
			value, args = args[0], args[1:]
		}
		x.value(a[1], value)
	}
	if x.cols > 256 && !x.plain {
		r.die(1, "invalid number of columns (max. 256).")
	}
	return x
}

// flag takes an option without a value, of which the first letter counts. The last kind of dump wins.
func (x *xxd) flag(r *run, a string) bool {
	kind := func(k *bool) {
		x.plain, x.include, x.bits, x.little = false, false, false, false
		*k = true
	}
	switch a[1] {
	case 'p':
		kind(&x.plain)
	case 'i':
		kind(&x.include)
	case 'b':
		kind(&x.bits)
	case 'e':
		kind(&x.little)
	case 'a':
		x.skipZeros = !x.skipZeros
	case 'd':
		x.decimal = true
	case 'r':
		x.reverse = true
	case 'u':
		x.upper = true
	case 'v':
		r.stderr("xxd 2022-01-14 by Juergen Weigert et al.\n")
		panic(exit(0))
	case 'C':
		x.capital = true
	case 'E':
		r.unsupported(a)
	case 'c':
		if !strings.HasPrefix(a, "-capitalize") {
			return false
		}
		x.capital = true
	default:
		return false
	}
	return true
}

func (x *xxd) value(option byte, text string) {
	if option == 'n' {
		x.name = text
		return
	}
	n, _ := strconv.ParseInt(strings.TrimPrefix(text, "+"), 0, 64)
	switch option {
	case 'c':
		x.cols = int(max(0, min(n, 1<<20)))
	case 'g':
		x.group = int(max(0, min(n, 1<<20)))
	case 'o':
		x.offset = n
	case 's':
		x.skip = n
	case 'l':
		x.limit = n
	}
}

func (r *run) xxdPlain(b []byte, cols int, digits string) {
	if cols == 0 {
		cols = 30
	}
	for len(b) > 0 {
		n := min(cols, len(b))
		for _, c := range b[:n] {
			r.printf(digits, c)
		}
		r.print("\n")
		b = b[n:]
	}
}

// xxdInclude writes the bytes as an array of C.
func (r *run) xxdInclude(b []byte, x *xxd, digits string) {
	cols := x.cols
	if cols == 0 {
		cols = 12
	}
	name := []byte(x.name)
	for i, c := range name {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			name[i] = '_'
		}
	}
	if len(name) > 0 && name[0] >= '0' && name[0] <= '9' {
		name = append([]byte("__"), name...)
	}
	length := "_len"
	if x.capital {
		name, length = bytes.ToUpper(name), "_LEN"
	}
	if len(name) > 0 {
		r.print("unsigned char ", string(name), "[] = {\n")
	}
	for i, c := range b {
		before := ", "
		switch {
		case i == 0:
			before = "  "
		case i%cols == 0:
			before = ",\n  "
		}
		if x.upper {
			before += "0X"
		} else {
			before += "0x"
		}
		r.printf(before+digits, c)
	}
	if len(b) > 0 {
		r.print("\n")
	}
	if len(name) > 0 {
		r.printf("};\nunsigned int %s%s = %d;\n", name, length, len(b))
	}
}

// layout fills in the columns and groups that the kind of dump has by itself.
func (x *xxd) layout() (cols, group, digits int) {
	cols, group, digits = x.cols, x.group, 2
	switch {
	case x.bits:
		digits = 8
		if cols == 0 {
			cols = 6
		}
		if group < 0 {
			group = 1
		}
	case x.little && group < 0:
		group = 4
	}
	if cols == 0 {
		cols = 16
	}
	if group < 0 {
		group = 2
	}
	if group == 0 || group > cols {
		group = cols
	}
	return cols, group, digits
}

func (r *run) xxdDump(b []byte, x *xxd, digits string) {
	cols, group, each := x.layout()
	at := x.skip + x.offset
	width := cols*each + (cols-1)/group
	if x.little { // groups are filled from the right
		width = (cols+group-1)/group*(group*each+1) - 1
	}
	place := "%08x"
	if x.decimal {
		place = "%08d"
	}
	zeros := 0
	for len(b) > 0 {
		row := b[:min(cols, len(b))]
		b = b[len(row):]
		if x.skipZeros && len(b) > 0 && len(strings.Trim(string(row), "\x00")) == 0 {
			if zeros++; zeros > 1 {
				if zeros == 2 {
					r.print("*\n")
				}
				at += int64(len(row))
				continue
			}
		} else {
			zeros = 0
		}
		line := xxdLine(row, x, group, digits)
		r.printf(place+": %s%s  %s\n", at, line, strings.Repeat(" ", max(0, width-len(line))), xxdText(row))
		at += int64(len(row))
	}
}

func xxdText(row []byte) string {
	text := make([]byte, len(row))
	for i, c := range row {
		if text[i] = c; c < ' ' || c > '~' {
			text[i] = '.'
		}
	}
	return string(text)
}

func xxdLine(row []byte, x *xxd, group int, digits string) string {
	var line strings.Builder
	for i := 0; i < len(row); i += group {
		if i > 0 {
			line.WriteByte(' ')
		}
		g := row[i:min(i+group, len(row))]
		if x.little {
			line.WriteString(strings.Repeat("  ", group-len(g)))
			for _, v := range slices.Backward(g) {
				line.WriteString(sprintf(digits, v))
			}
			continue
		}
		for _, c := range g {
			if x.bits {
				line.WriteString(sprintf("%08b", c))
			} else {
				line.WriteString(sprintf(digits, c))
			}
		}
	}
	return line.String()
}

func (r *run) xxdReverse(f *linux.File, plain bool, skip int64) int {
	text, _ := readAll(f)
	var at, place int64
	for line := range strings.SplitSeq(string(text), "\n") {
		if !plain {
			address, rest, ok := strings.Cut(line, ": ")
			if !ok {
				continue
			}
			v, _ := strconv.ParseUint(strings.TrimSpace(address), 16, 40)
			place = int64(v) + skip
			line, _, _ = strings.Cut(rest, "  ")
		}
		if plain {
			place = at
		}
		for ; at < place; at++ { // nobody can seek back to leave a hole
			_ = r.out.WriteByte(0)
		}
		b, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(line), " ", ""))
		if err != nil {
			b, _ = hex.DecodeString(strings.TrimRight(line, "\r "))
		}
		_, _ = r.out.Write(b)
		at += int64(len(b))
	}
	return 0
}
