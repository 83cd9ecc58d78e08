//go:build linux

package vfs_test

import (
	"errors"
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
	world   *world
	free    *linux // landlock: a thread that may still do everything, for tidying up
	calls   chan func()
	outside int    // descriptor of the machine's own root
	base    string // where the world is mounted, seen from outside
	fds     [slots]int
	sysctls sysctls
	tally   map[string]int
	uid     uint32 // of the thread, for files
}

// sysctls are the settings of this kernel that change the answers.
type sysctls struct{ symlinks, links, regular, fifos uint8 }

// newLinux skips the test when this process may not make a world of its own; with
// SANDFAULT_REQUIRE_LINUX=1 that is a failure.
func newLinux(t *testing.T, w *world) *linux {
	t.Helper()
	give := t.Skipf
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
		give = t.Fatalf
	}
	if os.Geteuid() != 0 {
		give("the comparison with Linux was not made: not root")
	}
	l := startLinux(t, w, t.TempDir())
	l.sysctls = sysctls{
		symlinks: readSysctl(t, "protected_symlinks"), links: readSysctl(t, "protected_hardlinks"),
		regular: readSysctl(t, "protected_regular"), fifos: readSysctl(t, "protected_fifos"),
	}
	l.free = startLinux(t, w, l.base)
	var err error
	l.on(func() { err = l.enter() })
	if err != nil {
		give("the comparison with Linux was not made: %v", err)
	}
	return l
}

// startLinux starts the thread.
func startLinux(t *testing.T, w *world, base string) *linux {
	t.Helper()
	l := &linux{world: w, calls: make(chan func()), base: base, tally: map[string]int{}}
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
	fd, err := syscall.Open("/", syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	l.outside = fd
	syscall.Umask(0)
	return l.world.mount(l)
}

// leave goes back to the machine's own root.
func (l *linux) leave() {
	l.become(0, 0, nil)
	for i := range l.fds {
		l.drop(i)
	}
	syscall.Umask(0)
	l.must(syscall.Fchdir(l.outside))
	l.must(syscall.Chroot("."))
}

// must panics: the machine did not let the test prepare its world.
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
	_, _ = raw(syscall.SYS_SETFSUID, 0)
	var p unsafe.Pointer
	if len(groups) > 0 {
		p = unsafe.Pointer(&groups[0])
	}
	_, _ = raw(syscall.SYS_SETGROUPS, len(groups), p)
	_, _ = raw(syscall.SYS_SETFSGID, gid)
	_, _ = raw(syscall.SYS_SETFSUID, uid)
	l.uid = uid
}

// do plays one call and returns its result as a text.
func (l *linux) do(o op) string {
	call, ok := linuxCalls[o.call]
	if !ok {
		if call, ok = linuxAttributes[o.call]; !ok {
			call = linuxAt[o.call]
		}
	}
	out, errno := call(l, o)
	if errno != 0 {
		out = primitives.Errno(errno).Name()
	}
	name := o.call + " ok"
	if strings.HasPrefix(out, "E") {
		name = out
	}
	l.tally[name]++
	return out
}

// raw makes a system call. Strings become C strings; whatever is pointed to stays alive and, being on
// the heap because args escapes, in its place.
func raw(no uintptr, args ...any) (uintptr, syscall.Errno) {
	var a [6]uintptr
	var keep [2][]byte
	texts := 0
	for i, v := range args {
		switch v := v.(type) {
		case string:
			keep[texts] = append([]byte(v), 0)
			a[i] = uintptr(unsafe.Pointer(&keep[texts][0]))
			texts++
		case unsafe.Pointer:
			a[i] = uintptr(v)
		case uintptr:
			a[i] = v
		case int:
			a[i] = uintptr(v)
		case int64:
			a[i] = uintptr(v)
		case uint32:
			a[i] = uintptr(v)
		default:
			panic(fmt.Sprintf("argument %d is a %T", i, v))
		}
	}
	r, _, e := syscall.RawSyscall6(no, a[0], a[1], a[2], a[3], a[4], a[5])
	goruntime.KeepAlive(args)
	goruntime.KeepAlive(keep)
	return r, e
}

