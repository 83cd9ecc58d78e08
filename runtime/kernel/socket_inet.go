package kernel

import (
	"net/netip"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/network"
)

// bindInet gives a socket an address of the session.
func (k *Kernel) bindInet(p *Process, s *socket, a address) error {
	const privilegedPorts = 1024
	switch {
	case a.family != s.family:
		return primitives.EAFNOSUPPORT
	case s.bound:
		return primitives.EINVAL
	case !network.Local(a.ip.Addr()):
		return primitives.EADDRNOTAVAIL
	case a.ip.Port() != 0 && a.ip.Port() < privilegedPorts && !p.privileged():
		return primitives.EACCES
	}
	port := a.ip.Port()
	if port == 0 {
		if port = k.freePort(s); port == 0 {
			return primitives.EADDRINUSE
		}
	} else if k.portTaken(s, a.ip) {
		return primitives.EADDRINUSE
	}
	s.local = address{family: s.family, ip: netip.AddrPortFrom(a.ip.Addr(), port)}
	s.bound = true
	k.network.bound = append(k.network.bound, s)
	return nil
}

// autobind gives a socket a free port on every address of the session.
func (k *Kernel) autobind(p *Process, s *socket) error {
	return k.bindInet(p, s, address{family: s.family, ip: netip.AddrPortFrom(anyAddress(s.family), 0)})
}

// portTaken reports whether another socket stands in the way of binding to an address. With SO_REUSEADDR on
// both only a listener does, socket(7).
func (k *Kernel) portTaken(s *socket, to netip.AddrPort) bool {
	reuse := s.option(solSocket, soReuseaddr) != 0
	return slices.ContainsFunc(k.network.bound, func(o *socket) bool {
		if o.family == afUnix || o.kind != s.kind || o.local.ip.Port() != to.Port() {
			return false
		}
		if !overlap(o.local.ip.Addr(), to.Addr()) {
			return false
		}
		return !reuse || o.option(solSocket, soReuseaddr) == 0 || o.state == socketListening
	})
}

// overlap reports whether two addresses of the session can mean the same.
func overlap(a, b netip.Addr) bool {
	return a.IsUnspecified() || b.IsUnspecified() || a.Unmap() == b.Unmap()
}

func (k *Kernel) freePort(s *socket) uint16 {
	n := &k.network
	for range lastEphemeral - firstEphemeral + 1 {
		n.ephemeral++
		if n.ephemeral < firstEphemeral || n.ephemeral > lastEphemeral {
			n.ephemeral = firstEphemeral
		}
		if !k.portTaken(s, netip.AddrPortFrom(anyAddress(s.family), n.ephemeral)) {
			return n.ephemeral
		}
	}
	return 0
}

// findInet returns who takes what is sent to an address of the session: a listener, or a datagram socket.
func (k *Kernel) findInet(kind int, to netip.AddrPort) *socket {
	var found *socket
	for _, s := range k.network.bound {
		if s.family == afUnix || s.kind != kind || s.local.ip.Port() != to.Port() {
			continue
		}
		if kind == sockStream && s.state != socketListening {
			continue
		}
		reaches := s.family == afInet6 || to.Addr().Unmap().Is4()
		switch {
		case s.local.ip.Addr().Unmap() == to.Addr().Unmap():
			return s
		case s.local.ip.Addr().IsUnspecified() && found == nil && reaches:
			found = s
		}
	}
	return found
}

// synTimeout is how long TCP tries before a connection times out: tcp_syn_retries of 6, tcp(7).
const synTimeout = 127 * nsSecond

// connectInet connects a TCP socket, or gives a UDP socket its partner.
func (k *Kernel) connectInet(p *Process, s *socket, to address) error {
	if to.family != s.family {
		return primitives.EAFNOSUPPORT
	}
	if to.ip.Addr().IsUnspecified() {
		to.ip = netip.AddrPortFrom(loopback(s.family), to.ip.Port())
	}
	if !s.bound {
		if err := k.autobind(p, s); err != nil {
			return err
		}
		s.local.ip = netip.AddrPortFrom(loopback(s.family), s.local.ip.Port())
	}
	s.remote = to
	if s.kind == sockDgram {
		if r := k.datagramRoute(to); r.Errno != primitives.OK {
			return routeError(r)
		}
		s.state = socketConnected
		return nil
	}
	if network.Local(to.ip.Addr()) {
		l := k.findInet(sockStream, to.ip)
		if r, ok := k.network.policy.Sidecar(to.ip); ok && l == nil {
			k.dial(s, r)
			return nil
		}
		k.connectLocal(s, l)
		return nil
	}
	r := k.network.policy.Dial(to.ip)
	if r.Service == nil && !r.Refused && !r.Dropped {
		return routeError(r)
	}
	k.dial(s, r)
	return nil
}

