//go:build linux && amd64

package kernel_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// lockOp is one call of one of two processes, as a line: its words are numbers but for the call and a path.
type lockOp struct {
	call string
	path string
	slot int
	a    [5]int64 // flags of open and flock; command, type, whence, start and length of fcntl
}

const lockSlots = 4

func (o *lockOp) String() string {
	return fmt.Sprintf("%s %s %d %d %d %d %d %d", o.call, o.path, o.slot, o.a[0], o.a[1], o.a[2], o.a[3], o.a[4])
}

func parseLockOp(line string) (o lockOp, err error) {
	_, err = fmt.Sscan(line, &o.call, &o.path, &o.slot, &o.a[0], &o.a[1], &o.a[2], &o.a[3], &o.a[4])
	return o, err
}

// locker is a process that makes the calls.
type locker struct {
	m   machine
	fds [lockSlots]int64
	pid func(n int64) string // who a process is
}

func newLocker(m machine, pid func(n int64) string) *locker {
	l := &locker{m: m, pid: pid}
	for i := range l.fds {
		l.fds[i] = -1
	}
	return l
}

func (l *locker) do(o *lockOp) string {
	fd := l.fds[o.slot]
	switch o.call {
	case "open":
		l.drop(o.slot)
		flags := o.a[0] | primitives.O_NONBLOCK | primitives.O_CLOEXEC
		n, _, e := l.m.do(primitives.SysOpenat, [6]int64{primitives.AT_FDCWD, 0, flags, 0o600}, "/"+o.path, nil, nil)
		if e == 0 {
			l.fds[o.slot] = n
		}
		return e.Name()
	case "close":
		l.drop(o.slot)
		return "closed"
	case "dup":
		n, _, e := l.m.do(primitives.SysDup, [6]int64{fd}, "", nil, nil)
		if e == 0 {
			l.drop(int(o.a[0]))
			l.fds[o.a[0]] = n
		}
		return e.Name()
	case "seek":
		n, _, e := l.m.do(primitives.SysLseek, [6]int64{fd, o.a[0], o.a[1]}, "", nil, nil)
		return fmt.Sprint(n, e.Name())
	case "flock":
		_, _, e := l.m.do(primitives.SysFlock, [6]int64{fd, o.a[0]}, "", nil, nil)
		return e.Name()
	}
	return l.fcntl(fd, o)
}

// fcntl answers a lock that was asked for whole: type, owner, start and length.
func (l *locker) fcntl(fd int64, o *lockOp) string {
	out := make([]byte, 16)
	kind, pid, e := l.m.do(primitives.SysFcntl, [6]int64{fd, o.a[0], o.a[1], o.a[2], o.a[3], o.a[4]}, "lock", nil, out)
	if e != 0 || o.a[0] != 5 && o.a[0] != 36 || kind == 2 {
		return fmt.Sprint(kind, e.Name())
	}
	start, length := int64(binary.LittleEndian.Uint64(out)), int64(binary.LittleEndian.Uint64(out[8:]))
	return fmt.Sprint(kind, l.pid(pid), start, length)
}

func (l *locker) drop(slot int) {
	if l.fds[slot] >= 0 {
		_, _, _ = l.m.do(primitives.SysClose, [6]int64{l.fds[slot]}, "", nil, nil)
		l.fds[slot] = -1
	}
}

// lockHost adds the calls on locks to the machine below.
type lockHost struct{ host }

func (m lockHost) do(
	no primitives.Sysno, args [6]int64, path string, in, out []byte,
) (val, aux int64, e primitives.Errno) {
	if no != primitives.SysFcntl || path != "lock" {
		return m.host.do(no, args, path, in, out)
	}
	k := syscall.Flock_t{Type: int16(args[2]), Whence: int16(args[3]), Start: args[4], Len: args[5]}
	n, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(args[0]), uintptr(args[1]), uintptr(unsafe.Pointer(&k)))
	if errno != 0 {
		return -1, 0, primitives.Errno(errno)
	}
	if args[1] != 5 && args[1] != 36 {
		return int64(n), 0, 0
	}
	binary.LittleEndian.PutUint64(out, uint64(k.Start))
	binary.LittleEndian.PutUint64(out[8:], uint64(k.Len))
	return int64(k.Type), int64(k.Pid), 0
}

