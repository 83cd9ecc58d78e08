package primitives

// Signal is a Linux signal number, signal(7), x86-64.
type Signal uint8

// The standard signals.
const (
	SIGHUP    Signal = 1
	SIGINT    Signal = 2
	SIGQUIT   Signal = 3
	SIGILL    Signal = 4
	SIGTRAP   Signal = 5
	SIGABRT   Signal = 6
	SIGBUS    Signal = 7
	SIGFPE    Signal = 8
	SIGKILL   Signal = 9
	SIGUSR1   Signal = 10
	SIGSEGV   Signal = 11
	SIGUSR2   Signal = 12
	SIGPIPE   Signal = 13
	SIGALRM   Signal = 14
	SIGTERM   Signal = 15
	SIGSTKFLT Signal = 16
	SIGCHLD   Signal = 17
	SIGCONT   Signal = 18
	SIGSTOP   Signal = 19
	SIGTSTP   Signal = 20
	SIGTTIN   Signal = 21
	SIGTTOU   Signal = 22
	SIGURG    Signal = 23
	SIGXCPU   Signal = 24
	SIGXFSZ   Signal = 25
	SIGVTALRM Signal = 26
	SIGPROF   Signal = 27
	SIGWINCH  Signal = 28
	SIGIO     Signal = 29
	SIGPWR    Signal = 30
	SIGSYS    Signal = 31
)

//nolint:gochecknoglobals // an immutable table
var signalNames = [...]string{
	1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL", 10: "USR1",
	11: "SEGV", 12: "USR2", 13: "PIPE", 14: "ALRM", 15: "TERM", 16: "STKFLT", 17: "CHLD", 18: "CONT",
	19: "STOP",
	20: "TSTP", 21: "TTIN", 22: "TTOU", 23: "URG", 24: "XCPU", 25: "XFSZ", 26: "VTALRM", 27: "PROF",
	28: "WINCH",
	29: "IO", 30: "PWR", 31: "SYS",
}

// String returns the name, such as "SIGKILL".
func (s Signal) String() string {
	if s > 0 && int(s) < len(signalNames) {
		return "SIG" + signalNames[s]
	}
	return "SIG?"
}

// WaitStatus is the status word of wait(2).
type WaitStatus uint32

// ExitedStatus is the status of a process that ended with code.
func ExitedStatus(code int) WaitStatus { return WaitStatus(uint32(code&0xff) << 8) }

// SignaledStatus is the status of a process that a signal ended.
func SignaledStatus(s Signal) WaitStatus { return WaitStatus(s) }

// Signaled reports whether a signal ended the process, and which.
func (w WaitStatus) Signaled() (Signal, bool) { return Signal(w & 0x7f), w&0x7f != 0 }

// Code returns the exit code as a shell shows it: the code, or 128 plus the signal.
func (w WaitStatus) Code() int {
	if s, ok := w.Signaled(); ok {
		return 128 + int(s)
	}
	return int(w>>8) & 0xff
}
