package primitives

// ProcessSettings bound processes and threads and filter system calls.
type ProcessSettings struct {
	SpawnBlocked bool // fork, vfork and clone without CLONE_THREAD are EPERM; exec and threads work
	ExecBlocked  bool // execve is EPERM
	PidsMax      int  // cgroup pids.max: processes and threads, zombies included; 0 = unlimited
	NoThreads    bool // clone with CLONE_THREAD is EPERM
	NetDeny      bool // bind, connect, listen, accept are EPERM, socket too but for AF_UNIX
	NoReaper     bool // PID 1 never waits: orphans stay zombies
}

// Relaxed returns the profile in which processes and threads have no bound and no call is filtered.
func (ProcessSettings) Relaxed(p Profile) Profile {
	p.Processes = ProcessSettings{}
	return p
}

// Tightened returns the profile in which nothing may be spawned.
func (ProcessSettings) Tightened(p Profile) (Profile, bool) {
	p.Processes.SpawnBlocked = true
	return p, true
}

func (ProcessSettings) validate(p *Profile) []Problem {
	c := checker{primitive: Processes}
	c.limit("pids", int64(p.Processes.PidsMax), maxCount)
	return c.problems
}

func (ProcessSettings) describe() Description {
	return Description{
		Primitive: Processes,
		Doc:       "How many processes and threads there may be, and which system calls are filtered.",
		Rules: []Rule{
			{
				"spawn",
				[]Errno{EPERM, ENOSYS},
				"fork, vfork and clone of a process are refused; clone3 is not there",
			},
			{"exec", []Errno{EPERM}, "execve is refused"},
			{"pids", []Errno{EAGAIN}, "pids.max processes and threads live, zombies included"},
			{"nproc", []Errno{EAGAIN}, "the user has RLIMIT_NPROC processes and threads"},
			{"threads", []Errno{EPERM, ENOSYS}, "clone of a thread is refused; clone3 is not there"},
			{
				"net-deny",
				[]Errno{EPERM},
				"bind, connect, listen, accept are refused, socket too but for AF_UNIX",
			},
			{"no-reaper", nil, "PID 1 never waits: orphans stay zombies and count"},
		},
		Faults: []Fault{
			{
				Name: "spawn-blocked", Primitive: Processes, Layer: LayerSandbox,
				Doc: "Processes cannot be spawned once some were, though the profile allows them.",
				Args: []FaultArg{{
					Name: "after", Default: "0", Kind: ArgNumber, Doc: "how many may be spawned before",
				}},
			},
		},
		Observables: []Observable{
			{
				Rule: "spawn", Errno: EPERM, Exit: 254, Shell: "bash: fork: Operation not permitted",
				Python: "PermissionError: [Errno 1] Operation not permitted",
			},
			{
				Rule: "exec", Errno: EPERM, Exit: 126, Shell: "Operation not permitted",
				Python: "PermissionError: [Errno 1] Operation not permitted",
			},
			{
				Rule: "pids", Errno: EAGAIN, Exit: 254,
				Shell:  "bash: fork: retry: Resource temporarily unavailable",
				Python: "BlockingIOError: [Errno 11] Resource temporarily unavailable",
			},
			{Rule: "threads", Errno: EPERM, Exit: 1, Python: "RuntimeError: can't start new thread"},
			{
				Rule: "net-deny", Errno: EPERM, Exit: 1, Shell: "Operation not permitted",
				Python: "PermissionError: [Errno 1] Operation not permitted",
			},
		},
	}
}
