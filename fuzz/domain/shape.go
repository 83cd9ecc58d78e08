package domain

import (
	"math/bits"
	"regexp"
	"strings"
	"unicode"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Shapes returns the shape of each step of a workflow: its operation and its text without what
// varies, which is file names, words of the vocabulary, and numbers. Two steps of one shape exercise
// the same thing.
func Shapes(w *workflow.Workflow) []string {
	out := make([]string, len(w.Steps))
	for i := range w.Steps {
		out[i] = Shape(&w.Steps[i])
		if w.Steps[i].Op == workflow.OpRestart && i > 0 {
			out[i] += " after " + out[i-1] // what a restart tests is what it comes after
		}
	}
	return out
}

var (
	numbers = regexp.MustCompile(`[0-9]+`)
	vocab   = regexp.MustCompile(`(?:` + strings.Join(vocabulary(), "|") + `)#?`)
)

// maxShape is how much of a text tells shapes apart, in bytes.
const maxShape = 80

// Shape returns the shape of one step, without regard to its neighbours.
func Shape(s *workflow.Step) string {
	text := s.Cmd + s.Code
	if s.Path != "" {
		text = pathShape(s.Path)
		if len(s.Data) > 0 {
			text += " " + contentShape(s.Data)
		}
	}
	for i := range s.Parallel {
		text += "|" + Shape(&s.Parallel[i])
	}
	return strings.TrimSpace(string(s.Op) + " " + Plain(text))
}

// Plain takes out of a text what varies between workflows, and shortens it.
func Plain(text string) string {
	text = text[:min(len(text), 4*maxShape)]
	text = numbers.ReplaceAllString(text, "#")
	text = vocab.ReplaceAllString(text, "W")
	text = strings.Join(strings.Fields(text), " ")
	return text[:min(len(text), maxShape)]
}

// pathShape keeps where a path starts, how deep it goes and how it ends.
func pathShape(p string) string {
	start := "relative"
	switch {
	case strings.HasPrefix(p, "/"):
		first, _, _ := strings.Cut(p[1:], "/")
		start = "/" + first
	case strings.Contains(p, ".."):
		start = "climbing"
	}
	start += strings.Repeat("/", strings.Count(p, "/"))
	if i := strings.LastIndexByte(p, '.'); i > strings.LastIndexByte(p, '/') {
		start += p[i:]
	}
	if strings.IndexFunc(p, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
		start += " unicode"
	}
	return start
}

// contentShape keeps how a text begins, and of other bytes their kind.
func contentShape(b []byte) string {
	const head = 16
	text := string(b[:min(len(b), head)])
	if strings.IndexFunc(text, func(r rune) bool { return r == unicode.ReplacementChar || r == 0 }) >= 0 {
		return "bytes" + strings.Repeat("+", bits.Len(uint(len(b)))/2) // sizes by powers of four
	}
	return text
}
