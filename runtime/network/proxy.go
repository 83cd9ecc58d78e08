package network

import (
	"net/netip"
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
			reply.Out, reply.Hangup = append(reply.Out, encode(Response{Status: status}, false, false)...), true
			break
		}
		if r == nil {
			break
		}
		c.in = c.in[size:]
		c.forward(r, &reply)
	}
	return reply
}

// forward does one request on behalf of the client.
func (c *proxyConn) forward(r *Request, reply *Reply) {
	host, port, target, ok := destination(r)
	if !ok {
		reply.Out = append(reply.Out, encode(Response{Status: 400}, false, true)...)
		return
	}
	if !c.policy.allows(host) {
		denied := Response{
			Status: 403, Header: []HeaderField{{"X-Proxy-Error", "blocked-by-allowlist"}}, Body: []byte("blocked"),
		}
		reply.Out = append(reply.Out, encode(denied, r.Method == "HEAD", true)...)
		reply.Cause = cause("proxy-denied", host)
		return
	}
	h, found := c.policy.world.Host(host)
	var service Service
	if found {
		service = h.service(port)
	}
	switch {
	case service == nil:
		if !found && !reserved(host) {
			reply.Lacking = "internet host " + host
		}
		reply.Out = append(reply.Out, encode(Response{Status: 502}, r.Method == "HEAD", true)...)
	case r.Method == "CONNECT":
		reply.Out = append(reply.Out, "HTTP/1.1 200 Connection established\r\n\r\n"...)
		c.tunnel = service.Accept()
		if len(c.in) > 0 { // the client did not wait for the answer
			rest := c.tunnel.Receive(c.in)
			reply.Out = append(reply.Out, rest.Out...)
			reply.Hangup, reply.Lacking, c.in = rest.Hangup, rest.Lacking, nil
		}
	default:
		web, isWeb := service.(HTTP)
		if !isWeb {
			reply.Out = append(reply.Out, encode(Response{Status: 502}, r.Method == "HEAD", true)...)
			return
		}
		r.Target = target
		reply.Out = append(reply.Out, encode(web.Site.Answer(r), r.Method == "HEAD", true)...)
	}
}

// destination returns where a proxy's client wants to go.
func destination(r *Request) (host string, port uint16, target string, ok bool) {
	authority, fallback := r.Target, uint16(443)
	if r.Method != "CONNECT" {
		rest, isHTTP := strings.CutPrefix(r.Target, "http://")
		if !isHTTP {
			return "", 0, "", false
		}
		fallback = 80
		authority, target, _ = strings.Cut(rest, "/")
		target = "/" + target
	}
	host, number, hasPort := strings.Cut(authority, ":")
	if !hasPort {
		return host, fallback, target, host != ""
	}
	n, err := strconv.ParseUint(number, 10, 16)
	return host, uint16(n), target, err == nil && host != ""
}

// Local reports whether an address is the session's own.
func Local(a netip.Addr) bool { return a.Unmap().IsLoopback() || a.IsUnspecified() }
