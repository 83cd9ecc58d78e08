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

const diffSpec = "a/text b/ignore-space-change B/ignore-blank-lines c C: /context? d/minimal !D:/ifdef " +
	"e/ed E/ignore-tab-expansion " +
	"F:/show-function-line /from-file: /to-file: h H/speed-large-files i/ignore-case " +
	"I:/ignore-matching-lines " +
	"!l/paginate L:/label n/rcs N/new-file /normal p/show-c-function q/brief r/recursive " +
	"s/report-identical-files " +
	"S:/starting-file t/expand-tabs T/initial-tab u U: /unified? v w/ignore-all-space !W:/width x:/exclude " +
	"!X:/exclude-from y/side-by-side Z/ignore-trailing-space /strip-trailing-cr /color? /no-dereference " +
	"/suppress-common-lines !/line-format: !/palette: /horizon-lines: /tabsize: /unidirectional-new-file " +
	"/suppress-blank-empty /no-ignore-file-name-case /ignore-file-name-case"

type diff struct {
	r                                 *run
	style                             byte // n normal, u unified, c context, e ed
	context                           int
	text, brief, recursive, identical bool
	fold, allSpace, spaceChange       bool
	trailing, blankLines, cr          bool
	newFile, newFirst                 bool
	labels                            []string
	exclude                           []string
	ignore                            *regex.Regexp
	options                           string // of the command, for the header of -r
	status                            int
	noDereference                     bool
}

func diffMain(r *run) int {
	r.usageStatus, r.usageLine = 2, r.name+": "
	r.args = contextDigits(r.args)
	d := &diff{r: r, style: 'n', context: 3}
	opts, words := r.options(diffSpec)
	for _, o := range opts {
		d.option(o)
	}
	left := slices.Clone(words)
	for _, a := range r.args { // what is left when the operands are taken out
		if len(left) > 0 && a == left[0] {
			left = left[1:]
			continue
		}
		if a != "--" {
			d.options += " " + shellQuote(a, r.utf8Locale(), false)
		}
	}
	switch {
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

// contextDigits turns -u3, -c3 and -3 into options that getopt knows.
func contextDigits(args []string) []string {
	var list []string
	for _, a := range args {
		switch {
		case len(a) > 2 && a[0] == '-' && (a[1] == 'u' || a[1] == 'c') && isDigits(a[2:]):
			a = "-" + strings.ToUpper(a[1:2]) + a[2:]
		case len(a) > 1 && a[0] == '-' && isDigits(a[1:]):
			a = "-C" + a[1:]
		}
		list = append(list, a)
	}
	return list
}

func (d *diff) option(o option) {
	switch o.name {
	case "a":
		d.text = true
	case "b":
		d.spaceChange = true
	case "B":
		d.blankLines = true
	case "c", "C", "context":
		d.style = 'c'
		d.setContext(o)
	case "u", "U", "unified":
		d.style = 'u'
		d.setContext(o)
	case "E", "Z":
		d.trailing = true
	case "i":
		d.fold = true
	case "I":
		re, err := regex.Compile(o.value, regex.Options{})
		if err != nil {
			d.r.die(2, "%s: %s", o.value, err)
		}
		d.ignore = re
	case "L":
		d.labels = append(d.labels, o.value)
	case "N":
		d.newFile, d.newFirst = true, true
	case "unidirectional-new-file":
		d.newFirst = true
	case "normal":
		d.style = 'n'
	case "e":
		d.style = 'e'
	case "q":
		d.brief = true
	case "r":
		d.recursive = true
	case "s":
		d.identical = true
	case "w":
		d.allSpace = true
	case "x":
		d.exclude = append(d.exclude, o.value)
	case "strip-trailing-cr":
		d.cr = true
	case "no-dereference":
		d.noDereference = true
	case "color":
		if o.value == "always" {
			d.r.unsupported("--color=always")
		}
	case "p", "F", "y", "n", "t", "T", "from-file", "to-file", "S", "suppress-common-lines",
		"suppress-blank-empty":
		d.r.unsupported("-" + o.name)
	}
}

func (d *diff) setContext(o option) {
	if !o.given {
		return
	}
	n, ok := parseUint(o.value)
	if !ok {
		d.r.usage("invalid context length '%s'", o.value)
	}
	d.context = int(min(n, 1<<30))
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
			d.directories(a, b)
		} else {
			d.r.print("Common subdirectories: ", a, " and ", b, "\n")
		}
		return
	}
	if !emptyA && !emptyB && x.Mode&primitives.S_IFMT != y.Mode&primitives.S_IFMT &&
		(x.IsDir() || y.IsDir()) {
		d.differ()
		d.r.printf("File %s is a %s while file %s is a %s\n", a, fileTypeName(&x), b, fileTypeName(&y))
		return
	}
	d.files(a, b, &x, &y, operand)
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

func (d *diff) directories(a, b string) {
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
	textB, okB := d.read(b)
	if !okA || !okB {
		return
	}
	same := bytes.Equal(textA, textB)
	binary := func(t []byte) bool { return bytes.IndexByte(t[:min(len(t), 32<<10)], 0) >= 0 }
	switch {
	case same:
	case d.brief && d.plain():
		d.differ()
		d.r.print("Files ", a, " and ", b, " differ\n")
		return
	case !d.text && (binary(textA) || binary(textB)):
		d.differ()
		d.r.print("Binary files ", a, " and ", b, " differ\n")
		return
	}
	if !same {
		same = d.compare(a, b, textA, textB, x, y, operand)
	}
	if same && d.identical {
		d.r.print("Files ", a, " and ", b, " are identical\n")
	}
}

// plain reports whether any difference of bytes is a difference.
func (d *diff) plain() bool {
	return !d.fold && !d.allSpace && !d.spaceChange && !d.trailing && !d.blankLines && !d.cr &&
		d.ignore == nil
}

func (d *diff) compare(a, b string, textA, textB []byte, x, y *primitives.Stat, operand bool) (same bool) {
	p := &patch{d: d, a: d.lines(textA), b: d.lines(textB)}
	p.hunks = d.important(p, lineDiff(d.keys(p.a), d.keys(p.b)))
	if len(p.hunks) == 0 {
		return true
	}
	d.differ()
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
	return false
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
			s = strings.ToLower(s)
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

// important drops the hunks that -B and -I make unimportant.
func (d *diff) important(p *patch, hunks []hunk) []hunk {
	if !d.blankLines && d.ignore == nil {
		return hunks
	}
	trivial := func(l []byte) bool {
		body := bytes.TrimSuffix(l, []byte("\n"))
		return d.blankLines && len(body) == 0 || d.ignore != nil && d.ignore.Match(body)
	}
	return slices.DeleteFunc(hunks, func(h hunk) bool {
		for _, l := range p.a[h.a0:h.a1] {
			if !trivial(l) {
				return false
			}
		}
		for _, l := range p.b[h.b0:h.b1] {
			if !trivial(l) {
				return false
			}
		}
		return true
	})
}

// lastWord is the last word of the command line, the name included.
func lastWord(r *run) string {
	if len(r.args) == 0 {
		return r.name
	}
	return r.args[len(r.args)-1]
}
