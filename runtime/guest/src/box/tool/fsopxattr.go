package tool

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const atCwd = linux.AtFdcwd

// fsopXattrs are the calls on extended attributes.
var fsopXattrs = map[string]fsopCall{
	"getxattr":  texts(2, func(f *fsop) (string, error) { return f.getxattr(atCwd, f.path(0), 0) }),
	"lgetxattr": texts(2, func(f *fsop) (string, error) { return f.getxattr(atCwd, f.path(0), nofollow) }),
	"fgetxattr": texts(2, func(f *fsop) (string, error) { return f.getxattr(f.fd(0), "", itself) }),
	"setxattr":  plain(4, func(f *fsop) error { return f.setxattr(atCwd, f.path(0), 0) }),
	"lsetxattr": plain(4, func(f *fsop) error { return f.setxattr(atCwd, f.path(0), nofollow) }),
	"fsetxattr": plain(4, func(f *fsop) error { return f.setxattr(f.fd(0), "", itself) }),
	"listxattr": texts(1, func(f *fsop) (string, error) { return f.listxattr(atCwd, f.path(0), 0) }),
	"llistxattr": texts(1, func(f *fsop) (string, error) {
		return f.listxattr(atCwd, f.path(0), nofollow)
	}),
	"flistxattr":   texts(1, func(f *fsop) (string, error) { return f.listxattr(f.fd(0), "", itself) }),
	"removexattr":  plain(2, func(f *fsop) error { return f.removexattr(atCwd, f.path(0), 0) }),
	"lremovexattr": plain(2, func(f *fsop) error { return f.removexattr(atCwd, f.path(0), nofollow) }),
	"fremovexattr": plain(2, func(f *fsop) error { return f.removexattr(f.fd(0), "", itself) }),
}

func (f *fsop) getxattr(dir int, path string, flags int) (string, error) {
	return linux.Getxattr(dir, path, f.args[1], flags)
}

func (f *fsop) setxattr(dir int, path string, flags int) error {
	return linux.Setxattr(dir, path, f.args[1], f.args[2], f.flags(3), flags)
}

func (f *fsop) listxattr(dir int, path string, flags int) (string, error) {
	names, err := linux.Listxattr(dir, path, flags)
	return strings.Join(names, ","), err
}

func (f *fsop) removexattr(dir int, path string, flags int) error {
	return linux.Removexattr(dir, path, f.args[1], flags)
}
