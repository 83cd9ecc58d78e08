package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// declaration is the word name[index]+=value, taken apart.
type declaration struct {
	name, index, value string
	elem, add, assign  bool // has an index; has +=; has a value
}

func splitDeclaration(text string) declaration {
	end := strings.IndexByte(text, '=')
	if open := strings.IndexByte(text, '['); open > 0 && (end < 0 || open < end) {
		if shut := strings.IndexByte(text[open:], ']'); shut > 0 {
			s := declaration{name: text[:open], index: text[open+1 : open+shut], elem: true}
			s.value, s.add = strings.CutPrefix(text[open+shut+1:], "+")
			if s.value, s.assign = strings.CutPrefix(s.value, "="); !s.assign {
				s.value, s.add = "", false
			}
			return s
		}
	}
	if end <= 0 {
		return declaration{name: text}
	}
	s := declaration{value: text[end+1:], assign: true}
	s.name, s.add = strings.CutSuffix(text[:end], "+")
	return s
}

// asked is one argument of declare: a word, or an assignment that the parser saw.
func (sh *Shell) asked(text string, decl *tree.Assign) declaration {
	s := splitDeclaration(text)
	if decl == nil {
		return s
	}
	s.name, s.elem, s.add, s.assign = decl.Name, decl.Index != nil, decl.Append, !decl.Naked
	if s.elem {
		s.index = sh.subscriptText(decl.Name, decl.Index)
	}
	return s
}

// declareValue assigns the value of a declaration.
func (sh *Shell) declareValue(s *declaration, v *variable, decl *tree.Assign) bool {
	if hidden := sh.variable(s.name); hidden != v { // `declare -g` of what a local variable hides
		sh.bind(s.name, v)
		defer func() { sh.bind(s.name, hidden) }()
	}
	text := strings.HasPrefix(s.value, "(") && strings.HasSuffix(s.value, ")")
	switch {
	case decl != nil && decl.Array:
		return sh.assignArray(&tree.Assign{
			Name: s.name, Append: s.add, Array: true, Elems: decl.Elems, Traced: true,
		})
	case s.elem:
		return sh.assignElement(s.name, s.index, s.value, s.add)
	case text && (v.list != nil || v.table != nil):
		return sh.declareText(s.name, s.value, s.add)
	}
	return sh.assign(s.name, s.value, s.add)
}

// declareText assigns an array given as text, as in declare -a "x=(1 2)".
func (sh *Shell) declareText(name, value string, add bool) bool {
	op := "="
	if add {
		op = "+="
	}
	l := sh.parseOne(name + op + value)
	if l == nil || len(l.Assigns) != 1 || !l.Assigns[0].Array {
		return sh.assign(name, value, add)
	}
	return sh.assignArray(&l.Assigns[0])
}
