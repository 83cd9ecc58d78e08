package kernel

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// procNet is /proc/PID/net.
type procNet struct{ p *Process }

// procNetFiles are the files there, proc_pid_net(5).
//
//nolint:gochecknoglobals // an immutable table
var procNetFiles = [...]procFile{
	{"dev", 0o444, func(*Process) string {
		return "Inter-|   Receive                                                |  Transmit\n" +
			" face |bytes    packets errs drop fifo frame compressed multicast|" +
			"bytes    packets errs drop fifo colls carrier compressed\n" +
			"    lo:       0       0    0    0    0     0          0         0" +
			"        0       0    0    0    0     0       0          0\n"
	}},
	{"tcp", 0o444, func(p *Process) string { return p.k.inetTable(afInet, sockStream, "%-150s") }},
	{"tcp6", 0o444, func(p *Process) string { return p.k.inetTable(afInet6, sockStream, "%s") }},
	{"udp", 0o444, func(p *Process) string { return p.k.inetTable(afInet, sockDgram, "%-128s") }},
	{"udp6", 0o444, func(p *Process) string { return p.k.inetTable(afInet6, sockDgram, "%s") }},
	{"unix", 0o444, func(p *Process) string { return p.k.unixTable() }},
	{"route", 0o444, func(*Process) string {
		return fmt.Sprintf("%-127s\n", "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask"+
			"\t\tMTU\tWindow\tIRTT"+strings.Repeat(" ", 55))
	}},
	{"arp", 0o444, func(*Process) string {
		return "IP address       HW type     Flags       HW address            Mask     Device\n"
	}},
	{"if_inet6", 0o444, func(*Process) string {
		return "00000000000000000000000000000001 01 80 10 80       lo\n"
	}},
}

// Attr implements vfs.Node.
func (d procNet) Attr() primitives.Stat { return d.p.procAttr(primitives.S_IFDIR | 0o555) }

// Lookup implements vfs.Dir.
func (d procNet) Lookup(name string) (vfs.Node, bool) {
	for _, table := range [][]procFile{procNetFiles[:], procNetMore[:]} {
		if i := slices.IndexFunc(table, func(f procFile) bool { return f.name == name }); i >= 0 {
			return procNetText{procText{d.p, &table[i]}}, true
		}
	}
	return nil, false
}

// Names implements vfs.Dir.
func (d procNet) Names() []string {
	var names []string
	for _, table := range [][]procFile{procNetFiles[:], procNetMore[:]} {
		for i := range table {
			names = append(names, table[i].name)
		}
	}
	return names
}

// procNetText is a file of /proc/PID/net: it belongs to the namespace's owner, whosever the process is.
type procNetText struct{ procText }

// Attr implements vfs.Node.
func (t procNetText) Attr() primitives.Stat {
	return t.p.k.procAttr(primitives.S_IFREG | t.file.mode)
}

// inetTable has a line for each socket of a family and kind that has an address; pad is how Linux fills it.
func (k *Kernel) inetTable(family, kind int, pad string) string {
	const rest = "st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
	lines := []string{"  sl  local_address rem_address   " + rest}
	if family == afInet6 {
		lines[0] = "  sl  local_address                         remote_address                        " + rest
	}
	if kind == sockDgram {
		lines[0] += " ref pointer drops"
	}
	for _, s := range k.network.bound {
		if s.family != family || s.kind != kind {
			continue
		}
		lines = append(lines, fmt.Sprintf("%4d: %s %s %02X %08X:%08X 00:00000000 00000000 %5d        0 %d",
			len(lines)-1, hexAddress(family, s.local.ip), hexAddress(family, s.remote.ip), s.tcpState(),
			0, s.in.len(), s.cred.UID, s.attr.Ino))
	}
	for i := range lines {
		lines[i] = fmt.Sprintf(pad, lines[i])
	}
	return strings.Join(lines, "\n") + "\n"
}

// tcpState is the number of the state, include/net/tcp_states.h.
func (s *socket) tcpState() int {
	switch s.state {
	case socketListening:
		return 0x0A
	case socketConnected:
		return 0x01
	case socketConnecting:
		return 0x02
	case socketIdle:
	}
	return 0x07
}

// hexAddress writes an address as words of the machine's order, and the port.
func hexAddress(family int, a netip.AddrPort) string {
	b := make([]byte, 4)
	if family == afInet6 {
		b = make([]byte, 16)
	}
	if addr := a.Addr(); addr.IsValid() {
		copy(b, addr.AsSlice())
	}
	var text strings.Builder
	for i := 0; i < len(b); i += 4 {
		fmt.Fprintf(&text, "%08X", binary.LittleEndian.Uint32(b[i:]))
	}
	return fmt.Sprintf("%s:%04X", text.String(), a.Port())
}

// unixTable has a line for each local socket with a name.
func (k *Kernel) unixTable() string {
	var b strings.Builder
	b.WriteString("Num       RefCount Protocol Flags    Type St Inode Path\n")
	for _, s := range k.network.bound {
		if s.family != afUnix {
			continue
		}
		flags, state := 0, 1
		if s.state == socketListening {
			flags = 0x10000
		}
		if s.state == socketConnected {
			state = 3
		}
		fmt.Fprintf(&b, "%016d: %08X %08X %08X %04X %02X %5d %s\n", 0, 2, 0, flags, s.kind, state, s.attr.Ino,
			strings.ReplaceAll(s.local.path, "\x00", "@"))
	}
	return b.String()
}
