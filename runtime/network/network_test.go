package network_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/network"
)

func policy(mode primitives.EgressMode, proxy string, allow ...string) *network.Policy {
	return network.NewPolicy(primitives.EgressSettings{Mode: mode, Proxy: proxy, Allow: allow}, network.DefaultWorld())
}

func TestResolve(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode    primitives.EgressMode
		name    string
		addr    string
		eai     int
		cause   string
		lacking string
	}{
		{primitives.EgressNone, "pypi.org", "", network.EAIAgain, "egress/no-dns: pypi.org", ""},
		{primitives.EgressDNSOnly, "pypi.org", "203.0.113.13", 0, "", ""},
		{primitives.EgressDNSOnly, "PyPI.org.", "203.0.113.13", 0, "", ""},
		{primitives.EgressOpen, "example.com", "203.0.113.10", 0, "", ""},
		{primitives.EgressOpen, "nobody.test", "", network.EAINoname, "", ""},
		{primitives.EgressOpen, "github.com", "", network.EAINoname, "", "internet host github.com"},
		{primitives.EgressAllow, "pypi.org", "203.0.113.13", 0, "", ""},
		{primitives.EgressAllow, "files.pythonhosted.org", "203.0.113.14", 0, "", ""},
		{primitives.EgressAllow, "example.com", "", network.EAINoname, "egress/name-denied: example.com", ""},
		{primitives.EgressProxy, "proxy.internal", "10.0.0.2", 0, "", ""},
		{primitives.EgressProxy, "pypi.org", "", network.EAIAgain, "egress/no-dns: pypi.org", ""},
	} {
		proxy := ""
		if c.mode == primitives.EgressProxy {
			proxy = "proxy.internal:3128"
		}
		a := policy(c.mode, proxy, "pypi.org", "*.pythonhosted.org").Resolve(c.name)
		addr := ""
		if len(a.Addrs) > 0 {
			addr = a.Addrs[0].String()
		}
		if addr != c.addr || a.EAI != c.eai || a.Cause.String() != c.cause || a.Lacking != c.lacking {
			t.Errorf("%s %s: %+v", c.mode, c.name, a)
		}
	}
}

func TestDial(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode  primitives.EgressMode
		to    string
		want  string
		cause string
	}{
		{primitives.EgressNone, "203.0.113.13:80", "ENETUNREACH", "egress/no-route: 203.0.113.13:80"},
		{primitives.EgressDNSOnly, "203.0.113.13:80", "dropped", "egress/dropped: 203.0.113.13:80"},
		{primitives.EgressOpen, "203.0.113.13:80", "service", ""},
		{primitives.EgressOpen, "203.0.113.13:81", "refused", ""},
		{primitives.EgressOpen, "203.0.113.99:80", "dropped", ""},
		{primitives.EgressAllow, "203.0.113.13:80", "service", ""},
		{primitives.EgressAllow, "203.0.113.10:80", "dropped", "egress/dropped: 203.0.113.10:80"},
		{primitives.EgressProxy, "203.0.113.13:80", "ENETUNREACH", "egress/no-route: 203.0.113.13:80"},
		{primitives.EgressProxy, "10.0.0.2:3128", "service", ""},
		{primitives.EgressProxy, "10.0.0.2:80", "refused", ""},
	} {
		r := policy(c.mode, "10.0.0.2:3128", "pypi.org").Dial(netip.MustParseAddrPort(c.to))
		got := r.Errno.Name()
		switch {
		case r.Service != nil:
			got = "service"
		case r.Refused:
			got = "refused"
		case r.Dropped:
			got = "dropped"
		}
		if got != c.want || r.Cause.String() != c.cause {
			t.Errorf("%s %s: %s %s", c.mode, c.to, got, r.Cause)
		}
	}
}

