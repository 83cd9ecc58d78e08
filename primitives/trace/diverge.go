package trace

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// Divergence is the first event at which two runs part.
type Divergence struct {
	Index         int    // of the event, from 0
	Expected, Got *Event // nil: that run had ended
}

// Error says where the runs part and what each did there.
func (d *Divergence) Error() string {
	s := fmt.Sprintf("diverged at event %d: expected %s, got %s", d.Index, render(d.Expected), render(d.Got))
	if fields := d.Fields(); len(fields) > 0 {
		s += " (differs in " + strings.Join(fields, ", ") + ")"
	}
	return s
}

// Fields names the fields in which the two events differ.
func (d *Divergence) Fields() []string {
	if d.Expected == nil || d.Got == nil {
		return nil
	}
	return differences(d.Expected, d.Got)
}

func render(e *Event) string {
	if e == nil {
		return "the end"
	}
	return "`" + Format(e) + "`"
}

func differences(a, b *Event) []string {
	var out []string
	for _, f := range []struct {
		name string
		same bool
	}{
		{"kind", a.Kind == b.Kind},
		{"pid", a.Pid == b.Pid},
		{"call", a.No == b.No},
		{"time", a.Time == b.Time},
		{"instructions", a.Ran == b.Ran},
		{"args", a.Args == b.Args},
		{"path", a.Path == b.Path && a.Path2 == b.Path2},
		{"argv", sameData(a.Argv, b.Argv)},
		{"env", sameData(a.Env, b.Env)},
		{"data in", sameData(a.In, b.In)},
		{"data out", sameData(a.Out, b.Out)},
		{"stat", a.Stat == b.Stat},
		{"result", a.Val == b.Val && a.Aux == b.Aux},
		{"errno", a.Errno == b.Errno},
		{"injection", a.Injected == b.Injected && a.Verdict == b.Verdict},
		{"cause", a.Cause.String() == b.Cause.String()},
		{"number", a.Num == b.Num && a.Num2 == b.Num2},
		{"text", a.Text == b.Text},
	} {
		if !f.same {
			out = append(out, f.name)
		}
	}
	return out
}

func sameData(a, b Data) bool {
	return a.Len == b.Len && a.Hash == b.Hash && bytes.Equal(a.Head, b.Head)
}

// follower walks a recorded trace beside a run.
type follower struct {
	rest  []byte
	index int
	found error // the *Divergence, or that the recorded trace is corrupt
}

// compare takes the run's next event, e, whose encoding with its length is b.
func (f *follower) compare(b []byte, e *Event, prev int64) error {
	if f.found != nil {
		return f.found
	}
	// Equal bytes are equal events: the usual case costs no decoding.
	if bytes.HasPrefix(f.rest, b) {
		f.rest = f.rest[len(b):]
		f.index++
		return nil
	}
	f.found = f.diverged(clone(e), prev)
	return f.found
}

func (f *follower) finish(prev int64) error {
	if f.found == nil && len(f.rest) > 0 {
		f.found = f.diverged(nil, prev)
	}
	return f.found
}

func (f *follower) diverged(got *Event, prev int64) error {
	d := &Divergence{Index: f.index, Got: got}
	if len(f.rest) > 0 {
		r := Reader{rest: f.rest, prev: prev, index: f.index}
		want, err := r.Next()
		if err != nil {
			return err
		}
		d.Expected = &want
	}
	return d
}

// clone returns a copy that refers to no guest memory.
func clone(e *Event) *Event {
	c := *e
	for _, d := range []*Data{&c.Argv, &c.Env, &c.In, &c.Out} {
		d.Head = bytes.Clone(d.Head)
	}
	return &c
}

// Compare compares two recorded traces. It returns the first divergence, or nil if they are the
// same; the error is for a trace that is empty or cannot be read.
func Compare(expected, got []byte) (*Divergence, error) {
	l, err := NewFollower(expected)
	if err != nil {
		return nil, fmt.Errorf("expected trace: %w", err)
	}
	for e, err := range Decode(got) {
		if err != nil {
			return nil, fmt.Errorf("got trace: %w", err)
		}
		if err := l.append(&e); err != nil {
			return asDivergence(err)
		}
	}
	return asDivergence(l.Finish())
}

func asDivergence(err error) (*Divergence, error) {
	if d, ok := errors.AsType[*Divergence](err); ok {
		return d, nil
	}
	if err != nil {
		return nil, fmt.Errorf("expected trace: %w", err)
	}
	return nil, nil
}
