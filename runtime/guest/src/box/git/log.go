package git

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// logOptions say which commits are shown and how.
type logOptions struct {
	diff         diffOptions
	format       string
	terminated   bool // tformat: each ends with a newline; otherwise they are separated
	date         string
	count, skip  int
	reverse      bool
	graph        bool
	decorate     string // short, full or empty
	decorateRefs []string
	noPatch      bool
	abbrev       bool
	first        bool
	merges       string // how a merge is compared: empty (not at all), off, first, each, c, cc

	least, most  int // parents; -1: any number
	author       []*regex.Regexp
	committer    []*regex.Regexp
	grep         []*regex.Regexp
	allMatch     bool
	invertGrep   bool
	since, until int64
	pickaxe      *pickaxe
	shown        map[hash]bool // of the walk
	left         map[hash]bool // where the left side begins
	sources      []string      // what the commits to begin with were called

	follow, zero, parents, children, noWalk, unsorted bool
	order                                             string // topo, date, author or empty
	boundary, leftRight, fullHistory, byDecoration    bool
	cherry                                            string // pick or mark
	source, reflog                                    bool
	silent                                            bool // --format= shows changes alone
	dateGiven, noNotes                                bool
	subjectPrefix, headers                            string // of a mail
}

// ancestry reports whether parents are shown, which then are the nearest that are shown.
func (l *logOptions) ancestry() bool { return l.graph || l.parents || l.children }

const logSpec = diffSpec + " oneline pretty? format: n/max-count: # graph no-graph decorate? no-decorate " +
	"all branches? tags? remotes? glob: exclude: reverse skip: date: author: committer: grep: since: " +
	"after: " +
	"until: before: since-as-filter: abbrev-commit follow no-merges merges min-parents: max-parents: " +
	"first-parent no-abbrev-commit i/regexp-ignore-case source topo-order date-order author-date-order " +
	"g/walk-reflogs L:! simplify-by-decoration cherry-pick cherry-mark cherry left-right left-only " +
	"right-only parents children! no-walk? show-signature! m c cc diff-merges: no-diff-merges " +
	"stdin! not boundary E/extended-regexp F/fixed-strings P/perl-regexp basic-regexp no-notes notes?! " +
	"show-notes?! all-match invert-grep decorate-refs: decorate-refs-exclude: clear-decorations log-size! " +
	"full-history " +
	"ancestry-path?! sparse! dense count! no-mailmap use-mailmap mailmap no-use-mailmap relative-date " +
	"expand-tabs?! no-expand-tabs simplify-merges! bisect! ignore-missing do-walk encoding: show-pulls! " +
	"no-min-parents no-max-parents remerge-diff! objects! line-prefix:! color-moved?"

func (g *program) logOptions(o *options) logOptions {
	l := logOptions{
		diff:  g.diffOptions(o),
		count: -1,
		date:  g.repo.config.text("log.date"),
		most:  -1,
		least: -1,
	}
	if v := g.repo.config.text("format.pretty"); v != "" && g.name != "rev-list" {
		l.setFormat(g, v)
	}
	l.abbrev = g.repo.config.flag("log.abbrevcommit", false)
	l.follow = g.repo.config.flag("log.follow", false) && len(o.args) == 1
	if v := g.repo.config.text("log.decorate"); v != "" && v != "auto" && truthy(v) {
		l.setDecorate(g, v)
	}
	for _, v := range o.list {
		if !l.formOption(g, v) && !l.walkOption(g, v) {
			l.mergeOption(g, v)
		}
	}
	dateText(person{zone: "+0000"}, l.date, g) // an unknown form ends the program before anything is shown
	if l.subjectPrefix == "" && (l.format == "email" || l.format == "mboxrd") {
		l.subjectPrefix = "[PATCH] "
	}
	if l.graph && l.order == "" {
		l.order = "topo"
	}
	if l.graph && (l.reverse || l.noWalk || l.reflog) {
		names := map[bool]string{true: "--reverse", false: "--no-walk"}
		other := names[l.reverse]
		if l.reflog {
			g.fatal("options '--walk-reflogs' and '--graph' cannot be used together")
		}
		g.fatal("options '%s' and '--graph' cannot be used together", other)
	}
	l.conditions(g, o)
	l.pickaxe = l.diff.pickaxe
	return l
}

