package tool

import (
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/jq"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const (
	jqUsageText = "Use jq --help for help with command-line options,\n" +
		"or see the jq manpage, or online docs  at https://stedolan.github.io/jq\n"
	jqLetters = "srjaCMSRncfeVhL"
)

func (j *jqTool) bad(format string, args ...any) {
	j.r.stderr("jq: " + sprintf(format, args...) + "\n" + jqUsageText)
	panic(exit(jqUsage))
}

func errnoText(err error) string { return primitives.ErrnoOf(err).Text() }

// options reads the command line as jq does, which uses no getopt: letters can stand together, and the values
// of long options are words of their own.
func (j *jqTool) options() {
	args := j.r.args
	further := "" // what words after the program are: files, --args or --jsonargs
	done := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case done || !jqOption(a):
			j.operand(a, further)
		case a == "--":
			done = true
		case a == "--args" || a == "--jsonargs":
			further = a
		case strings.HasPrefix(a, "--"):
			i += j.long(a, args[i+1:])
		default:
			i += j.letters(a, args[i+1:])
		}
	}
}

// jqOption reports whether a word is an option: -(1) is a program.
func jqOption(a string) bool {
	return len(a) > 1 && a[0] == '-' && (a[1] == '-' || a[1]|0x20 >= 'a' && a[1]|0x20 <= 'z')
}

func (j *jqTool) operand(a, further string) {
	switch {
	case j.program == nil:
		j.program = &a
	case further == "--args":
		j.positional = append(j.positional, jq.Text([]byte(a)))
	case further == "--jsonargs":
		v, err := jq.Decode(a)
		if err != nil {
			j.bad("Invalid JSON text passed to --jsonargs")
		}
		j.positional = append(j.positional, v)
	default:
		j.files = append(j.files, a)
	}
}

// letters takes a cluster and returns how many of the words after it belong to it.
func (j *jqTool) letters(a string, rest []string) int {
	if strings.Trim(a[1:], jqLetters) != "" && !strings.HasPrefix(a, "-L") {
		j.bad("Unknown option %s", a)
	}
	if strings.HasPrefix(a, "-L") {
		if a != "-L" {
			return 0
		}
		if len(rest) == 0 {
			j.bad("-L takes a parameter: (e.g. -L /search/path or -L/search/path)")
		}
		return 1
	}
	for _, c := range a[1:] {
		j.flag(map[rune]string{
			's': "--slurp", 'r': "--raw-output", 'j': "--join-output", 'a': "--ascii-output",
			'C': "--color-output",
			'M': "--monochrome-output", 'S': "--sort-keys", 'R': "--raw-input", 'n': "--null-input",
			'c': "--compact-output", 'f': "--from-file", 'e': "--exit-status", 'V': "--version",
			'h': "--help",
		}[c])
	}
	return 0
}

func (j *jqTool) flag(name string) bool {
	switch name {
	case "--slurp":
		j.slurp = true
	case "--raw-output":
		j.rawOut = true
	case "--join-output":
		j.rawOut, j.ending = true, ""
	case "--ascii-output":
		j.format.ASCII = true
	case "--color-output":
		j.format.Colors = j.colors()
	case "--monochrome-output":
		j.format.Colors = nil
	case "--sort-keys":
		j.format.Sort = true
	case "--raw-input":
		j.rawIn = true
	case "--null-input":
		j.nullIn = true
	case "--compact-output":
		j.format.Compact = true
	case "--tab":
		j.format.Tab, j.format.Compact = true, false
	case "--from-file":
		j.fromFile = true
	case "--exit-status":
		j.exitStatus = true
	case "--stream":
		j.stream = true
	case "--seq":
		j.seq = true
	case "--unbuffered":
	case "--version":
		j.r.print("jq-1.6\n")
		panic(exit(0))
	case "--help":
		j.r.help()
	case "--debug-dump-disasm", "--debug-trace", "--debug-trace=all":
		j.r.unsupported(name)
	default:
		return false
	}
	return true
}

