package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// leave reports whether a loop ends here because of break, continue or worse.
func (sh *Shell) leave() bool {
	switch sh.flow {
	case running:
		return false
	case breaking, continuing:
		if sh.levels > 1 {
			sh.levels--
			return true
		}
		again := sh.flow == continuing
		sh.flow, sh.levels = running, 0
		return !again
	default:
		return true
	}
}

func (sh *Shell) while(n *tree.While) {
	sh.loops++
	status := 0
	for {
		ok := sh.condition(n.Cond)
		if sh.flow != running {
			if sh.leave() {
				if sh.flow == running {
					status = sh.status
				}
				break
			}
			continue
		}
		if ok == n.Until {
			break
		}
		sh.list(n.Body, noTail)
		status = sh.status
		if sh.leave() {
			break
		}
	}
	sh.loops--
	if sh.flow == running {
		sh.status = status
	}
}

func (sh *Shell) forEach(n *tree.For) {
	words, ok := sh.loopWords(n)
	if !ok {
		return
	}
	if !validName(n.Name) {
		sh.warn("`" + n.Name + "': not a valid identifier")
		if sh.status = 1; sh.opts[optPosix] && !sh.dash {
			sh.exit(2)
		}
		return
	}
	sh.loops++
	status := 0
	variable := sh.at(n.Name)
	for _, w := range words {
		sh.line, sh.node = n.Line+sh.base, n
		if sh.opts[optXtrace] && !sh.dash {
			sh.trace("for " + n.Name + " in " + rawWords(n))
		}
		if sh.traps[trapDebug].set && sh.debug() {
			break
		}
		if !sh.assignLoop(variable, w) {
			if status = 1; sh.opts[optPosix] && !sh.dash && !sh.interactive {
				sh.exit(1)
			}
			break
		}
		sh.list(n.Body, noTail)
		status = sh.status
		if sh.leave() {
			break
		}
	}
	sh.loops--
	if sh.flow == running {
		sh.status = status
	}
}

// loopWords are the words that a loop goes through. A break in one of their substitutions counts as
// one in the loop.
func (sh *Shell) loopWords(n *tree.For) (words []string, ok bool) {
	sh.line = n.Line + sh.base
	if !n.In {
		return sh.params, true
	}
	sh.loops++
	words = sh.words(n.Words)
	sh.loops--
	return words, sh.flow == running
}

// assignLoop gives the variable of a for loop its value; of a nameref, its target.
func (sh *Shell) assignLoop(s *slot, value string) bool {
	if v := s.v; v.has(reference) {
		if !validTarget(value) {
			sh.warn("`" + value + "': not a valid identifier")
			return false
		}
		v.text, v.set = value, true
		return true
	}
	return sh.assignSlot(s, value, false)
}

func rawWords(n *tree.For) string {
	if !n.In {
		return `"$@"`
	}
	l := make([]string, len(n.Words))
	for i := range n.Words {
		l[i] = n.Words[i].Raw
	}
	return strings.Join(l, " ")
}

func (sh *Shell) forArith(n *tree.ForArith) {
	sh.line = n.Line + sh.base
	sh.loops++
	if _, ok := sh.clause(n, &n.Init, 1); !ok {
		sh.loops--
		return
	}
	status := 0
	for {
		v, ok := sh.clause(n, &n.Cond, 1)
		if !ok {
			status = 1
			break
		}
		if v == 0 {
			break
		}
		sh.list(n.Body, noTail)
		status = sh.status
		if sh.leave() {
			break
		}
		if _, ok := sh.clause(n, &n.Post, 1); !ok {
			status = 1
			break
		}
	}
	sh.loops--
	if sh.flow == running {
		sh.status = status
	}
}

// clause evaluates one of the three expressions of `for (())`; an empty one is def.
func (sh *Shell) clause(n *tree.ForArith, w *tree.Word, def int64) (int64, bool) {
	if w.Plain && w.Cache == nil && strings.TrimSpace(w.Text) == "" {
		return def, true
	}
	sh.line, sh.node = n.Line+sh.base, n
	if sh.opts[optXtrace] {
		sh.trace("(( " + strings.TrimSpace(w.Raw) + " ))")
	}
	if sh.traps[trapDebug].set {
		sh.node = &tree.Arith{Line: n.Line, Expr: tree.Word{Raw: strings.TrimSpace(w.Raw)}}
		sh.debug()
	}
	sh.command = "(("
	v, ok := sh.arithWord(w)
	sh.command = ""
	if !ok {
		sh.status = 1
	}
	return v, ok
}

func (sh *Shell) caseOf(n *tree.Case) {
	sh.line, sh.node = n.Line+sh.base, n
	if sh.opts[optXtrace] && !sh.dash {
		sh.trace("case " + n.Word.Raw + " in")
	}
	if sh.traps[trapDebug].set && sh.debug() {
		sh.setStatus(0)
		return
	}
	word := sh.str(&n.Word)
	if sh.flow != running {
		return
	}
	status := 0
	through := false
	for i := range n.Items {
		it := &n.Items[i]
		if !through && !sh.matches(it, word) {
			if sh.flow != running {
				return
			}
			continue
		}
		sh.status = 0
		sh.list(it.Body, noTail)
		status = sh.status
		if sh.flow != running || it.End == tree.Break {
			break
		}
		through = it.End == tree.FallThrough
	}
	if sh.flow == running {
		sh.status = status
	}
}

func (sh *Shell) matches(it *tree.CaseItem, word string) bool {
	for i := range it.Patterns {
		w := &it.Patterns[i]
		if w.Plain && !sh.shopt[shoptNocasematch] {
			if w.Text == word {
				return true
			}
			continue
		}
		p := sh.wordPattern(w, sh.matchOptions(sh.shopt[shoptExtglob]))
		if p == nil {
			return false
		}
		if p.Match(word) {
			return true
		}
	}
	return false
}
