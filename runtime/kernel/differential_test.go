//go:build linux && amd64

package kernel_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// machine makes calls on descriptors: the emulated kernel, or the one below this test. What it
// answers is a number, an error, and what came out.
type machine interface {
	do(no primitives.Sysno, args [6]int64, path string, in, out []byte) (val, aux int64, e primitives.Errno)
}

// emulated is a process of the emulated kernel.
type emulated struct{ p *kernel.Process }

func (m emulated) do(no primitives.Sysno, args [6]int64, path string, in, out []byte) (int64, int64, primitives.Errno) {
	r, _ := m.p.Syscall(&primitives.Call{No: no, Args: args, Path: path, In: in, Out: out})
	return r.Val, r.Aux, r.Errno
}

// host is the kernel below.
type host struct{ dir string }

var numbers = map[primitives.Sysno]uintptr{
	primitives.SysRead: syscall.SYS_READ, primitives.SysWrite: syscall.SYS_WRITE, primitives.SysClose: syscall.SYS_CLOSE,
	primitives.SysDup: syscall.SYS_DUP, primitives.SysFcntl: syscall.SYS_FCNTL, primitives.SysLseek: syscall.SYS_LSEEK,
	primitives.SysPread64: syscall.SYS_PREAD64, primitives.SysPwrite64: syscall.SYS_PWRITE64,
	primitives.SysShutdown: syscall.SYS_SHUTDOWN, primitives.SysFtruncate: syscall.SYS_FTRUNCATE,
	primitives.SysSocket: syscall.SYS_SOCKET, primitives.SysBind: syscall.SYS_BIND,
	primitives.SysListen: syscall.SYS_LISTEN, primitives.SysConnect: syscall.SYS_CONNECT,
	primitives.SysAccept4: syscall.SYS_ACCEPT4,
	primitives.SysDup3:    syscall.SYS_DUP3, primitives.SysFsync: syscall.SYS_FSYNC, primitives.SysFlock: syscall.SYS_FLOCK,
}

func pointer(b []byte) uintptr {
	if len(b) == 0 {
		return 0
	}
	return uintptr(unsafe.Pointer(&b[0]))
}

func (m host) do(no primitives.Sysno, args [6]int64, path string, in, out []byte) (val, aux int64, e primitives.Errno) {
	var fds [2]int
	var err error
	switch no {
	case primitives.SysPipe2:
		err = syscall.Pipe2(fds[:], int(args[1]))
		val, aux = int64(fds[0]), int64(fds[1])
	case primitives.SysSocketpair:
		fds, err = syscall.Socketpair(int(args[0]), int(args[1]), int(args[2]))
		val, aux = int64(fds[0]), int64(fds[1])
	case primitives.SysOpenat:
		var fd int
		fd, err = syscall.Open(m.dir+path, int(args[2]), uint32(args[3]))
		val = int64(fd)
	case primitives.SysGetsockname:
		size := uint32(len(out))
		_, _, errno := syscall.Syscall(
			syscall.SYS_GETSOCKNAME, uintptr(args[0]), pointer(out), uintptr(unsafe.Pointer(&size)))
		e = primitives.Errno(errno)
	case primitives.SysSetsockopt:
		err = syscall.SetsockoptInt(int(args[0]), int(args[1]), int(args[2]), 1)
	case primitives.SysMknodat:
		err = syscall.Mknod(m.dir+path, uint32(args[2]), 0)
	case primitives.SysPoll:
		n, _, errno := syscall.Syscall(syscall.SYS_POLL, pointer(out), uintptr(args[1]), uintptr(args[2]))
		for errno == syscall.EINTR { // a signal of the Go runtime
			n, _, errno = syscall.Syscall(syscall.SYS_POLL, pointer(out), uintptr(args[1]), uintptr(args[2]))
		}
		val, e = int64(n), primitives.Errno(errno)
	case primitives.SysIoctl:
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(args[0]), uintptr(args[1]), pointer(out))
		e = primitives.Errno(errno)
		if e == 0 {
			aux = int64(int32(binary.LittleEndian.Uint32(out)))
		}
	default:
		a := [6]uintptr{uintptr(args[0]), uintptr(args[1]), uintptr(args[2]), uintptr(args[3])}
		if b := append(in, out...); len(b) > 0 || no == primitives.SysRead || no == primitives.SysWrite {
			a[1], a[2] = pointer(in)+pointer(out), uintptr(len(in)+len(out))
		}
		n, _, errno := syscall.Syscall6(numbers[no], a[0], a[1], a[2], a[3], a[4], a[5])
		val, e = int64(n), primitives.Errno(errno)
	}
	if errno, ok := err.(syscall.Errno); ok { //nolint:errorlint // the package returns it bare
		e = primitives.Errno(errno)
	}
	if e != 0 {
		val, aux = -1, 0
	}
	return val, aux, e
}

