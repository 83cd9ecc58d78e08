package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// modeUsage is what .mode says of a mode that there is not.
const modeUsage = "Error: mode should be one of: ascii box column csv html insert json line list markdown " +
	"qbox quote " +
	"table tabs tcl\n"

// described is how .mode and .show tell the mode.
func (s *shell) described() string {
	name := modeNames[s.mode]
	switch s.mode {
	case modeColumn, modeMarkdown, modeTable, modeBox:
		word, quote := "off", "no"
		if s.wrap.word {
			word = "on"
		}
		if s.wrap.quote {
			quote = ""
		}
		name += " --wrap " + strconv.Itoa(s.wrap.width) + " --wordwrap " + word + " --" + quote + "quote"
	}
	return name
}

// modeCommand is .mode.
func (s *shell) modeCommand(args []string) int {
	const wrapWidth = 60
	w := wrapping{width: wrapWidth}
	name, table := "", ""
	for i := 1; i < len(args); i++ {
		arg := args[i]
		option, is := option(arg)
		switch {
		case !is && name == "":
			name = arg
			if name == "qbox" {
				name, w = "box", wrapping{wrapWidth, false, true}
			}
		case option == "wrap" && i+1 < len(args):
			i++
			w.width = number(args[i])
		case option == "ww":
			w.word = true
		case option == "wordwrap" && i+1 < len(args):
			i++
			w.word = s.truth(args[i])
		case option == "quote":
			w.quote = true
		case option == "noquote":
			w.quote = false
		case name == "":
			name = arg
		case table == "":
			table = arg
		case !is:
			s.complain("extra argument: \"%s\"\n", arg)
			return 1
		default:
			s.complain("unknown option: %s\noptions:\n  --noquote\n  --quote\n  --wordwrap on/off\n  "+
				"--wrap N\n  --ww\n", arg)
			return 1
		}
	}
	if name == "" {
		s.printf("current output mode: %s\n", s.described())
		name = modeNames[s.mode]
	}
	return s.enterMode(name, table, w)
}

// enterMode is what .mode does with a name, which may be shortened.
func (s *shell) enterMode(name, table string, w wrapping) int {
	is := func(full string) bool { return strings.HasPrefix(full, name) }
	switch {
	case is("lines"):
		s.mode, s.row = modeLine, "\n"
	case is("columns"):
		s.mode, s.row, s.wrap = modeColumn, "\n", w
		if !s.headerSet {
			s.headers = true
		}
	case is("list"):
		s.mode, s.column, s.row = modeList, "|", "\n"
	case is("html"):
		s.mode = modeHTML
	case is("tcl"):
		s.mode, s.column, s.row = modeTCL, " ", "\n"
	case is("csv"):
		s.mode, s.column, s.row = modeCSV, ",", "\r\n"
	case is("tabs"):
		s.mode, s.column = modeList, "\t"
	case is("insert"):
		s.mode, s.insert = modeInsert, table
	case is("quote"):
		s.mode, s.column, s.row = modeQuote, ",", "\n"
	case is("ascii"):
		s.mode, s.column, s.row = modeASCII, "\x1f", "\x1e"
	case is("markdown"):
		s.mode, s.wrap = modeMarkdown, w
	case is("table"):
		s.mode, s.wrap = modeTable, w
	case is("box"):
		s.mode, s.wrap = modeBox, w
	case is("json"):
		s.mode = modeJSON
	default:
		s.complain(modeUsage)
		return 1
	}
	return 0
}

func (s *shell) nullValue(args []string) int {
	if len(args) != 2 {
		return s.usage(".nullvalue STRING")
	}
	s.null = args[1]
	return 0
}

func (s *shell) separator(args []string) int {
	if len(args) < 2 || len(args) > 3 {
		return s.usage(".separator COL ?ROW?")
	}
	s.column = args[1]
	if len(args) > 2 {
		s.row = args[2]
	}
	return 0
}

func (s *shell) setPlan(args []string) int {
	if len(args) != 2 {
		return s.usage(".eqp off|on|trace|trigger|full")
	}
	switch args[1] {
	case "full", "trace", "trigger":
		return s.lack(".eqp " + args[1])
	}
	s.eqp = s.truth(args[1])
	return 0
}

func (s *shell) setExplain(args []string) int {
	switch {
	case len(args) < 2:
		s.explain = "on"
	case args[1] == "auto":
		s.explain = "auto"
	case s.truth(args[1]):
		s.explain = "on"
	default:
		s.explain = "off"
	}
	return 0
}

