package git

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// diffOptions say how changes are shown.
type diffOptions struct {
	context                                     int
	stat, patch, nameOnly, nameStatus, numstat  bool
	shortstat, summary, raw, quiet, noRenames   bool
	ignoreSpace, ignoreAllSpace, text           bool
	ignoreSpaceAtEnd, ignoreReturn, ignoreBlank bool
	zero, exitCode, fullIndex, reversed         bool
	compact, check, binary, fullRaw             bool
	statWidth, statName, statCount, abbrev      int
	filter, words, relative                     string
	source, target                              *string // --src-prefix and --dst-prefix
	least                                       int     // of renames
	pickaxe                                     *pickaxe
	paths                                       []pathspec
	quirk                                       namePrefixes
	failed                                      bool // --check found something
}

type namePrefixes struct{ a, b string }

const diffSpec = "stat? stat-width: stat-name-width: stat-count: stat-graph-width:! p/patch u raw " +
	"name-only " +
	"name-status numstat shortstat summary patch-with-stat patch-with-raw " +
	"U/unified: M/find-renames? no-renames b/ignore-space-change w/ignore-all-space a/text no-prefix z " +
	"exit-code " +
	"q/quiet no-color color? no-ext-diff full-index R diff-filter: no-patch s binary word-diff? " +
	"word-diff-regex:! color-words? " +
	"C/find-copies?! find-copies-harder! S: G: pickaxe-regex pickaxe-all patience! histogram! minimal " +
	"check " +
	"relative? no-relative diff-algorithm: abbrev? no-abbrev " +
	"function-context! W! ignore-blank-lines ignore-cr-at-eol compact-summary dirstat?! X?! cumulative! " +
	"indent-heuristic no-indent-heuristic! src-prefix: dst-prefix: submodule?! textconv no-textconv " +
	"ignore-space-at-eol ext-diff output:! inter-hunk-context:! ignore-submodules? no-color-moved " +
	"default-prefix rename-empty no-rename-empty B/break-rewrites?! D/irreversible-delete l: " +
	"ignore-matching-lines:! I:! anchored:! ws-error-highlight: ita-invisible-in-index"

func (g *program) diffOptions(o *options) diffOptions {
	d := diffOptions{context: 3, least: maxScore / 2, quirk: namePrefixes{"a/", "b/"}}
	if v := g.configOf("").text("diff.context"); v != "" {
		d.context, _ = strconv.Atoi(v)
	}
	if g.configOf("").flag("diff.noprefix", false) {
		d.quirk = namePrefixes{}
	}
	for _, v := range o.list {
		if !d.form(g, v) && !d.comparison(g, v) {
			d.rest(g, v)
		}
	}
	if d.patch = d.patch && !d.check; d.words != "" && !d.chosen() {
		d.patch = true
	}
	d.pickaxe = g.pickaxeOf(o)
	if d.binary {
		d.fullIndex = true
	}
	return d
}

// form takes an option that says which kind of output is wanted.
func (d *diffOptions) form(g *program, v optionValue) bool {
	switch v.name {
	case "stat":
		d.stat = true
		for i, part := range strings.Split(v.value, ",") {
			n, err := strconv.Atoi(part)
			if err != nil {
				continue
			}
			*[]*int{&d.statWidth, &d.statName, &d.statCount, new(int)}[min(i, 3)] = n
		}
	case "stat-width", "stat-name-width", "stat-count":
		d.stat = true
		n, _ := strconv.Atoi(v.value)
		*map[string]*int{
			"stat-width": &d.statWidth, "stat-name-width": &d.statName, "stat-count": &d.statCount,
		}[v.name] = n
	case "patch", "u":
		d.patch = true
	case "patch-with-stat":
		d.patch, d.stat = true, true
	case "patch-with-raw":
		d.patch, d.raw = true, true
	case "raw":
		d.raw = true
	case "name-only":
		d.nameOnly = true
	case "name-status":
		d.nameStatus = true
	case "numstat":
		d.numstat = true
	case "shortstat":
		d.shortstat = true
	case "summary":
		d.summary = true
	case "compact-summary":
		d.compact, d.stat = true, true
	case "check":
		d.check = true
	case "unified":
		d.patch = true
		n, err := strconv.Atoi(v.value)
		if err != nil {
			g.tell("error: switch `U' expects a numerical value\n")
			panic(exit(129))
		}
		d.context = n
	case "word-diff":
		d.words = v.value
		if v.value == "" {
			d.words = "plain"
		}
		if !slices.Contains([]string{"plain", "porcelain", "color", "none"}, d.words) {
			g.tell("error: bad --word-diff argument: %s\n", v.value)
			panic(exit(129))
		}
		switch d.words {
		case "none":
			d.words = ""
		case "color":
			g.unsupported(g.name + " --word-diff=color")
		}
	case "color-words":
		g.unsupported(g.name + " --color-words")
	default:
		return false
	}
	return true
}

