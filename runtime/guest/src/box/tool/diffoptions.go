package tool

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

const diffSpec = "a/text b/ignore-space-change B/ignore-blank-lines c C: /context? d/minimal D:/ifdef " +
	"e/ed E/ignore-tab-expansion f/forward-ed " +
	"F:/show-function-line /from-file: /to-file: H/speed-large-files i/ignore-case " +
	"I:/ignore-matching-lines " +
	"!l/paginate L:/label n/rcs N/new-file /normal p/show-c-function q/brief r/recursive " +
	"s/report-identical-files " +
	"S:/starting-file t/expand-tabs T/initial-tab u U: /unified? v w/ignore-all-space W:/width " +
	"x:/exclude " +
	"X:/exclude-from y/side-by-side Z/ignore-trailing-space /strip-trailing-cr /color? /no-dereference " +
	"/suppress-common-lines /left-column /line-format: /old-line-format: /new-line-format: " +
	"/unchanged-line-format: /old-group-format: /new-group-format: /changed-group-format: " +
	"/unchanged-group-format: /palette: /horizon-lines: /tabsize: /unidirectional-new-file P " +
	"/suppress-blank-empty /no-ignore-file-name-case /ignore-file-name-case /sdiff-merge-assist /-context:"

// diffOptionText is the command line without its operands.
func diffOptionText(r *run, words []string) string {
	left, text := slices.Clone(words), ""
	for _, a := range r.args {
		if len(left) > 0 && a == left[0] {
			left = left[1:]
			continue
		}
		if a != "--" {
			text += " " + shellQuote(a, r.utf8Locale(), false)
		}
	}
	return text
}

// contextDigits takes digits out of groups of short options, as in -3 and -pu0: they are lines of context,
// without choosing a style.
func contextDigits(args []string) []string {
	var list []string
	value := false // the argument is an option's
	for i, a := range args {
		if a == "--" {
			return append(list, args[i:]...)
		}
		if value || len(a) < 2 || a[0] != '-' || a[1] == '-' {
			list, value = append(list, a), false
			continue
		}
		end := strings.IndexAny(a, "CDFILSUWxX")
		value = end == len(a)-1
		if end < 0 {
			end = len(a)
		}
		letters, digits := "", ""
		for _, c := range a[:end] {
			if c >= '0' && c <= '9' {
				digits += string(c)
			} else {
				letters += string(c)
			}
		}
		if letters += a[end:]; letters != "-" {
			list = append(list, letters)
		}
		if digits != "" {
			list = append(list, "---context="+digits)
		}
	}
	return list
}

func (d *diff) option(o option) {
	if on := d.flag(o.name); on != nil {
		*on = true
		return
	}
	switch o.name {
	case "c", "C", "context":
		d.setStyle('c')
		d.setContext(o)
	case "u", "U", "unified":
		d.setStyle('u')
		d.setContext(o)
	case "I":
		d.ignore = append(d.ignore, d.pattern(o.value))
	case "F":
		d.function = append(d.function, d.pattern(o.value))
	case "p":
		d.cFunction = true
		d.function = append(d.function, d.pattern("^[[:alpha:]$_]"))
	case "L":
		d.labels = append(d.labels, o.value)
	case "N":
		d.newFile, d.newFirst = true, true
	case "normal":
		d.setStyle('n')
	case "e", "f", "y":
		d.setStyle(o.name[0])
	case "n":
		d.setStyle('r')
	case "x":
		d.exclude = append(d.exclude, o.value)
	case "X":
		d.excludeFrom(o.value)
	case "S":
		d.start = o.value
	case "from-file":
		d.from = o.value
	case "to-file":
		d.to = o.value
	case "no-ignore-file-name-case":
		d.foldNames = false
	case "h", "d", "H":
	case "v":
		d.r.version()
	case "-context":
		d.setContext(option{value: o.value, given: true})
	default:
		d.lookOption(o)
	}
}

// flag is what an option without a value sets; nil if that is not all.
func (d *diff) flag(name string) *bool {
	return map[string]*bool{
		"a": &d.text, "b": &d.spaceChange, "B": &d.blankLines, "E": &d.tabs, "Z": &d.trailing, "i": &d.fold,
		"P": &d.newFirst, "unidirectional-new-file": &d.newFirst, "q": &d.brief, "r": &d.recursive,
		"s": &d.identical, "w": &d.allSpace, "strip-trailing-cr": &d.cr, "no-dereference": &d.noDereference,
		"t": &d.expand, "T": &d.initialTab, "suppress-blank-empty": &d.blankEmpty,
		"suppress-common-lines": &d.suppressCommon, "left-column": &d.leftColumn,
		"sdiff-merge-assist": &d.assists, "ignore-file-name-case": &d.foldNames,
	}[name]
}

func (d *diff) lookOption(o option) {
	switch o.name {
	case "W", "tabsize":
		n, ok := parseUint(o.value)
		if !ok || n == 0 {
			what := map[string]string{"W": "width", "tabsize": "tabsize"}[o.name]
			d.r.usage("invalid %s '%s'", what, o.value)
		}
		if o.name == "W" {
			d.width = int(min(n, 1<<20))
		} else {
			d.tabSize = int(min(n, 1<<20))
		}
	case "horizon-lines":
		if _, ok := parseUint(o.value); !ok {
			d.r.usage("invalid horizon length '%s'", o.value)
		}
	case "color":
		d.colors(o)
	case "palette":
		d.r.unsupported("--palette")
	default:
		d.formatOption(o)
	}
}

func (d *diff) pattern(text string) *regex.Regexp {
	re, err := regex.Compile(text, regex.Options{Bytes: !d.r.utf8Locale()})
	if err != nil {
		d.r.die(2, "%s: %s", text, err)
	}
	return re
}

func (d *diff) excludeFrom(name string) {
	f, err := openInput(name)
	if err != nil {
		d.r.dieErr(2, err, "%s", name)
	}
	text, err := readAll(f)
	closeInput(f)
	if err != nil {
		d.r.dieErr(2, err, "%s", name)
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if line = strings.TrimRight(line, " \t"); line != "" {
			d.exclude = append(d.exclude, line)
		}
	}
}

func (d *diff) setStyle(style byte) {
	if d.styled && d.style != style {
		d.r.usage("conflicting output style options")
	}
	d.style, d.styled = style, true
}

// finishOptions is what follows from all of them together.
func (d *diff) finishOptions() {
	if d.cFunction && !d.styled {
		d.style, d.styled = 'c', true
	}
	if d.style == 'D' {
		d.formats.complete()
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
	if m := int(min(n, 1<<30)); d.contextGiven {
		d.context = max(d.context, m)
	} else {
		d.context, d.contextGiven = m, true
	}
}
