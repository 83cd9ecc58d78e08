package tool

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const wgetSpec = "V q/quiet v/verbose /no-verbose n: O:/output-document P:/directory-prefix T:/timeout " +
	"t:/tries " +
	"/no-check-certificate /header: U:/user-agent S/server-response /spider /post-data: /method: " +
	"/body-data: c/continue N " +
	"/waitretry: /show-progress /progress: /connect-timeout: /read-timeout: /dns-timeout: " +
	"x/force-directories " +
	"!r/recursive !p/page-requisites !k/convert-links !m/mirror i:/input-file /no-proxy " +
	"/content-disposition " +
	"/max-redirect: /no-clobber"

type wget struct {
	r                     *run
	quiet, terse, spider  bool
	output, dir, agent    string
	headers               []string
	post, method          string
	timeout               float64
	tries                 int
	noClobber, showServer bool
	noProxy               bool
	document              *linux.Writer
}

// wget's exit codes.
const (
	wgetGeneric = 1
	wgetFile    = 3
	wgetNetwork = 4
	wgetServer  = 8
)

func wgetMain(r *run) int {
	r.usageStatus = 2
	w := &wget{r: r, agent: "Wget/1.21.3", timeout: 900, tries: 20}
	opts, urls := r.options(wgetSpec)
	for _, o := range opts {
		switch o.name {
		case "q":
			w.quiet = true
		case "n":
			w.terse = w.terse || strings.Contains(o.value, "v")
			w.noClobber = w.noClobber || strings.Contains(o.value, "c")
		case "no-verbose":
			w.terse = true
		case "no-clobber":
			w.noClobber = true
		case "O":
			w.output = o.value
		case "P":
			w.dir = o.value
		case "T", "connect-timeout":
			v, ok := parseSeconds(o.value)
			if !ok {
				r.die(2, "--timeout: Invalid time period %s", r.curly(o.value))
			}
			w.timeout = v
		case "t":
			w.tries = atoi(o.value)
		case "header":
			w.headers = append(w.headers, o.value)
		case "U":
			w.agent = o.value
		case "S":
			w.showServer = true
		case "no-proxy":
			w.noProxy = true
		case "spider":
			w.spider = true
		case "post-data", "body-data":
			w.post = o.value
		case "method":
			w.method = o.value
		case "i", "c", "N", "x", "content-disposition":
			r.unsupported("-" + o.name)
		}
	}
	if len(urls) == 0 {
		r.stderr(r.name + ": missing URL\nUsage: " + r.name + " [OPTION]... [URL]...\n\n")
		r.usageTry = "Try `" + r.name + " --help' for more options.\n"
		r.usage("")
	}
	w.openDocument()
	code := 0
	for _, u := range urls {
		code = max(code, w.fetch(u))
	}
	if w.document != nil && w.document.Flush() != nil {
		return wgetFile
	}
	return code
}