// comparison takes an option that says what counts as a difference.
func (d *diffOptions) comparison(g *program, v optionValue) bool {
	switch v.name {
	case "no-renames":
		d.noRenames = true
	case "find-renames":
		d.noRenames = false
		if v.value != "" {
			d.least = renameScore(v.value)
		}
	case "ignore-space-change":
		d.ignoreSpace = true
	case "ignore-all-space":
		d.ignoreAllSpace = true
	case "ignore-space-at-eol":
		d.ignoreSpaceAtEnd = true
	case "ignore-cr-at-eol":
		d.ignoreReturn = true
	case "ignore-blank-lines":
		d.ignoreBlank = true
	case "text":
		d.text = true
	case "R":
		d.reversed = true
	case "diff-filter":
		d.filter = v.value
	case "diff-algorithm":
		if v.value != "myers" && v.value != "default" && v.value != "minimal" {
			g.unsupported(g.name + " --diff-algorithm=" + v.value)
		}
	default:
		return false
	}
	return true
}

// renameScore is a similarity as -M has it: 90%, or 9 for 0.9.
func renameScore(s string) int {
	digits, percent := strings.CutSuffix(s, "%")
	n, err := strconv.ParseFloat(digits, 64)
	switch {
	case err != nil:
		return maxScore / 2
	case percent:
		return int(n * maxScore / 100)
	}
	for range len(digits) {
		n /= 10
	}
	return int(n * maxScore)
}

func (d *diffOptions) rest(g *program, v optionValue) {
	switch v.name {
	case "no-prefix":
		d.quirk = namePrefixes{}
	case "default-prefix":
		d.quirk = namePrefixes{"a/", "b/"}
	case "src-prefix":
		d.source = &v.value
	case "dst-prefix":
		d.target = &v.value
	case "z":
		d.zero = true
	case "exit-code":
		d.exitCode = true
	case "quiet":
		d.quiet = true
	case "full-index":
		d.fullIndex = true
	case "binary":
		d.binary, d.patch = true, true
	case "abbrev":
		d.abbrev, _ = strconv.Atoi(v.value)
	case "no-abbrev":
		d.fullIndex = true
	case "relative":
		if d.relative = v.value; v.value == "" && g.repo != nil {
			d.relative = g.repo.prefix
		}
		if d.relative != "" && !strings.HasSuffix(d.relative, "/") {
			d.relative += "/"
		}
	case "color":
		if v.value != "never" && v.value != "auto" {
			g.unsupported(g.name + " --color")
		}
	}
}

// prefixes are what stands before the names of a patch.
func (d *diffOptions) prefixes() namePrefixes {
	p := d.quirk
	if d.source != nil {
		p.a = *d.source
	}
	if d.target != nil {
		p.b = *d.target
	}
	if d.reversed && d.source == nil && d.target == nil {
		p.a, p.b = p.b, p.a
		if p.a == "b/" {
			p.a, p.b = "b/", "a/"
		}
	}
	return p
}

// chosen reports whether any form of output was asked for.
func (d *diffOptions) chosen() bool {
	return d.stat || d.patch || d.nameOnly || d.nameStatus || d.numstat || d.shortstat || d.summary ||
		d.raw ||
		d.check
}

