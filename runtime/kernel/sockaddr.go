package kernel

import (
	"encoding/binary"
	"net/netip"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Address families and socket types, socket(2).
const (
	afUnix  = 1
	afInet  = 2
	afInet6 = 10

	sockStream    = 1
	sockDgram     = 2
	sockSeqpacket = 5
	sockNonblock  = primitives.O_NONBLOCK
	sockCloexec   = primitives.O_CLOEXEC
)

// Sizes of struct sockaddr_in, _in6 and _un.
const (
	inetSize  = 16
	inet6Size = 28
	unixSize  = 110
)

// address is where a socket is.
type address struct {
	family int
	ip     netip.AddrPort // afInet, afInet6
	path   string         // afUnix; begins with a NUL if it is abstract; "" = no name
}

// parseAddress reads a struct sockaddr.
func parseAddress(b []byte) (address, error) {
	if len(b) < 2 {
		return address{}, primitives.EINVAL
	}
	a := address{family: int(binary.LittleEndian.Uint16(b))}
	switch a.family {
	case afUnix:
		if len(b) > unixSize {
			return a, primitives.EINVAL
		}
		a.path = string(b[2:])
		if a.path != "" && a.path[0] != 0 {
			a.path, _, _ = strings.Cut(a.path, "\x00")
		}
	case afInet:
		if len(b) < inetSize {
			return a, primitives.EINVAL
		}
		a.ip = netip.AddrPortFrom(netip.AddrFrom4([4]byte(b[4:8])), binary.BigEndian.Uint16(b[2:]))
	case afInet6:
		if len(b) < inet6Size {
			return a, primitives.EINVAL
		}
		a.ip = netip.AddrPortFrom(netip.AddrFrom16([16]byte(b[8:24])), binary.BigEndian.Uint16(b[2:]))
	default:
		return a, primitives.EAFNOSUPPORT
	}
	return a, nil
}

// encode returns the struct sockaddr.
func (a *address) encode() []byte {
	b := make([]byte, 2, unixSize)
	binary.LittleEndian.PutUint16(b, uint16(a.family))
	switch a.family {
	case afUnix:
		b = append(b, a.path...)
		if a.path != "" && a.path[0] != 0 {
			b = append(b, 0)
		}
	case afInet:
		v4 := [4]byte{}
		if ip := a.ip.Addr().Unmap(); ip.Is4() {
			v4 = ip.As4()
		}
		b = binary.BigEndian.AppendUint16(b, a.ip.Port())
		b = append(append(b, v4[:]...), make([]byte, 8)...)
	case afInet6:
		v6 := [16]byte{}
		if a.ip.Addr().IsValid() {
			v6 = a.ip.Addr().As16()
		}
		b = binary.BigEndian.AppendUint16(b, a.ip.Port())
		b = append(append(append(b, 0, 0, 0, 0), v6[:]...), 0, 0, 0, 0)
	}
	return b
}

// answerAddress gives a caller an address: as much of it as there is room for, and its whole length.
func answerAddress(c *primitives.Call, a address, val int64) primitives.Result {
	b := a.encode()
	return primitives.Result{Val: val, N: min(len(b), copy(c.Out, b))}
}

// anyAddress is the unspecified address of a family.
func anyAddress(family int) netip.Addr {
	if family == afInet6 {
		return netip.IPv6Unspecified()
	}
	return netip.IPv4Unspecified()
}

// loopback is the address that a connection to the unspecified one goes to.
func loopback(family int) netip.Addr {
	if family == afInet6 {
		return netip.IPv6Loopback()
	}
	return netip.AddrFrom4([4]byte{127, 0, 0, 1})
}
