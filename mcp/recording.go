package mcp

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
)

// recording is what an agent did in one session: the steps, what each gave, and how large the workflow
// of them is as a file.
type recording struct {
	steps   []workflow.Step
	expects []workflow.Expect
	digests []det.Sum // of the outcomes
	size    int64     // bytes, an upper estimate
}

// fits reports, before a step is played, whether it can be recorded: what cannot is not done, so that a
// recording is always the whole session.
func (r *recording) fits(s *workflow.Step) error {
	one := workflow.Workflow{ID: "x", Steps: []workflow.Step{*s}, Expect: make([]workflow.Expect, 1)}
	if problems := one.Validate(); len(problems) > 0 {
		return problemf(codeArguments, "wrong arguments: %s", readable(problems[0].Error()))
	}
	const then = "stop the session and start another"
	switch {
	case len(r.steps) >= maxSteps:
		return problemf(codeLimit, "the session has %d steps, as many as a workflow may have: %s",
			len(r.steps), then)
	case r.size+stepSize(s) > maxRecording:
		return problemf(codeLimit, "the session's workflow would be larger than %d MiB: %s",
			maxRecording>>20, then)
	}
	return nil
}

// add records a step and what it gave.
func (r *recording) add(s *workflow.Step, o *workflow.Outcome) {
	e := expectation(s, o)
	r.steps = append(r.steps, *s)
	r.expects = append(r.expects, e)
	r.digests = append(r.digests, target.Digest(o))
	r.size += stepSize(s) + expectSize(&e)
}

// firstDifference compares outcomes with those recorded. It returns the step that differs, or -1.
func (r *recording) firstDifference(outcomes []workflow.Outcome) int {
	for i := range outcomes {
		if target.Digest(&outcomes[i]) != r.digests[i] {
			return i
		}
	}
	return -1
}

// The size of a step or an expectation without its texts, bytes.
const frame = 400

func stepSize(s *workflow.Step) int64 {
	n := frame + int64(0)
	for _, text := range []string{s.Path, s.Cmd, s.Code, s.Cwd} {
		n += textSize([]byte(text))
	}
	n += textSize(s.Data) + textSize(s.Stdin)
	for _, v := range s.Env {
		n += textSize([]byte(v.Name))
		if v.Value != nil {
			n += textSize([]byte(*v.Value))
		}
	}
	return n
}

func expectSize(e *workflow.Expect) int64 {
	n := frame + textSize(e.StdoutBase64) + textSize(e.ContentBase64)
	for _, s := range []*string{e.Stdout, e.Stderr, e.Content} {
		if s != nil {
			n += textSize([]byte(*s))
		}
	}
	for _, name := range e.Entries {
		n += 20 + textSize([]byte(name))
	}
	return n
}

// textSize is how many bytes a payload takes in a file at most: base64 where it is no text; else each
// line is indented, quotes are doubled, and characters that do not print take up to six bytes.
func textSize(b []byte) int64 {
	const indent = 12
	if !utf8.Valid(b) {
		return int64(len(b))*4/3 + 4
	}
	n := int64(len(b)) + indent*int64(1+bytes.Count(b, []byte("\n"))) +
		int64(bytes.Count(b, []byte(`"`))+bytes.Count(b, []byte(`\`)))
	for _, c := range b {
		switch {
		case c >= utf8.RuneSelf:
			n += 2
		case c < ' ' || c == 0x7f:
			n += 5
		}
	}
	return n
}

// header is the comment on top of a recorded workflow: how it is played again.
func (l *live) header() string {
	return fmt.Sprintf("# sandfault run --profile %s --seed %d FILE\n", l.profile.Profile.Name, l.seed)
}

// workflow returns what was recorded, which is nothing that can be written if there is no step.
func (l *live) workflow() *workflow.Workflow {
	return &workflow.Workflow{
		ID: "mcp-" + l.id, Kind: "recorded",
		Summary: fmt.Sprintf("Recorded from an agent under the profile %s with the seed %d.",
			readable(l.profile.Profile.Name), l.seed),
		Steps: l.recording.steps, Expect: l.recording.expects,
	}
}

// text returns the recorded workflow as a file.
func (l *live) text() ([]byte, error) {
	b, err := workflow.Marshal(l.workflow())
	if err != nil {
		return nil, err
	}
	return append([]byte(l.header()), b...), nil
}
