package emscripten

import (
	"bytes"
	"errors"
	"io"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
)

// LZMA is coded on the host, a whole stream at once. What is charged is about liblzma's time.
const (
	costEncode = 400 // instructions a byte
	costDecode = 40  // a byte that comes out

	maxPacked  = 1 << 28 // bytes of one stream, coded or not
	maxDict    = 64 << 20
	packedPart = 1 << 16 // bytes between two charges
	maxStuck   = 100     // reads in a row that give nothing
)

// Formats by the number that the shim gives them.
const (
	formatXZ = 1 + iota
	formatAlone
	formatRaw1
	formatRaw2
)

// aloneHeader is the size of the head of the format of old: a byte of properties, the dictionary's size, the
// data's.
const aloneHeader = 13

// how is the format, the check of a stream and the properties of the filter, as one number.
type how uint32

func (h how) format() uint32   { return uint32(h & 0xff) }
func (h how) check() byte      { return byte(h >> 8) }
func (h how) properties() byte { return byte(h >> 16) }

// xzEncode is xz_encode(how, dictionary's size, data, size, room, its size). It answers the size of what
// comes out, which is in the room if that is large enough.
func xzEncode(g *hostabi.Guest, a hostabi.Args) uint64 {
	data := bytes.Clone(g.Bytes(a.U32(2), a.U32(3)))
	if len(data) != int(a.U32(3)) || len(data) > maxPacked {
		return refused(primitives.ENOMEM)
	}
	out, err := pack(g.Spend, how(a.U32(0)), int(a.U32(1)), data)
	if err != nil {
		return refused(err)
	}
	return placed(g, out, a.U32(4), a.U32(5))
}

// refused is the answer for an error: one of the kernel's numbers, or EINVAL.
func refused(err error) uint64 {
	n, ok := errors.AsType[primitives.Errno](err)
	if !ok {
		n = primitives.EINVAL
	}
	return linuxValue(primitives.Result{Errno: n})
}

// placed puts what came out into the program's room, and answers its size.
func placed(g *hostabi.Guest, out []byte, ptr, size uint32) uint64 {
	if len(out) <= int(size) {
		copy(g.Bytes(ptr, size), out)
	}
	return uint64(len(out))
}