// lockGuest is a process of the emulated kernel.
type lockGuest struct{ inTmp }

func (m lockGuest) do(
	no primitives.Sysno, args [6]int64, path string, in, out []byte,
) (val, aux int64, e primitives.Errno) {
	if path == "lock" {
		path = ""
	}
	return m.inTmp.do(no, args, path, in, out)
}

// drawLocks draws calls of two processes, 0 and 1.
func drawLocks(seed uint64, n int) (ops []lockOp, who []int) {
	r := det.NewSeed(seed).Stream("locks")
	for range n {
		o := lockOp{path: "-", slot: r.IntN(lockSlots)}
		switch r.IntN(12) {
		case 0, 1:
			o.call, o.path = "open", det.Pick(r, []string{"f", "f", "f", "f", "g", "fifo"})
			o.a[0] = det.Pick(r, []int64{0, 1, 2, 2, 2, 2, primitives.O_PATH})
		case 2:
			o.call = "close"
		case 3:
			o.call, o.a[0] = "dup", r.Int64N(lockSlots)
		case 4:
			o.call, o.a[0], o.a[1] = "seek", r.Int64N(30), r.Int64N(3)
		case 5, 6:
			o.call = "flock"
			o.a[0] = det.Pick(r, []int64{1, 1, 2, 2, 8, 0, 3, 16, 32}) | 4
		default:
			o.call = "fcntl"
			o.a[0] = det.Pick(r, []int64{5, 5, 6, 6, 6, 36, 36, 37, 37})
			o.a[1] = det.Pick(r, []int64{0, 0, 1, 1, 1, 2, 2, 3, -1})
			o.a[2] = det.Pick(r, []int64{0, 0, 0, 0, 1, 2, 3})
			o.a[3] = det.Pick(r, []int64{0, 1, 5, 10, 10, 20, 50, -1, -5, 1<<63 - 1, 1<<63 - 2})
			o.a[4] = det.Pick(r, []int64{0, 1, 5, 10, 10, 20, 50, -1, -10, 1<<63 - 1, -1 << 63})
		}
		ops, who = append(ops, o), append(who, r.IntN(2))
	}
	return ops, who
}

// lockFiles makes what is locked.
func lockFiles(m machine) {
	fifo := [6]int64{primitives.AT_FDCWD, 0, primitives.S_IFIFO | 0o666}
	_, _, _ = m.do(primitives.SysMknodat, fifo, "/fifo", nil, nil)
	for _, name := range []string{"/f", "/g"} {
		creat := [6]int64{primitives.AT_FDCWD, 0, primitives.O_CREAT | 2, 0o666}
		fd, _, _ := m.do(primitives.SysOpenat, creat, name, nil, nil)
		_, _, _ = m.do(primitives.SysWrite, [6]int64{fd}, "", []byte("0123456789012345678901234"), nil)
		_, _, _ = m.do(primitives.SysClose, [6]int64{fd}, "", nil, nil)
	}
}

// TestLockPeer is no test: it is the second process of TestLocksAgainstTheHost, which tells it what to call.
func TestLockPeer(t *testing.T) {
	dir := os.Getenv("SANDFAULT_LOCK_PEER")
	if dir == "" {
		t.Skip("the second process of another test")
	}
	me, parent := int64(os.Getpid()), int64(os.Getppid())
	l := newLocker(lockHost{host{dir}}, lockNames(parent, me))
	in, out := bufio.NewScanner(os.NewFile(3, "calls")), os.NewFile(4, "answers")
	for in.Scan() {
		o, err := parseLockOp(in.Text())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintln(out, l.do(&o)); err != nil {
			t.Fatal(err)
		}
	}
}

