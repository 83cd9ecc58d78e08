package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// signalNames are the names of the signals from 1 on, without SIG.
const signalNames = "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD " +
	"CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS"

// signalTexts are what glibc calls them.
var signalTexts = [...]string{
	"Unknown signal 0", "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap",
	"Aborted", "Bus error", "Floating point exception", "Killed", "User defined signal 1",
	"Segmentation fault", "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated",
	"Stack fault", "Child exited", "Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)",
	"Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded",
	"File size limit exceeded", "Virtual timer expired", "Profiling timer expired", "Window changed",
	"I/O possible", "Power failure", "Bad system call",
}

// lastSignal is the highest signal number, SIGRTMAX.
const lastSignal = 64

// Where the real-time signals lie.
const (
	firstRealtime  = 34
	middleRealtime = 50
)

func signalText(sig primitives.Signal) string {
	if int(sig) < len(signalTexts) {
		return signalTexts[sig]
	}
	if sig >= firstRealtime {
		return "Real-time signal " + strconv.Itoa(int(sig)-firstRealtime)
	}
	return "Unknown signal " + strconv.Itoa(int(sig))
}

// signalName returns the name without SIG.
func signalName(n int) string {
	names := strings.Fields(signalNames)
	switch {
	case n >= 1 && n <= len(names):
		return names[n-1]
	case n == firstRealtime:
		return "RTMIN"
	case n == lastSignal:
		return "RTMAX"
	case n > firstRealtime && n < middleRealtime:
		return "RTMIN+" + strconv.Itoa(n-firstRealtime)
	case n >= middleRealtime && n < lastSignal:
		return "RTMAX-" + strconv.Itoa(lastSignal-n)
	}
	return ""
}

// signalByName reads a signal's number or name, with or without SIG.
func signalByName(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, n >= 0 && n <= lastSignal
	}
	name := strings.TrimPrefix(strings.ToUpper(s), "SIG")
	for i, n := range strings.Fields(signalNames) {
		if n == name {
			return i + 1, true
		}
	}
	for n := firstRealtime; n <= lastSignal; n++ {
		if signalName(n) == name {
			return n, true
		}
	}
	switch name {
	case "CLD":
		return int(primitives.SIGCHLD), true
	case "IOT":
		return int(primitives.SIGABRT), true
	case "POLL":
		return int(primitives.SIGIO), true
	}
	return 0, false
}
