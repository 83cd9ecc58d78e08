//go:build !wasip1

package linux

import (
	"errors"
	"net"
	"unsafe"

	"golang.org/x/sys/unix"
)

func sysSocket(domain, kind, protocol int32) int32 {
	return value(unix.Socket(int(domain), int(kind), int(protocol)))
}

func sysSocketpair(domain, kind, protocol int32, fds unsafe.Pointer) int32 {
	return raw(unix.SYS_SOCKETPAIR, uintptr(domain), uintptr(kind), uintptr(protocol), uintptr(fds))
}

func sysConnect(fd int32, addr unsafe.Pointer, n uint32) int32 {
	return raw(unix.SYS_CONNECT, uintptr(fd), uintptr(addr), uintptr(n))
}

func sysBind(fd int32, addr unsafe.Pointer, n uint32) int32 {
	return raw(unix.SYS_BIND, uintptr(fd), uintptr(addr), uintptr(n))
}

func sysListen(fd, backlog int32) int32 { return code(unix.Listen(int(fd), int(backlog))) }

func sysAccept4(fd int32, addr, n unsafe.Pointer, flags int32) int32 {
	return raw(unix.SYS_ACCEPT4, uintptr(fd), uintptr(addr), uintptr(n), uintptr(flags))
}

func sysGetsockname(fd int32, addr, n unsafe.Pointer) int32 {
	return raw(unix.SYS_GETSOCKNAME, uintptr(fd), uintptr(addr), uintptr(n))
}

func sysGetpeername(fd int32, addr, n unsafe.Pointer) int32 {
	return raw(unix.SYS_GETPEERNAME, uintptr(fd), uintptr(addr), uintptr(n))
}

func sysShutdown(fd, how int32) int32 { return code(unix.Shutdown(int(fd), int(how))) }

func sysSendto(fd int32, buf unsafe.Pointer, n uint32, flags int32, addr unsafe.Pointer, size uint32) int32 {
	return raw(unix.SYS_SENDTO, uintptr(fd), uintptr(buf), uintptr(n), uintptr(flags), uintptr(addr),
		uintptr(size))
}

func sysRecvfrom(fd int32, buf unsafe.Pointer, n uint32, flags int32) int32 {
	return raw(unix.SYS_RECVFROM, uintptr(fd), uintptr(buf), uintptr(n), uintptr(flags))
}

func sysSetsockopt(fd, level, name int32, buf unsafe.Pointer, n uint32) int32 {
	return raw(unix.SYS_SETSOCKOPT, uintptr(fd), uintptr(level), uintptr(name), uintptr(buf), uintptr(n))
}

func sysGetsockopt(fd, level, name int32, buf unsafe.Pointer, n uint32) int32 {
	return raw(unix.SYS_GETSOCKOPT, uintptr(fd), uintptr(level), uintptr(name), uintptr(buf),
		uintptr(unsafe.Pointer(&n)))
}

func sysGetaddrinfo(name string, buf unsafe.Pointer, n uint32) int32 {
	addrs, err := net.LookupIP(name)
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return EaiNoname
	}
	if err != nil {
		return EaiAgain
	}
	out := unsafe.Slice((*byte)(buf), n)
	count := int32(0)
	for _, a := range addrs {
		if ip := a.To4(); ip != nil && len(out) >= 4 {
			copy(out, ip)
			out = out[4:]
			count++
		}
	}
	return count
}