// lockNames names the owners of locks.
func lockNames(a, b int64) func(int64) string {
	return func(n int64) string {
		switch n {
		case a:
			return "A"
		case b:
			return "B"
		}
		return fmt.Sprint(n)
	}
}

// locksOnHost plays calls on the kernel below.
func locksOnHost(t *testing.T, ops []lockOp, who []int) []string {
	t.Helper()
	dir := t.TempDir()
	peer := exec.Command(os.Args[0], "-test.run=^TestLockPeer$")
	peer.Env = append(os.Environ(), "SANDFAULT_LOCK_PEER="+dir)
	calls, send, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	receive, answers, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	peer.ExtraFiles = []*os.File{calls, answers}
	if err := peer.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = calls.Close(), answers.Close()
	l := newLocker(lockHost{host{dir}}, lockNames(int64(os.Getpid()), int64(peer.Process.Pid)))
	lockFiles(l.m)
	var out []string
	lines := bufio.NewReader(receive)
	for i := range ops {
		if who[i] == 0 {
			out = append(out, l.do(&ops[i]))
			continue
		}
		if _, err := fmt.Fprintln(send, ops[i].String()); err != nil {
			t.Fatal(err)
		}
		line, err := lines.ReadString('\n')
		if err != nil && err != io.EOF {
			t.Fatal(err)
		}
		out = append(out, strings.TrimSpace(line))
	}
	_, _ = send.Close(), receive.Close()
	if err := peer.Wait(); err != nil {
		t.Fatal(err)
	}
	for i := range l.fds {
		l.drop(i)
	}
	return out
}

// locksHere plays them on the emulated kernel: the second process waits for its turns.
func locksHere(t *testing.T, ops []lockOp, who []int) []string {
	t.Helper()
	var out []string
	turn := -1 // the call that the second process is to make
	w := newWorld(t, &archive{comment: "set quiet\n", files: []archived{{"a", ""}, {"b", ""}}}, 1)
	pids := [2]int64{}
	names := func(n int64) string { return lockNames(pids[0], pids[1])(n) }
	yield := &primitives.Call{No: primitives.SysSchedYield}
	w.native["a"] = func(p *kernel.Process) primitives.WaitStatus {
		pids[0] = int64(p.Pid())
		m := lockGuest{inTmp{emulated{p}}}
		lockFiles(m)
		l := newLocker(m, names)
		for i := range ops {
			if who[i] == 0 {
				out = append(out, l.do(&ops[i]))
				continue
			}
			for turn = i; turn == i; {
				p.Syscall(yield)
			}
		}
		turn = len(ops)
		return 0
	}
	w.native["b"] = func(p *kernel.Process) primitives.WaitStatus {
		pids[1] = int64(p.Pid())
		l := newLocker(lockGuest{inTmp{emulated{p}}}, names)
		for turn < len(ops) {
			if turn >= 0 {
				out = append(out, l.do(&ops[turn]))
				turn = -1
			}
			p.Syscall(yield)
		}
		return 0
	}
	w.k.SetHandler(w.k.Wait(w.k.Do))
	w.spawn(w.k.Init(), []string{"spawn", "b"})
	w.spawn(w.k.Init(), []string{"spawn", "a"})
	w.k.RunUntil(func() bool { return turn == len(ops) }, -1)
	return out
}

// TestLocksAgainstTheHost makes random calls on locks as two processes, here and on the kernel below.
func TestLocksAgainstTheHost(t *testing.T) {
	t.Parallel()
	needRecentLinux(t)
	for seed := range uint64(40) {
		ops, who := drawLocks(seed, 300)
		want, got := locksOnHost(t, ops, who), locksHere(t, ops, who)
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				var b strings.Builder
				for k := range ops[:i+1] {
					fmt.Fprintf(&b, "%c %s: %s\n", "AB"[who[k]], ops[k].String(), want[k])
				}
				t.Fatalf("seed %d: here %v\n%s", seed, append(got, "nothing")[min(i, len(got))], b.String())
			}
		}
	}
}
