package primitives

// FileSettings bound open descriptors.
type FileSettings struct {
	Nofile int // RLIMIT_NOFILE of each process; 0 = 1024
}