func (s *shell) setTimeout(args []string) int {
	if s.open() != nil {
		return 1
	}
	s.timeout = 0
	if len(args) > 1 {
		s.timeout = number(args[1])
	}
	if err := database.Wait(s.db, s.timeout); err != nil {
		s.complain("Error: %s\n", database.Describe(err, "").Text)
		return 1
	}
	return 0
}

func (s *shell) setTimer(args []string) int {
	if len(args) != 2 {
		return s.usage(".timer on|off")
	}
	if s.truth(args[1]) {
		return s.lack(".timer on")
	}
	return 0
}

func (s *shell) setWidth(args []string) int {
	s.widths = nil
	for _, a := range args[1:] {
		s.widths = append(s.widths, number(a))
	}
	return 0
}

func (s *shell) printArgs(args []string) int {
	s.print(strings.Join(args[1:], " ") + "\n")
	return 0
}

func (s *shell) versions([]string) int {
	s.printf("SQLite %s %s\ngcc-12.2.0\n", version, sourceID)
	return 0
}

func (s *shell) chdir(args []string) int {
	if len(args) != 2 {
		return s.usage(".cd DIRECTORY")
	}
	if err := linux.Chdir(args[1]); err != nil {
		s.complain("Cannot change to directory \"%s\"\n", args[1])
		return 1
	}
	return 0
}

// settings is .show.
func (s *shell) settings(args []string) int {
	if len(args) != 1 {
		return s.usage(".show")
	}
	word := func(on bool) string {
		if on {
			return "on"
		}
		return "off"
	}
	output := "stdout"
	if s.out != s.stdout {
		output = s.outputName
	}
	widths := ""
	for _, w := range s.widths {
		widths += strconv.Itoa(w) + " "
	}
	for _, line := range [][2]string{
		{"echo", word(s.echo)},
		{"eqp", word(s.eqp)},
		{"explain", s.explain},
		{"headers", word(s.headers)},
		{"mode", s.described()},
		{"nullvalue", cString(s.null)},
		{"output", output},
		{"colseparator", cString(s.column)},
		{"rowseparator", cString(s.row)},
		{"stats", "off"},
		{"width", widths},
		{"filename", s.name},
	} {
		s.printf("%12s: %s\n", line[0], line[1])
	}
	return 0
}

// output is .output and .once.
func (s *shell) output(args []string) int {
	once := strings.HasPrefix(args[0], "on")
	name := "stdout"
	bom := false
	for _, a := range args[1:] {
		option, isOption := option(a)
		switch {
		case isOption && option == "bom":
			bom = true
		case isOption && (option == "x" || option == "e"):
			return s.lack(".output " + a)
		case isOption:
			s.printf("ERROR: unknown option: \"%s\".  Usage:\n", a)
			return s.lack(".help")
		case name == "stdout":
			name = a
			if strings.HasPrefix(a, "|") {
				return s.lack(".output to a pipe")
			}
		default:
			s.printf("ERROR: extra parameter: \"%s\".  Usage:\n", a)
			return s.lack(".help")
		}
	}
	_ = s.redirect(nil) // as the real one, which does not look
	if name == "stdout" {
		s.once = once && s.out != s.stdout
		return 0
	}
	w, err := writer(name)
	if err != nil {
		s.complain("Error: cannot open \"%s\"\nError: cannot write to \"%s\"\n", name, name)
		return 1
	}
	s.out, s.outputName, s.once = w, name, once
	if bom {
		s.print("\ufeff")
	}
	return 0
}

// writer opens a file for output; some names stand for no file.
func writer(name string) (*linux.Writer, error) {
	switch name {
	case "stderr":
		fd, err := linux.Fcntl(2, linux.FDupfdCloexec, 3)
		return linux.NewWriter(fd), err
	case "off":
		name = "/dev/null"
	}
	f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	return linux.NewWriter(f.Fd), nil
}

// read is .read.
func (s *shell) read(args []string) int {
	if len(args) != 2 {
		return s.usage(".read FILE")
	}
	if strings.HasPrefix(args[1], "|") {
		return s.lack(".read from a pipe")
	}
	f, err := linux.OpenFile(args[1], primitives.O_RDONLY, 0)
	if err == nil {
		st, e := linux.Fstat(f.Fd)
		if e != nil || st.Mode&primitives.S_IFMT == primitives.S_IFDIR {
			_ = f.Close() // a directory
			err = primitives.EISDIR
		}
	}
	if err != nil {
		s.complain("Error: cannot open \"%s\"\n", args[1])
		return 1
	}
	defer f.Close() //nolint:errcheck // it was read
	return s.process(&source{file: f, named: true})
}
