package git

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1" //nolint:gosec // git's
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// packed objects in the form of a pack, and where each begins.
type packText struct {
	data    []byte
	names   []hash
	offsets map[hash]uint32
	sums    map[hash]uint32
}

// packOf makes a pack of objects, each whole.
func (g *program) packOf(list []hash) *packText {
	p := &packText{names: slices.Clone(list), offsets: map[hash]uint32{}, sums: map[hash]uint32{}}
	b := []byte("PACK")
	b = binary.BigEndian.AppendUint32(b, 2)
	b = binary.BigEndian.AppendUint32(b, uint32(len(list)))
	kinds := map[string]byte{"commit": 1, "tree": 2, "blob": 3, "tag": 4}
	for _, h := range list {
		o := g.must(h)
		p.offsets[h] = uint32(len(b))
		start := len(b)
		n := len(o.data)
		c := kinds[o.kind]<<4 | byte(n&15)
		for n >>= 4; n > 0; n >>= 7 {
			b = append(b, c|0x80)
			c = byte(n & 0x7f)
		}
		b = append(b, c)
		var z bytes.Buffer
		w := zlib.NewWriter(&z)
		if _, err := w.Write(o.data); errors.Join(err, w.Close()) != nil {
			g.fatal("unable to deflate %s", h)
		}
		b = append(b, z.Bytes()...)
		p.sums[h] = crc32.ChecksumIEEE(b[start:])
	}
	sum := sha1.Sum(b) //nolint:gosec // git's
	p.data = append(b, sum[:]...)
	return p
}

// index is the pack's index, in its second version.
func (p *packText) index() []byte {
	names := slices.Clone(p.names)
	slices.SortFunc(names, func(a, b hash) int { return bytes.Compare(a[:], b[:]) })
	b := []byte("\xfftOc\x00\x00\x00\x02")
	count := 0
	for i := range 256 {
		for count < len(names) && int(names[count][0]) <= i {
			count++
		}
		b = binary.BigEndian.AppendUint32(b, uint32(count))
	}
	for _, h := range names {
		b = append(b, h[:]...)
	}
	for _, h := range names {
		b = binary.BigEndian.AppendUint32(b, p.sums[h])
	}
	for _, h := range names {
		b = binary.BigEndian.AppendUint32(b, p.offsets[h])
	}
	b = append(b, p.data[len(p.data)-20:]...)
	sum := sha1.Sum(b) //nolint:gosec // git's
	return append(b, sum[:]...)
}

// repack puts all objects that are needed into one pack, in the place of what there was.
func (g *program) repack(pruneAll bool) {
	r := g.repo
	kept := g.reachable(true)
	var list []hash
	for h := range kept {
		list = append(list, h)
	}
	slices.SortFunc(list, func(a, b hash) int { return bytes.Compare(a[:], b[:]) })
	if len(list) == 0 {
		return
	}
	p := g.packOf(list)
	old := r.packed()
	name := r.common + "/objects/pack/pack-" + hash(p.data[len(p.data)-20:]).String()
	const readOnly = 0o444
	for _, f := range [...]struct {
		end  string
		data []byte
	}{{".pack", p.data}, {".idx", p.index()}} {
		_ = linux.Unlink(name + f.end)
		if err := create(name+f.end, f.data, readOnly, primitives.O_EXCL); err != nil {
			g.fatal("unable to create temporary file '%s': %s", name+f.end, text(err))
		}
	}
	for _, o := range old {
		if o.name != name+".pack" {
			_ = linux.Unlink(o.name)
			_ = linux.Unlink(o.name[:len(o.name)-len(".pack")] + ".idx")
		}
	}
	for _, h := range r.looseObjects() {
		if kept[h] || pruneAll {
			g.removeLoose(h)
		}
	}
	r.packsRead, r.packs = false, nil
}
