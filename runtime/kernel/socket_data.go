package kernel

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/network"
)

func (s *socket) read(k *Kernel, _ *openFile, b []byte) (int, error) {
	got, err := s.receive(k, b, false)
	return got.n, err
}

// received is what a socket gave: n bytes of the message of size bytes that came from an address.
type received struct {
	n, size int
	from    address
}

// receive takes bytes or a message; with peek it leaves them there.
func (s *socket) receive(k *Kernel, b []byte, peek bool) (got received, err error) {
	if s.datagrams() {
		return s.receiveMessage(k, b, peek)
	}
	switch {
	case s.state == socketIdle || s.state == socketListening:
		return got, orError(s.takeError(), primitives.ENOTCONN)
	case s.in.len() > 0 && peek:
		got.n, got.from = s.in.peek(b), s.remote
		return got, nil
	case s.in.len() > 0:
		got.n, got.from = s.in.take(b), s.remote
		k.memory.used -= int64(got.n)
		k.wake(&s.queue)
		return got, nil
	}
	if !s.fin {
		if err := s.takeError(); err != nil {
			return got, err
		}
	}
	if s.noRead || len(b) == 0 {
		return got, nil
	}
	return got, primitives.EAGAIN
}

func (s *socket) receiveMessage(k *Kernel, b []byte, peek bool) (got received, err error) {
	if len(s.messages) == 0 {
		switch err := s.takeError(); {
		case err != nil:
			return got, err
		case s.noRead:
			return got, nil
		case s.kind == sockSeqpacket && s.state != socketConnected:
			return got, primitives.ENOTCONN
		}
		return got, primitives.EAGAIN
	}
	m := s.messages[0]
	got = received{copy(b, m.data), len(m.data), m.from}
	if !peek {
		s.messages = s.messages[1:]
		k.memory.used -= int64(len(m.data))
		k.wake(&s.queue)
	}
	return got, nil
}

func orError(err error, otherwise primitives.Errno) error {
	if err != nil {
		return err
	}
	return otherwise
}

func (s *socket) write(k *Kernel, _ *openFile, b []byte) (int, error) {
	if s.family != afUnix || !s.noWrite { // of a local socket, the broken pipe is told first
		if err := s.takeError(); err != nil {
			return 0, err
		}
	}
	switch {
	case s.noWrite:
		return 0, primitives.EPIPE
	case len(b) == 0 && s.state == socketConnected && !s.datagrams():
		return 0, nil
	case s.state == socketConnecting:
		return 0, primitives.EAGAIN
	case s.state != socketConnected:
		if s.datagrams() && s.kind == sockDgram {
			return 0, primitives.EDESTADDRREQ
		}
		if s.family != afUnix && s.kind != sockDgram {
			return 0, orError(s.takeError(), primitives.EPIPE) // tcp_sendmsg, before it looks for a peer
		}
		return 0, primitives.ENOTCONN
	case s.far != nil:
		return s.sendFar(k, b)
	case s.peer == nil && s.kind == sockDgram:
		return k.sendDatagram(s, b, s.remote)
	case s.peer.gone:
		return s.writeGone(b)
	case s.family != afUnix && s.peer.noRead && s.peer.noWrite && len(b) > 0:
		s.peer.reset() // it closed both ways, and gets more
		k.wake(&s.peer.queue)
		return s.writeGone(b)
	case s.datagrams():
		return s.sendMessage(k, s.peer, b)
	}
	n := min(s.room(), len(b))
	if n <= 0 && len(b) > 0 {
		return 0, primitives.EAGAIN
	}
	if err := k.charge(nil, int64(n)); err != nil {
		return 0, err
	}
	s.peer.in.put(b[:n])
	k.wake(&s.peer.queue)
	return n, nil
}

// writeGone is a write to a peer that has closed. TCP learns of that by the answer to the first such
// write, tcp(7); a local socket knows.
func (s *socket) writeGone(b []byte) (int, error) {
	switch {
	case s.kind == sockDgram:
		return 0, primitives.ECONNREFUSED
	case s.family == afUnix:
		return 0, primitives.EPIPE
	}
	s.reset() // the answer
	return len(b), nil
}

// maxDatagram is the most that one message holds, bytes.
const maxDatagram = 65_507

// sendMessage gives to a message.
func (s *socket) sendMessage(k *Kernel, to *socket, b []byte) (int, error) {
	switch {
	case len(b) > maxDatagram && s.family != afUnix || len(b) > socketBuffer:
		return 0, primitives.EMSGSIZE
	case to.filled() >= socketBuffer && s.family == afUnix:
		return 0, primitives.EAGAIN
	case s.family != afUnix && to.filled()+to.weight(len(b)) > socketBuffer || to.noRead:
		return len(b), nil // UDP drops it
	}
	if err := k.charge(nil, int64(len(b))); err != nil {
		return 0, err
	}
	to.messages = append(to.messages, message{s.local, slices.Clone(b)})
	k.wake(&to.queue)
	return len(b), nil
}

// farPiece is how much a host of the world gets at once, bytes: many requests in one write are not answered
// all together.
const farPiece = 4096

// sendFar gives a host of the world bytes; its answers come after the round trip. A host whose answers nobody
// reads takes no more.
func (s *socket) sendFar(k *Kernel, b []byte) (n int, err error) {
	if s.room() <= 0 {
		return 0, primitives.EAGAIN
	}
	for {
		piece := b[n:min(n+farPiece, len(b))]
		if err := k.HostRoom(2*int64(len(piece))+connectionBytes, primitives.ENOMEM); err != nil {
			return 0, err
		}
		r := s.far.Receive(piece)
		n += len(piece)
		k.takes(int64(r.Held) - s.kept)
		s.kept = int64(r.Held)
		if r.Cause != nil {
			s.denied = r.Cause
		}
		if r.Lacking != "" {
			k.lacks(k.current, r.Lacking)
		}
		if len(r.Out) > 0 || r.Hangup {
			s.answerLater(k, &r)
		}
		if n == len(b) || s.room() <= 0 {
			return n, nil
		}
	}
}

// answerLater brings a reply after the round trip.
func (s *socket) answerLater(k *Kernel, r *network.Reply) {
	out, hangup, size := r.Out, r.Hangup, len(r.Out)+connectionBytes
	k.takes(int64(size))
	s.flying += size
	k.timers.add(after(k.clock.Now(), s.rtt), func() {
		k.takes(-int64(size))
		s.flying -= size
		if s.gone {
			return
		}
		k.memory.used += int64(len(out))
		s.in.put(out)
		s.noRead = s.noRead || hangup
		k.wake(&s.queue)
	})
}
