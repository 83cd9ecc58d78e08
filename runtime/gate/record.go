package gate

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
)

// Recorder writes a run to a log, or compares it with the log's recorded one. Its methods are what the
// kernel's configuration asks for: Waiting, Event, and Err as a guard, by which the run stops
// where it parts from the recorded one.
type Recorder struct {
	log *trace.Log
	now func() int64 // the virtual clock, ns
	err error
}

// NewRecorder returns a recorder to log.
func NewRecorder(log *trace.Log, now func() int64) *Recorder { return &Recorder{log: log, now: now} }

// Fork returns a recorder that goes on as r does, to a fork of its log and by another clock.
func (r *Recorder) Fork(log *trace.Log, now func() int64) *Recorder {
	return &Recorder{log: log, now: now, err: r.err}
}

// Record is the middleware. A call that waited has its entry already, and gets its return here.
func (r *Recorder) Record(next Handler) Handler {
	return func(c *primitives.Call) primitives.Result {
		c.Waited = false
		res := next(c)
		if c.Waited {
			r.keep(r.log.Return(r.now(), c, &res))
		} else {
			r.keep(r.log.Call(r.now(), c, &res))
		}
		return res
	}
}

// Waiting records that a call began to wait.
func (r *Recorder) Waiting(c *primitives.Call) { r.keep(r.log.Enter(r.now(), c)) }

// Event records what happened between calls.
func (r *Recorder) Event(e trace.Event) { r.keep(r.log.Event(e)) }

// Err returns the first divergence from the recorded run, or nil.
func (r *Recorder) Err() error { return r.err }

func (r *Recorder) keep(err error) {
	if r.err == nil {
		r.err = err
	}
}
