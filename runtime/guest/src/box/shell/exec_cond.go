package shell

import (
	"regexp"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// testCommand is [[ ]].
func (sh *Shell) testCommand(n *tree.Test) {
	sh.line, sh.node = n.Line+sh.base, n
	if sh.traps[trapDebug].set && sh.debug() {
		sh.setStatus(0)
		return
	}
	old := sh.command
	sh.command = "[["
	c := condition{sh: sh}
	ok := c.eval(n.Expr)
	sh.command = old
	if sh.flow != running {
		return
	}
	switch {
	case c.status != 0:
		sh.setStatus(c.status)
	case ok:
		sh.setStatus(0)
	default:
		sh.setStatus(1)
	}
}

// condition is an evaluation of [[ ]].
type condition struct {
	sh     *Shell
	status int  // of an expression that is wrong
	not    bool // the expression is negated, as the trace shows
}

func (c *condition) stopped() bool { return c.status != 0 || c.sh.flow != running }

func (c *condition) eval(t *tree.TestExpr) bool {
	switch t.Op {
	case "&&":
		return c.eval(t.Left) && !c.stopped() && c.eval(t.Right)
	case "||":
		return c.eval(t.Left) || !c.stopped() && c.eval(t.Right)
	case "!":
		c.not = !c.not
		ok := c.eval(t.Left)
		c.not = false
		return !ok
	case "(":
		return c.eval(t.Left)
	case "":
		s := c.sh.str(&t.X)
		if c.sh.opts[optXtrace] {
			c.trace("-n " + orQuotes(s))
		}
		return s != ""
	}
	if t.Y.Raw == "" && !t.Y.Plain && t.Y.Parts == nil {
		s := c.sh.str(&t.X)
		if c.sh.opts[optXtrace] {
			c.trace(t.Op + " " + orQuotes(s))
		}
		if t.Op == "-v" && !c.stopped() {
			return c.sh.isSet(s, false)
		}
		return !c.stopped() && c.sh.unaryTest(t.Op, s)
	}
	return c.binary(t)
}

func (c *condition) trace(text string) {
	if c.sh.opts[optXtrace] && c.sh.flow == running {
		if c.not {
			text = "! " + text
		}
		c.sh.trace("[[ " + text + " ]]")
	}
}

func (c *condition) binary(t *tree.TestExpr) bool {
	sh := c.sh
	x := sh.str(&t.X)
	if c.stopped() {
		return false
	}
	switch t.Op {
	case "==", "=", "!=":
		if sh.opts[optXtrace] {
			text := sh.patternText(&t.Y)
			if c.stopped() {
				return false
			}
			c.trace(orQuotes(x) + " " + t.Op + " " + sh.tracedPattern(&t.Y))
			return sh.compileWith(text, sh.matchOptions(true)).Match(x) != (t.Op == "!=")
		}
		p := sh.wordPattern(&t.Y, sh.matchOptions(true))
		return p != nil && p.Match(x) != (t.Op == "!=")
	case "=~":
		return c.regexp(t, x)
	}
	y := sh.str(&t.Y)
	if c.stopped() {
		return false
	}
	if sh.opts[optXtrace] {
		c.trace(orQuotes(x) + " " + t.Op + " " + orQuotes(y))
	}
	switch t.Op {
	case "<":
		return x < y
	case ">":
		return x > y
	case "-nt", "-ot", "-ef":
		return compareFiles(x, t.Op, y)
	}
	a, ok := sh.arithmetic(x)
	if ok {
		var b int64
		if b, ok = sh.arithmetic(y); ok {
			return compareInts(a, t.Op, b)
		}
	}
	c.status = 1
	return false
}

// orQuotes shows an operand: as it is, unless it is empty.
func orQuotes(text string) string {
	if text == "" {
		return "''"
	}
	return text
}

// tracedPattern shows a pattern, in which bash has put a backslash before each character that is quoted.
func (sh *Shell) tracedPattern(w *tree.Word) string {
	if w.Plain && w.Raw == w.Text {
		return orQuotes(w.Text)
	}
	e := expander{sh: sh}
	e.parts(partsOf(w), false)
	var b strings.Builder
	for _, s := range e.segs {
		if !s.quoted {
			b.WriteString(s.text)
			continue
		}
		for _, r := range s.text {
			b.WriteString(`\` + string(r))
		}
	}
	return orQuotes(b.String())
}

// badRegexp is the exit code of [[ ]] with a regular expression that is wrong.
const badRegexp = 2

// regexp is =~; it sets BASH_REMATCH.
func (c *condition) regexp(t *tree.TestExpr, x string) bool {
	sh := c.sh
	text := sh.regexpText(&t.Y)
	if c.stopped() {
		return false
	}
	if sh.opts[optXtrace] {
		c.trace(orQuotes(x) + " =~ " + orQuotes(text))
	}
	re := sh.compileRegexp(text)
	if re == nil {
		c.status = badRegexp
		return false
	}
	m := re.FindStringSubmatch(x)
	v := sh.define("BASH_REMATCH")
	v.list, v.text, v.set = newArray(m), "", true
	v.attrs |= indexed
	return m != nil
}

// regexpText expands the right side of =~: what is quoted stands for itself.
func (sh *Shell) regexpText(w *tree.Word) string {
	if w.Plain {
		if w.Raw == w.Text {
			return w.Text
		}
		return quoteRegexp(w.Text)
	}
	e := expander{sh: sh}
	e.parts(w.Parts, false)
	var b strings.Builder
	for _, s := range e.segs {
		if s.quoted {
			b.WriteString(quoteRegexp(s.text))
		} else {
			b.WriteString(plainEscapes(s.text, w))
		}
	}
	return b.String()
}

// plainEscapes takes the backslashes away that stand before what means nothing in a regular expression:
// written in the command they are quotes. Those of variables, whose text is no literal, stay.
func plainEscapes(s string, w *tree.Word) string {
	if strings.IndexByte(s, '\\') < 0 || !isLiteral(s, w) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte(`\.[]{}()*+?^$|`, s[i+1]) < 0 {
			continue
		}
		b.WriteByte(s[i])
		if s[i] == '\\' && i+1 < len(s) {
			i++
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func isLiteral(s string, w *tree.Word) bool {
	for i := range w.Parts {
		if p := &w.Parts[i]; p.Kind == tree.Literal && p.Text == s {
			return true
		}
	}
	return false
}

func quoteRegexp(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if strings.IndexByte(`\.[]{}()*+?^$|`, c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

var regexps = map[string]*regexp.Regexp{}

// compileRegexp compiles a POSIX extended regular expression, nil if it is wrong.
func (sh *Shell) compileRegexp(text string) *regexp.Regexp {
	key := text
	if sh.shopt[shoptNocasematch] {
		key = "(?i)" + text
	}
	if re, ok := regexps[key]; ok {
		return re
	}
	if len(regexps) > maxCached {
		clear(regexps)
	}
	translated, ok := translateRegexp(text)
	if sh.shopt[shoptNocasematch] {
		translated = "(?i)" + translated
	}
	var re *regexp.Regexp
	if ok {
		re, _ = regexp.Compile("(?s)" + translated)
		if re != nil {
			re.Longest()
		}
	} else {
		sh.unsupported("regular expression " + text)
	}
	regexps[key] = re
	return re
}
