//go:build linux

package vfs_test

import (
	"fmt"
	"io"
	"os"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
)

// linux plays calls on this machine's kernel, in a thread with its own mounts, root directory,
// umask and file-system identity. Everything vanishes with the thread.
type linux struct {
	t       *testing.T
	calls   chan func()
	base    string // where the world is mounted, seen from outside
	fds     [slots]int
	sysctls sysctls
	tally   map[string]int
}

// sysctls are the settings of this kernel that change the answers.
type sysctls struct{ symlinks, links, regular, fifos uint8 }

// newLinux skips the test when this process may not make a world of its own; with
// SANDFAULT_REQUIRE_LINUX=1 that is a failure.
func newLinux(t *testing.T) *linux {
	t.Helper()
	give := t.Skipf
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
		give = t.Fatalf
	}
	if os.Geteuid() != 0 {
		give("the comparison with Linux was not made: not root")
	}
	l := &linux{t: t, calls: make(chan func()), base: t.TempDir(), tally: map[string]int{}}
	l.sysctls = sysctls{
		symlinks: readSysctl(t, "protected_symlinks"), links: readSysctl(t, "protected_hardlinks"),
		regular: readSysctl(t, "protected_regular"), fifos: readSysctl(t, "protected_fifos"),
	}
	for i := range l.fds {
		l.fds[i] = -1
	}
	go func() {
		goruntime.LockOSThread() // never unlocked: the thread ends with the goroutine
		for f := range l.calls {
			f()
		}
	}()
	t.Cleanup(func() { close(l.calls) })
	var err error
	l.on(func() { err = l.enter() })
	if err != nil {
		give("the comparison with Linux was not made: %v", err)
	}
	return l
}

