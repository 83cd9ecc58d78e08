package primitives

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// EgressMode is how a sandbox treats connections to the outside.
type EgressMode string

// The egress modes. Loopback works under each.
const (
	EgressNone    EgressMode = "none"  // no route, no name server
	EgressDNSOnly EgressMode = "dns"   // names of the emulated world resolve, connections time out
	EgressProxy   EgressMode = "proxy" // only through the proxy, which allows Allow
	EgressOpen    EgressMode = "open"  // the emulated world is reachable
	EgressAllow   EgressMode = "allow" // hosts of Allow are reachable, others NXDOMAIN
)

// EgressSettings say what the network reaches.
type EgressSettings struct {
	Mode  EgressMode
	Proxy string   // host:port of the proxy, EgressProxy
	Allow []string // host names, EgressProxy and EgressAllow
}

// DefaultEgress is no network but the loopback.
func DefaultEgress() EgressSettings { return EgressSettings{Mode: EgressNone} }

// EgressModes returns the modes, from the strictest to the laxest.
func EgressModes() []EgressMode {
	return []EgressMode{EgressNone, EgressDNSOnly, EgressProxy, EgressAllow, EgressOpen}
}

// Relaxed returns the profile in which the whole emulated world is reachable.
func (EgressSettings) Relaxed(p Profile) Profile {
	p.Egress = EgressSettings{Mode: EgressOpen}
	return p
}

// Tightened returns the profile in which nothing outside is reachable.
func (EgressSettings) Tightened(p Profile) (Profile, bool) {
	p.Egress = EgressSettings{Mode: EgressNone}
	return p, true
}

func (EgressSettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: Egress}, &p.Egress
	if !slices.Contains(EgressModes(), s.Mode) {
		c.add("egress", fmt.Sprintf("no mode %q", s.Mode), "known are none, dns, proxy, allow, open")
	}
	if (s.Mode == EgressProxy) != (s.Proxy != "") {
		c.add("egress.proxy", "a proxy and the mode proxy go together", "give both or neither")
	}
	if s.Proxy != "" && !isHostPort(s.Proxy) {
		c.add("egress.proxy", fmt.Sprintf("%q is not an address", s.Proxy), "give host:port")
	}
	if len(s.Allow) > 0 && s.Mode != EgressProxy && s.Mode != EgressAllow {
		c.add("egress.allow", fmt.Sprintf("the mode %s reads no list", s.Mode),
			"leave it out, or use proxy or allow")
	}
	for i, host := range s.Allow {
		if host == "" || len(host) > 253 || strings.ContainsAny(host, "/: \x00\n") {
			c.add(fmt.Sprintf("egress.allow[%d]", i), fmt.Sprintf("%q is not a host name", host),
				"give a name such as pypi.org")
		}
	}
	return c.problems
}

func isHostPort(s string) bool {
	host, port, ok := strings.Cut(s, ":")
	n, err := strconv.ParseUint(port, 10, 16)
	return ok && host != "" && err == nil && n > 0 && !strings.ContainsAny(host, "/ \x00\n")
}

func (EgressSettings) describe() Description {
	return Description{
		Primitive: Egress,
		Doc:       "What of the outside a session reaches.",
		Rules: []Rule{
			{"no-route", []Errno{ENETUNREACH}, "there is no route to the address"},
			{"no-dns", []Errno{EAGAIN}, "no name server answers: EAI_AGAIN of getaddrinfo(3)"},
			{"name-denied", []Errno{ENOENT}, "the name server knows no such name (NXDOMAIN): EAI_NONAME"},
			{"dropped", []Errno{ETIMEDOUT}, "packets to the address are dropped; the connection times out"},
			{"proxy-denied", nil, "the proxy answers 403 for this host"},
			{"index-unreachable", nil, "the package index is not reachable under this policy"},
		},
		Faults: []Fault{
			{
				Name: "pip-refusal-unnamed", Primitive: Egress, Layer: LayerSandbox,
				Doc: "A package install that the policy refuses says that no such distribution exists " +
					"and does not name the network: the agent tries other names and versions.",
			},
		},
		Observables: []Observable{
			{
				Rule: "no-route", Errno: ENETUNREACH, Exit: 7, Shell: "curl: (7) Failed to connect",
				Python: "OSError: [Errno 101] Network is unreachable",
			},
			{
				Rule: "no-dns", Errno: EAGAIN, Exit: 6, Shell: "curl: (6) Could not resolve host",
				Python: "socket.gaierror: [Errno -3] Temporary failure in name resolution",
			},
			{
				Rule: "name-denied", Errno: ENOENT, Exit: 6, Shell: "curl: (6) Could not resolve host",
				Python: "socket.gaierror: [Errno -2] Name or service not known",
			},
			{
				Rule: "dropped", Errno: ETIMEDOUT, Exit: 28, Shell: "curl: (28) Connection timed out",
				Python: "TimeoutError: timed out",
			},
			{
				Rule: "proxy-denied", Exit: 56, Shell: "curl: (56) CONNECT tunnel failed, response 403",
				Python: "URLError: <urlopen error Tunnel connection failed: 403 Forbidden>",
			},
			{Rule: "index-unreachable", Exit: 1, Shell: "ERROR: No matching distribution found for"},
		},
	}
}
