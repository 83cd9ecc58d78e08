package linux

import (
	"bytes"
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
)

const direntHeader = 19 // bytes before the name in struct linux_dirent64

// Getdents is getdents64(2): some entries of an open directory, none at its end.
func Getdents(fd int, buf []byte) ([]primitives.Dirent, error) {
	p, n := pointer(buf)
	got, err := result(sysGetdents64(int32(fd), p, n))
	if err != nil {
		return nil, err
	}
	var list []primitives.Dirent
	for b := buf[:got]; len(b) >= direntHeader; {
		size := int(binary.LittleEndian.Uint16(b[16:]))
		if size < direntHeader || size > len(b) {
			return list, primitives.EIO
		}
		name := b[direntHeader:size]
		if i := bytes.IndexByte(name, 0); i >= 0 {
			name = name[:i]
		}
		list = append(list, primitives.Dirent{
			Ino:  binary.LittleEndian.Uint64(b),
			Off:  int64(binary.LittleEndian.Uint64(b[8:])),
			Type: b[18],
			Name: string(name),
		})
		b = b[size:]
	}
	return list, nil
}

// ReadDir returns a directory's entries in its own order, without . and .. .
func ReadDir(path string) ([]primitives.Dirent, error) {
	fd, err := Open(path, primitives.O_RDONLY|primitives.O_DIRECTORY|primitives.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer Close(fd) //nolint:errcheck // nothing was written
	return ReadDirFd(fd)
}

// ReadDirFd is ReadDir for an open directory.
func ReadDirFd(fd int) ([]primitives.Dirent, error) {
	var all []primitives.Dirent
	buf := make([]byte, 16<<10)
	for {
		list, err := Getdents(fd, buf)
		if err != nil || len(list) == 0 {
			return all, err
		}
		for _, e := range list {
			if e.Name != "." && e.Name != ".." {
				all = append(all, e)
			}
		}
	}
}