func readSysctl(t *testing.T, name string) uint8 {
	t.Helper()
	b, err := os.ReadFile("/proc/sys/fs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(b)), 10, 8)
	if err != nil {
		t.Fatal(err)
	}
	return uint8(n)
}

// on runs f on the thread.
func (l *linux) on(f func()) {
	done := make(chan struct{})
	l.calls <- func() { defer close(done); f() }
	<-done
}

func (l *linux) enter() error {
	if err := syscall.Unshare(syscall.CLONE_FS | syscall.CLONE_NEWNS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	if err := syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	l.build()
	return nil
}

// build mounts the world and enters it for good: mounts cost the kernel tens of milliseconds, so
// that sequences share them.
func (l *linux) build() {
	syscall.Umask(0)
	l.must(syscall.Mount("w", l.base, "tmpfs", 0, "size=96k,mode=755,huge=never"))
	for _, d := range worldDirs {
		l.must(syscall.Mkdir(l.base+"/"+d, 0o777))
	}
	mount := func(from, to, kind string, flags uintptr, data string) {
		l.must(syscall.Mount(from, l.base+"/"+to, kind, flags, data))
	}
	mount("w", "m", "tmpfs", 0, "size=32k,nr_inodes=9,mode=1777,huge=never")
	mount("w", "x", "tmpfs", syscall.MS_NOEXEC|syscall.MS_NODEV, "size=64k,mode=777,huge=never")
	mount(l.base+"/d", "d", "", syscall.MS_BIND, "") // so that nobody can remove what /b and /ro show
	mount(l.base+"/r", "r", "", syscall.MS_BIND, "")
	mount(l.base+"/d", "b", "", syscall.MS_BIND, "")
	mount(l.base+"/r", "ro", "", syscall.MS_BIND, "")
	mount("", "ro", "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
	l.must(syscall.Chroot(l.base))
}

var worldDirs = []string{"m", "d", "b", "r", "ro", "x"}

// reset empties the world and becomes root in it.
func (l *linux) reset() {
	l.on(func() {
		l.become(0, 0, nil)
		for i := range l.fds {
			l.drop(i)
		}
		syscall.Umask(0)
		l.must(syscall.Chdir("/"))
		l.sweep("/")
		l.restore("/", 0o755)
		for _, d := range worldDirs {
			l.sweep("/" + d)
			if d == "ro" {
				continue
			}
			mode := uint32(0o777)
			if d == "m" {
				mode = 0o1777
			}
			l.restore("/"+d, mode)
		}
	})
}

func (l *linux) restore(path string, mode uint32) {
	l.must(syscall.Chown(path, 0, 0))
	l.must(syscall.Chmod(path, mode))
}

// sweep removes what is in a directory, except mount points and what they show.
func (l *linux) sweep(dir string) {
	entries, err := os.ReadDir(dir)
	l.must(err)
	for _, e := range entries {
		path := dir + "/" + e.Name()
		switch {
		case dir == "/" && slices.Contains(worldDirs, e.Name()), strings.HasPrefix(dir, "/ro"):
		case e.IsDir():
			l.sweep(path)
			l.must(syscall.Rmdir(path))
		default:
			l.must(syscall.Unlink(path))
		}
	}
}

func (l *linux) must(err error) {
	if err != nil {
		_, _, line, _ := goruntime.Caller(1)
		panic(fmt.Sprintf("line %d: %v", line, err))
	}
}

func (l *linux) drop(slot int) {
	if l.fds[slot] >= 0 {
		_ = syscall.Close(l.fds[slot])
		l.fds[slot] = -1
	}
}

// become changes the identity that this thread has for files, and no other thread's.
func (l *linux) become(uid, gid uint32, groups []uint32) {
	raw(syscall.SYS_SETFSUID, 0)
	var p unsafe.Pointer
	if len(groups) > 0 {
		p = unsafe.Pointer(&groups[0])
	}
	raw(syscall.SYS_SETGROUPS, uintptr(len(groups)), uintptr(p))
	raw(syscall.SYS_SETFSGID, uintptr(gid))
	raw(syscall.SYS_SETFSUID, uintptr(uid))
}

// do plays one call and returns its result as a text.
func (l *linux) do(o op) (out string) {
	l.on(func() {
		r, errno := linuxCalls[o.call](l, o)
		out = r
		if errno != 0 {
			out = primitives.Errno(errno).Name()
		}
	})
	name := o.call + " ok"
	if strings.HasPrefix(out, "E") {
		name = out
	}
	l.tally[name]++
	return out
}

func raw(no uintptr, args ...uintptr) (uintptr, syscall.Errno) {
	var a [6]uintptr
	copy(a[:], args)
	r, _, e := syscall.RawSyscall6(no, a[0], a[1], a[2], a[3], a[4], a[5])
	return r, e
}

func cstr(s string) uintptr {
	b := append([]byte(s), 0)
	return uintptr(unsafe.Pointer(&b[0])) //nolint:govet // used before b can move: the stack does not grow in RawSyscall
}

const (
	atFdcwd       = ^uintptr(99) // AT_FDCWD
	sysFaccessat2 = 439
	sysFchmodat2  = 452
	sysRenameat2  = 316
)

var linuxCalls = map[string]func(l *linux, o op) (string, syscall.Errno){
	"cred": func(l *linux, o op) (string, syscall.Errno) {
		l.become(o.uid, o.gid, o.groups)
		return "ok", 0
	},
	"umask": func(_ *linux, o op) (string, syscall.Errno) {
		r, _ := raw(syscall.SYS_UMASK, uintptr(o.mode))
		return fmt.Sprintf("%o", r), 0
	},
	"mkdir": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_MKDIRAT, o.path, uintptr(o.mode))
	},
	"rmdir": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_UNLINKAT, o.path, primitives.AT_REMOVEDIR)
	},
	"unlink": func(_ *linux, o op) (string, syscall.Errno) { return path1(syscall.SYS_UNLINKAT, o.path, 0) },
	"mknod": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_MKNODAT, o.path, uintptr(o.mode), 240<<8|77)
	},
	"create": func(_ *linux, o op) (string, syscall.Errno) {
		r, e := raw(syscall.SYS_OPENAT, atFdcwd, cstr(o.path), syscall.O_CREAT|syscall.O_WRONLY|syscall.O_NONBLOCK, uintptr(o.mode))
		if e == 0 {
			raw(syscall.SYS_CLOSE, r)
		}
		return "ok", e
	},
	"rename": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(sysRenameat2, atFdcwd, cstr(o.path), atFdcwd, cstr(o.path2), uintptr(o.flags))
		return "ok", e
	},
	"link": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_LINKAT, atFdcwd, cstr(o.path), atFdcwd, cstr(o.path2), uintptr(o.flags))
		return "ok", e
	},
	"symlink": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_SYMLINKAT, cstr(o.path2), atFdcwd, cstr(o.path))
		return "ok", e
	},
	"readlink": func(_ *linux, o op) (string, syscall.Errno) {
		b := make([]byte, 5000)
		r, e := raw(syscall.SYS_READLINKAT, atFdcwd, cstr(o.path), uintptr(unsafe.Pointer(&b[0])), 5000)
		if e != 0 {
			return "", e
		}
		return string(b[:r]), 0
	},
	"chmod": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(sysFchmodat2, o.path, uintptr(o.mode), uintptr(o.flags))
	},
	"chown": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_FCHOWNAT, o.path, uintptr(o.uid), uintptr(o.gid), uintptr(o.flags))
	},
	"utimens": func(_ *linux, o op) (string, syscall.Errno) {
		ts := timespecs(o)
		return path1(syscall.SYS_UTIMENSAT, o.path, uintptr(unsafe.Pointer(&ts[0])), uintptr(o.flags))
	},
	"truncate": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_TRUNCATE, cstr(o.path), uintptr(o.off))
		return "ok", e
	},
	"access": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(sysFaccessat2, o.path, uintptr(o.mode), uintptr(o.flags)|primitives.AT_EACCESS)
	},
	"stat": func(_ *linux, o op) (string, syscall.Errno) { return linuxStat(atFdcwd, o.path, 0) },
	"lstat": func(_ *linux, o op) (string, syscall.Errno) {
		return linuxStat(atFdcwd, o.path, primitives.AT_SYMLINK_NOFOLLOW)
	},
	"statfs": func(_ *linux, o op) (string, syscall.Errno) {
		var s syscall.Statfs_t
		_, e := raw(syscall.SYS_STATFS, cstr(o.path), uintptr(unsafe.Pointer(&s)))
		files := fmt.Sprint(s.Files, s.Ffree)
		if s.Files > 1000 {
			files = "many" // Linux's default depends on the machine's memory
		}
		return fmt.Sprint(s.Type, s.Bsize, s.Blocks, s.Bfree, s.Bavail, s.Namelen, s.Flags, files), e
	},
	"chdir": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_CHDIR, cstr(o.path))
		return "ok", e
	},
	"getcwd": func(*linux, op) (string, syscall.Errno) {
		b := make([]byte, 5000)
		r, e := raw(syscall.SYS_GETCWD, uintptr(unsafe.Pointer(&b[0])), 5000)
		if e != 0 {
			return "", e
		}
		return string(b[:r-1]), 0
	},
	"exec": func(_ *linux, o op) (string, syscall.Errno) {
		// Nothing here is a program: execve gets as far as ENOEXEC when it may.
		_, _, err := syscall.StartProcess(o.path, []string{"x"}, &syscall.ProcAttr{})
		e, _ := err.(syscall.Errno)
		if e == syscall.ENOEXEC {
			return "ok", 0
		}
		return "started", e
	},
	"open": func(l *linux, o op) (string, syscall.Errno) {
		r, e := raw(syscall.SYS_OPENAT, atFdcwd, cstr(o.path), uintptr(o.flags)|syscall.O_NONBLOCK|syscall.O_CLOEXEC, uintptr(o.mode))
		if e != 0 {
			return "", e
		}
		var st syscall.Stat_t
		_ = syscall.Fstat(int(r), &st)
		if st.Mode&syscall.S_IFMT == syscall.S_IFIFO && o.flags&primitives.O_PATH == 0 {
			raw(syscall.SYS_CLOSE, r)
			return "fifo", 0
		}
		l.drop(o.fd)
		l.fds[o.fd] = int(r)
		return "ok", 0
	},
	"close": func(l *linux, o op) (string, syscall.Errno) { l.drop(o.fd); return "ok", 0 },
	"write": func(l *linux, o op) (string, syscall.Errno) {
		b := payload(o)
		if l.appends(o) { // pwrite of an O_APPEND file appends; the kernel package decides that
			r, e := raw(syscall.SYS_WRITE, uintptr(l.fds[o.fd]), uintptr(unsafe.Pointer(&b[0])), uintptr(o.n))
			return strconv.Itoa(int(r)), e
		}
		r, e := raw(syscall.SYS_PWRITE64, uintptr(l.fds[o.fd]), uintptr(unsafe.Pointer(&b[0])), uintptr(o.n), uintptr(o.off))
		return strconv.Itoa(int(r)), e
	},
	"append": func(l *linux, o op) (string, syscall.Errno) {
		raw(syscall.SYS_LSEEK, uintptr(l.fds[o.fd]), 0, 2)
		b := payload(o)
		r, e := raw(syscall.SYS_WRITE, uintptr(l.fds[o.fd]), uintptr(unsafe.Pointer(&b[0])), uintptr(o.n))
		return strconv.Itoa(int(r)), e
	},
	"read": func(l *linux, o op) (string, syscall.Errno) {
		b := make([]byte, o.n+1)
		r, e := raw(syscall.SYS_PREAD64, uintptr(l.fds[o.fd]), uintptr(unsafe.Pointer(&b[0])), uintptr(o.n), uintptr(o.off))
		if e != 0 {
			return "", e
		}
		return digest(b[:r]), 0
	},
	"ftruncate": func(l *linux, o op) (string, syscall.Errno) { return fd1(l, o, syscall.SYS_FTRUNCATE, uintptr(o.off)) },
	"fallocate": func(l *linux, o op) (string, syscall.Errno) {
		return fd1(l, o, syscall.SYS_FALLOCATE, uintptr(o.flags), uintptr(o.off), uintptr(o.n))
	},
	"fstat": func(l *linux, o op) (string, syscall.Errno) {
		return linuxStat(uintptr(l.fds[o.fd]), "", primitives.AT_EMPTY_PATH)
	},
	"fchmod": func(l *linux, o op) (string, syscall.Errno) { return fd1(l, o, syscall.SYS_FCHMOD, uintptr(o.mode)) },
	"fchown": func(l *linux, o op) (string, syscall.Errno) {
		return fd1(l, o, syscall.SYS_FCHOWN, uintptr(o.uid), uintptr(o.gid))
	},
	"futimens": func(l *linux, o op) (string, syscall.Errno) {
		ts := timespecs(o)
		return fd1(l, o, syscall.SYS_UTIMENSAT, 0, uintptr(unsafe.Pointer(&ts[0])), 0)
	},
	"getdents": func(l *linux, o op) (string, syscall.Errno) {
		raw(syscall.SYS_LSEEK, uintptr(l.fds[o.fd]), 0, 0)
		b := make([]byte, 1<<16)
		r, e := raw(syscall.SYS_GETDENTS64, uintptr(l.fds[o.fd]), uintptr(unsafe.Pointer(&b[0])), 1<<16)
		if e == syscall.ENOENT {
			return "[]", 0 // a removed directory, which libraries show as an empty one
		}
		if e != 0 {
			return "", e
		}
		return fmt.Sprint(dirents(b[:r])), 0
	},
}

