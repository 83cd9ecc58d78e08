package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/git"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// reach asks the server of a remote for what a fetch begins with, and returns the status of its answer; why
// says in the words of git's HTTP client that none came. Beyond http the server is only connected to.
func reach(r git.Remote) (status int, why string) {
	host, port, what := r.Host, r.Port, "host"
	proxy := proxyOf(r)
	if proxy != "" {
		what = "proxy"
		host, port = proxyAddress(proxy)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		n = 443
	}
	fd, eai, failed := linux.ConnectHost(host, n)
	switch {
	case eai != 0:
		return 0, "Could not resolve " + what + ": " + host
	case failed != nil:
		return 0, "Failed to connect to " + host + " port " + port + " after 0 ms: Couldn't connect to server"
	}
	defer linux.Close(fd) //nolint:errcheck // nothing is lost
	return ask(fd, r, proxy != "")
}

// ask makes the first request of a fetch, or that for a tunnel.
func ask(fd int, r git.Remote, proxied bool) (status int, why string) {
	target := r.Host + ":" + r.Port
	switch {
	case r.Scheme == "https" && proxied:
		status = answer(fd, "CONNECT "+target+" HTTP/1.1\r\nHost: "+target+"\r\nUser-Agent: "+agent+"\r\n"+
			"Proxy-Connection: Keep-Alive\r\n\r\n")
		if status/100 != 2 {
			return 0, fmt.Sprintf("CONNECT tunnel failed, response %d", status)
		}
	case r.Scheme == "http":
		host := strings.TrimSuffix(target, ":80")
		path := r.Path + "/info/refs?service=git-upload-pack"
		if proxied {
			path = "http://" + host + path
		}
		status = answer(fd, "GET "+path+" HTTP/1.1\r\nHost: "+host+"\r\nUser-Agent: "+agent+
			"\r\nAccept: */*\r\nPragma: no-cache\r\nGit-Protocol: version=2\r\n\r\n")
		if status == 0 {
			return 0, "Empty reply from server"
		}
	}
	return status, ""
}

const agent = "git/2.39.5"

// answer sends a request and returns the status of the response, 0 if there is none.
func answer(fd int, request string) int {
	f := linux.File{Fd: fd}
	if _, err := f.Write([]byte(request)); err != nil {
		return 0
	}
	line, _, err := bufio.NewReader(&f).ReadLine()
	fields := strings.Fields(string(line))
	if err != nil || len(fields) < 2 || !strings.HasPrefix(fields[0], "HTTP/") {
		return 0
	}
	status, _ := strconv.Atoi(fields[1])
	return status
}

// proxyOf is the proxy that the environment names for a remote, as libcurl reads it.
func proxyOf(r git.Remote) string {
	for _, exempt := range strings.FieldsFunc(variable("no_proxy")+","+variable("NO_PROXY"),
		func(c rune) bool { return c == ',' || c == ' ' }) {
		domain := "." + strings.TrimPrefix(exempt, ".")
		if exempt == "*" || r.Host == exempt || strings.HasSuffix(r.Host, domain) {
			return ""
		}
	}
	names := []string{"http_proxy", "all_proxy", "ALL_PROXY"}
	switch r.Scheme {
	case "http":
	case "https":
		names = []string{"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}
	default:
		return ""
	}
	for _, name := range names {
		if proxy := variable(name); proxy != "" {
			return proxy
		}
	}
	return ""
}

// proxyAddress takes the address of a proxy apart.
func proxyAddress(proxy string) (host, port string) {
	if _, rest, ok := strings.Cut(proxy, "://"); ok {
		proxy = rest
	}
	proxy, _, _ = strings.Cut(proxy[strings.LastIndexByte(proxy, '@')+1:], "/")
	host, port, ok := strings.Cut(proxy, ":")
	if !ok {
		port = "1080" // libcurl's
	}
	return host, port
}

func variable(name string) string {
	value, _ := linux.Getenv(name)
	return value
}
