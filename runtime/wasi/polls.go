package wasi

import (
	"encoding/binary"
	"math"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// polls is poll_oneoff.
func polls() []function {
	return []function{{name: "poll_oneoff", params: "iiii", do: pollOneoff}}
}

// Layout of subscriptions and events, and the kinds of both.
const (
	subscriptionSize = 48
	eventSize        = 32
	maxSubscriptions = 4096

	kindClock = 0
	kindRead  = 1
	kindWrite = 2

	clockAbsolute = 1

	// forever is long beyond any run, and the clock can still be advanced by it.
	forever = int64(math.MaxInt64 / 4)
)

// Events of poll(2).
const (
	pollIn   = 1
	pollOut  = 4
	pollHup  = 16
	pollNval = 32
)

// subscription is one thing to wait for.
type subscription struct {
	userdata uint64
	kind     byte
	fd       int64 // kindRead, kindWrite
	until    int64 // kindClock: ns from now
	refused  bool  // the descriptor lacks the right to be waited for
}

// pollOneoff is (subscriptions, events, n, out): a poll(2) on the descriptors, until the first clock.
func pollOneoff(g *hostabi.Guest, a hostabi.Args) primitives.Errno {
	n := a.U32(2)
	if n == 0 || n > maxSubscriptions {
		return primitives.EINVAL
	}
	subs, e := subscriptions(g, g.Bytes(a.U32(0), n*subscriptionSize))
	if e != primitives.OK {
		return e
	}
	out := g.Bytes(a.U32(1), n*eventSize)
	g.Bytes(a.U32(3), 4) // a bad address must not cost the wait
	wait := forever
	var fds []byte
	for _, s := range subs {
		if s.kind == kindClock {
			wait = min(wait, s.until)
			continue
		}
		fds = append(fds, pollfd(s)...)
	}
	r := await(g, fds, wait)
	if r.Errno != primitives.OK {
		return r.Errno
	}
	if r.Val > 0 {
		wait = 0 // of the clocks those count that had run out before
	}
	g.PutU32(a.U32(3), events(g, out, subs, fds, wait))
	return primitives.OK
}

func subscriptions(g *hostabi.Guest, b []byte) ([]subscription, primitives.Errno) {
	le := binary.LittleEndian
	list := make([]subscription, 0, len(b)/subscriptionSize)
	for ; len(b) > 0; b = b[subscriptionSize:] {
		s := subscription{userdata: le.Uint64(b), kind: b[8]}
		switch s.kind {
		case kindRead, kindWrite:
			waitable(g, &s, int64(int32(le.Uint32(b[16:]))))
		case kindClock:
			e := s.clock(g, int64(le.Uint32(b[16:])), le.Uint64(b[24:]), le.Uint16(b[40:]))
			if e != primitives.OK {
				return nil, e
			}
		default:
			return nil, primitives.EINVAL
		}
		list = append(list, s)
	}
	return list, primitives.OK
}

// notOpen stands for a descriptor that the kernel has none for: poll(2) passes over negative numbers, and
// what is not open must be told of.
const notOpen = 1 << 30

func waitable(g *hostabi.Guest, s *subscription, fd int64) {
	need := uint64(rightPoll | rightRead)
	if s.kind == kindWrite {
		need = rightPoll | rightWrite
	}
	s.refused = g.Denied[fd][0]&need != 0
	if s.fd = descriptor(g, fd); s.fd < 0 || s.refused {
		s.fd = notOpen
	}
}

// clock takes a timeout. Only real and monotonic time can be waited for: the others stand still meanwhile.
func (s *subscription) clock(g *hostabi.Guest, id int64, timeout uint64, flags uint16) primitives.Errno {
	const monotonic = 1
	if id > monotonic || flags&^clockAbsolute != 0 {
		return primitives.EINVAL
	}
	s.until = int64(min(timeout, math.MaxInt64))
	if flags&clockAbsolute != 0 {
		r := g.Do(g.Call(primitives.SysClockGettime, id))
		if r.Errno != primitives.OK {
			return r.Errno
		}
		s.until = max(s.until-r.Val, 0)
	}
	return primitives.OK
}

func pollfd(s subscription) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(s.fd))
	if s.kind == kindRead {
		return binary.LittleEndian.AppendUint32(b, pollIn)
	}
	return binary.LittleEndian.AppendUint32(b, pollOut)
}

// await is poll(2), or a sleep where there is nothing to poll. A sleep goes on after a signal: a
// WASI libc and the Go runtime know no other end of one.
func await(g *hostabi.Guest, fds []byte, wait int64) primitives.Result {
	if len(fds) == 0 {
		for {
			r := g.Do(g.Call(primitives.SysNanosleep, wait))
			if r.Errno != primitives.EINTR {
				return r
			}
			wait = r.Aux
		}
	}
	c := g.Call(primitives.SysPoll, 0, int64(len(fds)/8), -1)
	if wait < forever {
		c.Args[2], c.Args[4] = 0, wait
	}
	c.In, c.Out = fds, fds
	return g.Do(c)
}

// events writes what came to pass and returns how many: of descriptors those that are ready, of clocks those
// that had run out at wait.
func events(g *hostabi.Guest, out []byte, subs []subscription, fds []byte, wait int64) (n uint32) {
	for _, s := range subs {
		var got uint16
		if s.kind != kindClock {
			got = binary.LittleEndian.Uint16(fds[6:])
			fds = fds[8:]
		}
		if s.kind == kindClock && s.until > wait || s.kind != kindClock && got == 0 {
			continue
		}
		if len(out) < eventSize {
			return n // a fault
		}
		s.event(g, out, got)
		out = out[eventSize:]
		n++
	}
	return n
}

// event writes what poll(2) got of one.
func (s *subscription) event(g *hostabi.Guest, out []byte, got uint16) {
	le := binary.LittleEndian
	clear(out[:eventSize])
	le.PutUint64(out, s.userdata)
	out[10] = s.kind
	switch {
	case s.kind == kindClock:
	case s.refused:
		le.PutUint16(out[8:], uint16(number(notCapable)))
	case got&pollNval != 0:
		le.PutUint16(out[8:], uint16(number(primitives.EBADF)))
	case s.kind == kindRead && g.Preopens != nil: // a prepared guest does not ask
		le.PutUint64(out[16:], waiting(g, s.fd))
	}
	if s.kind != kindClock && got&pollHup != 0 {
		le.PutUint16(out[24:], 1)
	}
}

// waiting is how many bytes can be read from a descriptor, where the kernel knows.
func waiting(g *hostabi.Guest, fd int64) uint64 {
	const fionread = 0x541b
	c := g.Call(primitives.SysIoctl, fd, fionread)
	c.Out = make([]byte, 4)
	if r := g.Do(c); r.Errno == primitives.OK && r.Aux > 0 {
		return uint64(r.Aux)
	}
	return 0
}