const (
	atFdcwd       = primitives.AT_FDCWD
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
		r, _ := raw(syscall.SYS_UMASK, o.mode)
		return fmt.Sprintf("%o", r), 0
	},
	"mkdir": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_MKDIRAT, o.path, o.mode)
	},
	"rmdir": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_UNLINKAT, o.path, primitives.AT_REMOVEDIR)
	},
	"unlink": func(_ *linux, o op) (string, syscall.Errno) { return path1(syscall.SYS_UNLINKAT, o.path, 0) },
	"mknod": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_MKNODAT, o.path, o.mode, deviceOf(o))
	},
	"create": func(_ *linux, o op) (string, syscall.Errno) {
		r, e := raw(syscall.SYS_OPENAT, atFdcwd, o.path, syscall.O_CREAT|syscall.O_WRONLY|syscall.O_NONBLOCK, o.mode)
		if e == 0 {
			_, _ = raw(syscall.SYS_CLOSE, r)
		}
		return "ok", e
	},
	"rename": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(sysRenameat2, atFdcwd, o.path, atFdcwd, o.path2, o.flags)
		return "ok", e
	},
	"link": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_LINKAT, atFdcwd, o.path, atFdcwd, o.path2, o.flags)
		return "ok", e
	},
	"symlink": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_SYMLINKAT, o.path2, atFdcwd, o.path)
		return "ok", e
	},
	"readlink": func(_ *linux, o op) (string, syscall.Errno) {
		b := make([]byte, 5000)
		r, e := raw(syscall.SYS_READLINKAT, atFdcwd, o.path, unsafe.Pointer(&b[0]), 5000)
		if e != 0 {
			return "", e
		}
		return string(b[:r]), 0
	},
	"chmod": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(sysFchmodat2, o.path, o.mode, o.flags)
	},
	"chown": func(_ *linux, o op) (string, syscall.Errno) {
		return path1(syscall.SYS_FCHOWNAT, o.path, o.uid, o.gid, o.flags)
	},
	"utimens": func(_ *linux, o op) (string, syscall.Errno) {
		ts := timespecs(o)
		return path1(syscall.SYS_UTIMENSAT, o.path, unsafe.Pointer(&ts[0]), o.flags)
	},
	"truncate": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_TRUNCATE, o.path, o.off)
		return "ok", e
	},
	"access": func(l *linux, o op) (string, syscall.Errno) {
		return path1(sysFaccessat2, o.path, o.mode, o.flags|primitives.AT_EACCESS)
	},
	"stat": func(l *linux, o op) (string, syscall.Errno) { return l.stat(atFdcwd, o.path, 0) },
	"lstat": func(l *linux, o op) (string, syscall.Errno) {
		return l.stat(atFdcwd, o.path, primitives.AT_SYMLINK_NOFOLLOW)
	},
	"statat": func(l *linux, o op) (string, syscall.Errno) { return l.stat(l.fds[o.fd], relative(o.path), 0) },
	"mkdirat": func(l *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_MKDIRAT, l.fds[o.fd], relative(o.path), o.mode)
		return "ok", e
	},
	"statfs": func(l *linux, o op) (string, syscall.Errno) {
		var s syscall.Statfs_t
		_, e := raw(syscall.SYS_STATFS, o.path, unsafe.Pointer(&s))
		return l.world.statfs(primitives.Statfs{
			Type: s.Type, Bsize: s.Bsize, Blocks: s.Blocks, Bfree: s.Bfree, Bavail: s.Bavail, Files: s.Files, Ffree: s.Ffree,
			Namelen: s.Namelen, Flags: uint64(s.Flags),
		}), e
	},
	"chdir": func(_ *linux, o op) (string, syscall.Errno) {
		_, e := raw(syscall.SYS_CHDIR, o.path)
		return "ok", e
	},
	"getcwd": func(*linux, op) (string, syscall.Errno) {
		b := make([]byte, 5000)
		r, e := raw(syscall.SYS_GETCWD, unsafe.Pointer(&b[0]), 5000)
		if e != 0 {
			return "", e
		}
		return string(b[:r-1]), 0
	},
	"exec": func(_ *linux, o op) (string, syscall.Errno) {
		// Nothing here is a program: execve gets as far as ENOEXEC when it may.
		_, _, err := syscall.StartProcess(o.path, []string{"x"}, &syscall.ProcAttr{})
		var e syscall.Errno
		if errors.As(err, &e) && e != syscall.ENOEXEC {
			return "", e
		}
		return "ok", 0
	},
	"open": func(l *linux, o op) (string, syscall.Errno) {
		r, e := raw(syscall.SYS_OPENAT, atFdcwd, o.path, o.flags|syscall.O_NONBLOCK|syscall.O_CLOEXEC, o.mode)
		if e != 0 {
			return "", e
		}
		var st syscall.Stat_t
		_ = syscall.Fstat(int(r), &st)
		if st.Mode&syscall.S_IFMT == syscall.S_IFIFO && o.flags&primitives.O_PATH == 0 {
			_, _ = raw(syscall.SYS_CLOSE, r)
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
			r, e := raw(syscall.SYS_WRITE, l.fds[o.fd], unsafe.Pointer(&b[0]), o.n)
			return strconv.Itoa(int(r)), e
		}
		r, e := raw(syscall.SYS_PWRITE64, l.fds[o.fd], unsafe.Pointer(&b[0]), o.n, o.off)
		return strconv.Itoa(int(r)), e
	},
	"append": func(l *linux, o op) (string, syscall.Errno) {
		_, _ = raw(syscall.SYS_LSEEK, l.fds[o.fd], 0, 2)
		b := payload(o)
		r, e := raw(syscall.SYS_WRITE, l.fds[o.fd], unsafe.Pointer(&b[0]), o.n)
		return strconv.Itoa(int(r)), e
	},
	"read": func(l *linux, o op) (string, syscall.Errno) {
		b := make([]byte, o.n+1)
		r, e := raw(syscall.SYS_PREAD64, l.fds[o.fd], unsafe.Pointer(&b[0]), o.n, o.off)
		if e != 0 {
			return "", e
		}
		return digest(b[:r]), 0
	},
	"seekdata":  func(l *linux, o op) (string, syscall.Errno) { return l.seek(o, 3) },
	"seekhole":  func(l *linux, o op) (string, syscall.Errno) { return l.seek(o, 4) },
	"ftruncate": func(l *linux, o op) (string, syscall.Errno) { return fd1(l, o, syscall.SYS_FTRUNCATE, o.off) },
	"fallocate": func(l *linux, o op) (string, syscall.Errno) {
		return fd1(l, o, syscall.SYS_FALLOCATE, o.flags, o.off, o.n)
	},
	"fstat": func(l *linux, o op) (string, syscall.Errno) {
		return l.stat(l.fds[o.fd], "", primitives.AT_EMPTY_PATH)
	},
	"fchmod": func(l *linux, o op) (string, syscall.Errno) { return fd1(l, o, syscall.SYS_FCHMOD, o.mode) },
	"fchown": func(l *linux, o op) (string, syscall.Errno) {
		return fd1(l, o, syscall.SYS_FCHOWN, o.uid, o.gid)
	},
	"futimens": func(l *linux, o op) (string, syscall.Errno) {
		ts := timespecs(o)
		return fd1(l, o, syscall.SYS_UTIMENSAT, 0, unsafe.Pointer(&ts[0]), 0)
	},
	"getdents": func(l *linux, o op) (string, syscall.Errno) {
		_, _ = raw(syscall.SYS_LSEEK, l.fds[o.fd], 0, 0)
		var all []byte
		for {
			b := make([]byte, 1<<16)
			r, e := raw(syscall.SYS_GETDENTS64, l.fds[o.fd], unsafe.Pointer(&b[0]), 1<<16)
			switch {
			case e == syscall.ENOENT:
				return "[]", 0 // a removed directory, which libraries show as an empty one
			case e != 0:
				return "", e
			case r == 0:
				return fmt.Sprint(dirents(all)), 0
			}
			all = append(all, b[:r]...) // a signal to the thread makes the kernel stop early
		}
	},
}

