package adapter

import (
	"context"
	"errors"

	"github.com/sandfault/sandfault/fuzz/target"
)

// Target plays workflows by an adapter. It is safe for concurrent use: each run has a process of its own.
type Target struct {
	Argv   []string
	Limits Limits
	// Warn is told what is wrong with an adapter whose run counts, from any goroutine; nil = nobody is.
	Warn func(string)
}

// New makes a target of a command line, see Split.
func New(command string) (*Target, error) {
	argv, err := Split(command)
	if err != nil {
		return nil, err
	}
	return &Target{Argv: argv}, nil
}

// Name implements target.Target.
func (*Target) Name() string { return "exec" }

// Play implements target.Target. An adapter that cannot be started or does not introduce itself is an
// error; one that breaks later on aborts the run. A feature that it lacks makes the run unsupported.
func (t *Target) Play(ctx context.Context, p target.Plan) (*target.Run, error) {
	c, err := Dial(ctx, t.Argv, t.Limits)
	if err != nil {
		return nil, firstOf(ctx, err)
	}
	defer c.End()
	pl := &player{conn: c, plan: p, numbers: map[string]int{}, run: &target.Run{Status: target.StatusPlayed}}
	err = pl.play(ctx)
	if e := ctx.Err(); e != nil {
		return nil, e
	}
	run := pl.run
	if len(run.Unsupported) > 0 {
		run.Status = target.StatusUnsupported
	}
	if err == nil {
		t.bury(c)
		return run, nil
	}
	lack, gave := (*lacking)(nil), (*gaveUp)(nil)
	switch {
	case errors.As(err, &lack):
		run.Status, run.Unsupported = target.StatusUnsupported, append(run.Unsupported, lack.feature)
	case errors.As(err, &gave):
		run.Status, run.Aborted = target.StatusAborted, gave.Error()
	default:
		c.End()
		run.Status, run.Aborted = target.StatusAborted, c.Explain(err).Error()
	}
	return run, nil
}

// bury ends an adapter that did all it was asked, and warns of one that does not end as it should.
func (t *Target) bury(c *Conn) {
	c.End()
	if text := c.Overstayed(); text != "" && t.Warn != nil {
		t.Warn(text)
	}
}

// firstOf is the end of ctx, if that is why something failed.
func firstOf(ctx context.Context, err error) error {
	if e := ctx.Err(); e != nil {
		return e
	}
	return err
}

// lacking ends a run whose sandbox cannot be made: the adapter lacks something that the profile asks for.
type lacking struct{ feature string }

// Error implements error.
func (l *lacking) Error() string { return "the adapter lacks " + l.feature }

// gaveUp ends a run in which the adapter had trouble of its own.
type gaveUp struct{ why error }

// Error implements error.
func (g *gaveUp) Error() string { return g.why.Error() }
