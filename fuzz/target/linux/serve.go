//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"io"
	"os"
	"path"
	goruntime "runtime"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// The file API, as init serves it: system calls of one thread that has the API's identity for files.

// chunk is how much is moved with one call, bytes.
const chunk = 1 << 20

// serveFile serves one operation. The goroutine's thread ends with it, for its identity is no other's.
func serveFile(spec, data *os.File) answer {
	var s fileSpec
	if err := unpack(spec, &s); err != nil {
		return fatal("read what to do with a file", err)
	}
	goruntime.LockOSThread() // never unlocked
	if err := s.takeIdentity(); err != nil {
		return fatal("take the file API's identity", err)
	}
	if err := s.checkAllowed(); err != nil {
		return failedFile(err)
	}
	var a answer
	var err error
	switch s.Op {
	case "write_file", "upload":
		err = s.write(data)
	case "read_file", "download":
		a.Mode, err = s.read(data)
	case "list":
		err = s.list(data)
	case "remove":
		err = s.remove()
	default:
		err = unix.ENOSYS
	}
	if err != nil {
		return failedFile(err)
	}
	return a
}

// errOutside says that a path leads out of the allowed directories.
var errOutside = errors.New("outside the allowed directories")

func failedFile(err error) answer {
	if errors.Is(err, errOutside) {
		return answer{Errno: primitives.EACCES, Rule: "allowed-dirs"}
	}
	return answer{Errno: errnoOf(err)}
}

// takeIdentity gives the calling thread the identity for files. The real and effective ids stay init's, so
// that no guest can signal or trace the thread, credentials(7).
func (s *fileSpec) takeIdentity() error {
	caps := capsOf(s.UID, s.Capable)
	groups := unsafe.Pointer(nil)
	if len(s.Groups) > 0 {
		groups = unsafe.Pointer(&s.Groups[0])
	}
	_, _, e := unix.RawSyscall(unix.SYS_SETGROUPS, uintptr(len(s.Groups)), uintptr(groups), 0)
	if e != 0 {
		return os.NewSyscallError("setgroups", e)
	}
	// These two return the former id and no error: what became of them is asked for by an id that is none.
	for nr, id := range map[uintptr]uint32{unix.SYS_SETFSGID: s.GID, unix.SYS_SETFSUID: s.UID} {
		_, _, _ = unix.RawSyscall(nr, uintptr(id), 0, 0)
		if now, _, _ := unix.RawSyscall(nr, ^uintptr(0), 0, 0); uint32(now) != id {
			return unix.EPERM
		}
	}
	h := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	d := [2]unix.CapUserData{{Effective: uint32(caps), Permitted: uint32(caps)}}
	return os.NewSyscallError("capset", unix.Capset(&h, &d[0]))
}

// checkAllowed decides after links are resolved: a link inside an allowed directory may lead out.
func (s *fileSpec) checkAllowed() error {
	if len(s.AllowedDirs) == 0 {
		return nil
	}
	resolved, err := realpath(s.Path)
	if err != nil {
		return err
	}
	for _, d := range s.AllowedDirs {
		if allowed, err := realpath(d); err == nil && primitives.Within(resolved, allowed) {
			return nil
		}
	}
	return errOutside
}

// write stores a file: parents are made, an existing file is rewritten in place.
func (s *fileSpec) write(data *os.File) error {
	mkdirs(path.Dir(s.Path))
	fd, err := openInside(s.Path, unix.O_WRONLY|unix.O_CREAT|unix.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	err = s.fill(fd, data)
	if err == nil && s.Mode != 0 {
		err = unix.Fchmod(fd, s.Mode)
	}
	return errors.Join(err, unix.Close(fd))
}

func (s *fileSpec) fill(fd int, data *os.File) error {
	buf := make([]byte, min(s.Size, chunk))
	for at := int64(0); at < s.Size; {
		n, err := data.ReadAt(buf[:min(s.Size-at, chunk)], at)
		if n == 0 {
			return errors.Join(unix.EIO, err)
		}
		for b := buf[:n]; len(b) > 0; {
			wrote, err := unix.Write(fd, b)
			switch {
			case errors.Is(err, unix.EINTR):
				continue
			case err != nil:
				return err
			}
			b = b[wrote:]
		}
		at += int64(n)
	}
	return nil
}

// read copies the file to data and returns its permission bits.
func (s *fileSpec) read(data *os.File) (mode uint32, err error) {
	fd, err := openInside(s.Path, unix.O_RDONLY, 0)
	if err != nil {
		return 0, err
	}
	defer releaseFD(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return 0, err
	}
	switch {
	case st.Mode&unix.S_IFMT == unix.S_IFDIR:
		return 0, unix.EISDIR
	case st.Size > s.Limit:
		return 0, unix.EFBIG
	}
	return st.Mode & 0o7777, s.drain(fd, data)
}

// drain reads to the end of the file, which may lie beyond the size that stat told: files of /proc have none,
// devices no end.
func (s *fileSpec) drain(fd int, data *os.File) error {
	buf := make([]byte, chunk)
	for at := int64(0); ; {
		n, err := unix.Read(fd, buf)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return err
		case n == 0:
			return nil
		}
		if _, err := data.WriteAt(buf[:n], at); err != nil {
			return err
		}
		if at += int64(n); at > s.Limit {
			return unix.EFBIG
		}
	}
}

// list writes the names of a directory to data, each with a NUL byte behind it.
func (s *fileSpec) list(data *os.File) error {
	fd, err := openInside(s.Path, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	dir := os.NewFile(uintptr(fd), s.Path)
	defer release(dir)
	for at := int64(0); ; {
		names, err := dir.Readdirnames(4096)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		text := strings.Join(names, "\x00") + "\x00"
		if _, err := data.WriteAt([]byte(text), at); err != nil {
			return err
		}
		if at += int64(len(text)); at > s.Limit {
			return unix.EFBIG
		}
	}
}

func (s *fileSpec) remove() error {
	dir, base := split(s.Path)
	fd, err := openInside(dir, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer releaseFD(fd)
	err = unix.Unlinkat(fd, base, 0)
	if errors.Is(err, unix.EISDIR) {
		return unix.Unlinkat(fd, base, unix.AT_REMOVEDIR)
	}
	return err
}
