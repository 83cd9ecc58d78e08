package tool

import (
	"errors"
	"io"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

func (x *xargs) delimiterOf(s string) int {
	if len(s) == 1 {
		return int(s[0])
	}
	if strings.HasPrefix(s, `\`) {
		if j := strings.IndexByte(`abfnrtv\`, s[1]); j >= 0 && len(s) == 2 {
			return int("\a\b\f\n\r\t\v\\"[j])
		}
		base, digits := 8, s[1:]
		if digits[0] == 'x' {
			base, digits = 16, digits[1:]
		}
		if v, n := cformat.Digits(digits, base, 3); n == len(digits) && n > 0 && v < 256 {
			return int(v)
		}
	}
	x.r.die(1, "Invalid input delimiter specification %s: the delimiter must be either a single "+
		"character or an escape "+
		"sequence starting with \\.", s)
	return 0
}

// next reads one item; lineEnd says that it ends a line, for -L.
func (x *xargs) next() (item string, lineEnd, ok bool) {
	if x.ended {
		return "", false, false
	}
	if x.delim >= 0 {
		text, err := x.in.ReadString(byte(x.delim))
		x.check(err)
		if text == "" {
			x.ended = true
			return "", false, false
		}
		return strings.TrimSuffix(text, string([]byte{byte(x.delim)})), true, true
	}
	if x.replace != "" {
		item, ok = x.wholeLine()
		lineEnd = true
	} else {
		item, lineEnd, ok = x.word()
	}
	item = x.cString(item)
	if ok && x.eof != "" && item == x.eof {
		x.ended = true
		return "", false, false
	}
	return item, lineEnd, ok
}

// cString cuts an item at a NUL, which no argument can hold, with a word about it.
func (x *xargs) cString(item string) string {
	before, _, cut := strings.Cut(item, "\x00")
	if cut && !x.nulTold {
		x.nulTold = true
		x.r.message("WARNING: a NUL character occurred in the input.  It cannot be passed through in the " +
			"argument list.  Did you mean to use the --null option?")
	}
	return before
}

func (x *xargs) check(err error) {
	if err != nil && !errors.Is(err, io.EOF) {
		x.r.dieErr(1, err, "read error")
	}
}

// word reads a word with the quotes and backslashes of xargs.
func (x *xargs) word() (item string, lineEnd, ok bool) {
	var b strings.Builder
	started := false
	for {
		c, err := x.in.ReadByte()
		x.check(err)
		switch {
		case err != nil:
			x.ended = true
			return b.String(), true, started
		case c == ' ' || c == '\t' || c == '\n':
			if !started {
				continue
			}
			if c == '\n' {
				return b.String(), true, true
			}
			return b.String(), false, true // blanks join a line with the next, for -L
		case c == '\'' || c == '"':
			started = true
			x.quoted(c, &b)
		case c == '\\':
			started = true
			if c, err = x.in.ReadByte(); err == nil {
				b.WriteByte(c)
			}
		default:
			started = true
			b.WriteByte(c)
		}
	}
}

func (x *xargs) quoted(mark byte, b *strings.Builder) {
	for {
		c, err := x.in.ReadByte()
		x.check(err)
		if err != nil || c == '\n' {
			kind := "single"
			if mark == '"' {
				kind = "double"
			}
			x.r.die(1, "unmatched %s quote; by default quotes are special to xargs unless you use the "+
				"-0 option", kind)
		}
		if c == mark {
			return
		}
		b.WriteByte(c)
	}
}

// wholeLine reads a line for -I: leading blanks go, quotes are read as in words.
func (x *xargs) wholeLine() (string, bool) {
	for {
		var b strings.Builder
		started, any := false, false
		for {
			c, err := x.in.ReadByte()
			x.check(err)
			if err != nil {
				x.ended = true
				return b.String(), started
			}
			any = true
			if c == '\n' {
				break
			}
			switch {
			case !started && (c == ' ' || c == '\t'):
				continue
			case c == '\'' || c == '"':
				x.quoted(c, &b)
			case c == '\\':
				if c, err = x.in.ReadByte(); err == nil {
					b.WriteByte(c)
				}
			default:
				b.WriteByte(c)
			}
			started = true
		}
		if started || !any {
			return b.String(), started
		}
	}
}
