package adapter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
)

// player plays one plan over a connection.
type player struct {
	conn    *Conn
	plan    target.Plan
	numbers map[string]int // of sessions, by name
	run     *target.Run
}

func (p *player) play(ctx context.Context) error {
	if err := p.start(ctx, ""); err != nil { // the main session exists from the start
		return err
	}
	for i := range p.plan.Workflow.Steps {
		if err := p.step(ctx, &p.plan.Workflow.Steps[i]); err != nil {
			return err
		}
	}
	return p.stop(ctx)
}

// start makes the sandbox of a session, if there is none.
func (p *player) start(ctx context.Context, name string) error {
	if _, there := p.numbers[name]; there {
		return nil
	}
	settings, err := Settings(&p.plan.Profile)
	if err != nil {
		return err
	}
	seed := p.plan.Seed
	if name != "" {
		seed = seed.Derive(name)
	}
	n := len(p.numbers)
	q := &Request{Op: OpStart, Session: &n, Name: name, Seed: seed.String(), Profile: settings}
	a, _, err := p.conn.Do(ctx, q)
	if err != nil {
		return err
	}
	p.numbers[name] = n
	if a.Unsupported != "" {
		return &lacking{printable(a.Unsupported)}
	}
	if err := a.trouble(); err != nil {
		return &gaveUp{fmt.Errorf("start of session %d: %w", n, err)}
	}
	return nil
}

// stop gives all sandboxes back. An adapter that fails at it leaves something behind that somebody pays
// for, so the run is not called good.
func (p *player) stop(ctx context.Context) error {
	for n := range len(p.numbers) {
		a, _, err := p.conn.Do(ctx, &Request{Op: OpStop, Session: &n})
		if err != nil {
			return err
		}
		if err := a.trouble(); err != nil {
			return &gaveUp{fmt.Errorf("stop of session %d: %w", n, err)}
		}
	}
	return nil
}

func (p *player) step(ctx context.Context, s *workflow.Step) error {
	steps := []workflow.Step{*s}
	if s.Op == workflow.OpParallel {
		steps = s.Parallel
	}
	qs := make([]*Request, len(steps))
	for i := range steps {
		if steps[i].Context != "" {
			return &lacking{"code contexts"} // the protocol has none
		}
		name := steps[i].Session
		if err := p.start(ctx, name); err != nil {
			return err
		}
		qs[i] = request(&steps[i], p.numbers[name])
		p.run.Python = p.run.Python || asksPython(&steps[i])
	}
	answers, walls, err := p.conn.DoAll(ctx, qs)
	if err != nil {
		return err
	}
	return p.take(s, answers, walls)
}

// take keeps the outcome of a step. What the adapter lacks is noted with the step where it is met first.
func (p *player) take(s *workflow.Step, answers []*Answer, walls []time.Duration) error {
	var o workflow.Outcome
	var missing []string
	for i, a := range answers {
		if a.Aborted != "" {
			return &gaveUp{a.trouble()}
		}
		if f := printable(a.Unsupported); f != "" && !slices.Contains(p.run.Unsupported, f) {
			p.run.Unsupported, missing = append(p.run.Unsupported, f), append(missing, f)
		}
		if s.Op != workflow.OpParallel {
			o = outcome(a, walls[i])
			break
		}
		o.Parallel = append(o.Parallel, outcome(a, walls[i]))
		o.WallNS = max(o.WallNS, o.Parallel[i].WallNS)
	}
	o.Unsupported = missing
	p.run.Outcomes = append(p.run.Outcomes, o)
	return nil
}

// request turns a step into what the adapter is asked.
func request(s *workflow.Step, session int) *Request {
	q := &Request{Op: ops()[s.Op], Session: &session}
	switch s.Op {
	case workflow.OpRun:
		q.Cmd = notNil(s.Cmd)
	case workflow.OpRunCode:
		q.Language, q.Code = s.Language, notNil(s.Code)
	case workflow.OpRestart:
		return q
	default:
		q.Path = notNil(s.Path)
	}
	if s.Op.Writes() {
		q.Content = notNil(string(s.Data))
		if s.Mode != nil {
			q.Mode = fmt.Sprintf("%04o", *s.Mode)
		}
	}
	if s.Op.Runs() {
		command(q, s)
	}
	return q
}

// command fills in how a command is to be run.
func command(q *Request, s *workflow.Step) {
	if s.Cwd != "" {
		q.Cwd = []byte(s.Cwd)
	}
	q.Stdin = s.Stdin
	q.TimeoutMS = (s.TimeoutNS + int64(time.Millisecond) - 1) / int64(time.Millisecond)
	for _, v := range s.Env {
		if v.Value == nil {
			q.Unset = append(q.Unset, []byte(v.Name))
		} else {
			q.Env = append(q.Env, []byte(v.Name+"="+*v.Value))
		}
	}
}

// notNil is the bytes of s; empty ones are given, not left out.
func notNil(s string) []byte { return append([]byte{}, s...) }

// ops are the protocol's operations for a workflow's: to a sandbox, an upload is a write.
func ops() map[workflow.Op]Op {
	return map[workflow.Op]Op{
		workflow.OpRun: OpRun, workflow.OpRunCode: OpRunCode, workflow.OpRestart: OpRestart,
		workflow.OpWrite: OpWrite, workflow.OpUpload: OpWrite, workflow.OpList: OpList,
		workflow.OpRead: OpRead, workflow.OpDownload: OpRead, workflow.OpRemove: OpRemove,
	}
}

// exitTimeout is the code of a call that its time limit ended, as timeout(1) has it.
const exitTimeout = 124

// outcome turns an answer into what the step gave.
func outcome(a *Answer, wall time.Duration) workflow.Outcome {
	o := workflow.Outcome{
		Stdout: a.Stdout, Stderr: a.Stderr, TimedOut: a.TimedOut, Truncated: a.Truncated, Error: a.Error,
		Message: a.Message, Data: a.Content, WallNS: int64(wall),
	}
	switch {
	case a.Error != "":
	case a.Exit != nil:
		o.Started, o.Exit = true, *a.Exit
	case a.TimedOut:
		o.Started, o.Exit = true, exitTimeout
	}
	o.Mode, _ = a.mode() // fits has read it
	for _, e := range a.Entries {
		o.Entries = append(o.Entries, string(e))
	}
	slices.Sort(o.Entries)
	if a.WallMS != nil {
		o.WallNS = *a.WallMS * int64(time.Millisecond)
	}
	return o
}

func asksPython(s *workflow.Step) bool {
	return s.Op == workflow.OpRunCode && s.Language == "python" ||
		s.Op == workflow.OpRun && strings.Contains(s.Cmd, "python3")
}
