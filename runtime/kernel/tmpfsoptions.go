package kernel

import (
	"math"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// tmpfsGiven are the options of a tmpfs as a mount gives them, tmpfs(5).
type tmpfsGiven struct {
	vfs.TmpfsOptions
	sized, counted, owned, grouped bool
}

// forMount fills in what was not given: half of the machine's memory, an inode for each page of that, and the
// caller's own ids.
func (o *tmpfsGiven) forMount(source string, c *primitives.Cred) vfs.TmpfsOptions {
	t := o.TmpfsOptions
	t.Source, t.Told = source, true
	if !o.sized {
		t.Size, t.DefaultSize = hostMemory/2, true
	}
	if !o.counted {
		t.Inodes, t.DefaultInodes = hostMemory/2/vfs.PageSize, true
	}
	if !o.owned {
		t.UID = c.UID
	}
	if !o.grouped {
		t.GID = c.GID
	}
	if source == "" {
		t.Source = "none"
	}
	return t
}

// tmpfsOptions reads "size=64k,mode=700". What it does not know is EINVAL.
func tmpfsOptions(data string) (*tmpfsGiven, error) {
	o := &tmpfsGiven{}
	for word := range strings.SplitSeq(data, ",") {
		if word == "" {
			continue
		}
		name, v, _ := strings.Cut(word, "=")
		if !o.set(name, v) {
			return nil, primitives.EINVAL
		}
	}
	return o, nil
}

func (o *tmpfsGiven) set(name, v string) (ok bool) {
	var n uint64
	switch name {
	case "size":
		o.sized = true
		o.Size, ok = tmpfsSize(v)
	case "nr_blocks":
		o.sized = true
		o.Size, ok = memparse(v)
		if ok = ok && o.Size <= math.MaxInt64/vfs.PageSize; ok {
			o.Size *= vfs.PageSize
		}
	case "nr_inodes":
		o.counted = true
		o.Inodes, ok = memparse(v)
	case "mode":
		n, ok = parsed(v, 8)
		if o.Mode = uint32(n) & 0o7777; o.Mode == 0 {
			o.Mode = vfs.ModeNone
		}
	case "uid":
		o.owned = true
		n, ok = parsed(v, 10)
		o.UID = uint32(n)
	case "gid":
		o.grouped = true
		n, ok = parsed(v, 10)
		o.GID = uint32(n)
	case "inode32", "inode64", "noswap":
		ok = v == ""
	case "huge":
		ok = v == "never" || v == "always" || v == "within_size" || v == "advise"
	case "mpol":
		ok = v != ""
	}
	return ok
}

func parsed(v string, base int) (uint64, bool) {
	n, err := strconv.ParseUint(v, base, 32)
	return n, err == nil
}

// tmpfsSize reads a number of bytes, or a share of the machine's memory: 50%.
func tmpfsSize(v string) (int64, bool) {
	if share, ok := strings.CutSuffix(v, "%"); ok {
		n, err := strconv.ParseUint(share, 10, 32)
		return int64(n) * (hostMemory / 100), err == nil && n <= math.MaxUint32
	}
	return memparse(v)
}

// memparse reads a number with a suffix of size, as the kernel's memparse does: 0x10, 64k, 1G.
func memparse(v string) (int64, bool) {
	digits, shift := v, uint(0)
	if v != "" {
		if i := strings.IndexByte("KMGTPE", v[len(v)-1]&^0x20); i >= 0 && v[len(v)-1] >= 'A' {
			digits, shift = v[:len(v)-1], uint(i+1)*10
		}
	}
	n, err := strconv.ParseUint(digits, 0, 63)
	if err != nil || n > math.MaxInt64>>shift {
		return 0, false
	}
	return int64(n << shift), true
}
