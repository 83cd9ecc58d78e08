package regex

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const goRepeatMax = 1000 // Go's regexp refuses more

// translate writes the tree in the syntax of Go's regexp; ok is false if that lacks something.
func translate(n *node, opts *Options) (text string, ok bool) {
	t := &translator{opts: opts, ok: true}
	t.node(n)
	return t.b.String(), t.ok
}

type translator struct {
	b    strings.Builder
	opts *Options
	ok   bool
}

func (t *translator) write(s string) { t.b.WriteString(s) }

func (t *translator) node(n *node) {
	switch n.kind {
	case kindEmpty:
		t.write("(?:)")
	case kindChar:
		t.char(n)
	case kindAny:
		if n.newline {
			t.write(`[^\x{fffd}]`)
		} else {
			t.write(`[^\n\x{fffd}]`)
		}
	case kindSet:
		t.set(n)
	case kindLineStart:
		t.anchor(`\A`, `(?m:^)`)
	case kindLineEnd:
		t.anchor(`\z`, `(?m:$)`)
	case kindTextStart:
		t.write(`\A`)
	case kindTextEnd:
		t.write(`\z`)
	case kindGroup:
		t.write("(")
		t.node(n.subs[0])
		t.write(")")
	case kindCat:
		for _, s := range n.subs {
			t.wrapped(s, s.kind == kindAlt)
		}
	case kindAlt:
		for i, s := range n.subs {
			if i > 0 {
				t.write("|")
			}
			t.node(s)
		}
	case kindRepeat:
		t.repeat(n)
	default:
		t.ok = false
	}
}

func (t *translator) wrapped(n *node, wrap bool) {
	if wrap {
		t.write("(?:")
	}
	t.node(n)
	if wrap {
		t.write(")")
	}
}

func (t *translator) anchor(text, line string) {
	if t.opts.Multiline {
		text = line
	}
	t.write(text)
}

func (t *translator) char(n *node) {
	if n.char == utf8.RuneError || n.char >= invalidByte && n.char <= invalidByte+0xff {
		t.ok = false
		return
	}
	text := regexp.QuoteMeta(string(n.char))
	if list := counterparts(n.char, t.opts.Bytes); n.fold && len(list) > 0 { // letters all
		text = "[" + text + string(list) + "]"
	}
	t.write(text)
}

func (t *translator) set(n *node) {
	var b strings.Builder
	for _, r := range n.set.ranges {
		if r[0] >= invalidByte && r[0] <= invalidByte+0xff || r[0] == utf8.RuneError {
			t.ok = false
			return
		}
		_, _ = fmt.Fprintf(&b, `\x{%x}-\x{%x}`, r[0], r[1])
	}
	for _, name := range n.set.classes {
		if name[0] == '^' {
			t.ok = false // a complement inside a set
			return
		}
		b.WriteString(classText(name))
	}
	text := "[" + b.String() + "]"
	if n.set.negate {
		text = `[^\x{fffd}` + b.String() + "]"
	}
	if n.fold {
		text = "(?i:" + text + ")"
	}
	t.write(text)
}

func (t *translator) repeat(n *node) {
	if n.min > goRepeatMax || n.max > goRepeatMax {
		t.ok = false
		return
	}
	s := n.subs[0]
	single := s.kind == kindChar || s.kind == kindAny || s.kind == kindSet || s.kind == kindGroup
	t.wrapped(s, !single || s.fold)
	switch {
	case n.min == 0 && n.max < 0:
		t.write("*")
	case n.min == 1 && n.max < 0:
		t.write("+")
	case n.min == 0 && n.max == 1:
		t.write("?")
	case n.max < 0:
		t.write(fmt.Sprintf("{%d,}", n.min))
	default:
		t.write(fmt.Sprintf("{%d,%d}", n.min, n.max))
	}
	if n.lazy {
		t.write("?")
	}
}
