package wasi_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/hostabi"
	"github.com/sandfault/sandfault/runtime/hostabi/hostabitest"
	"github.com/sandfault/sandfault/runtime/wasi"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type (
	at    = hostabitest.At
	room  = hostabitest.Room
	parts = hostabitest.Parts
)

// What F_DUPFD_CLOEXEC of fcntl(2) gives here, and its number.
const (
	highFd  = 512
	dupHigh = 1030
)

// answer is what the bench's kernel says: something recognisable, by what a call has room for.
func answer(c *primitives.Call) primitives.Result {
	if c.Path == "/denied" || c.Args[0] == 98 {
		return primitives.Fail(primitives.EACCES)
	}
	if c.Args[0] < 0 && c.Args[0] != primitives.AT_FDCWD && c.No != primitives.SysExitGroup {
		return primitives.Fail(primitives.EBADF)
	}
	if c.Stat != nil {
		*c.Stat = primitives.Stat{
			Dev: 1, Ino: 42, Mode: primitives.S_IFREG | 0o644, Nlink: 1, Size: 3, Atime: 4, Mtime: 5, Ctime: 6,
		}
		if fd := c.Args[0]; fd >= 7 && fd <= 10 || fd == highFd {
			c.Stat.Mode = primitives.S_IFDIR | 0o755
		}
	}
	switch c.No {
	case primitives.SysFcntl:
		if c.Args[1] == dupHigh {
			return primitives.Result{Val: highFd}
		}
		return primitives.Result{Val: primitives.O_RDWR | primitives.O_APPEND | primitives.O_NONBLOCK}
	case primitives.SysGetdents64:
		return entries(c)
	case primitives.SysPoll:
		c.Out[6] = c.In[4] // the first is ready
		return primitives.Result{Val: 1}
	case primitives.SysOpenat, primitives.SysAccept4:
		return primitives.Result{Val: 3}
	case primitives.SysClockGettime:
		return primitives.Result{Val: 1_000_000}
	case primitives.SysGetcwd:
		return primitives.Result{Val: int64(copy(c.Out, "/work"))}
	case primitives.SysWrite, primitives.SysPwrite64, primitives.SysSendto:
		return primitives.Result{Val: int64(len(c.In))}
	case primitives.SysLseek:
		return primitives.Result{Val: 77}
	}
	return primitives.Result{Val: int64(copy(c.Out, "filled"))}
}

// entries answers the first getdents64 after an lseek with two names.
func entries(c *primitives.Call) primitives.Result {
	if c.Args[0] == 7 {
		return primitives.Result{} // the end
	}
	n := 0
	for i, name := range []string{".", "a file"} {
		size := (19 + len(name) + 1 + 7) &^ 7
		r := c.Out[n : n+size]
		binary.LittleEndian.PutUint64(r, uint64(i+10))
		binary.LittleEndian.PutUint64(r[8:], uint64(i+1))
		binary.LittleEndian.PutUint16(r[16:], uint16(size))
		r[18] = []byte{4, 8}[i]
		copy(r[19:], name)
		n += size
	}
	return primitives.Result{Val: int64(n)}
}

// subscription encodes one of poll_oneoff.
func subscription(user uint64, kind byte, what uint32, timeout uint64, flags uint16) []byte {
	b := make([]byte, 48)
	binary.LittleEndian.PutUint64(b, user)
	b[8] = kind
	binary.LittleEndian.PutUint32(b[16:], what)
	binary.LittleEndian.PutUint64(b[24:], timeout)
	binary.LittleEndian.PutUint16(b[40:], flags)
	return b
}

func join(list ...[]byte) (b at) {
	for _, v := range list {
		b = append(b, v...)
	}
	return b
}

const (
	readRight  = int64(1 << 1)
	writeRight = int64(1 << 6)
)

