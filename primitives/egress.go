package primitives

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
