package session

import "github.com/sandfault/sandfault/primitives"

// Fork returns the session of a fork of its machine, m, whose profile is p: it goes on where s stands.
func (s *Session) Fork(m Machine, p *primitives.Profile) *Session {
	c := &Session{machine: m, profile: p, init: m.Kernel().Init(), started: s.started}
	c.handler = Chain(c.serve, middlewares(p)...)
	return c
}
