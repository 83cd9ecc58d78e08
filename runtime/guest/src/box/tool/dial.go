package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const sockNonblock = 0x800

// dialError says where reaching a host failed.
type dialError struct {
	eai     int // EAI_* of the look-up
	errno   primitives.Errno
	timeout bool
}

func (e *dialError) Error() string {
	switch {
	case e.eai != 0:
		return linux.GaiText(e.eai)
	case e.timeout:
		return primitives.ETIMEDOUT.Text()
	}
	return e.errno.Text()
}

// parseIP reads a dotted IPv4 address.
func parseIP(host string) (ip [4]byte, ok bool) {
	parts := strings.Split(host, ".")
	if len(parts) != 4 {
		return ip, false
	}
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 8)
		if err != nil {
			return ip, false
		}
		ip[i] = byte(n)
	}
	return ip, true
}

func lookup(host string) ([][4]byte, *dialError) {
	if ip, ok := parseIP(host); ok {
		return [][4]byte{ip}, nil
	}
	list, eai := linux.Getaddrinfo(host)
	if eai == 0 && len(list) == 0 {
		eai = linux.EaiNoname
	}
	if eai != 0 {
		return nil, &dialError{eai: eai}
	}
	return list, nil
}

// dial connects to one address within ns nanoseconds, as clients that poll do.
func dial(ip [4]byte, port int, ns int64) (int, *dialError) {
	fd, err := linux.Socket(linux.AfInet, linux.SockStream|sockNonblock, 6)
	if err != nil {
		return -1, &dialError{errno: primitives.ErrnoOf(err)}
	}
	err = linux.Connect(fd, &linux.Addr{Family: linux.AfInet, IP: ip, Port: port})
	if is(err, primitives.EINPROGRESS) {
		if !waitFor(fd, linux.PollOut, ns) {
			_ = linux.Close(fd)
			return -1, &dialError{errno: primitives.ETIMEDOUT, timeout: true}
		}
		var code int
		if code, err = linux.Getsockopt(fd, linux.SolSocket, linux.SoError); err == nil && code != 0 {
			err = primitives.Errno(code)
		}
	}
	if err != nil {
		_ = linux.Close(fd)
		return -1, &dialError{errno: primitives.ErrnoOf(err)}
	}
	return fd, nil
}

// waitFor polls one descriptor; false is a timeout.
func waitFor(fd int, events int16, ns int64) bool {
	until := linux.ClockGettime(linux.ClockMonotonic) + ns
	for {
		left := (until - linux.ClockGettime(linux.ClockMonotonic) + 999999) / 1e6
		n, err := linux.Poll([]linux.PollFd{{Fd: int32(fd), Events: events}}, int(max(0, min(left, 1<<30))))
		if n > 0 || err != nil && !is(err, primitives.EINTR) {
			return true
		}
		if err == nil && left <= 0 {
			return false
		}
	}
}

// conn reads and writes a connected socket until a deadline.
type conn struct {
	fd       int
	deadline int64 // of the monotonic clock, ns
	timedOut bool
}

func (c *conn) wait(events int16) error {
	if !waitFor(c.fd, events, c.deadline-linux.ClockGettime(linux.ClockMonotonic)) {
		c.timedOut = true
		return primitives.ETIMEDOUT
	}
	return nil
}

// Read implements io.Reader.
func (c *conn) Read(b []byte) (int, error) {
	for {
		n, err := (&linux.File{Fd: c.fd}).Read(b)
		if !is(err, primitives.EAGAIN) {
			return n, err
		}
		if err := c.wait(linux.PollIn); err != nil {
			return 0, err
		}
	}
}

// Write implements io.Writer.
func (c *conn) Write(b []byte) (int, error) {
	done := 0
	for done < len(b) {
		n, err := linux.Send(c.fd, b[done:], 0x4000, nil) // MSG_NOSIGNAL
		switch {
		case is(err, primitives.EAGAIN):
			if err := c.wait(linux.PollOut); err != nil {
				return done, err
			}
		case err != nil && !is(err, primitives.EINTR):
			return done, err
		case err == nil:
			done += n
		}
	}
	return done, nil
}

func (c *conn) close() { _ = linux.Close(c.fd) }
