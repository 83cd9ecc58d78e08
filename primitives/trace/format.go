package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Format renders an event as one line in the manner of strace(1), without its time:
//
//	[pid 3] openat(AT_FDCWD, "/x", O_RDONLY) = -1 EACCES (permissions/mode: /x)
//	[pid 3] +++ killed by SIGKILL (memory/cap: 64 MiB) +++
//
// A payload that is longer than the trace keeps ends with dots and a part of its hash.
func Format(e *Event) string {
	if e.Kind.isCall() {
		return fmt.Sprintf("[pid %d] %s", e.Pid, formatCall(e))
	}
	if e.Kind == KindJump {
		return fmt.Sprintf("--- clock jumps %d ns ---", e.Num)
	}
	return fmt.Sprintf("[pid %d] %s", e.Pid, formatKernel(e))
}

func formatKernel(e *Event) string {
	because := ""
	if e.Cause != nil {
		because = " (" + e.Cause.String() + ")"
	}
	switch e.Kind {
	case KindSwitch:
		return fmt.Sprintf("--- switch to %d: %s%s ---", e.Num, e.Text, because)
	case KindSignal:
		return fmt.Sprintf("--- %s from %d%s ---", primitives.Signal(e.Num), e.Num2, because)
	case KindKill:
		return fmt.Sprintf("+++ killed by %s%s +++", primitives.Signal(e.Num), because)
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
		return fmt.Sprintf("+++ ended by %s +++", sig)
	}
	return fmt.Sprintf("+++ exited with %d +++", w.Code())
}

func formatCall(e *Event) string {
	if e.Kind == KindReturn {
		out := ""
		if e.Out.Len > 0 {
			out = " " + quote(e.Out)
		}
		return fmt.Sprintf("<... %s resumed>%s = %s", e.No, out, formatResult(e))
	}
	call := e.No.String() + "(" + strings.Join(formatArgs(e), ", ") + ")"
	if e.Kind == KindEnter {
		return call + " <unfinished>"
	}
	return call + " = " + formatResult(e)
}

func formatResult(e *Event) string {
	s := strconv.FormatInt(e.Val, 10)
	if e.Aux != 0 {
		s += ", " + strconv.FormatInt(e.Aux, 10)
	}
	if e.Errno != primitives.OK {
		s = "-1 " + e.Errno.Name()
	}
	if e.Cause != nil {
		s += " (" + e.Cause.String() + ")"
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

// formatArgs renders the arguments by the call's signature; a call without one shows what it has.
func formatArgs(e *Event) []string {
	sig := ""
	if int(e.No) < len(signatures) {
		sig = signatures[e.No]
	}
	if sig == "" {
		return formatBare(e)
	}
	var out []string
	for param := range strings.FieldsSeq(sig) {
		index, kind, ok := strings.Cut(param, ":")
		if !ok {
			out = append(out, formatField(e, param))
			continue
		}
		if kind == "mode" && e.No == primitives.SysOpenat && e.Args[2]&primitives.O_CREAT == 0 {
			continue // open(2) reads it only when it creates
		}
		out = append(out, formatArg(kind, e.Args[index[0]-'0']))
	}
	return out
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

// formatField renders what is not an integer argument.
func formatField(e *Event, field string) string {
	if e.Kind == KindEnter && (field == "out" || field == "stat") {
		return "..." // the kernel has not filled it yet
	}
	switch field {
	case "path":
		return strconv.Quote(e.Path)
	case "path2":
		return strconv.Quote(e.Path2)
	case "in":
		return quote(e.In)
	case "out":
		return quote(e.Out)
	case "argv":
		return "[" + strings.Join(splitNUL(e.Argv), ", ") + "]"
	case "env":
		return fmt.Sprintf("[%d bytes #%08x]", e.Env.Len, uint32(dataHash(e.Env)))
	default: // stat
		if e.Stat == (Stat{}) {
			return "{}"
		}
		return fmt.Sprintf("{mode=%#o, size=%d, #%08x}", e.Stat.Mode, e.Stat.Size, uint32(e.Stat.Hash))
	}
}

func quote(d Data) string {
	s := strconv.Quote(string(d.Head))
	if len(d.Head) < d.Len {
		s += fmt.Sprintf("...#%08x", uint32(d.Hash))
	}
	return s
}

func splitNUL(d Data) []string {
	parts := strings.Split(strings.TrimSuffix(string(d.Head), "\x00"), "\x00")
	for i, p := range parts {
		parts[i] = strconv.Quote(p)
	}
	if len(d.Head) < d.Len {
		parts = append(parts, fmt.Sprintf("...#%08x", uint32(d.Hash)))
	}
	return parts
}
