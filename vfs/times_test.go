//go:build linux

package vfs_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// TestLinuxTimes makes calls one by one and compares which of the three times of which inodes each
// of them moved, on Linux and on ours.
func TestLinuxTimes(t *testing.T) {
	t.Parallel()
	host := newLinux(t, tmpfsWorld())
	var diff []string
	host.on(func() { diff = compareTimes(host) })
	for _, d := range diff {
		t.Error(d)
	}
}

func timedOps() []op {
	const rw, create = primitives.O_RDWR, primitives.O_CREAT
	return []op{
		{call: "cred"},
		{call: "open", path: "/u/g", flags: rw | create, mode: 0o644},
		{call: "write", n: 100},
		{call: "write", n: 0},
		{call: "write", n: 5, off: 10},
		{call: "read", n: 5},
		{call: "read", n: 5},
		{call: "read", n: 0},
		{call: "read", n: 5, off: 5000},
		{call: "write", n: 1},
		{call: "read", n: 1},
		{call: "ftruncate", off: 100},
		{call: "ftruncate", off: 50},
		{call: "ftruncate", off: 500},
		{call: "truncate", path: "/u/g", off: 500},
		{call: "truncate", path: "/u/g", off: 10},
		{call: "truncate", path: "/u/g", off: 10},
		{call: "truncate", path: "/u/g", off: 0},
		{call: "truncate", path: "/u/g", off: 0},
		{call: "truncate", path: "/u/g", off: 10},
		{call: "truncate", path: "/u/g", off: 10},
		{call: "fallocate", n: 100, off: 1000},
		{call: "fallocate", flags: 1, n: 100, off: 90000},
		{call: "fallocate", flags: 3, n: 50},
		{call: "fchmod", mode: 0o600},
		{call: "chmod", path: "/u/g", mode: 0o600},
		{call: "fchown", uid: 0, gid: 0},
		{call: "chown", path: "/u/g", uid: ^uint32(0), gid: ^uint32(0)},
		{call: "fstat"},
		{call: "close"},
		{call: "link", path: "/u/g", path2: "/u/h"},
		{call: "rename", path: "/u/h", path2: "/u/a/h"},
		{call: "unlink", path: "/u/a/h"},
		{call: "rename", path: "/u/g", path2: "/u/f"},
		{call: "rename", path: "/u/a/b", path2: "/u/b"},
		{call: "rename", path: "/u/b", path2: "/u/a/b"},
		{call: "rename", path: "/u/f", path2: "/u/a/b", flags: 2},
		{call: "rename", path: "/u/f", path2: "/u/a/b", flags: 2},
		{call: "rename", path: "/u/f", path2: "/u/f"},
		{call: "mkdir", path: "/u/d", mode: 0o755},
		{call: "rmdir", path: "/u/d"},
		{call: "mknod", path: "/u/p", mode: 0o10644},
		{call: "symlink", path: "/u/l", path2: "f"},
		{call: "readlink", path: "/u/l"},
		{call: "stat", path: "/u/l"},
		{call: "lstat", path: "/u/l"},
		{call: "chown", path: "/u/l", flags: 0x100},
		{call: "utimens", path: "/u/l", mode: 2, flags: 0x100},
		{call: "open", path: "/u", flags: 0},
		{call: "getdents"},
		{call: "getdents"},
		{call: "create", path: "/u/z", mode: 0o644},
		{call: "getdents"},
		{call: "open", path: "/u/f", flags: primitives.O_WRONLY | primitives.O_TRUNC},
		{call: "open", path: "/u/f", flags: primitives.O_WRONLY | primitives.O_TRUNC},
		{call: "open", path: "/u/f", flags: rw | create},
		{call: "utimens", path: "/u/f", mode: 2},
		{call: "utimens", path: "/u/f", mode: 0o25},
		{call: "utimens", path: "/u/f", mode: 0o11},
		{call: "utimens", path: "/u/f", mode: 0o13},
		{call: "open", path: "/m/f", flags: rw | create, mode: 0o666},
		{call: "write", n: 70000},
		{call: "write", n: 5, off: 70000},
		{call: "mkdir", path: "/m/f", mode: 0o755},
		{call: "open", path: "/ro/f", flags: 0},
		{call: "read", n: 1},
		{call: "open", path: "/ro", flags: 0},
		{call: "getdents"},
		{call: "open", path: "/u/su", flags: rw},
		{call: "cred", uid: 1000, gid: 1000},
		{call: "write", n: 5},
		{call: "fchmod", mode: 0o6755},
		{call: "ftruncate", off: 1},
		{call: "truncate", path: "/u/nope", off: 1},
		{call: "open", path: "/u/f", flags: primitives.O_RDONLY | 0x40000},
		{call: "read", n: 1},
		{call: "exec", path: "/u/su"},
		{call: "access", path: "/u/f", mode: 4},
		{call: "chdir", path: "/u/a"},
		{call: "open", path: "/u", flags: 0x410002, mode: 0o644},
	}
}

