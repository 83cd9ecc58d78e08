package kernel

import (
	"encoding/binary"
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// Options of socket(7).
const (
	solSocket = 1

	soReuseaddr  = 2
	soType       = 3
	soError      = 4
	soSndbuf     = 7
	soRcvbuf     = 8
	soPeercred   = 17
	soRcvtimeo   = 20
	soSndtimeo   = 21
	soAcceptconn = 30
	soProtocol   = 38
	soDomain     = 39
)

func (s *socket) option(level, name int64) int32 {
	i := slices.IndexFunc(s.options, func(o socketOption) bool { return o.level == level && o.name == name })
	if i < 0 {
		return 0
	}
	return s.options[i].value
}

func sysSetsockopt(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, _, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	level, name := c.Args[1], c.Args[2]
	if level == solSocket && (name == soRcvtimeo || name == soSndtimeo) {
		if slices.ContainsFunc(c.In, func(b byte) bool { return b != 0 }) {
			k.lacks(p, "setsockopt SO_RCVTIMEO, SO_SNDTIMEO")
		}
		return value(0)
	}
	if len(c.In) < 4 {
		return fail(primitives.EINVAL)
	}
	o := socketOption{level, name, int32(binary.LittleEndian.Uint32(c.In))}
	if level == solSocket && (name == soSndbuf || name == soRcvbuf) {
		o.value *= 2 // room for bookkeeping, socket(7)
	}
	i := slices.IndexFunc(s.options, func(x socketOption) bool { return x.level == level && x.name == name })
	if i >= 0 {
		s.options[i] = o
	} else {
		s.options = append(s.options, o)
	}
	return value(0)
}

func sysGetsockopt(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	s, _, err := p.socketOf(c.Args[0])
	if err != nil {
		return done(err)
	}
	v, cause := s.option(c.Args[1], c.Args[2]), (*primitives.Cause)(nil)
	if c.Args[1] == solSocket {
		switch c.Args[2] {
		case soType:
			v = int32(s.kind)
		case soError:
			v, cause = int32(s.err), s.cause
			s.err, s.cause = primitives.OK, nil
		case soDomain:
			v = int32(s.family)
		case soAcceptconn:
			v = 0
			if s.state == socketListening {
				v = 1
			}
		case soSndbuf, soRcvbuf:
			if v == 0 {
				v = socketBuffer
			}
		case soPeercred:
			return s.peercred(c)
		case soProtocol:
			v = s.protocol()
		}
	}
	if len(c.Out) < 4 {
		return fail(primitives.EINVAL)
	}
	binary.LittleEndian.PutUint32(c.Out, uint32(v))
	return primitives.Result{N: 4, Cause: cause}
}

func (s *socket) protocol() int32 {
	const tcp, udp = 6, 17
	switch {
	case s.family == afUnix:
		return 0
	case s.kind == sockStream:
		return tcp
	default:
		return udp
	}
}

// peercred answers struct ucred of who made the other end.
func (s *socket) peercred(c *primitives.Call) primitives.Result {
	const size = 12
	if len(c.Out) < size {
		return fail(primitives.EINVAL)
	}
	pid, uid, gid := uint32(0), ^uint32(0), ^uint32(0)
	if s.peer != nil {
		pid, uid, gid = uint32(s.peer.pid), s.peer.cred.UID, s.peer.cred.GID
	}
	for i, v := range [...]uint32{pid, uid, gid} {
		binary.LittleEndian.PutUint32(c.Out[4*i:], v)
	}
	return primitives.Result{N: size}
}
