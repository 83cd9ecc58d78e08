package trace

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// late are the fields that the kernel fills: before the call is answered nothing is known of them.
//
//nolint:gochecknoglobals // an immutable table
var late = map[string]bool{
	"out": true, "stat": true, "blob": true, "status": true, "fds": true, "now": true, "oldset": true,
	"oldaction": true, "outaddr": true, "outint": true, "outids": true, "outlimits": true, "rest": true,
}

// formatField renders what is not an integer argument. It is empty where strace would show NULL or nothing.
func formatField(e *Event, field string) string {
	if late[field] {
		if e.Kind == KindEnter {
			return "..."
		}
		return formatFilled(e, field)
	}
	switch field {
	case "path":
		return strconv.Quote(e.Path)
	case "path2":
		return strconv.Quote(e.Path2)
	case "in":
		return quote(e.In)
	case "argv":
		return "[" + strings.Join(splitNUL(e.Argv), ", ") + "]"
	case "env":
		return fmt.Sprintf("/* %d vars, #%08x */", e.Num, uint32(dataHash(e.Env)))
	case "times":
		return utimes(e.In)
	case "polls":
		return pollfds(e.In, false)
	case "sockaddr":
		return sockaddr(e.In.Head, e.In.Len)
	case "toaddr":
		if e.Path2 == "" {
			return "NULL"
		}
		return sockaddr([]byte(e.Path2), len(e.Path2))
	case "int":
		return ints(e.In)
	case "ids":
		return ints(e.In)
	default: // limits
		return limits(e.In)
	}
}

// formatFilled renders what the kernel filled in.
func formatFilled(e *Event, field string) string {
	if e.Errno != primitives.OK {
		return unfilled(e, field)
	}
	switch field {
	case "out":
		return quote(e.Out)
	case "blob":
		return fmt.Sprintf("/* %d bytes, #%08x */", e.Out.Len, uint32(dataHash(e.Out)))
	case "stat":
		return fmt.Sprintf("{st_mode=%s, st_size=%d, #%08x}", fileMode(e.Stat.Mode), e.Stat.Size,
			uint32(e.Stat.Hash))
	case "status":
		return "[" + waitStatus(primitives.WaitStatus(e.Aux)) + "]"
	case "fds":
		return fmt.Sprintf("[%d, %d]", e.Val, e.Aux)
	case "now":
		return timespec(e.Val)
	case "oldset":
		return signalSet(uint64(e.Val))
	case "oldaction":
		return enumerated(enumerations["action"], e.Val)
	case "outaddr":
		return sockaddr(e.Out.Head, e.Out.Len)
	case "outint", "outids":
		return ints(e.Out)
	case "outlimits":
		return limits(e.Out)
	default: // rest, which only a call that was interrupted leaves
		return ""
	}
}

// unfilled stands for what a call that failed did not fill: an address, as strace shows it.
func unfilled(e *Event, field string) string {
	switch {
	case field == "rest" && e.Aux > 0:
		return timespec(e.Aux)
	case field == "rest", field == "outint" && e.No == primitives.SysIoctl:
		return ""
	}
	return "..."
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

func waitStatus(w primitives.WaitStatus) string {
	const stopped, continued = 0x7f, 0xffff
	sig, signaled := w.Signaled()
	switch {
	case w == continued:
		return "{WIFCONTINUED(s)}"
	case w&0xff == stopped:
		return fmt.Sprintf("{WIFSTOPPED(s) && WSTOPSIG(s) == %s}", signal(int64(w>>8&0xff)))
	case signaled:
		return fmt.Sprintf("{WIFSIGNALED(s) && WTERMSIG(s) == %s}", sig)
	default:
		return fmt.Sprintf("{WIFEXITED(s) && WEXITSTATUS(s) == %d}", w.Code())
	}
}

// pollfds renders an array of struct pollfd: what is asked for, or what came of it where that is anything.
func pollfds(d Data, answered bool) string {
	var out []string
	le := binary.LittleEndian
	for b := d.Head; len(b) >= 8; b = b[8:] {
		fd, name, events := int32(le.Uint32(b)), "events", int64(le.Uint16(b[4:]))
		if answered {
			if name, events = "revents", int64(le.Uint16(b[6:])); events == 0 {
				continue
			}
		}
		out = append(out, fmt.Sprintf("{fd=%d, %s=%s}", fd, name, flagWord("events", events)))
	}
	if len(d.Head) < d.Len {
		out = append(out, fmt.Sprintf("...#%08x", uint32(d.Hash)))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// sockaddr renders a struct sockaddr of n bytes.
func sockaddr(b []byte, n int) string {
	const unix, inet, inet6, inetSize, inet6Size = 1, 2, 10, 8, 24
	if len(b) < 2 {
		return "NULL"
	}
	switch family := binary.LittleEndian.Uint16(b); {
	case family == unix:
		path := strings.TrimRight(string(b[2:]), "\x00")
		if len(path) > 0 && path[0] == 0 {
			path = "@" + path[1:]
		}
		dots := ""
		if len(b) < n {
			dots = "..."
		}
		return fmt.Sprintf("{sa_family=AF_UNIX, sun_path=%q%s}, %d", path, dots, n)
	case family == inet && len(b) >= inetSize:
		return fmt.Sprintf("{sa_family=AF_INET, sin_port=htons(%d), sin_addr=inet_addr(%q)}, %d",
			binary.BigEndian.Uint16(b[2:]), netip.AddrFrom4([4]byte(b[4:8])), n)
	case family == inet6 && len(b) >= inet6Size:
		return fmt.Sprintf("{sa_family=AF_INET6, sin6_port=htons(%d), sin6_addr=%q}, %d",
			binary.BigEndian.Uint16(b[2:]), netip.AddrFrom16([16]byte(b[8:24])), n)
	default:
		return fmt.Sprintf("{sa_family=%d}, %d", family, n)
	}
}

// ints renders an array of int.
func ints(d Data) string {
	var out []string
	for b := d.Head; len(b) >= 4; b = b[4:] {
		out = append(out, strconv.Itoa(int(int32(binary.LittleEndian.Uint32(b)))))
	}
	if len(d.Head) < d.Len {
		out = append(out, fmt.Sprintf("...#%08x", uint32(d.Hash)))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// limits renders a struct rlimit; NULL is none.
func limits(d Data) string {
	if len(d.Head) < 16 {
		return "NULL"
	}
	limit := func(b []byte) string {
		if v := binary.LittleEndian.Uint64(b); v != 1<<64-1 {
			return strconv.FormatUint(v, 10)
		}
		return "RLIM64_INFINITY"
	}
	return fmt.Sprintf("{rlim_cur=%s, rlim_max=%s}", limit(d.Head), limit(d.Head[8:]))
}

// utimes renders the two times of utimensat(2).
func utimes(d Data) string {
	const size, now, omit = 16, 1<<30 - 1, 1<<30 - 2
	if len(d.Head) < 2*size {
		return "NULL"
	}
	var out [2]string
	for i := range out {
		b := d.Head[i*size:]
		sec, ns := int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint64(b[8:]))
		switch ns {
		case now:
			out[i] = "UTIME_NOW"
		case omit:
			out[i] = "UTIME_OMIT"
		default:
			out[i] = fmt.Sprintf("{tv_sec=%d, tv_nsec=%d}", sec, ns)
		}
	}
	return "[" + out[0] + ", " + out[1] + "]"
}
