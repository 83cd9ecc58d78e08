package emscripten

import (
	"encoding/binary"
	"net/netip"
	"slices"
	"strconv"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// resolver are the look-ups of names, which on Linux are libc's: /etc/hosts, /etc/services and the
// exchange with a name server. Here the kernel answers for names; numbers and services are told here.
func resolver() []function {
	return []function{
		{name: "getaddrinfo", params: "iiii", do: getaddrinfo},
		{name: "getnameinfo", params: "iiiiiii", do: getnameinfo},
		{name: "getprotobyname", params: "i", do: getprotobyname},
		{name: "_emscripten_lookup_name", params: "i", do: lookupName},
		{name: "gai_strerror", params: "i", do: gaiStrerror},
	}
}

// Results of getaddrinfo(3), netdb.h.
const (
	eaiBadflags = -1
	eaiNoname   = -2
	eaiFamily   = -6
	eaiSocktype = -7
	eaiService  = -8
	eaiOverflow = -12
)

// eaiTexts is glibc's gai_strerror(3).
//
//nolint:gochecknoglobals // an immutable table
var eaiTexts = map[int64]string{
	-1: "Bad value for ai_flags", -2: "Name or service not known", -3: "Temporary failure in name resolution",
	-4: "Non-recoverable failure in name resolution", -5: "No address associated with hostname",
	-6: "ai_family not supported", -7: "ai_socktype not supported",
	-8: "Servname not supported for ai_socktype",
	-9: "Address family for hostname not supported", -10: "Memory allocation failure", -11: "System error",
	-12: "Result too large for supplied buffer",
}

func gaiStrerror(g *hostabi.Guest, a hostabi.Args) uint64 {
	text, known := eaiTexts[a.I32(0)]
	if !known {
		text = "Unknown error"
	}
	return putText(g, text)
}

// Flags of getaddrinfo(3) and getnameinfo(3).
const (
	aiPassive     = 0x01
	aiCanonname   = 0x02
	aiNumerichost = 0x04
	aiNumericserv = 0x400

	niNumericserv = 0x02
	niNamereqd    = 0x08
	niDgram       = 0x10
)

// transport is a kind of socket as getaddrinfo(3) lists them, in glibc's order.
type transport struct{ socktype, protocol int32 }

//nolint:gochecknoglobals // an immutable table
var transports = [...]transport{{1, 6}, {2, 17}, {3, 0}} // stream, datagram, raw

// hints are struct addrinfo as the caller fills it.
type hints struct{ flags, family, socktype, protocol int32 }

func readHints(g *hostabi.Guest, ptr uint32) hints {
	if ptr == 0 {
		return hints{}
	}
	at := func(i uint32) int32 { return int32(g.U32(ptr + 4*i)) }
	return hints{at(0), at(1), at(2), at(3)}
}

func getaddrinfo(g *hostabi.Guest, a hostabi.Args) uint64 {
	h := readHints(g, a.U32(2))
	var node, service string
	if a.U32(0) != 0 {
		node = pathArg(g, a.U32(0))
	}
	if a.U32(1) != 0 {
		service = pathArg(g, a.U32(1))
	}
	if code := h.check(a.U32(0) != 0, a.U32(1) != 0); code != 0 {
		return eai(code)
	}
	port, code := h.port(service)
	if code != 0 {
		return eai(code)
	}
	addrs, code := h.addresses(g, node, a.U32(0) != 0)
	if code != 0 {
		return eai(code)
	}
	return h.answer(g, a.U32(3), addrs, port, node)
}

func eai(code int32) uint64 { return uint64(uint32(code)) }

func (h *hints) check(node, service bool) int32 {
	switch {
	case !node && !service:
		return eaiNoname
	case h.flags&aiCanonname != 0 && !node:
		return eaiBadflags
	case h.family != 0 && h.family != afInet && h.family != afInet6:
		return eaiFamily
	case len(h.transports()) == 0:
		return eaiSocktype
	}
	return 0
}

const afInet6 = 10

// transports returns what the hints leave of the kinds of sockets.
func (h *hints) transports() []transport {
	var list []transport
	for _, t := range transports {
		if (h.socktype == 0 || h.socktype == t.socktype) &&
			(h.protocol == 0 || t.protocol == 0 || h.protocol == t.protocol) {
			if t.protocol == 0 {
				t.protocol = h.protocol
			}
			list = append(list, t)
		}
	}
	return list
}

func (h *hints) port(service string) (uint16, int32) {
	if service == "" {
		return 0, 0
	}
	if n, err := strconv.ParseUint(service, 10, 16); err == nil {
		return uint16(n), 0
	}
	if h.flags&aiNumericserv != 0 {
		return 0, eaiNoname
	}
	if n, known := services[service]; known {
		return n, 0
	}
	return 0, eaiService
}

// addresses returns the addresses of a node. Names have IPv4 ones only here.
func (h *hints) addresses(g *hostabi.Guest, node string, given bool) ([]netip.Addr, int32) {
	const addrfamily = -9 // EAI_ADDRFAMILY
	numeric, err := netip.ParseAddr(node)
	number := given && err == nil
	switch {
	case number && (numeric.Is4() && h.family == afInet6 || numeric.Is6() && h.family == afInet):
		return nil, addrfamily
	case number:
		return []netip.Addr{numeric}, 0
	case h.family == afInet6 && given:
		return nil, eaiNoname
	case !given:
		return []netip.Addr{anyone(h.family != afInet6, h.flags&aiPassive != 0)}, 0
	case h.flags&aiNumerichost != 0:
		return nil, eaiNoname
	}
	return lookUp(g, node, h.family)
}

// anyone is the address of no node: one's own.
func anyone(v4, passive bool) netip.Addr {
	switch {
	case v4 && passive:
		return netip.IPv4Unspecified()
	case v4:
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	case passive:
		return netip.IPv6Unspecified()
	default:
		return netip.IPv6Loopback()
	}
}

// lookUp asks the kernel for the addresses of a name.
func lookUp(g *hostabi.Guest, node string, family int32) ([]netip.Addr, int32) {
	var out [4 * 16]byte
	c := g.Call(primitives.SysGetaddrinfo, int64(family))
	c.Path, c.Out = node, out[:]
	r := g.Do(c)
	if r.Val < 0 || !ok(r) {
		return nil, int32(min(r.Val, -1))
	}
	var addrs []netip.Addr
	for i := range min(int(r.Val), len(out)/4) {
		addrs = append(addrs, netip.AddrFrom4([4]byte(out[4*i:])))
	}
	return addrs, 0
}

// socketAddress returns struct sockaddr_in or sockaddr_in6, and its family.
func socketAddress(addr netip.Addr, port uint16) (b []byte, family uint32) {
	if addr.Is4() {
		return inetAddress(binary.BigEndian.Uint32(addr.AsSlice()), port), afInet
	}
	b = make([]byte, inet6Size)
	putU16(b, afInet6)
	b[2], b[3] = byte(port>>8), byte(port)
	copy(b[8:], addr.AsSlice())
	if zone := addr.Zone(); zone == loopbackName {
		putU32(b[24:], loopbackIndex)
	} else if scope, err := strconv.ParseUint(zone, 10, 32); err == nil {
		putU32(b[24:], uint32(scope))
	}
	return b, afInet6
}

// The one interface of a session.
const (
	loopbackName  = "lo"
	loopbackIndex = 1
)

// inet6Size is struct sockaddr_in6: family, port, flow, 16 bytes of address, scope.
const inet6Size = 28

// addrinfoSize is struct addrinfo: flags, family, socktype, protocol, addrlen, addr, canonname, next.
const addrinfoSize = 32

// answer makes the list in the guest's heap. libc's freeaddrinfo gives back only the first element of it,
// address and all; the rest is lost memory, as little as it is.
func (h *hints) answer(g *hostabi.Guest, out uint32, addrs []netip.Addr, port uint16, canon string) uint64 {
	var next uint32
	list := h.transports()
	for i, addr := range slices.Backward(addrs) {
		for j, l := range slices.Backward(list) {
			var name uint32
			if i == 0 && j == 0 && h.flags&aiCanonname != 0 {
				name = place(g, append([]byte(canon), 0))
			}
			var b [addrinfoSize]byte
			address, family := socketAddress(addr, port)
			for k, v := range [...]uint32{
				uint32(h.flags), family, uint32(l.socktype), uint32(l.protocol),
				uint32(len(address)), place(g, address), name, next,
			} {
				putU32(b[4*k:], v)
			}
			next = place(g, b[:])
		}
	}
	g.PutU32(out, next)
	return 0
}
