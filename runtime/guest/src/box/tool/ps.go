package tool

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// psColumn is one column of ps. A width of 0 is that of the pids.
type psColumn struct {
	header string
	width  int
	left   bool
	text   func(s *ps, p *process) string
}

type ps struct {
	r                *run
	columns          []psColumn
	every, withTTY   bool
	noTTY            bool
	pids, ppids      []int
	names, users     []string
	headers          bool
	sort             []string
	wide             bool
	format           string
	bsd              bool
	pidWidth         int
	boot, total      int64
	now              time.Time
	accounts, groups []account
}

func psMain(r *run) int {
	s := &ps{r: r, headers: true, accounts: accounts(true), groups: accounts(false), now: r.now()}
	s.pidWidth = len(strconv.FormatInt(max(procNumber("/proc/sys/kernel/pid_max", "")-1, 32767), 10))
	s.boot, s.total = procNumber("/proc/stat", "btime"), procNumber("/proc/meminfo", "MemTotal")*1024
	s.arguments(r.args)
	if s.columns == nil {
		s.useFormat(map[string]string{
			"":  "pid,tty:TTY,time,ucmd",
			"f": "user8:UID,pid,ppid,c,stime,tty:TTY,time,args:CMD",
			"F": "uid,pid,ppid,c,stime,tty:TTY,time,args:CMD",
			"l": "f,s,uid,pid,ppid,c,pri,ni,addr_sz,wchan,tty:TTY,time,ucmd",
			"u": "user,pid,%cpu,%mem,vsz,rss,tty:TTY,stat,start,bsdtime,args",
			"x": "pid,tty:TTY,stat,bsdtime,args",
			"j": "pid,pgid,sid,tty:TTY,time,ucmd",
		}[s.format])
	}
	var list []*process
	for _, p := range processes() {
		if s.selects(p) {
			list = append(list, p)
		}
	}
	for _, key := range slices.Backward(s.sort) {
		s.order(list, key)
	}
	s.print(list)
	if len(list) == 0 {
		return 1
	}
	return 0
}

// arguments reads the mixture of UNIX and BSD options.
func (s *ps) arguments(args []string) {
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		value := func(attached string) string {
			if attached != "" {
				return attached
			}
			if len(args) == 0 {
				s.bad("list of process IDs must follow -p")
			}
			v := args[0]
			args = args[1:]
			return v
		}
		switch {
		case strings.HasPrefix(a, "--"):
			name, v, given := strings.Cut(a[2:], "=")
			s.long(name, func() string {
				if given {
					return v
				}
				return value("")
			})
		case strings.HasPrefix(a, "-") && len(a) > 1:
			s.unix(a[1:], value)
		case isDigits(strings.ReplaceAll(a, ",", "")):
			s.pids = append(s.pids, s.numbers(a)...)
		default:
			s.bsdLetters(a, value)
		}
	}
}

func (s *ps) bad(text string) {
	s.r.stderr("error: " + text + "\n\nUsage:\n ps [options]\n\n Try 'ps --help " +
		"<simple|list|output|threads|misc|all>'\n" +
		"  or 'ps --help <s|l|o|t|m|a>'\n for additional help text.\n\nFor more details see ps(1).\n")
	panic(exit(1))
}

func (s *ps) long(name string, value func() string) {
	switch name {
	case "no-headers", "no-heading", "no-header":
		s.headers = false
	case "headers":
	case "sort":
		s.sort = append(s.sort, strings.Split(value(), ",")...)
	case "format":
		s.addFormat(value())
	case "pid":
		s.pids = append(s.pids, s.numbers(value())...)
	case "ppid":
		s.ppids = append(s.ppids, s.numbers(value())...)
	case "user", "User":
		s.users = append(s.users, strings.Split(value(), ",")...)
	case "version":
		s.r.print("ps from procps-ng 4.0.2\n")
		panic(exit(0))
	case "forest", "cols", "columns", "width", "deselect", "help", "info", "cumulative", "tty", "sid",
		"group", "Group":
		s.r.unsupported("--" + name)
	default:
		s.bad("unknown gnu long option")
	}
}

// unix reads -ef and the like.
func (s *ps) unix(letters string, value func(string) string) {
	for i := 0; i < len(letters); i++ {
		rest := letters[i+1:]
		switch letters[i] {
		case 'e', 'A':
			s.every = true
		case 'a':
			s.withTTY = true
		case 'd':
			s.every = true
		case 'f', 'F', 'l', 'j':
			if s.format == "" || letters[i] != 'j' {
				s.format = letters[i : i+1]
			}
		case 'o', 'O':
			s.addFormat(value(rest))
			return
		case 'p', 'q':
			s.pids = append(s.pids, s.numbers(value(rest))...)
			return
		case 'C':
			s.names = append(s.names, strings.Split(value(rest), ",")...)
			return
		case 'u', 'U':
			if rest == "" && s.format == "" && !s.withTTY {
				s.format = "u"
				continue
			}
			s.users = append(s.users, strings.Split(value(rest), ",")...)
			return
		case 'w':
			s.wide = true
		case 'y', 'c', 'H', 'M':
		case 'x': // -aux is read as aux
			s.noTTY = true
		case 'L', 'T', 'N', 'g', 'G', 's', 't', 'k', 'm', 'P', 'V', 'z', 'Z':
			s.r.unsupported("-" + letters[i:i+1])
		default:
			s.bad("unsupported SysV option")
		}
	}
}