// relative makes a path start at a descriptor.
func relative(path string) string { return strings.TrimLeft(path, "/") }

// seek leaves directories, whose offsets are cookies, to the kernel package.
func (l *linux) seek(o op, whence int) (string, syscall.Errno) {
	if l.world.noSeek {
		return "not compared", 0
	}
	var st syscall.Stat_t
	if syscall.Fstat(l.fds[o.fd], &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFDIR {
		return "directory", 0
	}
	r, e := raw(syscall.SYS_LSEEK, l.fds[o.fd], o.off, whence)
	return strconv.Itoa(int(r)), e
}

// deviceOf gives the number of a device that nothing drives, or of a whiteout.
func deviceOf(o op) int {
	if o.n == 0 {
		return 0
	}
	return 240<<8 | 77
}

// appends reports whether the slot's file is in O_APPEND mode.
func (l *linux) appends(o op) bool {
	r, e := raw(syscall.SYS_FCNTL, l.fds[o.fd], syscall.F_GETFL)
	return e == 0 && r&syscall.O_APPEND != 0
}

func path1(no uintptr, path string, args ...any) (string, syscall.Errno) {
	_, e := raw(no, append([]any{atFdcwd, path}, args...)...)
	return "ok", e
}

func fd1(l *linux, o op, no uintptr, args ...any) (string, syscall.Errno) {
	_, e := raw(no, append([]any{l.fds[o.fd]}, args...)...)
	return "ok", e
}

func (l *linux) stat(at any, path string, flags int) (string, syscall.Errno) {
	var st syscall.Stat_t
	_, e := raw(syscall.SYS_NEWFSTATAT, at, path, unsafe.Pointer(&st), flags)
	return l.world.stat(primitives.Stat{
		Mode: st.Mode, Nlink: st.Nlink, UID: st.Uid, GID: st.Gid, Size: st.Size, Blocks: st.Blocks, Rdev: st.Rdev,
	}), e
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
func (l *linux) tree() []string {
	l.become(0, 0, nil)
	return l.visit("/")
}

func (l *linux) visit(path string) []string {
	var st syscall.Stat_t
	l.must(syscall.Lstat(path, &st))
	s, _ := l.stat(atFdcwd, path, primitives.AT_SYMLINK_NOFOLLOW)
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
