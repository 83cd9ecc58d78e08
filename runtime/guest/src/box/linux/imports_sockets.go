//go:build wasip1

package linux

import "unsafe"

//go:wasmimport linux socket
//go:noescape
func sysSocket(domain, kind, protocol int32) int32

//go:wasmimport linux socketpair
//go:noescape
func sysSocketpair(domain, kind, protocol int32, fds unsafe.Pointer) int32

//go:wasmimport linux connect
//go:noescape
func sysConnect(fd int32, addr unsafe.Pointer, n uint32) int32

//go:wasmimport linux bind
//go:noescape
func sysBind(fd int32, addr unsafe.Pointer, n uint32) int32

//go:wasmimport linux listen
//go:noescape
func sysListen(fd, backlog int32) int32

//go:wasmimport linux accept4
//go:noescape
func sysAccept4(fd int32, addr, n unsafe.Pointer, flags int32) int32

//go:wasmimport linux getsockname
//go:noescape
func sysGetsockname(fd int32, addr, n unsafe.Pointer) int32

//go:wasmimport linux getpeername
//go:noescape
func sysGetpeername(fd int32, addr, n unsafe.Pointer) int32

//go:wasmimport linux shutdown
//go:noescape
func sysShutdown(fd, how int32) int32

//go:wasmimport linux sendto
//go:noescape
func sysSendto(fd int32, buf unsafe.Pointer, n uint32, flags int32, addr unsafe.Pointer, size uint32) int32

//go:wasmimport linux recvfrom
//go:noescape
func sysRecvfrom(fd int32, buf unsafe.Pointer, n uint32, flags int32) int32

//go:wasmimport linux setsockopt
//go:noescape
func sysSetsockopt(fd, level, name int32, buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux getsockopt
//go:noescape
func sysGetsockopt(fd, level, name int32, buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux getaddrinfo
//go:noescape
func sysGetaddrinfo(name string, buf unsafe.Pointer, n uint32) int32