func routeError(r network.Route) error {
	if r.Cause != nil {
		return &primitives.Denied{Errno: r.Errno, Cause: *r.Cause}
	}
	return r.Errno
}

// dial begins a connection to the world, which is decided after a while.
func (k *Kernel) dial(s *socket, r network.Route) {
	s.state = socketConnecting
	s.denied = r.Cause
	wait := r.RTT
	if r.Dropped {
		wait = synTimeout
	}
	s.timer = k.timers.add(after(k.clock.Now(), wait), func() {
		switch {
		case s.gone || s.state != socketConnecting:
			return
		case r.Dropped:
			s.fail(r.Errno, r.Cause)
		case r.Refused:
			s.fail(primitives.ECONNREFUSED, nil)
		default:
			s.state, s.far, s.rtt = socketConnected, r.Service.Accept(), r.RTT
		}
		k.wake(&s.queue)
	})
}

func (s *socket) fail(e primitives.Errno, c *primitives.Cause) {
	s.state, s.err, s.cause = socketIdle, e, c
}

// connectLocal connects s to a listener of the session, nil if there is none. The connection stands
// before it is accepted.
func (k *Kernel) connectLocal(s, l *socket) {
	switch {
	case l == nil:
		s.fail(primitives.ECONNREFUSED, nil)
	case len(l.backlog) > l.most:
		s.state = socketConnecting
		k.knock(s, l, after(k.clock.Now(), synTimeout))
	default:
		k.establish(s, l)
	}
}

// knock tries again every second while the listener's queue is full, as TCP does.
func (k *Kernel) knock(s, l *socket, deadline int64) {
	s.timer = k.timers.add(after(k.clock.Now(), nsSecond), func() {
		switch {
		case s.gone || s.state != socketConnecting:
			return
		case l.gone || l.state != socketListening:
			s.fail(primitives.ECONNREFUSED, nil)
		case len(l.backlog) <= l.most:
			k.establish(s, l)
		case k.clock.Now() >= deadline:
			s.fail(primitives.ETIMEDOUT, nil)
		default:
			k.knock(s, l, deadline)
			return
		}
		k.wake(&s.queue)
	})
}

// establish makes a connection that the listener may accept.
func (k *Kernel) establish(s, l *socket) {
	end := &socket{family: l.family, kind: l.kind, cred: l.cred, pid: l.pid, attr: l.attr}
	k.serial++
	end.attr.Ino, end.name = k.serial, "socket:["+itoa(k.serial)+"]"
	end.local, end.options = s.remote, slices.Clone(l.options)
	end.local.family = l.family
	if l.family == afUnix {
		end.local = l.local
	}
	pair(s, end)
	l.backlog = append(l.backlog, end)
	k.takes(connectionBytes)
	k.wake(&l.queue)
}

// datagramRoute decides about datagrams to an address.
func (k *Kernel) datagramRoute(to address) network.Route {
	if network.Local(to.ip.Addr()) {
		return network.Route{}
	}
	return k.network.policy.Datagram(to.ip)
}

// sendDatagram sends one message of UDP.
func (k *Kernel) sendDatagram(s *socket, b []byte, to address) (int, error) {
	if len(b) > maxDatagram {
		return 0, primitives.EMSGSIZE
	}
	if !network.Local(to.ip.Addr()) {
		if r := k.network.policy.Datagram(to.ip); r.Errno != primitives.OK {
			return 0, routeError(r)
		}
		return len(b), nil
	}
	l := k.findInet(sockDgram, to.ip)
	if l == nil {
		if s.state == socketConnected {
			s.err = primitives.ECONNREFUSED // the ICMP answer, udp(7)
		}
		return len(b), nil
	}
	return s.sendMessage(k, l, b)
}
