package report

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/fuzz/oracle"
)

// Step is what one step of a workflow gave; a child of a parallel one has its place there.
type Step struct {
	Step    int    `json:"step"`
	Child   *int   `json:"child,omitempty"`
	Command string `json:"command"`
	Exit    *int   `json:"exit,omitempty"` // of a command that started
	Error   string `json:"error,omitempty"`
	Stdout  string `json:"stdout,omitempty"` // the first maxStream bytes, as UTF-8
	Stderr  string `json:"stderr,omitempty"`
}

// maxStream is how much of an output a report shows, bytes.
const maxStream = 4 << 10

// Steps tells of each step what it did and gave.
func Steps(c *oracle.Case) []Step {
	var out []Step
	for i := range c.Outcomes {
		for child := -1; child < len(c.Outcomes[i].Parallel); child++ {
			if child >= 0 || len(c.Outcomes[i].Parallel) == 0 {
				out = append(out, stepOf(c, i, child))
			}
		}
	}
	return out
}

func stepOf(c *oracle.Case, i, child int) Step {
	f := oracle.Failure{Step: i, Child: child}
	o := &c.Outcomes[i]
	s := Step{Step: i, Command: f.Command(c)}
	if child >= 0 {
		o, s.Child = &o.Parallel[child], &child
	}
	if o.Started {
		s.Exit = &o.Exit
	}
	s.Error, s.Stdout, s.Stderr = o.Error, bounded(o.Stdout), bounded(o.Stderr)
	return s
}

// bounded is the beginning of an output, and says where it is cut.
func bounded(b []byte) string {
	mark := ""
	if len(b) > maxStream {
		mark = "\n[" + strconv.Itoa(len(b)-maxStream) + " bytes more]"
		b = b[:maxStream]
	}
	return strings.ToValidUTF8(string(b), "\uFFFD") + mark
}

// step writes a step with its output, its lines below it.
func step(w *writer, s *Step) {
	place := strconv.Itoa(s.Step)
	if s.Child != nil {
		place += ", parallel[" + strconv.Itoa(*s.Child) + "]"
	}
	gave := "ok"
	switch {
	case s.Error != "":
		gave = s.Error
	case s.Exit != nil:
		gave = "exit " + strconv.Itoa(*s.Exit)
	}
	w.line("  step %s: %s: %s", place, oneLine(s.Command), gave)
	for _, stream := range []struct{ name, text string }{{"stdout", s.Stdout}, {"stderr", s.Stderr}} {
		if stream.text == "" {
			continue
		}
		w.line("    %s:", stream.name)
		for line := range strings.SplitSeq(strings.TrimSuffix(stream.text, "\n"), "\n") {
			w.line("      %s", escaped(line))
		}
	}
}
