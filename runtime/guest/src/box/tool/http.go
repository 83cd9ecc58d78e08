package tool

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// address is a URL taken apart.
type address struct {
	scheme, host, path, user string
	port                     int
	given                    bool // the port was written
}

// parseAddress reads a URL; without a scheme it is http.
func parseAddress(s string) (*address, bool) {
	a := &address{scheme: "http"}
	if scheme, rest, ok := strings.Cut(s, "://"); ok {
		a.scheme, s = strings.ToLower(scheme), rest
	}
	end := strings.IndexAny(s, "/?#")
	if end < 0 {
		end = len(s)
	}
	a.host, a.path = s[:end], s[end:]
	a.path, _, _ = strings.Cut(a.path, "#")
	if !strings.HasPrefix(a.path, "/") {
		a.path = "/" + a.path
	}
	if i := strings.LastIndexByte(a.host, '@'); i >= 0 {
		a.user, a.host = a.host[:i], a.host[i+1:]
	}
	a.port = map[string]int{"https": 443, "ftp": 21}[a.scheme]
	if a.port == 0 {
		a.port = 80
	}
	if host, port, ok := strings.Cut(a.host, ":"); ok {
		n, err := strconv.Atoi(port)
		if err != nil || n < 0 || n > 65535 {
			return a, false
		}
		a.host, a.port, a.given = host, n, true
	}
	return a, a.host != ""
}

// hostHeader is the host with a port that is not the scheme's own.
func (a *address) hostHeader() string {
	if a.scheme == "http" && a.port == 80 || a.scheme == "https" && a.port == 443 {
		return a.host
	}
	return a.host + ":" + strconv.Itoa(a.port)
}

func (a *address) String() string { return a.scheme + "://" + a.hostHeader() + a.path }

// resolve is the address that a Location header names, seen from a.
func (a *address) resolve(location string) (*address, bool) {
	switch {
	case strings.Contains(location, "://"):
		return parseAddress(location)
	case strings.HasPrefix(location, "//"):
		return parseAddress(a.scheme + ":" + location)
	}
	next := *a
	if strings.HasPrefix(location, "/") {
		next.path = location
	} else {
		path, _, _ := strings.Cut(a.path, "?")
		next.path = path[:strings.LastIndexByte(path, '/')+1] + location
	}
	return &next, true
}

// response is what came back, its body still to be read.
type response struct {
	proto, reason string
	status        int
	head          string // as it came
	headers       [][2]string
	length        int64 // -1: unknown
	body          io.Reader
}

func (r *response) header(name string) string {
	for _, h := range r.headers {
		if strings.EqualFold(h[0], name) {
			return h[1]
		}
	}
	return ""
}

// readResponse reads a status line and headers. io.EOF is a connection closed without a word.
func readResponse(b *bufio.Reader, method string) (*response, error) {
	for {
		r := &response{length: -1}
		line, err := b.ReadString('\n')
		if err != nil {
			return nil, err
		}
		r.head = line
		f := strings.SplitN(strings.TrimRight(line, "\r\n"), " ", 3)
		if len(f) < 2 || !strings.HasPrefix(f[0], "HTTP/") {
			return nil, errNotHTTP
		}
		r.proto, r.status = f[0], atoi(f[1])
		if len(f) > 2 {
			r.reason = f[2]
		}
		for {
			line, err := b.ReadString('\n')
			r.head += line
			name, v, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
			if err != nil || !ok {
				break
			}
			r.headers = append(r.headers, [2]string{name, strings.TrimSpace(v)})
		}
		if r.status/100 == 1 {
			continue
		}
		r.setBody(b, method)
		return r, nil
	}
}

type httpError string

func (e httpError) Error() string { return string(e) }

const errNotHTTP = httpError("Received HTTP/0.9 when not allowed")

func (r *response) setBody(b *bufio.Reader, method string) {
	n, err := strconv.ParseInt(r.header("Content-Length"), 10, 64)
	switch {
	case method == "HEAD" || r.status == 204 || r.status == 304:
		r.body, r.length = strings.NewReader(""), 0
	case strings.EqualFold(r.header("Transfer-Encoding"), "chunked"):
		r.body = &chunked{b: b}
	case err == nil:
		r.length, r.body = n, io.LimitReader(b, n)
	default:
		r.body = b
	}
}

// chunked undoes the chunked transfer coding.
type chunked struct {
	b    *bufio.Reader
	left int64
	done bool
}

// Read implements io.Reader.
func (c *chunked) Read(p []byte) (int, error) {
	if c.done {
		return 0, io.EOF
	}
	if c.left == 0 {
		line, err := c.b.ReadString('\n')
		size, _, _ := strings.Cut(strings.TrimSpace(line), ";")
		n, errSize := strconv.ParseInt(size, 16, 63)
		if err != nil || errSize != nil {
			return 0, io.ErrUnexpectedEOF
		}
		if n == 0 {
			c.done = true
			return 0, io.EOF
		}
		c.left = n
	}
	n, err := c.b.Read(p[:min(int64(len(p)), c.left)])
	if c.left -= int64(n); c.left == 0 && err == nil {
		_, err = c.b.ReadString('\n')
	}
	return n, err
}
