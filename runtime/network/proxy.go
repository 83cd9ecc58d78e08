package network

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Proxy is an HTTP proxy that lets through what its policy's list has, and answers 403 to the rest.
type Proxy struct{ policy *Policy }

// Accept implements Service.
func (p Proxy) Accept() Conn { return &proxyConn{policy: p.policy} }

type proxyConn struct {
	policy *Policy
	in     []byte
	tunnel Conn // after CONNECT
}

// Receive implements Conn.
func (c *proxyConn) Receive(in []byte) Reply {
	if c.tunnel != nil {
		return c.tunnel.Receive(in)
	}
	c.in = append(c.in, in...)
	var reply Reply
	for !reply.Hangup && c.tunnel == nil {
		r, size, status := parseRequest(c.in)
		if status != 0 {
			reply.Out = append(reply.Out, encode(Response{Status: status}, false, false)...)
			reply.Hangup = true
			break
		}
		if r == nil {
			break
		}
		c.in = slices.Clone(c.in[size:]) // gives up what the request took
		c.forward(r, &reply)
	}
	reply.Held += cap(c.in)
	return reply
}

// forward does one request on behalf of the client.
func (c *proxyConn) forward(r *Request, reply *Reply) {
	answer := func(x Response) { reply.Out = append(reply.Out, encode(x, r.Method == "HEAD", true)...) }
	to, ok := destination(r)
	host, port, target := to.host, to.port, to.target
	switch {
	case !ok:
		answer(Response{Status: 400})
		return
	case !c.policy.allows(host):
		answer(Response{
			Status: 403, Body: []byte("blocked"),
			Header: []HeaderField{{"X-Proxy-Error", "blocked-by-allowlist"}},
		})
		reply.Cause = cause("proxy-denied", host)
		return
	}
	h, found := c.policy.world.Host(host)
	var service Service
	if found {
		service = h.service(port)
	} else if !reserved(host) {
		reply.Lacking = "internet host " + host
	}
	web, isWeb := service.(HTTP)
	switch {
	case service != nil && r.Method == "CONNECT":
		c.connect(service, reply)
	case isWeb:
		r.Target = target
		answer(web.Site.Answer(r))
	default:
		answer(Response{Status: 502})
	}
}

// connect makes the connection a tunnel to a service.
func (c *proxyConn) connect(s Service, reply *Reply) {
	reply.Out = append(reply.Out, "HTTP/1.1 200 Connection established\r\n\r\n"...)
	c.tunnel = s.Accept()
	if len(c.in) > 0 { // the client did not wait for the answer
		rest := c.tunnel.Receive(c.in)
		reply.Out = append(reply.Out, rest.Out...)
		reply.Hangup, reply.Lacking, c.in = rest.Hangup, rest.Lacking, nil
	}
}

// errand is where a proxy's client wants to go, and what it wants there.
type errand struct {
	host   string
	port   uint16
	target string
}

// destination returns where a proxy's client wants to go.
func destination(r *Request) (to errand, ok bool) {
	authority, fallback := r.Target, uint16(443)
	if r.Method != "CONNECT" {
		rest, isHTTP := strings.CutPrefix(r.Target, "http://")
		if !isHTTP {
			return errand{}, false
		}
		fallback = 80
		authority, to.target, _ = strings.Cut(rest, "/")
		to.target = "/" + to.target
	}
	host, number, hasPort := strings.Cut(authority, ":")
	to.host, to.port = host, fallback
	if !hasPort {
		return to, host != ""
	}
	n, err := strconv.ParseUint(number, 10, 16)
	to.port = uint16(n)
	return to, err == nil && host != ""
}

// Local reports whether an address is the session's own.
func Local(a netip.Addr) bool { return a.Unmap().IsLoopback() || a.IsUnspecified() }