// formOption takes an option that says how a commit is shown.
func (l *logOptions) formOption(g *program, v optionValue) bool {
	switch v.name {
	case "oneline":
		l.setFormat(g, "oneline")
		l.abbrev = true
	case "pretty", "format":
		if v.name == "pretty" && v.value == "" {
			v.value = "medium"
		}
		l.setFormat(g, v.value)
	case "graph":
		l.graph = true
	case "no-graph":
		l.graph = false
	case "decorate":
		l.setDecorate(g, v.value)
	case "no-decorate":
		l.decorate = ""
	case "decorate-refs":
		l.decorateRefs = append(l.decorateRefs, v.value)
	case "decorate-refs-exclude":
		l.decorateRefs = append(l.decorateRefs, "^"+v.value)
	case "date":
		l.date, l.dateGiven = v.value, true
	case "relative-date":
		l.date = "relative"
	case "abbrev-commit":
		l.abbrev = true
	case "no-abbrev-commit":
		l.abbrev = false
	case "no-patch", "s":
		l.noPatch = true
	case "z":
		l.zero = true
	case "parents":
		l.parents = true
	case "source":
		l.source = true
	case "left-right":
		l.leftRight = true
	case "no-notes":
		l.noNotes = true
	default:
		return false
	}
	return true
}

// walkOption takes an option that says which commits are shown and in which order.
func (l *logOptions) walkOption(g *program, v optionValue) bool {
	number := func() int {
		n, err := strconv.Atoi(v.value)
		if err != nil {
			g.fatal("'%s': not an integer", v.value)
		}
		return n
	}
	switch v.name {
	case "max-count", "#":
		l.count = number()
	case "skip":
		l.skip = number()
	case "reverse":
		l.reverse = !l.reverse
	case "merges":
		l.least = 2
	case "no-merges":
		l.most = 1
	case "min-parents":
		l.least = number()
	case "max-parents":
		l.most = number()
	case "no-min-parents":
		l.least = -1
	case "no-max-parents":
		l.most = -1
	case "first-parent":
		l.first = true
	case "follow":
		l.follow = true
	case "no-walk":
		l.noWalk, l.unsorted = true, v.value == "unsorted"
	case "topo-order":
		l.order = "topo"
	case "date-order":
		l.order = "date"
	case "author-date-order":
		l.order = "author"
	case "boundary":
		l.boundary = true
	case "full-history":
		l.fullHistory = true
	case "simplify-by-decoration":
		l.byDecoration = true
	case "cherry-pick":
		l.cherry = "pick"
	case "cherry-mark":
		l.cherry = "mark"
	case "cherry":
		l.cherry, l.most = "mark", 1
	case "walk-reflogs":
		l.reflog = true
	default:
		return false
	}
	return true
}

// mergeOption takes an option that says how a merge is compared with its parents.
func (l *logOptions) mergeOption(g *program, v optionValue) {
	switch v.name {
	case "m":
		l.merges = "each"
	case "c", "cc":
		l.merges = v.name
		l.diff.patch = l.diff.patch || !l.diff.chosen()
	case "no-diff-merges":
		l.merges = "off"
	case "diff-merges":
		forms := map[string]string{
			"off":            "off",
			"none":           "off",
			"first-parent":   "first",
			"1":              "first",
			"separate":       "each",
			"m":              "each",
			"on":             "each",
			"combined":       "c",
			"c":              "c",
			"dense-combined": "cc",
			"cc":             "cc",
		}
		form, ok := forms[v.value]
		if !ok {
			if v.value == "remerge" || v.value == "r" {
				g.unsupported(g.name + " --diff-merges=" + v.value)
			}
			g.fatal("invalid value for '%s': '%s'", "--diff-merges", v.value)
		}
		l.merges = form
		if form == "c" || form == "cc" {
			l.diff.patch = l.diff.patch || !l.diff.chosen()
		}
	}
}

func (l *logOptions) setDecorate(g *program, v string) {
	switch v {
	case "", "short":
		l.decorate = "short"
	case "full":
		l.decorate = "full"
	case "no", "auto":
		l.decorate = ""
	default:
		if truthy(v) && strings.EqualFold(v, "true") {
			l.decorate = "short"
			return
		}
		g.fatal("invalid --decorate option: %s", v)
	}
}

