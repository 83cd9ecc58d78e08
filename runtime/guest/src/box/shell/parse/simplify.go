package parse

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// simpleLit reports whether a literal has nothing that any mode treats in its own way.
func simpleLit(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '-' || c == '_' || c == '.' || c == '/' || c == '+' || c == ',' || c == '%':
		case c == '=' && i > 0 && !strings.Contains(s, "~"):
		default:
			return false
		}
	}
	return s != ""
}

// simplify marks a word that needs no expansion.
func simplify(w tree.Word) tree.Word {
	if w.Brace {
		return w
	}
	var text strings.Builder
	if !plain(w.Parts, &text) {
		return w
	}
	if glob(w.Parts) {
		return w
	}
	w.Plain, w.Text, w.Parts = true, text.String(), nil
	return w
}

func plain(parts []tree.Part, text *strings.Builder) bool {
	for i := range parts {
		switch p := &parts[i]; p.Kind {
		case tree.Literal, tree.Quoted:
			text.WriteString(p.Text)
		case tree.Double:
			if !plain(p.Parts, text) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// glob reports whether unquoted text could be a pattern.
func glob(parts []tree.Part) bool {
	open := false
	for i := range parts {
		if parts[i].Kind != tree.Literal {
			continue
		}
		for _, c := range []byte(parts[i].Text) {
			switch c {
			case '*', '?', '(', '\\':
				return true
			case '[':
				open = true
			case ']':
				if open {
					return true
				}
			}
		}
	}
	return false
}

func mayBrace(parts []tree.Part) bool {
	open, middle, dots := false, false, false
	for i := range parts {
		if parts[i].Kind != tree.Literal {
			continue
		}
		for _, c := range []byte(parts[i].Text) {
			switch {
			case c == '{':
				open = true
			case c == ',' && open, c == '.' && dots && open:
				middle = true
			case c == '}' && middle:
				return true
			}
			dots = c == '.'
		}
	}
	return false
}
