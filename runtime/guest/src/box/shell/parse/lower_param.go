package parse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

func (l *lowerer) param(p *syntax.ParamExp, m mode) *tree.Param {
	out := &tree.Param{
		Name: reveal(p.Param.Value), Length: p.Length, Indirect: p.Excl,
		Raw: l.text(p.Pos(), p.End()),
	}
	if p.Index != nil {
		out.All = all(p.Index)
		if out.All == 0 {
			out.Index = l.subscript(p.Param.End(), p.Index)
			out.Bad = strings.TrimSpace(out.Index.Raw) == ""
		}
	}
	switch {
	case p.Names == syntax.NamesPrefix:
		out.Names, out.Indirect = '*', false
	case p.Names == syntax.NamesPrefixWords:
		out.Names, out.Indirect = '@', false
	case p.Slice != nil:
		out.Op = tree.Slice
		out.Arg, out.Arg2 = l.bound(p.Slice.Offset), l.bound(p.Slice.Length)
		if out.Arg == nil {
			out.Arg = &tree.Word{Plain: true}
		}
	case p.Repl != nil:
		out.Op = tree.ReplaceOne
		if p.Repl.All {
			out.Op = tree.ReplaceAll
		}
		out.Arg, out.Arg2 = l.argument(p.Repl.Orig, patternMode(m)), l.argument(p.Repl.With, replaceMode(m))
	case p.Exp != nil:
		l.expansion(p.Exp, m, out)
	}
	return out
}

// all returns '@' or '*' for the subscripts that mean all elements.
func all(x syntax.ArithmExpr) byte {
	if w, ok := x.(*syntax.Word); ok {
		if s := w.Lit(); s == "@" || s == "*" {
			return s[0]
		}
	}
	return 0
}

func (l *lowerer) expansion(e *syntax.Expansion, m mode, out *tree.Param) {
	argMode := patternMode(m)
	switch e.Op {
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		out.Op, out.Colon = tree.Alternative, e.Op == syntax.AlternateUnsetOrNull
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		out.Op, out.Colon = tree.Default, e.Op == syntax.DefaultUnsetOrNull
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		out.Op, out.Colon = tree.AssignOp, e.Op == syntax.AssignUnsetOrNull
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		out.Op, out.Colon = tree.ErrorOp, e.Op == syntax.ErrorUnsetOrNull
	default:
		out.Op = patternOp(e.Op)
		if out.Op == tree.NoOp {
			out.Bad = true
			return
		}
		out.Arg = l.argument(e.Word, argMode)
		return
	}
	if m.quoted() {
		argMode = inDoubleArg
	} else {
		argMode = asWord
	}
	out.Arg = l.argument(e.Word, argMode)
}

func patternOp(op syntax.ParExpOperator) tree.Op {
	switch op {
	case syntax.RemSmallSuffix:
		return tree.SuffixShort
	case syntax.RemLargeSuffix:
		return tree.SuffixLong
	case syntax.RemSmallPrefix:
		return tree.PrefixShort
	case syntax.RemLargePrefix:
		return tree.PrefixLong
	case syntax.UpperFirst:
		return tree.UpperFirst
	case syntax.UpperAll:
		return tree.UpperAll
	case syntax.LowerFirst:
		return tree.LowerFirst
	case syntax.LowerAll:
		return tree.LowerAll
	case syntax.OtherParamOps:
		return tree.Transform
	default:
		return tree.NoOp
	}
}

// patternMode is the mode of a pattern in an expansion: quotes quote there even between quotes.
func patternMode(mode) mode { return asWord }

// replaceMode is the mode of the text that replaces a match.
func replaceMode(mode) mode { return asWord }

func (l *lowerer) argument(w *syntax.Word, m mode) *tree.Word {
	if w == nil {
		return &tree.Word{Plain: true}
	}
	out := l.word(w, m)
	if out.Plain && out.Raw != out.Text && !m.quoted() { // what was quoted must be known
		out.Plain, out.Parts = false, l.parts(w, m)
	}
	return &out
}

// bound lowers the offset or the length of a slice.
func (l *lowerer) bound(x syntax.ArithmExpr) *tree.Word {
	if x == nil {
		return nil
	}
	from := int(x.Pos().Offset())
	for from > 0 && (l.src[from-1] == ' ' || l.src[from-1] == '\t') {
		from--
	}
	w := l.arithmetic(from, int(x.End().Offset()))
	return &w
}

// bad lowers what the parser refuses between ${ and }. bash takes the case of ${x~} and ${x~~},
// and complains about the rest only when it comes to expand it.
func (l *lowerer) bad(raw string) *tree.Param {
	out := &tree.Param{Bad: true, Raw: raw}
	body := strings.TrimSuffix(strings.TrimPrefix(raw, "${"), "}")
	name, arg, ok := strings.Cut(body, "~")
	name, index, indexed := strings.Cut(name, "[")
	if !ok || !syntax.ValidName(name) {
		return out
	}
	out.Bad, out.Name, out.Op = false, name, tree.ToggleFirst
	if strings.HasPrefix(arg, "~") {
		out.Op, arg = tree.ToggleAll, arg[1:]
	}
	w := l.free(escape(arg))
	out.Arg = &w
	if indexed {
		switch index = strings.TrimSuffix(index, "]"); index {
		case "@", "*":
			out.All = index[0]
		default:
			i := l.free(escape(index))
			out.Index = &i
		}
	}
	return out
}
