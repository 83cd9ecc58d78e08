//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/network"
)

// world is the emulated internet in a sandbox's network namespace: its hosts' addresses are the loopback's,
// and init answers there with the emulator's own services and by its own policy.
type world struct {
	policy *network.Policy
	lacks  func(string) // takes what of the real internet the world does not have
	room   chan struct{}
}

// maxConnections bounds what guests may have open at a time.
const maxConnections = 512

// nameServer is where resolv.conf says that names are answered.
func nameServer() netip.Addr { return netip.AddrFrom4([4]byte{192, 0, 2, 53}) }

// startNetwork makes the network of a profile.
func startNetwork(p *primitives.Profile, lacks func(string)) error {
	e := &p.Egress
	l, err := openLinks()
	if err != nil {
		return err
	}
	defer l.close()
	if err := l.up("lo"); err != nil {
		return err
	}
	index, hides := p.HasFault(faultHiddenIndex)
	if e.Mode == primitives.EgressNone && !hides {
		return nil
	}
	if hasDefaultRoute(e) {
		if _, err := l.hole(); err != nil {
			return err
		}
	}
	all := network.DefaultWorld()
	w := &world{
		policy: network.NewPolicy(*e, all), lacks: lacks, room: make(chan struct{}, maxConnections),
	}
	if hides {
		w.policy.HideIndex(index)
	}
	ends := w.ends(e, all)
	addrs := []netip.Addr{nameServer()}
	for _, end := range ends {
		if a := end.Addr(); !network.Local(a) && !slices.Contains(addrs, a) {
			addrs = append(addrs, a)
		}
	}
	for i, a := range addrs {
		if err := l.address(fmt.Sprintf("lo:%d", i+1), a); err != nil {
			return err
		}
	}
	return w.listen(ends)
}

// hasDefaultRoute reports whether packets to anywhere leave, be it to vanish. Else they are refused at once.
func hasDefaultRoute(e *primitives.EgressSettings) bool {
	return e.Mode != primitives.EgressNone && e.Mode != primitives.EgressProxy
}

// ends are the addresses at which a service is in reach.
func (w *world) ends(e *primitives.EgressSettings, all *network.World) []netip.AddrPort {
	var ends []netip.AddrPort
	add := func(to netip.AddrPort) {
		if w.policy.Dial(to).Service != nil && !slices.Contains(ends, to) {
			ends = append(ends, to)
		}
	}
	for _, h := range all.Hosts() {
		for _, s := range h.Services {
			add(netip.AddrPortFrom(h.Addr, s.Port))
		}
	}
	if e.Mode != primitives.EgressProxy {
		return ends
	}
	if to, err := netip.ParseAddrPort(e.Proxy); err == nil {
		add(to)
		return ends
	}
	name, port, err := net.SplitHostPort(e.Proxy)
	if err != nil {
		return ends
	}
	for _, a := range w.policy.Resolve(name).Addrs {
		if to, err := netip.ParseAddrPort(net.JoinHostPort(a.String(), port)); err == nil {
			add(to)
		}
	}
	return ends
}

// listen begins to serve.
func (w *world) listen(ends []netip.AddrPort) error {
	dns, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.AddrPortFrom(nameServer(), 53)))
	if err != nil {
		return fmt.Errorf("serve names: %w", err)
	}
	go w.names(dns)
	for _, end := range ends {
		l, err := net.ListenTCP("tcp4", net.TCPAddrFromAddrPort(end))
		if err != nil {
			return fmt.Errorf("serve %s: %w", end, err)
		}
		go w.accept(l, w.policy.Dial(end).Service)
	}
	return nil
}

func (w *world) accept(l *net.TCPListener, s network.Service) {
	for {
		c, err := l.Accept()
		if err != nil {
			time.Sleep(time.Millisecond) // out of descriptors; the listener lives as long as init
			continue
		}
		w.room <- struct{}{}
		go func() {
			defer func() { <-w.room }()
			w.serve(c, s.Accept())
		}()
	}
}

// serve hands a connection's bytes to a service and its answers back.
func (w *world) serve(c net.Conn, far network.Conn) {
	defer release(c)
	buf := make([]byte, pipeSize)
	for {
		n, err := c.Read(buf)
		if n > 0 {
			r := far.Receive(buf[:n])
			if r.Lacking != "" {
				w.lacks(r.Lacking)
			}
			if _, err := c.Write(r.Out); err != nil || r.Hangup {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// names answers for names by the policy, as a name server.
func (w *world) names(c *net.UDPConn) {
	buf := make([]byte, 4096)
	for {
		n, from, err := c.ReadFromUDPAddrPort(buf)
		if err != nil {
			time.Sleep(time.Millisecond)
			continue
		}
		if reply, err := w.resolve(buf[:n]); err == nil {
			_, _ = c.WriteToUDPAddrPort(reply, from) // datagrams may be lost
		}
	}
}

const nameTTL = 60 // seconds

// resolve answers one query.
func (w *world) resolve(query []byte) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil {
		return nil, err
	}
	if len(m.Questions) != 1 || m.Response {
		return nil, fmt.Errorf("%d questions", len(m.Questions))
	}
	q := m.Questions[0]
	a := w.policy.Resolve(q.Name.String()[:max(0, len(q.Name.String())-1)])
	if a.Lacking != "" {
		w.lacks(a.Lacking)
	}
	reply := dnsmessage.Message{
		Header: dnsmessage.Header{
			ID: m.ID, Response: true, RecursionDesired: m.RecursionDesired, RecursionAvailable: true,
		},
		Questions: m.Questions,
	}
	switch a.EAI {
	case 0:
	case network.EAINoname:
		reply.RCode = dnsmessage.RCodeNameError
	default:
		reply.RCode = dnsmessage.RCodeServerFailure
	}
	for _, addr := range a.Addrs {
		if q.Type != dnsmessage.TypeA || !addr.Is4() {
			continue // the world has no IPv6
		}
		reply.Answers = append(reply.Answers, dnsmessage.Resource{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: nameTTL},
			Body:   &dnsmessage.AResource{A: addr.As4()},
		})
	}
	return reply.Pack()
}
