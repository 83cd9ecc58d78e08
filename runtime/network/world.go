package network

import (
	"net/netip"
	"slices"
	"strings"
)

// World is the emulated internet. It does not change and may be shared.
type World struct {
	hosts []Host // by name
}

// Host is a machine of the world.
type Host struct {
	Name     string
	Addr     netip.Addr
	RTT      int64 // round-trip time, ns
	Services []Listener
	Index    bool // a package index: see Policy.HideIndex
}

// Listener is a service on a TCP port.
type Listener struct {
	Port    uint16
	Service Service
}

// NewWorld returns a world of hosts.
func NewWorld(hosts ...Host) *World {
	hosts = slices.Clone(hosts)
	slices.SortFunc(hosts, func(a, b Host) int { return strings.Compare(a.Name, b.Name) })
	return &World{hosts}
}

const defaultRTT = 20_000_000 // ns

// DefaultWorld is a package index, a static site and an echo. Addresses are of the blocks that RFC 5737
// keeps for documentation, except where everybody knows a name by another.
func DefaultWorld() *World {
	web := func(s Service) []Listener { return []Listener{{80, s}, {443, TLS{}}} }
	addr := func(last byte) netip.Addr { return netip.AddrFrom4([4]byte{203, 0, 113, last}) }
	host := func(name string, last byte, l []Listener) Host {
		return Host{Name: name, Addr: addr(last), RTT: defaultRTT, Services: l}
	}
	index := func(name string, last byte) Host {
		s := HTTP{Site: Index()}
		h := host(name, last, []Listener{{80, s}, {443, TLS{Plain: s}}})
		h.Index = true
		return h
	}
	return NewWorld(
		host("example.com", 10, web(HTTP{Site: Example()})),
		host("www.example.com", 10, web(HTTP{Site: Example()})),
		host("echo.example.test", 11, append(web(HTTP{Site: Echo{}}), Listener{7, Mirror{}})),
		index("pkgs.example.test", 12),
		index("pypi.org", 13),
		index("files.pythonhosted.org", 14),
	)
}

// Hosts returns the hosts by name. The caller changes nothing in them.
func (w *World) Hosts() []Host {
	if w == nil {
		return nil
	}
	return w.hosts
}

// Host returns the host of a name; names do not tell case apart, and may end in a dot.
func (w *World) Host(name string) (*Host, bool) {
	if w == nil {
		return nil, false
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	byName := func(h Host, n string) int { return strings.Compare(h.Name, n) }
	i, ok := slices.BinarySearchFunc(w.hosts, name, byName)
	if !ok {
		return nil, false
	}
	return &w.hosts[i], true
}

// At returns the first host of an address.
func (w *World) At(a netip.Addr) (*Host, bool) {
	if w == nil {
		return nil, false
	}
	i := slices.IndexFunc(w.hosts, func(h Host) bool { return h.Addr == a.Unmap() })
	if i < 0 {
		return nil, false
	}
	return &w.hosts[i], true
}

// service returns what listens on a port, or nil.
func (h *Host) service(port uint16) Service {
	for _, l := range h.Services {
		if l.Port == port {
			return l.Service
		}
	}
	return nil
}

// reserved reports names that nobody can have on the real internet either, RFC 2606 and RFC 6761.
func reserved(name string) bool {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	for _, tld := range []string{"test", "example", "invalid", "localhost", "local", "internal"} {
		if name == tld || strings.HasSuffix(name, "."+tld) {
			return true
		}
	}
	return !strings.Contains(name, ".")
}
