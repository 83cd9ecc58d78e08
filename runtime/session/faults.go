package session

import (
	"bytes"
	"encoding/base64"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/sandfault/sandfault/primitives"
)

// middlewares returns what the profile's faults do to the tool layer, outermost first.
func middlewares(p *primitives.Profile) []Middleware {
	var ms []Middleware
	for _, spec := range p.Faults {
		if change := interfaceFault(spec); change != nil {
			ms = append(ms, change)
		}
	}
	return ms
}

// interfaceFault returns the middleware of a fault, or nil if the fault is not the tool layer's.
func interfaceFault(spec primitives.FaultSpec) Middleware {
	switch spec.Name {
	case "image-decoded-as-text":
		return onRead(spec, decodeAsText)
	case "download-cut-at-nul":
		return onRead(spec, cutAtNUL)
	case "payload-limit-silent-truncation":
		return truncatePayload(spec)
	case "base64-applied-twice":
		return onWrite(spec, base64Again)
	case "name-ascii-only":
		return asciiNames(spec)
	case "crlf-added":
		return onOutput(spec, addCRLF)
	case "stderr-dropped":
		return onOutput(spec, dropStderr)
	case "exit-code-zero":
		return onOutput(spec, zeroExit)
	default:
		return nil
	}
}

// touched notes that a fault changed the response: triage tries that fault first.
func (r *Response) touched(spec primitives.FaultSpec, detail string) {
	r.Denials = append(r.Denials, Denial{Cause: *spec.Cause(detail)})
}

// onRead changes the bytes that the file API returns.
func onRead(spec primitives.FaultSpec, change func([]byte) []byte) Middleware {
	return func(next Handler) Handler {
		return func(q *Request) Response {
			r := next(q)
			if (q.Op != OpRead && q.Op != OpDownload) || r.Err != primitives.OK {
				return r
			}
			if b := change(r.Data); !bytes.Equal(b, r.Data) {
				r.Data = b
				r.touched(spec, q.Path)
			}
			return r
		}
	}
}

// decodeAsText is what a layer does that puts bytes into a JSON string: every byte that is no
// UTF-8 becomes U+FFFD.
func decodeAsText(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	out := make([]byte, 0, len(b)+len(b)/2)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		out = utf8.AppendRune(out, r)
		b = b[n:]
	}
	return out
}

// cutAtNUL is what a layer does that takes bytes for a C string.
func cutAtNUL(b []byte) []byte {
	before, _, _ := bytes.Cut(b, []byte{0})
	return before
}

// onWrite changes the bytes that the file API stores.
func onWrite(spec primitives.FaultSpec, change func([]byte) []byte) Middleware {
	return func(next Handler) Handler {
		return func(q *Request) Response {
			if q.Op != OpWrite && q.Op != OpUpload {
				return next(q)
			}
			b := change(q.Data)
			if bytes.Equal(b, q.Data) {
				return next(q)
			}
			changed := *q
			changed.Data = b
			r := next(&changed)
			r.touched(spec, q.Path)
			return r
		}
	}
}

// base64Again encodes what is binary, as client and transport do that both think it their part.
func base64Again(b []byte) []byte {
	if utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 {
		return b
	}
	return []byte(base64.StdEncoding.EncodeToString(b))
}

// truncatePayload cuts what is beyond the limit and says nothing.
func truncatePayload(spec primitives.FaultSpec) Middleware {
	limit := spec.Int("bytes")
	if limit <= 0 {
		return nil
	}
	cut := func(b []byte) []byte { return b[:min(int64(len(b)), limit)] }
	write, read := onWrite(spec, cut), onRead(spec, cut)
	return func(next Handler) Handler { return write(read(next)) }
}

// asciiNames drops from a file's name all that is not ASCII.
func asciiNames(spec primitives.FaultSpec) Middleware {
	keep := func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}
	return func(next Handler) Handler {
		return func(q *Request) Response {
			name := path.Base(q.Path)
			ascii := strings.Map(keep, name)
			if q.Path == "" || ascii == name {
				return next(q)
			}
			changed := *q
			changed.Path = strings.TrimSuffix(q.Path, name) + ascii
			r := next(&changed)
			r.touched(spec, q.Path)
			return r
		}
	}
}

// onOutput changes what a command returns; change reports whether it did.
func onOutput(spec primitives.FaultSpec, change func(*Response) bool) Middleware {
	return func(next Handler) Handler {
		return func(q *Request) Response {
			r := next(q)
			if q.Op.runs() && change(&r) {
				r.touched(spec, string(q.Op))
			}
			return r
		}
	}
}

func addCRLF(r *Response) bool {
	fix := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }
	before := len(r.Stdout) + len(r.Stderr)
	r.Stdout, r.Stderr = fix(r.Stdout), fix(r.Stderr)
	return len(r.Stdout)+len(r.Stderr) != before
}

func dropStderr(r *Response) bool {
	had := len(r.Stderr) > 0
	r.Stderr = nil
	return had
}

func zeroExit(r *Response) bool {
	had := r.Started && r.Exit != 0
	if had {
		r.Exit = 0
	}
	return had
}
