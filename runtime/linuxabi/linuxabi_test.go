package linuxabi_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/hostabi/hostabitest"
	"github.com/sandfault/sandfault/runtime/linuxabi"
)

var update = flag.Bool("update", false, "rewrite the golden file")

type (
	at   = hostabitest.At
	room = hostabitest.Room
)

// answer is what the bench's kernel says: something recognisable, by what a call has room for.
func answer(c *primitives.Call) primitives.Result {
	if c.Path == "/denied" || c.Args[0] == 99 {
		return primitives.Fail(primitives.EACCES)
	}
	if c.Stat != nil {
		c.Stat.Ino, c.Stat.Size = 42, 3
	}
	n := copy(c.Out, "filled")
	switch c.No {
	case primitives.SysPipe2, primitives.SysSocketpair:
		return primitives.Result{Val: 3, Aux: 4}
	case primitives.SysWait4:
		return primitives.Result{Val: 7, Aux: 0x100}
	case primitives.SysAccept4:
		return primitives.Result{Val: 3, N: n}
	case primitives.SysGetsockname, primitives.SysGetpeername:
		return primitives.Result{N: n}
	case primitives.SysGetaddrinfo:
		return primitives.Result{Val: -2, Errno: primitives.ENOENT}
	case primitives.SysFcntl:
		return primitives.Result{Val: 2, Aux: 12}
	default:
		return primitives.Result{Val: int64(n)}
	}
}

