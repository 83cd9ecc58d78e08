//go:build linux

package vfs_test

import (
	"fmt"
	"os"
	goruntime "runtime"
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
