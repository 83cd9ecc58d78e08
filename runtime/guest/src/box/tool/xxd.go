package tool

import (
	"encoding/hex"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

type xxd struct {
	cols, group           int
	plain, reverse, upper bool
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
	if len(x.files) > 1 {
		r.redirect(x.files[1])
	}
	if x.reverse {
		return r.xxdReverse(f, x.plain)
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
	if x.plain {
		r.xxdPlain(b, x.cols, digits)
	} else {
		r.xxdDump(b, x, digits)
	}
	return 0
}

func (r *run) xxdOptions() *xxd {
	x := &xxd{group: -1, limit: -1}
	args := r.args
	number := func(a string) int {
		text := a[2:]
		if text == "" && len(args) > 0 {
			text, args = args[0], args[1:]
		}
		return atoi(text)
	}
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "-" || !strings.HasPrefix(a, "-"):
			x.files = append(x.files, a)
		case strings.HasPrefix(a, "-p"):
			x.plain = true
		case a == "-r" || a == "-revert":
			x.reverse = true
		case a == "-u":
			x.upper = true
		case strings.HasPrefix(a, "-c"):
			x.cols = number(a)
		case strings.HasPrefix(a, "-g"):
			x.group = number(a)
		case strings.HasPrefix(a, "-l"):
			x.limit = int64(number(a))
		case strings.HasPrefix(a, "-s"):
			x.skip = int64(number(a))
		default:
			r.unsupported(a)
		}
	}
	return x
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

func (r *run) xxdDump(b []byte, x *xxd, digits string) {
	cols, group, at := x.cols, x.group, x.skip
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