// colors are jq's own, or those of JQ_COLORS.
func (j *jqTool) colors() *[8]string {
	c := [8]string{"1;30", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "34;1"}
	if v, ok := j.r.lookupEnv("JQ_COLORS"); ok && strings.Trim(v, "0123456789;:") == "" {
		for i, s := range strings.SplitN(v, ":", len(c)) {
			if i < len(c)-1 {
				c[i] = s
			}
		}
	}
	return &c
}

// long takes a long option and returns how many of the words after it belong to it.
func (j *jqTool) long(name string, rest []string) int {
	if j.flag(name) {
		return 0
	}
	switch name {
	case "--indent":
		if len(rest) == 0 {
			j.bad("--indent takes one parameter")
		}
		n, _ := strconv.Atoi(rest[0])
		switch {
		case n < -1 || n > 7:
			j.bad("--indent takes a number between -1 and 7")
		case n == -1:
			j.format.Tab = true
		default:
			j.format.Compact, j.format.Indent = n == 0, n
		}
		return 1
	case "--arg", "--argjson", "--slurpfile", "--rawfile", "--argfile":
		if len(rest) < 2 {
			what := map[string]string{
				"--arg": "value", "--argjson": "text", "--slurpfile": "filename", "--rawfile": "filename",
				"--argfile": "filename",
			}[name]
			j.bad("%s takes two parameters (e.g. %s varname %s)", name, name, what)
		}
		j.bind(name, rest[0], rest[1])
		return 2
	}
	j.bad("Unknown option %s", name)
	return 0
}

func (j *jqTool) bind(option, name, text string) {
	var v any = jq.Text([]byte(text))
	switch option {
	case "--argjson":
		x, err := jq.Decode(text)
		if err != nil {
			j.bad("invalid JSON text passed to --argjson")
		}
		v = x
	case "--slurpfile", "--rawfile", "--argfile":
		v = j.fileValue(option, name, text)
	}
	if _, twice := j.named.Get(name); twice {
		return
	}
	j.named = j.named.With(name, v)
	j.variables = append(j.variables, jq.Variable{Name: name, Value: v})
}

func (j *jqTool) fileValue(option, name, file string) any {
	f, err := linux.OpenFile(file, 0, 0)
	var b []byte
	if err == nil {
		b, err = readAll(f)
		_ = f.Close()
	}
	if err != nil {
		j.r.dieErr(jqUsage, err, "Bad JSON in %s %s %s: Could not open %s", option, name, file, file)
	}
	if option == "--rawfile" {
		return jq.Text(b)
	}
	in := jqInput{r: j.r, files: []string{file}}
	d := jq.NewDecoder(in.line)
	list := []any{}
	for {
		v, err := d.Next()
		if err != nil {
			if bad, ok := err.(*jq.ParseError); ok {
				j.r.die(jqUsage, "Bad JSON in %s %s %s: %s", option, name, file, bad.Text)
			}
			break
		}
		list = append(list, v)
	}
	if option == "--argfile" && len(list) == 1 {
		return list[0]
	}
	return list
}

// Environ implements jq.Host.
func (j *jqTool) Environ() [][2]string {
	var list [][2]string
	for _, s := range linux.Environ() {
		if k, v, ok := cutByte(s, '='); ok {
			list = append(list, [2]string{k, v})
		}
	}
	return list
}

// Place implements jq.Host.
func (j *jqTool) Place() (file any, line int) { return j.in.name, j.in.lines }

// Stderr implements jq.Host.
func (j *jqTool) Stderr(text string) { j.r.stderr(text) }

// Now implements jq.Host.
func (j *jqTool) Now() time.Time { return j.r.now() }

// Strftime implements jq.Host.
func (j *jqTool) Strftime(format string, t time.Time) string { return strftime(format, t) }

// Local implements jq.Host.
func (j *jqTool) Local() *time.Location { return j.r.zone() }
