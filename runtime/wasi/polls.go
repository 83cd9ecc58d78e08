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
	g.PutU32(a.U32(3), events(out, subs, fds, wait, r.Val))
	return primitives.OK
}

func subscriptions(g *hostabi.Guest, b []byte) ([]subscription, primitives.Errno) {
	le := binary.LittleEndian
	list := make([]subscription, 0, len(b)/subscriptionSize)
	for ; len(b) > 0; b = b[subscriptionSize:] {
		s := subscription{userdata: le.Uint64(b), kind: b[8]}
		switch s.kind {
		case kindRead, kindWrite:
			// poll(2) passes over negative numbers: what is not open must be told of.
			const notOpen = 1 << 30
			if s.fd = descriptor(g, int64(int32(le.Uint32(b[16:])))); s.fd < 0 {
				s.fd = notOpen
			}
		case kindClock:
			s.until = int64(min(le.Uint64(b[24:]), math.MaxInt64))
			if le.Uint16(b[40:])&clockAbsolute != 0 {
				r := g.Do(g.Call(primitives.SysClockGettime, int64(le.Uint32(b[16:]))))
				if r.Errno != primitives.OK {
					return nil, r.Errno
				}
				s.until = max(s.until-r.Val, 0)
			}
		default:
			return nil, primitives.EINVAL
		}
		list = append(list, s)
	}
	return list, primitives.OK
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

// events writes what came to pass and returns how many. ready is how many descriptors are; if none
// is, the clocks that stand at wait have run out.
func events(out []byte, subs []subscription, fds []byte, wait, ready int64) (n uint32) {
	le := binary.LittleEndian
	for _, s := range subs {
		var got uint16
		if s.kind == kindClock {
			if ready > 0 || s.until > wait {
				continue
			}
		} else {
			got = le.Uint16(fds[6:])
			fds = fds[8:]
			if got == 0 {
				continue
			}
		}
		if len(out) < eventSize {
			return n // a fault
		}
		clear(out[:eventSize])
		le.PutUint64(out, s.userdata)
		out[10] = s.kind
		if s.kind != kindClock {
			if got&pollNval != 0 {
				le.PutUint16(out[8:], uint16(number(primitives.EBADF)))
			}
			if got&pollHup != 0 {
				le.PutUint16(out[24:], 1)
			}
		}
		out = out[eventSize:]
		n++
	}
	return n
}
