package network

import (
	"archive/zip"
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// The one project of the emulated package index.
const (
	sampleName    = "sandfault-sample"
	sampleModule  = "sandfault_sample"
	sampleVersion = "1.0"
	sampleWheel   = sampleModule + "-" + sampleVersion + "-py3-none-any.whl"
)

// Index is a package index as PEP 503 has it, with one project of one wheel.
func Index() Pages {
	link := func(href, text string) string {
		return "<!doctype html>\n<html><body><a href=\"" + href + "\">" + text + "</a></body></html>\n"
	}
	return Pages{
		{"/", html, "<!doctype html>\n<html><body>package index</body></html>\n"},
		{"/simple/", html, link("/simple/"+sampleName+"/", sampleName)},
		{"/simple/" + sampleName + "/", html, link("/packages/"+sampleWheel, sampleWheel)},
		{"/packages/" + sampleWheel, "application/octet-stream", wheel()},
	}
}

// wheel is the project's only file, a zip archive as the binary distribution format has it (PEP 427).
func wheel() string {
	info := sampleModule + "-" + sampleVersion + ".dist-info/"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range [][2]string{
		{sampleModule + "/__init__.py", "__version__ = \"" + sampleVersion + "\"\n\n\n" +
			"def answer():\n    return 42\n"},
		{info + "METADATA", "Metadata-Version: 2.1\nName: " + sampleName + "\n" +
			"Version: " + sampleVersion + "\n"},
		{info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"},
		{info + "RECORD", ""},
	} {
		if w, err := z.Create(f[0]); err == nil { // a bytes.Buffer takes everything
			_, _ = w.Write([]byte(f[1]))
		}
	}
	_ = z.Close()
	return b.String()
}

// HideIndex makes the policy answer for the package indexes that it refuses: they are there, and have no
// project at all. An installer then says that there is no such distribution, and nobody says why.
func (p *Policy) HideIndex(spec primitives.FaultSpec) { p.hidden = &spec }

func (p *Policy) hides(h *Host) bool { return p.hidden != nil && h.Index }

// hiddenIndex answers every request with 404, and tells the trace who did.
type hiddenIndex struct{ cause *primitives.Cause }

// Accept implements Service.
func (h hiddenIndex) Accept() Conn {
	return &hiddenConn{cause: h.cause, conn: TLS{Plain: HTTP{Site: Pages{}}}.Accept()}
}

type hiddenConn struct {
	cause *primitives.Cause
	conn  Conn
}

// Receive implements Conn.
func (c *hiddenConn) Receive(in []byte) Reply {
	r := c.conn.Receive(in)
	if strings.HasPrefix(string(r.Out), "HTTP/") {
		r.Cause = c.cause
	}
	return r
}
