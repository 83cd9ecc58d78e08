package primitives

// LifetimeSettings bound time, all in virtual seconds.
type LifetimeSettings struct {
	SessionSeconds float64 // a session's age at which it ends; 0 = unlimited
	CommandSeconds float64 // a call's time limit where the step gives none; 0 = unlimited
}
