package git

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// pack is a file of many objects with its index, as `git gc` and clones make them. They are only read.
type pack struct {
	index []byte
	data  []byte
	name  string
	count int
}

const (
	packHead  = 8
	fanoutEnd = packHead + 256*4
)

func (r *repo) packed() []*pack {
	if r.packsRead {
		return r.packs
	}
	r.packsRead = true
	dir := r.common + "/objects/pack"
	list, err := linux.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range list {
		base, ok := strings.CutSuffix(e.Name, ".idx")
		if !ok {
			continue
		}
		index, err := readFile(dir + "/" + e.Name)
		if err != nil || len(index) < fanoutEnd || string(index[:packHead]) != "\xfftOc\x00\x00\x00\x02" {
			continue
		}
		count := int(binary.BigEndian.Uint32(index[fanoutEnd-4:]))
		if len(index) < fanoutEnd+count*28 {
			continue
		}
		r.packs = append(r.packs, &pack{index: index, name: dir + "/" + base + ".pack", count: count})
	}
	return r.packs
}

func (p *pack) hash(i int) hash { return hash(p.index[fanoutEnd+i*20:][:20]) }

func (p *pack) find(h hash) (offset int64, ok bool) {
	i := sort.Search(p.count, func(i int) bool {
		at := p.hash(i)
		return bytes.Compare(at[:], h[:]) >= 0
	})
	if i == p.count || p.hash(i) != h {
		return 0, false
	}
	offsets := fanoutEnd + p.count*24
	v := binary.BigEndian.Uint32(p.index[offsets+i*4:])
	if v&(1<<31) == 0 {
		return int64(v), true
	}
	large := offsets + p.count*4 + int(v&^(1<<31))*8
	if large+8 > len(p.index) {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(p.index[large:])), true
}

func (r *repo) readPacked(h hash) (object, error) {
	for _, p := range r.packed() {
		if at, ok := p.find(h); ok {
			if p.data == nil {
				b, err := readFile(p.name)
				if err != nil {
					return object{}, err
				}
				p.data = b
			}
			return r.unpack(p, at, 0)
		}
	}
	return object{}, errNoObject
}

const deepestDelta = 4096

// unpack reads the object at an offset, putting deltas together.
func (r *repo) unpack(p *pack, at int64, depth int) (object, error) {
	bad := fmt.Errorf("pack %s: damaged at %d", p.name, at)
	if at < 0 || at >= int64(len(p.data)) || depth > deepestDelta {
		return object{}, bad
	}
	b := p.data[at:]
	kind := b[0] >> 4 & 7
	i := 0
	for b[i]&0x80 != 0 {
		if i++; i >= len(b) {
			return object{}, bad
		}
	}
	b = b[i+1:]
	var base object
	var err error
	switch kind {
	case 6:
		n, used := offsetDelta(b)
		b = b[used:]
		base, err = r.unpack(p, at-n, depth+1)
	case 7:
		if len(b) < len(hash{}) {
			return object{}, bad
		}
		base, err = r.read(hash(b[:20]))
		b = b[20:]
	}
	if err != nil {
		return object{}, err
	}
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return object{}, bad
	}
	data, err := io.ReadAll(z)
	if err != nil {
		return object{}, bad
	}
	if kind < 6 {
		return object{[...]string{"", "commit", "tree", "blob", "tag", ""}[kind], data}, nil
	}
	whole, ok := applyDelta(base.data, data)
	if !ok {
		return object{}, bad
	}
	return object{base.kind, whole}, nil
}

func offsetDelta(b []byte) (n int64, used int) {
	for i, c := range b {
		n = n<<7 | int64(c&0x7f)
		if c&0x80 == 0 {
			return n, i + 1
		}
		n++
	}
	return 0, len(b)
}

func varint(b []byte) (n, used int) {
	for i, c := range b {
		n |= int(c&0x7f) << (7 * i)
		if c&0x80 == 0 {
			return n, i + 1
		}
	}
	return 0, len(b)
}

func applyDelta(base, delta []byte) ([]byte, bool) {
	_, used := varint(delta)
	delta = delta[used:]
	size, used := varint(delta)
	delta = delta[used:]
	var out []byte
	for len(delta) > 0 {
		c := delta[0]
		delta = delta[1:]
		if c&0x80 == 0 {
			if int(c) > len(delta) || c == 0 {
				return nil, false
			}
			out = append(out, delta[:c]...)
			delta = delta[c:]
			continue
		}
		var v [7]int
		for i := range v {
			if c&(1<<i) != 0 {
				if len(delta) == 0 {
					return nil, false
				}
				v[i] = int(delta[0])
				delta = delta[1:]
			}
		}
		from := v[0] | v[1]<<8 | v[2]<<16 | v[3]<<24
		n := v[4] | v[5]<<8 | v[6]<<16
		if n == 0 {
			n = 1 << 16
		}
		if from < 0 || from+n > len(base) {
			return nil, false
		}
		out = append(out, base[from:from+n]...)
	}
	return out, len(out) == size
}