func (l *logOptions) setFormat(g *program, v string) {
	l.terminated, l.silent = false, false
	switch {
	case strings.HasPrefix(v, "format:"):
		l.format = "%" + strings.TrimPrefix(v, "format:")
	case strings.HasPrefix(v, "tformat:"):
		l.format, l.terminated = "%"+strings.TrimPrefix(v, "tformat:"), true
	case strings.Contains(v, "%"):
		l.format, l.terminated = "%"+v, true
	case v == "":
		l.format, l.terminated, l.silent = "%", true, true
	default:
		l.namedFormat(g, v)
	}
	if l.format == "%" {
		l.silent = true
	}
}

// namedFormat takes the beginning of the name of one of git's formats, or an alias of the configuration.
func (l *logOptions) namedFormat(g *program, v string) {
	if to := g.repo.config.text("pretty." + v); to != "" {
		l.setFormat(g, to)
		return
	}
	for _, name := range [...]string{
		"raw", "medium", "short", "email", "mboxrd", "fuller", "full", "oneline", "reference",
	} {
		if !strings.HasPrefix(name, v) || v == "full" && name == "fuller" {
			continue
		}
		switch name {
		case "medium":
			l.format = ""
		case "oneline":
			l.format, l.terminated = name, true
		case "reference":
			l.format, l.terminated = "%%C(auto)%h (%s, %ad)", true
			if l.date == "" {
				l.date = "short"
			}
		default:
			l.format = name
		}
		return
	}
	g.fatal("invalid --pretty format: %s", v)
}

// compilePatterns makes the expressions of --grep, --author and the like.
func (g *program) compilePatterns(o *options, list []string) []*regex.Regexp {
	opts := regex.Options{Multiline: true, Fold: o.has("regexp-ignore-case"), NoNewline: true}
	switch {
	case o.has("perl-regexp"):
		opts.Syntax = regex.Perl
	case o.has("extended-regexp"):
		opts.Syntax = regex.Extended
	}
	var out []*regex.Regexp
	for _, s := range list {
		if o.has("fixed-strings") {
			opts.Syntax = regex.Basic
			s = quoteBasic(s)
		}
		re, err := regex.Compile(s, opts)
		if err != nil {
			g.fatal("command line, '%s': %s", s, err)
		}
		out = append(out, re)
	}
	return out
}

// quoteBasic spells a text as a basic regular expression that matches nothing else.
func quoteBasic(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`.[]*^$\`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func (l *logOptions) conditions(g *program, o *options) {
	l.author, l.committer = g.compilePatterns(
		o,
		o.values("author"),
	), g.compilePatterns(
		o,
		o.values("committer"),
	)
	l.grep = g.compilePatterns(o, o.values("grep"))
	l.allMatch, l.invertGrep = o.has("all-match"), o.has("invert-grep")
	date := func(v string) int64 {
		t, ok := parseDate(v, g.host.Zone)
		if !ok {
			g.unsupported("the date " + v)
		}
		return t.Unix()
	}
	for _, v := range append(append(o.values("since"), o.values("after")...),
		o.values("since-as-filter")...) {
		l.since = date(v)
	}
	for _, v := range append(o.values("until"), o.values("before")...) {
		l.until = date(v)
	}
}

func (g *program) logCommand(args []string) int {
	o := g.parse(args, logSpec)
	g.need()
	l := g.logOptions(o)
	from, without, paths := g.revisions(o, &l)
	if len(from) == 0 && !l.refsAsked(o) {
		ref, h := g.repo.head()
		if h.zero() {
			g.fatal("your current branch '%s' does not have any commits yet", shortRef(ref))
		}
		from, l.sources = []hash{h}, []string{"HEAD"}
	}
	if l.follow && len(paths) != 1 {
		g.fatal("--follow requires exactly one pathspec")
	}
	if l.merges == "" && l.first {
		l.merges = "first"
	}
	if l.reflog {
		g.printLog(g.reflogEntries(o, &l), &l, paths)
		return 0
	}
	g.printLog(g.selected(&l, from, without, paths), &l, paths)
	return 0
}

// refsAsked reports whether references say where to begin, so that HEAD does not.
func (l *logOptions) refsAsked(o *options) bool {
	return o.has("all") || o.has("branches") || o.has("tags") || o.has("remotes") || o.has("glob")
}

// whatchangedCommand is log with raw changes, without merges.
func (g *program) whatchangedCommand(args []string) int {
	if !slices.ContainsFunc(
		args,
		func(a string) bool { return a == "-p" || strings.HasPrefix(a, "--stat") },
	) {
		args = append([]string{"--raw"}, args...)
	}
	return g.logCommand(append([]string{"--no-merges"}, args...))
}
