package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// ask tries the index as often as pip does and tells of every failure. It reports whether the index
// answered, and how the installation went.
func (p *pip) ask(name, word string) (code int, answered bool) {
	a, ok := parseAddress(strings.TrimRight(p.index, "/"))
	if !ok {
		p.r.unsupported("-i " + p.index)
	}
	page := strings.TrimRight(a.path, "/") + "/" + strings.ToLower(strings.ReplaceAll(name, "_", "-")) + "/"
	for left := p.retries; ; left-- {
		trouble := p.reach(a)
		if trouble == "" {
			return p.fromIndex(a, page, word)
		}
		if left == 0 {
			return 0, false
		}
		p.r.stderr(sprintf("WARNING: Retrying (Retry(total=%d, connect=None, read=None, redirect=None, status=None)) after "+
			"connection broken by '%s': %s\n", left-1, trouble, page))
		if tries := p.retries - left; tries > 0 { // urllib3 backs off from the second failure on
			_ = linux.Nanosleep(int64(0.25e9) << tries)
		}
	}
}

// reach connects to the index, or the proxy before it, and returns Python's words for what fails.
func (p *pip) reach(a *address) string {
	proxy := p.proxy
	for _, v := range []string{"https_proxy", "HTTPS_PROXY"} {
		if proxy == "" && a.scheme == "https" {
			proxy = p.r.getenv(v)
		}
	}
	kind := "HTTPConnection"
	if a.scheme == "https" {
		kind = "HTTPSConnection"
	}
	object := "<pip._vendor.urllib3.connection." + kind + " object at " + pipObject + ">"
	to := a
	if proxy != "" {
		to, _ = parseAddress(proxy)
	}
	list, failure := lookup(to.host)
	if failure == nil {
		var fd int
		if fd, failure = dial(list[0], to.port, int64(p.timeout*1e9)); failure == nil {
			_ = linux.Close(fd)
			return ""
		}
	}
	var text string
	switch {
	case failure.eai != 0:
		text = sprintf("NewConnectionError('%s: Failed to establish a new connection: [Errno %d] %s')", object, failure.eai,
			failure.Error())
	case failure.timeout:
		text = sprintf("ConnectTimeoutError(%s, 'Connection to %s timed out. (connect timeout=%s)')", object, to.host,
			pythonFloat(p.timeout))
	default:
		text = sprintf("NewConnectionError('%s: Failed to establish a new connection: [Errno %d] %s')", object,
			uint16(failure.errno), failure.Error())
	}
	if proxy != "" {
		return "ProxyError('Cannot connect to proxy.', " + text + ")"
	}
	return text
}

func pythonFloat(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
