package domain

import (
	"regexp"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Shapes returns the shape of each step of a workflow: its operation and its text without what
// varies, names, numbers and quoted words. Two steps of one shape exercise the same thing.
func Shapes(w *workflow.Workflow) []string {
	var out []string
	for i := range w.Steps {
		out = append(out, shape(&w.Steps[i]))
	}
	return out
}

//nolint:gochecknoglobals // compiled once
var (
	quoted  = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	numbers = regexp.MustCompile(`[0-9]+`)
	words   = regexp.MustCompile(`[\pL\pN_]+#*\.[a-z0-9]+`)
)

const maxShape = 60

func shape(s *workflow.Step) string {
	text := s.Cmd + s.Code
	if s.Path != "" {
		text = pathShape(s.Path)
		if len(s.Data) > 0 {
			text += " " + contentShape(s.Data)
		}
	}
	for i := range s.Parallel {
		text += "|" + shape(&s.Parallel[i])
	}
	text = quoted.ReplaceAllString(text, "Q")
	text = words.ReplaceAllString(text, "F")
	text = numbers.ReplaceAllString(text, "#")
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxShape {
		text = text[:maxShape]
	}
	return strings.TrimSpace(string(s.Op) + " " + text)
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
	ending := ""
	if i := strings.LastIndexByte(p, '.'); i > strings.LastIndexByte(p, '/') {
		ending = p[i:]
	}
	ascii := ""
	if strings.IndexFunc(p, func(r rune) bool { return r > 127 }) >= 0 {
		ascii = " unicode"
	}
	return start + strings.Repeat("/", strings.Count(p, "/")) + ending + ascii
}

// contentShape tells kinds and sizes of payloads apart, by powers of four.
func contentShape(b []byte) string {
	kind := "text"
	if strings.IndexByte(string(b[:min(len(b), 64)]), 0) >= 0 {
		kind = "nul"
	}
	size := 0
	for n := len(b); n > 0; n /= 4 {
		size++
	}
	return kind + strings.Repeat("+", size)
}
