package regex

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomPattern writes an extended regular expression.
func randomPattern(r *rand.Rand, depth int) string {
	atoms := []string{
		"a", "b", "c", "é", ".", "[ab]", "[^a]", "[[:alpha:]]", "[a-cé]", `\w`, `\W`, "^", "$", `\<`, `\>`, `\b`, `\B`,
		"k", "[^é]", "[[:digit:]]", " ", "1",
	}
	var b strings.Builder
	for range 1 + r.IntN(4) {
		switch x := r.IntN(10); {
		case x == 0 && depth > 0:
			b.WriteString("(" + randomPattern(r, depth-1) + ")")
		case x == 1 && depth > 0:
			b.WriteString("(" + randomPattern(r, depth-1) + "|" + randomPattern(r, depth-1) + ")")
		default:
			b.WriteString(atoms[r.IntN(len(atoms))])
		}
		if s := b.String(); strings.HasSuffix(s, "^") || strings.HasSuffix(s, "$") ||
			len(s) > 1 && s[len(s)-2] == '\\' && strings.Contains("<>bB", s[len(s)-1:]) {
			continue // nothing repeats a place
		}
		b.WriteString([]string{"", "", "", "*", "+", "?", "{2}", "{1,3}"}[r.IntN(8)])
	}
	return b.String()
}

func randomText(r *rand.Rand) []byte {
	var b []byte
	pieces := []string{"a", "b", "c", "é", " ", "1", "\n", "\xff", "\xc3", "K", "ſ", "_", "\u212a", "aab"}
	if r.IntN(2) == 0 {
		pieces = pieces[:6]
	}
	for range r.IntN(12) {
		b = append(b, pieces[r.IntN(len(pieces))]...)
	}
	return b
}

// TestAutomaton compares what the automaton says with the matcher that tries all ways.
func TestAutomaton(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	sure, matches := 0, 0
	for range 6000 {
		opts := Options{Syntax: Extended, Fold: r.IntN(4) == 0, Word: r.IntN(6) == 0, Multiline: r.IntN(6) == 0}
		opts.Bytes = r.IntN(4) == 0
		opts.Line = !opts.Word && r.IntN(6) == 0
		pattern := randomPattern(r, 2)
		re, err := Compile(pattern, opts)
		if err != nil {
			continue
		}
		slow, _ := Compile(pattern, opts)
		slow.program, slow.fixed, slow.tried = nil, false, true // neither automaton nor Go's
		goes, _ := Compile(pattern, opts)
		_ = goes.prepare()
		for range 6 {
			text := randomText(r)
			where := fmt.Sprintf("%q %+v in %q", pattern, opts, text)
			want := slow.findSlowly(text, 0)
			if got := re.Match(text); got != (want != nil) {
				t.Fatalf("%s: match %v, want %v", where, got, want)
			}
			from := r.IntN(len(text) + 1)
			want = slow.findSlowly(text, from)
			start, end, p := re.Locate(text, from)
			switch {
			case p == Perhaps:
				continue
			case p == Absent && want != nil, p == Present && (want == nil || start != want[0] || end != want[1]):
				t.Fatalf("%s from %d: %d %d %d, want %v", where, from, start, end, p, want)
			case p == Present:
				matches++
			}
			sure++
			if from == 0 && goes.goFits(text) {
				if got, want := fmt.Sprint(re.Find(text, 0)), fmt.Sprint(goes.goRegex.FindSubmatchIndex(text)); got != want {
					t.Fatalf("%s: groups %s, want %s", where, got, want)
				}
			}
		}
	}
	if sure < 15000 || matches < 4000 {
		t.Errorf("the automaton was sure of %d texts and found %d matches: too few to say anything", sure, matches)
	}
}
