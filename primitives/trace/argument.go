package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// formatArg renders integer argument i of a call in the manner of a kind.
func formatArg(e *Event, kind string, v int64) string {
	if list, ok := enumerations[kind]; ok {
		return enumerated(list, v)
	}
	if _, ok := flagWords[kind]; ok && kind != "clone" {
		return flagWord(kind, v)
	}
	switch kind {
	case "open":
		return openWord(v)
	case "mode":
		return octal(v)
	case "file":
		return fileMode(uint32(v))
	case "dev":
		return fmt.Sprintf("makedev(%#x, %#x)", v>>8&0xfff, v&0xff|v>>12&0xfff00)
	case "sig":
		return signal(v)
	case "set":
		return signalSet(uint64(v))
	case "ns":
		return timespec(v)
	case "clone":
		return cloneWord(v)
	case "socktype":
		return socketType(v)
	case "sockopt":
		return enumerated(sockopts[e.Args[1]], v)
	case "fcntlarg":
		return fcntlArg(e.Args[1], v)
	case "grow":
		return fmt.Sprintf("%+d", v)
	}
	return strconv.FormatInt(v, 10)
}

func enumerated(list []named, v int64) string {
	for _, n := range list {
		if n.value == v {
			return n.name
		}
	}
	return strconv.FormatInt(v, 10)
}

func openWord(v int64) string {
	s := accessModes[v&primitives.O_ACCMODE]
	if rest := v &^ primitives.O_ACCMODE; rest != 0 {
		s += "|" + flagWord("flags", rest)
	}
	return s
}

// flagWord renders bits by name, and those without one as a number.
func flagWord(kind string, v int64) string {
	var out []string
	for _, f := range flagWords[kind] {
		if v&f.value == f.value {
			out = append(out, f.name)
			v &^= f.value
		}
	}
	if v != 0 {
		out = append(out, "0x"+strconv.FormatUint(uint64(v), 16))
	}
	if len(out) == 0 {
		if none, ok := noFlags[kind]; ok {
			return none
		}
		return "0"
	}
	return strings.Join(out, "|")
}

// cloneWord has the signal that the child's end gives in its lowest byte, clone(2).
func cloneWord(v int64) string {
	const signalMask = 0xff
	flags, sig := v&^signalMask, v&signalMask
	switch {
	case sig == 0:
		return flagWord("clone", flags)
	case flags == 0:
		return signal(sig)
	default:
		return flagWord("clone", flags) + "|" + signal(sig)
	}
}

func socketType(v int64) string {
	const types = 0xf
	var out []string
	if t := v & types; t > 0 && t < int64(len(socketTypes)) && socketTypes[t] != "" {
		out = append(out, socketTypes[t])
		v &^= types
	}
	if v != 0 || len(out) == 0 {
		out = append(out, flagWord("sockbits", v))
	}
	return strings.Join(out, "|")
}

// fcntlArg renders what a command of fcntl(2) takes; it is empty where that is nothing.
func fcntlArg(cmd, v int64) string {
	const getfd, setfd, getfl, setfl, getown, getpipe = 1, 2, 3, 4, 9, 1032
	switch cmd {
	case getfd, getfl, getown, getpipe:
		return ""
	case setfd:
		return flagWord("fdflags", v)
	case setfl:
		return openWord(v)
	}
	return strconv.FormatInt(v, 10)
}

func octal(v int64) string { return "0" + strings.TrimPrefix(strconv.FormatInt(v, 8), "0") }

func fileMode(mode uint32) string {
	if name, ok := fileTypes[mode&primitives.S_IFMT]; ok {
		return name + "|" + octal(int64(mode&^primitives.S_IFMT))
	}
	return octal(int64(mode))
}

func signal(v int64) string {
	if v > 0 && v < 65 {
		return primitives.Signal(v).String()
	}
	return strconv.FormatInt(v, 10)
}

// signalSet renders a set as strace does, [INT TERM], and what is nearly full by what it lacks, ~[KILL].
func signalSet(set uint64) string {
	const signals, many, all = 64, 32, 1<<64 - 1
	not := ""
	n := 0
	for i := range signals {
		n += int(set >> i & 1)
	}
	if n > many {
		not, set = "~", set^all
	}
	var out []string
	for i := range signals {
		if set>>i&1 != 0 {
			out = append(out, strings.TrimPrefix(signal(int64(i+1)), "SIG"))
		}
	}
	return not + "[" + strings.Join(out, " ") + "]"
}

// timespec renders nanoseconds.
func timespec(ns int64) string {
	const second = 1_000_000_000
	if ns < 0 {
		return fmt.Sprintf("{%d ns}", ns)
	}
	return fmt.Sprintf("{tv_sec=%d, tv_nsec=%d}", ns/second, ns%second)
}
