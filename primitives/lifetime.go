package primitives

// LifetimeSettings bound time, all of it virtual.
type LifetimeSettings struct {
	SessionSeconds float64 // a session's age at which it ends; 0 = unlimited
	CommandSeconds float64 // a call's time limit where the step gives none; 0 = unlimited
	ClockStart     int64   // where the clock begins, ns since 1970; 0 = det.Start
}

// Relaxed returns the profile in which nothing ends by time.
func (LifetimeSettings) Relaxed(p Profile) Profile {
	p.Lifetime.SessionSeconds, p.Lifetime.CommandSeconds = 0, 0
	return p
}

// Tightened returns the profile in which a command has ten seconds and a session a minute.
func (LifetimeSettings) Tightened(p Profile) (Profile, bool) {
	p.Lifetime.SessionSeconds, p.Lifetime.CommandSeconds = 60, 10
	return p, true
}

func (LifetimeSettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: Lifetime}, &p.Lifetime
	c.seconds("session_s", s.SessionSeconds)
	c.seconds("command_s", s.CommandSeconds)
	if s.ClockStart < 0 {
		c.add("clock_start", "it lies before 1970", "give a time such as 2026-01-01T00:00:00Z")
	}
	return c.problems
}

func (LifetimeSettings) describe() Description {
	return Description{
		Primitive: Lifetime,
		Doc:       "How long a command and a session may live, in virtual time.",
		Rules: []Rule{
			{"command", nil, "the call reached its time limit: every process that it started is killed"},
			{"session", []Errno{ESHUTDOWN}, "the session reached its age: it is gone, with its files"},
		},
		Observables: []Observable{
			{Rule: "command", Signal: SIGKILL, Exit: 124},
			{Rule: "session", Signal: SIGKILL, Exit: 137},
		},
	}
}
