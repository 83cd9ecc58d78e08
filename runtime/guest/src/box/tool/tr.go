package tool

import (
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// trItem is one element of a set: some bytes, a class, or a byte repeated to fill the set.
type trItem struct {
	bytes []byte
	class string
	fill  bool // [c*]: repeat to the length of the first set
}

type tr struct {
	r                                     *run
	complement, remove, squeeze, truncate bool
}

func trMain(r *run) int {
	t := &tr{r: r}
	opts, words := r.options("+c/complement C d/delete s/squeeze-repeats t/truncate-set1")
	for _, o := range opts {
		switch o.name {
		case "c", "C":
			t.complement = true
		case "d":
			t.remove = true
		case "s":
			t.squeeze = true
		case "t":
			t.truncate = true
		}
	}
	t.operands(words)
	first := t.parse(words[0])
	var second []trItem
	if len(words) == 2 {
		second = append([]trItem{}, t.parse(words[1])...) // not nil, even if empty
	}
	t.run(first, second)
	return 0
}

func (t *tr) operands(words []string) {
	r := t.r
	two := t.remove == t.squeeze
	least := 1
	if two {
		least = 2
	}
	switch {
	case len(words) == 0:
		r.usage("missing operand")
	case len(words) < least:
		r.message("missing operand after " + r.curly(words[0]))
		if t.squeeze {
			r.stderr("Two strings must be given when both deleting and squeezing repeats.\n")
		} else {
			r.stderr("Two strings must be given when translating.\n")
		}
		r.usage("")
	case len(words) > 2 || len(words) == 2 && t.remove && !t.squeeze:
		extra := 2
		if t.remove && !t.squeeze {
			extra = 1
		}
		r.message("extra operand " + r.curly(words[extra]))
		if len(words) == 2 {
			r.stderr("Only one string may be given when deleting without squeezing repeats.\n")
		}
		r.usage("")
	}
}

// trChar is a byte of a set, and whether a backslash took its meaning away.
type trChar struct {
	c       byte
	escaped bool
}

func (t *tr) unescape(s string) []trChar {
	var list []trChar
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			list = append(list, trChar{s[i], false})
			continue
		}
		if i+1 == len(s) {
			t.r.message("warning: an unescaped backslash at end of string is not portable")
			list = append(list, trChar{'\\', false})
			break
		}
		i++
		if j := strings.IndexByte(`abfnrtv\`, s[i]); j >= 0 {
			list = append(list, trChar{"\a\b\f\n\r\t\v\\"[j], true})
			continue
		}
		if v, n := cformat.Digits(s[i:], 8, 3); n > 0 {
			if v > 255 {
				n--
				v, _ = cformat.Digits(s[i:], 8, n)
			}
			list = append(list, trChar{byte(v), true})
			i += n - 1
			continue
		}
		list = append(list, trChar{s[i], true})
	}
	return list
}

func (t *tr) parse(s string) []trItem {
	chars := t.unescape(s)
	var items []trItem
	for i := 0; i < len(chars); {
		if item, n := t.bracket(chars[i:]); n > 0 {
			items = append(items, item)
			i += n
			continue
		}
		if i+2 < len(chars) && chars[i+1] == (trChar{'-', false}) {
			low, high := chars[i].c, chars[i+2].c
			if high < low {
				t.r.die(1, "range-endpoints of '%s-%s' are in reverse collating sequence order",
					visibleByte(low),
					visibleByte(high))
			}
			var list []byte
			for c := int(low); c <= int(high); c++ {
				list = append(list, byte(c))
			}
			items = append(items, trItem{bytes: list})
			i += 3
			continue
		}
		items = append(items, trItem{bytes: []byte{chars[i].c}})
		i++
	}
	return items
}

func visibleByte(c byte) string {
	if c < ' ' || c > '~' {
		return sprintf("\\%03o", c)
	}
	return string([]byte{c})
}

// bracket reads [:class:], [=c=] and [c*n].
func (t *tr) bracket(chars []trChar) (trItem, int) {
	plain := func(i int, c byte) bool { return i < len(chars) && chars[i] == (trChar{c, false}) }
	if !plain(0, '[') || len(chars) < 4 {
		return trItem{}, 0
	}
	for _, mark := range []byte{':', '='} {
		if !plain(1, mark) {
			continue
		}
		for end := 2; end+1 < len(chars); end++ {
			if !plain(end, mark) || !plain(end+1, ']') {
				continue
			}
			if end == 2 && mark == ':' {
				t.r.die(1, "missing character class name %s", t.r.quoted("[::]"))
			}
			if end == 2 && !plain(3, ']') {
				continue
			}
			if end == 2 {
				t.r.die(1, "missing equivalence class character %s", t.r.quoted("[==]"))
			}
			var body []byte
			for _, c := range chars[2:end] {
				body = append(body, c.c)
			}
			if mark == '=' {
				if len(body) != 1 {
					t.r.die(1, "%s: equivalence class operand must be a single character", body)
				}
				return trItem{bytes: body}, end + 2
			}
			return t.class(string(body)), end + 2
		}
	}
	if plain(2, '*') {
		for end := 3; end < len(chars); end++ {
			if plain(end, ']') {
				var digits []byte
				for _, c := range chars[3:end] {
					digits = append(digits, c.c)
				}
				return t.repeat(chars[1].c, string(digits)), end + 1
			}
		}
	}
	return trItem{}, 0
}

func (t *tr) class(name string) trItem {
	item := trItem{class: name}
	for c := range 256 {
		if byteInClass(name, byte(c)) {
			item.bytes = append(item.bytes, byte(c))
		}
	}
	if item.bytes == nil {
		t.r.die(1, "invalid character class %s", t.r.curly(name))
	}
	return item
}

// byteInClass is inClass for single bytes: above ASCII there are no characters of one byte.
func byteInClass(name string, c byte) bool { return c < 128 && regex.InClass(name, rune(c)) }

func (t *tr) repeat(c byte, digits string) trItem {
	base := 10
	if strings.HasPrefix(digits, "0") {
		base = 8
	}
	n, err := strconv.ParseUint("0"+digits, base, 31)
	if err != nil {
		t.r.die(1, "invalid repeat count %s in [c*n] construct", t.r.curly(digits))
	}
	if n == 0 {
		return trItem{bytes: []byte{c}, fill: true}
	}
	return trItem{bytes: []byte(strings.Repeat(string([]byte{c}), int(n)))}
}

func flatten(items []trItem, length int) []byte {
	fixed := 0
	for _, i := range items {
		if !i.fill {
			fixed += len(i.bytes)
		}
	}
	var all []byte
	for _, i := range items {
		if !i.fill {
			all = append(all, i.bytes...)
			continue
		}
		for n := length - fixed; n > 0; n-- {
			all = append(all, i.bytes[0])
		}
	}
	return all
}

func (t *tr) set(items []trItem) []byte {
	list := flatten(items, 0)
	if !t.complement {
		return list
	}
	var in [256]bool
	for _, c := range list {
		in[c] = true
	}
	var rest []byte
	for c := range 256 {
		if !in[c] {
			rest = append(rest, byte(c))
		}
	}
	return rest
}

func (t *tr) run(first, second []trItem) {
	set := t.set(first)
	var table [256]byte
	for i := range table {
		table[i] = byte(i)
	}
	var remove, squeeze [256]bool
	translate := !t.remove && second != nil
	if translate {
		t.translate(&table, first, set, second)
	}
	if t.remove {
		for _, c := range set {
			remove[c] = true
		}
	}
	if t.squeeze {
		again := set
		if second != nil {
			again = flatten(second, len(set))
		}
		for _, c := range again {
			squeeze[c] = true
		}
	}
	t.copy(&table, &remove, &squeeze)
}

func (t *tr) translate(table *[256]byte, first []trItem, set []byte, second []trItem) {
	to := flatten(second, len(set))
	if len(to) == 0 && len(set) > 0 {
		if !t.truncate {
			t.r.die(1, "when not truncating set1, string2 must be non-empty")
		}
		return
	}
	t.checkClasses(first, second)
	if t.truncate {
		set = set[:min(len(set), len(to))]
	}
	for i, c := range set {
		table[c] = to[min(i, len(to)-1)]
	}
}

// checkClasses refuses classes in the second set, but for a change of case.
func (t *tr) checkClasses(first, second []trItem) {
	at := func(items []trItem, i int) string {
		if i < len(items) {
			return items[i].class
		}
		return ""
	}
	for i, item := range second {
		if item.class == "" {
			continue
		}
		if item.class != "upper" && item.class != "lower" {
			t.r.die(1, "when translating, the only character classes that may appear in\nstring2 are "+
				"'upper' and 'lower'")
		}
		if from := at(first, i); from != "upper" && from != "lower" {
			t.r.die(1, "misaligned [:upper:] and/or [:lower:] construct")
		}
	}
}

func (t *tr) copy(table *[256]byte, remove, squeeze *[256]bool) {
	in := &linux.File{Fd: 0}
	buf := make([]byte, inputSize)
	last := -1
	for {
		n, err := in.Read(buf)
		if err == io.EOF {
			return
		}
		if err != nil {
			t.r.dieErr(1, err, "read error")
		}
		out := buf[:n]
		switch {
		case !t.remove && !t.squeeze:
			for i, c := range out {
				out[i] = table[c]
			}
		case !t.squeeze:
			out = without(out, remove)
		default:
			out, last = withoutRepeats(without(out, remove), table, squeeze, last)
		}
		if _, err := t.r.out.Write(out); err != nil {
			return
		}
	}
}

// without takes bytes out of b.
func without(b []byte, remove *[256]bool) []byte {
	n := 0
	for _, c := range b {
		b[n] = c
		if !remove[c] {
			n++
		}
	}
	return b[:n]
}

// withoutRepeats translates b and takes out what repeats, and returns the last byte that it let pass.
func withoutRepeats(b []byte, table *[256]byte, squeeze *[256]bool, last int) ([]byte, int) {
	n := 0
	for _, c := range b {
		if c = table[c]; squeeze[c] && int(c) == last {
			continue
		}
		b[n], last = c, int(c)
		n++
	}
	return b[:n], last
}
