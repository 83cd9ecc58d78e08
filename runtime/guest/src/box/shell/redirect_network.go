package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// services are the ports that /dev/tcp knows by name; without a name it is 0, as for getaddrinfo(3).
var services = map[string]int{
	"": 0, "http": 80, "https": 443, "ssh": 22, "smtp": 25, "domain": 53, "ftp": 21,
}

// openNetwork opens /dev/tcp/host/port and /dev/udp/host/port; special says that name is one of these.
func (sh *Shell) openNetwork(name string) (fd int, special bool, err error) {
	rest, tcp := strings.CutPrefix(name, "/dev/tcp/")
	if !tcp {
		var udp bool
		if rest, udp = strings.CutPrefix(name, "/dev/udp/"); !udp {
			return 0, false, nil
		}
		linux.Unsupported("bash /dev/udp")
	}
	host, port, ok := strings.Cut(rest, "/")
	if !ok {
		return 0, false, nil
	}
	fd, err = sh.connectTo(host, port)
	return fd, true, err
}

// connectTo connects to a host's addresses in turn. Like bash it says itself what failed, before the
// redirection says so; what getaddrinfo(3) refuses is EINVAL there.
func (sh *Shell) connectTo(host, port string) (int, error) {
	number, err := strconv.ParseUint(port, 10, 32)
	n := int(number)
	if err != nil {
		var known bool
		if n, known = services[strings.ToLower(port)]; !known {
			sh.warn(port + ": Servname not supported for ai_socktype")
			return 0, primitives.EINVAL
		}
	}
	addresses, eai := linux.Getaddrinfo(host)
	if eai != 0 {
		sh.warn(host + ": " + linux.GaiText(eai))
		return 0, primitives.EINVAL
	}
	what := "connect"
	for _, ip := range addresses {
		var fd int
		if fd, err = linux.Socket(linux.AfInet, linux.SockStream, 0); err != nil {
			what = "socket"
			continue
		}
		const ports = 1 << 16 // in_port_t: more are cut off
		if err = linux.Connect(fd, &linux.Addr{Family: linux.AfInet, IP: ip, Port: n % ports}); err == nil {
			_, _ = linux.Fcntl(fd, linux.FSetfd, linux.FdCloexec)
			return fd, nil
		}
		what = "connect"
		_ = linux.Close(fd)
	}
	sh.note(what + ": " + reason(err))
	return 0, err
}
