package kernel

import (
	"net/netip"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/network"
)

// socketOf returns the socket of a descriptor.
func (p *Process) socketOf(fd int64) (*socket, *openFile, error) {
	f, err := p.fds.get(fd)
	if err != nil {
		return nil, nil, err
	}
	s, ok := f.stream.(*socket)
	switch {
	case f.flags&primitives.O_PATH != 0:
		return nil, nil, primitives.EBADF
	case !ok:
		return nil, nil, primitives.ENOTSOCK
	}
	return s, f, nil
}

// socketKind checks the arguments of socket and socketpair.
func socketKind(family, kind, protocol int64) error {
	const tcp, udp = 6, 17
	kind &^= sockNonblock | sockCloexec
	switch {
	case family != afUnix && family != afInet && family != afInet6:
		return primitives.EAFNOSUPPORT
	case kind == 3: // SOCK_RAW
		return primitives.EPERM
	case kind != sockStream && kind != sockDgram && (kind != sockSeqpacket || family != afUnix):
		return primitives.ESOCKTNOSUPPORT
	case protocol == 0 || family == afUnix && protocol == afUnix:
		return nil
	case family == afUnix || kind == sockStream && protocol != tcp || kind == sockDgram && protocol != udp:
		return primitives.EPROTONOSUPPORT
	}
	return nil
}

func sysSocket(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if err := socketKind(c.Args[0], c.Args[1], c.Args[2]); err != nil {
		return done(err)
	}
	flags := int(c.Args[1])
	s := k.newSocket(p, int(c.Args[0]), flags&^(sockNonblock|sockCloexec))
	return k.opened(p, s.file(flags), flags&sockCloexec != 0)
}

func sysSocketpair(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if err := socketKind(c.Args[0], c.Args[1], c.Args[2]); err != nil {
		return done(err)
	}
	if c.Args[0] != afUnix {
		return fail(primitives.EOPNOTSUPP)
	}
	flags := int(c.Args[1])
	kind := flags &^ (sockNonblock | sockCloexec)
	a, b := k.newSocket(p, afUnix, kind), k.newSocket(p, afUnix, kind)
	pair(a, b)
	fa, fb, err := k.installTwo(p, a.file(flags), b.file(flags), flags&sockCloexec != 0)
	if err != nil {
		return done(err)
	}
	return primitives.Result{Val: fa, Aux: fb}
}

func sysBind(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, _, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	a, err := parseAddress(c.In)
	switch {
	case err != nil:
		return done(err)
	case s.family == afUnix:
		return done(k.bindUnix(p, s, a))
	}
	return done(k.bindInet(p, s, a))
}

func sysListen(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	const somaxconn = 4096
	s, _, err := p.socketOf(c.Args[0])
	switch {
	case err != nil:
		return done(err)
	case s.kind == sockDgram:
		return fail(primitives.EOPNOTSUPP)
	case s.state == socketConnected || s.state == socketConnecting:
		return fail(primitives.EINVAL)
	case !s.bound && s.family == afUnix:
		return fail(primitives.EINVAL)
	case !s.bound:
		if err := k.autobind(p, s); err != nil {
			return done(err)
		}
	}
	s.state, s.most = socketListening, int(min(max(c.Args[1], 0), somaxconn))
	return value(0)
}

func sysAccept(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, f, err := p.socketOf(c.Args[0])
	switch {
	case err != nil:
		return done(err)
	case s.datagrams() && s.kind == sockDgram:
		return fail(primitives.EOPNOTSUPP)
	case s.state != socketListening:
		return fail(primitives.EINVAL)
	}
	if _, err := p.freeFd(0); err != nil {
		return done(err)
	}
	if len(s.backlog) == 0 {
		return k.orWait(p, f, 0, primitives.EAGAIN, transfer{})
	}
	end := s.backlog[0]
	s.backlog = s.backlog[1:]
	k.takes(-connectionBytes)
	k.wake(&s.queue)
	flags := int(c.Args[3])
	r := k.opened(p, end.file(flags), flags&sockCloexec != 0)
	if r.Errno != primitives.OK {
		return r
	}
	return answerAddress(c, end.remote, r.Val)
}

func sysConnect(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, f, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	if p.call.retry && s.family != afUnix {
		return connecting(p, s)
	}
	to, err := parseAddress(c.In)
	switch {
	case err != nil:
		return done(err)
	case s.state == socketListening:
		return fail(primitives.EINVAL)
	case s.state == socketConnecting:
		return fail(primitives.EALREADY)
	case s.state == socketConnected && s.kind != sockDgram:
		return fail(primitives.EISCONN)
	case s.family == afUnix:
		queue, err := k.connectUnix(p, s, to)
		if err == primitives.EAGAIN && !f.nonblock() { //nolint:errorlint // it answers that bare
			return p.wait(queue)
		}
		return done(err)
	}
	if err := k.connectInet(p, s, to); err != nil {
		return done(err)
	}
	if f.nonblock() && s.kind == sockStream {
		r := fail(primitives.EINPROGRESS)
		r.Cause, s.denied = s.denied, nil
		return r
	}
	return connecting(p, s)
}

