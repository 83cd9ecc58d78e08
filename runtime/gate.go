package runtime

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/gate"
	"github.com/sandfault/sandfault/runtime/session"
)

// handler is the chain that every call goes through: Record, Police, Inject, then the kernel.
func (m *Machine) handler() primitives.Handler {
	k := m.kernel
	return gate.Chain(k.Wait(k.Do),
		m.recorder.Record, m.keepDenials, gate.Police(m.cfg.Profile.Processes, k.Starting), m.injector.Inject)
}

// present is the machine's kernel of the moment, for what outlives a restart.
type present struct{ m *Machine }

// PathOf implements fault.Kernel.
func (p present) PathOf(c *primitives.Call) string { return p.m.kernel.PathOf(c) }

// Verdict implements fault.Kernel.
func (p present) Verdict(c *primitives.Call) primitives.Errno { return p.m.kernel.Verdict(c) }

// guard ends a run that parted from its trace, or that the host has had enough of.
func (m *Machine) guard() error {
	if err := m.recorder.Err(); err != nil {
		return err
	}
	if m.cfg.Guard != nil {
		return m.cfg.Guard()
	}
	return nil
}

// maxDenials bounds what is kept between two looks, for a guest may be denied in a loop.
const maxDenials = 10_000

// keepDenials is the middleware that remembers what primitives and faults refused.
func (m *Machine) keepDenials(next gate.Handler) gate.Handler {
	return func(c *primitives.Call) primitives.Result {
		r := next(c)
		if r.Cause != nil && len(m.denials) < maxDenials {
			m.denials = append(m.denials, session.Denial{Sysno: c.No, Errno: r.Errno, Cause: *r.Cause})
		}
		return r
	}
}

// TakeDenials returns what was refused since the last time, in order.
func (m *Machine) TakeDenials() []session.Denial {
	d := m.denials
	m.denials = nil
	return d
}
