package tool

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const tarSpec = "!A/catenate c/create d/diff /compare !/delete r/append t/list u/update x/extract /get " +
	"!g:/listed-incremental " +
	"k/keep-old-files /skip-old-files /keep-newer-files /overwrite !/remove-files O/to-stdout " +
	"!/to-command: /group: " +
	"/mtime: /mode: !/clamp-mtime /no-same-owner /no-same-permissions /numeric-owner /owner: " +
	"p/preserve-permissions " +
	"/same-permissions /same-owner s m/touch f:/file /force-local b:/blocking-factor i/ignore-zeros " +
	"B/read-full-records " +
	"H:/format /old-archive /posix V:/label a/auto-compress j/bzip2 J/xz /zstd !/lzma z/gzip /gunzip " +
	"!Z/compress I:/use-compress-program C:/directory /exclude: X:/exclude-from /exclude-vcs h/dereference " +
	"/hard-dereference " +
	"!K:/starting-file /no-recursion /recursion !N:/newer /null /one-file-system P/absolute-names " +
	"T:/files-from " +
	"/strip-components: !/transform: !/xform: /wildcards /no-wildcards /anchored /no-anchored /sort: " +
	"v/verbose " +
	"!w/interactive /totals /checkpoint? /warning: /utc /full-time /show-transformed-names !W/verify " +
	"S/sparse " +
	"/ignore-failed-read R/block-number l/check-links o /no-xattrs /xattrs /no-acls /no-selinux"

type tarTool struct {
	r                                     *run
	mode                                  byte // c d r t x
	archive                               string
	dirs                                  []string // of the words: -C before them
	words                                 []string
	verbose                               int
	compress                              string
	dereference, absolute, noRecursion    bool
	keep, skipOld, newer, toStdout        bool
	permissions, owner, noOwner, numeric  bool
	touch, oneFileSystem, null, wildcards bool
	utc, fullTime, totals, sorted         bool
	strip                                 int
	exclude                               []string
	ownerName, groupName                  string
	mtime                                 int64
	setMode                               *modeChange
	format                                tar.Format
	stripped                              bool // the leading slash was told of
	failed                                bool
	differs                               bool          // -d found something
	info                                  *linux.Writer // where -v writes
	umask                                 uint32
	ownerWidth                            int
}