// explorer makes the same random calls on a machine, and writes down the answers. Descriptors are named by
// the order in which they came, so that the machines' own numbers do not matter.
type explorer struct {
	m    machine
	draw *det.Stream
	fds  []int64 // by name; -1 = closed
	sock []bool  // by name
	out  strings.Builder
}

func (x *explorer) note(format string, args ...any) { fmt.Fprintf(&x.out, format+"\n", args...) }

// fd draws a descriptor that is or was open.
func (x *explorer) fd() (name int, fd int64) {
	if len(x.fds) == 0 {
		return 0, -1
	}
	name = x.draw.IntN(len(x.fds))
	return name, x.fds[name]
}

func (x *explorer) add(socket bool, fds ...int64) {
	for _, fd := range fds {
		x.fds, x.sock = append(x.fds, fd), append(x.sock, socket)
	}
}

var exploredSizes = []int{0, 1, 5, 100, 4095, 4096, 4097, 8192, 20000, 65536, 70000}

// step makes one call.
func (x *explorer) step() {
	name, fd := x.fd()
	size := det.Pick(x.draw, exploredSizes)
	if len(x.fds) > 0 && x.sock[name] {
		size %= 101 // how much a socket holds depends on the host's own bookkeeping
	}
	buf := make([]byte, size)
	switch op := x.draw.IntN(21); op {
	case 0:
		r, w, e := x.m.do(primitives.SysPipe2, [6]int64{0, primitives.O_NONBLOCK | primitives.O_CLOEXEC}, "", nil, nil)
		x.note("pipe %s", e.Name())
		x.add(false, r, w)
	case 1:
		a, b, e := x.m.do(primitives.SysSocketpair, [6]int64{1, 1 | primitives.O_NONBLOCK | primitives.O_CLOEXEC}, "", nil, nil)
		x.note("socketpair %s", e.Name())
		x.add(true, a, b)
	case 2, 3:
		path := det.Pick(x.draw, []string{"/file", "/fifo", "/none"})
		flags := det.Pick(x.draw, []int64{0, 1, 2, 1 | primitives.O_APPEND, 2 | primitives.O_CREAT, primitives.O_PATH, 1 | primitives.O_TRUNC})
		n, _, e := x.m.do(primitives.SysOpenat, [6]int64{primitives.AT_FDCWD, 0, flags | primitives.O_NONBLOCK | primitives.O_CLOEXEC, 0o644}, path, nil, nil)
		x.note("open %s %#x %s", path, flags, e.Name())
		if e == 0 {
			x.add(false, n)
		}
	case 4, 5, 6, 7:
		for i := range buf {
			buf[i] = byte(x.draw.Uint64())
		}
		n, _, e := x.m.do(primitives.SysWrite, [6]int64{fd}, "", buf, nil)
		x.note("write %d %d: %d %s", name, size, n, e.Name())
	case 8, 9, 10:
		n, _, e := x.m.do(primitives.SysRead, [6]int64{fd}, "", nil, buf)
		x.note("read %d %d: %d %s %x", name, size, n, e.Name(), det.Hash(buf))
	case 11:
		_, _, e := x.m.do(primitives.SysClose, [6]int64{fd}, "", nil, nil)
		x.note("close %d: %s", name, e.Name())
		if len(x.fds) > 0 {
			x.fds[name] = -1
		}
	case 12:
		n, _, e := x.m.do(primitives.SysDup, [6]int64{fd}, "", nil, nil)
		x.note("dup %d: %s", name, e.Name())
		if e == 0 {
			x.add(x.sock[name], n)
		}
	case 13:
		x.poll(name, fd)
	case 14:
		out := make([]byte, 4)
		_, n, e := x.m.do(primitives.SysIoctl, [6]int64{fd, 0x541b}, "", nil, out)
		x.note("fionread %d: %d %s", name, n, e.Name())
	case 15:
		off, whence := x.draw.Int64N(9000)-100, x.draw.Int64N(3)
		n, _, e := x.m.do(primitives.SysLseek, [6]int64{fd, off, whence}, "", nil, nil)
		x.note("lseek %d %d %d: %d %s", name, off, whence, n, e.Name())
	case 16:
		off := x.draw.Int64N(9000) - 100
		n, _, e := x.m.do(primitives.SysPread64, [6]int64{fd, 0, 0, off}, "", nil, buf)
		x.note("pread %d %d at %d: %d %s %x", name, size, off, n, e.Name(), det.Hash(buf))
	case 17:
		off := x.draw.Int64N(9000) - 100
		n, _, e := x.m.do(primitives.SysPwrite64, [6]int64{fd, 0, 0, off}, "", buf, nil)
		x.note("pwrite %d %d at %d: %d %s", name, size, off, n, e.Name())
	case 18:
		x.fcntl(name, fd)
	case 19:
		how := x.draw.Int64N(4)
		_, _, e := x.m.do(primitives.SysShutdown, [6]int64{fd, how}, "", nil, nil)
		x.note("shutdown %d %d: %s", name, how, e.Name())
	case 20:
		x.tcp()
	}
}