func compareTimes(host *linux) (diff []string) {
	host.world.reset(host)
	ours := host.world.ours(host.sysctls)
	ours.world = host.world
	for _, o := range host.world.setup {
		host.do(o)
		ours.do(o)
	}
	for _, o := range timedOps() {
		a, b := host.times(), ours.times()
		time.Sleep(12 * time.Millisecond) // three ticks: the kernel's coarse clock has moved
		want, got := host.do(o), ours.do(o)
		want += moved(a, host.times())
		got += moved(b, ours.times())
		if want != got {
			diff = append(diff, fmt.Sprintf("%s\n linux %s\n vfs   %s", o, want, got))
		}
	}
	return diff
}

var timedPaths = []string{
	"/u", "/u/a", "/u/a/b", "/u/a/h", "/u/b", "/u/f", "/u/g", "/u/h", "/u/l", "/u/su", "/u/d", "/u/z", "/m", "/m/f", "/r", "/r/f",
}

// moved names the times that changed of what was there before and after.
func moved(before, after [][3]int64) string {
	var b strings.Builder
	for i, path := range timedPaths {
		if before[i] == [3]int64{} || after[i] == [3]int64{} || before[i] == after[i] {
			continue
		}
		b.WriteString(" " + path + ":")
		for k := range 3 {
			if before[i][k] != after[i][k] {
				b.WriteByte("amc"[k])
			}
		}
	}
	return b.String()
}

func (l *linux) times() [][3]int64 {
	out := make([][3]int64, len(timedPaths))
	for i, p := range timedPaths {
		var st syscall.Stat_t
		if syscall.Lstat(p, &st) == nil {
			out[i] = [3]int64{st.Atim.Nano(), st.Mtim.Nano(), st.Ctim.Nano()}
		}
	}
	return out
}

func (u *ours) times() [][3]int64 {
	root := primitives.Root()
	out := make([][3]int64, len(timedPaths))
	for i, p := range timedPaths {
		if st, err := u.ns.Stat(&root, u.ns.Root(), p, primitives.AT_SYMLINK_NOFOLLOW); err == nil {
			out[i] = [3]int64{st.Atime, st.Mtime, st.Ctime}
		}
	}
	return out
}

// TestAtimeOptions reads a file and a directory twice on mounts of each kind; Linux was asked what changes.
func TestAtimeOptions(t *testing.T) {
	t.Parallel()
	for atime, want := range map[vfs.Atime]struct {
		options            string
		first, second, dir bool // whether a read stamps: the first, the second, one of the directory
	}{
		vfs.AtimeRelative: {"rw,relatime", true, false, true},
		vfs.AtimeNever:    {"rw,noatime", false, false, false},
		vfs.AtimeFiles:    {"rw,nodiratime,relatime", true, false, false},
		vfs.AtimeAlways:   {"rw", true, true, true},
	} {
		now := int64(1000)
		ns := vfs.NewNamespace(vfs.NewTmpfs(vfs.TmpfsOptions{Mode: 0o777}), vfs.Options{
			Now: func() int64 { now += 1000; return now },
		})
		c := primitives.Root()
		if err := ns.Mkdir(&c, ns.Root(), "/m", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := ns.Mount("/m", vfs.NewTmpfs(vfs.TmpfsOptions{Mode: 0o777}), vfs.MountFlags{Atime: atime}); err != nil {
			t.Fatal(err)
		}
		f, err := ns.Open(&c, ns.Root(), "/m/f", primitives.O_CREAT|primitives.O_RDWR, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteAt(&c, []byte("x"), 0); err != nil {
			t.Fatal(err)
		}
		dir, err := ns.Open(&c, ns.Root(), "/m", primitives.O_RDONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		stamps := func(f *vfs.File, read func() error) bool {
			was := f.Stat().Atime
			if err := read(); err != nil {
				t.Fatal(err)
			}
			return f.Stat().Atime != was
		}
		read := func() error { _, err := f.ReadAt(make([]byte, 1), 0); return err }
		list := func() error { _, err := dir.ReadDir(0, 10); return err }
		got := ns.Mounts()[1].Options
		if first, second, d := stamps(f, read), stamps(f, read), stamps(dir, list); got != want.options ||
			first != want.first || second != want.second || d != want.dir {
			t.Errorf("%d: %s: stamps %v, %v, directory %v; want %+v", atime, got, first, second, d, want)
		}
	}
}
