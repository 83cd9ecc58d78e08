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

const tarSpec = "A/catenate /concatenate c/create d/diff /compare /delete r/append t/list u/update " +
	"x/extract " +
	"/get /test-label !g:/listed-incremental !G/incremental " +
	"k/keep-old-files /skip-old-files /keep-newer-files /overwrite /remove-files U/unlink-first " +
	"/recursive-unlink /keep-directory-symlink /no-overwrite-dir /overwrite-dir /one-top-level? " +
	"O/to-stdout " +
	"/to-command: /ignore-command-error /no-ignore-command-error /group: /mtime: /mode: /clamp-mtime " +
	"/no-same-owner /no-same-permissions /numeric-owner /owner: p/preserve-permissions " +
	"/same-permissions /same-owner s/preserve-order /same-order m/touch f:/file /force-local " +
	"b:/blocking-factor /record-size: i/ignore-zeros B/read-full-records n/seek /no-seek " +
	"H:/format /old-archive /portability /posix /pax-option: V:/label a/auto-compress /no-auto-compress " +
	"j/bzip2 J/xz /zstd !/lzma !/lzip !/lzop z/gzip /gunzip /ungzip !Z/compress I:/use-compress-program " +
	"C:/directory /exclude: X:/exclude-from /exclude-vcs /exclude-backups /exclude-caches " +
	"!/exclude-caches-all !/exclude-caches-under /exclude-tag: !/exclude-tag-all: !/exclude-tag-under: " +
	"!/exclude-ignore: !/exclude-vcs-ignores h/dereference /hard-dereference !K:/starting-file " +
	"/no-recursion /recursion N:/newer /after-date: /newer-mtime: /null /no-null /one-file-system " +
	"P/absolute-names T:/files-from /verbatim-files-from /no-verbatim-files-from /add-file: " +
	"/strip-components: /transform: /xform: /wildcards /no-wildcards /anchored /no-anchored " +
	"/ignore-case /no-ignore-case /wildcards-match-slash /no-wildcards-match-slash /occurrence? /sort: " +
	"v/verbose !w/interactive !/confirmation /totals? /checkpoint? !/checkpoint-action: /warning: /utc " +
	"/full-time /show-transformed-names /show-stored-names !/show-defaults !W/verify S/sparse " +
	"!/sparse-version: /hole-detection: /ignore-failed-read R/block-number l/check-links o /index-file: " +
	"/quoting-style: /no-xattrs !/xattrs /no-acls !/acls /no-selinux !/selinux /delay-directory-restore " +
	"/no-delay-directory-restore !M/multi-volume !L:/tape-length !F:/info-script !/new-volume-script: " +
	"!/backup? !/suffix: !/atime-preserve? !/owner-map: !/group-map: /no-check-device /check-device"

// tarWord is an operand, with what the options before it say of it.
type tarWord struct {
	name, dir string
	match     tarMatch
	found     bool
}

type tarTool struct {
	r           *run
	mode        byte // A c d r t u x, D for --delete, l for --test-label
	archive     string
	words       []tarWord
	verbose     int
	compress    string
	autoName    bool // -a: the archive's name says how it is compressed
	record      int64
	label       string
	topLevel    string
	topGiven    bool
	command     string // --to-command
	anyCommand  bool   // whose exit codes do not count
	strip       int
	exclude     []tarExclude
	excludeTags []string
	transforms  []tarTransform
	newerThan   int64
	mtimeOnly   bool // is about the time of the contents
	occurrence  int
	unpacking   *unpacking // of an archive that is compressed
	positional  []string   // options about the names behind them, and none came yet

	dir     string   // -C so far
	match   tarMatch // of the words that come
	listed  bool     // -T was given
	null    bool
	literal bool // the lines of -T are no options

	dereference, hardDereference, absolute    bool
	keep, skipOld, newer, overwrite, unlink   bool
	removeFiles, keepLinks, recursiveUnlink   bool
	toStdout, permissions, owner, noOwner     bool
	numeric, touch, oneFileSystem             bool
	utc, fullTime, sorted, sparse, clamp      bool
	ignoreZeros, blockNumber, showTransformed bool
	ignoreFailed, totals, noPermissions       bool
	excludeCaches                             bool

	ownerName, groupName, index, quoting string
	mtime                                int64
	setMode                              *modeChange
	format                               tar.Format
	v7                                   bool
	stripped                             bool // the leading slash was told of
	failed                               bool
	differs                              bool          // -d found something
	info                                 *linux.Writer // where -v writes
	umask                                uint32
	ownerWidth                           int
}

