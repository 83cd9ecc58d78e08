package abi

import (
	"encoding/binary"
	"errors"
)

// Flags of SpawnRequest.
const (
	SpawnSetsid     = 1 << 0 // the child calls setsid
	SpawnSetpgroup  = 1 << 1 // the child calls setpgid(0, Pgroup)
	SpawnVfork      = 1 << 2 // clone with CLONE_VFORK|CLONE_VM, as posix_spawn and vfork do; else as fork
	SpawnSetSigmask = 1 << 3 // the child's signal mask becomes Sigmask
)

// Kinds of FileAction.
const (
	ActionDup2  = 1 // dup2(Fd, Newfd); Fd == Newfd clears close-on-exec
	ActionClose = 2 // close(Fd)
	ActionOpen  = 3 // open Path with Flags and Mode as Newfd
	ActionChdir = 4 // chdir(Path)
)

// FileAction is one thing that the child does before exec, in order, as posix_spawn(3) has it.
type FileAction struct {
	Kind      int32
	Fd, Newfd int32
	Path      string
	Flags     int32
	Mode      uint32
}

// SpawnRequest is the wire form of posix_spawn, fork and execve.
type SpawnRequest struct {
	Flags   uint32
	Path    string // no search: the caller resolves PATH
	Argv    []string
	Env     []string
	Pgroup  int32
	Ignore  uint64 // signals that the child ignores, bit sig-1; caught ones become default by exec
	Default uint64 // signals set to default in the child
	Sigmask uint64
	Actions []FileAction
	State   []byte // fork: what the child reads by forkstate
}

// ErrSpawnRequest is returned for bytes that are no SpawnRequest.
var ErrSpawnRequest = errors.New("malformed spawn request")

// Encode returns the wire form.
func (r *SpawnRequest) Encode() []byte {
	var b []byte
	u32 := func(v uint32) { b = binary.LittleEndian.AppendUint32(b, v) }
	str := func(s string) { u32(uint32(len(s))); b = append(b, s...) }
	list := func(l []string) {
		u32(uint32(len(l)))
		for _, s := range l {
			str(s)
		}
	}
	u32(r.Flags)
	str(r.Path)
	list(r.Argv)
	list(r.Env)
	u32(uint32(r.Pgroup))
	for _, v := range [...]uint64{r.Ignore, r.Default, r.Sigmask} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	u32(uint32(len(r.Actions)))
	for _, a := range r.Actions {
		u32(uint32(a.Kind))
		u32(uint32(a.Fd))
		u32(uint32(a.Newfd))
		str(a.Path)
		u32(uint32(a.Flags))
		u32(a.Mode)
	}
	u32(uint32(len(r.State)))
	return append(b, r.State...)
}

// DecodeSpawnRequest parses hostile bytes; the result shares no memory with b.
func DecodeSpawnRequest(b []byte) (*SpawnRequest, error) {
	d := decoder{b: b}
	r := &SpawnRequest{Flags: d.u32(), Path: d.str(), Argv: d.list(), Env: d.list(), Pgroup: int32(d.u32())}
	r.Ignore, r.Default, r.Sigmask = d.u64(), d.u64(), d.u64()
	n := d.count(24)
	for range n {
		a := FileAction{Kind: int32(d.u32()), Fd: int32(d.u32()), Newfd: int32(d.u32()), Path: d.str()}
		a.Flags, a.Mode = int32(d.u32()), d.u32()
		r.Actions = append(r.Actions, a)
	}
	r.State = []byte(d.str())
	if d.bad || len(d.b) != 0 {
		return nil, ErrSpawnRequest
	}
	return r, nil
}

// decoder reads little-endian fields; after a short read every further read yields zero.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) take(n uint64) []byte {
	if d.bad || uint64(len(d.b)) < n {
		d.bad, d.b = true, nil
		return nil
	}
	v := d.b[:n]
	d.b = d.b[n:]
	return v
}

func (d *decoder) u32() uint32 {
	if v := d.take(4); v != nil {
		return binary.LittleEndian.Uint32(v)
	}
	return 0
}

func (d *decoder) u64() uint64 {
	if v := d.take(8); v != nil {
		return binary.LittleEndian.Uint64(v)
	}
	return 0
}

func (d *decoder) str() string { return string(d.take(uint64(d.u32()))) }

// count reads a number of elements that are at least size bytes each.
func (d *decoder) count(size int) int {
	n := d.u32()
	if uint64(n)*uint64(size) > uint64(len(d.b)) {
		d.bad, d.b = true, nil
		return 0
	}
	return int(n)
}

func (d *decoder) list() []string {
	var l []string
	for range d.count(4) {
		l = append(l, d.str())
	}
	return l
}