// tcp makes two ends of a connection over loopback.
func (x *explorer) tcp() {
	const stream = 1 | primitives.O_NONBLOCK | primitives.O_CLOEXEC
	must := func(no primitives.Sysno, args [6]int64, in, out []byte) int64 {
		n, _, e := x.m.do(no, args, "", in, out)
		if e != 0 && e != primitives.EINPROGRESS {
			x.note("%s: %s", no, e.Name())
		}
		return n
	}
	listener := must(primitives.SysSocket, [6]int64{2, stream}, nil, nil)
	must(primitives.SysBind, [6]int64{listener}, sockaddr("inet:127.0.0.1:0"), nil)
	must(primitives.SysListen, [6]int64{listener, 5}, nil, nil)
	addr := make([]byte, 16)
	must(primitives.SysGetsockname, [6]int64{listener}, nil, addr)
	client := must(primitives.SysSocket, [6]int64{2, stream}, nil, nil)
	must(primitives.SysConnect, [6]int64{client}, addr, nil)
	server := must(primitives.SysAccept4, [6]int64{listener, 0, 0, primitives.O_NONBLOCK | primitives.O_CLOEXEC}, nil, nil)
	must(primitives.SysClose, [6]int64{listener}, nil, nil)
	for _, fd := range []int64{client, server} {
		must(primitives.SysSetsockopt, [6]int64{fd, 6, 1}, []byte{1, 0, 0, 0}, nil) // TCP_NODELAY
	}
	x.note("tcp")
	x.add(true, client, server)
}

func (x *explorer) poll(name int, fd int64) {
	b := binary.LittleEndian.AppendUint32(nil, uint32(fd))
	b = binary.LittleEndian.AppendUint32(b, uint32(x.draw.IntN(8)))
	n, _, e := x.m.do(primitives.SysPoll, [6]int64{0, 1, 0}, "", b, b)
	got := binary.LittleEndian.Uint16(b[6:])
	if fd < 0 {
		got = 0
	}
	x.note("poll %d: %d %s %#x", name, n, e.Name(), got)
}

