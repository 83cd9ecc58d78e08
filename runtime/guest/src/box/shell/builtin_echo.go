package shell

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

func textBuiltins() map[string]*builtin {
	return map[string]*builtin{
		"echo":   {run: echo, returns: true},
		"printf": {run: printf, returns: true, usage: "[-v var] format [arguments]"},
		"test":   {run: test, returns: true},
		"[":      {run: test, returns: true},
		"pwd":    {run: pwd, usage: "[-LP]"},
	}
}

func echo(sh *Shell, args []string) int {
	args = args[1:]
	newline, escapes := true, sh.dash || sh.shopt[shoptXpgEcho]
	for len(args) > 0 && !(escapes && sh.opts[optPosix]) {
		a := args[0]
		if sh.dash {
			if a != "-n" {
				break
			}
			newline = false
			args = args[1:]
			break
		}
		if len(a) < 2 || a[0] != '-' || strings.Trim(a[1:], "neE") != "" {
			break
		}
		for _, c := range []byte(a[1:]) {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		args = args[1:]
	}
	for i, a := range args {
		if i > 0 {
			sh.print(" ")
		}
		if escapes && strings.IndexByte(a, '\\') >= 0 {
			text, stop := sh.echoEscapes(a)
			sh.print(text)
			if stop {
				return 0
			}
			continue
		}
		sh.print(a)
	}
	if newline {
		sh.print("\n")
	}
	return 0
}

// echoEscapes expands the escapes of echo -e and of printf's %b; stop is \c.
func (sh *Shell) echoEscapes(s string) (text string, stop bool) {
	dash := sh.dash
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		i++
		switch c := s[i]; c {
		case 'c':
			return b.String(), true
		case '0', '1', '2', '3', '4', '5', '6', '7':
			if c != '0' {
				if !dash {
					b.WriteString(`\`)
					b.WriteByte(c)
					i++
					continue
				}
				i--
			}
			v, n := cformat.Digits(s[i+1:], 8, 3)
			b.WriteByte(byte(v))
			i += 1 + n
		case 'x', 'u', 'U':
			if dash {
				b.WriteByte('\\')
				continue
			}
			n := sh.hexEscape(&b, s[i:])
			i += n
		default:
			letterEscape(&b, c, dash)
			i++
		}
	}
	return b.String(), false
}

// letterEscape expands an escape of one letter.
func letterEscape(b *strings.Builder, c byte, dash bool) {
	esc := c == 'e' || c == 'E'
	e, ok := cformat.Escape(c)
	switch {
	case dash && c == 'E', !ok && !esc:
		b.WriteByte('\\')
		b.WriteByte(c)
	case esc:
		b.WriteByte('\x1b')
	default:
		b.WriteByte(e)
	}
}

// hexEscape expands \xHH, \uHHHH and \UHHHHHHHH.
func (sh *Shell) hexEscape(b *strings.Builder, s string) int {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	v, n := cformat.Digits(s[1:], 16, digits)
	switch {
	case n == 0:
		b.WriteByte('\\')
		b.WriteByte(s[0])
	case s[0] == 'x':
		b.WriteByte(byte(v))
	case v > 0x7f && !sh.utf8 && v > 0xffff:
		fmt.Fprintf(b, `\U%08X`, v)
	case v > 0x7f && !sh.utf8:
		fmt.Fprintf(b, `\u%04X`, v)
	default:
		b.Write(parse.AppendRune(nil, v))
	}
	return 1 + n
}
