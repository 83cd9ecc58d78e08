package tool

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Programs about terminals. A sandbox's processes have none; what can be told of a type of terminal by its
// name is told.

// sttyMain says that standard input is no terminal, which stty needs.
func sttyMain(r *run) int {
	if !linux.Isatty(0) {
		r.dieErr(1, primitives.ENOTTY, "'standard input'")
	}
	r.unsupported("on a terminal")
	return 1
}

// mesgMain has no terminal to ask either, and does not say so.
func mesgMain(r *run) int {
	if !linux.Isatty(0) && !linux.Isatty(1) && !linux.Isatty(2) {
		return 2
	}
	r.unsupported("on a terminal")
	return 2
}

// terminalColors are the types of terminal that are known, with the number of their colours (tput colors).
var terminalColors = map[string]int{
	"xterm": 8, "xterm-color": 8, "xterm-256color": 256, "screen": 8, "screen-256color": 256, "tmux": 8,
	"tmux-256color": 256, "linux": 8, "rxvt": 8, "vt100": -1, "ansi": 8, "dumb": -1,
}

// capabilities are those of xterm and its kind, as scripts use them: terminfo(5)'s names and values.
// %1 and %2 are the parameters, %1+ a parameter and one more.
var capabilities = map[string]string{
	"bold": "\x1b[1m", "sgr0": "\x1b(B\x1b[m", "smul": "\x1b[4m", "rmul": "\x1b[24m", "rev": "\x1b[7m",
	"dim":  "\x1b[2m",
	"smso": "\x1b[7m", "rmso": "\x1b[27m", "clear": "\x1b[H\x1b[2J\x1b[3J", "el": "\x1b[K", "ed": "\x1b[J",
	"home":  "\x1b[H",
	"civis": "\x1b[?25l", "cnorm": "\x1b[?12l\x1b[?25h", "sc": "\x1b7", "rc": "\x1b8", "op": "\x1b[39;49m",
	"bel": "\a",
	"cr":  "\r", "ind": "\n", "cuu1": "\x1b[A", "cub1": "\b", "cuf1": "\x1b[C", "cud1": "\n",
	"smcup": "\x1b[?1049h\x1b[22;0;0t",
	"rmcup": "\x1b[?1049l\x1b[23;0;0t", "blink": "\x1b[5m", "sitm": "\x1b[3m", "ritm": "\x1b[23m",
	"el1": "\x1b[1K",
	"cup": "\x1b[%1+;%2+H",
}

// terminal is a type of terminal.
type terminal struct {
	r      *run
	kind   string
	colors int
}

// clearMain writes what clears the screen.
func clearMain(r *run) int {
	opts, _ := r.options("T: V x")
	kind, known := r.lookupEnv("TERM")
	extended := true
	for _, o := range opts {
		switch o.name {
		case "T":
			kind, known = o.value, true
		case "x":
			extended = false
		case "V":
			r.print("ncurses 6.4.20221231\n")
			return 0
		}
	}
	if !known || kind == "" {
		r.stderr("TERM environment variable not set.\n")
		return 1
	}
	t := &terminal{r: r, kind: kind}
	if t.colors, known = terminalColors[kind]; !known {
		r.stderr("'" + kind + "': unknown terminal type.\n")
		return 1
	}
	if !t.xterm() {
		return t.elsewhere(1)
	}
	text := capabilities["clear"]
	if !extended {
		text = strings.TrimSuffix(text, "\x1b[3J")
	}
	r.print(text)
	return 0
}

// xterm reports whether the type takes xterm's sequences.
func (t *terminal) xterm() bool { return strings.HasPrefix(t.kind, "xterm") }

// elsewhere is for types other than xterm's: dumb ones have nothing, others their own sequences.
func (t *terminal) elsewhere(absent int) int {
	if t.kind != "dumb" {
		t.r.unsupported("of a terminal " + t.kind)
	}
	return absent
}

func tputMain(r *run) int {
	opts, words := r.options("+T: !S V x")
	kind, known := r.lookupEnv("TERM")
	for _, o := range opts {
		switch o.name {
		case "T":
			kind, known = o.value, true
		case "V":
			r.print("ncurses 6.4.20221231\n")
			return 0
		}
	}
	if len(words) == 0 {
		unsupportedNote("tput without a capability")
		return 2
	}
	if !known || kind == "" {
		r.message("No value for $TERM and no -T specified")
		return 2
	}
	t := &terminal{r: r, kind: kind}
	if t.colors, known = terminalColors[kind]; !known {
		r.message(sprintf("unknown terminal %q", kind))
		return 3
	}
	return t.put(words[0], words[1:])
}

// put writes a capability: a number with a newline, a string as it is; exit code 1 if there is none.
func (t *terminal) put(name string, args []string) int {
	switch name {
	case "cols", "co":
		return t.number("COLUMNS", 80)
	case "lines", "li":
		return t.number("LINES", 24)
	case "colors":
		t.r.printf("%d\n", t.colors)
		return 0
	case "it":
		t.r.print("8\n")
		return 0
	case "init", "reset":
		t.r.unsupported(name)
	case "setaf", "setab":
		if t.colors < 0 {
			return 1
		}
		return t.color(name == "setaf", args)
	}
	text, ok := capabilities[name]
	switch {
	case !ok && slices.Contains([]string{"am", "km", "mir", "msgr", "xenl"}, name):
		return 0
	case !ok:
		if len(name) > 5 || !strings.ContainsAny(name, "klmsc") {
			t.r.message("unknown terminfo capability '" + name + "'")
			return 4
		}
		t.r.unsupported(name)
	case name == "bel" || name == "cr" || name == "ind":
	case !t.xterm():
		if name == "clear" {
			return t.elsewhere(2)
		}
		return t.elsewhere(1)
	}
	t.r.print(parameters(text, args))
	return 0
}

// number is a size, which variables may tell otherwise.
func (t *terminal) number(variable string, size int) int {
	if n, err := strconv.Atoi(t.r.getenv(variable)); err == nil && n > 0 {
		size = n
	}
	t.r.printf("%d\n", size)
	return 0
}

// color is the sequence for a foreground or background colour.
func (t *terminal) color(foreground bool, args []string) int {
	if len(args) == 0 {
		args = []string{"0"}
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		t.r.unsupported("of a colour named " + args[0])
	}
	base := map[bool]int{true: 30, false: 40}[foreground]
	switch {
	case n < 8 || t.colors <= 8:
		t.r.printf("\x1b[%dm", base+n)
	case n < 16:
		t.r.printf("\x1b[%dm", base+60+n-8)
	default:
		t.r.printf("\x1b[%d;5;%dm", base+8, n)
	}
	return 0
}

// parameters fills in the numbers of a capability.
func parameters(text string, args []string) string {
	for i, mark := range []string{"%1+", "%2+"} {
		n := 0
		if i < len(args) {
			n, _ = strconv.Atoi(args[i])
		}
		text = strings.ReplaceAll(text, mark, strconv.Itoa(n+1))
	}
	return text
}
