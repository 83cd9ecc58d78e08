package hostabi

// Library is a guest whose functions another one calls, within its own process.
type Library interface {
	// Open returns the library as new, for one process. It panics where the host has no memory left.
	Open(p Process) Session
}

// Session is a library in a process.
type Session interface {
	// Call gives the library a request. What it does is the doing of p, one of the process's threads, which
	// is charged for it. The answer is good until the next call. An error is the end of p, or of the library.
	Call(p Process, request []byte) (answer []byte, err error)
	// Close gives it back; also after a call that did not return.
	Close()
}
