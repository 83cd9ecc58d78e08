package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// fsopSockets are the calls on the names of local sockets. Linux has none relative to a directory:
// bindat and connectat go there first.
var fsopSockets = map[string]fsopCall{
	"bind":      plain(1, func(f *fsop) error { return f.socket(f.args[0], linux.Bind) }),
	"connect":   plain(1, func(f *fsop) error { return f.socket(f.args[0], linux.Connect) }),
	"bindat":    plain(2, func(f *fsop) error { return f.socketAt(linux.Bind) }),
	"connectat": plain(2, func(f *fsop) error { return f.socketAt(linux.Connect) }),
}

// socket makes a socket for one call; it is left open as what a later group sees.
func (f *fsop) socket(path string, call func(fd int, a *linux.Addr) error) error {
	fd, err := linux.Socket(linux.AfUnix, linux.SockStream, 0)
	if err != nil {
		return err
	}
	return call(fd, &linux.Addr{Family: linux.AfUnix, Path: path})
}

func (f *fsop) socketAt(call func(fd int, a *linux.Addr) error) error {
	path := f.args[1] // it becomes a part of an address: a bad one would be the tool's own to read
	if f.args[0] == "AT_FDCWD" || strings.HasPrefix(path, "/") {
		return f.socket(path, call)
	}
	here, err := linux.Open(".", primitives.O_PATH|primitives.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	if err := linux.Fchdir(f.fd(0)); err != nil {
		return err
	}
	err = f.socket(path, call)
	if back := linux.Fchdir(here); err == nil {
		err = back
	}
	return err
}