// appends reports whether the slot's file is in O_APPEND mode.
func (l *linux) appends(o op) bool {
	r, e := raw(syscall.SYS_FCNTL, uintptr(l.fds[o.fd]), syscall.F_GETFL)
	return e == 0 && r&syscall.O_APPEND != 0
}

func path1(no uintptr, path string, args ...uintptr) (string, syscall.Errno) {
	_, e := raw(no, append([]uintptr{atFdcwd, cstr(path)}, args...)...)
	return "ok", e
}

func fd1(l *linux, o op, no uintptr, args ...uintptr) (string, syscall.Errno) {
	_, e := raw(no, append([]uintptr{uintptr(l.fds[o.fd])}, args...)...)
	return "ok", e
}

func linuxStat(at uintptr, path string, flags uintptr) (string, syscall.Errno) {
	var st syscall.Stat_t
	_, e := raw(syscall.SYS_NEWFSTATAT, at, cstr(path), uintptr(unsafe.Pointer(&st)), flags)
	return statString(primitives.Stat{
		Mode: st.Mode, Nlink: st.Nlink, UID: st.Uid, GID: st.Gid, Size: st.Size, Blocks: st.Blocks, Rdev: st.Rdev,
	}), e
}

func statString(st primitives.Stat) string {
	return fmt.Sprintf("%o nlink %d %d:%d size %d blocks %d rdev %d", st.Mode, st.Nlink, st.UID, st.GID, st.Size, st.Blocks, st.Rdev)
}