// prepare finds renames and drops what is not wanted.
func (g *program) prepare(list []*change, d *diffOptions) []*change {
	if d.relative != "" {
		list = slices.DeleteFunc(list, func(c *change) bool { return !strings.HasPrefix(c.to, d.relative) })
	}
	if d.reversed {
		for _, c := range list {
			c.reverse()
		}
	}
	if !d.noRenames {
		list = g.renames(list, d.least)
	}
	if d.relative != "" {
		for _, c := range list {
			c.shownFrom, c.shownTo = strings.TrimPrefix(
				c.from,
				d.relative,
			), strings.TrimPrefix(
				c.to,
				d.relative,
			)
		}
	}
	if d.pickaxe != nil {
		list = g.pickaxeFilter(list, d)
	}
	if d.ignoresSpace() && !d.raw && !d.nameOnly && !d.nameStatus {
		list = slices.DeleteFunc(list, func(c *change) bool { return g.blankOnly(c, d) })
	}
	if d.filter == "" {
		return list
	}
	return slices.DeleteFunc(list, func(c *change) bool {
		letter := string(c.status)
		if strings.Contains(d.filter, strings.ToLower(letter)) {
			return true
		}
		return strings.ToLower(d.filter) != d.filter && !strings.Contains(d.filter, letter)
	})
}

func (d *diffOptions) ignoresSpace() bool {
	return d.ignoreSpace || d.ignoreAllSpace || d.ignoreSpaceAtEnd || d.ignoreReturn || d.ignoreBlank
}

// blankOnly reports whether a change is one of blanks that are not looked at.
func (g *program) blankOnly(c *change, d *diffOptions) bool {
	if c.status != 'M' || c.old.mode != c.new.mode {
		return false
	}
	old, new := g.data(c, false), g.data(c, true)
	return !isBinary(old) && !isBinary(new) && g.hunks(old, new, d) == ""
}

func (c *change) reverse() {
	c.old, c.new = c.new, c.old
	c.from, c.to = c.to, c.from
	c.workOld, c.work = c.work, c.workOld
	switch c.status {
	case 'A':
		c.status = 'D'
	case 'D':
		c.status = 'A'
	}
}

// spaceless leaves out of lines what is not to be compared.
func spaceless(lines [][]byte, d *diffOptions) [][]byte {
	if !d.ignoresSpace() {
		return lines
	}
	list := make([][]byte, len(lines))
	for i, l := range lines {
		switch {
		case d.ignoreAllSpace:
			l = bytes.Join(bytes.Fields(l), nil)
		case d.ignoreSpace:
			begins := len(l) > 0 && (l[0] == ' ' || l[0] == '\t') && len(bytes.TrimSpace(l)) > 0
			if l = bytes.Join(bytes.Fields(l), []byte(" ")); begins {
				l = append([]byte(" "), l...)
			}
		case d.ignoreSpaceAtEnd:
			l = bytes.TrimRight(l, " \t\r\n\v\f")
		case d.ignoreReturn && bytes.HasSuffix(l, []byte("\r\n")):
			l = append(bytes.Clone(l[:len(l)-2]), '\n')
		}
		list[i] = l
	}
	return list
}

// indexName is a hash as patches abbreviate it.
func (g *program) indexName(h hash, d *diffOptions) string {
	const least = 7
	n := least
	if d.abbrev > 0 {
		n = min(max(d.abbrev, 4), 2*len(h))
	}
	switch {
	case d.fullIndex:
		return h.String()
	case h.zero() || g.repo == nil:
		return h.String()[:n]
	}
	if short := g.abbreviate(h); d.abbrev == 0 || len(short) > n {
		return short
	}
	return h.String()[:n]
}

// label is a name of a patch, with the prefix that it has there.
func (g *program) label(prefix, p string) string {
	if strings.HasPrefix(p, "/") && prefix != "" && g.name == "diff" && g.repo == nil {
		return g.quote(prefix + path.Clean(p)[1:])
	}
	return g.quote(fmt.Sprint(prefix, p))
}
