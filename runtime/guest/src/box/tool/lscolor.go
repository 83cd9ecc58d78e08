package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
)

// lsColors are the codes of LS_COLORS(5): of types by their two letters, and of name endings, the last first.
type lsColors struct {
	codes   map[string]string
	endings [][2]string
	target  bool // ln=target: a link is shown as what it leads to
}

func defaultColors() lsColors {
	return lsColors{codes: map[string]string{
		"lc": "\x1b[", "rc": "m", "rs": "0", "di": "01;34", "ln": "01;36", "pi": "33", "so": "01;35",
		"bd": "01;33", "cd": "01;33", "ex": "01;32", "su": "37;41", "sg": "30;43", "st": "37;44",
		"ow": "34;42", "tw": "30;42",
	}}
}

// readColors takes LS_COLORS over the defaults; what is no list of assignments turns colours off.
func (l *ls) readColors() {
	l.colors = defaultColors()
	text := l.r.getenv("LS_COLORS")
	for text != "" {
		if text[0] == ':' {
			text = text[1:]
			continue
		}
		ending := text[0] == '*'
		label, rest, ok := colorText(strings.TrimPrefix(text, "*"), '=')
		if ok {
			var value string
			value, rest, _ = colorText(rest, ':')
			ok = l.colors.assign(label, value, ending)
		}
		if !ok {
			if len(label) == 2 && !ending && strings.HasPrefix(text[2:], "=") {
				l.r.message("unrecognized prefix: " + l.r.curly(label))
			}
			l.r.message("unparsable value for LS_COLORS environment variable")
			l.color = false
			return
		}
		text = rest
	}
	if l.colors.colored("no") || l.colors.codes["lc"] != "\x1b[" || l.colors.codes["rc"] != "m" {
		l.r.unsupported("LS_COLORS with no=, lc= or rc=")
	}
}

// colorLabels are what codes are kept for.
const colorLabels = " lc rc ec rs no fi di ln pi so bd cd mi or ex do su sg st ow tw ca mh cl "

func (c *lsColors) assign(label, value string, ending bool) bool {
	switch {
	case ending:
		c.endings = append([][2]string{{label, value}}, c.endings...)
	case len(label) != 2 || !strings.Contains(colorLabels, " "+label+" "):
		return false
	case label == "ln" && value == "target":
		c.target = true
	default:
		c.codes[label] = value
	}
	return true
}

// colorText reads to an end that is not escaped: \e, \a and the like, \033 and ^[ are characters.
func colorText(s string, end byte) (text, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == end:
			return b.String(), s[i+1:], true
		case c == ':' && end == '=':
			return b.String(), s[i:], false
		case c == '\\' && i+1 < len(s):
			i++
			if v, n := cformat.Digits(s[i:], 8, 3); n > 0 {
				b.WriteByte(byte(v))
				i += n - 1
				continue
			}
			e, _ := cformat.Escape(s[i])
			b.WriteByte(e)
		case c == '^' && i+1 < len(s):
			i++
			b.WriteByte(s[i] & 0x1f)
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), "", end == ':'
}

// colored reports that a code is no plain "0".
func (c *lsColors) colored(key string) bool {
	return strings.Trim(c.codes[key], "0") != ""
}

// of is the code of a file by its type, mode and name; "" is none.
func (c *lsColors) of(name string, st *primitives.Stat, broken bool) string {
	mode := st.Mode
	key := ""
	switch mode & primitives.S_IFMT {
	case primitives.S_IFREG:
		key = c.regular(mode, st.Nlink)
		if key == "fi" {
			if code, ok := c.ending(name); ok {
				return code
			}
		}
	case primitives.S_IFDIR:
		key = c.directory(mode)
	case primitives.S_IFLNK:
		key = "ln"
	case primitives.S_IFIFO:
		key = "pi"
	case primitives.S_IFSOCK:
		key = "so"
	case primitives.S_IFBLK:
		key = "bd"
	case primitives.S_IFCHR:
		key = "cd"
	}
	switch {
	case broken && key == "ln" && c.colored("or"):
		key = "or"
	case broken && key == "" && c.colored("mi"):
		key = "mi"
	case key == "":
		key = "or"
	}
	if code, ok := c.codes[key]; ok {
		return code
	}
	return c.codes["no"]
}

func (c *lsColors) regular(mode uint32, links uint64) string {
	switch {
	case mode&primitives.S_ISUID != 0 && c.colored("su"):
		return "su"
	case mode&primitives.S_ISGID != 0 && c.colored("sg"):
		return "sg"
	case mode&0o111 != 0 && c.colored("ex"):
		return "ex"
	case links > 1 && c.colored("mh"):
		return "mh"
	}
	return "fi"
}

func (c *lsColors) directory(mode uint32) string {
	switch sticky, open := mode&primitives.S_ISVTX != 0, mode&0o002 != 0; {
	case sticky && open && c.colored("tw"):
		return "tw"
	case open && c.colored("ow"):
		return "ow"
	case sticky && c.colored("st"):
		return "st"
	}
	return "di"
}

// ending is the code of the last assignment whose ending the name has.
func (c *lsColors) ending(name string) (string, bool) {
	for _, e := range c.endings {
		if strings.HasSuffix(name, e[0]) {
			return e[1], true
		}
	}
	return "", false
}

// paint puts a name into the colour of its file. The first escape of all is a reset.
func (l *ls) paint(text, name string, st *primitives.Stat, broken bool) string {
	code := l.colors.of(name, st, broken)
	if code == "" {
		return text
	}
	left, right := l.colors.codes["lc"], l.colors.codes["rc"]
	reset, ok := l.colors.codes["ec"]
	if !ok {
		reset = left + l.colors.codes["rs"] + right
	}
	first := ""
	if !l.colored {
		first = left + l.colors.codes["rs"] + right
		if ok {
			first = reset
		}
	}
	l.colored = true
	return first + left + code + right + text + reset
}
