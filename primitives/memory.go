package primitives

// MemorySettings bound a session's memory.
type MemorySettings struct {
	CapBytes          int64 // of the session, cgroup-like; 0 = unlimited
	AddressSpaceBytes int64 // RLIMIT_AS of each process; 0 = unlimited
}

// Relaxed returns the profile in which memory has no bound but the emulator's own.
func (MemorySettings) Relaxed(p Profile) Profile {
	p.Memory = MemorySettings{}
	return p
}

// Tightened returns the profile in which a session has 64 MiB.
func (MemorySettings) Tightened(p Profile) (Profile, bool) {
	p.Memory.CapBytes = 64 << 20
	return p, true
}

func (MemorySettings) validate(p *Profile) []Problem {
	c := checker{primitive: Memory}
	c.limit("memory_mb", p.Memory.CapBytes, maxBytes)
	c.limit("address_space_mb", p.Memory.AddressSpaceBytes, maxBytes)
	return c.problems
}

func (MemorySettings) describe() Description {
	return Description{
		Primitive: Memory,
		Doc:       "How much memory a session may touch, and a process map.",
		Rules: []Rule{
			{
				"cap", nil,
				"the session touched more than its cap: a process is killed, as by the cgroup's OOM killer",
			},
			{"address-space", []Errno{ENOMEM}, "the process would map more than RLIMIT_AS"},
		},
		Observables: []Observable{
			{Rule: "cap", Signal: SIGKILL, Exit: 137, Shell: "Killed", Python: ""},
			{
				Rule: "address-space", Errno: ENOMEM, Exit: 1, Shell: "Cannot allocate memory",
				Python: "MemoryError",
			},
		},
	}
}
