package shell

import (
	"path"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

// prompt expands the escapes of prompts, and then what `shopt -s promptvars` expands in them.
func (sh *Shell) prompt(s string) string {
	text := sh.promptEscapes(s)
	if !sh.shopt[shoptPromptvars] || !strings.ContainsAny(text, "$`\\") {
		return text
	}
	w := parse.Doubled(text, sh.parseOptions(sh.line, ""))
	status := sh.status
	text = sh.str(&w)
	sh.status = status
	return text
}

func (sh *Shell) promptEscapes(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == 'D' && strings.HasPrefix(s[i+1:], "{") && strings.IndexByte(s[i:], '}') > 0:
			end := strings.IndexByte(s[i:], '}')
			format := s[i+2 : i+end]
			if format == "" {
				format = "%X"
			}
			b.WriteString(sh.clock(format))
			i += end
		case '0' <= c && c <= '7':
			v, n := cformat.Digits(s[i:], 8, 3)
			b.WriteByte(byte(v))
			i += n - 1
		default:
			b.WriteString(sh.promptEscape(c))
		}
	}
	return b.String()
}

func (sh *Shell) clock(format string) string {
	return sh.strftime(format, sh.now()/second)
}

// promptTimes are the escapes that show the time, as formats of strftime.
var promptTimes = map[byte]string{
	'd': "%a %b %d", 't': "%H:%M:%S", 'T': "%I:%M:%S", '@': "%I:%M %p", 'A': "%H:%M",
}

// promptEscape is what one escape shows. What comes from outside is protected from being expanded.
func (sh *Shell) promptEscape(c byte) string {
	if format := promptTimes[c]; format != "" {
		return sh.clock(format)
	}
	switch c {
	case 'a':
		return "\a"
	case 'e':
		return "\x1b"
	case 'n':
		return "\n"
	case 'r':
		return "\r"
	case '[', ']':
		return ""
	case 'u':
		return sh.userName()
	case 'h':
		host, _, _ := strings.Cut(sh.text("HOSTNAME"), ".")
		return host
	case 'H':
		return sh.text("HOSTNAME")
	case 'l':
		return "tty"
	case 's':
		return path.Base(sh.arg0)
	case 'v':
		return "5.2"
	case 'V':
		return "5.2.15"
	case 'w', 'W':
		return protectPrompt(sh.promptDir(c == 'W'))
	case '!':
		return strconv.Itoa(sh.hist.first + len(sh.hist.list) + 1)
	case '#':
		if sh.source == fromString {
			return strconv.Itoa(sh.prompts)
		}
		return strconv.Itoa(max(sh.prompts, 1))
	case 'j':
		return strconv.Itoa(len(sh.listed()))
	case '$':
		if linux.Geteuid() == 0 {
			return "#"
		}
		return "$"
	case '\\':
		return `\`
	}
	return `\` + string(c)
}

// protectPrompt quotes what must not be expanded.
func protectPrompt(s string) string {
	return strings.NewReplacer(`\`, `\\`, "$", `\$`, "`", "\\`").Replace(s)
}

// promptDir is the working directory as \w and \W show it.
func (sh *Shell) promptDir(last bool) string {
	dir := sh.shortPath(sh.pwd())
	if last {
		if dir != "/" && dir != "~" {
			dir = dir[strings.LastIndexByte(dir, '/')+1:]
		}
		return dir
	}
	keep, ok := digits(sh.text("PROMPT_DIRTRIM"))
	if !ok || keep == 0 {
		return dir
	}
	lead, rest := "", strings.TrimPrefix(dir, "/")
	if tilde, ok := strings.CutPrefix(dir, "~/"); ok {
		lead, rest = "~/", tilde
	}
	parts := strings.Split(rest, "/")
	if len(parts) <= keep {
		return dir
	}
	if len(strings.Join(parts[:len(parts)-keep], "/")) <= len("...") { // not worth it
		return dir
	}
	return lead + ".../" + strings.Join(parts[len(parts)-keep:], "/")
}
