package kernel

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/network"
)

// socketState is how far a socket has come.
type socketState uint8

const (
	socketIdle socketState = iota
	socketListening
	socketConnecting
	socketConnected
)

// socket is the stream of one socket.
type socket struct {
	family, kind int
	state        socketState
	local        address
	remote       address
	bound        bool

	peer *socket      // the other end, of the session itself
	far  network.Conn // the other end, of the world
	rtt  int64        // to it, ns

	timer  *timer // of a connection that is being made
	flying int    // bytes of answers that are on their way
	kept   int64  // what the far end keeps of what it was sent, bytes of the host

	in       buffer    // what a stream has received
	messages []message // what a datagram socket has received
	noRead   bool      // nothing more will come: RCV_SHUTDOWN
	noWrite  bool      // nothing more may go: SEND_SHUTDOWN
	gone     bool      // closed
	fin      bool      // the other end of a connection of TCP has sent all
	dead     bool      // a connection of TCP that is over

	backlog []*socket // connections that nobody has accepted
	most    int       // of them

	err     primitives.Errno  // SO_ERROR
	cause   *primitives.Cause // of err
	denied  *primitives.Cause // of an answer by a policy: goes with the next result
	options []socketOption
	queue   waitQueue

	cred primitives.Cred // of the maker: SO_PEERCRED
	pid  int32
	attr primitives.Stat
	name string
}

type message struct {
	from address
	data []byte
}

type socketOption struct {
	level, name int64
	value       int32
}

// socketBuffer is how many bytes a stream holds for its reader, net.core.rmem_default.
const socketBuffer = 212_992

// sockets are the session's network: who is bound where.
type sockets struct {
	bound     []*socket // in the order of binding
	ephemeral uint16    // the last port that was given away
	policy    *network.Policy
}

// The ports that a socket gets that asked for none, ip(7).
const (
	firstEphemeral = 32768
	lastEphemeral  = 60999
)

func (k *Kernel) newSocket(p *Process, family, kind int) *socket {
	k.serial++
	now := k.clock.Now()
	return &socket{
		family: family, kind: kind, local: address{family: family}, remote: address{family: family},
		cred: p.cred, pid: p.pid, name: "socket:[" + strconv.FormatUint(k.serial, 10) + "]",
		attr: primitives.Stat{
			Mode: primitives.S_IFSOCK | 0o777, UID: p.cred.UID, GID: p.cred.GID, Ino: k.serial,
			Nlink: 1, Blksize: pipeBuf, Atime: now, Mtime: now, Ctime: now,
		},
	}
}

// Attr implements vfs.Node.
func (s *socket) Attr() primitives.Stat { return s.attr }

// Keep implements vfs.Keeper.
func (s *socket) Keep(a primitives.Stat) { s.attr = a }

// file returns the open file of a socket; flags are those of socket(2).
func (s *socket) file(flags int) *openFile {
	return &openFile{flags: primitives.O_RDWR | flags&sockNonblock, stream: s, node: s, name: s.name, refs: 1}
}

// datagrams reports whether the socket keeps messages apart.
func (s *socket) datagrams() bool { return s.kind != sockStream }

// pair connects two sockets.
func pair(a, b *socket) {
	a.peer, b.peer = b, a
	a.state, b.state = socketConnected, socketConnected
	a.remote, b.remote = b.local, a.local
}

// takeError returns the socket's error once, with its cause.
func (s *socket) takeError() error {
	e, c := s.err, s.cause
	s.err, s.cause = primitives.OK, nil
	switch {
	case e == primitives.OK:
		return nil
	case c != nil:
		return &primitives.Denied{Errno: e, Cause: *c}
	}
	return e
}

func (s *socket) poll(*Kernel, *openFile) (events int16, queues []*waitQueue) {
	queues = []*waitQueue{&s.queue}
	if s.err != primitives.OK {
		events |= pollErr | pollIn | pollOut
	}
	switch {
	case s.state == socketListening:
		if len(s.backlog) > 0 {
			events |= pollIn
		}
		return events, queues
	case s.state == socketConnecting:
		return events, queues
	case s.state == socketIdle && !s.datagrams():
		return events | pollOut | pollHup, queues
	}
	if s.in.len() > 0 || len(s.messages) > 0 || s.noRead {
		events |= pollIn
	}
	if s.noRead {
		events |= pollRdhup
		if s.noWrite {
			events |= pollHup
		}
	}
	if s.writable() || s.noWrite && s.family != afUnix {
		events |= pollOut
	}
	if s.peer != nil {
		queues = append(queues, &s.peer.queue)
	}
	return events, queues
}

