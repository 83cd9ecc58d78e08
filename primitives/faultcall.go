package primitives

import "strings"

// CallFault is one entry of a fault plan: which calls fail, when, and with what.
type CallFault struct {
	Name       string    // of the fault in the profile; the Cause's rule
	Primitive  Primitive // that would give such an error; the Cause's primitive
	Call       Sysno
	PathPrefix string // only calls on a path of this tree; "" = all calls
	Errno      Errno
	Nth        int64 // the first matching call that fails, from 1
	Every      int64 // thereafter each Every-th fails; 0 = none
	Percent    int64 // how many of those fail, drawn from the `fault` stream; 100 = all
}

// Matches reports whether a call with a path is one that the entry counts. path is absolute and
// resolved, of the descriptor where the call has one; "" if there is none.
func (f *CallFault) Matches(no Sysno, path string) bool {
	if no != f.Call {
		return false
	}
	if f.PathPrefix == "" || f.PathPrefix == "/" {
		return true
	}
	rest, ok := strings.CutPrefix(path, f.PathPrefix)
	return ok && (rest == "" || rest[0] == '/')
}

// Due reports whether the count-th matching call, from 1, is one that may fail.
func (f *CallFault) Due(count int64) bool {
	if count < f.Nth {
		return false
	}
	return count == f.Nth || f.Every > 0 && (count-f.Nth)%f.Every == 0
}

// Cause returns the cause of an error that the entry injects.
func (f *CallFault) Cause(detail string) *Cause {
	return &Cause{Primitive: f.Primitive, Rule: f.Name, Detail: detail}
}

// Plan returns the entries of the profile's faults that make system calls fail, in order.
func (p *Profile) Plan() []CallFault {
	var out []CallFault
	for _, s := range p.Faults {
		if c, ok := s.callFault(); ok {
			out = append(out, c)
		}
	}
	return out
}

// The faults of system calls. The first is the general one, the others are it with a name that
// people look for.
const (
	faultErrnoOnCall  = "errno-on-call"
	faultErrnoOnWrite = "errno-on-write-every-n"
	faultErrnoOnRead  = "errno-on-read-every-n"
)

func isCallFault(name string) bool {
	return name == faultErrnoOnCall || name == faultErrnoOnWrite || name == faultErrnoOnRead
}

func callFaults() []Fault {
	const anErrno = "the error number, such as EIO or ENOSPC"
	errno := FaultArg{Name: "errno", Default: "EIO", Kind: ArgErrno, Doc: anErrno}
	common := []FaultArg{
		{Name: "path", Doc: "only calls on files below this absolute path; all where it is left out"},
		{Name: "percent", Default: "100", Kind: ArgNumber, Doc: "how many of the calls that are due fail"},
	}
	n := FaultArg{Name: "n", Default: "3", Kind: ArgNumber, Doc: "each n-th call fails"}
	args := func(more ...FaultArg) []FaultArg { return append(more, common...) }
	return []Fault{
		{
			Name: faultErrnoOnCall, Layer: LayerSandbox,
			Doc: "Calls of one kind fail from the nth on, each `every`-th (0: only that one).",
			Args: args(
				FaultArg{Name: "call", Kind: ArgCall, Doc: "the call's Linux name, such as openat"},
				FaultArg{Name: "errno", Kind: ArgErrno, Doc: anErrno},
				FaultArg{Name: "nth", Default: "1", Kind: ArgNumber, Doc: "the first that fails, from 1"},
				FaultArg{Name: "every", Default: "1", Kind: ArgNumber, Doc: "then each so many-th, or 0"},
			),
		},
		{
			Name: faultErrnoOnWrite, Layer: LayerSandbox, Args: args(errno, n),
			Doc: "Each n-th write fails, as on a volume that drops out under load.",
		},
		{
			Name: faultErrnoOnRead, Layer: LayerSandbox, Args: args(errno, n),
			Doc: "Each n-th read fails, as on a volume that drops out under load.",
		},
	}
}

// callFault returns the plan's entry of a spec; ok is false if it is a fault of another kind or
// lacks what it needs.
func (s FaultSpec) callFault() (CallFault, bool) {
	if !isCallFault(s.Name) {
		return CallFault{}, false
	}
	c := CallFault{Name: s.Name, PathPrefix: s.Arg("path"), Percent: s.Int("percent")}
	switch s.Name {
	case faultErrnoOnWrite, faultErrnoOnRead:
		c.Call = SysWrite
		if s.Name == faultErrnoOnRead {
			c.Call = SysRead
		}
		c.Nth, c.Every = max(1, s.Int("n")), max(1, s.Int("n"))
	default:
		no, ok := SysnoByName(s.Arg("call"))
		if !ok {
			return CallFault{}, false
		}
		c.Call, c.Nth, c.Every = no, max(1, s.Int("nth")), s.Int("every")
	}
	e, ok := ErrnoByName(s.Arg("errno"))
	c.Errno, c.Primitive = e, primitiveOf(e)
	return c, ok
}

// primitiveOf says which primitive gives an error number in a real sandbox.
func primitiveOf(e Errno) Primitive {
	switch e {
	case ENOSPC, EDQUOT, EFBIG:
		return Quota
	case EMFILE, ENFILE:
		return Files
	case EACCES, EPERM:
		return Permissions
	case ENOMEM:
		return Memory
	case EAGAIN:
		return Processes
	case ENETUNREACH, EHOSTUNREACH, ECONNREFUSED, ECONNRESET, ETIMEDOUT, ENETDOWN:
		return Egress
	default:
		return Mounts // EIO, EROFS, EXDEV, ESTALE and others are the volume's
	}
}
