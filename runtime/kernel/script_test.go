package kernel_test

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/kernel"
)

// A script is a program in a few words: one call a line, as
//
//	openat AT_FDCWD "/tmp/x" O_CREAT|O_WRONLY 0644
//	write 3 "hello"
//	read 3 _ 5
//	spawn child dup=3:0 close=4
//	compute 1000
//	exit 3
//
// A string goes to Path, Path2 or In, whichever the call has; _ is a pointer's place. repeat N before a
// line runs it N times. The script's calls take the place of a guest's.
type script struct {
	name  string
	lines []string
	world *world
}

// Name implements kernel.Program.
func (s *script) Name() string { return s.name }

// Size implements kernel.Sizer.
func (s *script) Size() int64 { return s.world.imageSize }

// Fork implements kernel.Forker: the child of a fork runs the script named by its state.
func (s *script) Fork(p *kernel.Process) (kernel.Program, error) {
	return s.world.program(string(p.State()))
}

// Run implements kernel.Program.
func (s *script) Run(p *kernel.Process) primitives.WaitStatus {
	for _, line := range s.lines {
		for range s.times(&line) {
			if status, goes := s.step(p, line); !goes {
				return status
			}
		}
	}
	return 0
}

func (s *script) times(line *string) int {
	rest, ok := strings.CutPrefix(*line, "repeat ")
	if !ok {
		return 1
	}
	count, rest, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(count)
	if err != nil {
		panic(err)
	}
	*line = rest
	return n
}

// step runs one line by a process other than PID 1. goes is false when the script is over.
func (s *script) step(p *kernel.Process, line string) (status primitives.WaitStatus, goes bool) {
	words := split(line)
	switch words[0] {
	case "exit":
		return primitives.ExitedStatus(int(number(words[1]))), false
	case "compute":
		for left := number(words[1]); left > 0; {
			slice, ok := p.Consume(0)
			if !ok {
				return 0, false
			}
			n := min(left, slice)
			if _, ok = p.Consume(n); !ok {
				return 0, false
			}
			left -= n
		}
		return 0, true
	case "grow":
		_, alive := p.Grow(number(words[1]))
		return 0, alive
	case "spawn", "fork":
		s.world.spawn(p, words)
		return 0, p.Alive()
	}
	_, alive := p.Syscall(call(words))
	return 0, alive
}

// call makes the call of a line.
func call(words []string) *primitives.Call {
	no, ok := primitives.SysnoByName(words[0])
	if !ok {
		panic("no call " + words[0])
	}
	c := &primitives.Call{No: no}
	paths := 0
	for i, w := range words[1:] {
		switch {
		case w == "_":
		case strings.HasPrefix(w, "inet:") || strings.HasPrefix(w, "unix:"):
			if c.No == primitives.SysSendto {
				c.Path2 = string(sockaddr(w))
			} else {
				c.In = sockaddr(w)
			}
		case w[0] != '"':
			c.Args[i] = number(w)
		case sendsBytes(no):
			c.In = []byte(unquote(w))
		case paths == 0:
			c.Path = unquote(w)
			paths++
		default:
			c.Path2 = unquote(w)
		}
	}
	shape(c)
	return c
}

func sendsBytes(no primitives.Sysno) bool {
	return no == primitives.SysWrite || no == primitives.SysPwrite64 || no == primitives.SysSendto
}

// sockaddr is the address of inet:IP:PORT or unix:PATH; a path that begins with @ is abstract.
func sockaddr(w string) []byte {
	if path, ok := strings.CutPrefix(w, "unix:"); ok {
		return append([]byte{1, 0}, strings.Replace(path, "@", "\x00", 1)...)
	}
	a := netip.MustParseAddrPort(strings.TrimPrefix(w, "inet:"))
	b := binary.BigEndian.AppendUint16([]byte{2, 0}, a.Port())
	return append(append(b, a.Addr().AsSlice()...), make([]byte, 8)...)
}

// shape gives a call the memory that a guest would.
func shape(c *primitives.Call) {
	switch c.No {
	case primitives.SysRead, primitives.SysPread64, primitives.SysGetdents64, primitives.SysReadlinkat,
		primitives.SysGetrandom, primitives.SysRecvfrom:
		n := c.Args[2]
		if c.No == primitives.SysReadlinkat {
			n = 4096
		}
		c.Out = make([]byte, n)
	case primitives.SysWrite:
		if n := c.Args[2]; n > 0 && c.In == nil {
			c.In = make([]byte, n)
		}
	case primitives.SysGetcwd, primitives.SysUname, primitives.SysGetgroups, primitives.SysGetaddrinfo,
		primitives.SysGetsockname, primitives.SysGetpeername, primitives.SysAccept4, primitives.SysGetsockopt:
		c.Out = make([]byte, 4096)
	case primitives.SysFstat, primitives.SysNewfstatat:
		c.Stat = &primitives.Stat{}
	case primitives.SysPoll:
		c.Args, c.In = pollArgs(c)
		c.Out = make([]byte, len(c.In))
	case primitives.SysPrlimit64:
		if c.Args[2] != 0 || c.Args[3] != 0 {
			c.In = binary.LittleEndian.AppendUint64(c.In, uint64(c.Args[2]))
			c.In = binary.LittleEndian.AppendUint64(c.In, uint64(c.Args[3]))
			c.Args[2], c.Args[3] = 0, 0
		}
		c.Out = make([]byte, 16)
	case primitives.SysGetrusage:
		c.Out = make([]byte, abi.RusageSize)
	case primitives.SysStatfs, primitives.SysFstatfs, primitives.SysTimes, primitives.SysSysinfo,
		primitives.SysSchedGetaffinity:
		c.Out = make([]byte, 512)
	case primitives.SysSetsockopt:
		c.In = binary.LittleEndian.AppendUint32(nil, uint32(c.Args[3]))
	}
}

