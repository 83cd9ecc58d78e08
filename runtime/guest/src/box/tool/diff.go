package tool

import (
	"bytes"
	"slices"
	"strings"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

type diff struct {
	r *run
	// n normal, u unified, c context, e ed, f ed forward, r RCS, y columns, D formats
	style                             byte
	styled                            bool // an option chose it
	context                           int
	contextGiven                      bool
	text, brief, recursive, identical bool
	fold, allSpace, spaceChange       bool
	trailing, tabs, blankLines, cr    bool
	newFile, newFirst                 bool
	labels                            []string
	exclude                           []string
	ignore                            []*regex.Regexp
	function                          []*regex.Regexp
	cFunction                         bool
	options                           string // of the command, for the header of -r
	status                            int
	noDereference, foldNames          bool
	start                             string // -S
	from, to                          string // --from-file, --to-file
	diffLook
}

// diffLook is how lines are printed.
type diffLook struct {
	expand, initialTab, blankEmpty      bool
	leftColumn, suppressCommon, assists bool
	tabSize, width                      int
	color                               *diffColors
	formats                             diffFormats
}

func diffMain(r *run) int {
	r.usageStatus, r.usageLine = 2, r.name+": "
	d, given := newDiff(r), r.args
	r.args = contextDigits(r.args)
	opts, words := r.options(diffSpec)
	r.args = given
	for _, o := range opts {
		d.option(o)
	}
	d.options = diffOptionText(r, words)
	d.finishOptions()
	switch {
	case d.from != "" || d.to != "":
		return d.each(words)
	case len(words) == 0:
		r.usage("missing operand after '%s'", lastWord(r))
	case len(words) == 1:
		r.usage("missing operand after '%s'", words[0])
	case len(words) > 2:
		r.usage("extra operand '%s'", words[2])
	}
	d.pair(words[0], words[1], true)
	return d.status
}

func newDiff(r *run) *diff {
	return &diff{r: r, style: 'n', context: 3, diffLook: diffLook{tabSize: 8, width: 130}}
}

// each compares one file with every operand.
func (d *diff) each(words []string) int {
	if d.from != "" && d.to != "" {
		d.r.die(2, "--from-file and --to-file both specified")
	}
	for _, w := range words {
		if d.from != "" {
			d.pair(d.from, w, true)
		} else {
			d.pair(w, d.to, true)
		}
	}
	return d.status
}

// pair compares two operands or two entries of directories.
func (d *diff) pair(a, b string, operand bool) {
	x, errA := d.stat(a)
	y, errB := d.stat(b)
	if operand && errA == nil && errB == nil && x.IsDir() != y.IsDir() {
		if x.IsDir() { // diff DIR FILE compares DIR/FILE
			a = join(a, baseName(b))
			x, errA = d.stat(a)
		} else {
			b = join(b, baseName(a))
			y, errB = d.stat(b)
		}
	}
	missing := func(err error) bool { return is(err, primitives.ENOENT) }
	emptyA := missing(errA) && (d.newFirst || d.newFile) && errB == nil
	emptyB := missing(errB) && d.newFile && errA == nil
	if errA != nil && !emptyA {
		d.trouble(a, errA)
	}
	if errB != nil && !emptyB {
		d.trouble(b, errB)
	}
	if errA != nil && !emptyA || errB != nil && !emptyB {
		return
	}
	if x.IsDir() && y.IsDir() || x.IsDir() && emptyB || y.IsDir() && emptyA {
		if operand || d.recursive {
			d.directories(a, b, operand)
		} else {
			d.r.print("Common subdirectories: ", a, " and ", b, "\n")
		}
		return
	}
	if !emptyA && !emptyB && x.Mode&primitives.S_IFMT != y.Mode&primitives.S_IFMT &&
		(x.IsDir() || y.IsDir() || d.noDereference) {
		d.differ()
		d.r.printf("File %s is a %s while file %s is a %s\n", a, fileTypeName(&x), b, fileTypeName(&y))
		return
	}
	if d.links(a, b, &x, &y) {
		return
	}
	d.files(a, b, &x, &y, operand)
}

// links compares symbolic links, with --no-dereference.
func (d *diff) links(a, b string, x, y *primitives.Stat) bool {
	if x.Mode&primitives.S_IFMT != primitives.S_IFLNK || y.Mode&primitives.S_IFMT != primitives.S_IFLNK {
		return false
	}
	to, _ := linux.Readlink(a)
	other, _ := linux.Readlink(b)
	if to != other {
		d.differ()
		d.r.print("Symbolic links ", a, " and ", b, " differ\n")
	}
	return true
}

func (d *diff) stat(name string) (primitives.Stat, error) {
	if name == "-" {
		return linux.Fstat(0)
	}
	if d.noDereference {
		return linux.Lstat(name)
	}
	return linux.Stat(name)
}

func (d *diff) differ() { d.status = max(d.status, 1) }

func (d *diff) trouble(name string, err error) {
	d.status = 2
	d.r.message(name + ": " + primitives.ErrnoOf(err).Text())
}

func (d *diff) directories(a, b string, operand bool) {
	names := map[string]int{}
	var all []string
	for i, dir := range []string{a, b} {
		list, err := linux.ReadDir(dir)
		if err != nil && !is(err, primitives.ENOENT) {
			d.trouble(dir, err)
			return
		}
		for _, e := range list {
			if slices.ContainsFunc(d.exclude, func(p string) bool { return fnmatch(p, e.Name, false) }) {
				continue
			}
			if names[e.Name] == 0 {
				all = append(all, e.Name)
			}
			names[e.Name] |= 1 << i
		}
	}
	slices.Sort(all)
	for _, name := range all {
		if operand && name < d.start {
			continue
		}
		switch only := names[name]; {
		case only == 3 || d.newFile || only == 2 && d.newFirst:
			d.pair(join(a, name), join(b, name), false)
		case only == 1:
			d.differ()
			d.r.print("Only in ", a, ": ", name, "\n")
		default:
			d.differ()
			d.r.print("Only in ", b, ": ", name, "\n")
		}
	}
}

func (d *diff) read(name string) ([]byte, bool) {
	f, err := openInput(name)
	if is(err, primitives.ENOENT) && d.newFirst {
		return nil, true
	}
	if err == nil {
		defer closeInput(f)
		var text []byte
		if text, err = readAll(f); err == nil {
			return text, true
		}
	}
	d.trouble(name, err)
	return nil, false
}

func (d *diff) files(a, b string, x, y *primitives.Stat, operand bool) {
	textA, okA := d.read(a)
	textB, okB := textA, okA
	if a != "-" || b != "-" {
		textB, okB = d.read(b)
	}
	if !okA || !okB {
		return
	}
	same := bytes.Equal(textA, textB)
	binary := func(t []byte) bool { return bytes.IndexByte(t[:min(len(t), 32<<10)], 0) >= 0 }
	switch {
	case same && !d.always():
	case d.brief && d.plain():
		d.differ()
		d.r.print("Files ", a, " and ", b, " differ\n")
		return
	case !d.text && (binary(textA) || binary(textB)):
		d.differ()
		d.r.print("Binary files ", a, " and ", b, " differ\n")
		return
	}
	if !same || d.always() {
		same = d.compare(a, b, textA, textB, x, y, operand)
	}
	if same && d.identical {
		d.r.print("Files ", a, " and ", b, " are identical\n")
	}
}

// plain reports whether any difference of bytes is a difference.
func (d *diff) plain() bool {
	return !d.fold && !d.allSpace && !d.spaceChange && !d.trailing && !d.tabs && !d.blankLines && !d.cr &&
		d.ignore == nil
}

// always reports whether files that are the same are printed too.
func (d *diff) always() bool { return (d.style == 'y' || d.style == 'D') && !d.brief }

func (d *diff) compare(a, b string, textA, textB []byte, x, y *primitives.Stat, operand bool) (same bool) {
	p := &patch{d: d, a: d.lines(textA), b: d.lines(textB), names: [2]string{a, b}}
	p.hunks = lineDiff(d.keys(p.a), d.keys(p.b))
	p.trivial = d.trivial(p)
	same = !slices.Contains(p.trivial, false)
	if same && !d.always() {
		return true
	}
	if !same {
		d.differ()
	}
	if d.brief {
		d.r.print("Files ", a, " and ", b, " differ\n")
		return false
	}
	if !operand {
		d.r.print("diff", d.options, " ", shellQuote(a, d.r.utf8Locale(), false), " ",
			shellQuote(b, d.r.utf8Locale(), false), "\n")
	}
	p.labels = [2]string{d.label(0, a, x), d.label(1, b, y)}
	p.print()
	return same
}

func (d *diff) label(i int, name string, st *primitives.Stat) string {
	if i < len(d.labels) {
		return d.labels[i]
	}
	when := st.Mtime
	if name == "-" && !st.IsRegular() {
		when = linux.ClockGettime(linux.ClockRealtime)
	}
	if hasAny(name, " \t\n\"\\") {
		name = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(name) + `"`
	}
	return name + "\t" + strftime("%Y-%m-%d %H:%M:%S.%N %z", time.Unix(0, when).In(d.r.zone()))
}

// lines cuts a text into lines with their newlines.
func (d *diff) lines(text []byte) [][]byte {
	if d.cr {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	list := bytes.SplitAfter(text, []byte("\n"))
	if len(list[len(list)-1]) == 0 {
		list = list[:len(list)-1]
	}
	return list
}

// keys are what is compared of the lines.
func (d *diff) keys(lines [][]byte) []string {
	keys := make([]string, len(lines))
	for i, l := range lines {
		s := string(l)
		if d.fold {
			s = string(asciiLower([]byte(s)))
		}
		if d.tabs && !d.allSpace && !d.spaceChange {
			s = expandTabs(s, d.tabSize)
		}
		switch {
		case d.allSpace:
			s = strings.Join(strings.Fields(s), "")
		case d.spaceChange:
			body := strings.TrimRight(s, " \t\r\v\f\n")
			s = strings.Join(strings.FieldsFunc(body, isSpaceRune), " ")
			if body != "" && isSpaceRune(rune(body[0])) {
				s = " " + s
			}
		case d.trailing:
			s = strings.TrimRight(s, " \t\r\v\f\n")
		}
		keys[i] = s
	}
	return keys
}

func isSpaceRune(c rune) bool { return strings.ContainsRune(" \t\r\v\f\n", c) }

// trivial tells of each hunk whether -B or -I make it one that does not count.
func (d *diff) trivial(p *patch) []bool {
	list := make([]bool, len(p.hunks))
	if !d.blankLines && d.ignore == nil {
		return list
	}
	for i, h := range p.hunks {
		list[i] = !slices.ContainsFunc(p.a[h.a0:h.a1], d.counts) &&
			!slices.ContainsFunc(p.b[h.b0:h.b1], d.counts)
	}
	return list
}

// counts reports whether a line is neither blank, for -B, nor matched by an -I.
func (d *diff) counts(l []byte) bool {
	body := bytes.TrimSuffix(l, []byte("\n"))
	blank := body
	if d.trailing || d.spaceChange || d.allSpace {
		blank = bytes.TrimRight(body, " \t\r\v\f")
	}
	return (!d.blankLines || len(blank) > 0) &&
		!slices.ContainsFunc(d.ignore, func(re *regex.Regexp) bool { return re.Match(body) })
}

// lastWord is the last word of the command line, the name included.
func lastWord(r *run) string {
	if len(r.args) == 0 {
		return r.name
	}
	return r.args[len(r.args)-1]
}

// expandTabs turns tabs into blanks, as -E and -t do.
func expandTabs(s string, size int) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	col := 0
	for i := range len(s) {
		switch c := s[i]; c {
		case '\t':
			for n := size - col%size; n > 0; n-- {
				b.WriteByte(' ')
				col++
			}
			continue
		case '\r':
			col = -1
		case '\b':
			col = max(col-2, -1)
		}
		b.WriteByte(s[i])
		col++
	}
	return b.String()
}
