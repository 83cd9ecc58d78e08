package abi

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
)

// Sizes of structures in guest memory, bytes. All fields are little-endian i64 in the order
// of the encoders below.
const (
	StatSize   = 13 * 8
	StatfsSize = 9 * 8
	RusageSize = 4 * 8 // user ns, system ns, maximum resident bytes, page faults
	UnameSize  = 5 * 65
)

// PutStat encodes st at the start of b, which holds at least StatSize bytes.
func PutStat(b []byte, st *primitives.Stat) {
	for i, v := range [...]uint64{
		st.Dev, st.Ino, uint64(st.Mode), st.Nlink, uint64(st.UID), uint64(st.GID), st.Rdev, uint64(st.Size),
		uint64(st.Blksize), uint64(st.Blocks), uint64(st.Atime), uint64(st.Mtime), uint64(st.Ctime),
	} {
		binary.LittleEndian.PutUint64(b[8*i:], v)
	}
}

// GetStat decodes what PutStat wrote.
func GetStat(b []byte) primitives.Stat {
	at := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
	return primitives.Stat{
		Dev: at(0), Ino: at(1), Mode: uint32(at(2)), Nlink: at(3), UID: uint32(at(4)), GID: uint32(at(5)),
		Rdev: at(6), Size: int64(at(7)), Blksize: int64(at(8)), Blocks: int64(at(9)),
		Atime: int64(at(10)), Mtime: int64(at(11)), Ctime: int64(at(12)),
	}
}

// PutStatfs encodes s at the start of b, which holds at least StatfsSize bytes.
func PutStatfs(b []byte, s *primitives.Statfs) {
	for i, v := range [...]uint64{
		uint64(s.Type), uint64(s.Bsize), s.Blocks, s.Bfree, s.Bavail, s.Files, s.Ffree,
		uint64(s.Namelen), s.Flags,
	} {
		binary.LittleEndian.PutUint64(b[8*i:], v)
	}
}

// GetStatfs decodes what PutStatfs wrote.
func GetStatfs(b []byte) primitives.Statfs {
	at := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
	return primitives.Statfs{
		Type: int64(at(0)), Bsize: int64(at(1)), Blocks: at(2), Bfree: at(3), Bavail: at(4),
		Files: at(5), Ffree: at(6), Namelen: int64(at(7)), Flags: at(8),
	}
}
