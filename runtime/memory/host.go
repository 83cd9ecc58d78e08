package memory

// HostError says that the host has no more memory or addresses: nothing that a guest did, and nothing that
// it may see. Where no error can be returned it is the value of a panic.
type HostError struct{ Err error }

func (e *HostError) Error() string { return "the host has no memory for a program: " + e.Err.Error() }

// Unwrap returns the host's own error.
func (e *HostError) Unwrap() error { return e.Err }
