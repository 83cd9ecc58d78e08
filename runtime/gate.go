package runtime

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/session"
)

// gate is the chain that every call goes through: Record, Police, Inject, then the kernel.
func (m *Machine) gate(next primitives.Handler) primitives.Handler {
	return func(c *primitives.Call) primitives.Result {
		r := next(c)
		m.record(m.log.Call(m.Now(), c, &r))
		m.denied(c, &r)
		return r
	}
}

// waiting records that a call began to wait.
func (m *Machine) waiting(c *primitives.Call) { m.record(m.log.Enter(m.Now(), c)) }

// event records what happens between calls.
func (m *Machine) event(e trace.Event) { m.record(m.log.Event(e)) }

// record keeps the divergence at which a replay ends.
func (m *Machine) record(err error) {
	if err != nil && m.stopped == nil {
		m.stopped = err
	}
}

// guard ends a run that diverged from its trace, or that the host has had enough of.
func (m *Machine) guard() error {
	if m.stopped != nil {
		return m.stopped
	}
	if m.cfg.Guard != nil {
		return m.cfg.Guard()
	}
	return nil
}

// maxDenials bounds what is kept between two looks, for a guest may be denied in a loop.
const maxDenials = 10_000

func (m *Machine) denied(c *primitives.Call, r *primitives.Result) {
	if r.Cause == nil || len(m.denials) == maxDenials {
		return
	}
	m.denials = append(m.denials, session.Denial{Sysno: c.No, Errno: r.Errno, Cause: *r.Cause})
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