// bsdLetters reads aux and the like.
func (s *ps) bsdLetters(letters string, value func(string) string) {
	s.bsd = true
	for i := 0; i < len(letters); i++ {
		rest := letters[i+1:]
		switch letters[i] {
		case 'a':
			s.withTTY = true
		case 'x':
			s.noTTY = true
		case 'u', 'l', 'j':
			s.format = letters[i : i+1]
		case 'w', 'e', 'c', 'h', 'n', 'S', 'r':
			if letters[i] == 'h' {
				s.headers = false
			}
		case 'o':
			s.addFormat(value(rest))
			return
		case 'p':
			s.pids = append(s.pids, s.numbers(value(rest))...)
			return
		case 'f', 'U', 'k', 'O', 't', 'm', 'H', 'L', 'T', 'Z', 'X', 'v', 's', 'g':
			s.r.unsupported(letters[i : i+1])
		default:
			s.bad("unsupported option (BSD syntax)")
		}
	}
	if s.format == "" {
		s.format = "x"
	}
	if s.withTTY && s.noTTY {
		s.every = true
	}
}

func (s *ps) numbers(list string) []int {
	var out []int
	for _, w := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' }) {
		n, err := strconv.Atoi(w)
		if err != nil || n <= 0 {
			s.bad("process ID list syntax error")
		}
		out = append(out, n)
	}
	return out
}

func (s *ps) selects(p *process) bool {
	chosen := len(s.pids)+len(s.ppids)+len(s.names)+len(s.users) > 0
	switch {
	case s.every:
		return true
	case chosen:
		return slices.Contains(s.pids, p.pid) || slices.Contains(s.ppids, p.ppid) ||
			slices.Contains(s.names, p.comm) ||
			slices.Contains(s.users, nameOf(s.accounts, p.euid)) ||
			slices.Contains(s.users, strconv.Itoa(p.euid))
	case s.withTTY && !s.bsd:
		return p.tty != 0 && p.session != p.pid
	case s.withTTY:
		return p.tty != 0
	}
	mine := p.euid == linux.Geteuid()
	if s.noTTY {
		return mine
	}
	me := readProcess(linux.Getpid())
	return mine && me != nil && p.tty == me.tty
}

func (s *ps) order(list []*process, key string) {
	down := strings.HasPrefix(key, "-")
	key = strings.TrimLeft(key, "+-")
	column, ok := psColumns[key]
	if !ok {
		s.bad("unknown sort specifier")
	}
	slices.SortStableFunc(list, func(a, b *process) int {
		x, y := column.text(s, a), column.text(s, b)
		order := strings.Compare(x, y)
		m, errX := strconv.ParseFloat(x, 64)
		n, errY := strconv.ParseFloat(y, 64)
		if errX == nil && errY == nil {
			order = cmp.Compare(m, n)
		}
		if down {
			return -order
		}
		return order
	})
}

// addFormat takes a list of -o; a header of its own ends it.
func (s *ps) addFormat(list string) {
	for list != "" {
		word, rest, _ := strings.Cut(strings.TrimLeft(list, " "), ",")
		if name, header, own := strings.Cut(word, "="); own {
			if header != "" { // it goes on to the end, commas and all
				_, header, _ = strings.Cut(list, "=")
				rest = ""
			}
			s.column(name, &header)
			list = rest
			continue
		}
		for name := range strings.FieldsSeq(word) {
			s.column(name, nil)
		}
		list = rest
	}
}

// useFormat takes one of the built-in formats, where NAME:HEADER renames a column.
func (s *ps) useFormat(list string) {
	for word := range strings.SplitSeq(list, ",") {
		name, header, own := strings.Cut(word, ":")
		if own {
			s.column(name, &header)
		} else {
			s.column(name, nil)
		}
	}
}

func (s *ps) column(name string, header *string) {
	name, width, wide := strings.Cut(name, ":")
	c, ok := psColumns[name]
	if !ok {
		s.bad("unknown user-defined format specifier \"" + name + "\"")
	}
	if header != nil {
		c.header = *header
	}
	if c.width == 0 {
		c.width = s.pidWidth
	}
	if wide {
		c.width = atoi(width)
	}
	c.width = max(c.width, len(c.header))
	s.columns = append(s.columns, c)
}

func (s *ps) print(list []*process) {
	rows := make([][]string, 0, len(list)+1)
	head := make([]string, len(s.columns))
	blank := true
	for i, c := range s.columns {
		head[i] = c.header
		blank = blank && c.header == ""
	}
	if s.headers && !blank {
		rows = append(rows, head)
	}
	for _, p := range list {
		row := make([]string, len(s.columns))
		for i, c := range s.columns {
			row[i] = c.text(s, p)
		}
		rows = append(rows, row)
	}
	for _, row := range rows {
		line := ""
		for i, text := range row {
			c := s.columns[i]
			fill := strings.Repeat(" ", max(0, c.width-len(text)))
			switch {
			case !c.left:
				line += fill + text
			case i < len(row)-1:
				line += text + fill
			default:
				line += text
			}
			if i < len(row)-1 {
				line += " "
			}
		}
		s.r.print(line, "\n")
	}
}
