//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// Paths that guests and profiles give, as init may follow them. The links below /proc that are no text,
// proc_pid_fd(5), lead a process to whatever it has open, and init has the host's root open.

// errInProc is returned for a place of a profile's that lies below /proc.
var errInProc = errors.New("nothing can be placed below /proc")

// openInside opens as open(2) does, but follows no link of /proc that is no text: it fails with EACCES there,
// as for the links of another user's process.
func openInside(name string, flags int, mode uint64) (int, error) {
	how := unix.OpenHow{
		Flags: uint64(flags) | unix.O_CLOEXEC | unix.O_LARGEFILE, Resolve: unix.RESOLVE_NO_MAGICLINKS,
	}
	if flags&unix.O_CREAT != 0 {
		how.Mode = mode
	}
	fd, err := unix.Openat2(unix.AT_FDCWD, name, &how)
	if errors.Is(err, unix.ELOOP) && !isLoop(name) {
		err = unix.EACCES
	}
	return fd, err
}

// isLoop tells too many links from a link that must not be followed.
func isLoop(name string) bool {
	fd, err := unix.Open(name, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err == nil {
		releaseFD(fd)
	}
	return errors.Is(err, unix.ELOOP)
}

// split cuts a path before its last component, which keeps the slashes behind it, for they mean something.
func split(name string) (dir, base string) {
	at := strings.LastIndexByte(strings.TrimRight(name, "/"), '/') + 1
	return name[:at], name[at:]
}

// mkdirs makes what is missing of a directory's path. Its errors are left to the open that follows, which
// fails for the same reason and with the same errno.
func mkdirs(dir string) {
	var missing []string
	for ; dir != "/" && dir != "."; dir = path.Dir(dir) {
		fd, err := openInside(dir, unix.O_PATH, 0)
		if err == nil {
			releaseFD(fd)
		}
		if !errors.Is(err, unix.ENOENT) {
			break
		}
		missing = append(missing, dir)
	}
	for _, m := range slices.Backward(missing) {
		above, base := split(m)
		fd, err := openInside(above, unix.O_PATH|unix.O_DIRECTORY, 0)
		if err != nil {
			return
		}
		_ = unix.Mkdirat(fd, base, 0o777)
		releaseFD(fd)
	}
}

// place returns where a path of the profile's lies, without links, and refuses what is below /proc. Nobody
// may change the sandbox's files meanwhile.
func place(name string) (string, error) {
	resolved, err := realpath(name)
	if err == nil && primitives.Within(resolved, "/proc") {
		err = errInProc
	}
	return resolved, err
}
