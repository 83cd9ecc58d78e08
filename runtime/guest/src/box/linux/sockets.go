package linux

import (
	"encoding/binary"
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
)

// Addr is a socket address: struct sockaddr_in for AfInet, sockaddr_un for AfUnix.
type Addr struct {
	Family int
	IP     [4]byte
	Port   int
	Path   string
}

func (a *Addr) encode() []byte {
	b := binary.LittleEndian.AppendUint16(nil, uint16(a.Family))
	if a.Family == AfUnix {
		return append(append(b, a.Path...), 0)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(a.Port))
	b = append(b, a.IP[:]...)
	return append(b, make([]byte, 8)...)
}

func decodeAddr(b []byte) Addr {
	if len(b) < 2 {
		return Addr{}
	}
	a := Addr{Family: int(binary.LittleEndian.Uint16(b))}
	switch {
	case a.Family == AfInet && len(b) >= 8:
		a.Port = int(binary.BigEndian.Uint16(b[2:]))
		copy(a.IP[:], b[4:8])
	case a.Family == AfUnix:
		for _, c := range b[2:] {
			if c == 0 {
				break
			}
			a.Path += string([]byte{c})
		}
	}
	return a
}

// Socket is socket(2).
func Socket(domain, kind, protocol int) (int, error) {
	return result(sysSocket(int32(domain), int32(kind), int32(protocol)))
}

// Socketpair is socketpair(2).
func Socketpair(domain, kind, protocol int) (a, b int, err error) {
	var fds [2]int32
	err = failure(sysSocketpair(int32(domain), int32(kind), int32(protocol), unsafe.Pointer(&fds)))
	return int(fds[0]), int(fds[1]), err
}

// Connect is connect(2).
func Connect(fd int, a *Addr) error {
	p, n := pointer(a.encode())
	return failure(sysConnect(int32(fd), p, n))
}

// Bind is bind(2).
func Bind(fd int, a *Addr) error {
	p, n := pointer(a.encode())
	return failure(sysBind(int32(fd), p, n))
}

// Listen is listen(2).
func Listen(fd, backlog int) error { return failure(sysListen(int32(fd), int32(backlog))) }

const addrSize = 110 // struct sockaddr_un

// Accept is accept4(2).
func Accept(fd, flags int) (int, Addr, error) {
	var b [addrSize]byte
	n := uint32(len(b))
	got, err := result(sysAccept4(int32(fd), unsafe.Pointer(&b), unsafe.Pointer(&n), int32(flags)))
	return got, decodeAddr(b[:min(n, addrSize)]), err
}

// Getsockname is getsockname(2).
func Getsockname(fd int) (Addr, error) {
	var b [addrSize]byte
	n := uint32(len(b))
	err := failure(sysGetsockname(int32(fd), unsafe.Pointer(&b), unsafe.Pointer(&n)))
	return decodeAddr(b[:min(n, addrSize)]), err
}

// Getpeername is getpeername(2).
func Getpeername(fd int) (Addr, error) {
	var b [addrSize]byte
	n := uint32(len(b))
	err := failure(sysGetpeername(int32(fd), unsafe.Pointer(&b), unsafe.Pointer(&n)))
	return decodeAddr(b[:min(n, addrSize)]), err
}

// Shutdown is shutdown(2).
func Shutdown(fd, how int) error { return failure(sysShutdown(int32(fd), int32(how))) }

// Send is sendto(2); to is nil on a connected socket.
func Send(fd int, b []byte, flags int, to *Addr) (int, error) {
	var addr []byte
	if to != nil {
		addr = to.encode()
	}
	p, n := pointer(b)
	q, m := pointer(addr)
	return result(sysSendto(int32(fd), p, n, int32(flags), q, m))
}

// Recv is recv(2).
func Recv(fd int, b []byte, flags int) (int, error) {
	p, n := pointer(b)
	return result(sysRecvfrom(int32(fd), p, n, int32(flags)))
}

// Setsockopt is setsockopt(2) for options that are an int.
func Setsockopt(fd, level, name, value int) error {
	v := int32(value)
	return failure(sysSetsockopt(int32(fd), int32(level), int32(name), unsafe.Pointer(&v), 4))
}

// Getsockopt is getsockopt(2) for options that are an int.
func Getsockopt(fd, level, name int) (int, error) {
	var v int32
	err := failure(sysGetsockopt(int32(fd), int32(level), int32(name), unsafe.Pointer(&v), 4))
	return int(v), err
}

// Getaddrinfo resolves a host name to IPv4 addresses; eai is 0 or an EAI_* number.
func Getaddrinfo(name string) (addrs [][4]byte, eai int) {
	var b [16 * 4]byte
	n := sysGetaddrinfo(name, unsafe.Pointer(&b), uint32(len(b)))
	if n < 0 {
		return nil, int(n)
	}
	for i := range min(int(n), len(b)/4) {
		addrs = append(addrs, [4]byte(b[4*i:]))
	}
	return addrs, 0
}

// GaiText is gai_strerror(3).
func GaiText(eai int) string {
	switch eai {
	case EaiNoname:
		return "Name or service not known"
	case EaiAgain:
		return "Temporary failure in name resolution"
	case EaiFail:
		return "Non-recoverable failure in name resolution"
	case EaiFamily:
		return "ai_family not supported"
	case EaiSystem:
		return "System error"
	}
	return "Unknown error"
}

// ConnectHost resolves a name and connects to the first address that answers.
func ConnectHost(name string, port int) (fd, eai int, err error) {
	addrs, eai := Getaddrinfo(name)
	if eai != 0 {
		return -1, eai, primitives.EHOSTUNREACH
	}
	err = primitives.EHOSTUNREACH
	for _, ip := range addrs {
		if fd, err = Socket(AfInet, SockStream, 0); err != nil {
			return -1, 0, err
		}
		if err = Connect(fd, &Addr{Family: AfInet, IP: ip, Port: port}); err == nil {
			return fd, 0, nil
		}
		_ = Close(fd)
	}
	return -1, 0, err
}