// room returns how many bytes the other end would take.
func (s *socket) room() int {
	switch {
	case s.far != nil:
		return socketBuffer - s.in.len() - s.flying
	case s.peer == nil || s.peer.gone:
		return socketBuffer
	}
	return socketBuffer - s.peer.filled()
}

// writable reports whether poll calls the socket so: a local one when three quarters of the room are
// free (net/unix/af_unix.c, unix_writable), a stream of TCP when a third is.
func (s *socket) writable() bool {
	part := 3 * s.room()
	if s.family == afUnix {
		return part >= 9*socketBuffer/4
	}
	return part >= socketBuffer
}

// held is how many bytes the socket keeps for its reader.
func (s *socket) held() int {
	n := s.in.len()
	for i := range s.messages {
		n += len(s.messages[i].data)
	}
	return n
}

// filled is how much of the socket's buffer is taken.
func (s *socket) filled() int {
	n := s.in.len()
	for i := range s.messages {
		n += s.weight(len(s.messages[i].data))
	}
	return n
}

// weight is what a message of n bytes counts for in a socket's buffer: its sk_buff, and data in powers of two
// (net/core/skbuff.c; measured on Linux 6: 278 empty messages fill a local socket, 256 one of UDP).
func (s *socket) weight(n int) int {
	const head, shared, smallest = 256, 320, 832
	w := head + 1<<bits.Len(uint(n+shared-1))
	if s.family != afUnix {
		w = max(w, smallest)
	}
	return w
}

func (s *socket) pending() int {
	if len(s.messages) > 0 {
		return len(s.messages[0].data)
	}
	return s.in.len()
}

func (s *socket) close(k *Kernel, _ *openFile) {
	s.gone = true
	if i := slices.Index(k.network.bound, s); i >= 0 {
		k.network.bound = slices.Delete(k.network.bound, i, i+1)
	}
	for _, waiting := range s.backlog {
		waiting.hangUp(k, true)
		k.memory.used -= int64(waiting.held())
		k.takes(-connectionBytes)
	}
	if s.timer != nil {
		k.timers.remove(s.timer)
	}
	k.takes(-s.kept)
	s.kept = 0
	s.hangUp(k, s.held() > 0)
	if s.peer != nil && s.family == afUnix && s.kind != sockDgram {
		s.peer.noWrite = true
	}
	k.memory.used -= int64(s.held())
	s.in, s.messages, s.backlog = buffer{}, nil, nil
	k.wake(&s.queue)
}

// hangUp tells the other end that nothing more will come; with reset, that bytes were lost.
func (s *socket) hangUp(k *Kernel, reset bool) {
	p := s.peer
	s.dead = s.dead || s.fin // both have sent all
	if p == nil || p.gone || s.datagrams() && s.kind != sockSeqpacket {
		return
	}
	switch {
	case reset && p.family != afUnix:
		p.reset()
	case reset:
		p.noRead, p.err = true, primitives.ECONNRESET
	case p.family != afUnix:
		p.noRead, p.fin = true, true
		p.dead = p.dead || p.noWrite
	default:
		p.noRead = true
	}
	k.wake(&p.queue)
}

// reset ends a connection of TCP as an RST segment does (net/ipv4/tcp_input.c, tcp_reset).
func (s *socket) reset() {
	s.err = primitives.ECONNRESET
	if s.fin {
		s.err = primitives.EPIPE
	}
	s.noRead, s.noWrite, s.dead = true, true, true
}

// shut ends one or both directions, shutdown(2).
func (s *socket) shut(k *Kernel, how int64) error {
	if s.state != socketConnected || s.dead {
		return primitives.ENOTCONN
	}
	if how != 1 { // SHUT_RD, SHUT_RDWR
		s.noRead = true
		if s.peer != nil && s.family == afUnix {
			s.peer.noWrite = true
		}
	}
	if how != 0 { // SHUT_WR, SHUT_RDWR
		s.noWrite = true
		s.hangUp(k, false)
	}
	k.wake(&s.queue)
	if s.peer != nil {
		k.wake(&s.peer.queue)
	}
	return nil
}
