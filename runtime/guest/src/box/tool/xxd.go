package tool

import (
	"encoding/hex"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// xxdMain is Vim's xxd: long options have one dash.
func xxdMain(r *run) int {
	cols, group, plain, reverse, upper, include := 0, -1, false, false, false, false
	limit, skip := int64(-1), int64(0)
	args := r.args
	var files []string
	value := func(name string, attached string) string {
		if attached != "" {
			return attached
		}
		if len(args) == 0 {
			r.die(1, "option -%s wants a value", name)
		}
		v := args[0]
		args = args[1:]
		return v
	}
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "-" || !strings.HasPrefix(a, "-"):
			files = append(files, a)
		case strings.HasPrefix(a, "-p") || a == "-ps" || a == "-plain":
			plain = true
		case a == "-r" || a == "-revert":
			reverse = true
		case a == "-u":
			upper = true
		case a == "-i" || a == "-include":
			include = true
		case strings.HasPrefix(a, "-c"):
			cols = atoi(value("c", strings.TrimPrefix(a, "-c")))
		case strings.HasPrefix(a, "-g"):
			group = atoi(value("g", strings.TrimPrefix(a, "-g")))
		case strings.HasPrefix(a, "-l"):
			limit = int64(atoi(value("l", strings.TrimPrefix(a, "-l"))))
		case strings.HasPrefix(a, "-s"):
			skip = int64(atoi(value("s", strings.TrimPrefix(a, "-s"))))
		default:
			r.unsupported(a)
		}
	}
	name := append(files, "-")[0]
	f, err := openInput(name)
	if err != nil {
		r.message(name + ": " + primitives.ErrnoOf(err).Text())
		return 2
	}
	if len(files) > 1 {
		r.redirect(files[1])
	}
	if reverse {
		return r.xxdReverse(f, plain)
	}
	_, _ = io.CopyN(io.Discard, f, skip)
	var in io.Reader = f
	if limit >= 0 {
		in = io.LimitReader(f, limit)
	}
	b, _ := io.ReadAll(in)
	digits := "%02x"
	if upper {
		digits = "%02X"
	}
	switch {
	case include:
		r.unsupported("-i")
	case plain:
		r.xxdPlain(b, cols, digits)
	default:
		r.xxdDump(b, cols, group, digits, skip)
	}
	return 0
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

func (r *run) xxdDump(b []byte, cols, group int, digits string, at int64) {
	if cols == 0 {
		cols = 16
	}
	if group < 0 {
		group = 2
	}
	if group == 0 {
		group = cols
	}
	width := cols*2 + (cols-1)/group
	for len(b) > 0 {
		n := min(cols, len(b))
		line := ""
		for i, c := range b[:n] {
			if i > 0 && i%group == 0 {
				line += " "
			}
			line += sprintf(digits, c)
		}
		text := make([]byte, n)
		for i, c := range b[:n] {
			if text[i] = c; c < ' ' || c > '~' {
				text[i] = '.'
			}
		}
		r.printf("%08x: %s%s  %s\n", at, line, strings.Repeat(" ", width-len(line)), text)
		b = b[n:]
		at += int64(n)
	}
}

func (r *run) xxdReverse(f *linux.File, plain bool) int {
	text, _ := readAll(f)
	for line := range strings.SplitSeq(string(text), "\n") {
		if !plain {
			_, rest, ok := strings.Cut(line, ": ")
			if !ok {
				continue
			}
			line, _, _ = strings.Cut(rest, "  ")
		}
		b, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(line), " ", ""))
		if err != nil {
			b, _ = hex.DecodeString(strings.TrimRight(line, "\r "))
		}
		_, _ = r.out.Write(b)
	}
	return 0
}