func tarMain(r *run) int {
	r.usageStatus = 64
	r.usageTry = "Try 'tar --help' or 'tar --usage' for more information.\n"
	t := &tarTool{
		r: r, archive: "-", mtime: math.MinInt64, newerThan: math.MinInt64, format: tar.FormatGNU,
		info:  r.out,
		umask: currentUmask(), record: tarRecord, match: tarMatch{recurse: true, anchored: true, slash: true},
	}
	if archive, ok := r.lookupEnv("TAPE"); ok {
		t.archive = archive
	}
	r.args = tarBundle(r.args)
	t.options()
	r.usageStatus = 2
	t.consistent()
	switch t.mode {
	case 'c':
		t.create()
	case 'r', 'u':
		t.append()
	case 'A':
		t.catenate()
	case 'D':
		t.remove()
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

// consistent ends tar if its options do not go together.
func (t *tarTool) consistent() {
	switch {
	case t.mode == 0:
		t.usage("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options")
	case t.mode == 'c' && len(t.words) == 0 && !t.listed:
		t.usage("Cowardly refusing to create an empty archive")
	case strings.ContainsRune("ruD", rune(t.mode)) && t.compress != "":
		t.usage("Cannot update compressed archives")
	case t.mode == 'A' && t.compress != "":
		t.usage("Cannot concatenate compressed archives")
	case t.mode == 'A' && t.archive == "-", t.mode == 'u' && t.archive == "-", t.mode == 'r' &&
		t.archive == "-":
		t.usage("Options '-Aru' are incompatible with '-f -'")
	}
	if t.index != "" {
		f, err := linux.OpenFile(t.index, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
		if err != nil {
			t.fatal("%s: Cannot open: %s", t.index, primitives.ErrnoOf(err).Text())
		}
		t.info = linux.NewWriter(f.Fd)
		t.info.Unbuffered()
	}
	if t.topGiven && t.mode == 'x' && t.topLevel == "" {
		t.deduceTopLevel()
	}
}

func (t *tarTool) deduceTopLevel() {
	base := baseName(t.archive)
	for _, suffix := range tarSuffixes {
		stem, ok := strings.CutSuffix(base, suffix.ending)
		if ok && stem != "" {
			t.topLevel = strings.TrimSuffix(stem, ".tar")
			return
		}
	}
	if stem, ok := strings.CutSuffix(base, ".tar"); ok && stem != "" {
		t.topLevel = stem
		return
	}
	t.usage("Cannot deduce top-level directory name; please set it explicitly with --one-top-level=DIR")
}

// tarSuffixes say how an archive of that name is compressed.
var tarSuffixes = []struct{ ending, program string }{
	{".gz", "gzip"},
	{".tgz", "gzip"},
	{".taz", "gzip"},
	{".bz2", "bzip2"},
	{".tbz", "bzip2"},
	{".tbz2", "bzip2"},
	{".tz2", "bzip2"},
	{".xz", "xz"},
	{".txz", "xz"},
	{".zst", "zstd"},
	{".tzst", "zstd"},
}

func (t *tarTool) usage(format string, args ...any) {
	t.r.usageStatus = 2
	t.r.usage(format, args...)
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
		if strings.ContainsRune("fbCTXHVIgKNFL", c) && len(rest) > 0 {
			list = append(list, rest[0])
			rest = rest[1:]
		}
	}
	return append(list, rest...)
}

// options reads the words in order, for many options are about the words behind them.
func (t *tarTool) options() {
	t.arguments(t.r.args)
	if t.dir != "" && len(t.words) == 0 && strings.ContainsRune("cru", rune(t.mode)) {
		return
	}
	if len(t.positional) > 0 && strings.ContainsRune("cru", rune(t.mode)) && len(t.words) > 0 {
		t.r.message("The following options were used after any non-optional arguments in archive create or " +
			"update mode.  These options are positional and affect only arguments that follow them.  " +
			"Please, " +
			"rearrange them properly.")
		for _, text := range t.positional {
			t.r.message(text + " has no effect")
		}
		t.r.message("Exiting with failure status due to previous errors")
		panic(exit(2))
	}
}

func (t *tarTool) arguments(args []string) {
	g := &getopt{r: t.r, specs: parseSpec(tarSpec), args: args}
	for len(g.args) > 0 {
		arg := g.args[0]
		g.args = g.args[1:]
		before := len(g.opts)
		switch {
		case arg == "--":
			for _, w := range g.args {
				t.add(w)
			}
			return
		case strings.HasPrefix(arg, "--"):
			g.long(arg[2:])
		case len(arg) > 1 && arg[0] == '-':
			g.short(arg[1:])
		default:
			t.add(arg)
		}
		for _, o := range g.opts[before:] {
			t.option(o)
		}
	}
}

func (t *tarTool) add(word string) {
	t.words = append(t.words, tarWord{name: word, dir: t.dir, match: t.match})
	t.positional = nil
}

func knownOption(word string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	return slices.ContainsFunc(parseSpec(tarSpec), func(s optionSpec) bool {
		if strings.HasPrefix(word, "--") {
			return s.long == name
		}
		return s.letter != "" && strings.HasPrefix(name, s.letter)
	})
}

// changeDir is -C: the words behind it are looked for there.
func (t *tarTool) changeDir(dir string) {
	if t.dir == "" || strings.HasPrefix(dir, "/") {
		t.dir = dir
	} else {
		t.dir = join(t.dir, dir)
	}
}

// listFile reads the names of -T; a line that begins with a dash is an option, unless they end in NUL.
func (t *tarTool) listFile(name string) {
	t.listed = true
	f, err := openInput(name)
	if err != nil {
		t.fatal("%s: Cannot stat: %s", name, primitives.ErrnoOf(err).Text())
	}
	defer closeInput(f)
	lines := newLineReader(f, delimiter(t.null))
	var list []string
	for {
		line, _, err := lines.next()
		if err != nil {
			break
		}
		list = append(list, string(line))
	}
	for i, line := range list {
		if line == "" {
			continue
		}
		if line[0] == '-' && !t.null && !t.literal {
			words := strings.Fields(line)
			if len(words) == 2 && len(words[0]) == 2 {
				words = []string{words[0], words[1]}
			}
			if !knownOption(words[0]) {
				t.r.message(sprintf("%s:%d: unrecognized option", name, i+1))
				t.r.message("Exiting with failure status due to previous errors")
				panic(exit(2))
			}
			t.arguments(words)
			continue
		}
		t.add(line)
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
	t.r.message(t.name(name) + ": " + what + ": " + primitives.ErrnoOf(err).Text())
}

// tarName shows a name as tar does in lists and messages: escapes for what cannot be shown.
func (t *tarTool) shown(name string) string {
	switch t.quoting {
	case "literal":
		return name
	case "c":
		return `"` + strings.ReplaceAll(t.name(name), `"`, `\"`) + `"`
	}
	return t.name(name)
}

// name is shown in the style that is usual.
func (t *tarTool) name(name string) string {
	var b strings.Builder
	for s := name; s != ""; {
		c, size, ok := nextChar(s, t.r.utf8Locale())
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

// compressedBy is the program whose data begins so, empty if none.
func compressedBy(head string) string {
	for magic, program := range map[string]string{
		"\x1f\x8b": "gzip", "BZh": "bzip2", "\xfd7zXZ": "xz", "(\xb5/\xfd": "zstd",
	} {
		if strings.HasPrefix(head, magic) {
			return program
		}
	}
	return ""
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
	if words := strings.Fields(t.compress); len(words) > 0 {
		if _, known := unpackErrors[words[0]]; !known {
			return t.filterFrom(words, f)
		}
	}
	b := bufio.NewReaderSize(f, inputSize)
	head, _ := b.Peek(6)
	found := compressedBy(string(head))
	want, _, _ := strings.Cut(t.compress, " ")
	if want == "" && found == "" && regularInput(f) {
		want = t.compressedByName(b)
	}
	switch {
	case found != "" && t.archive == "-" && want == "" && !regularInput(f):
		t.r.message("Archive is compressed. Use " + map[string]string{
			"gzip": "-z", "bzip2": "-j", "xz": "-J", "zstd": "--zstd",
		}[found] + " option")
		t.r.message("Error is not recoverable: exiting now")
		panic(exit(2))
	case want == "" || found == want:
		return t.unpack(found, b)
	case want == "bzip2":
		_ = t.r.out.Flush()
		t.r.stderr(unpackErrors[want] + "\n")
		t.childStatus(2)
	}
	if want == "gzip" {
		t.emptyInput(b)
	}
	t.childFailed(unpackErrors[want])
	return nil
}

func regularInput(f *linux.File) bool {
	st, err := linux.Fstat(f.Fd)
	return err == nil && st.IsRegular()
}

// unpackErrors are what the programs say of data that is not theirs.
var unpackErrors = map[string]string{
	"gzip": "\ngzip: stdin: not in gzip format", "xz": "xz: (stdin): File format not recognized",
	"zstd":  "zstd: /*stdin*\\: unsupported format ",
	"bzip2": "bzip2: (stdin) is not a bzip2 file.",
}

func (t *tarTool) unpack(program string, b *bufio.Reader) io.Reader {
	switch program {
	case "gzip":
		z, err := gzip.NewReader(b)
		if err != nil {
			t.childFailed("\ngzip: stdin: unexpected end of file")
		}
		return t.through(program, z)
	case "bzip2":
		return bzip2.NewReader(b)
	case "xz":
		var out bytes.Buffer
		x := &xzTool{compressor: compressor{r: t.r}}
		if err := x.expand(b, &out); err != nil {
			t.childFailed("xz: (stdin): Unexpected end of input")
		}
		return &out
	case "zstd":
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1))
		if err != nil {
			t.childFailed(unpackErrors[program])
		}
		return t.through(program, z)
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
