package trace

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// Kind says what an event tells. The numbers stand in traces: append only.
type Kind uint8

// The kinds of events.
const (
	KindNone        Kind = iota
	KindCall             // a system call that was answered at once
	KindEnter            // a system call that began to wait
	KindReturn           // the answer to a call that waited, or its interruption
	KindSwitch           // the run token went from Pid to Num; Text says why
	KindSignal           // signal Num was delivered to Pid; Num2 sent it
	KindKill             // Pid was killed by signal Num
	KindJump             // nobody could run: the clock jumped Num nanoseconds
	KindExit             // Pid ended with the wait status Num
	KindFork             // Pid has a child, Num
	KindExec             // Pid runs the program Text now
	KindStepBegin        // step Num of the workflow began; Text is its kind
	KindStepEnd          // step Num ended; In is its outcome
	KindState            // the digest In of a part of the machine, named Text, such as the final tree
	KindUnsupported      // Pid met a feature that the emulator lacks; Text names it
	kindCount            // keep last
)

//nolint:gochecknoglobals // an immutable table
var kindNames = [...]string{
	KindNone: "none", KindCall: "call", KindEnter: "enter", KindReturn: "return", KindSwitch: "switch",
	KindSignal: "signal", KindKill: "kill", KindJump: "jump", KindExit: "exit", KindFork: "fork",
	KindExec: "exec", KindStepBegin: "step-begin", KindStepEnd: "step-end", KindState: "state",
	KindUnsupported: "unsupported",
}

// String returns the kind's name.
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "unknown"
}

func (k Kind) isCall() bool { return k == KindCall || k == KindEnter || k == KindReturn }

// Data is a payload as a trace knows it: its length, its first bytes, and where these are not
// all of it, a hash of the whole.
type Data struct {
	Len  int
	Head []byte
	Hash uint64 // det.Hash of the whole; 0 when Head is the whole
}

// How many bytes of a payload stand in the trace itself.
const (
	headPayload = 32
	headArgv    = 256
)

// MakeData describes a payload. The result refers to b.
func MakeData(b []byte) Data { return makeData(b, headPayload) }

func makeData(b []byte, head int) Data {
	if len(b) <= head {
		return Data{Len: len(b), Head: b}
	}
	return Data{Len: len(b), Head: b[:head], Hash: det.Hash(b)}
}

// Stat is what a trace keeps of a primitives.Stat: what people look at, and a hash of all of it.
type Stat struct {
	Mode uint32
	Size int64
	Hash uint64
}

// Event is one event of a trace. Fields that its kind does not use are zero.
type Event struct {
	Kind Kind
	Pid  int32
	Time int64 // virtual time, ns since 1970

	// System calls.
	No          primitives.Sysno
	Ran         int64 // instructions that the program executed since its call before; not of a KindReturn
	Args        [6]int64
	Path, Path2 string
	Argv        Data // execve: the arguments, each with a NUL byte
	Env         Data // execve: the variables, each with a NUL byte
	In, Out     Data
	Stat        Stat // the zero value: the call filled none
	Val, Aux    int64
	Errno       primitives.Errno
	Verdict     primitives.Errno // the kernel's own, where Injected
	Injected    bool
	Cause       *primitives.Cause // also of the kernel's events

	// The kernel's events, and how many variables an execve has.
	Num, Num2 int64
	Text      string
}

// Switch is the event of the run token's move from one process to another. why is a fixed word:
// blocked, slice, yield, exit.
func Switch(now int64, from, to int32, why string) Event {
	return Event{Kind: KindSwitch, Time: now, Pid: from, Num: int64(to), Text: why}
}

// Signal is the event of a signal's delivery to a process; sender is 0 for the kernel.
func Signal(now int64, pid int32, sig primitives.Signal, sender int32, cause *primitives.Cause) Event {
	return Event{Kind: KindSignal, Time: now, Pid: pid, Num: int64(sig), Num2: int64(sender), Cause: cause}
}

// Kill is the event of a process's death by a signal.
func Kill(now int64, pid int32, sig primitives.Signal, cause *primitives.Cause) Event {
	return Event{Kind: KindKill, Time: now, Pid: pid, Num: int64(sig), Cause: cause}
}

