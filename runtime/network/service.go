package network

import "github.com/sandfault/sandfault/primitives"

// Service is what answers on a port. Each connection has its own Conn.
type Service interface {
	Accept() Conn
}

// Conn is the far end of one connection.
type Conn interface {
	// Receive takes bytes of the session and returns the answer to all so far.
	Receive(in []byte) Reply
}

// Reply is what a Conn does.
type Reply struct {
	Out     []byte
	Hangup  bool              // closes after Out
	Cause   *primitives.Cause // where the answer is a policy's
	Lacking string            // a feature that the emulator lacks
	Held    int               // bytes of what it got so far that it keeps, as it waits for the rest
}

// Mirror sends back what it gets, RFC 862.
type Mirror struct{}

// Accept implements Service.
func (Mirror) Accept() Conn { return mirror{} }

type mirror struct{}

func (mirror) Receive(in []byte) Reply { return Reply{Out: append([]byte(nil), in...)} }

// TLS stands where a real host speaks TLS, which the emulated world does not: it hangs up on the
// first byte, and the run is `unsupported`. Plain serves clients of the emulator's own, such as its pip,
// that say in the clear what the real ones say under TLS.
type TLS struct{ Plain Service }

// Accept implements Service.
func (t TLS) Accept() Conn { return &tlsConn{plain: t.Plain} }

type tlsConn struct {
	plain Service
	conn  Conn
}

// recordHandshake is the first byte of a TLS connection, RFC 8446 section 5.1.
const recordHandshake = 0x16

// Receive implements Conn.
func (c *tlsConn) Receive(in []byte) Reply {
	if c.conn == nil {
		if len(in) == 0 {
			return Reply{}
		}
		if in[0] == recordHandshake || c.plain == nil {
			return Reply{Hangup: true, Lacking: "TLS to hosts of the emulated network"}
		}
		c.conn = c.plain.Accept()
	}
	return c.conn.Receive(in)
}
