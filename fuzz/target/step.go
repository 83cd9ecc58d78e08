package target

import (
	"strings"
	"time"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/session"
)

// play plays step i and keeps its outcome. The step and all that it gave become events of the
// trace, so that a replay sees a changed payload too.
func (p *player) play(i int) error {
	s := &p.plan.Workflow.Steps[i]
	r, err := p.room(s.Session)
	if err != nil {
		return err
	}
	log := r.machine.Trace()
	// A divergence is kept by the log and found by finish; playing on is harmless.
	_ = log.Event(trace.StepBegin(r.machine.Now(), i, stepText(s)))
	var o workflow.Outcome
	if s.Op == workflow.OpParallel {
		o, err = p.parallel(s)
	} else {
		o = outcome(r.session.Do(request(s)))
	}
	if err != nil {
		return err
	}
	if p.aborted() != nil { // the host ended it: what the command left is no exit code of its own
		o.Started, o.Exit, o.Error = false, 0, "aborted"
	}
	p.run.Python = p.run.Python || asksPython(s)
	o.Unsupported = p.newlyMissing()
	_ = log.Event(trace.StepEnd(r.machine.Now(), i, digestOf(&o)))
	p.run.Outcomes = append(p.run.Outcomes, o)
	return nil
}

// newlyMissing returns the features that the sessions met since it was last asked.
func (p *player) newlyMissing() []string {
	var out []string
	for _, name := range p.order {
		r := p.rooms[name]
		all := r.machine.Unsupported()
		out = append(out, all[r.missing:]...)
		r.missing = len(all)
	}
	return out
}

// parallel plays the children of one session together. Children of several sessions have no
// clock in common: the sessions are served one after the other, in the order of the list.
func (p *player) parallel(s *workflow.Step) (workflow.Outcome, error) {
	var names []string
	byName := map[string][]int{}
	for i := range s.Parallel {
		n := s.Parallel[i].Session
		if n == "" {
			n = s.Session
		}
		if byName[n] == nil {
			names = append(names, n)
		}
		byName[n] = append(byName[n], i)
	}
	out := workflow.Outcome{Parallel: make([]workflow.Outcome, len(s.Parallel))}
	for _, n := range names {
		r, err := p.room(n)
		if err != nil {
			return out, err
		}
		var qs []*session.Request
		for _, i := range byName[n] {
			qs = append(qs, request(&s.Parallel[i]))
			p.run.Python = p.run.Python || asksPython(&s.Parallel[i])
		}
		for j, answer := range r.session.DoAll(qs) {
			o := outcome(answer)
			out.Parallel[byName[n][j]] = o
			out.WallNS = max(out.WallNS, o.WallNS)
		}
	}
	return out, nil
}

func asksPython(s *workflow.Step) bool {
	return s.Op == workflow.OpRunCode && s.Language == "python" ||
		s.Op == workflow.OpRun && strings.Contains(s.Cmd, "python3")
}

// request turns a step into what the session's tool layer is asked.
func request(s *workflow.Step) *session.Request {
	q := &session.Request{
		Op: session.Op(s.Op), Path: s.Path, Data: s.Data, Mode: s.Mode, Cmd: s.Cmd,
		Language: s.Language, Code: s.Code, Context: s.Context, Cwd: s.Cwd, Stdin: s.Stdin,
		Timeout: time.Duration(s.TimeoutNS),
	}
	for _, v := range s.Env {
		c := session.EnvChange{Name: v.Name, Remove: v.Value == nil}
		if v.Value != nil {
			c.Value = *v.Value
		}
		q.Env = append(q.Env, c)
	}
	return q
}

// outcome turns the tool layer's answer into an outcome.
func outcome(r session.Response) workflow.Outcome {
	o := workflow.Outcome{
		Started: r.Started, Exit: r.Exit, Stdout: r.Stdout, Stderr: r.Stderr,
		TimedOut: r.TimedOut, Truncated: r.Truncated,
		Error: errnoName(r.Err), Message: r.Message, Cause: r.Cause,
		Data: r.Data, Mode: r.Mode, Entries: r.Entries,
		WallNS: int64(r.Wall),
	}
	for _, d := range r.Denials {
		w := workflow.Denial{Errno: errnoName(d.Errno), Cause: d.Cause}
		if d.Sysno != 0 {
			w.Call = d.Sysno.String()
		}
		o.Denials = append(o.Denials, w)
	}
	return o
}

// stepText is the step as the trace keeps it: the operation and a digest of all that it asks for.
func stepText(s *workflow.Step) string {
	d := det.NewDigest()
	digestStep(d, s)
	return string(s.Op) + " " + d.Sum().Short()
}

func digestStep(d *det.Digest, s *workflow.Step) {
	for _, t := range []string{string(s.Op), s.Session, s.Path, s.Cmd, s.Language, s.Code, s.Cwd} {
		d.Text(t)
	}
	if s.Context != "" { // so that the traces of workflows without one stay what they were
		d.Text(s.Context)
	}
	d.Bytes(s.Data)
	d.Bytes(s.Stdin)
	d.Int64(s.TimeoutNS)
	if s.Mode != nil {
		d.Int64(int64(*s.Mode) + 1)
	}
	for _, v := range s.Env {
		d.Text(v.Name)
		if v.Value != nil {
			d.Text("=" + *v.Value)
		}
	}
	for i := range s.Parallel {
		digestStep(d, &s.Parallel[i])
	}
}

// digestOf is the digest of all that a step gave.
func digestOf(o *workflow.Outcome) det.Sum {
	d := det.NewDigest()
	digestOutcome(d, o)
	return d.Sum()
}

func digestOutcome(d *det.Digest, o *workflow.Outcome) {
	d.Int64(int64(o.Exit))
	for _, b := range []bool{o.Started, o.TimedOut, o.Truncated} {
		if b {
			d.Int64(1)
		} else {
			d.Int64(0)
		}
	}
	d.Bytes(o.Stdout)
	d.Bytes(o.Stderr)
	d.Bytes(o.Data)
	d.Text(o.Error)
	d.Text(o.Message)
	d.Int64(int64(o.Mode))
	d.Int64(o.WallNS)
	for _, e := range o.Entries {
		d.Text(e)
	}
	for i := range o.Parallel {
		digestOutcome(d, &o.Parallel[i])
	}
}