func tarMain(r *run) int {
	r.usageStatus = 2
	r.usageTry = "Try 'tar --help' or 'tar --usage' for more information.\n"
	t := &tarTool{
		r: r, archive: "-", mtime: math.MinInt64, format: tar.FormatGNU, info: r.out,
		umask: currentUmask(),
	}
	r.args = tarBundle(r.args)
	t.options()
	switch t.mode {
	case 0:
		t.usage("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
	case 'c':
		if len(t.words) == 0 {
			t.usage("Cowardly refusing to create an empty archive")
		}
		t.create()
	case 'r':
		t.append()
	default:
		t.read()
	}
	if t.failed {
		r.message("Exiting with failure status due to previous errors")
		return 2
	}
	if t.differs {
		return 1
	}
	return 0
}

func (t *tarTool) usage(text string) {
	t.r.usage("%s", text)
}

// tarBundle turns `tar xzf FILE` into options that getopt knows: each letter that wants a value
// takes the next word.
func tarBundle(args []string) []string {
	if len(args) == 0 || args[0] == "" || args[0][0] == '-' {
		return args
	}
	var list []string
	rest := args[1:]
	for _, c := range args[0] {
		list = append(list, "-"+string(c))
		if strings.ContainsRune("fbCTXHVIgKN", c) && len(rest) > 0 {
			list = append(list, rest[0])
			rest = rest[1:]
		}
	}
	return append(list, rest...)
}

// options reads the words one option at a time, for -C is about the words after it.
func (t *tarTool) options() {
	// getopt permutes: -C among operands keeps its place by being read again below.
	opts, _ := t.r.options(tarSpec)
	for _, o := range opts {
		t.option(o)
	}
	dir := ""
	g := &getopt{r: t.r, specs: parseSpec(tarSpec), args: t.r.args}
	for len(g.args) > 0 {
		arg := g.args[0]
		g.args = g.args[1:]
		before := len(g.opts)
		switch {
		case arg == "--":
			for _, w := range g.args {
				t.add(dir, w)
			}
			g.args = nil
		case strings.HasPrefix(arg, "--"):
			g.long(arg[2:])
		case len(arg) > 1 && arg[0] == '-':
			g.short(arg[1:])
		default:
			t.add(dir, arg)
		}
		for _, o := range g.opts[before:] {
			switch o.name {
			case "C":
				if dir == "" || strings.HasPrefix(o.value, "/") {
					dir = o.value
				} else {
					dir = join(dir, o.value)
				}
			case "T":
				t.listFile(dir, o.value)
			}
		}
	}
	if len(t.words) == 0 && dir != "" {
		t.dirs = []string{dir}
	}
}

func (t *tarTool) add(dir, word string) {
	t.words = append(t.words, word)
	t.dirs = append(t.dirs, dir)
}

func (t *tarTool) listFile(dir, name string) {
	f, err := openInput(name)
	if err != nil {
		t.fatal("%s: Cannot open: %s", name, primitives.ErrnoOf(err).Text())
	}
	defer closeInput(f)
	lines := newLineReader(f, delimiter(t.null))
	for {
		line, _, err := lines.next()
		if err != nil {
			return
		}
		if len(line) > 0 {
			t.add(dir, string(line))
		}
	}
}

func (t *tarTool) option(o option) {
	switch o.name {
	case "c", "d", "compare", "r", "t", "x", "get", "u":
		t.setOperation(o.name)
	case "f":
		if t.archive != "-" {
			t.usage("Multiple archive files require '-M' option")
		}
		t.archive = o.value
	case "v":
		t.verbose++
	case "z", "gunzip":
		t.compress = "gzip"
	case "j":
		t.compress = "bzip2"
	case "J", "zstd":
		t.compress = map[string]string{"J": "xz", "zstd": "zstd"}[o.name]
	case "a":
		t.compress = "auto"
	case "I":
		if t.compress = o.value; o.value != "gzip" && o.value != "pigz" {
			t.r.unsupported("-I " + o.value)
		}
		t.compress = "gzip"
	case "strip-components":
		n, ok := parseUint(o.value)
		if !ok {
			t.usage("Invalid number of elements: '" + o.value + "'")
		}
		t.strip = int(min(n, 1<<20))
	case "exclude":
		t.exclude = append(t.exclude, strings.TrimRight(o.value, "/"))
	case "X":
		text, err := readFile(o.value)
		if err != nil {
			t.fatal("%s: Cannot open: %s", o.value, primitives.ErrnoOf(err).Text())
		}
		t.exclude = append(t.exclude, strings.Fields(string(text))...)
	case "exclude-vcs":
		t.exclude = append(t.exclude, ".git", ".gitignore", ".svn", "CVS", ".hg", ".bzr", ".gitattributes",
			".gitmodules")
	case "mtime":
		when, ok := parseDate(o.value, t.r.now())
		if !ok {
			t.usage("Invalid mtime")
		}
		t.mtime = when.UnixNano()
	case "mode":
		t.setMode, _ = parseMode(o.value)
	case "H":
		t.setFormat(o.value)
	case "posix":
		t.setFormat("posix")
	case "sort":
		t.sorted = o.value == "name"
	default:
		t.flag(o)
	}
}

// setOperation is one of the options that say what is to be done, of which there may be one.
func (t *tarTool) setOperation(name string) {
	mode := name[0]
	switch name {
	case "get":
		mode = 'x'
	case "compare":
		mode = 'd'
	case "u":
		t.r.unsupported("-u")
	}
	if t.mode != 0 && t.mode != mode {
		t.usage("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option")
	}
	t.mode = mode
}

func (t *tarTool) setFormat(name string) {
	switch name {
	case "gnu", "oldgnu":
		t.format = tar.FormatGNU
	case "pax", "posix":
		t.format = tar.FormatPAX
	case "ustar":
		t.format = tar.FormatUSTAR
	default:
		t.r.unsupported("--format=" + name)
	}
}

func (t *tarTool) flag(o option) {
	flags := map[string]*bool{
		"h": &t.dereference, "P": &t.absolute, "no-recursion": &t.noRecursion, "k": &t.keep,
		"skip-old-files":   &t.skipOld,
		"keep-newer-files": &t.newer, "O": &t.toStdout, "p": &t.permissions,
		"same-permissions": &t.permissions,
		"same-owner":       &t.owner, "no-same-owner": &t.noOwner, "o": &t.noOwner,
		"numeric-owner":   &t.numeric,
		"m":               &t.touch,
		"one-file-system": &t.oneFileSystem, "null": &t.null, "wildcards": &t.wildcards, "utc": &t.utc,
		"full-time": &t.fullTime, "totals": &t.totals,
	}
	if f, ok := flags[o.name]; ok {
		*f = true
		return
	}
	switch o.name {
	case "owner":
		t.ownerName = o.value
	case "group":
		t.groupName = o.value
	case "V", "totals", "checkpoint", "i", "W", "S":
		t.r.unsupported("-" + o.name)
	}
}

// fatal ends tar as an error that cannot be got over.
func (t *tarTool) fatal(format string, args ...any) {
	t.r.message(sprintf(format, args...))
	t.r.message("Error is not recoverable: exiting now")
	panic(exit(2))
}

// warn reports an error of one member.
func (t *tarTool) warn(err error, what, name string) {
	t.failed = true
	t.r.message(tarName(name) + ": " + what + ": " + primitives.ErrnoOf(err).Text())
}

// tarName shows a name as tar does in lists and messages: escapes for what cannot be shown.
func tarName(name string) string {
	var b strings.Builder
	for s := name; s != ""; {
		c, size, ok := nextChar(s, true)
		switch {
		case c == '\\':
			b.WriteString(`\\`)
		case !ok || !printable(c):
			escapeC(&b, s[:size])
		default:
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// openArchive opens the archive to read and undoes its compression, which is seen from its bytes.
func (t *tarTool) openArchive() io.Reader {
	f, err := openInput(t.archive)
	if err != nil {
		t.fatal("%s: Cannot open: %s", t.archive, primitives.ErrnoOf(err).Text())
	}
	if st, err := linux.Fstat(f.Fd); err == nil && st.IsDir() {
		t.fatal("%s: Cannot read: Is a directory\ntar: At beginning of tape, quitting now", t.archive)
	}
	b := bufio.NewReaderSize(f, inputSize)
	head, _ := b.Peek(6)
	gz, bz := strings.HasPrefix(string(head), "\x1f\x8b"), strings.HasPrefix(string(head), "BZh")
	xz := strings.HasPrefix(string(head), "\xfd7zXZ")
	switch {
	case gz:
		z, err := gzip.NewReader(b)
		if err != nil {
			t.childFailed("gzip: stdin: unexpected end of file")
		}
		return z
	case bz:
		return bzip2.NewReader(b)
	case xz:
		var out bytes.Buffer
		x := &xzTool{r: t.r}
		if err := x.expand(b, &out); err != nil {
			t.childFailed("xz: (stdin): Unexpected end of input")
		}
		return &out
	case strings.HasPrefix(string(head), "(\xb5/\xfd"):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1))
		if err != nil {
			t.childFailed("zstd: /*stdin*\\: unsupported format ")
		}
		return z
	case t.compress == "xz":
		t.childFailed("xz: (stdin): File format not recognized")
	case t.compress == "zstd":
		t.childFailed("zstd: /*stdin*\\: unsupported format ")
	case t.compress == "gzip":
		t.childFailed("\ngzip: stdin: not in gzip format")
	}
	return b
}

func (t *tarTool) childFailed(text string) {
	_ = t.r.out.Flush()
	t.r.stderr(text + "\n")
	t.r.message("Child returned status 1")
	t.r.message("Error is not recoverable: exiting now")
	panic(exit(2))
}

// excluded reports whether a pattern of --exclude takes the name or a directory above it.
func (t *tarTool) excluded(name string) bool {
	return slices.ContainsFunc(t.exclude, func(p string) bool {
		parts := strings.Split(strings.Trim(name, "/"), "/")
		for i := range parts {
			for j := i + 1; j <= len(parts); j++ {
				if fnmatch(p, strings.Join(parts[i:j], "/"), false) {
					return true
				}
			}
		}
		return fnmatch(p, name, false)
	})
}

// when is a time in a list.
func (t *tarTool) when(at time.Time) string {
	loc := t.r.zone()
	if t.utc {
		loc = time.UTC
	}
	if t.fullTime {
		return strftime("%Y-%m-%d %H:%M:%S", at.In(loc))
	}
	return strftime("%Y-%m-%d %H:%M", at.In(loc))
}