// converse sends a request in pieces of n bytes and returns all that comes back.
func converse(c network.Conn, request string, n int) (out string, last network.Reply) {
	for len(request) > 0 {
		part := request[:min(n, len(request))]
		request = request[len(part):]
		last = c.Receive([]byte(part))
		out += string(last.Out)
	}
	return out, last
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	echo := network.HTTP{Site: network.Echo{}}
	site := network.HTTP{Site: network.Example()}
	for _, c := range []struct {
		service network.Service
		request string
		first   string
		body    string
		hangup  bool
	}{
		{echo, "POST /x?y HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody", "HTTP/1.1 200 OK", "POST /x?y\nHost: a\nContent-Length: 4\n\nbody", false},
		{site, "GET /about HTTP/1.1\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", "About.", true},
		{site, "HEAD / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK", "", false},
		{site, "GET /no HTTP/1.1\r\n\r\n", "HTTP/1.1 404 Not Found", "not found", false},
		{site, "DELETE / HTTP/1.1\r\n\r\n", "HTTP/1.1 405", "", false},
		{site, "hello\r\n\r\n", "HTTP/1.1 400 Bad Request", "", true},
		{site, "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 400", "", true},
		{site, "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 501", "", true},
		{site, "GET / HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n", "HTTP/1.1 413", "", true},
	} {
		for _, n := range []int{1, 7, 10_000} {
			out, last := converse(c.service.Accept(), c.request, n)
			head, body, _ := strings.Cut(out, "\r\n\r\n")
			if !strings.HasPrefix(head, c.first) || !strings.Contains(body, c.body) || last.Hangup != c.hangup {
				t.Errorf("%q by %d: %q %+v", c.request, n, out, last.Hangup)
			}
		}
	}
}

func TestPipelinedRequests(t *testing.T) {
	t.Parallel()
	out, _ := converse(network.HTTP{Site: network.Example()}.Accept(), strings.Repeat("GET / HTTP/1.1\r\n\r\n", 3), 1000)
	if n := strings.Count(out, "HTTP/1.1 200 OK"); n != 3 {
		t.Error(n, "answers to 3 requests")
	}
}

func TestProxy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		request, want, cause, lacking string
	}{
		{"GET http://pypi.org/simple/ HTTP/1.1\r\n\r\n", "200 OK", "", ""},
		{"GET http://example.com/ HTTP/1.1\r\n\r\n", "403 Forbidden", "egress/proxy-denied: example.com", ""},
		{"CONNECT example.com:443 HTTP/1.1\r\n\r\n", "403 Forbidden", "egress/proxy-denied: example.com", ""},
		{"CONNECT pypi.org:443 HTTP/1.1\r\n\r\n", "200 Connection established", "", ""},
		{"CONNECT pypi.org:80 HTTP/1.1\r\n\r\nGET /simple/ HTTP/1.1\r\n\r\n", "sandfault-sample", "", ""},
		{"GET http://github.com/ HTTP/1.1\r\n\r\n", "502 Bad Gateway", "", "internet host github.com"},
		{"GET /no-proxy-request HTTP/1.1\r\n\r\n", "400 Bad Request", "", ""},
	} {
		r := policy(primitives.EgressProxy, "10.0.0.2:3128", "pypi.org", "github.com").
			Dial(netip.MustParseAddrPort("10.0.0.2:3128"))
		out, last := converse(r.Service.Accept(), c.request, 10_000)
		if !strings.Contains(out, c.want) || last.Cause.String() != c.cause || last.Lacking != c.lacking {
			t.Errorf("%q: %q, %s, %q", c.request, out, last.Cause, last.Lacking)
		}
	}
}

// A proxy on the session's own loopback is there, and nothing else is.
func TestSidecar(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode primitives.EgressMode
		at   string
		want bool
	}{
		{primitives.EgressProxy, "127.0.0.1:3128", true},
		{primitives.EgressProxy, "127.0.0.1:3129", false},
		{primitives.EgressProxy, "127.0.0.2:3128", false},
		{primitives.EgressNone, "127.0.0.1:3128", false},
	} {
		r, got := policy(c.mode, "127.0.0.1:3128", "pypi.org").Sidecar(netip.MustParseAddrPort(c.at))
		if got != c.want || got && r.Service == nil {
			t.Errorf("%s, %s: %v", c.mode, c.at, got)
		}
	}
}

func TestTLSIsOwnedUpTo(t *testing.T) {
	t.Parallel()
	if r := (network.TLS{}).Accept().Receive([]byte{22}); !r.Hangup || r.Lacking == "" {
		t.Errorf("%+v", r)
	}
}

// FuzzHTTP gives a site hostile bytes.
func FuzzHTTP(f *testing.F) {
	f.Add([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), 3)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		if n <= 0 {
			return
		}
		converse(network.HTTP{Site: network.Echo{}}.Accept(), string(b), n)
	})
}
