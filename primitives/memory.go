package primitives

// MemorySettings bound a session's memory.
type MemorySettings struct {
	CapBytes          int64 // of the session, cgroup-like; 0 = unlimited
	AddressSpaceBytes int64 // RLIMIT_AS of each process; 0 = unlimited
}
