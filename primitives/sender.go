package primitives

import (
	"encoding/binary"
	"net/netip"
)

// What Aux of recvfrom's Result holds: the sender of a datagram as an IPv4 address in 32 bits and its port in
// 16 below them, and these bits. 0 is no sender, and a message that was read whole.
const (
	senderInet6    = 1 << 48 // an IPv6 socket received it: IPv4 addresses are mapped ones
	senderLoopback = 1 << 49 // from ::1, the only IPv6 address that a session has
	senderTrunc    = 1 << 50 // there was no room for all of the message
)

// PackSender is Aux of recvfrom's Result. Inet6 tells the family of the socket that received.
func PackSender(from netip.AddrPort, inet6, truncated bool) int64 {
	var aux int64
	if ip := from.Addr().Unmap(); ip.Is4() {
		v4 := ip.As4()
		aux = int64(binary.BigEndian.Uint32(v4[:]))<<16 | int64(from.Port())
	} else if ip.IsValid() {
		aux = senderLoopback | int64(from.Port())
	}
	if inet6 && aux != 0 {
		aux |= senderInet6
	}
	if truncated {
		aux |= senderTrunc
	}
	return aux
}

// UnpackSender is the reverse of PackSender: an invalid address if there is no sender, an IPv6 one if an IPv6
// socket received.
func UnpackSender(aux int64) (from netip.AddrPort, truncated bool) {
	truncated = aux&senderTrunc != 0
	if aux&^senderTrunc == 0 {
		return from, truncated
	}
	ip := netip.IPv6Loopback()
	if aux&senderLoopback == 0 {
		ip = netip.AddrFrom4([4]byte{byte(aux >> 40), byte(aux >> 32), byte(aux >> 24), byte(aux >> 16)})
		if aux&senderInet6 != 0 {
			ip = netip.AddrFrom16(ip.As16())
		}
	}
	return netip.AddrPortFrom(ip, uint16(aux)), truncated
}
