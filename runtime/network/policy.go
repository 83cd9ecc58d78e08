package network

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Policy decides what of a world a profile's session reaches.
type Policy struct {
	settings primitives.EgressSettings
	world    *World
	proxy    Host // where the profile names a proxy
	port     uint16
	hidden   *primitives.FaultSpec // HideIndex
}

// NewPolicy returns the policy of egress settings. A nil world is an empty one.
func NewPolicy(e primitives.EgressSettings, w *World) *Policy {
	p := &Policy{settings: e, world: w}
	if e.Mode != primitives.EgressProxy {
		return p
	}
	name, port, _ := strings.Cut(e.Proxy, ":")
	n, _ := strconv.ParseUint(port, 10, 16) // validated with the profile
	p.port = uint16(n)
	addr, err := netip.ParseAddr(name)
	if err != nil {
		addr = proxyAddr
	}
	p.proxy = Host{Name: name, Addr: addr, RTT: proxyRTT, Services: []Listener{{p.port, Proxy{policy: p}}}}
	return p
}

// Where a proxy that has a name only is, and how far.
//
//nolint:gochecknoglobals // an immutable value
var proxyAddr = netip.AddrFrom4([4]byte{10, 0, 0, 2})

const proxyRTT = 1_000_000 // ns

// Error codes of getaddrinfo(3).
const (
	EAINoname = -2
	EAIAgain  = -3
)

// Answer is a name server's.
type Answer struct {
	Addrs   []netip.Addr
	EAI     int              // 0: Addrs has the answer
	Errno   primitives.Errno // beside EAI, for traces
	Cause   *primitives.Cause
	Lacking string // what of the real internet the world does not have; "" = nothing
}

// Resolve answers for a name that the session's own /etc/hosts does not have.
func (p *Policy) Resolve(name string) Answer {
	a := p.resolve(name)
	if h, ok := p.world.Host(name); ok && a.EAI != 0 && p.hides(h) {
		return Answer{Addrs: []netip.Addr{h.Addr}}
	}
	return a
}

func (p *Policy) resolve(name string) Answer {
	h, ok := p.world.Host(name)
	switch p.settings.Mode {
	case primitives.EgressProxy:
		if strings.EqualFold(name, p.proxy.Name) {
			return Answer{Addrs: []netip.Addr{p.proxy.Addr}}
		}
		return unanswered(name)
	case primitives.EgressAllow:
		if !p.allows(name) {
			return Answer{EAI: EAINoname, Errno: primitives.ENOENT, Cause: cause("name-denied", name)}
		}
	case primitives.EgressOpen, primitives.EgressDNSOnly:
	default:
		return unanswered(name)
	}
	if ok {
		return Answer{Addrs: []netip.Addr{h.Addr}}
	}
	a := Answer{EAI: EAINoname, Errno: primitives.ENOENT}
	if !reserved(name) {
		a.Lacking = "internet host " + name
	}
	return a
}

func unanswered(name string) Answer {
	return Answer{EAI: EAIAgain, Errno: primitives.EAGAIN, Cause: cause("no-dns", name)}
}

// allows reports whether a host is on the list: by its name, as below a listed name that begins with
// a dot or "*.", or by its address.
func (p *Policy) allows(name string) bool {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	return slices.ContainsFunc(p.settings.Allow, func(a string) bool {
		a = strings.ToLower(strings.TrimPrefix(a, "*"))
		return name == a || strings.HasPrefix(a, ".") && strings.HasSuffix(name, a)
	})
}

// Route is what becomes of a connection.
type Route struct {
	Service Service // answers; nil: see the others
	RTT     int64   // ns, where there is a service or a refusal by the host
	Refused bool    // the host has nothing on the port
	Dropped bool    // packets vanish: the connection times out
	Errno   primitives.Errno
	Cause   *primitives.Cause
}

// Dial decides about a TCP connection to an address that is not the session's own.
func (p *Policy) Dial(to netip.AddrPort) Route {
	r := p.dial(to)
	if h, ok := p.world.At(to.Addr()); ok && r.Cause != nil && p.hides(h) {
		return Route{Service: hiddenIndex{p.hidden.Cause(h.Name)}, RTT: h.RTT}
	}
	return r
}

func (p *Policy) dial(to netip.AddrPort) Route {
	switch p.settings.Mode {
	case primitives.EgressProxy:
		if to.Addr().Unmap() == p.proxy.Addr {
			return p.proxy.route(to.Port())
		}
		return unreachable(to)
	case primitives.EgressDNSOnly:
		return dropped(to)
	case primitives.EgressAllow:
		if h, ok := p.world.At(to.Addr()); !ok || !p.allowsHost(h, to.Addr()) {
			return dropped(to)
		}
	case primitives.EgressOpen:
	default:
		return unreachable(to)
	}
	if !to.Addr().Unmap().Is4() {
		return Route{Errno: primitives.ENETUNREACH} // the world has IPv4 only
	}
	h, ok := p.world.At(to.Addr())
	if !ok {
		return Route{Dropped: true, Errno: primitives.ETIMEDOUT} // nobody has this address
	}
	return h.route(to.Port())
}

// Sidecar is what serves on the session's own loopback from outside of it: the proxy of a profile that puts
// it there. It reports whether there is one at this address.
func (p *Policy) Sidecar(to netip.AddrPort) (Route, bool) {
	if p.settings.Mode != primitives.EgressProxy || to.Addr().Unmap() != p.proxy.Addr || to.Port() != p.port {
		return Route{}, false
	}
	return p.proxy.route(to.Port()), true
}

// allowsHost reports whether a name of the host's address is on the list.
func (p *Policy) allowsHost(h *Host, addr netip.Addr) bool {
	return p.allows(h.Name) || slices.ContainsFunc(p.world.hosts, func(o Host) bool {
		return o.Addr == addr.Unmap() && p.allows(o.Name)
	})
}

// Datagram decides about a UDP packet to an address that is not the session's own: it is lost
// without a word, or there is no route for it.
func (p *Policy) Datagram(to netip.AddrPort) Route {
	switch p.settings.Mode {
	case primitives.EgressOpen, primitives.EgressAllow, primitives.EgressDNSOnly:
		return Route{Dropped: true}
	default:
		return unreachable(to)
	}
}

func (h *Host) route(port uint16) Route {
	s := h.service(port)
	return Route{Service: s, RTT: h.RTT, Refused: s == nil}
}

func unreachable(to netip.AddrPort) Route {
	return Route{Errno: primitives.ENETUNREACH, Cause: cause("no-route", to.String())}
}

func dropped(to netip.AddrPort) Route {
	return Route{Dropped: true, Errno: primitives.ETIMEDOUT, Cause: cause("dropped", to.String())}
}

func cause(rule, detail string) *primitives.Cause {
	return &primitives.Cause{Primitive: primitives.Egress, Rule: rule, Detail: detail}
}
