package main

import (
	"slices"
	"strings"
)

// stepsName is the function that makes the steps over an asynchronous iterable which a loop of the engine's
// takes: each of them asks for the next value when the loop's body begins.
const stepsName = "__steps"

// loopsAwait puts loops that the engine has in the place of `for await`, and notes the edits. A loop whose
// body is no block and has no end that can be seen stays.
func (s *source) loopsAwait() {
	if !strings.Contains(s.code, "await") {
		return
	}
	list := scan(s.code)
	for i := range list {
		if is(list, i, "for") && is(list, i+1, "await") && is(list, i+2, "(") && !is(list, i-1, ".") {
			s.loopAwaits(list, i)
		}
	}
	if len(s.pre) == 0 {
		return
	}
	slices.SortStableFunc(s.pre, func(a, b edit) int { return a.at - b.at })
	s.code = applied(s.code, s.pre)
}

// loopAwaits notes the edits of one loop: list[i] is its first word.
func (s *source) loopAwaits(list []lexeme, i int) {
	open := i + 2
	of, end := -1, -1
	for j := open + 1; j < len(list) && end < 0; j++ {
		switch {
		case list[j].depth == list[open].depth+1 && is(list, j, "of") && of < 0 && j > open+1:
			of = j
		case list[j].depth == list[open].depth && is(list, j, ")"):
			end = j
		}
	}
	if of < 0 || end < 0 || end+1 >= len(list) {
		return
	}
	head := s.code[list[open].to:list[of].from]
	const next = "const __r=__p.take(await __p.next());if(__r.done)break;"
	begin := next + strings.TrimSpace(head) + "=__r.value;"
	if strings.Contains(head, "\n") {
		return // the lines must stay where they are
	}
	edits := []edit{
		{at: list[i+1].from, removed: list[i+1].to - list[i+1].from},
		{at: list[open].to, removed: len(head), text: "const __p "},
		{at: list[of].to, text: " " + stepsName + "("},
		{at: list[end].from, text: ")"},
	}
	body := end + 1
	if is(list, body, "{") {
		s.pre = append(s.pre, append(edits, edit{at: list[body].to, text: begin})...)
		return
	}
	for j := body; j < len(list); j++ {
		over := list[j].from // a bracket around the loop closes
		if list[j].depth == list[open].depth && is(list, j, ";") {
			over = list[j].to
		} else if list[j].depth >= list[open].depth {
			continue
		}
		s.pre = append(s.pre, append(edits, edit{at: list[body].from, text: "{" + begin},
			edit{at: over, text: "}"})...)
		return
	}
}

// is compares a lexeme of a list, none beyond its ends.
func is(list []lexeme, i int, value string) bool {
	return i >= 0 && i < len(list) && list[i].kind != text && list[i].value == value
}

// applied is a text with edits, which are in order.
func applied(text string, edits []edit) string {
	var b strings.Builder
	last := 0
	for _, e := range edits {
		b.WriteString(text[last:e.at])
		b.WriteString(e.text)
		last = e.at + e.removed
	}
	b.WriteString(text[last:])
	return b.String()
}
