//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"net/netip"
	"unsafe"

	"golang.org/x/sys/unix"
)

// links sets up the network devices of a sandbox, netdevice(7).
type links struct{ fd int }

func openLinks() (links, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return links{}, fmt.Errorf("set up the network: %w", err)
	}
	return links{fd}, nil
}

func (l links) close() { releaseFD(l.fd) }

func (l links) up(name string) error {
	r, err := unix.NewIfreq(name)
	if err != nil {
		return err
	}
	r.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(l.fd, unix.SIOCSIFFLAGS, r); err != nil {
		return fmt.Errorf("switch %s on: %w", name, err)
	}
	return nil
}

// address gives a device, or one of its aliases, an IPv4 address without a network around it.
func (l links) address(name string, a netip.Addr) error {
	r, err := unix.NewIfreq(name)
	if err != nil {
		return err
	}
	for _, set := range []struct {
		request uint
		value   netip.Addr
	}{{unix.SIOCSIFADDR, a}, {unix.SIOCSIFNETMASK, netip.AddrFrom4([4]byte{255, 255, 255, 255})}} {
		b := set.value.As4()
		if err := r.SetInet4Addr(b[:]); err != nil {
			return err
		}
		if err := unix.IoctlIfreq(l.fd, set.request, r); err != nil {
			return fmt.Errorf("give %s the address %s: %w", name, a, err)
		}
	}
	return nil
}

const (
	holeName = "eth0"
	tunFile  = "/dev/net/tun"
)

// hole makes the device through which the default route leads: nobody reads what is sent there, so packets
// vanish as in a network that drops them. It lives as long as the descriptor that is returned.
func (l links) hole() (fd int, err error) {
	fd, err = unix.Open(tunFile, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("open %s: %w", tunFile, err)
	}
	r, err := unix.NewIfreq(holeName)
	if err == nil {
		r.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
		err = unix.IoctlIfreq(fd, unix.TUNSETIFF, r)
	}
	if err == nil {
		err = l.address(holeName, netip.AddrFrom4([4]byte{192, 0, 2, 2}))
	}
	if err == nil {
		err = l.up(holeName)
	}
	if err == nil {
		err = l.route(holeName)
	}
	if err != nil {
		releaseFD(fd)
		return -1, fmt.Errorf("make a route to nowhere: %w", err)
	}
	return fd, nil
}

// rtentry is the structure of SIOCADDRT, route(8).
type rtentry struct {
	_                  uint64
	dst, gateway, mask unix.RawSockaddrInet4
	flags              uint16
	_                  int16
	_                  uint64
	_                  uintptr
	metric             int16
	device             *byte
	_, _               uint64
	_                  uint16
}

// route leads all that has no other route to a device.
func (l links) route(name string) error {
	device, err := unix.BytePtrFromString(name)
	if err != nil {
		return err
	}
	any4 := unix.RawSockaddrInet4{Family: unix.AF_INET}
	e := rtentry{dst: any4, gateway: any4, mask: any4, flags: unix.RTF_UP, device: device}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(l.fd), unix.SIOCADDRT, uintptr(unsafe.Pointer(&e)))
	if errno != 0 {
		return fmt.Errorf("add a route: %w", errno)
	}
	return nil
}
