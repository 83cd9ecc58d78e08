package linux

import (
	"strings"
)

// Flags of Setxattr.
const (
	XattrCreate  = 1
	XattrReplace = 2
)

// maxXattr is the size of the largest value and of the largest list of names, xattr(7), in bytes.
const maxXattr = 1 << 16

// Getxattr is getxattrat(2): AT_SYMLINK_NOFOLLOW makes it lgetxattr, AT_EMPTY_PATH fgetxattr.
func Getxattr(dir int, path, name string, flags int) (string, error) {
	b := make([]byte, maxXattr)
	p, size := pointer(b)
	n, err := result(sysGetxattr(int32(dir), path, name, p, size, int32(flags)))
	if err != nil {
		return "", err
	}
	return string(b[:n]), nil
}

// Setxattr is setxattrat(2); how is 0, XattrCreate or XattrReplace.
func Setxattr(dir int, path, name, value string, how, flags int) error {
	return failure(sysSetxattr(int32(dir), path, name, value, int32(how), int32(flags)))
}

// Listxattr is listxattrat(2).
func Listxattr(dir int, path string, flags int) ([]string, error) {
	b := make([]byte, maxXattr)
	p, size := pointer(b)
	n, err := result(sysListxattr(int32(dir), path, p, size, int32(flags)))
	if err != nil || n == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(b[:n]), "\x00"), "\x00"), nil
}

// Removexattr is removexattrat(2).
func Removexattr(dir int, path, name string, flags int) error {
	return failure(sysRemovexattr(int32(dir), path, name, int32(flags)))
}
