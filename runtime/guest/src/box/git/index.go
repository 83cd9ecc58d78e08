package git

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // git's
	"encoding/binary"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// indexEntry is a file of the index. Stage is 0, or 1 to 3 in a conflict: base, ours, theirs.
type indexEntry struct {
	path         string
	file         file
	stage        int
	ctime, mtime [2]uint32
	dev, ino     uint32
	uid, gid     uint32
	size         uint32
	intent       bool // added by -N: nothing of it is staged
	flags        uint16
}

// index is the staging area.
type index struct {
	entries []*indexEntry
	mtime   [2]uint32 // of the file, by which racily clean entries are told
}

// indexFile is where the index is.
func (g *program) indexFile() string {
	if v := g.env["GIT_INDEX_FILE"]; v != "" {
		return absolute(g.repo.work, v)
	}
	return g.repo.dir + "/index"
}

const entryHead = 62

func (g *program) readIndex() *index {
	x := &index{}
	name := g.indexFile()
	b, err := readFile(name)
	if err != nil {
		if !is(err, primitives.ENOENT) {
			g.fatal("%s: index file open failed: %s", g.repo.shownDir()+"/index", text(err))
		}
		return x
	}
	if st, err := linux.Stat(name); err == nil {
		x.mtime = split(st.Mtime)
	}
	const head, tail = 12, 20
	if len(b) < head+tail || string(b[:4]) != "DIRC" {
		g.tell("error: bad signature 0x%08x\n", binary.BigEndian.Uint32(append(b, 0, 0, 0, 0)))
		g.fatal("index file corrupt")
	}
	version := binary.BigEndian.Uint32(b[4:])
	if version != 2 && version != 3 {
		g.unsupported("index of version 4")
	}
	count := binary.BigEndian.Uint32(b[8:])
	b = b[head : len(b)-tail]
	for range count {
		e, n := parseEntry(b)
		if n == 0 {
			g.fatal("index file corrupt")
		}
		x.entries = append(x.entries, e)
		b = b[n:]
	}
	return x
}

func parseEntry(b []byte) (e *indexEntry, n int) {
	if len(b) < entryHead {
		return nil, 0
	}
	u := func(i int) uint32 { return binary.BigEndian.Uint32(b[i*4:]) }
	e = &indexEntry{
		ctime: [2]uint32{u(0), u(1)}, mtime: [2]uint32{u(2), u(3)}, dev: u(4), ino: u(5),
		uid: u(7), gid: u(8), size: u(9), file: file{u(6), hash(b[40:60])},
	}
	flags := binary.BigEndian.Uint16(b[60:])
	e.stage = int(flags >> 12 & 3)
	e.flags = flags & (1 << 15)
	start := entryHead
	if flags&(1<<14) != 0 {
		e.intent = binary.BigEndian.Uint16(b[62:])&(1<<13) != 0
		start += 2
	}
	end := bytes.IndexByte(b[start:], 0)
	if end < 0 {
		return nil, 0
	}
	e.path = string(b[start : start+end])
	n = (start + end + 8) / 8 * 8
	if n > len(b) {
		return nil, 0
	}
	return e, n
}

func (e *indexEntry) encode(b []byte) []byte {
	start := len(b)
	for _, v := range [...]uint32{
		e.ctime[0], e.ctime[1], e.mtime[0], e.mtime[1], e.dev, e.ino, e.file.mode, e.uid, e.gid, e.size,
	} {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	b = append(b, e.file.hash[:]...)
	const longest = 0xfff
	flags := uint16(min(len(e.path), longest)) | uint16(e.stage)<<12 | e.flags
	if e.intent {
		flags |= 1 << 14
	}
	b = binary.BigEndian.AppendUint16(b, flags)
	if e.intent {
		b = binary.BigEndian.AppendUint16(b, 1<<13)
	}
	b = append(b, e.path...)
	n := len(b) - start
	return append(b, make([]byte, (n+8)/8*8-n)...)
}

// writeIndex replaces the index file.
func (g *program) writeIndex(x *index) { g.lockFile(g.indexFile(), x.encode()) }

func (x *index) encode() []byte {
	slices.SortFunc(x.entries, func(a, b *indexEntry) int {
		if d := strings.Compare(a.path, b.path); d != 0 {
			return d
		}
		return a.stage - b.stage
	})
	version := uint32(2)
	for _, e := range x.entries {
		if e.intent {
			version = 3
		}
	}
	b := []byte("DIRC")
	b = binary.BigEndian.AppendUint32(b, version)
	b = binary.BigEndian.AppendUint32(b, uint32(len(x.entries)))
	for _, e := range x.entries {
		b = e.encode(b)
	}
	sum := sha1.Sum(b) //nolint:gosec // git's
	return append(b, sum[:]...)
}

func (x *index) find(path string) *indexEntry {
	for _, e := range x.entries {
		if e.path == path && e.stage == 0 {
			return e
		}
	}
	return nil
}

// byPath is the entries without conflicts, by path.
func (x *index) byPath() map[string]*indexEntry {
	m := make(map[string]*indexEntry, len(x.entries))
	for _, e := range x.entries {
		if e.stage == 0 {
			m[e.path] = e
		}
	}
	return m
}

// files are those that a commit would have.
func (x *index) files() map[string]file {
	m := make(map[string]file, len(x.entries))
	for _, e := range x.entries {
		if e.stage == 0 && !e.intent {
			m[e.path] = e.file
		}
	}
	return m
}

// unmerged are the paths in conflict with their stages.
func (x *index) unmerged() map[string]*[4]file {
	m := map[string]*[4]file{}
	for _, e := range x.entries {
		if e.stage > 0 {
			if m[e.path] == nil {
				m[e.path] = &[4]file{}
			}
			m[e.path][e.stage] = e.file
		}
	}
	return m
}

// remove takes all stages of a path away.
func (x *index) remove(path string) bool {
	n := len(x.entries)
	x.entries = slices.DeleteFunc(x.entries, func(e *indexEntry) bool { return e.path == path })
	return len(x.entries) < n
}

// set puts a file in the place of what the path was, and of what was below it or is now above it.
func (x *index) set(e *indexEntry) {
	x.entries = slices.DeleteFunc(x.entries, func(o *indexEntry) bool {
		return o.path == e.path || strings.HasPrefix(o.path, e.path+"/") || strings.HasPrefix(e.path,
			o.path+"/")
	})
	x.entries = append(x.entries, e)
}

func split(ns int64) [2]uint32 {
	const second = 1e9
	return [2]uint32{uint32(ns / second), uint32(ns % second)}
}

// stamp remembers what a file looks like, so that it need not be read to know that it is as it was.
func (e *indexEntry) stamp(st *primitives.Stat) {
	e.ctime, e.mtime = split(st.Ctime), split(st.Mtime)
	e.dev, e.ino = uint32(st.Dev), uint32(st.Ino)
	e.uid, e.gid, e.size = st.UID, st.GID, uint32(st.Size)
}
