package kernel_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// hoarder is a guest that makes the host keep things.
type hoarder struct {
	t testing.TB
	p *kernel.Process
}

// call makes a call; it reports false when the run is over.
func (h hoarder) call(no primitives.Sysno, c primitives.Call) (primitives.Result, bool) {
	c.No = no
	return h.p.Syscall(&c)
}

// must is call for what cannot fail before the bound is met.
func (h hoarder) must(no primitives.Sysno, c primitives.Call) (val int64, ok bool) {
	r, ok := h.call(no, c)
	if ok && r.Errno != primitives.OK && r.Errno != primitives.EINPROGRESS {
		h.t.Errorf("%s %s: %s", no, c.Path, r.Errno.Name())
		return 0, false
	}
	return r.Val, ok
}

func (h hoarder) open(path string, flags int64) (fd int64, ok bool) {
	return h.must(primitives.SysOpenat, primitives.Call{
		Path: path, Args: [6]int64{primitives.AT_FDCWD, 0, flags, 0o600},
	})
}

func (h hoarder) shut(fd int64) bool {
	_, ok := h.must(primitives.SysClose, primitives.Call{Args: [6]int64{fd}})
	return ok
}

// socket makes one that does not block, of TCP over IPv4.
func (h hoarder) socket() (fd int64, ok bool) {
	return h.must(primitives.SysSocket, primitives.Call{Args: [6]int64{2, 1 | 0x800, 0}})
}

// inet is a struct sockaddr_in.
func inet(to string) []byte {
	a := netip.MustParseAddrPort(to)
	b := make([]byte, 16)
	binary.LittleEndian.PutUint16(b, 2)
	binary.BigEndian.PutUint16(b[2:], a.Port())
	copy(b[4:], a.Addr().AsSlice())
	return b
}

// Of fcntl(2): a lock to write, without waiting.
const (
	setlk  = 6
	writer = 1
)

// What a guest may do again and again, each of which the host must hold for it.
var hoards = map[string]func(h hoarder){
	"record locks": func(h hoarder) {
		fd, ok := h.open("/tmp/f", primitives.O_CREAT|primitives.O_RDWR)
		for i := int64(0); ok; i += 2 {
			_, ok = h.must(primitives.SysFcntl, primitives.Call{Args: [6]int64{fd, setlk, writer, 0, i, 1}})
		}
	},
	"listings": func(h hoarder) {
		for i, ok := 0, true; ok && i < 500; i++ {
			var fd int64
			if fd, ok = h.open(fmt.Sprint("/tmp/", i), primitives.O_CREAT|primitives.O_RDWR); ok {
				ok = h.shut(fd)
			}
		}
		for ok := true; ok; {
			var fd int64
			if fd, ok = h.open("/tmp", primitives.O_RDONLY); ok {
				_, ok = h.must(primitives.SysGetdents64, primitives.Call{Args: [6]int64{fd}, Out: make([]byte, 4096)})
			}
		}
	},
	"texts of proc": func(h hoarder) {
		for ok := true; ok; {
			var fd int64
			if fd, ok = h.open("/proc/self/environ", primitives.O_RDONLY); ok {
				_, ok = h.must(primitives.SysRead, primitives.Call{Args: [6]int64{fd}, Out: make([]byte, 1)})
			}
		}
	},
	"connections that nobody accepts": func(h hoarder) {
		for port, ok := 1024, true; ok; port++ {
			var l int64
			if l, ok = h.socket(); !ok {
				return
			}
			to := inet(fmt.Sprint("127.0.0.1:", port))
			_, _ = h.must(primitives.SysBind, primitives.Call{Args: [6]int64{l}, In: to})
			_, _ = h.must(primitives.SysListen, primitives.Call{Args: [6]int64{l, 4096}})
			for i := 0; ok && i < 200; i++ {
				var fd int64
				if fd, ok = h.socket(); ok {
					_, _ = h.must(primitives.SysConnect, primitives.Call{Args: [6]int64{fd}, In: to})
					ok = h.shut(fd)
				}
			}
		}
	},
	"requests without an end": func(h hoarder) {
		head := []byte("POST / HTTP/1.1\r\nHost: example.com\r\nContent-Length: 60000000\r\n\r\n")
		for ok := true; ok; {
			var fd int64
			if fd, ok = h.far(); ok {
				_, ok = h.must(primitives.SysWrite, primitives.Call{Args: [6]int64{fd}, In: head})
			}
			for i := 0; ok && i < 8; i++ {
				_, ok = h.must(primitives.SysWrite, primitives.Call{Args: [6]int64{fd}, In: make([]byte, 64<<10)})
			}
		}
	},
	"answers on their way": func(h hoarder) {
		for ok := true; ok; {
			var fd int64
			if fd, ok = h.far(); !ok {
				return
			}
			page := []byte("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n")
			for ok {
				var r primitives.Result
				r, ok = h.call(primitives.SysWrite, primitives.Call{Args: [6]int64{fd}, In: page})
				if r.Errno == primitives.EAGAIN {
					break
				}
			}
		}
	},
	"descriptors": func(h hoarder) {
		for ok := true; ok; {
			_, ok = h.open("/dev/null", primitives.O_RDWR)
		}
	},
	"names": func(h hoarder) {
		for i, ok := 0, true; ok; i++ {
			_, ok = h.must(primitives.SysSymlinkat, primitives.Call{
				Path2: strings.Repeat("x/", 500), Path: fmt.Sprint("/tmp/", i), Args: [6]int64{0, primitives.AT_FDCWD},
			})
		}
	},
	"attributes of files": func(h hoarder) {
		for i, ok := 0, true; ok; i++ {
			name := fmt.Sprint("/tmp/", i)
			if _, ok = h.open(name, primitives.O_CREAT|primitives.O_RDWR); ok {
				_, ok = h.must(primitives.SysSetxattr, primitives.Call{Path: name, Path2: "user.x", In: make([]byte, 4000)})
			}
		}
	},
}

