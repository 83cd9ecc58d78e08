package tool

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// deliver writes the body, and the headers where they are asked for.
func (c *curl) deliver(k *conn, resp *response, out string) error {
	w := c.r.out
	if out != "" && out != "-" {
		if c.createDirs {
			(&mkdir{r: c.r, parents: true}).ancestors(out)
		}
		f, err := linux.OpenFile(out, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o644)
		if err != nil {
			c.r.message("Failed to open the file " + out + ": " + primitives.ErrnoOf(err).Text())
			return &curlError{curlWriteError, "Failure writing output to destination"}
		}
		w = linux.NewWriter(f.Fd)
		defer f.Close() //nolint:errcheck // the flush is checked
	}
	if c.include || c.head {
		_, _ = w.WriteString(resp.head)
	}
	if c.dump != "" {
		c.dumpHeaders(resp)
	}
	n, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{resp.body}, make([]byte, inputSize))
	c.received = n
	if flush := w.Flush(); flush != nil {
		w.Err = nil
		return &curlError{curlWriteError, "Failure writing output to destination"}
	}
	switch {
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return c.ioError(k, err, curlRecvError, "Recv failure: ")
	case resp.length >= 0 && n < resp.length:
		return &curlError{18, sprintf("transfer closed with %d bytes remaining to read", resp.length-n)}
	case err != nil:
		return &curlError{18, "transfer closed with outstanding read data remaining"}
	}
	return nil
}

func (c *curl) dumpHeaders(resp *response) {
	if c.dump == "-" {
		c.r.print(resp.head)
		return
	}
	f, err := linux.OpenFile(c.dump, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o644)
	if err == nil {
		_, _ = f.Write([]byte(resp.head))
		_ = f.Close()
	}
}

// formatted is -w: %{name} and escapes.
func (c *curl) formatted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			if j := strings.IndexByte("nrt", s[i]); j >= 0 {
				b.WriteByte("\n\r\t"[j])
			} else {
				b.WriteString(s[i-1 : i+1])
			}
			continue
		}
		if strings.HasPrefix(s[i:], "%%") {
			b.WriteByte('%')
			i++
			continue
		}
		if name, rest, ok := strings.Cut(s[i:], "}"); ok && strings.HasPrefix(name, "%{") {
			b.WriteString(c.variable(name[2:]))
			i = len(s) - len(rest) - 1
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func (c *curl) variable(name string) string {
	elapsed := linux.ClockGettime(linux.ClockMonotonic) - c.start
	switch name {
	case "http_code", "response_code":
		return sprintf("%03d", c.status)
	case "size_download":
		return strconv.FormatInt(c.received, 10)
	case "time_total", "time_starttransfer", "time_connect", "time_namelookup", "time_pretransfer":
		return sprintf("%d.%06d", elapsed/1e9, elapsed%1e9/1e3)
	case "speed_download":
		return strconv.FormatInt(c.received*1e9/max(elapsed, 1), 10)
	case "url_effective":
		if c.final == nil {
			return ""
		}
		return c.final.String()
	}
	return c.answerVariable(name)
}

// answerVariable is what the last answer says, and the transfer itself.
func (c *curl) answerVariable(name string) string {
	answer := c.answer
	if answer == nil {
		answer = &response{}
	}
	switch name {
	case "content_type":
		return answer.header("Content-Type")
	case "redirect_url":
		return c.redirect
	case "num_redirects":
		return strconv.Itoa(c.hops)
	case "http_version":
		if c.answer == nil {
			return "0"
		}
		return strings.TrimSuffix(strings.TrimPrefix(answer.proto, "HTTP/"), ".0")
	case "size_header":
		return strconv.Itoa(len(answer.head))
	case "method":
		method, _, _ := c.payload("/")
		if c.method != "" {
			method = c.method
		}
		return method
	case "scheme":
		if c.final == nil {
			return ""
		}
		return strings.ToUpper(c.final.scheme)
	case "url":
		return c.url
	case "exitcode":
		return strconv.Itoa(c.code)
	case "errormsg":
		return c.text
	case "filename_effective":
		return c.out
	}
	c.r.unsupported("-w %{" + name + "}")
	return ""
}
