package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// knownTransform reports whether the letter after @ means something.
func knownTransform(op *tree.Word) bool {
	return len(op.Raw) == 1 && strings.IndexByte("QEPAKaUuLk", op.Raw[0]) >= 0
}

// transformOne is ${x@Q} and its kin for one value.
func (sh *Shell) transformOne(p *tree.Param, o operand, s string) string {
	v := sh.lookup(o.base)
	op := sh.str(p.Arg)
	if !o.set {
		if v != nil && (op == "a" || op == "A") {
			return sh.describe(o.base, v, op)
		}
		if sh.opts[optNounset] && v == nil {
			sh.unbound(o.called())
		}
		return ""
	}
	switch op {
	case "a", "A":
		if v == nil {
			return ""
		}
		if op == "A" && (v.list != nil || v.table != nil) {
			return "declare -" + v.attrs.letters() + " " + o.base + "=" + quoteSingle(s)
		}
		return sh.describe(o.base, v, op)
	case "k", "K":
		return quoteForReuse(s)
	}
	return sh.transformText(op, s)
}

// transformText is the transformations that look at the value only.
func (sh *Shell) transformText(op, s string) string {
	switch op {
	case "Q":
		return quoteForReuse(s)
	case "E":
		return parse.Unescape(s)
	case "P":
		return sh.prompt(s)
	case "U":
		return strings.ToUpper(s)
	case "u":
		return changeCase(s, true, true)
	case "L":
		return strings.ToLower(s)
	}
	return s
}

// describe is ${x@a}, the attributes, or ${x@A}, a command that makes the variable again.
func (sh *Shell) describe(name string, v *variable, op string) string {
	letters := v.attrs.letters()
	if op == "a" {
		return letters
	}
	s, ok := v.first()
	value := ""
	if ok {
		value = "=" + quoteSingle(s)
	}
	if letters == "" {
		if !ok {
			return ""
		}
		return name + value
	}
	return "declare -" + letters + " " + name + value
}

// transformAll is ${a[@]@Q} and its kin.
func (sh *Shell) transformAll(p *tree.Param, o operand) []string {
	op := sh.str(p.Arg)
	v := sh.lookup(o.base)
	if op == "a" && v != nil && len(o.list) == 0 {
		return []string{v.attrs.letters()}
	}
	switch op {
	case "A":
		if len(o.list) == 0 && v == nil {
			return nil
		}
		if o.base == "@" || o.base == "*" {
			return []string{strings.Join(append([]string{"set", "--"}, quoteAll(o.list)...), " ")}
		}
		if v == nil {
			return nil
		}
		return []string{sh.declaration(o.base, v)}
	case "K", "k":
		return sh.keyed(o, op == "K")
	}
	l := make([]string, len(o.list))
	for i, s := range o.list {
		if op == "a" {
			if v != nil {
				l[i] = v.attrs.letters()
			}
		} else {
			l[i] = sh.transformText(op, s)
		}
	}
	return l
}

// keyed is the keys and values of an array: as one quoted string (K), or as words (k).
func (sh *Shell) keyed(o operand, quoted bool) (l []string) {
	if o.base == "@" || o.base == "*" {
		return []string{strings.Join(quoteAll(o.list), " ")}
	}
	keys := sh.keys(o.base)
	v := sh.lookup(o.base)
	for i, s := range o.list {
		key := keys[i]
		if !quoted {
			l = append(l, key, s)
			continue
		}
		if v.table != nil {
			key = quoteKey(key)
		}
		l = append(l, key+" "+quoteDouble(s))
	}
	if quoted {
		text := strings.Join(l, " ")
		if v.has(associative) && text != "" {
			text += " "
		}
		return []string{text}
	}
	return l
}

// letters is what declare shows of a set of attributes.
func (a attr) letters() string {
	var b []byte
	for _, x := range [...]struct {
		attr   attr
		letter byte
	}{
		{indexed, 'a'},
		{associative, 'A'},
		{integer, 'i'},
		{reference, 'n'},
		{readonly, 'r'},
		{traced, 't'},
		{exported, 'x'},
		{capital, 'c'},
		{lower, 'l'},
		{upper, 'u'},
	} {
		if a&x.attr != 0 {
			b = append(b, x.letter)
		}
	}
	return string(b)
}

// caser is ${x^pattern} and its kin.
func (sh *Shell) caser(op tree.Op, text string) func(string) string {
	all := op == tree.UpperAll || op == tree.LowerAll || op == tree.ToggleAll
	pat := sh.compile(text)
	turn := unicode.ToLower
	switch op {
	case tree.UpperFirst, tree.UpperAll:
		turn = unicode.ToUpper
	case tree.ToggleFirst, tree.ToggleAll:
		turn = func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}
	}
	return func(s string) string {
		var b strings.Builder
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			if (r == utf8.RuneError && n == 1) || (!all && i != 0) || !pat.Match(s[i:i+n]) {
				b.WriteString(s[i : i+n])
			} else {
				b.WriteRune(turn(r))
			}
			i += n
		}
		return b.String()
	}
}

// changeCase changes the first character.
func changeCase(s string, up, _ bool) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	if up {
		return string(unicode.ToUpper(r)) + s[n:]
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// namesWith is ${!prefix*}.
func (sh *Shell) namesWith(prefix string) (l []string) {
	for _, name := range sh.variableNames() {
		if strings.HasPrefix(name, prefix) && sh.variable(name).set {
			l = append(l, name)
		}
	}
	return l
}