func (w *wget) openDocument() {
	switch {
	case w.output == "-":
		w.document = w.r.out
	case w.output != "":
		f, err := linux.OpenFile(w.output, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
		if err != nil {
			w.r.stderr(w.output + ": " + primitives.ErrnoOf(err).Text() + "\n")
			panic(exit(wgetGeneric))
		}
		w.document = linux.NewWriter(f.Fd)
	}
}

// log writes what -q and -nv keep back.
func (w *wget) log(parts ...string) {
	if !w.quiet && !w.terse {
		w.r.stderr(strings.Join(parts, ""))
	}
}

func (w *wget) clock() string { return strftime("%Y-%m-%d %H:%M:%S", w.r.now()) }

func (w *wget) fetch(url string) int {
	a, ok := parseAddress(url)
	if !ok || a.scheme != "http" && a.scheme != "https" {
		w.r.stderr(url + ": Unsupported scheme " + w.r.curly(a.scheme) + ".\n")
		return wgetGeneric
	}
	for range 20 {
		w.log("--", w.clock(), "--  ", a.String(), "\n")
		next, code := w.exchange(a)
		if next == nil {
			return code
		}
		a = next
	}
	w.r.stderr("20 redirections exceeded.\n")
	return wgetServer
}

// through is the proxy that the environment names for an address, or the address itself.
func (w *wget) through(a *address) (to *address, proxied bool) {
	proxy := w.r.getenv(a.scheme + "_proxy")
	if proxy == "" || w.noProxy {
		return a, false
	}
	for e := range strings.SplitSeq(w.r.getenv("no_proxy"), ",") {
		if e != "" && strings.HasSuffix(a.host, e) {
			return a, false
		}
	}
	p, ok := parseAddress(proxy)
	if !ok {
		return a, false
	}
	return p, true
}

func (w *wget) connect(a *address) (*conn, int) {
	_, isIP := parseIP(a.host)
	if !isIP {
		w.log("Resolving ", a.host, " (", a.host, ")... ")
	}
	list, failure := lookup(a.host)
	if failure != nil {
		w.log("failed: ", failure.Error(), ".\n")
		if !w.quiet {
			w.r.message("unable to resolve host address " + w.r.curly(a.host))
		}
		return nil, wgetNetwork
	}
	var texts []string
	for _, ip := range list {
		texts = append(texts, dotted(ip))
	}
	if !isIP {
		w.log(strings.Join(texts, ", "), "\n")
	}
	for i, ip := range list {
		if isIP {
			w.log("Connecting to ", texts[i], ":", strconv.Itoa(a.port), "... ")
		} else {
			w.log("Connecting to ", a.host, " (", a.host, ")|", texts[i], "|:", strconv.Itoa(a.port), "... ")
		}
		var fd int
		if fd, failure = dial(ip, a.port, int64(w.timeout*1e9)); failure == nil {
			w.log("connected.\n")
			return &conn{fd: fd, deadline: linux.ClockGettime(linux.ClockMonotonic) + int64(w.timeout*1e9)}, 0
		}
		w.log("failed: ", failure.Error(), ".\n")
		if w.terse {
			w.r.stderr("failed: " + failure.Error() + ".\n")
		}
	}
	if failure.timeout && w.tries != 1 {
		w.log("Retrying.\n\n")
	}
	return nil, wgetNetwork
}

func (w *wget) exchange(a *address) (*address, int) {
	to, proxied := w.through(a)
	k, code := w.connect(to)
	if k == nil {
		return nil, code
	}
	defer k.close()
	if a.scheme == "https" {
		if proxied && !w.tunnel(k, a) {
			return nil, wgetNetwork
		}
		w.r.unsupported("https")
	}
	method := "GET"
	switch {
	case w.method != "":
		method = w.method
	case w.spider:
		method = "HEAD"
	case w.post != "":
		method = "POST"
	}
	path, what := a.path, "HTTP"
	if proxied {
		path, what = a.String(), "Proxy"
	}
	request := method + " " + path + " HTTP/1.1\r\nHost: " + a.hostHeader() + "\r\nUser-Agent: " + w.agent +
		"\r\nAccept: */*\r\nAccept-Encoding: identity\r\nConnection: Keep-Alive\r\n"
	for _, h := range w.headers {
		request += h + "\r\n"
	}
	if w.post != "" {
		request += "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " +
			strconv.Itoa(len(w.post)) + "\r\n"
	}
	w.log(what, " request sent, awaiting response... ")
	_, err := k.Write([]byte(request + "\r\n" + w.post))
	var resp *response
	if err == nil {
		resp, err = readResponse(bufio.NewReaderSize(k, inputSize), method)
	}
	switch {
	case errors.Is(err, io.EOF):
		w.log("No data received.\nGiving up.\n\n")
		return nil, wgetNetwork
	case err != nil:
		w.log("Read error (", primitives.ErrnoOf(err).Text(), ") in headers.\nGiving up.\n\n")
		return nil, wgetNetwork
	}
	w.status(resp)
	if location := resp.header("Location"); resp.status/100 == 3 && location != "" {
		w.log("Location: ", location, " [following]\n")
		next, _ := a.resolve(location)
		return next, 0
	}
	if resp.status >= 400 {
		if !w.quiet {
			w.r.stderr(w.clock() + " ERROR " + strconv.Itoa(resp.status) + ": " + resp.reason + ".\n\n")
		}
		return nil, wgetServer
	}
	return nil, w.save(a, resp)
}

// status shows the answer's first line, or its whole head for -S.
func (w *wget) status(resp *response) {
	if !w.showServer {
		w.log(strconv.Itoa(resp.status), " ", resp.reason, "\n")
		return
	}
	w.log("\n")
	for line := range strings.SplitSeq(strings.TrimRight(resp.head, "\r\n"), "\n") {
		w.r.stderr("  " + strings.TrimRight(line, "\r") + "\n")
	}
}

// tunnel asks a proxy to pass bytes on to a server, and says so if it does not.
func (w *wget) tunnel(k *conn, a *address) bool {
	target := a.host + ":" + strconv.Itoa(a.port)
	_, err := k.Write([]byte("CONNECT " + target + " HTTP/1.1\r\nUser-Agent: " + w.agent +
		"\r\nHost: " + target + "\r\n\r\n"))
	var resp *response
	if err == nil {
		resp, err = readResponse(bufio.NewReaderSize(k, inputSize), "CONNECT")
	}
	switch {
	case err != nil:
		w.log("Failed reading proxy response: ", primitives.ErrnoOf(err).Text(), "\n")
	case resp.status == 200:
		return true
	default:
		w.log("Proxy tunneling failed: ", resp.reason)
	}
	w.log("Unable to establish SSL connection.\n")
	return false
}

// fileName is the last part of the path, or index.html; .1 and on if that is there.
func (w *wget) fileName(a *address) string {
	path, query, has := strings.Cut(a.path, "?")
	name := path[strings.LastIndexByte(path, '/')+1:]
	if name == "" {
		name = "index.html"
	}
	if has {
		name += "?" + query
	}
	if w.dir != "" {
		name = join(w.dir, name)
	}
	free := name
	for i := 1; ; i++ {
		if _, err := linux.Lstat(free); err != nil {
			return free
		}
		free = name + "." + strconv.Itoa(i)
	}
}

func (w *wget) save(a *address, resp *response) int {
	length := "unspecified"
	if resp.length >= 0 {
		length = strconv.FormatInt(resp.length, 10)
		if resp.length >= 1024 {
			length += " (" + human(uint64(resp.length), 1024) + ")"
		}
	}
	kind, _, _ := strings.Cut(resp.header("Content-Type"), ";")
	if kind != "" {
		kind = " [" + kind + "]"
	}
	w.log("Length: ", length, kind, "\n")
	if w.spider {
		w.log("Remote file exists.\n\n")
		return 0
	}
	name, out := w.output, w.document
	if out == nil {
		name = w.fileName(a)
		if w.dir != "" {
			(&mkdir{r: w.r, parents: true}).ancestors(name)
		}
		f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_EXCL, 0o666)
		if err != nil {
			w.r.stderr(name + ": " + primitives.ErrnoOf(err).Text() + "\n\nCannot write to " +
				w.r.curly(name) + " (" +
				primitives.ErrnoOf(err).Text() + ").\n")
			return wgetFile
		}
		out = linux.NewWriter(f.Fd)
		defer f.Close() //nolint:errcheck // the flush is checked
	}
	shown := w.r.curly(name)
	if name == "-" {
		shown = w.r.curly("STDOUT")
	}
	w.log("Saving to: ", shown, "\n\n")
	start := linux.ClockGettime(linux.ClockMonotonic)
	n, err := io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{resp.body}, make([]byte, inputSize))
	if flush := out.Flush(); flush != nil {
		out.Err = nil
		w.r.stderr("\nCannot write to " + shown + " (" + primitives.ErrnoOf(flush).Text() + ").\n")
		return wgetFile
	}
	return w.saved(shown, resp, n, err, linux.ClockGettime(linux.ClockMonotonic)-start)
}

func (w *wget) saved(name string, resp *response, n int64, err error, elapsed int64) int {
	rate := human(uint64(n*1e9/max(elapsed, 1e3)), 1024) + "B/s"
	if err != nil || resp.length >= 0 && n < resp.length {
		w.log("\n", w.clock(), " (", rate, ") - Connection closed at byte ", strconv.FormatInt(n, 10),
			". Giving up.\n\n")
		return wgetNetwork
	}
	size := strconv.FormatInt(n, 10)
	w.log("     0K ", strings.Repeat(".", int(min((n+1023)/1024, 50))),
		strings.Repeat(" ", 55-int(min((n+1023)/1024, 50))),
		"100% ", rate, "=0s\n\n")
	if resp.length >= 0 {
		size += "/" + strconv.FormatInt(resp.length, 10)
	}
	w.log(w.clock(), " (", rate, ") - ", name, " saved [", size, "]\n\n")
	if w.terse && !w.quiet {
		w.r.stderr(w.clock() + " URL: [" + size + "] -> \"" + strings.Trim(name, "‘’'") + "\" [1]\n")
	}
	return 0
}
