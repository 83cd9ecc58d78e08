package target

import "time"

// deadline is a moment of the host's clock, which the time of preparations puts off. Zero is none.
type deadline struct {
	at     time.Time
	paused func() time.Duration // nil = never
	before time.Duration        // paused when it was set
}

func (d *deadline) passed() bool {
	switch now := time.Now(); {
	case d.at.IsZero() || !now.After(d.at):
		return false
	case d.paused == nil:
		return true
	default:
		return now.After(d.at.Add(d.paused() - d.before))
	}
}
