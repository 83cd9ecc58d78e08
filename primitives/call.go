package primitives

// Call is one system call on its way from a guest to the kernel. The ABI folders make it
// from guest memory; integer arguments and strings are copies, In and Out are views of guest
// memory that are valid until the call returns. Nobody below keeps them.
type Call struct {
	No   Sysno
	Pid  int32    // the caller; 1 is the session itself
	Ran  int64    // instructions that the caller executed since its call before; the kernel sets it
	Args [6]int64 // the integer arguments in Linux's order; 0 in the place of a pointer

	Path  string // the first path argument; bytes, not necessarily UTF-8
	Path2 string // the second path argument, or a symlink's target

	Argv, Env []string // execve only

	In  []byte // payload from the guest: write, sendto, setsockopt, sockaddr of bind and connect
	Out []byte // room for the payload to the guest: read, readlinkat, getcwd, getrandom, ...

	Stat *Stat // filled by the stat family; room given by the ABI

	// Waited is set by the kernel when the call had to wait, so that a trace has two
	// events for it. The ABI leaves it false.
	Waited bool
}

// Handler answers a system call. The gate is a chain of handlers whose innermost is the kernel.
type Handler func(*Call) Result

// Result is the kernel's answer. Val is what Linux returns in rax when there is no error.
// Where Linux fills a payload, Val (or N, where Val means something else) bytes of Call.Out are valid.
type Result struct {
	Val   int64
	Aux   int64 // second value: the other end of a pipe or socket pair, the status of wait4, a sender
	N     int   // bytes of Call.Out that were filled
	Errno Errno
	Cause *Cause // why, where a primitive denied; nil for plain failures

	// Injected is set when the error is a fault plan's and not the kernel's own verdict,
	// which then stands in Verdict.
	Injected bool
	Verdict  Errno
}

// Fail returns the Result of an error.
func Fail(err error) Result {
	return Result{Val: -1, Errno: ErrnoOf(err), Cause: CauseOf(err)}
}

// Err returns the result's error, with its cause, or nil.
func (r *Result) Err() error {
	switch {
	case r.Errno == OK:
		return nil
	case r.Cause != nil:
		return &Denied{Errno: r.Errno, Cause: *r.Cause}
	default:
		return r.Errno
	}
}