// connecting is the answer to a connect that waits.
func connecting(p *Process, s *socket) primitives.Result {
	switch s.state {
	case socketConnecting:
		return p.wait(&s.queue)
	case socketConnected:
		return value(0)
	default:
		s.denied = nil
		return done(orError(s.takeError(), primitives.ECONNREFUSED))
	}
}

func sysShutdown(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, _, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	if c.Args[1] < 0 || c.Args[1] > 2 {
		return fail(primitives.EINVAL)
	}
	return done(s.shut(k, c.Args[1]))
}

func sysGetsockname(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, _, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	a := s.local
	if s.family != afUnix && !a.ip.IsValid() {
		a.ip = netip.AddrPortFrom(anyAddress(s.family), 0)
	}
	return answerAddress(c, a, 0)
}

func sysGetpeername(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, _, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	if s.state != socketConnected || s.dead {
		return fail(primitives.ENOTCONN)
	}
	return answerAddress(c, s.remote, 0)
}

// Flags of send(2) and recv(2).
const (
	msgPeek     = 0x2
	msgTrunc    = 0x20
	msgDontwait = 0x40
	msgNosignal = 0x4000
)

func sysSendto(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, f, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	t := transfer{nowait: c.Args[3]&msgDontwait != 0, silent: c.Args[3]&msgNosignal != 0}
	if c.Path2 == "" || s.kind == sockStream {
		return k.write(p, f, c.In, t)
	}
	to, err := parseAddress([]byte(c.Path2))
	if err != nil {
		return done(err)
	}
	if s.family == afUnix {
		l, err := k.findUnix(p, to)
		if err != nil {
			return done(err)
		}
		n, err := s.sendMessage(k, l, c.In)
		if err == primitives.EAGAIN && !t.nowait && !f.nonblock() { //nolint:errorlint // it answers that bare
			return p.wait(&l.queue)
		}
		return count(n, err)
	}
	return count(k.sendInet(p, s, c.In, to))
}

// sendInet sends one message of UDP to an address.
func (k *Kernel) sendInet(p *Process, s *socket, b []byte, to address) (int, error) {
	if to.family != s.family {
		return 0, primitives.EAFNOSUPPORT
	}
	if !s.bound {
		local := address{family: s.family, ip: netip.AddrPortFrom(loopback(s.family), 0)}
		if err := k.bindInet(p, s, local); err != nil {
			return 0, err
		}
	}
	if to.ip.Addr().IsUnspecified() {
		to.ip = netip.AddrPortFrom(loopback(s.family), to.ip.Port())
	}
	return k.sendDatagram(s, b, to)
}

func sysRecvfrom(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, f, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	got, err := s.receive(k, c.Out, c.Args[3]&msgPeek != 0)
	r := k.orWait(p, f, got.n, err, transfer{nowait: c.Args[3]&msgDontwait != 0})
	if r.Errno != primitives.OK || !s.datagrams() {
		return r
	}
	r.Aux = primitives.PackSender(got.from.ip, s.family == afInet6, got.size > got.n)
	if c.Args[3]&msgTrunc != 0 && got.size > got.n {
		r.Val, r.N = int64(got.size), got.n
	}
	return r
}

// sysGetaddrinfo stands for the resolver: numbers, /etc/hosts, then the name server.
func sysGetaddrinfo(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	a := k.resolve(p, c.Path, c.Args[0])
	if a.EAI != 0 {
		return primitives.Result{Val: int64(a.EAI), Errno: a.Errno, Cause: a.Cause}
	}
	n := 0
	for _, addr := range a.Addrs {
		if addr.Is4() && len(c.Out) >= 4*(n+1) {
			v4 := addr.As4()
			copy(c.Out[4*n:], v4[:])
			n++
		}
	}
	return primitives.Result{Val: int64(n), N: 4 * n}
}

// resolve answers for a name, of any family where that is 0.
func (k *Kernel) resolve(p *Process, name string, family int64) network.Answer {
	if addr, err := netip.ParseAddr(name); err == nil {
		return network.Answer{Addrs: []netip.Addr{addr.Unmap()}}
	}
	if addrs := k.hostsFile(p, name); len(addrs) > 0 {
		return network.Answer{Addrs: addrs}
	}
	if k.cfg.Profile.Processes.NetDeny {
		return withoutSockets(name, family)
	}
	a := k.network.policy.Resolve(name)
	if a.Lacking != "" {
		k.lacks(p, a.Lacking)
	}
	return a
}

// withoutSockets is what glibc's resolver answers where it cannot make a socket: for IPv4 alone there is no
// such name, for other families it is for now that there is none. Measured.
func withoutSockets(name string, family int64) network.Answer {
	a := network.Answer{EAI: network.EAIAgain, Errno: primitives.EAGAIN, Cause: &primitives.Cause{
		Primitive: primitives.Processes, Rule: "net-deny", Detail: name,
	}}
	if family == afInet {
		a.EAI, a.Errno = network.EAINoname, primitives.ENOENT
	}
	return a
}