// timespecs gives the times that an op sets: now, omitted or fixed.
func timespecs(o op) [2]syscall.Timespec {
	const now, omit = 1<<30 - 1, 1<<30 - 2
	one := func(k uint32) syscall.Timespec {
		switch k % 3 {
		case 0:
			return syscall.Timespec{Nsec: now}
		case 1:
			return syscall.Timespec{Nsec: omit}
		default:
			return syscall.Timespec{Sec: 5, Nsec: 7}
		}
	}
	if o.mode&1 == 0 {
		return [2]syscall.Timespec{{Nsec: now}, {Nsec: now}}
	}
	return [2]syscall.Timespec{one(o.mode), one(o.mode >> 3)}
}

// dirents parses the buffer of getdents64 into "type name", sorted.
func dirents(b []byte) []string {
	var out []string
	for len(b) > 0 {
		n := int(b[16]) | int(b[17])<<8
		name, _, _ := strings.Cut(string(b[19:n]), "\x00")
		out = append(out, fmt.Sprintf("%d %s", b[18], name))
		b = b[n:]
	}
	slices.Sort(out)
	return out
}

// tree describes everything below the root.
func (l *linux) tree() (out []string) {
	l.on(func() {
		l.become(0, 0, nil)
		out = l.visit("/")
	})
	return out
}

func (l *linux) visit(path string) []string {
	var st syscall.Stat_t
	l.must(syscall.Lstat(path, &st))
	s, _ := linuxStat(atFdcwd, path, primitives.AT_SYMLINK_NOFOLLOW)
	out := []string{path + " " + s}
	switch st.Mode & syscall.S_IFMT {
	case syscall.S_IFLNK:
		b := make([]byte, 5000)
		n, _ := syscall.Readlink(path, b)
		out[0] += " " + string(b[:n])
	case syscall.S_IFREG:
		b := make([]byte, min(st.Size, headSize))
		f, err := os.Open(path)
		l.must(err)
		_, err = io.ReadFull(f, b)
		l.must(err)
		l.must(f.Close())
		out[0] += " " + digest(b)
	case syscall.S_IFDIR:
		entries, err := os.ReadDir(path)
		l.must(err)
		for _, e := range entries {
			out = append(out, l.visit(strings.TrimSuffix(path, "/")+"/"+e.Name())...)
		}
	}
	return out
}
