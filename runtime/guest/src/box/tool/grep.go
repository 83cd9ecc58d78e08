package tool

import (
	"math"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

const grepSpec = "A:/after-context a/text B:/before-context b/byte-offset C:/context c/count /color? " +

	"/colour? " +

	"D:/devices d:/directories E/extended-regexp e:/regexp F/fixed-strings f:/file /exclude: /exclude-dir: " +

	"/exclude-from: G/basic-regexp H/with-filename h/no-filename I i/ignore-case /include: " +

	"/no-ignore-case y " +

	"L/files-without-match l/files-with-matches /label: /line-buffered m:/max-count n/line-number " +

	"/null Z o/only-matching P/perl-regexp q/quiet /silent R/dereference-recursive r/recursive " +

	"s/no-messages " +

	"T/initial-tab U/binary u/unix-byte-offsets V/version v/invert-match w/word-regexp x/line-regexp " +
	"z/null-data " +

	"/binary-files: /no-group-separator /group-separator: X:"

// grepDigits are options too: -c12 is -c with a context of 12 lines.
const grepDigits = " 0 1 2 3 4 5 6 7 8 9"

type grep struct {
	r                                     *run
	syntax                                regex.Syntax
	fixed                                 bool
	patterns                              []string
	havePatterns                          bool
	res                                   []*regex.Regexp
	fold, word, whole, invert             bool
	count, list, listWithout, only, quiet bool
	number, offset, null, tab, silent     bool
	names                                 int // 1 always, -1 never, 0 if there are several
	label                                 string
	max                                   uint64
	before, after, context                int  // lines; -1 = not given, context is for both
	recursive                             byte // 0, r or R
	directories                           string
	skipDevices                           bool
	binary                                string // binary, text or without-match
	include, exclude, excludeDir          []string
	color                                 bool
	colors                                grepColors
	matcher                               string
	separator                             string
	ungrouped                             bool // no separator
	digits                                string
	delim                                 byte
	output                                primitives.Stat
	utf8                                  bool // the locale's characters
	found, failed                         bool
}

func grepMain(r *run) int {
	r.usageStatus = 2
	g := &grep{
		r: r, max: math.MaxUint64, separator: "--", delim: '\n', binary: "binary", before: -1,
		after: -1, context: -1,
	}
	switch r.which {
	case "egrep": // Debian's are scripts around grep
		g.syntax, r.name, g.matcher = regex.Extended, "grep", "E"
	case "fgrep":
		g.fixed, r.name, g.matcher = true, "grep", "F"
	case "rgrep":
		r.name, r.args = "grep", append([]string{"-r"}, r.args...)
	}
	r.usageLine = "Usage: " + r.name + " [OPTION]... PATTERNS [FILE]...\n"
	grepContext(r, g)
	opts, words := r.options(grepSpec + grepDigits)
	for _, o := range opts {
		if g.digit(o.name) {
			continue
		}
		if !g.matching(o) && !g.choosing(o) {
			g.printing(o)
		}
	}
	if g.before < 0 {
		g.before = g.context
	}
	if g.after < 0 {
		g.after = g.context
	}
	if !g.havePatterns {
		if len(words) == 0 {
			g.usage()
		}
		g.patterns, words = strings.Split(words[0], "\n"), words[1:]
	}
	nothing := g.invert && !g.whole && !g.word && len(g.patterns) == 1 && g.patterns[0] == ""
	g.compile()
	if (g.max == 0 || nothing) && !g.listWithout {
		return 1
	}
	if g.color {
		g.readColors()
	}
	g.output, _ = linux.Fstat(1)
	g.utf8 = r.utf8Locale()
	g.run(words)
	switch {
	case g.failed && !(g.quiet && g.found):
		return 2
	case g.found:
		return 0
	}
	return 1
}

// grepContext takes -NUM out of the arguments, which is context.
func grepContext(r *run, g *grep) {
	var args []string
	value := false // the word belongs to the option before it
	for i, a := range r.args {
		if value {
			args, value = append(args, a), false
			continue
		}
		value = len(a) == 2 && a[0] == '-' && strings.Contains("ABCDdefm", a[1:])
		if a == "--" {
			args = append(args, r.args[i:]...)
			break
		}
		if digits := strings.TrimPrefix(a, "-"); digits != a && isDigits(digits) {
			g.context = min(atoi(digits), 1<<20)
			continue
		}
		args = append(args, a)
	}
	r.args = args
}

func (g *grep) usage() { g.r.usage("") }

// matching takes the options that say what a match is.
func (g *grep) matching(o option) bool {
	switch o.name {
	case "E", "F", "G", "P":
		if g.matcher != "" && g.matcher != o.name {
			g.r.die(2, "conflicting matchers specified")
		}
		g.matcher, g.fixed = o.name, o.name == "F"
		g.syntax = map[string]regex.Syntax{"E": regex.Extended, "P": regex.Perl}[o.name]
	case "X":
		g.r.die(2, "invalid matcher %s", o.value)
	case "e":
		g.patterns, g.havePatterns = append(g.patterns, strings.Split(o.value, "\n")...), true
	case "f":
		g.patternFile(o.value)
	case "i", "y":
		g.fold = true
	case "no-ignore-case":
		g.fold = false
	case "v":
		g.invert = true
	case "w":
		g.word = true
	case "x":
		g.whole = true
	case "z":
		g.delim = 0
	default:
		return false
	}
	return true
}

func (g *grep) patternFile(name string) {
	f, err := openInput(name)
	if err != nil {
		g.r.dieErr(2, err, "%s", name)
	}
	text, err := readAll(f)
	closeInput(f)
	if err != nil {
		g.r.dieErr(2, err, "%s", name)
	}
	g.havePatterns = true
	if len(text) > 0 {
		g.patterns = append(g.patterns, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")...)
	}
}

// choosing takes the options that say which files are read.
func (g *grep) choosing(o option) bool {
	switch o.name {
	case "a":
		g.binary = "text"
	case "I":
		g.binary = "without-match"
	case "binary-files":
		if g.binary = o.value; o.value != "binary" && o.value != "text" && o.value != "without-match" {
			g.r.die(2, "unknown binary-files type")
		}
	case "D":
		g.skipDevices = g.r.choose("--devices", o.value, "read", "skip") == "skip"
	case "d":
		g.directories = g.r.choose("--directories", o.value, "read", "recurse", "skip")
		if g.directories == "recurse" {
			g.recursive = 'r'
		}
	case "exclude":
		g.exclude = append(g.exclude, o.value)
	case "exclude-dir":
		g.excludeDir = append(g.excludeDir, strings.TrimRight(o.value, "/"))
	case "exclude-from":
		text, err := readFile(o.value)
		if err != nil {
			g.r.dieErr(2, err, "%s", o.value)
		}
		g.exclude = append(g.exclude, strings.Fields(string(text))...)
	case "include":
		g.include = append(g.include, o.value)
	case "R", "r":
		g.recursive = o.name[0]
	case "s":
		g.silent = true
	default:
		return false
	}
	return true
}

// printing takes the options that say what is printed.
func (g *grep) printing(o option) {
	switch o.name {
	case "A":
		g.after = g.contextLength(o.value)
	case "B":
		g.before = g.contextLength(o.value)
	case "C":
		g.context = g.contextLength(o.value)
	case "b":
		g.offset = true
	case "c":
		g.count = true
	case "color", "colour":
		when := "auto"
		if o.given {
			when = o.value
		}
		switch when {
		case "always", "yes", "force":
			g.color = true
		case "never", "no", "none":
			g.color = false
		case "auto", "tty", "if-tty":
			g.color = linux.Isatty(1) && g.r.getenv("TERM") != "" && g.r.getenv("TERM") != "dumb"
		default:
			g.r.help(parseSpec(grepSpec)...)
		}
	case "u":
		g.r.message("warning: --unix-byte-offsets (-u) is obsolete")
	case "V":
		g.r.version()
	case "H":
		g.names = 1
	case "h":
		g.names = -1
	case "L":
		g.list, g.listWithout = false, true
	case "l":
		g.list, g.listWithout = true, false
	case "label":
		g.label = o.value
	case "line-buffered":
		g.r.out.Unbuffered()
	case "m":
		g.max = g.maxCount(o.value)
	case "n":
		g.number = true
	case "null", "Z":
		g.null = true
	case "o":
		g.only = true
	case "q", "silent":
		g.quiet = true
	case "T":
		g.tab = true
	case "no-group-separator":
		g.ungrouped = true
	case "group-separator":
		g.separator, g.ungrouped = o.value, false
	}
}

// digit takes a digit as an option; one beside another continues it.
func (g *grep) digit(name string) bool {
	if len(name) != 1 || name[0] < '0' || name[0] > '9' {
		g.digits = ""
		return false
	}
	g.digits += name
	g.context = min(atoi(g.digits), 1<<20)
	return true
}

// maxCount is the value of -m; a negative one is no limit.
func (g *grep) maxCount(s string) uint64 {
	digits, negative := strings.CutPrefix(s, "-")
	n, ok := parseSize(digits)
	switch {
	case !ok:
		g.r.die(2, "invalid max count")
	case negative:
		return math.MaxUint64
	}
	return n
}

func (g *grep) contextLength(s string) int {
	n, ok := parseUint(s)
	if !ok {
		g.r.die(2, "%s: invalid context length argument", s)
	}
	return int(min(n, 1<<30))
}

func (g *grep) compile() {
	opts := regex.Options{
		Syntax: g.syntax, Fold: g.fold, Word: g.word, Line: g.whole, Bytes: !g.r.utf8Locale(),
	}
	var warnings []string // told once nothing is wrong
	opts.Warn = func(text string) {
		if !slices.Contains(warnings, text) {
			warnings = append(warnings, text)
		}
	}
	patterns := slices.Clone(g.patterns)
	opts.Select = !g.only && !g.color && !slices.ContainsFunc(patterns, asksForWords)
	if g.fixed {
		opts.Syntax, opts.Warn = regex.Basic, nil
		for i, p := range patterns {
			patterns[i] = quoteBasic(p)
		}
	}
	backrefs := opts.Syntax == regex.Perl || slices.ContainsFunc(patterns, func(p string) bool {
		return strings.Contains(p, `\`) && hasAny(p, "123456789")
	})
	if !backrefs && len(patterns) > 1 {
		patterns = []string{strings.Join(patterns, "\n")}
	}
	if g.syntax == regex.Perl && len(patterns) > 1 {
		g.r.die(2, "the -P option only supports a single pattern")
	}
	for _, p := range patterns {
		re, err := regex.Compile(p, opts)
		if err != nil {
			if g.syntax == regex.Perl && strings.HasSuffix(err.Error(), "is not supported") {
				g.r.unsupported("-P " + err.Error())
			}
			if first, _, _ := strings.Cut(p, "\n"); g.syntax != regex.Perl &&
				(strings.HasSuffix(first, "[") || strings.HasSuffix(first, "[^")) {
				err = regex.Error("Invalid regular expression")
			}
			g.r.die(2, "%s", err)
		}
		g.res = append(g.res, re)
	}
	for _, w := range warnings {
		g.r.message("warning: " + w)
	}
}

// asksForWords reports whether a pattern has what grep's automaton leaves to the slower matcher.
func asksForWords(p string) bool {
	for _, word := range []string{`\<`, `\>`, `\b`, `\B`} {
		if strings.Contains(p, word) {
			return true
		}
	}
	return false
}

// quoteBasic escapes what a basic regular expression would not take as itself.
func quoteBasic(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`\.*[]^$`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
