package shell

import (
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// main runs the options twice, as the real one does: what bears on opening first, then all the others in
// order.
func (s *shell) main(args []string) int {
	commands, init, code := s.first(args)
	if code >= 0 {
		return code
	}
	if s.name == "" {
		s.name = ":memory:"
	}
	if linux.Access(s.name, 0) == nil {
		if s.open() != nil {
			return 1
		}
	}
	if code := s.startup(init); code >= 0 {
		return code
	}
	if code := s.second(args); code >= 0 {
		return code
	}
	if len(commands) > 0 {
		return s.arguments(commands)
	}
	if s.interactive && !s.batch {
		s.host.Unsupported("sqlite3 at a terminal")
		s.complain("sqlite3: there is no prompt; give SQL as an argument or on standard input\n")
		return 1
	}
	return s.process(&source{file: &linux.File{Fd: 0}})
}

// taking are the options that take arguments, and how many.
var taking = map[string]int{
	"separator": 1, "nullvalue": 1, "newline": 1, "cmd": 1, "init": 1, "heap": 1, "pagecache": 2,
	"lookaside":  2,
	"threadsafe": 1, "sorterref": 1, "vfs": 1, "mmap": 1, "maxsize": 1, "nonce": 1,
}

// first finds the file, the SQL and what bears on opening; a code that is not negative ends the program.
func (s *shell) first(args []string) (commands []string, init *string, code int) {
	named := false
	for i := 1; i < len(args); i++ {
		name, isOption := option(args[i])
		if !isOption {
			if !named {
				s.name, named = args[i], true
			} else {
				commands = append(commands, args[i])
			}
			continue
		}
		n := taking[name]
		if i+n >= len(args) && n > 0 {
			s.complain("%s: Error: missing argument to %s\n", s.program, args[i])
			return nil, nil, 1
		}
		switch name {
		case "init":
			init = &args[i+1]
		case "batch":
			s.batch = true
		case "readonly":
			s.readOnly = true
		case "nofollow":
			s.flags |= sqlite3.OPEN_NOFOLLOW
		}
		i += n
	}
	return commands, init, -1
}

// option takes the hyphens off an option. A lone hyphen is none.
func option(arg string) (name string, ok bool) {
	if len(arg) == 0 || arg[0] != '-' {
		return "", false
	}
	return strings.TrimPrefix(arg[1:], "-"), true
}

// second plays the options in their order.
func (s *shell) second(args []string) int {
	for i := 1; i < len(args); i++ {
		name, isOption := option(args[i])
		if !isOption {
			continue
		}
		n := taking[name]
		code := -1
		switch {
		case n > 0:
			code = s.valued(name, args[i+1])
		case s.plain(name):
		default:
			code = s.special(name, args[i])
		}
		if code >= 0 {
			return code
		}
		i += n
	}
	return -1
}

// plain are the options that set something.
func (s *shell) plain(name string) bool {
	if m, ok := modeOptions[name]; ok {
		s.setMode(m)
		return true
	}
	switch name {
	case "header":
		s.headers, s.headerSet = true, true
	case "noheader":
		s.headers, s.headerSet = false, true
	case "echo":
		s.echo = true
	case "bail":
		s.bail = true
	case "backslash":
		s.backslash = true
	case "eqp":
		s.eqp = true
	case "batch", "readonly", "nofollow":
	case "interactive":
		s.interactive = true
	default:
		return false
	}
	return true
}

// modeOptions are the options that set an output mode.
var modeOptions = map[string]mode{
	"html": modeHTML, "list": modeList, "quote": modeQuote, "line": modeLine, "column": modeColumn,
	"json":     modeJSON,
	"markdown": modeMarkdown, "table": modeTable, "box": modeBox, "csv": modeCSV, "ascii": modeASCII,
	"tabs": modeTabs,
}

// setMode is what an option of a mode does, which is less than the command does.
func (s *shell) setMode(m mode) {
	s.mode = m
	switch m {
	case modeCSV:
		s.column = ","
	case modeASCII:
		s.column, s.row = "\x1f", "\x1e"
	case modeTabs:
		s.mode, s.column, s.row = modeList, "\t", "\n"
	case modeQuote:
		s.column, s.row = ",", "\n"
	}
}

// valued are the options with an argument.
func (s *shell) valued(name, value string) int {
	switch name {
	case "separator":
		s.column = value
	case "newline":
		s.row = value
	case "nullvalue":
		s.null = value
	case "cmd":
		return s.command(value)
	case "vfs":
		if value != "unix" {
			s.host.Unsupported("sqlite3 -vfs " + value)
			s.complain("no such VFS: \"%s\"\n", value)
			return 1
		}
	case "nonce", "maxsize":
		s.host.Unsupported("sqlite3 -" + name)
	}
	return -1
}

// command runs the argument of -cmd.
func (s *shell) command(text string) int {
	if strings.HasPrefix(text, ".") {
		code := s.dot(text)
		if code != 0 && s.bail {
			return code
		}
		return -1
	}
	if s.open() != nil {
		return 1
	}
	err := s.execute(text)
	if err == nil {
		return -1
	}
	s.complain("Error: %s\n", err.message())
	if s.bail {
		return err.code
	}
	return -1
}

// special are the options that end the program.
func (s *shell) special(name, arg string) int {
	switch name {
	case "version":
		s.print(version + " " + sourceID + "\n")
		return 0
	case "help":
		s.complain("Usage: %s [OPTIONS] FILENAME [SQL]\n", s.program)
		s.host.Unsupported("sqlite3 -help")
		return 1
	case "A", "append", "deserialize", "memtrace", "safe", "scanstats", "stats", "zip", "eqpfull",
		"unsafe-testing":
		s.host.Unsupported("sqlite3 -" + name)
		s.complain("%s: Error: unsupported option: %s\n", s.program, arg)
		return 1
	}
	s.complain("%s: Error: unknown option: -%s\nUse -help for a list of options.\n", s.program, name)
	return 1
}

// The release that the program follows.
const (
	version  = "3.40.1"
	sourceID = "2022-12-28 14:03:47 df5c253c0b3dd24916e4ec7cf77d3db5294cc9fd45ae7b9c5e82ad8197f3alt1"
)

// startup reads ~/.sqliterc, or what -init names.
func (s *shell) startup(init *string) int {
	path := ""
	if init != nil {
		path = *init
	} else if home := home(); home != "" {
		path = home + "/.sqliterc"
	}
	if path == "" {
		return -1
	}
	f, err := linux.OpenFile(path, primitives.O_RDONLY, 0)
	if err != nil {
		if init == nil {
			return -1
		}
		s.complain("cannot open: \"%s\"\n", path)
		if s.bail {
			return 1
		}
		return -1
	}
	defer f.Close() //nolint:errcheck // it was read
	if s.interactive {
		s.complain("-- Loading resources from %s\n", path)
	}
	if s.process(&source{file: f, named: true}) != 0 && s.bail {
		return 1
	}
	return -1
}

// home is the user's directory, by the accounts before the environment.
func home() string {
	if f, err := linux.OpenFile("/etc/passwd", primitives.O_RDONLY, 0); err == nil {
		accounts := &source{file: f}
		uid := strconv.Itoa(linux.Getuid())
		for line, ok := accounts.next(); ok; line, ok = accounts.next() {
			if fields := strings.Split(line, ":"); len(fields) > 5 && fields[2] == uid {
				_ = f.Close() // it was read
				return fields[5]
			}
		}
		_ = f.Close() // the same
	}
	v, _ := linux.Getenv("HOME")
	return v
}

// arguments runs the SQL and the commands of the command line.
func (s *shell) arguments(commands []string) int {
	for _, text := range commands {
		if strings.HasPrefix(text, ".") {
			if code := s.dot(text); code != 0 {
				return ending(code)
			}
			continue
		}
		if s.open() != nil {
			return 1
		}
		if err := s.execute(text); err != nil {
			s.complain("Error: %s\n", err.message())
			return err.code
		}
	}
	return 0
}

// stopping is what .quit and .exit 0 answer.
const stopping = 2

func ending(code int) int {
	if code == stopping {
		return 0
	}
	return code
}

// unescape makes sense of the backslashes of C.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch c := text[i]; c {
		case 'a', 'b', 't', 'n', 'v', 'f', 'r':
			b.WriteByte("\a\b\t\n\v\f\r"[strings.IndexByte("abtnvfr", c)])
		case '0', '1', '2', '3', '4', '5', '6', '7':
			v, end := 0, i+3
			for ; i < len(text) && i < end && text[i] >= '0' && text[i] <= '7'; i++ {
				v = v<<3 | int(text[i]-'0')
			}
			i--
			b.WriteByte(byte(v))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
