package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// Format renders an event as one line in the manner of strace(1), without its time:
//
//	[pid 3 +412] openat(AT_FDCWD, "/x", O_RDONLY) = -1 EACCES (Permission denied) [permissions/mode: /x]
//	[pid 3] --- killed by SIGKILL [memory/cap: 64 MiB] ---
//
// The number after the plus is how many instructions the program executed since its call before, if any. What
// denied the call stands in brackets. A payload that is longer than the trace keeps ends with dots and a part
// of its hash.
func Format(e *Event) string {
	if e.Kind.isCall() {
		ran := ""
		if e.Ran != 0 {
			ran = fmt.Sprintf(" +%d", e.Ran)
		}
		return fmt.Sprintf("[pid %d%s] %s", e.Pid, ran, formatCall(e))
	}
	if e.Kind == KindJump {
		return fmt.Sprintf("--- clock jumps %d ns ---", e.Num)
	}
	return fmt.Sprintf("[pid %d] %s", e.Pid, formatKernel(e))
}

func formatKernel(e *Event) string {
	because := ""
	if e.Cause != nil {
		because = " [" + e.Cause.String() + "]"
	}
	switch e.Kind {
	case KindSwitch:
		return fmt.Sprintf("--- switch to %d: %s%s ---", e.Num, e.Text, because)
	case KindSignal:
		from := fmt.Sprintf("pid %d", e.Num2)
		if e.Num2 == 0 {
			from = "the kernel"
		}
		return fmt.Sprintf("--- %s from %s%s ---", primitives.Signal(e.Num), from, because)
	case KindKill:
		return fmt.Sprintf("--- killed by %s%s ---", primitives.Signal(e.Num), because)
	case KindExit:
		return formatExit(primitives.WaitStatus(e.Num))
	case KindFork:
		return fmt.Sprintf("--- child %d ---", e.Num)
	case KindExec:
		return fmt.Sprintf("--- runs %q%s ---", e.Text, because)
	case KindStepBegin:
		return fmt.Sprintf("=== step %d: %s ===", e.Num, e.Text)
	case KindStepEnd:
		return fmt.Sprintf("=== step %d ended: %x ===", e.Num, e.In.Head)
	case KindState:
		return fmt.Sprintf("=== state %s: %x ===", e.Text, e.In.Head)
	case KindUnsupported:
		return fmt.Sprintf("=== unsupported: %s%s ===", e.Text, because)
	default:
		return fmt.Sprintf("--- %s ---", e.Kind)
	}
}

func formatExit(w primitives.WaitStatus) string {
	if sig, ok := w.Signaled(); ok {
		return fmt.Sprintf("+++ killed by %s +++", sig)
	}
	return fmt.Sprintf("+++ exited with %d +++", w.Code())
}

func formatCall(e *Event) string {
	if e.Kind == KindReturn {
		return fmt.Sprintf("<... %s resumed>%s = %s", e.No, formatResumed(e), formatResult(e))
	}
	call := e.No.String() + "(" + strings.Join(formatArgs(e), ", ") + ")"
	if e.Kind == KindEnter {
		return call + " <unfinished ...>"
	}
	return call + " = " + formatResult(e)
}

// formatResumed renders what a call that waited has got meanwhile; its arguments stand in its entry.
func formatResumed(e *Event) string {
	sig := signatureOf(e.No)
	if sig == "" && e.Out.Len > 0 {
		return " " + quote(e.Out)
	}
	for param := range strings.FieldsSeq(sig) {
		if !late[param] {
			continue
		}
		if s := formatFilled(e, param); s != "" {
			return " " + s
		}
	}
	return ""
}

func signatureOf(no primitives.Sysno) string {
	if int(no) < len(signatures) {
		return signatures[no]
	}
	return ""
}

func formatResult(e *Event) string {
	s := formatValue(e)
	if e.Errno != primitives.OK {
		s = "-1 " + e.Errno.Name() + " (" + e.Errno.Text() + ")"
	}
	if e.Cause != nil {
		s += " [" + e.Cause.String() + "]"
	}
	if e.Injected {
		verdict := "OK"
		if e.Verdict != primitives.OK {
			verdict = e.Verdict.Name()
		}
		s += " [injected; the kernel said " + verdict + "]"
	}
	return s
}

// formatValue renders what a call returned.
func formatValue(e *Event) string {
	const getfd, getfl = 1, 3
	switch {
	case e.No == primitives.SysExitGroup, e.No == primitives.SysExit:
		return "?" // nobody is there to get it
	case hidden[e.No]:
		return "0"
	case e.No == primitives.SysUmask:
		return octal(e.Val)
	case e.No == primitives.SysFcntl && e.Kind == KindCall && e.Args[1] == getfl:
		return fmt.Sprintf("%#x (flags %s)", e.Val, openWord(e.Val))
	case e.No == primitives.SysFcntl && e.Kind == KindCall && e.Args[1] == getfd && e.Val != 0:
		return fmt.Sprintf("%#x (flags %s)", e.Val, flagWord("fdflags", e.Val))
	case e.No == primitives.SysPoll && e.Val == 0:
		return "0 (Timeout)"
	case e.No == primitives.SysPoll:
		return strconv.FormatInt(e.Val, 10) + " (" + pollfds(e.Out, true) + ")"
	}
	s := strconv.FormatInt(e.Val, 10)
	if e.Aux != 0 && e.No != primitives.SysWait4 {
		s += ", " + strconv.FormatInt(e.Aux, 10)
	}
	return s
}

// formatArgs renders the arguments by the call's signature; a call without one shows what it has.
func formatArgs(e *Event) []string {
	sig := signatureOf(e.No)
	if sig == "" {
		return formatBare(e)
	}
	var out []string
	for param := range strings.FieldsSeq(sig) {
		index, kind, ok := strings.Cut(param, ":")
		var s string
		switch {
		case !ok:
			s = formatField(e, param)
		case kind == "mode" && e.No == primitives.SysOpenat && !creates(e.Args[2]):
			// open(2) reads it only when it creates
		default:
			s = formatArg(e, kind, e.Args[index[0]-'0'])
		}
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func creates(flags int64) bool {
	const tmpfile = 0x400000
	return flags&(primitives.O_CREAT|tmpfile) != 0
}

func formatBare(e *Event) []string {
	var out []string
	for _, p := range []string{e.Path, e.Path2} {
		if p != "" {
			out = append(out, strconv.Quote(p))
		}
	}
	last := len(e.Args)
	for last > 0 && e.Args[last-1] == 0 {
		last--
	}
	for _, a := range e.Args[:last] {
		out = append(out, strconv.FormatInt(a, 10))
	}
	for _, d := range []Data{e.In, e.Out} {
		if d.Len > 0 {
			out = append(out, quote(d))
		}
	}
	return out
}

// dataHash gives a payload's hash also where its head is all of it.
func dataHash(d Data) uint64 {
	if len(d.Head) < d.Len {
		return d.Hash
	}
	return det.Hash(d.Head)
}