// pack encodes a stream.
func pack(spend func(int64), h how, dict int, data []byte) ([]byte, error) {
	// A dictionary that is larger than the data finds no more.
	dict = min(dict, maxDict, max(len(data), lzma.MinDictCap))
	properties, err := lzma.PropertiesForCode(h.properties())
	if err != nil || dict < lzma.MinDictCap {
		return nil, primitives.EINVAL
	}
	var out bytes.Buffer
	w, err := packer(&out, h.format(), h.check(), dict, &properties)
	if err != nil {
		return nil, err
	}
	for len(data) > 0 {
		n := min(len(data), packedPart)
		spend(int64(n) * costEncode)
		if _, err := w.Write(data[:n]); err != nil {
			return nil, err
		}
		data = data[n:]
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if h.format() == formatRaw1 {
		return out.Bytes()[aloneHeader:], nil
	}
	return out.Bytes(), nil
}

func packer(w io.Writer, format uint32, check byte, dict int, p *lzma.Properties) (io.WriteCloser, error) {
	switch format {
	case formatXZ:
		return xz.WriterConfig{
			Properties: p, DictCap: dict, CheckSum: check, NoCheckSum: check == xz.None,
		}.NewWriter(w)
	case formatAlone, formatRaw1:
		return lzma.WriterConfig{Properties: p, DictCap: dict, EOSMarker: true}.NewWriter(w)
	case formatRaw2:
		return lzma.Writer2Config{Properties: p, DictCap: dict}.NewWriter2(w)
	}
	return nil, errors.ErrUnsupported
}

// xzDecode is xz_decode(how, dictionary's size, data, size, room, its size, consumed): a whole stream, or
// EAGAIN if it is not whole. It answers the size of what comes out, as xz_encode does.
func xzDecode(g *hostabi.Guest, a hostabi.Args) uint64 {
	data := bytes.Clone(g.Bytes(a.U32(2), a.U32(3)))
	if len(data) != int(a.U32(3)) || len(data) > maxPacked {
		return refused(primitives.ENOMEM)
	}
	h := how(a.U32(0))
	out, used, err := unpack(g.Spend, h.format(), int(a.U32(1)), h.properties(), data)
	if err != nil {
		return refused(err)
	}
	g.PutU32(a.U32(6), uint32(used))
	return placed(g, out, a.U32(4), a.U32(5))
}

// unpack decodes the stream that data begins with, and tells how long it is.
func unpack(spend func(int64), format uint32, dict int, properties byte, data []byte) ([]byte, int, error) {
	switch format {
	case formatXZ:
		end, err := xzEnd(data)
		if err != nil {
			return nil, 0, err
		}
		r, err := xz.ReaderConfig{SingleStream: true}.NewReader(bytes.NewReader(data[:end]))
		if err != nil {
			return nil, 0, err
		}
		out, err := drain(spend, r)
		return out, end, broken(err)
	case formatRaw2:
		end, err := chunksEnd(data)
		if errors.Is(err, primitives.EAGAIN) {
			return nil, 0, partly(data, dict)
		}
		if err != nil {
			return nil, 0, err
		}
		r, err := chunksReader(data[:end], dict)
		if err != nil {
			return nil, 0, err
		}
		out, err := drain(spend, r)
		return out, end, broken(err)
	case formatRaw1:
		head := append([]byte{properties}, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255)
		putU32(head[1:], uint32(min(max(dict, lzma.MinDictCap), maxDict)))
		out, used, err := unpackAlone(spend, append(head, data...))
		return out, used - aloneHeader, err
	case formatAlone:
		return unpackAlone(spend, data)
	}
	return nil, 0, primitives.EINVAL
}

func chunksReader(data []byte, dict int) (*lzma.Reader2, error) {
	c := lzma.Reader2Config{DictCap: min(max(dict, lzma.MinDictCap), maxDict)}
	return c.NewReader2(bytes.NewReader(data))
}

// partly looks at the beginning of chunks of LZMA2, whether they can become whole.
func partly(data []byte, dict int) error {
	if len(data) > packedPart {
		return primitives.EAGAIN
	}
	r, err := chunksReader(data, dict)
	if err == nil {
		_, err = drain(func(int64) {}, io.LimitReader(r, packedPart))
	}
	if err == nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return primitives.EAGAIN
	}
	return primitives.EIO
}

// unpackAlone decodes a stream of the old format, whose end only decoding finds.
func unpackAlone(spend func(int64), data []byte) ([]byte, int, error) {
	if len(data) < aloneHeader {
		return nil, 0, primitives.EAGAIN
	}
	in := bytes.NewReader(data)
	r, err := lzma.ReaderConfig{DictCap: maxDict}.NewReader(in)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return nil, 0, primitives.EAGAIN
	}
	if err != nil {
		return nil, 0, err
	}
	out, err := drain(spend, r)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, 0, primitives.EAGAIN
	}
	return out, len(data) - in.Len(), broken(err)
}

// drain reads all, and charges for it as it goes.
func drain(spend func(int64), r io.Reader) ([]byte, error) {
	var out []byte
	part := make([]byte, packedPart)
	for stuck := 0; ; stuck++ {
		n, err := r.Read(part)
		spend(int64(n) * costDecode)
		if n > 0 {
			stuck = 0
		} else if err == nil && stuck > maxStuck {
			return nil, primitives.EIO
		}
		if out = append(out, part[:n]...); len(out) > maxPacked {
			return nil, primitives.ENOMEM
		}
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// broken makes one error of all that the codec has to say of data that is whole and wrong.
func broken(err error) error {
	if err == nil || errors.Is(err, primitives.ENOMEM) {
		return err
	}
	return primitives.EIO
}
