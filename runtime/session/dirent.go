package session

import (
	"bytes"
	"encoding/binary"
)

// appendNames reads records of struct linux_dirent64, getdents64(2): inode and cookie of 8
// bytes each, the record's length in 2, the type in 1, and the name with its NUL byte.
func appendNames(names []string, b []byte) []string {
	const lengthAt, nameAt = 16, 19
	for len(b) > nameAt {
		size := int(binary.LittleEndian.Uint16(b[lengthAt:]))
		if size <= nameAt || size > len(b) {
			return names
		}
		name := b[nameAt:size]
		if i := bytes.IndexByte(name, 0); i >= 0 {
			name = name[:i]
		}
		if s := string(name); s != "." && s != ".." {
			names = append(names, s)
		}
		b = b[size:]
	}
	return names
}