// played are the calls of the golden files: a function and its arguments.
func played() [][]any {
	out := at(make([]byte, 4))
	wide := at(make([]byte, 8))
	stat := at(make([]byte, 64))
	events := at(make([]byte, 64))
	return [][]any{
		{"args_sizes_get", out, out},
		{"args_get", at(make([]byte, 12)), at(make([]byte, 16))},
		{"environ_sizes_get", out, out},
		{"environ_get", at(make([]byte, 8)), at(make([]byte, 16))},
		{"clock_res_get", 1, wide},
		{"clock_res_get", 9, wide},
		{"clock_time_get", 0, int64(1), wide},
		{"random_get", room(8)},
		{"sched_yield"},
		{"proc_raise", 15},
		{"proc_raise", 16},
		{"proc_exit", 3},
		{"fd_advise", 4, int64(0), int64(0), 0},
		{"fd_allocate", 4, int64(1), int64(2)},
		{"fd_close", 0},
		{"fd_close", 4},
		{"fd_datasync", 4},
		{"fd_sync", 4},
		{"fd_fdstat_get", 4, at(make([]byte, 24))},
		{"fd_fdstat_get", 3, at(make([]byte, 24))},
		{"fd_fdstat_get", 4, hostabitest.Bad},
		{"fd_fdstat_set_flags", 4, 5},
		{"fd_fdstat_set_rights", 6, int64(1 << 6), int64(0)},
		{"fd_fdstat_set_rights", 6, int64(1 << 1), int64(0)},
		{"fd_read", 6, parts{"12345678"}, out},
		{"fd_close", 6},
		{"fd_fdstat_set_flags", 4, 16},
		{"fd_advise", 4, int64(0), int64(0), 9},
		{"fd_filestat_set_times", 4, int64(1), int64(3), 3},
		{"fd_filestat_get", 4, stat},
		{"fd_filestat_get", 3, stat},
		{"fd_filestat_get", 4, hostabitest.Bad},
		{"fd_filestat_set_size", 4, int64(9)},
		{"fd_filestat_set_times", 4, int64(1_000_000_002), int64(3), 1 | 8},
		{"fd_prestat_get", 3, wide},
		{"fd_prestat_get", 4, wide},
		{"fd_prestat_dir_name", 3, room(1)},
		{"fd_prestat_dir_name", 3, room(0)},
		{"fd_prestat_dir_name", 4, room(1)},
		{"fd_renumber", 5, 6},
		{"fd_renumber", 5, 5},
		{"fd_renumber", 99, 6},
		{"fd_read", 4, parts{"12345678"}, out},
		{"fd_read", 4, parts{"1234", "", "5678"}, out},
		{"fd_read", 4, 64, 2000, out},
		{"fd_read", 4, hostabitest.Bad, 1, out},
		{"fd_read", 3, parts{"1"}, out},
		{"fd_pread", 4, parts{"12345678"}, int64(5), out},
		{"fd_write", 1, parts{"one ", "two"}, out},
		{"fd_write", 1, parts{}, out},
		{"fd_pwrite", 4, parts{"data"}, int64(1 << 40), out},
		{"fd_seek", 4, int64(-1), 2, wide},
		{"fd_tell", 4, wide},
		{"fd_readdir", 8, room(80), int64(0), out},
		{"fd_readdir", 10, room(30), int64(1), out},
		{"fd_readdir", 4, room(30), int64(1), out},
		{"fd_readdir", 3, room(30), int64(0), out},
		{"path_create_directory", 3, "work/d"},
		{"path_create_directory", 4, "d"},
		{"path_filestat_get", 3, 1, "etc/x", stat},
		{"path_filestat_get", 3, 0, "etc/x", stat},
		{"path_filestat_get", 3, 0, "denied", stat},
		{"path_filestat_set_times", 3, 0, "x", int64(7), int64(0), 1},
		{"path_link", 3, 0, "a", 4, "b"},
		{"path_link", 3, 1, "a", 4, "b"},
		{"path_open", 3, 1, "a/../../x", 0, readRight, int64(0), 0, out},
		{"path_open", 3, 1, "/x", 0, readRight, int64(0), 0, out},
		{"path_open", 3, 1, "a/.././x/", 0, readRight | 1<<22 | 1, int64(0), 0, out},
		{"path_open", 3, 1, "", 0, readRight, int64(0), 0, out},
		{"path_open", 3, 1, "a\x00b", 0, readRight, int64(0), 0, out},
		{"path_open", 3, 1, "x", 0, readRight, int64(0), 2 | 16, out},
		{"path_rename", 3, "a", 4, "b"},
		{"path_symlink", "target", 3, "l"},
		{"path_readlink", 3, "l", room(16), out},
		{"path_remove_directory", 3, "d"},
		{"path_unlink_file", 3, "f"},
		{"path_open", 3, 1, "x", 0, readRight, int64(0), 0, out},
		{"path_open", 3, 0, "x", 1 | 4 | 8, writeRight, int64(0), 1, out},
		{"path_open", 4, 1, "x", 0, readRight | writeRight, int64(0), 4, out},
		{"path_open", 3, 1, "d", 2, readRight | writeRight, int64(0), 0, out},
		{"path_open", 3, 1, "denied", 0, readRight, int64(0), 0, out},
		{"poll_oneoff", join(subscription(1, 1, 4, 0, 0), subscription(2, 0, 0, 500, 0)), events, 2, out},
		{"poll_oneoff", join(subscription(1, 2, 4, 0, 0)), events, 1, out},
		{"poll_oneoff", join(subscription(9, 0, 1, 1_000_500, 1)), events, 1, out},
		{"poll_oneoff", 64, events, 0, out},
		{"poll_oneoff", join(subscription(1, 7, 0, 0, 0)), events, 1, out},
		{"sock_accept", 4, 4, out},
		{"sock_recv", 4, parts{"1234", "5678"}, 3, out, out},
		{"sock_send", 4, parts{"ab", "cd"}, 0, out},
		{"sock_shutdown", 4, 2},
		{"sock_shutdown", 4, 7},
		{"fd_renumber", 5, 3},
		{"fd_prestat_get", 3, wide},
		{"fd_sync", 3},
		{"fd_close", 3},
		{"fd_close", 3},
	}
}

