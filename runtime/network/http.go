package network

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Request is an HTTP request as a Site sees it.
type Request struct {
	Method string
	Target string // the path with its query; of a proxy's client, the whole address
	Host   string
	Header []HeaderField // in order
	Body   []byte

	old bool // HTTP/1.0: the connection closes unless the client wants it to stay
}

// HeaderField is one line of a header.
type HeaderField struct{ Name, Value string }

// Response is what a Site answers. Content-Length and Connection are added.
type Response struct {
	Status int
	Header []HeaderField
	Body   []byte
}

// Site answers HTTP requests.
type Site interface {
	Answer(r *Request) Response
}

// HTTP is the service of a Site: HTTP/1.1 with bodies that say their length, on connections that stay open.
type HTTP struct{ Site Site }

// Accept implements Service.
func (h HTTP) Accept() Conn { return &httpConn{site: h.Site} }

type httpConn struct {
	site Site
	in   []byte
}

// Limits of a request, in bytes.
const (
	maxHeader = 64 << 10
	maxBody   = 64 << 20
)

// Receive implements Conn.
func (c *httpConn) Receive(in []byte) Reply {
	c.in = append(c.in, in...)
	var reply Reply
	for !reply.Hangup {
		r, size, err := parseRequest(c.in)
		if err != 0 {
			reply.Out = append(reply.Out, encode(Response{Status: err}, false, false)...)
			reply.Hangup = true
			break
		}
		if r == nil {
			break
		}
		c.in = slices.Clone(c.in[size:]) // gives up what the request took
		stay := !r.closes()
		reply.Out = append(reply.Out, encode(c.site.Answer(r), r.Method == "HEAD", stay)...)
		reply.Hangup = !stay
	}
	reply.Held = cap(c.in)
	return reply
}

// closes reports whether the connection ends with the answer, RFC 9112 section 9.3.
func (r *Request) closes() bool {
	wish := r.header("Connection")
	return strings.EqualFold(wish, "close") || r.old && !strings.EqualFold(wish, "keep-alive")
}

// parseRequest reads one request. It returns nil if more bytes are needed, and a status if they are no
// request.
func parseRequest(b []byte) (r *Request, size, status int) {
	end := bytes.Index(b, []byte("\r\n\r\n"))
	if end < 0 {
		if len(b) > maxHeader {
			return nil, 0, 431
		}
		return nil, 0, 0
	}
	lines := strings.Split(string(b[:end]), "\r\n")
	words := strings.Split(lines[0], " ")
	if len(words) != 3 || !strings.HasPrefix(words[2], "HTTP/1.") {
		return nil, 0, 400
	}
	r = &Request{Method: words[0], Target: words[1], old: words[2] == "HTTP/1.0"}
	for _, line := range lines[1:] {
		name, v, ok := strings.Cut(line, ":")
		if !ok {
			return nil, 0, 400
		}
		r.Header = append(r.Header, HeaderField{name, strings.TrimSpace(v)})
	}
	r.Host = r.header("Host")
	size = end + 4
	return r.takeBody(b, size)
}

// takeBody gives the request the bytes after its header, which is size long, that are its body.
func (r *Request) takeBody(b []byte, size int) (_ *Request, _, status int) {
	if r.header("Transfer-Encoding") != "" {
		return nil, 0, 501
	}
	v := r.header("Content-Length")
	if v == "" {
		return r, size, 0
	}
	n, err := strconv.ParseUint(v, 10, 31)
	switch {
	case err != nil:
		return nil, 0, 400
	case n > maxBody:
		return nil, 0, 413
	case uint64(len(b)-size) < n:
		return nil, 0, 0
	}
	r.Body = b[size : size+int(n)]
	return r, size + int(n), 0
}

// header returns the value of a field, or "".
func (r *Request) header(name string) string {
	for _, f := range r.Header {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

func encode(r Response, head, stay bool) []byte {
	var b bytes.Buffer
	b.WriteString("HTTP/1.1 " + strconv.Itoa(r.Status) + " " + reason(r.Status) + "\r\n")
	for _, f := range r.Header {
		b.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	b.WriteString("Content-Length: " + strconv.Itoa(len(r.Body)) + "\r\n")
	if !stay {
		b.WriteString("Connection: close\r\n")
	}
	b.WriteString("\r\n")
	if !head {
		b.Write(r.Body)
	}
	return b.Bytes()
}

func reason(status int) string {
	switch status {
	case 200:
		return "OK"
	case 400:
		return "Bad Request"
	case 403:
		return "Forbidden"
	case 404:
		return "Not Found"
	case 405:
		return "Method Not Allowed"
	case 413:
		return "Content Too Large"
	case 431:
		return "Request Header Fields Too Large"
	case 501:
		return "Not Implemented"
	case 502:
		return "Bad Gateway"
	default:
		return "Status"
	}
}

func text(status int, kind, body string) Response {
	return Response{Status: status, Header: []HeaderField{{"Content-Type", kind}}, Body: []byte(body)}
}
