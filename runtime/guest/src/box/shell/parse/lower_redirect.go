package parse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

func (l *lowerer) redirects(rs []*syntax.Redirect) []tree.Redir {
	if len(rs) == 0 {
		return nil
	}
	list := make([]tree.Redir, 0, len(rs))
	for _, r := range rs {
		list = append(list, l.redirect(r))
	}
	return list
}

func redirOp(op syntax.RedirOperator) tree.RedirOp {
	switch op {
	case syntax.RdrOut:
		return tree.Out
	case syntax.AppOut:
		return tree.AppendOut
	case syntax.RdrInOut:
		return tree.InOut
	case syntax.DplIn:
		return tree.DupIn
	case syntax.DplOut:
		return tree.DupOut
	case syntax.RdrClob:
		return tree.Clobber
	case syntax.Hdoc, syntax.DashHdoc:
		return tree.Here
	case syntax.WordHdoc:
		return tree.HereString
	case syntax.RdrAll:
		return tree.OutBoth
	case syntax.AppAll:
		return tree.AppendBoth
	default:
		return tree.In
	}
}

func (l *lowerer) redirect(r *syntax.Redirect) tree.Redir {
	d := tree.Redir{Op: redirOp(r.Op), Fd: -1, Line: l.line(r.OpPos)}
	if r.N != nil {
		name := reveal(r.N.Value)
		if n, err := strconv.Atoi(name); err == nil {
			d.Fd = n
		} else {
			d.Var = strings.Trim(name, "{}")
		}
	}
	d.Word = l.word(r.Word, asWord)
	if d.Op != tree.Here {
		return d
	}
	d.Tabs = r.Op == syntax.DashHdoc
	d.Quote = strings.ContainsAny(l.text(r.Word.Pos(), r.Word.End()), `'"\`)
	body := tree.Word{Plain: true}
	if r.Hdoc != nil {
		body = l.document(r.Hdoc, d.Quote, d.Tabs)
		// The parser takes the delimiter for a part of it.
		if i := strings.LastIndexByte(body.Raw, '\n'); i >= 0 {
			body.Raw = body.Raw[:i+1]
		}
	}
	d.Body = &body
	return d
}

// document lowers the body of a here-document.
func (l *lowerer) document(w *syntax.Word, quoted, tabs bool) tree.Word {
	if quoted {
		text := ""
		for _, p := range w.Parts {
			if lit, ok := p.(*syntax.Lit); ok {
				text += reveal(lit.Value)
			}
		}
		if tabs {
			text = cutTabs(text, true)
		}
		return tree.Word{Raw: text, Plain: true, Text: text}
	}
	out := tree.Word{Raw: l.text(w.Pos(), w.End())}
	start := true // at the beginning of a line
	for _, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok {
			out.Parts = append(out.Parts, l.part(p, inDocument)...)
			start = false
			continue
		}
		text := lit.Value
		if tabs {
			text = cutTabs(text, start)
			start = strings.HasSuffix(lit.Value, "\n")
		}
		out.Parts = append(out.Parts, l.literals(text, inDocument)...)
	}
	return simplify(out)
}

// cutTabs removes the tabs that lines begin with.
func cutTabs(s string, start bool) string {
	if start {
		s = strings.TrimLeft(s, "\t")
	}
	for {
		i := strings.Index(s, "\n\t")
		if i < 0 {
			return s
		}
		s = s[:i+1] + strings.TrimLeft(s[i+1:], "\t")
	}
}
