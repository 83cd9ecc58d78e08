package tool

import (
	"strings"
	"time"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const lsSpec = "a/all A/almost-all /author b/escape /block-size: B/ignore-backups c C /color? d/directory " +
	"!D/dired f F /classify? /file-type /format: /full-time g /group-directories-first G/no-group " +
	"h/human-readable " +
	"/si H/dereference-command-line /dereference-command-line-symlink-to-dir /hide: !/hyperlink? " +
	"/indicator-style: i/inode I:/ignore k/kibibytes l L/dereference m n/numeric-uid-gid N/literal o p " +
	"q/hide-control-chars /show-control-chars Q/quote-name /quoting-style: r/reverse R/recursive s/size S " +
	"/sort: t /time: /time-style: T:/tabsize u U v w:/width x X !Z/context 1 /zero"

type ls struct {
	r                             *run
	format                        string // long, columns, across, commas, single
	all, almost, dirs, recursive  bool
	sort                          string
	reverse, dirsFirst            bool
	time                          string // mtime, atime, ctime
	inode, blocks                 bool
	owner, group, numeric, author bool
	human                         uint64 // 1024, 1000 or 0
	unit                          uint64 // of sizes in -l
	blockUnit                     uint64
	unitSuffix                    string
	indicator                     string // none, slash, file-type, classify
	style                         string // of names
	quote                         bool   // -q
	color                         bool
	colored                       bool // an escape was printed
	colors                        lsColors
	follow, followOperands        bool
	followDirs                    bool
	ignore, hide                  []string
	backups                       bool
	width, tab                    int
	recent, old                   string
	end                           string
	now                           time.Time
	users, groups                 []account
	utf                           bool
	titles                        bool
	printed                       bool
}

func lsMain(r *run) int {
	r.usageStatus = 2
	tty := linux.Isatty(1)
	l := &ls{
		r: r, format: "single", time: "mtime", owner: true, group: true, unit: 1, blockUnit: 1024,
		indicator: "none", style: "literal", width: 80, tab: 8, end: "\n", utf: r.utf8Locale(), sort: "name",
		recent: "%b %e %H:%M", old: "%b %e  %Y",
	}
	if _, posix := r.lookupEnv("POSIXLY_CORRECT"); posix {
		l.blockUnit = 512
	}
	for _, name := range []string{"BLOCK_SIZE", "LS_BLOCK_SIZE"} {
		if _, ok := parseSize(r.getenv(name)); ok {
			l.blockSize(r.getenv(name))
		}
	}
	if tty {
		l.format, l.style, l.quote = "columns", "shell-escape", true
	}
	if r.which == "dir" || r.which == "vdir" {
		l.format, l.style = map[string]string{"dir": "columns", "vdir": "long"}[r.which], "escape"
	}
	if n, ok := parseUint(r.getenv("COLUMNS")); ok && n > 0 {
		l.width = int(min(n, 1<<20))
	} else if n, ok := linux.Columns(1); ok && n > 0 {
		l.width = n
	}
	if s := r.getenv("TIME_STYLE"); s != "" {
		l.timeStyle(s)
	}
	opts, names := r.options(lsSpec)
	timed, sorted := false, false
	for _, o := range opts {
		if !l.display(o) && !l.naming(o) {
			l.selection(o)
		}
		timed = timed || strings.Contains("cu", o.name) || o.name == "time"
		sorted = sorted || strings.Contains("StUvXf", o.name) || o.name == "sort"
	}
	if l.color {
		l.readColors()
	}
	if timed && !sorted && l.format != "long" {
		l.sort = "time" // -u and -c alone order by the time that -l would show
	}
	if l.format == "long" {
		l.now, l.users, l.groups = r.now(), accounts(true), accounts(false)
	}
	l.run(names)
	return r.status
}

// display takes the options that choose a format.
func (l *ls) display(o option) bool {
	switch o.name {
	case "1":
		if l.format != "long" {
			l.format = "single"
		}
	case "author":
		l.author = true
	case "C":
		l.format = "columns"
	case "full-time":
		l.format = "long"
		l.timeStyle("full-iso")
	case "g":
		l.format, l.owner = "long", false
	case "G":
		l.group = false
	case "l":
		l.format = "long"
	case "m":
		l.format = "commas"
	case "n":
		l.format, l.numeric = "long", true
	case "o":
		l.format, l.group = "long", false
	case "x":
		l.format = "across"
	case "format":
		words := map[string]string{
			"verbose": "long", "commas": "commas", "horizontal": "across", "vertical": "columns",
			"single-column": "single",
		}
		l.format = words[l.r.choose("--format", o.value, "verbose|long", "commas", "horizontal|across",
			"vertical", "single-column")]
	case "h":
		l.human = 1024
	case "si":
		l.human = 1000
	case "k":
		l.blockUnit = 1024
	case "block-size":
		l.blockSize(o.value)
	case "i":
		l.inode = true
	case "s":
		l.blocks = true
	case "T":
		l.tab = int(l.count(o.value, "tab size"))
	case "w":
		l.width = int(l.count(o.value, "line width"))
	case "time-style":
		l.timeStyle(o.value)
	case "zero":
		l.end, l.style, l.quote = "\x00", "literal", false
		if l.format != "long" {
			l.format = "single"
		}
	default:
		return false
	}
	return true
}

func (l *ls) count(s, what string) uint64 {
	n, ok := parseUint(s)
	if !ok {
		l.r.die(2, "invalid %s: %s", what, l.r.curly(s))
	}
	return min(n, 1<<20)
}

func (l *ls) blockSize(s string) {
	switch s {
	case "human-readable":
		l.human = 1024
		return
	case "si":
		l.human = 1000
		return
	}
	s = strings.TrimPrefix(s, "'") // no grouping in this locale
	n, ok := parseSize(s)
	if !ok || n == 0 {
		l.r.die(2, "invalid --block-size argument %s", l.r.curly(s))
	}
	l.unit, l.blockUnit, l.human, l.unitSuffix = n, n, 0, ""
	if s[0] < '0' || s[0] > '9' { // the unit alone is shown behind the number
		if l.unitSuffix = s; s == "KB" {
			l.unitSuffix = "kB"
		}
	}
}

func (l *ls) timeStyle(s string) {
	s = strings.TrimPrefix(s, "posix-")
	if format, ok := strings.CutPrefix(s, "+"); ok {
		var two bool
		l.old, l.recent, two = strings.Cut(format, "\n")
		if !two {
			l.recent = l.old
		}
		return
	}
	switch s {
	case "locale":
	case "full-iso":
		l.recent, l.old = "%Y-%m-%d %H:%M:%S.%N %z", "%Y-%m-%d %H:%M:%S.%N %z"
	case "long-iso":
		l.recent, l.old = "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M"
	case "iso":
		l.recent, l.old = "%m-%d %H:%M", "%Y-%m-%d "
	default:
		l.r.message("invalid argument " + l.r.curly(s) + " for " + l.r.curly("time style"))
		l.r.stderr("Valid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n" +
			"  - [posix-]locale\n  - +FORMAT (e.g., +%H:%M) for a 'date'-style format\n")
		l.r.usage("")
	}
}

// naming takes the options that choose how a name is written.
func (l *ls) naming(o option) bool {
	switch o.name {
	case "b":
		l.style = "escape"
	case "N":
		l.style = "literal"
	case "Q":
		l.style = "c"
	case "q":
		l.quote = true
	case "show-control-chars":
		l.quote = false
	case "quoting-style":
		l.style = l.r.choose("--quoting-style", o.value, "literal", "shell", "shell-always", "shell-escape",
			"shell-escape-always", "c", "c-maybe", "escape", "locale", "clocale")
		if l.style == "c-maybe" {
			l.r.unsupported("--quoting-style=" + l.style)
		}
	case "F", "classify":
		if o.given && !l.when("--classify", o.value) {
			return true
		}
		l.indicator = "classify"
	case "p":
		l.indicator = "slash"
	case "file-type":
		l.indicator = "file-type"
	case "indicator-style":
		l.indicator = l.r.choose("--indicator-style", o.value, "none", "slash", "file-type", "classify")
	case "color":
		l.color = (!o.given || l.when("--color", o.value)) && l.r.colorTerminal()
	default:
		return false
	}
	return true
}

// when resolves always, never and auto.
func (l *ls) when(name, value string) bool {
	switch l.r.choose(name, value, "always|yes|force", "never|no|none", "auto|tty|if-tty") {
	case "always":
		return true
	case "auto":
		return linux.Isatty(1)
	}
	return false
}

// selection takes the options that choose and order files.
func (l *ls) selection(o option) {
	switch o.name {
	case "a":
		l.all = true
	case "A":
		l.almost = true
	case "B":
		l.backups = true
	case "c":
		l.time = "ctime"
	case "u":
		l.time = "atime"
	case "time":
		l.time = l.r.choose("--time", o.value, "atime|access|use", "ctime|status",
			"birth|creation")
	case "d":
		l.dirs = true
	case "f":
		l.all, l.sort, l.color = true, "none", false
		if l.format == "long" {
			l.format = "single"
		}
	case "group-directories-first":
		l.dirsFirst = true
	case "H":
		l.followOperands = true
	case "dereference-command-line-symlink-to-dir":
		l.followDirs = true
	case "hide":
		l.hide = append(l.hide, o.value)
	case "I":
		l.ignore = append(l.ignore, o.value)
	case "L":
		l.follow = true
	case "r":
		l.reverse = true
	case "R":
		l.recursive = true
	case "S":
		l.sort = "size"
	case "t":
		l.sort = "time"
	case "U":
		l.sort = "none"
	case "v":
		l.sort = "version"
	case "X":
		l.sort = "extension"
	case "sort":
		l.sort = l.r.choose("--sort", o.value, "none", "time", "size", "extension", "version", "width")
	}
}
