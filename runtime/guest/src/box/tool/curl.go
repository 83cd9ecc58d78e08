package tool

import (
	"errors"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const curlSpec = "A:/user-agent b:/cookie c:/cookie-jar /compressed /connect-timeout: C:/continue-at " +

	"d:/data /data-ascii: " +

	"/data-binary: /data-raw: /data-urlencode: D:/dump-header e:/referer f/fail /fail-with-body F:/form " +

	"g/globoff G/get " +

	"H:/header i/include I/head J/remote-header-name k/insecure L/location /location-trusted " +

	"m:/max-time /max-redirs: " +

	"N/no-buffer n/netrc /noproxy: o:/output O/remote-name p/proxytunnel q/disable r:/range /retry: " +

	"/retry-delay: " +

	"/retry-connrefused /retry-max-time: /retry-all-errors s/silent S/show-error T:/upload-file u:/user " +

	"v/verbose V " +

	"w:/write-out x:/proxy X:/request y:/speed-time Y:/speed-limit z:/time-cond 0/http1.0 /http1.1 " +

	"/http2 4/ipv4 6/ipv6 " +

	"#/progress-bar /no-progress-meter /create-dirs /output-dir: /url: /cacert: E:/cert /interface: " +

	"/resolve: " +

	"/unix-socket: /json: Z/parallel /path-as-is /limit-rate: /tlsv1.2 /proto: /no-keepalive /keepalive-time:"

// curl's exit codes.
const (
	curlUnsupported = 1
	curlMalformed   = 3
	curlResolveFail = 6
	curlConnectFail = 7
	curlHTTPError   = 22
	curlWriteError  = 23
	curlTimedOut    = 28
	curlEmptyReply  = 52
	curlSendError   = 55
	curlRecvError   = 56
)

type curl struct {
	r                                   *run
	method, agent, referer, cookie      string
	headers                             []string
	data                                []string
	hasData, get, head, include, follow bool
	fail, silent, showError, noMeter    bool
	user, proxy, upload, rangeOf        string
	noProxy                             string
	maxTime, connectTime                float64
	redirects                           int
	outputs                             []string
	urls                                []string
	remote                              int
	writeOut, dump                      string
	createDirs                          bool
	cookies                             cookies
	jar                                 string // file of -c

	start           int64
	received        int64
	status, retries int
	final           *address
	answer          *response // the last one
	hops            int
	redirect        string // where the last answer leads, unless it was followed
	code            int    // of the transfer
	text            string
	url, out        string
}

// curlError ends a transfer.
type curlError struct {
	code int
	text string
}

func (e *curlError) Error() string { return e.text }

func curlMain(r *run) int {
	r.usageStatus = 2
	r.usageTry = "curl: try 'curl --help' or 'curl --manual' for more information\n"
	c := &curl{r: r, agent: "curl/7.88.1", redirects: 50}
	opts, words := r.options(curlSpec)
	for _, o := range opts {
		c.option(o)
	}
	c.urls = append(c.urls, words...)
	if len(c.urls) == 0 {
		if len(r.args) > 0 {
			r.message("no URL specified!")
		}
		r.usage("")
	}
	code := 0
	for i, url := range c.urls {
		code = c.transfer(i, url)
	}
	if c.jar != "" {
		c.cookies.save(r, c.jar, c.now())
	}
	return code
}

func (c *curl) now() int64 { return linux.ClockGettime(linux.ClockRealtime) / 1e9 }

// addCookie takes -b: cookies as they are sent, or a file of them.
func (c *curl) addCookie(value string) {
	switch {
	case !strings.Contains(value, "="):
		c.cookies.load(value, c.now())
	case c.cookie != "":
		c.cookie += ";" + value
	default:
		c.cookie = value
	}
}

func (c *curl) option(o option) {
	seconds := func() float64 {
		v, err := strconv.ParseFloat(o.value, 64)
		if err != nil || v < 0 {
			c.r.stderr("curl: option " + o.name + ": expected a proper numerical parameter\n")
			c.r.usage("")
		}
		return v
	}
	switch o.name {
	case "A":
		c.agent = o.value
	case "b":
		c.addCookie(o.value)
	case "c":
		c.jar, c.cookies.on = o.value, true
	case "connect-timeout":
		c.connectTime = seconds()
	case "d", "data-ascii", "data-binary", "data-raw", "json", "data-urlencode":
		c.addData(o)
	case "D":
		c.dump = o.value
	case "e":
		c.referer = o.value
	case "f":
		c.fail = true
	case "G":
		c.get = true
	case "H":
		c.headers = append(c.headers, o.value)
	case "i":
		c.include = true
	case "I":
		c.head = true
	case "L", "location-trusted":
		c.follow = true
	case "m":
		c.maxTime = seconds()
	case "max-redirs":
		c.redirects = atoi(o.value)
	case "o":
		c.outputs = append(c.outputs, o.value)
	case "O":
		c.remote++
	case "r":
		c.rangeOf = o.value
	case "retry":
		c.retries = atoi(o.value)
	case "T":
		c.upload = o.value
	case "u":
		c.user = o.value
	case "w":
		c.writeOut = o.value
	case "x":
		c.proxy = o.value
	case "noproxy":
		c.noProxy = o.value
	case "X":
		c.method = o.value
	case "url":
		c.urls = append(c.urls, o.value)
	default:
		c.quiet(o)
	}
}

// quiet takes the options that change what is said, and those that change nothing here.
func (c *curl) quiet(o option) {
	switch o.name {
	case "s":
		c.silent = true
	case "S":
		c.showError = true
	case "create-dirs":
		c.createDirs = true
	case "no-progress-meter":
		c.noMeter = true
	case "k", "N", "g", "4", "compressed", "0", "http1.1", "http2", "no-keepalive", "keepalive-time", "path-as-is",
		"q", "retry-delay", "retry-max-time", "retry-connrefused", "retry-all-errors", "tlsv1.2", "proto", "cacert",
		"limit-rate":
		// Nothing that shows on a plain transfer.
	case "V":
		c.r.print("curl 7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1\nRelease-Date: " +
			"2023-02-20\nProtocols: http https\n")
		panic(exit(0))
	default:
		c.r.unsupported("-" + o.name)
	}
}

func (c *curl) addData(o option) {
	v := o.value
	if name, ok := strings.CutPrefix(v, "@"); ok && o.name != "data-raw" && o.name != "data-urlencode" {
		f, err := openInput(name)
		if err != nil {
			c.r.message("option " + o.name + ": error encountered when reading a file")
			c.r.usage("")
		}
		text, _ := readAll(f)
		closeInput(f)
		v = string(text)
		if o.name == "d" || o.name == "data-ascii" {
			v = strings.NewReplacer("\r", "", "\n", "").Replace(v)
		}
	}
	if o.name == "data-urlencode" {
		name, content, ok := strings.Cut(v, "=")
		if ok && name != "" {
			v = name + "=" + percentEncode(content)
		} else {
			v = percentEncode(strings.TrimPrefix(v, "="))
		}
	}
	if o.name == "json" {
		c.headers = append(c.headers, "Content-Type: application/json", "Accept: application/json")
	}
	c.data, c.hasData = append(c.data, v), true
}

func percentEncode(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if isAlnum(s[i]) || strings.IndexByte("-._~", s[i]) >= 0 {
			b.WriteByte(s[i])
		} else {
			b.WriteString(sprintf("%%%02X", s[i]))
		}
	}
	return b.String()
}

