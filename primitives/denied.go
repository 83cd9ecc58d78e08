package primitives

import "errors"

// Cause says which primitive decided a denial, by which of its rules, and about what.
// It travels from where the decision was made up to the finding: nobody guesses a
// cause from an errno afterwards.
type Cause struct {
	Primitive Primitive // the primitive that decided
	Rule      string    // the rule within it, a fixed word such as "ro" or "sticky"
	Detail    string    // what it was about: a path component, an address, a limit
}

// String renders the cause as "mounts/ro: /usr".
func (c *Cause) String() string {
	if c == nil {
		return ""
	}
	s := string(c.Primitive) + "/" + c.Rule
	if c.Detail != "" {
		s += ": " + c.Detail
	}
	return s
}

// Denied is an error number together with the cause of the denial. Plain failures, such
// as ENOENT for a name that is not there, are bare Errno values: no primitive denied them.
type Denied struct {
	Errno Errno
	Cause Cause
}

// Deny returns a Denied error.
func Deny(e Errno, p Primitive, rule, detail string) error {
	return &Denied{Errno: e, Cause: Cause{Primitive: p, Rule: rule, Detail: detail}}
}

// Error implements error.
func (d *Denied) Error() string { return d.Errno.Text() + " (" + d.Cause.String() + ")" }

// Unwrap lets errors.Is match the error number.
func (d *Denied) Unwrap() error { return d.Errno }

// ErrnoOf returns the error number of err: OK for nil, EIO for an error that carries none.
func ErrnoOf(err error) Errno {
	switch e := err.(type) { //nolint:errorlint // the fast path; wrapped errors are below
	case nil:
		return OK
	case Errno:
		return e
	case *Denied:
		return e.Errno
	}
	if e, ok := errors.AsType[Errno](err); ok {
		return e
	}
	return EIO
}

// CauseOf returns the cause that err carries, or nil.
func CauseOf(err error) *Cause {
	if d, ok := err.(*Denied); ok { //nolint:errorlint // the fast path; wrapped errors are below
		return &d.Cause
	}
	if d, ok := errors.AsType[*Denied](err); ok {
		return &d.Cause
	}
	return nil
}

// Unsupported is an error for a feature that the emulator lacks. A run that meets one is
// `unsupported`, also when the guest caught the error: it is never a sandbox failure.
type Unsupported struct{ Feature string }

// Error implements error.
func (u *Unsupported) Error() string { return "unsupported: " + u.Feature }
