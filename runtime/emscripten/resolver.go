package emscripten

import (
	"encoding/binary"
	"strconv"
	"strings"

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

// addresses returns the IPv4 addresses of a node, as numbers. There is no IPv6 here.
func (h *hints) addresses(g *hostabi.Guest, node string, given bool) ([]uint32, int32) {
	const loopback = 0x7f000001
	numeric, isNumber := parseIPv4(node)
	switch {
	case h.family == afInet6:
		return nil, eaiNoname
	case !given && h.flags&aiPassive != 0:
		return []uint32{0}, 0
	case !given:
		return []uint32{loopback}, 0
	case isNumber:
		return []uint32{numeric}, 0
	case h.flags&aiNumerichost != 0:
		return nil, eaiNoname
	}
	return lookUp(g, node)
}

// lookUp asks the kernel for the addresses of a name.
func lookUp(g *hostabi.Guest, node string) ([]uint32, int32) {
	var out [4 * 16]byte
	c := g.Call(primitives.SysGetaddrinfo)
	c.Path, c.Out = node, out[:]
	r := g.Do(c)
	if r.Val < 0 || !ok(r) {
		return nil, int32(min(r.Val, -1))
	}
	var addrs []uint32
	for i := range min(int(r.Val), len(out)/4) {
		addrs = append(addrs, binary.BigEndian.Uint32(out[4*i:]))
	}
	return addrs, 0
}

// parseIPv4 reads dotted decimals.
func parseIPv4(s string) (uint32, bool) {
	parts := strings.Split(s, ".")
	if len(parts) != 4 {
		return 0, false
	}
	var v uint32
	for _, p := range parts {
		n, err := strconv.ParseUint(p, 10, 8)
		if err != nil {
			return 0, false
		}
		v = v<<8 | uint32(n)
	}
	return v, true
}

// addrinfoSize is struct addrinfo: flags, family, socktype, protocol, addrlen, addr, canonname, next.
const addrinfoSize = 32

// answer makes the list in the guest's heap. libc's freeaddrinfo gives back only the first element of it,
// address and all; the rest is lost memory, as little as it is.
func (h *hints) answer(g *hostabi.Guest, out uint32, addrs []uint32, port uint16, canon string) uint64 {
	var next uint32
	list := h.transports()
	for i := len(addrs) - 1; i >= 0; i-- {
		for j := len(list) - 1; j >= 0; j-- {
			var name uint32
			if i == 0 && j == 0 && h.flags&aiCanonname != 0 {
				name = place(g, append([]byte(canon), 0))
			}
			var b [addrinfoSize]byte
			for k, v := range [...]uint32{
				uint32(h.flags), afInet, uint32(list[j].socktype), uint32(list[j].protocol), inetSize,
				place(g, inetAddress(addrs[i], port)), name, next,
			} {
				putU32(b[4*k:], v)
			}
			next = place(g, b[:])
		}
	}
	g.PutU32(out, next)
	return 0
}
