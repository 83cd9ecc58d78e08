package tool

import (
	"archive/tar"
	"io"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// tarHole is a piece of a sparse file that has data.
type tarPiece struct{ at, size int64 }

const seekData, seekHole = 3, 4

// pieces finds what of a file is no hole; nil if it has none.
func (c *tarCreate) pieces(f *linux.File, st *primitives.Stat) []tarPiece {
	if st.Blocks*tarBlock >= st.Size {
		return nil
	}
	var list []tarPiece
	for at := int64(0); at < st.Size; {
		data, err := f.Seek(at, seekData)
		if err != nil {
			break // nothing but a hole
		}
		hole, err := f.Seek(data, seekHole)
		if err != nil {
			return nil
		}
		list = append(list, tarPiece{data, hole - data})
		at = hole
	}
	if len(list) == 0 || list[len(list)-1].at+list[len(list)-1].size < st.Size {
		list = append(list, tarPiece{st.Size, 0}) // where the file ends
	}
	_, err := f.Seek(0, linux.SeekSet)
	c.check(err)
	return list
}

// sparseMember writes a file with holes in GNU's own format and reports whether it did.
func (c *tarCreate) sparseMember(h *tar.Header, f *linux.File, st *primitives.Stat) bool {
	list := c.pieces(f, st)
	if list == nil {
		return false
	}
	if c.format != tar.FormatGNU {
		c.r.unsupported("-S in a format other than gnu")
	}
	stored := int64(0)
	for _, p := range list {
		stored += p.size
	}
	long := *h
	long.Size = stored
	headers := c.headersOf(&long)
	block := headers[len(headers)-tarBlock:]
	const kind, pieces, inHeader, extended, realSize = 156, 386, 4, 482, 483
	block[kind] = 'S'
	copy(block[realSize:], sprintf("%011o\x00", h.Size))
	rest := putPieces(block[pieces:], list, inHeader)
	if len(rest) > 0 {
		block[extended] = 1
	}
	copy(block, withChecksum(block))
	for len(rest) > 0 {
		const inBlock = 21
		more := make([]byte, tarBlock)
		if rest = putPieces(more, rest, inBlock); len(rest) > 0 {
			more[inBlock*24] = 1
		}
		headers = append(headers, more...)
	}
	_, err := c.raw.Write(headers)
	c.check(err)
	for _, p := range list {
		_, err = f.Seek(p.at, linux.SeekSet)
		c.check(err)
		_, err = io.CopyN(c.raw, f, p.size)
		c.check(err)
	}
	_, err = c.raw.Write(make([]byte, (tarBlock-stored%tarBlock)%tarBlock))
	c.check(err)
	return true
}

func putPieces(block []byte, list []tarPiece, most int) (rest []tarPiece) {
	for i, p := range list[:min(len(list), most)] {
		copy(block[i*24:], sprintf("%011o\x00%011o\x00", p.at, p.size))
	}
	return list[min(len(list), most):]
}

// headersOf returns the blocks of a member's headers.
func (c *tarCreate) headersOf(h *tar.Header) []byte {
	var all byteSink
	w := tar.NewWriter(&tarWriter{w: &all, headers: true})
	c.check(w.WriteHeader(h))
	return all
}

type byteSink []byte

// Write implements io.Writer.
func (b *byteSink) Write(p []byte) (int, error) {
	*b = append(*b, p...)
	return len(p), nil
}