func TestCallsGolden(t *testing.T) {
	t.Parallel()
	table := map[string]hostabi.Func{}
	for _, f := range wasi.Table() {
		table[f.Name] = f
	}
	for _, c := range []struct {
		file    string
		preopen bool
	}{{"command.golden", true}, {"reactor.golden", false}} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			b := hostabitest.New(t)
			b.Process.Answer = answer
			if c.preopen {
				b.Guest.Preopens = wasi.Preopens([]string{"WASI_PREOPENS=/"})
			}
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
			golden(t, c.file, out.String())
		})
	}
}

func TestPreopens(t *testing.T) {
	t.Parallel()
	for env, want := range map[string]string{
		"A=b":                               "// .. both",
		"WASI_PREOPENS=":                    "",
		"WASI_PREOPENS=/a":                  "/a/a",
		"WASI_PREOPENS=/a::x,d,/b::/":       "x/a dd //b",
		"WASI_PREOPENS=,::x,/a::,/b":        "/b/b",
		"WASI_PREOPENS=/a WASI_PREOPENS=/b": "/b/b",
		"WASI_PREOPENS=/a,/a::/a::x":        "/a/a /a::x/a",
	} {
		list := wasi.Preopens(strings.Fields(env))
		var got []string
		for _, p := range list {
			got = append(got, p.Name+p.Path)
			if p.Both {
				got = append(got, "both")
			}
		}
		if list == nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, not %s", env, got, want)
		}
	}
}

// TestSleepGoesOnAfterASignal: a libc for WASI knows no EINTR of a sleep.
func TestSleepGoesOnAfterASignal(t *testing.T) {
	t.Parallel()
	b := hostabitest.New(t)
	left := []int64{300, 100, 0}
	b.Process.Answer = func(*primitives.Call) primitives.Result {
		rest := left[0]
		left = left[1:]
		if rest > 0 {
			return primitives.Result{Val: -1, Errno: primitives.EINTR, Aux: rest}
		}
		return primitives.Result{}
	}
	for _, f := range wasi.Table() {
		if f.Name == "poll_oneoff" {
			got := b.Play(f, join(subscription(1, 0, 0, 500, 0)), at(make([]byte, 32)), 1, at(make([]byte, 4)))
			if want := "  nanosleep 500\n  nanosleep 300\n  nanosleep 100\n  = 0\n"; !strings.HasPrefix(got, want) {
				t.Errorf("%s", got)
			}
		}
	}
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
		case parts:
			fmt.Fprintf(&b, " %q", []string(a))
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

func FuzzHostileGuest(f *testing.F) {
	b := hostabitest.New(f)
	b.Process.Answer, b.Guest.Preopens = answer, wasi.Preopens(nil)
	table := wasi.Table()
	for i := range table {
		f.Add([]byte{byte(i), 0, 2, 0xff, 0xff, 0xff, 0xff, 1, 0, 5, 9, 13})
	}
	f.Fuzz(func(t *testing.T, data []byte) { hostabitest.Hostile(t, b, table, data) })
}
