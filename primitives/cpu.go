package primitives

import (
	"fmt"
)

// CPUSettings bound computation.
type CPUSettings struct {
	Seconds int64 // soft RLIMIT_CPU of each process (hard is one more); 0 = unlimited
	Count   int   // CPUs of the machine
	Allowed []int // affinity mask; nil = all
	Speed   int64 // guest instructions per virtual second
}

// DefaultCPU is two CPUs that run a thousand million guest instructions a second each.
func DefaultCPU() CPUSettings { return CPUSettings{Count: 2, Speed: 1_000_000_000} }

// Relaxed returns the profile in which computation has no bound and all CPUs may be used.
func (CPUSettings) Relaxed(p Profile) Profile {
	p.CPU.Seconds, p.CPU.Allowed = 0, nil
	return p
}

// Tightened returns the profile in which a process has one second on one CPU.
func (CPUSettings) Tightened(p Profile) (Profile, bool) {
	p.CPU.Seconds, p.CPU.Allowed = 1, []int{0}
	return p, true
}

func (CPUSettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: CPU}, &p.CPU
	c.limit("cpu_seconds", s.Seconds, maxSeconds)
	if s.Count < 1 || s.Count > 1024 {
		c.add("cpu_count", fmt.Sprintf("%d CPUs", s.Count), "give a number from 1 to 1024")
	}
	if s.Speed < 1_000_000 || s.Speed > 1_000_000_000_000 {
		c.add("cpu_speed", fmt.Sprintf("%d instructions a second", s.Speed), "give a number from 1e6 to 1e12")
	}
	if s.Allowed != nil && len(s.Allowed) == 0 {
		c.add("cpus", "the list is empty", "name one CPU at least, or leave it out for all")
	}
	seen := map[int]bool{}
	for i, n := range s.Allowed {
		field := fmt.Sprintf("cpus[%d]", i)
		switch {
		case n < 0 || n >= s.Count:
			c.add(field, fmt.Sprintf("there is no CPU %d", n),
				fmt.Sprintf("give numbers from 0 to %d", s.Count-1))
		case seen[n]:
			c.add(field, fmt.Sprintf("CPU %d stands twice", n), "")
		}
		seen[n] = true
	}
	return c.problems
}

func (CPUSettings) describe() Description {
	return Description{
		Primitive: CPU,
		Doc:       "How long a process may compute, on how many CPUs, and how fast they are.",
		Rules: []Rule{
			{"seconds", nil, "the process used its RLIMIT_CPU: SIGXCPU"},
			{"hard", nil, "it went on for another second: SIGKILL"},
			{"affinity", []Errno{EINVAL}, "the mask names no CPU that the session has, sched_setaffinity(2)"},
		},
		Observables: []Observable{
			{Rule: "seconds", Signal: SIGXCPU, Exit: 152, Shell: "CPU time limit exceeded"},
			{Rule: "hard", Signal: SIGKILL, Exit: 137, Shell: "Killed"},
			{
				Rule: "affinity", Errno: EINVAL, Exit: 1, Shell: "Invalid argument",
				Python: "OSError: [Errno 22] Invalid argument",
			},
		},
	}
}
