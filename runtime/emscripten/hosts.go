package emscripten

import (
	"net/netip"
	"strconv"

	"github.com/sandfault/sandfault/runtime/hostabi"
)

// services are the lines of /etc/services that scripts ask for.
//
//nolint:gochecknoglobals // an immutable table
var services = map[string]uint16{
	"ftp": 21, "ssh": 22, "telnet": 23, "smtp": 25, "domain": 53, "http": 80, "pop3": 110, "ntp": 123,
	"imap2": 143, "snmp": 161, "ldap": 389, "https": 443, "submission": 587, "ldaps": 636, "imaps": 993,
	"pop3s": 995, "mysql": 3306, "postgresql": 5432, "redis": 6379, "http-alt": 8080,
}

// getnameinfo is (addr, addrlen, host, hostlen, service, servicelen, flags). Addresses have no names
// here but the loopback's.
func getnameinfo(g *hostabi.Guest, a hostabi.Args) uint64 {
	b := g.Bytes(a.U32(0), min(a.U32(1), maxAddress))
	addr, known := addressOf(b)
	if !known {
		return eai(eaiFamily)
	}
	host := addr.String()
	const niNumerichost = 0x01
	if a.U32(6)&niNumerichost == 0 && addr.IsLoopback() {
		host = "localhost"
	} else if a.U32(6)&niNamereqd != 0 {
		return eai(eaiNoname)
	}
	service := serviceName(uint16(b[2])<<8|uint16(b[3]), a.U32(6)&(niNumericserv|niDgram) != 0)
	if !putName(g, a.U32(2), a.U32(3), host) || !putName(g, a.U32(4), a.U32(5), service) {
		return eai(eaiOverflow)
	}
	return 0
}

// addressOf reads struct sockaddr_in or sockaddr_in6. Only addresses of the link have a scope in their text.
func addressOf(b []byte) (addr netip.Addr, known bool) {
	switch {
	case len(b) >= inetSize && getU16(b) == afInet:
		return netip.AddrFrom4([4]byte(b[4:8])), true
	case len(b) >= inet6Size && getU16(b) == afInet6:
		addr = netip.AddrFrom16([16]byte(b[8:24]))
		scope := getU32(b[24:])
		if scope == loopbackIndex && (addr.IsLinkLocalUnicast() || addr.IsLinkLocalMulticast()) {
			return addr.WithZone(loopbackName), true
		} else if scope != 0 {
			return addr.WithZone(strconv.FormatUint(uint64(scope), 10)), true
		}
		return addr, true
	default:
		return addr, false
	}
}

func serviceName(port uint16, numeric bool) string {
	if !numeric {
		for name, n := range services { // numbers are unique: the order does not matter
			if n == port {
				return name
			}
		}
	}
	return strconv.Itoa(int(port))
}

func putName(g *hostabi.Guest, ptr, size uint32, s string) bool {
	if ptr == 0 || size == 0 {
		return true
	}
	if uint32(len(s)) >= size {
		return false
	}
	b := g.Bytes(ptr, uint32(len(s)+1))
	if b != nil {
		b[copy(b, s)] = 0
	}
	return true
}

// getprotobyname answers struct protoent: name, aliases, number.
func getprotobyname(g *hostabi.Guest, a hostabi.Args) uint64 {
	name := pathArg(g, a.U32(0))
	protocol, known := map[string]uint32{"ip": 0, "icmp": 1, "tcp": 6, "udp": 17, "ipv6": 41}[name]
	if !known {
		return 0
	}
	var b [12]byte
	putU32(b[0:], place(g, append([]byte(name), 0)))
	putU32(b[4:], place(g, make([]byte, 4)))
	putU32(b[8:], protocol)
	return uint64(place(g, b[:]))
}

// lookupName is behind gethostbyname: an address in network order, 0 if there is none.
func lookupName(g *hostabi.Guest, a hostabi.Args) uint64 {
	node := pathArg(g, a.U32(0))
	addr, err := netip.ParseAddr(node)
	if err != nil || !addr.Is4() {
		addrs, code := lookUp(g, node, afInet)
		if code != 0 || len(addrs) == 0 {
			return 0
		}
		addr = addrs[0]
	}
	return uint64(getU32(addr.AsSlice()))
}
