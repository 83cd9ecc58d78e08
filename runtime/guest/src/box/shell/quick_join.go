package shell

import "github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"

// joining is how to make "text $name $1" between double quotes, which the word remembers.
type joining struct {
	parts   []joinPart // none: the word has anything else
	highest int        // the highest of its positional parameters
}

// joinPart is text, a variable or a positional parameter.
type joinPart struct {
	text  string
	param *tree.Param // of a variable
	slot  *slot
	index int
}

// maxJoin is of how many parts a word is joined in this way.
const maxJoin = 16

func (sh *Shell) newJoining(parts []tree.Part) *joining {
	j := &joining{}
	if len(parts) > maxJoin {
		return j
	}
	list := make([]joinPart, 0, len(parts))
	for i := range parts {
		p := &parts[i]
		switch {
		case p.Kind == tree.Literal, p.Kind == tree.Quoted:
			list = append(list, joinPart{text: p.Text})
		case p.Kind != tree.Variable:
			return j
		case simpleName(p.Param):
			list = append(list, joinPart{param: p.Param, slot: sh.paramSlot(p.Param)})
		case positionalName(p.Param):
			n := int(p.Param.Name[0] - '0')
			j.highest = max(j.highest, n)
			list = append(list, joinPart{index: n})
		default:
			return j
		}
	}
	j.parts = list
	return j
}

// quickJoin expands what a joining can make. It reports false, with nothing done, for the rest.
func (sh *Shell) quickJoin(w *tree.Word) (string, bool) {
	j, ok := w.Cache.(*joining)
	if !ok {
		j = sh.newJoining(w.Parts[0].Parts)
		w.Cache = j
	}
	if len(j.parts) == 0 || j.highest > len(sh.params) {
		return "", false
	}
	out := sh.joined[:0]
	sh.joined = nil // a variable that is computed may join words of its own
	for i := range j.parts {
		p := &j.parts[i]
		switch {
		case p.index > 0:
			out = append(out, sh.params[p.index-1]...)
		case p.slot == nil:
			out = append(out, p.text...)
		default:
			if out = append(out, sh.parameter(p.param)...); sh.flow != running {
				return "", true
			}
		}
	}
	sh.joined = out
	return string(out), true
}
