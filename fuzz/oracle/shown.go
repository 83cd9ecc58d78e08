package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// What of a standard error is shown: so many of its first and of its last lines, and of a longer line,
// bytes, so much of its beginning and of its end.
const (
	headLines = 2
	tailLines = 6
	headBytes = 90
	tailBytes = 90
)

// at is the step and the outcome in which a case fails; nil where there is none.
func (f *Failure) at(c *Case) (*workflow.Step, *workflow.Outcome) {
	if f.Step >= len(c.Workflow.Steps) || f.Step >= len(c.Outcomes) {
		return nil, nil
	}
	s, o := &c.Workflow.Steps[f.Step], &c.Outcomes[f.Step]
	if f.Child < 0 {
		return s, o
	}
	if f.Child >= len(s.Parallel) || f.Child >= len(o.Parallel) {
		return nil, nil
	}
	return &s.Parallel[f.Child], &o.Parallel[f.Child]
}

// Command is what the failing step does, for readers: the first line of a command, or the operation and its
// path.
func (f *Failure) Command(c *Case) string {
	s, _ := f.at(c)
	if s == nil {
		return ""
	}
	text := string(s.Op)
	for _, more := range []string{s.Language, s.Context, s.Path, s.Cmd, s.Code} {
		if more != "" {
			text += " " + more
		}
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if rest != "" {
		first += " ..."
	}
	return strings.ToValidUTF8(first, "\uFFFD")
}

// Stderr is what the failing step wrote to standard error, for readers: its first and its last lines, whole
// but for very long ones; "" where that is what fails.
func (f *Failure) Stderr(c *Case) string {
	_, o := f.at(c)
	if o == nil || f.Field == "stderr" {
		return ""
	}
	text := strings.ToValidUTF8(strings.TrimSpace(string(o.Stderr)), "\uFFFD")
	lines := strings.Split(text, "\n")
	if left := len(lines) - headLines - tailLines; left > 1 {
		lines = slices.Replace(lines, headLines, headLines+left, fmt.Sprintf("[%d lines more]", left))
	}
	for i := range lines {
		lines[i] = middle(lines[i])
	}
	return strings.Join(lines, "\n")
}

// middle takes what is too much of a line out of its middle.
func middle(line string) string {
	const mark = " [...] "
	if len(line) <= headBytes+len(mark)+tailBytes {
		return line
	}
	head, tail := line[:headBytes], line[len(line)-tailBytes:]
	return strings.ToValidUTF8(head, "") + mark + strings.ToValidUTF8(tail, "")
}
