package parse

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// test lowers an expression of [[ ]]. The parser hangs `a && b || c` and `! a && b` to the right;
// here the terms are laid out flat and put together again by precedence.
func (l *lowerer) test(x syntax.TestExpr) *tree.TestExpr {
	terms, ops := l.flatten(x)
	var ors []*tree.TestExpr
	cur := terms[0]
	for i, op := range ops {
		if op == "&&" {
			cur = &tree.TestExpr{Op: "&&", Left: cur, Right: terms[i+1]}
			continue
		}
		ors = append(ors, cur)
		cur = terms[i+1]
	}
	ors = append(ors, cur)
	out := ors[0]
	for _, t := range ors[1:] {
		out = &tree.TestExpr{Op: "||", Left: out, Right: t}
	}
	return out
}

func (l *lowerer) flatten(x syntax.TestExpr) (terms []*tree.TestExpr, ops []string) {
	switch x := x.(type) {
	case *syntax.BinaryTest:
		if x.Op != syntax.AndTest && x.Op != syntax.OrTest {
			break
		}
		terms, ops = l.flatten(x.X)
		right, rightOps := l.flatten(x.Y)
		op := "&&"
		if x.Op == syntax.OrTest {
			op = "||"
		}
		return append(terms, right...), append(append(ops, op), rightOps...)
	case *syntax.UnaryTest:
		if x.Op != syntax.TsNot {
			break
		}
		terms, ops = l.flatten(x.X)
		terms[0] = &tree.TestExpr{Op: "!", Left: terms[0]}
		return terms, ops
	}
	return []*tree.TestExpr{l.term(x)}, nil
}

func (l *lowerer) term(x syntax.TestExpr) *tree.TestExpr {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return &tree.TestExpr{Op: "(", Left: l.test(x.X)}
	case *syntax.UnaryTest:
		return &tree.TestExpr{Op: x.Op.String(), X: l.operand(x.X, asWord)}
	case *syntax.BinaryTest:
		mode := asWord
		if x.Op == syntax.TsReMatch {
			mode = asRegexp
		}
		return &tree.TestExpr{Op: x.Op.String(), X: l.operand(x.X, asWord), Y: l.operand(x.Y, mode)}
	case *syntax.Word:
		return &tree.TestExpr{X: l.word(x, asWord)}
	}
	return &tree.TestExpr{}
}

func (l *lowerer) operand(x syntax.TestExpr, mode mode) tree.Word {
	if w, ok := x.(*syntax.Word); ok {
		// Patterns of [[ ]] know the extended operators whatever extglob says.
		old := l.opt.ExtGlob
		l.opt.ExtGlob = true
		defer func() { l.opt.ExtGlob = old }()
		return l.word(w, mode)
	}
	return tree.Word{Plain: true}
}
