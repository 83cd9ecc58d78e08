package main

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"io"

	"github.com/dop251/goja"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// hashes are the digests that crypto.createHash has here.
//

var hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384,
	"sha512": sha512.New,
}

// digestBindings are digests, random bytes and compression.
func (e *engine) digestBindings() map[string]native {
	return map[string]native{
		"hash": func(c goja.FunctionCall) goja.Value {
			make, ok := hashes[c.Argument(0).String()]
			if !ok {
				return goja.Undefined()
			}
			if key := c.Argument(1); !goja.IsUndefined(key) {
				return e.hasher(hmac.New(make, e.bytes(key)))
			}
			return e.hasher(make())
		},
		"random": func(c goja.FunctionCall) goja.Value {
			b := make([]byte, integer(c, 0))
			e.fail(linux.Getrandom(b))
			return e.buffer(b)
		},
		"deflate": e.deflate,
		"inflate": e.inflate,
	}
}

// hasher is a function that takes more bytes, or without any returns the digest of those so far.
func (e *engine) hasher(h hash.Hash) goja.Value {
	return e.vm.ToValue(func(c goja.FunctionCall) goja.Value {
		if goja.IsUndefined(c.Argument(0)) {
			return e.buffer(h.Sum(nil))
		}
		_, _ = h.Write(e.bytes(c.Argument(0))) // a hash never fails
		return goja.Undefined()
	})
}

// deflate compresses: gzip, zlib or raw, with a level.
func (e *engine) deflate(c goja.FunctionCall) goja.Value {
	var out bytes.Buffer
	var w io.WriteCloser
	var err error
	level := integer(c, 2)
	switch c.Argument(0).String() {
	case "gzip":
		w, err = gzip.NewWriterLevel(&out, level)
	case "zlib":
		w, err = zlib.NewWriterLevel(&out, level)
	default:
		w, err = flate.NewWriter(&out, level)
	}
	if err == nil {
		_, err = w.Write(e.bytes(c.Argument(1)))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(e.vm.NewGoError(err))
	}
	return e.buffer(out.Bytes())
}

// maxInflated bounds what compressed bytes may grow to.
const maxInflated = 512 << 20

// inflate undoes deflate; undefined is what it says of bytes that are none of that form.
func (e *engine) inflate(c goja.FunctionCall) goja.Value {
	in := bytes.NewReader(e.bytes(c.Argument(1)))
	var r io.Reader
	var err error
	switch c.Argument(0).String() {
	case "gzip":
		r, err = gzip.NewReader(in)
	case "zlib":
		r, err = zlib.NewReader(in)
	default:
		r = flate.NewReader(in)
	}
	if err != nil {
		return e.vm.ToValue("header")
	}
	b, err := io.ReadAll(io.LimitReader(r, maxInflated))
	switch err {
	case nil:
		return e.buffer(b)
	case io.ErrUnexpectedEOF:
		return e.vm.ToValue("end")
	}
	return e.vm.ToValue("data")
}
