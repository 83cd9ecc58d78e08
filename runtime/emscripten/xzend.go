package emscripten

import (
	"bytes"

	"github.com/sandfault/sandfault/primitives"
)

// Parts of the .xz format (The .xz File Format, 1.1.0).
const (
	xzMagic      = "\xfd7zXZ\x00"
	xzHead       = 12
	xzFoot       = 12
	filterLZMA2  = 0x21
	blockFilters = 0x03 // bits of a block's flags: how many filters, less one
	blockPacked  = 0x40 // it says its size
	blockSize    = 0x80 // it says the size of its data
	largestDict  = 30   // 64 MiB, as a filter's property says it
)

// checkSizes are the sizes of a block's check by its kind.
//
//nolint:gochecknoglobals // an immutable table
var checkSizes = [16]int{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}

// xzEnd finds where the stream ends that data begins with, without decoding it. EAGAIN: beyond the data;
// EINVAL: it is no stream; EOPNOTSUPP: it has filters that are lacking; EIO: it is damaged.
func xzEnd(data []byte) (int, error) {
	if n := min(len(data), len(xzMagic)); !bytes.Equal(data[:n], []byte(xzMagic[:n])) {
		return 0, primitives.EINVAL
	}
	if len(data) < xzHead {
		return 0, primitives.EAGAIN
	}
	check := checkSizes[data[7]&15]
	at := xzHead
	for {
		if at >= len(data) {
			return 0, primitives.EAGAIN
		}
		if data[at] == 0 {
			return indexEnd(data, at)
		}
		end, err := blockEnd(data, at)
		if err != nil {
			return 0, err
		}
		at = end + check
	}
}

// blockEnd is where a block's padding ends.
func blockEnd(data []byte, at int) (int, error) {
	head := at + 4*(int(data[at])+1)
	if head > len(data) {
		return 0, primitives.EAGAIN
	}
	if head-4 < at+2 {
		return 0, primitives.EIO
	}
	r := fields{data[at+2 : head-4]}
	flags := data[at+1]
	if flags&blockPacked != 0 {
		r.number()
	}
	if flags&blockSize != 0 {
		r.number()
	}
	if id := r.number(); flags&blockFilters != 0 || id != filterLZMA2 {
		return 0, primitives.EOPNOTSUPP
	}
	if r.number(); len(r.rest) > 0 && r.rest[0] > largestDict {
		return 0, primitives.ENOMEM
	}
	n, err := chunksEnd(data[head:])
	if err != nil {
		return 0, err
	}
	end := head + n
	return end + (4-(end-at)%4)%4, nil
}

// indexEnd is the end of the stream, behind its index and its footer.
func indexEnd(data []byte, at int) (int, error) {
	r := fields{data[at+1:]}
	for records := r.number(); records > 0 && len(r.rest) > 0; records-- {
		r.number()
		r.number()
	}
	end := len(data) - len(r.rest)
	end += (4-(end-at)%4)%4 + 4 + xzFoot
	if len(r.rest) == 0 || end > len(data) {
		return 0, primitives.EAGAIN
	}
	return end, nil
}

// fields reads numbers as the format has them: seven bits a byte, the lowest first.
type fields struct{ rest []byte }

func (f *fields) number() uint64 {
	var v uint64
	for i := 0; i < 9 && len(f.rest) > 0; i++ {
		b := f.rest[0]
		f.rest = f.rest[1:]
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			break
		}
	}
	return v
}

// chunksEnd is where the chunks of LZMA2 end.
func chunksEnd(data []byte) (int, error) {
	at := 0
	for {
		if at >= len(data) {
			return 0, primitives.EAGAIN
		}
		control := data[at]
		var size, head int
		switch {
		case control == 0:
			return at + 1, nil
		case control <= 2: // not packed
			head = 3
			if at+head <= len(data) {
				size = int(data[at+1])<<8 + int(data[at+2]) + 1
			}
		case control < 0x80:
			return 0, primitives.EIO
		default:
			head = 5
			if control >= 0xc0 { // with properties
				head = 6
			}
			if at+head <= len(data) {
				size = int(data[at+3])<<8 + int(data[at+4]) + 1
			}
		}
		if at+head > len(data) {
			return 0, primitives.EAGAIN
		}
		at += head + size
	}
}
