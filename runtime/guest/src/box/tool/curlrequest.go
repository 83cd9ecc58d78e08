package tool

import (
	"bufio"
	"encoding/base64"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// route is the host and port to connect to: the server, or a proxy.
func (c *curl) route(a *address) (host string, port int, proxied bool, err error) {
	proxy := c.proxy
	if proxy == "" {
		names := []string{a.scheme + "_proxy", "all_proxy", "ALL_PROXY"}
		if a.scheme == "https" {
			names = []string{"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}
		}
		for _, n := range names {
			if proxy = c.r.getenv(n); proxy != "" {
				break
			}
		}
		exempt := c.noProxy
		if exempt == "" {
			exempt = c.r.getenv("no_proxy") + "," + c.r.getenv("NO_PROXY")
		}
		for e := range strings.FieldsFuncSeq(exempt, func(r rune) bool { return r == ',' || r == ' ' }) {
			if e == "*" || a.host == e || strings.HasSuffix(a.host, "."+strings.TrimPrefix(e, ".")) {
				proxy = ""
			}
		}
	}
	if proxy == "" {
		return a.host, a.port, false, nil
	}
	p, ok := parseAddress(proxy)
	if !ok {
		return "", 0, false, &curlError{5, "Unsupported proxy syntax in '" + proxy + "'"}
	}
	if !p.given {
		p.port = 1080
	}
	return p.host, p.port, true, nil
}

func (c *curl) connect(a *address) (*conn, bool, error) {
	host, port, proxied, err := c.route(a)
	if err != nil {
		return nil, false, err
	}
	what := "host"
	if proxied {
		what = "proxy"
	}
	list, failure := lookup(host)
	if failure != nil {
		return nil, false, &curlError{curlResolveFail - btoi(proxied), "Could not resolve " + what + ": " +
			host}
	}
	const longest = 300e9
	limit, total := int64(longest), int64(1<<62)
	if c.connectTime > 0 {
		limit = int64(c.connectTime * 1e9)
	}
	if c.maxTime > 0 {
		total = c.start + int64(c.maxTime*1e9)
		limit = min(limit, total-linux.ClockGettime(linux.ClockMonotonic))
	}
	var fd int
	for _, ip := range list {
		if fd, failure = dial(ip, port, limit); failure == nil {
			return &conn{fd: fd, deadline: total}, proxied, nil
		}
		if failure.timeout {
			break
		}
	}
	text := sprintf("Failed to connect to %s port %d after %d ms: ", host, port, c.elapsedMs())
	switch {
	case failure.timeout && c.maxTime > 0 && linux.ClockGettime(linux.ClockMonotonic) >= total:
		return nil, false, &curlError{curlTimedOut, sprintf("Connection timed out after %d milliseconds",
			c.elapsedMs())}
	case failure.timeout:
		return nil, false, &curlError{curlTimedOut, text + "Timeout was reached"}
	}
	return nil, false, &curlError{curlConnectFail, text + "Couldn't connect to server"}
}

// exchange makes one request; next is where a redirection leads.
func (c *curl) exchange(a *address, out string) (next *address, err error) {
	k, proxied, err := c.connect(a)
	if err != nil {
		return nil, err
	}
	defer k.close()
	b := bufio.NewReaderSize(k, inputSize)
	if a.scheme == "https" {
		if proxied {
			if err := c.tunnel(k, b, a); err != nil {
				return nil, err
			}
		}
		c.r.unsupported("https")
	}
	method, request := c.request(a, proxied)
	if _, err := k.Write(request); err != nil {
		return nil, c.ioError(k, err, curlSendError, "Send failure: ")
	}
	resp, err := readResponse(b, method)
	switch {
	case errors.Is(err, errNotHTTP):
		return nil, &curlError{1, errNotHTTP.Error()}
	case errors.Is(err, io.EOF):
		return nil, &curlError{curlEmptyReply, "Empty reply from server"}
	case err != nil:
		return nil, c.ioError(k, err, curlRecvError, "Recv failure: ")
	}
	c.status, c.answer, c.redirect = resp.status, resp, ""
	c.cookies.receive(a, resp, c.now())
	if location := resp.header("Location"); location != "" && resp.status/100 == 3 {
		if target, ok := a.resolve(location); ok {
			if c.follow {
				if c.include || c.head {
					c.r.print(resp.head)
				}
				return target, nil
			}
			c.redirect = target.String()
		}
	}
	if c.fail && resp.status >= 400 {
		return nil, &curlError{curlHTTPError, "The requested URL returned error: " +
			strconv.Itoa(resp.status)}
	}
	return nil, c.deliver(k, resp, out)
}

func (c *curl) tunnel(k *conn, b *bufio.Reader, a *address) error {
	target := a.host + ":" + strconv.Itoa(a.port)
	_, err := k.Write([]byte("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\nUser-Agent: " +
		c.agent +
		"\r\nProxy-Connection: Keep-Alive\r\n\r\n"))
	if err != nil {
		return c.ioError(k, err, curlSendError, "Send failure: ")
	}
	resp, err := readResponse(b, "CONNECT")
	if errors.Is(err, io.EOF) {
		return &curlError{curlRecvError, "Proxy CONNECT aborted"}
	}
	if err != nil {
		return c.ioError(k, err, curlRecvError, "Recv failure: ")
	}
	if resp.status/100 != 2 {
		return &curlError{curlRecvError, "CONNECT tunnel failed, response " + strconv.Itoa(resp.status)}
	}
	return nil
}

func (c *curl) ioError(k *conn, err error, code int, prefix string) error {
	if k.timedOut {
		return &curlError{curlTimedOut, sprintf("Operation timed out after %d milliseconds with %d "+
			"bytes received",
			c.elapsedMs(), c.received)}
	}
	return &curlError{code, prefix + primitives.ErrnoOf(err).Text()}
}

func (c *curl) request(a *address, proxied bool) (method string, request []byte) {
	method, path, body := c.payload(a.path)
	sendBody := c.hasData && !c.get || c.upload != ""
	if c.method != "" {
		method = c.method
	}
	if proxied && a.scheme == "http" {
		path = "http://" + a.hostHeader() + path
	}
	var h strings.Builder
	h.WriteString(method + " " + path + " HTTP/1.1\r\n")
	put := func(name, v string) {
		for _, own := range c.headers {
			if n, _, _ := strings.Cut(own, ":"); strings.EqualFold(strings.TrimSpace(n), name) {
				return
			}
		}
		if v != "" {
			h.WriteString(name + ": " + v + "\r\n")
		}
	}
	put("Host", a.hostHeader())
	if user := c.user + a.user; user != "" {
		put("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(user)))
	}
	if c.rangeOf != "" {
		put("Range", "bytes="+c.rangeOf)
	}
	put("User-Agent", c.agent)
	put("Accept", "*/*")
	put("Referer", c.referer)
	put("Cookie", c.cookies.send(a, c.cookie, c.now()))
	if proxied {
		put("Proxy-Connection", "Keep-Alive")
	}
	for _, own := range c.headers {
		if name, v, ok := strings.Cut(own, ":"); ok && strings.TrimSpace(v) != "" {
			h.WriteString(name + ":" + v + "\r\n")
		} else if name, ok := strings.CutSuffix(own, ";"); ok {
			h.WriteString(name + ":\r\n")
		}
	}
	if sendBody {
		put("Content-Length", strconv.Itoa(len(body)))
		if c.hasData {
			put("Content-Type", "application/x-www-form-urlencoded")
		}
	}
	h.WriteString("\r\n")
	if sendBody {
		h.WriteString(body)
	}
	return method, []byte(h.String())
}

// payload chooses the method, and puts the data into the body or behind the path.
func (c *curl) payload(path string) (method, target, body string) {
	method = "GET"
	body = strings.Join(c.data, "&")
	switch {
	case c.head:
		method = "HEAD"
	case c.upload != "":
		method = "PUT"
		f, err := openInput(c.upload)
		if err != nil {
			c.r.die(26, "(26) Failed to open/read local data from file/application")
		}
		text, _ := readAll(f)
		closeInput(f)
		body = string(text)
		if strings.HasSuffix(path, "/") {
			path += baseName(c.upload)
		}
	case c.hasData && c.get:
		sep := "?"
		if strings.Contains(path, "?") {
			sep = "&"
		}
		path += sep + body
		body = ""
	case c.hasData:
		method = "POST"
	}
	return method, path, body
}
