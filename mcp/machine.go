package mcp

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/session"
)

// Machines starts machines on an engine, as target.Local does.
func Machines(e *runtime.Engine) Boot {
	return func(p primitives.Profile, seed det.Seed, guard func() error) (Sandbox, error) {
		m, err := runtime.New(runtime.Config{Engine: e, Profile: p, Seed: seed, Guard: guard})
		if err != nil {
			return nil, err
		}
		return &machine{Machine: m, session: session.New(m, m.Profile())}, nil
	}
}

// machine is a Sandbox.
type machine struct {
	*runtime.Machine
	session *session.Session
}

// Do implements Sandbox.
func (m *machine) Do(q *session.Request) session.Response { return m.session.Do(q) }

// Health implements Sandbox.
func (m *machine) Health() (lacks []string, aborted error) { return m.Unsupported(), m.Aborted() }
