package shell

import (
	"errors"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/arith"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// errReported stands for an error that has been reported already.
var errReported = errors.New("reported")

// arithEnv gives arithmetic the shell's variables.
type arithEnv struct{ sh *Shell }

// Get implements arith.Env.
func (a arithEnv) Get(r *arith.Ref) (string, error) {
	sh := a.sh
	name, index := r.Name, r.Index
	if !r.Indexed {
		s, ok := sh.value(sh.refSlot(r))
		if !ok && sh.opts[optNounset] {
			sh.unbound(name)
			return "", errReported
		}
		return s, nil
	}
	base, _, _ := sh.target(name)
	key := sh.expandIndex(base, index)
	if sh.flow != running {
		return "", errReported
	}
	if index == "" {
		sh.warnSubscript(name)
		return "", nil
	}
	s, ok := sh.element(base, key)
	if sh.flow != running {
		return "", errReported
	}
	if !ok && sh.opts[optNounset] && sh.variable(base) == nil {
		sh.unbound(name)
		return "", errReported
	}
	return s, nil
}

// warnSubscript is the complaint about name[], which bash makes when it looks for the variable and when it
// wants its value.
func (sh *Shell) warnSubscript(name string) {
	sh.warn(name + "[]: bad array subscript")
	sh.warn(name + "[]: bad array subscript")
}

// Resolve implements arith.Env. The key of an associative array is expanded again where it is assigned to.
func (a arithEnv) Resolve(r *arith.Ref) (*arith.Ref, error) {
	sh := a.sh
	base, _, _ := sh.target(r.Name)
	v := sh.variable(base)
	if v != nil && v.attrs&associative != 0 || r.Index == "" {
		return r, nil
	}
	i, ok := sh.index(base, v, sh.expandIndex(base, r.Index))
	if sh.flow != running {
		return nil, errReported
	}
	if !ok {
		return r, nil
	}
	return &arith.Ref{Name: r.Name, Index: strconv.Itoa(i), Indexed: true}, nil
}

// Set implements arith.Env.
func (a arithEnv) Set(r *arith.Ref, value string) error {
	ok := false
	if r.Indexed {
		base, _, _ := a.sh.target(r.Name)
		ok = a.sh.assignElement(base, a.sh.expandIndex(base, r.Index), value, false)
	} else {
		ok = a.sh.assignSlot(a.sh.refSlot(r), value, false)
	}
	if !ok {
		return errReported
	}
	return nil
}

// refSlot is the slot of a variable in an expression, which remembers it.
func (sh *Shell) refSlot(r *arith.Ref) *slot {
	s, ok := r.Cache.(*slot)
	if !ok {
		s = sh.at(r.Name)
		r.Cache = s
	}
	return s
}

// expandIndex makes of the text of a subscript what element and assignElement take.
func (sh *Shell) expandIndex(name, index string) string {
	v := sh.variable(name)
	if v == nil || v.attrs&associative == 0 {
		return sh.arithSubscript(index)
	}
	if strings.ContainsAny(index, "$`'\"\\") && !sh.shopt[shoptAssocExpandOnce] {
		return sh.expandText(index)
	}
	return index
}

// arithSubscript expands the subscript of an indexed array, whose single quotes stay.
func (sh *Shell) arithSubscript(index string) string {
	if !strings.ContainsAny(index, "$`\"\\") {
		return index
	}
	w := parse.Arith(index, sh.parseOptions(sh.line, ""))
	return sh.str(&w)
}

// subscriptText is a subscript as it is written, expanded.
func (sh *Shell) subscriptText(base string, w *tree.Word) string {
	if !w.Plain || w.Raw != w.Text {
		if strings.IndexByte(w.Raw, '\'') >= 0 && !sh.variable(base).has(associative) {
			return sh.arithSubscript(w.Raw)
		}
	}
	return sh.str(w)
}

// subscript evaluates a subscript. What is wrong in it costs the line.
func (sh *Shell) subscript(text string) (int64, bool) {
	old := sh.command
	sh.command = ""
	n, ok := sh.arithmetic(text)
	if sh.command = old; !ok {
		sh.abandon()
	}
	return n, ok
}

// arithmetic evaluates text; false if that failed, which has been reported.
func (sh *Shell) arithmetic(text string) (int64, bool) {
	if n, ok := arith.Integer(text); ok {
		return n, true
	}
	e := sh.arithCache[text]
	if e == nil {
		if len(sh.arithCache) > maxCached {
			clear(sh.arithCache)
		}
		e = arith.Parse(text, sh.dash)
		sh.arithCache[text] = e
	}
	return sh.evaluate(e)
}

func (sh *Shell) evaluate(e *arith.Expr) (int64, bool) {
	n, err := e.Eval(arithEnv{sh})
	if err == nil {
		return n, true
	}
	if !errors.Is(err, errReported) {
		sh.arithError(err)
	}
	return 0, false
}

func (sh *Shell) arithError(err error) {
	text := err.Error()
	if sh.dash {
		if e, ok := errors.AsType[*arith.Error](err); ok {
			text = "arithmetic expression: " + dashArith(e.Text) + ": \"" + e.Expr + "\""
		}
		sh.warn(text)
		return
	}
	if sh.command != "" {
		text = sh.command + ": " + text
	}
	sh.warn(text)
}

func dashArith(text string) string {
	switch {
	case strings.HasPrefix(text, "division"):
		return "division by zero"
	case strings.Contains(text, "missing"):
		return "expecting ')'"
	case strings.Contains(text, "operand expected"):
		return "expecting primary"
	}
	return "expecting EOF"
}

// arithWord expands and evaluates an expression.
func (sh *Shell) arithWord(w *tree.Word) (int64, bool) {
	if w.Plain {
		e, ok := w.Cache.(*arith.Expr)
		if !ok {
			e = arith.Parse(w.Text, sh.dash)
			w.Cache = e
		}
		return sh.evaluate(e)
	}
	text := sh.str(w)
	if sh.flow != running {
		return 0, false
	}
	return sh.arithmetic(text)
}

// arithText is $((w)).
func (sh *Shell) arithText(w *tree.Word) string {
	old := sh.command
	sh.command = ""
	n, ok := sh.arithWord(w)
	sh.command = old
	if !ok && sh.opts[optPosix] && sh.source == fromString && !sh.interactive && sh.flow != exiting {
		sh.fatal()
		return ""
	}
	if !ok {
		sh.discard()
		return ""
	}
	return strconv.FormatInt(n, 10)
}
