package tool

import (
	"encoding/base32"
	"encoding/base64"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// baseCoding is what base64 and base32 differ in.
type baseCoding struct {
	encode  func([]byte) string
	decode  func([]byte, []byte) (int, error)
	group   int // characters of a group
	bytes   int // bytes of a group
	letters string
	whole   string // the message where input that is no whole group is refused
}

var (
	base64Coding = &baseCoding{
		encode: base64.StdEncoding.EncodeToString, decode: base64.StdEncoding.Decode, group: 4, bytes: 3,
		letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=",
	}
	base32Coding = &baseCoding{
		encode: base32.StdEncoding.EncodeToString, decode: base32.StdEncoding.Decode, group: 8, bytes: 5,
		letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567=",
	}
	base64Main = baseProgram(base64Coding)
	base32Main = baseProgram(base32Coding)
)

const baseSpec = "d/decode i/ignore-garbage w:/wrap"

func baseProgram(c *baseCoding) program {
	return func(r *run) int {
		opts, files := r.options(baseSpec)
		return c.run(r, opts, files)
	}
}

func (c *baseCoding) run(r *run, opts []option, files []string) int {
	decode, ignore, wrap := false, false, uint64(76)
	for _, o := range opts {
		switch o.name {
		case "d":
			decode = true
		case "i":
			ignore = true
		case "w":
			n, ok := parseUint(o.value)
			if !ok {
				r.die(1, "invalid wrap size: %s", r.curly(o.value))
			}
			wrap = min(n, math.MaxInt32)
		}
	}
	if len(files) > 1 {
		r.usage("extra operand %s", r.curly(files[1]))
	}
	name := append(files, "-")[0]
	f, err := openInput(name)
	if err != nil {
		r.dieErr(1, err, "%s", r.plain(name))
	}
	if decode {
		c.decodeAll(r, f, ignore)
	} else {
		c.encodeAll(r, f, int(wrap))
	}
	return r.status
}

func (c *baseCoding) encodeAll(r *run, f *linux.File, wrap int) {
	buf := make([]byte, c.bytes*8192)
	column := 0
	for {
		n, err := io.ReadFull(f, buf)
		if c.whole != "" && n%c.bytes != 0 {
			r.die(1, "%s", c.whole)
		}
		for text := c.encode(buf[:n]); text != ""; {
			part := len(text)
			if wrap > 0 {
				part = min(part, wrap-column)
			}
			r.print(text[:part])
			text = text[part:]
			if column += part; wrap > 0 && column == wrap {
				r.print("\n")
				column = 0
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			r.dieErr(1, err, "read error")
		}
	}
	if wrap > 0 && column > 0 {
		r.print("\n")
	}
}

func (c *baseCoding) decodeAll(r *run, f *linux.File, ignore bool) {
	var known [256]bool
	for i := range len(c.letters) {
		known[c.letters[i]] = true
	}
	buf, out := make([]byte, inputSize), make([]byte, inputSize)
	var held []byte
	for {
		n, err := f.Read(buf)
		for _, b := range buf[:n] {
			if b != '\n' && (known[b] || !ignore) {
				held = append(held, b)
			}
		}
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			r.dieErr(1, err, "read error")
		}
		for len(held) >= c.group {
			if !c.decodeGroup(r, held[:c.group], out) {
				r.die(1, "invalid input")
			}
			held = held[c.group:]
		}
		if end {
			if len(held) > 0 {
				c.decodePart(r, held, out)
				r.die(1, "invalid input")
			}
			return
		}
	}
}

func (c *baseCoding) decodeGroup(r *run, group, out []byte) bool {
	n, err := c.decode(out, group)
	if err == nil {
		_, _ = r.out.Write(out[:n])
		return true
	}
	good := 0
	for good < len(group) && strings.IndexByte(strings.TrimSuffix(c.letters, "="), group[good]) >= 0 {
		good++
	}
	if good > 1 && good < len(group) {
		c.decodePart(r, group[:good], out)
	}
	return false
}

// decodePart writes what a cut-off group holds before it is refused.
func (c *baseCoding) decodePart(r *run, part, out []byte) {
	padded := append([]byte(nil), part...)
	for len(padded) < c.group {
		padded = append(padded, '=')
	}
	if n, err := c.decode(out, padded); err == nil {
		_, _ = r.out.Write(out[:n])
	}
}
