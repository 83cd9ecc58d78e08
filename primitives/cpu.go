package primitives

// CPUSettings bound computation.
type CPUSettings struct {
	Seconds int64 // soft RLIMIT_CPU of each process (hard is one more); 0 = unlimited
	Count   int   // CPUs of the machine
	Allowed []int // affinity mask; nil = all
	Speed   int64 // guest instructions per virtual second
}
