package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/arith"
)

// quickFormat is a format of plain text, %s and %d without flags, taken apart once.
type quickFormat struct {
	pieces []quickPiece
	takes  bool // there is a conversion
}

// quickPiece is text and the conversion after it, 0 at the end.
type quickPiece struct {
	text string
	conv byte
}

// plainEscapeLetters and what they stand for are the escapes that a quickFormat may have.
const (
	plainEscapeLetters = `abfnrtv\`
	plainEscapeBytes   = "\a\b\f\n\r\t\v\\"
)

// quickFormatOf takes a format apart, nil if it has anything unusual.
func (sh *Shell) quickFormatOf(format string) *quickFormat {
	if sh.dash {
		return nil
	}
	q, known := sh.formats[format]
	if known {
		return q
	}
	if sh.formats == nil || len(sh.formats) > maxCached {
		sh.formats = map[string]*quickFormat{}
	}
	q = newQuickFormat(format)
	sh.formats[format] = q
	return q
}

func newQuickFormat(format string) *quickFormat {
	q := &quickFormat{}
	var text strings.Builder
	for i := 0; i < len(format); i++ {
		c := format[i]
		if c != '\\' && c != '%' {
			text.WriteByte(c)
			continue
		}
		if i++; i == len(format) {
			return nil
		}
		next := format[i]
		at := strings.IndexByte(plainEscapeLetters, next)
		switch {
		case c == '\\' && at >= 0:
			text.WriteByte(plainEscapeBytes[at])
		case c == '%' && next == '%':
			text.WriteByte('%')
		case c == '%' && (next == 's' || next == 'd'):
			q.pieces = append(q.pieces, quickPiece{text.String(), next})
			q.takes = true
			text.Reset()
		default:
			return nil
		}
	}
	q.pieces = append(q.pieces, quickPiece{text: text.String()})
	return q
}

// fill appends what printf makes of the arguments; false if one of them is no plain number where one belongs.
func (q *quickFormat) fill(out []byte, args []string) ([]byte, bool) {
	for {
		for i := range q.pieces {
			p := &q.pieces[i]
			out = append(out, p.text...)
			switch {
			case p.conv == 0:
				continue
			case len(args) == 0:
				if p.conv == 'd' {
					out = append(out, '0')
				}
				continue
			case p.conv == 's':
				out = append(out, args[0]...)
			default:
				n, ok := arith.Integer(args[0])
				if !ok {
					return nil, false
				}
				out = strconv.AppendInt(out, n, 10)
			}
			args = args[1:]
		}
		if len(args) == 0 || !q.takes {
			return out, true
		}
	}
}

// quickPrintf is printf with a plain format; false, with nothing done, if it needs the general way.
func (sh *Shell) quickPrintf(into, format string, args []string) (status int, done bool) {
	q := sh.quickFormatOf(format)
	if q == nil {
		return 0, false
	}
	if into == "" {
		out, ok := q.fill(sh.out.buf, args)
		if ok {
			sh.out.buf = out
			sh.print()
		}
		return 0, ok
	}
	var room [128]byte
	out, ok := q.fill(room[:0], args)
	if ok && !sh.assignTarget(into, string(out)) {
		status = 1
	}
	return status, ok
}