func u32s(v ...uint32) (b []byte) {
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// played are the calls of the golden file: a function and its arguments.
func played() [][]any {
	request := abi.SpawnRequest{Path: "/bin/true", Argv: []string{"true"}, Env: []string{"X=1"}}
	spawn := string(request.Encode())
	none := string((&abi.SpawnRequest{Path: "/none", Argv: []string{"x"}}).Encode())
	flock := make([]byte, 32)
	flock[0], flock[8], flock[16] = 1, 10, 20
	return [][]any{
		{"openat", -100, "/etc/x", 0x42, 0o644},
		{"openat", -100, "/denied", 0, 0},
		{"openat", -100, hostabitest.Bad, 4, 0, 0},
		{"close", 3},
		{"read", 3, room(16)},
		{"read", 3, hostabitest.Bad, 16},
		{"read", 99, room(4)},
		{"write", 1, "hello"},
		{"pread64", 3, room(8), int64(1 << 40)},
		{"pwrite64", 3, "data", int64(7)},
		{"lseek", 3, int64(-5), 2},
		{"fstatat", -100, "/x", at(make([]byte, abi.StatSize)), 0x100},
		{"fstatat", 3, "", at(make([]byte, abi.StatSize)), 0x1000},
		{"getdents64", 3, room(64)},
		{"ftruncate", 3, int64(1 << 33)},
		{"fallocate", 3, 1, int64(2), int64(3)},
		{"fsync", 3},
		{"truncate", "/x", int64(9)},
		{"faccessat", -100, "/x", 4, 0x200},
		{"chdir", "/x"},
		{"fchdir", 3},
		{"getcwd", room(64)},
		{"fchmodat", -100, "/x", 0o600, 0},
		{"fchmodat", 3, "", 0o600, 0x1000},
		{"fchmod", 3, 0o600},
		{"fchownat", -100, "/x", 1, -1, 0x100},
		{"fchownat", 3, "", 1, 2, 0x1000},
		{"fchown", 3, 1, -1},
		{"mkdirat", -100, "/d", 0o755},
		{"mknodat", -100, "/p", 0o10644, 0},
		{"unlinkat", -100, "/d", 0x200},
		{"renameat2", -100, "/a", 3, "b", 1},
		{"linkat", -100, "/a", 3, "b", 0x400},
		{"symlinkat", "target", -100, "/l"},
		{"readlinkat", -100, "/l", room(32)},
		{"utimensat", -100, "/x", at("12345678123456781234567812345678"), 0x100},
		{"utimensat", -100, "/x", 0, 0},
		{"utimensat", 3, "", 0, 0x1000},
		{"futimens", 3, at("12345678123456781234567812345678")},
		{"futimens", 3, 0},
		{"statfs", "/", at(make([]byte, abi.StatfsSize))},
		{"fstatfs", 3, at(make([]byte, abi.StatfsSize))},
		{"mount", "tmpfs", "/m", "tmpfs", 6, "size=64k"},
		{"umount2", "/m", 2},
		{"getxattrat", -100, "/x", "user.a", room(16), 0x100},
		{"getxattrat", 3, "", "user.a", room(16), 0x1000},
		{"setxattrat", -100, "/x", "user.a", "value", 1, 0},
		{"listxattrat", -100, "/x", room(16), 0},
		{"removexattrat", -100, "/x", "user.a", 0},
		{"mkdirat", -100, 0, 4, 0o755},
		{"fcntl", 3, 1, 1},
		{"fcntl", 3, 5, at(flock)},
		{"fcntl", 3, 6, at(flock)},
		{"flock", 3, 2},
		{"ioctl", 1, 0x5413, at("12345678")},
		{"ioctl", 1, 0x5421, 1},
		{"dup", 3},
		{"dup3", 3, 9, 0x80000},
		{"pipe2", at(make([]byte, 8)), 0x80000},
		{"pipe2", hostabitest.Bad, 0},
		{"poll", at(u32s(3, 1, 4, 4)), 2, 500},
		{"poll", 64, 1 << 30, 0},
		{"umask", 0o22},
		{"getpid"},
		{"getppid"},
		{"getuid"},
		{"geteuid"},
		{"getgid"},
		{"getegid"},
		{"getgroups", 4, at(make([]byte, 16))},
		{"getgroups", -1, 0},
		{"setuid", 5},
		{"setgid", 5},
		{"setresuid", 1, -1, 2},
		{"setresgid", 1, -1, 2},
		{"setgroups", 2, at(u32s(7, 8))},
		{"setgroups", 1 << 20, 0},
		{"getpgid", 0},
		{"getpriority", 0, 5},
		{"setpriority", 0, 0, -3},
		{"setpgid", 0, 5},
		{"getsid", 0},
		{"setsid"},
		{"posix_spawn", spawn, at(make([]byte, 4))},
		{"posix_spawn", none, at(make([]byte, 4))},
		{"posix_spawn", "garbage", at(make([]byte, 4))},
		{"posix_spawn", spawn, hostabitest.Bad},
		{"fork", spawn, at(make([]byte, 4))},
		{"execve", spawn},
		{"wait4", -1, at(make([]byte, 4)), 1, 0},
		{"wait4", -1, 0, 0, at(make([]byte, abi.RusageSize))},
		{"exit_group", 3},
		{"kill", 7, 15},
		{"sigaction", 15, 2},
		{"sigpending"},
		{"sigprocmask", 0, int64(1 << 14)},
		{"alarm", int64(1_000_000_000)},
		{"nanosleep", int64(5)},
		{"clock_gettime", 1},
		{"getrandom", room(8)},
		{"sched_yield"},
		{"sched_getaffinity", room(8)},
		{"prlimit64", 0, 7, at("1234567812345678"), at(make([]byte, 16))},
		{"prlimit64", 0, 7, 0, 0},
		{"getrusage", 0, at(make([]byte, abi.RusageSize))},
		{"times", at(make([]byte, 32))},
		{"uname", at(make([]byte, abi.UnameSize))},
		{"sysinfo", at(make([]byte, 112))},
		{"socket", 2, 1, 0},
		{"socketpair", 1, 1, 0, at(make([]byte, 8))},
		{"bind", 3, "address"},
		{"listen", 3, 5},
		{"accept4", 3, at(make([]byte, 16)), at(u32s(16)), 0x800},
		{"accept4", 3, 0, 0, 0},
		{"connect", 3, "address"},
		{"shutdown", 3, 1},
		{"getsockname", 3, at(make([]byte, 16)), at(u32s(16))},
		{"getpeername", 3, at(make([]byte, 16)), at(u32s(4))},
		{"sendto", 3, "data", 0, "address"},
		{"recvfrom", 3, room(8), 2},
		{"setsockopt", 3, 1, 2, "opt4"},
		{"getsockopt", 3, 1, 4, room(4)},
		{"getaddrinfo", "localhost", room(16)},
		{"digest", 4, hostabitest.Bad, "abc"},
		{"digest", 9, at(make([]byte, abi.DigestStateSize)), "abc"},
		{"digest", 4, at(make([]byte, abi.DigestStateSize)), 64, 2 << 20},
		{"digest_sum", 4, at(make([]byte, abi.DigestStateSize)), room(32)},
		{"digest_sum", 4, at(make([]byte, abi.DigestStateSize)), room(31)},
		{"args", room(32)},
		{"args", room(4)},
		{"environ", room(32)},
		{"program", room(8)},
		{"program", room(0)},
		{"forkstate", room(8)},
		{"unsupported", "a feature"},
	}
}

func TestCallsGolden(t *testing.T) {
	t.Parallel()
	table := map[string]hostabi.Func{}
	for _, f := range linuxabi.Table() {
		table[f.Name] = f
	}
	b := hostabitest.New(t)
	b.Process.Answer = answer
	var out strings.Builder
	seen := map[string]bool{}
	for _, p := range played() {
		name := p[0].(string)
		seen[name] = true
		fmt.Fprintf(&out, "%s%s\n%s", name, shown(p[1:]), b.Play(table[name], p[1:]...))
	}
	for name := range table {
		if !seen[name] {
			t.Errorf("%s is not played", name)
		}
	}
	golden(t, "linux.golden", out.String())
}

func shown(args []any) string {
	var b strings.Builder
	for _, a := range args {
		switch a := a.(type) {
		case string:
			fmt.Fprintf(&b, " %q", a)
		case at:
			fmt.Fprintf(&b, " &%d", len(a))
		case room:
			fmt.Fprintf(&b, " &%d %d", int(a), int(a))
		default:
			fmt.Fprintf(&b, " %v", a)
		}
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("line %d: %q, want %q (rewrite with -update)", i+1, g[i], append(w, "")[min(i, len(w))])
		}
	}
}

func TestDyingProcessUnwinds(t *testing.T) {
	t.Parallel()
	b := hostabitest.New(t)
	b.Process.Dead = true
	for _, f := range linuxabi.Table() {
		if f.Name == "getpid" && !strings.Contains(b.Play(f), "unwound") {
			t.Error("getpid of a dying process returned")
		}
	}
}

func FuzzHostileGuest(f *testing.F) {
	b := hostabitest.New(f)
	b.Process.Answer = answer
	table := linuxabi.Table()
	for i := range table {
		f.Add([]byte{byte(i), 0, 2, 0xff, 0xff, 0xff, 0xff, 1, 0, 5, 9, 13})
	}
	f.Fuzz(func(t *testing.T, data []byte) { hostabitest.Hostile(t, b, table, data) })
}