// transfer fetches one URL and returns curl's exit code.
func (c *curl) transfer(i int, url string) int {
	out := ""
	if i < len(c.outputs) {
		out = c.outputs[i]
	} else if c.remote > 0 {
		out = baseName(strings.SplitN(strings.TrimSuffix(url, "/"), "?", 2)[0])
		if a, ok := parseAddress(url); !ok || a.path == "/" {
			c.r.message("Remote file name has no length!")
			c.r.usage("")
		}
	}
	meter := !c.silent && !c.noMeter && (out != "" || !linux.Isatty(1))
	c.start = linux.ClockGettime(linux.ClockMonotonic)
	c.answer, c.hops, c.redirect, c.url, c.out = nil, 0, "", url, out
	c.status, c.received, c.code, c.text = 0, 0, 0, ""
	if meter {
		c.r.stderr("  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n" +
			"                                 Dload  Upload   Total   Spent    Left  Speed\n")
	}
	err := c.fetch(url, out)
	if meter {
		c.meter(err)
	}
	var e *curlError
	failed := errors.As(err, &e)
	if failed {
		c.code, c.text = e.code, e.text
	}
	if c.writeOut != "" {
		c.r.print(c.formatted(c.writeOut))
	}
	if !failed {
		return 0
	}
	if !c.silent || c.showError {
		c.r.message("(" + strconv.Itoa(e.code) + ") " + e.text)
	}
	return e.code
}

func (c *curl) meter(err error) {
	percent := "  0"
	if err == nil {
		percent = "100"
	}
	n := c.received
	elapsed := max(linux.ClockGettime(linux.ClockMonotonic)-c.start, 1e6)
	speed := n * 1e9 / elapsed
	line := sprintf("\r%s %5d  %s %5d    0     0 %6d      0 --:--:-- --:--:-- --:--:-- %5d", percent, n,
		percent, n, speed,
		speed)
	if n == 0 {
		line = "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0"
	}
	c.r.stderr(line + "\n")
}

func (c *curl) elapsedMs() int64 { return (linux.ClockGettime(linux.ClockMonotonic) - c.start) / 1e6 }

// fetch follows redirections from url and writes the body to out.
func (c *curl) fetch(url, out string) error {
	a, ok := parseAddress(url)
	if !ok {
		return &curlError{curlMalformed, "URL using bad/illegal format or missing URL"}
	}
	for hop := 0; ; hop++ {
		if a.scheme != "http" && a.scheme != "https" {
			if a.scheme == "file" || a.scheme == "ftp" {
				c.r.unsupported(a.scheme + "://")
			}
			return &curlError{curlUnsupported, "Protocol \"" + a.scheme +
				"\" not supported or disabled in libcurl"}
		}
		c.final = a
		next, err := c.exchange(a, out)
		if err != nil || next == nil {
			return err
		}
		if hop >= c.redirects {
			return &curlError{47, "Maximum (" + strconv.Itoa(c.redirects) + ") redirects followed"}
		}
		a, c.hops = next, c.hops+1
		if c.status != 307 && c.status != 308 {
			c.hasData, c.data, c.method = false, nil, ""
		}
	}
}