// far connects to a host of the world.
func (h hoarder) far() (fd int64, ok bool) {
	if fd, ok = h.must(primitives.SysSocket, primitives.Call{Args: [6]int64{2, 1, 0}}); ok {
		_, ok = h.must(primitives.SysConnect, primitives.Call{Args: [6]int64{fd}, In: inet("203.0.113.10:80")})
		_, _ = h.must(primitives.SysFcntl, primitives.Call{Args: [6]int64{fd, 4, 0x800}})
	}
	return fd, ok
}

// TestHoardersMeetTheBound: whatever a guest piles up in the host ends its run at the bound, at the same call
// each time, and goes with it.
func TestHoardersMeetTheBound(t *testing.T) {
	t.Parallel()
	for name, hoard := range hoards {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := hoarded(t, hoard)
			if again := hoarded(t, hoard); again != first {
				t.Errorf("%s, then %s", first, again)
			}
		})
	}
}

func hoarded(t *testing.T, hoard func(h hoarder)) string {
	t.Helper()
	const bound = 1 << 20
	w := newWorld(t, &archive{comment: "set egress=open nofile=100000 quiet", files: []archived{{"hoard", "exit 0"}}}, 1,
		func(c *kernel.Config) { c.HostBytes = bound })
	w.native["hoard"] = func(p *kernel.Process) primitives.WaitStatus {
		hoard(hoarder{t, p})
		return 0
	}
	w.spawn(w.k.Init(), []string{"spawn", "hoard"})
	w.k.RunUntil(func() bool { return false }, w.clock.Now()+2_000_000_000_000)
	if err, ok := errors.AsType[*kernel.HostError](w.k.Aborted()); !ok || err.Limit != bound {
		t.Errorf("%v after %+v, %d bytes of the host", w.k.Aborted(), w.k.Stats(), w.k.HostBytes())
	}
	if n := w.k.HostBytes(); n > bound {
		t.Errorf("%d bytes of the host", n)
	}
	s := w.k.Stats()
	w.k.Close()
	return fmt.Sprint(s)
}

// TestClosedSocketsLeaveNothing: a connection that was given up is forgotten at once, and not when its time
// would have come.
func TestClosedSocketsLeaveNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, &archive{comment: "set egress=open quiet", files: []archived{{"giveup", "exit 0"}}}, 1)
	w.native["giveup"] = func(p *kernel.Process) primitives.WaitStatus {
		h := hoarder{t, p}
		for range 1000 {
			fd, ok := h.socket()
			if !ok {
				return 1
			}
			_, _ = h.must(primitives.SysConnect, primitives.Call{Args: [6]int64{fd}, In: inet("203.0.113.200:80")})
			h.shut(fd)
		}
		return 0
	}
	before := w.k.HostBytes()
	pid := w.spawn(w.k.Init(), []string{"spawn", "giveup"})
	w.k.RunUntil(func() bool { return w.k.Stats().Calls > 4000 && w.k.Process(pid) == nil || w.k.Aborted() != nil }, w.clock.Now()+1_000_000_000)
	if n := kernel.Timers(w.k); n != 0 {
		t.Errorf("%d timers of sockets that are closed", n)
	}
	if n := w.k.HostBytes(); n > before {
		t.Errorf("%d bytes of the host, %d before", n, before)
	}
}