func (x *explorer) fcntl(name int, fd int64) {
	c := det.Pick(x.draw, [][2]int64{{3, 0}, {1, 0}, {1032, 0}, {1031, 8192}, {1031, 100_000}, {2, 0}, {99, 0}})
	n, _, e := x.m.do(primitives.SysFcntl, [6]int64{fd, c[0], c[1]}, "", nil, nil)
	x.note("fcntl %d %d %d: %d %s", name, c[0], c[1], n, e.Name())
}

// history shows what was done to the descriptor about which the answers first differ.
func history(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	name := regexp.MustCompile(`^\w+ (\d+)`).FindStringSubmatch(a[i])
	var out strings.Builder
	opened := 0
	for _, line := range a[:i] {
		switch {
		case strings.HasPrefix(line, "pipe ") || strings.HasPrefix(line, "socketpair ") || line == "tcp":
			line += fmt.Sprintf(" = %d %d", opened, opened+1)
			opened += 2
		case (strings.HasPrefix(line, "open ") || strings.HasPrefix(line, "dup ")) && strings.HasSuffix(line, " OK"):
			line += fmt.Sprintf(" = %d", opened)
			opened++
		}
		if name == nil || regexp.MustCompile(`\b`+name[1]+`\b`).MatchString(line) || testing.Verbose() || strings.Contains(line, " = ") {
			out.WriteString(line + "\n")
		}
	}
	return out.String() + "want " + a[i] + "\ngot  " + b[i]
}

// explore makes n calls and returns what was answered.
func explore(m machine, seed uint64, n int) string {
	x := &explorer{m: m, draw: det.NewSeed(seed).Stream("explore")}
	_, _, _ = m.do(primitives.SysMknodat, [6]int64{primitives.AT_FDCWD, 0, primitives.S_IFIFO | 0o644}, "/fifo", nil, nil)
	for range n {
		x.step()
	}
	for _, fd := range x.fds {
		if fd >= 0 {
			_, _, _ = m.do(primitives.SysClose, [6]int64{fd}, "", nil, nil)
		}
	}
	return x.out.String()
}

// inTmp prefixes paths, as the host's machine does.
type inTmp struct{ emulated }

func (m inTmp) do(no primitives.Sysno, args [6]int64, path string, in, out []byte) (int64, int64, primitives.Errno) {
	if path != "" {
		path = "/tmp" + path
	}
	return m.emulated.do(no, args, path, in, out)
}

// needRecentLinux skips the test on kernels whose pipes and sockets are others than today's; with
// SANDFAULT_REQUIRE_LINUX=1 that is a failure.
func needRecentLinux(t *testing.T) {
	t.Helper()
	var u syscall.Utsname
	release := ""
	if err := syscall.Uname(&u); err == nil {
		for _, c := range u.Release {
			release += string(rune(c))
		}
	}
	var major int
	if _, err := fmt.Sscanf(release, "%d.", &major); err == nil && major >= 6 {
		return
	}
	give := t.Skipf
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
		give = t.Fatalf
	}
	give("the comparison with Linux was not made: release %q", release)
}

// TestAgainstTheHost makes random calls on descriptors here and on the kernel below.
func TestAgainstTheHost(t *testing.T) {
	t.Parallel()
	needRecentLinux(t)
	for seed := range uint64(40) {
		want := explore(host{t.TempDir()}, seed, 300)
		var got string
		w := newWorld(t, &archive{comment: "set quiet\n", files: []archived{{"program", ""}}}, 1)
		w.native["program"] = func(p *kernel.Process) primitives.WaitStatus {
			p.Syscall(&primitives.Call{No: primitives.SysRtSigaction, Args: [6]int64{int64(primitives.SIGPIPE), 1}})
			got = explore(inTmp{emulated{p}}, seed, 300)
			return 0
		}
		w.k.SetHandler(w.k.Wait(w.k.Do))
		wait(w.k, w.spawn(w.k.Init(), []string{"spawn", "program"}))
		if got != want {
			t.Fatalf("seed %d: here and on this machine's kernel:\n%s", seed, history(want, got))
		}
	}
}