// pollArgs turns `poll FD EVENTS MS` into a poll of one descriptor.
func pollArgs(c *primitives.Call) (args [6]int64, in []byte) {
	in = binary.LittleEndian.AppendUint32(nil, uint32(c.Args[0]))
	in = binary.LittleEndian.AppendUint32(in, uint32(c.Args[1]))
	return [6]int64{0, 1, c.Args[2]}, in
}

// split cuts a line at blanks outside of quotes.
func split(line string) []string {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		end := strings.IndexByte(line, ' ')
		if line[0] == '"' {
			q, err := strconv.QuotedPrefix(line)
			if err != nil {
				panic(line)
			}
			end = len(q)
		}
		if end < 0 {
			end = len(line)
		}
		words, line = append(words, line[:end]), line[end:]
	}
	return words
}

func unquote(s string) string {
	u, err := strconv.Unquote(s)
	if err != nil {
		panic(s)
	}
	return u
}

// number reads a number, a constant, or several of them joined by |.
func number(w string) int64 {
	var n int64
	for part := range strings.SplitSeq(w, "|") {
		v, ok := constants[part]
		if !ok {
			var err error
			if v, err = strconv.ParseInt(part, 0, 64); err != nil {
				panic(fmt.Sprintf("no number %q", part))
			}
		}
		n |= v
	}
	return n
}

var constants = map[string]int64{
	"AT_FDCWD": primitives.AT_FDCWD, "AT_REMOVEDIR": primitives.AT_REMOVEDIR, "AT_EMPTY_PATH": primitives.AT_EMPTY_PATH,
	"O_RDONLY": 0, "O_WRONLY": 1, "O_RDWR": 2, "O_CREAT": primitives.O_CREAT, "O_EXCL": primitives.O_EXCL,
	"O_TRUNC": primitives.O_TRUNC, "O_APPEND": primitives.O_APPEND, "O_NONBLOCK": primitives.O_NONBLOCK,
	"O_DIRECTORY": primitives.O_DIRECTORY, "O_CLOEXEC": primitives.O_CLOEXEC, "O_PATH": primitives.O_PATH,
	"WNOHANG": kernel.WNOHANG, "WUNTRACED": kernel.WUNTRACED, "WCONTINUED": kernel.WCONTINUED,
	"SIGINT": 2, "SIGKILL": 9, "SIGUSR1": 10, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15, "SIGCHLD": 17, "SIGCONT": 18,
	"SIGSTOP": 19, "SIGXFSZ": 25, "DEFAULT": 0, "IGNORE": 1, "CATCH": 2, "BLOCK": 0, "UNBLOCK": 1,
	"POLLIN": 1, "POLLOUT": 4, "F_DUPFD": 0, "F_GETFD": 1, "F_SETFD": 2, "F_GETFL": 3, "F_SETFL": 4, "F_SETLK": 6,
	"F_SETLKW": 7, "F_SETPIPE_SZ": 1031, "F_GETPIPE_SZ": 1032, "F_RDLCK": 0, "F_WRLCK": 1, "F_UNLCK": 2,
	"LOCK_SH": 1, "LOCK_EX": 2, "LOCK_NB": 4, "LOCK_UN": 8, "SEEK_SET": 0, "SEEK_CUR": 1, "SEEK_END": 2,
	"S_IFIFO": primitives.S_IFIFO, "S_IFCHR": primitives.S_IFCHR, "RLIMIT_NOFILE": 7, "RLIMIT_FSIZE": 1, "RLIMIT_CPU": 0,
	"CLONE_THREAD": kernel.CloneThread, "ms": 1, "FIONREAD": 0x541b, "RESERVE": kernel.GrowReserve, "TOUCH": kernel.GrowTouch,
	"AF_UNIX": 1, "AF_INET": 2, "SOCK_STREAM": 1, "SOCK_DGRAM": 2, "SHUT_RD": 0, "SHUT_WR": 1,
}

// request makes a SpawnRequest of `spawn NAME word...`: dup=3:0, close=4, open=0:/path, chdir=/dir, arg=x,
// setsid, ignore=SIG.
func request(words []string) *abi.SpawnRequest {
	r := &abi.SpawnRequest{Path: words[1], Flags: abi.SpawnVfork}
	if !strings.HasPrefix(r.Path, "/") {
		r.Path = "/bin/" + r.Path
	}
	r.Argv = []string{words[1]}
	for _, w := range words[2:] {
		key, v, _ := strings.Cut(w, "=")
		first, second, _ := strings.Cut(v, ":")
		switch key {
		case "dup":
			r.Actions = append(r.Actions, abi.FileAction{
				Kind: abi.ActionDup2, Fd: int32(number(first)), Newfd: int32(number(second)),
			})
		case "close":
			r.Actions = append(r.Actions, abi.FileAction{Kind: abi.ActionClose, Fd: int32(number(first))})
		case "open":
			r.Actions = append(r.Actions, abi.FileAction{Kind: abi.ActionOpen, Newfd: int32(number(first)), Path: second})
		case "chdir":
			r.Actions = append(r.Actions, abi.FileAction{Kind: abi.ActionChdir, Path: v})
		case "arg":
			r.Argv = append(r.Argv, v)
		case "setsid":
			r.Flags |= abi.SpawnSetsid
		case "ignore":
			r.Ignore |= 1 << (number(v) - 1)
		default:
			panic("spawn: no word " + w)
		}
	}
	return r
}
