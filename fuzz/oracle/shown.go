package oracle

import (
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// maxTail is how much of the end of a standard error is shown, bytes.
const maxTail = 200

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
	for _, more := range []string{s.Language, s.Path, s.Cmd, s.Code} {
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

// Stderr is the end of what the failing step wrote to standard error, for readers; "" where that is what
// fails.
func (f *Failure) Stderr(c *Case) string {
	_, o := f.at(c)
	if o == nil || f.Field == "stderr" {
		return ""
	}
	text := strings.ToValidUTF8(strings.TrimSpace(string(o.Stderr)), "\uFFFD")
	if len(text) > maxTail {
		text = "..." + strings.ToValidUTF8(text[len(text)-maxTail:], "")
	}
	return text
}