// Jump is the event of the clock's jump to now by some nanoseconds, when nobody could run.
func Jump(now, by int64) Event { return Event{Kind: KindJump, Time: now, Num: by} }

// Exit is the event of a process's end.
func Exit(now int64, pid int32, status primitives.WaitStatus) Event {
	return Event{Kind: KindExit, Time: now, Pid: pid, Num: int64(status)}
}

// Fork is the event of a new process.
func Fork(now int64, parent, child int32) Event {
	return Event{Kind: KindFork, Time: now, Pid: parent, Num: int64(child)}
}

// Exec is the event of a process's new program; name is what was loaded, after scripts were resolved.
func Exec(now int64, pid int32, name string) Event {
	return Event{Kind: KindExec, Time: now, Pid: pid, Text: name}
}

// StepBegin is the event of a workflow's step that begins; kind is the step's.
func StepBegin(now int64, index int, kind string) Event {
	return Event{Kind: KindStepBegin, Time: now, Pid: 1, Num: int64(index), Text: kind}
}

// StepEnd is the event of a step's end; outcome is the digest of all that it gave.
func StepEnd(now int64, index int, outcome det.Sum) Event {
	return Event{Kind: KindStepEnd, Time: now, Pid: 1, Num: int64(index), In: MakeData(outcome[:])}
}

// State is the event that puts a part of the machine into the digest, such as "tree".
func State(now int64, name string, sum det.Sum) Event {
	return Event{Kind: KindState, Time: now, Pid: 1, Text: name, In: MakeData(sum[:])}
}

// Unsupported is the event of a feature that the emulator lacks.
func Unsupported(now int64, pid int32, feature string) Event {
	return Event{Kind: KindUnsupported, Time: now, Pid: pid, Text: feature}
}

// OfCall makes the event of a call; r is nil for KindEnter. The event refers to the call's memory.
func OfCall(kind Kind, now int64, c *primitives.Call, r *primitives.Result) Event {
	var e Event
	e.setCall(kind, now, c, r)
	return e
}

func (e *Event) setCall(kind Kind, now int64, c *primitives.Call, r *primitives.Result) {
	e.Kind, e.Time, e.Pid, e.No = kind, now, c.Pid, c.No
	if kind != KindReturn { // a return's arguments stand in its entry
		e.Ran, e.Args, e.Path, e.Path2 = c.Ran, c.Args, c.Path, c.Path2
		if c.No == primitives.SysExecve {
			e.Argv, e.Env = makeData(joinNUL(c.Argv), headArgv), MakeData(joinNUL(c.Env))
			e.Num = int64(len(c.Env))
		}
		e.In = MakeData(c.In)
	}
	if r == nil {
		return
	}
	e.Val, e.Aux, e.Errno, e.Cause = r.Val, r.Aux, r.Errno, r.Cause
	e.Injected, e.Verdict = r.Injected, r.Verdict
	if r.Errno == primitives.OK {
		e.Out = MakeData(filled(c, r))
		if c.Stat != nil {
			e.Stat = statOf(c.Stat)
		}
	}
}

// filled returns the part of Call.Out that the kernel wrote.
func filled(c *primitives.Call, r *primitives.Result) []byte {
	n := r.N
	if n == 0 && r.Val > 0 && r.Val <= int64(len(c.Out)) {
		n = int(r.Val)
	}
	return c.Out[:max(0, min(n, len(c.Out)))]
}

func joinNUL(list []string) []byte {
	n := len(list)
	for _, s := range list {
		n += len(s)
	}
	b := make([]byte, 0, n)
	for _, s := range list {
		b = append(append(b, s...), 0)
	}
	return b
}

// statOf condenses a stat; the hash covers every field.
func statOf(s *primitives.Stat) Stat {
	var b [104]byte
	for i, v := range [...]uint64{
		s.Dev, s.Ino, s.Rdev, s.Nlink, uint64(s.Mode), uint64(s.UID), uint64(s.GID), uint64(s.Size),
		uint64(s.Blksize), uint64(s.Blocks), uint64(s.Atime), uint64(s.Mtime), uint64(s.Ctime),
	} {
		binary.LittleEndian.PutUint64(b[8*i:], v)
	}
	return Stat{Mode: s.Mode, Size: s.Size, Hash: det.Hash(b[:])}
}
