package tool

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

func echoMain(r *run) int {
	args := r.args
	if len(args) == 1 && args[0] == "--help" {
		r.help()
	}
	if len(args) == 1 && args[0] == "--version" {
		r.version()
	}
	newline := true
	_, escapes := r.lookupEnv("POSIXLY_CORRECT")
	if escapes && (len(args) == 0 || args[0] != "-n") {
		r.print(firstOf(expandEscapes(strings.Join(args, " "))))
		if _, stop := expandEscapes(strings.Join(args, " ")); !stop {
			r.print("\n")
		}
		return 0
	}
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, c := range args[0][1:] {
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
	text := strings.Join(args, " ")
	if escapes {
		var stop bool
		text, stop = expandEscapes(text)
		newline = newline && !stop
	}
	r.print(text)
	if newline {
		r.print("\n")
	}
	return 0
}

func firstOf(s string, _ bool) string { return s }

// expandEscapes is echo -e: \0NNN octal, \xHH, \c ends the output.
func expandEscapes(s string) (text string, stop bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if s[i] == 'c' {
			return b.String(), true
		}
		if c, ok := cformat.Escape(s[i]); ok {
			b.WriteByte(c)
			continue
		}
		switch {
		case s[i] == 'x':
			v, n := cformat.Digits(s[i+1:], 16, 2)
			if n == 0 {
				b.WriteString(`\x`)
				continue
			}
			b.WriteByte(byte(v))
			i += n
		case s[i] >= '0' && s[i] <= '7':
			width := 3
			if s[i] == '0' { // \0NNN takes three digits more
				width = 4
			}
			v, n := cformat.Digits(s[i:], 8, width)
			b.WriteByte(byte(v))
			i += n - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String(), false
}
