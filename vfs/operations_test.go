//go:build linux

package vfs_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// op is one call. What its fields mean depends on the call; fd is a slot for open files.
type op struct {
	call        string
	path, path2 string
	flags       int
	mode        uint32
	off, n      int64
	fd          int
	uid, gid    uint32
	groups      []uint32
}

func (o op) String() string {
	short := func(path string) string {
		if len(path) > 40 {
			return fmt.Sprintf("%.20s..(%d)", path, len(path))
		}
		return path
	}
	return fmt.Sprintf("%s(%q, %q, flags %#x, mode %o, off %d, n %d, fd %d, ids %d:%d %v)",
		o.call, short(o.path), short(o.path2), o.flags, o.mode, o.off, o.n, o.fd, o.uid, o.gid, o.groups)
}

const slots = 3

// population is what root puts into the world before anything is compared.
func population() []op {
	root := op{call: "cred"}
	user := op{call: "cred", uid: 1000, gid: 1000}
	return []op{
		root,
		{call: "umask", mode: 0},
		{call: "mkdir", path: "/d/w", mode: 0o777},
		{call: "mkdir", path: "/s", mode: 0o1777},
		{call: "mkdir", path: "/u", mode: 0o755},
		{call: "chown", path: "/u", uid: 1000, gid: 1000},
		{call: "mkdir", path: "/g", mode: 0o777},
		{call: "chmod", path: "/g", mode: 0o2777},
		{call: "chown", path: "/g", uid: 0, gid: 2000},
		{call: "create", path: "/s/f", mode: 0o644},
		{call: "create", path: "/r/f", mode: 0o644},
		{call: "create", path: "/r/w", mode: 0o666},
		{call: "mkdir", path: "/r/d", mode: 0o777},
		{call: "symlink", path: "/s/l", path2: "../u/f"},
		{call: "symlink", path: "/d/l", path2: "/m"},
		{call: "create", path: "/x/p", mode: 0o755},
		{call: "mkdir", path: "/p", mode: 0o700},
		{call: "create", path: "/p/f", mode: 0o666},
		{call: "create", path: "/u/su", mode: 0o755},
		{call: "chown", path: "/u/su", uid: 1000, gid: 1000},
		{call: "chmod", path: "/u/su", mode: 0o6755},
		{call: "umask", mode: 0o22},
		user,
		{call: "create", path: "/u/f", mode: 0o644},
		{call: "mkdir", path: "/u/a", mode: 0o755},
		{call: "mkdir", path: "/u/a/b", mode: 0o755},
		{call: "create", path: "/u/a/f", mode: 0o644},
	}
}

// begin is the identity and place that every sequence starts with.
func begin() []op {
	return []op{
		{call: "umask", mode: 0o22}, {call: "cred", uid: 1000, gid: 1000}, {call: "chdir", path: "/u"},
	}
}

// chooser draws calls. Most of their paths are of things that exist by then, or of names beside
// them, so that calls get beyond ENOENT.
type chooser struct {
	r     *rand.Rand
	ours  *ours
	count int
	paths []string
}

func (c *chooser) next() op {
	if c.count%6 == 0 {
		c.paths = c.ours.paths()
	}
	c.count++
	o := randomOp(c.r)
	for _, p := range []*string{&o.path, &o.path2} {
		if c.r.IntN(4) == 0 || p == &o.path2 && strings.HasSuffix(o.call, "xattr") {
			continue
		}
		*p = c.paths[c.r.IntN(len(c.paths))]
		switch c.r.IntN(4) {
		case 0:
			*p += "/" + string("abf"[c.r.IntN(3)])
		case 1:
			*p = beside(*p, c.r)
		}
	}
	if strings.HasSuffix(o.call, "xattr") && c.ours.world.loose && o.n <= vfs.MaxXattrValue {
		o.n = min(o.n, 900) // how much fits into the block of an inode is the disk's own
	}
	if o.call == "settimes" && c.ours.world.name == "overlay" {
		o.off = max(o.off, -1<<30) // what lies below the one of the machine has no bound
	}
	if o.flags&primitives.AT_EMPTY_PATH != 0 && c.r.IntN(2) == 0 && o.call != "open" {
		o.path = ""
	}
	if c.r.IntN(2) == 0 && (o.call == "rename" || o.call == "link") {
		o.path2 = beside(o.path, c.r)
	}
	if open := c.ours.open(); len(open) > 0 && o.call != "open" && c.r.IntN(8) > 0 {
		o.fd = open[c.r.IntN(len(open))]
	}
	return o
}

// beside returns a name in the directory of path.
func beside(path string, r *rand.Rand) string {
	return path[:strings.LastIndexByte(path, '/')+1] + string("abcf"[r.IntN(4)])
}

func randomOp(r *rand.Rand) op {
	calls := []string{
		"open", "open", "open", "open", "open", "open", "open", "close", "write", "write", "write", "append", "append",
		"read", "read", "seekdata", "seekhole", "ftruncate", "fallocate", "fallocate", "fstat", "fchmod", "fchown", "futimens", "getdents",
		"mkdir", "mkdir", "rmdir", "unlink", "unlink", "rename", "rename", "rename", "link", "link", "symlink", "symlink",
		"readlink", "mknod", "link", "rename", "chmod", "chown", "utimens", "truncate", "access", "stat", "lstat",
		"statfs", "statat", "mkdirat", "chdir", "getcwd", "umask", "cred", "exec", "create",
		"settimes", "setxattr", "setxattr", "getxattr", "listxattr", "removexattr", "fsetxattr", "fgetxattr",
		"flink", "touchat", "touchat", "renameat", "unlinkat",
		"symlinkat", "mkfifoat", "readlinkat", "chmodat", "chownat", "accessat",
	}
	o := op{call: calls[r.IntN(len(calls))], path: randomPath(r), path2: randomPath(r), fd: r.IntN(slots)}
	o.mode = []uint32{0o644, 0o666, 0o755, 0o777, 0o700, 0, 0o4755, 0o6777, 0o1777, 0o2755, 0o444, 0o111, 0o7777}[r.IntN(13)]
	o.off = []int64{0, 0, 1, 10, 4095, 4096, 5000, 70000, 1 << 31, -1}[r.IntN(10)]
	o.n = []int64{0, 1, 5, 100, 4096, 5000, 20000, 70000}[r.IntN(8)]
	o.uid, o.gid = randomID(r), randomID(r)
	switch o.call {
	case "open":
		o.flags = randomOpenFlags(r)
	case "unlinkat":
		o.flags = []int{0, 0, primitives.AT_REMOVEDIR, 1}[r.IntN(4)]
	case "rename", "renameat":
		o.flags = []int{0, 0, 0, 0, 1, 2, 2, 3, 4, 4, 5, 6, 8}[r.IntN(13)]
	case "link":
		o.flags = []int{0, 0, 0, primitives.AT_SYMLINK_FOLLOW}[r.IntN(4)]
	case "access":
		o.flags = []int{0, 0, 0, primitives.AT_SYMLINK_NOFOLLOW, primitives.AT_EMPTY_PATH}[r.IntN(5)]
		o.mode = uint32(r.IntN(9))
	case "chmod", "chown", "utimens":
		o.flags = []int{0, 0, 0, primitives.AT_SYMLINK_NOFOLLOW, primitives.AT_EMPTY_PATH}[r.IntN(5)]
	case "settimes":
		o.off = []int64{0, -1, 1 << 31, -1 << 31, -1<<31 - 1, 1 << 32, 9_000_000_000, -9_000_000_000}[r.IntN(8)]
		o.n = []int64{0, 1, 999_999_999, 999_999_999, 1_000_000_000, -1, 1 << 31}[r.IntN(7)]
	case "setxattr", "getxattr", "listxattr", "removexattr", "fsetxattr", "fgetxattr":
		o.flags = []int{0, 0, primitives.AT_SYMLINK_NOFOLLOW}[r.IntN(3)]
		o.mode = []uint32{0, 0, 0, 1, 2, 3, 4}[r.IntN(7)] // setxattr's flags
		o.n = []int64{0, 1, 5, 100, 900, 5000, 70000}[r.IntN(7)]
		o.path2 = randomXattr(r)
	case "symlink":
		if r.IntN(12) == 0 {
			o.path2 = strings.Repeat("t", []int{0, 127, 128, 4095, 4096}[r.IntN(5)])
		}
	case "mknod":
		o.mode |= []uint32{0, primitives.S_IFREG, primitives.S_IFIFO, primitives.S_IFSOCK, primitives.S_IFCHR, primitives.S_IFBLK, primitives.S_IFDIR}[r.IntN(7)]
	case "fallocate":
		o.flags = []int{0, 0, 1, 3, 3, 2}[r.IntN(6)]
	case "umask":
		o.mode = []uint32{0o22, 0o22, 0, 0o77, 0o777}[r.IntN(5)]
	case "cred":
		o.uid = []uint32{0, 0, 1000, 1000, 2000}[r.IntN(5)]
		o.gid = o.uid
		o.groups = [][]uint32{nil, nil, {2000}, {1000, 2000}, {0}}[r.IntN(5)]
	}
	return o
}

// randomXattr returns the name of an attribute. Those of root's capabilities are not among them: here it lacks
// what it has on the machine below.
func randomXattr(r *rand.Rand) string {
	return []string{
		"user.a", "user.a", "user.a", "user.b", "user.b", "user.", "user", "", "other.a", "system.other",
		"user." + strings.Repeat("n", 250), "user." + strings.Repeat("n", 251),
	}[r.IntN(12)]
}

func randomID(r *rand.Rand) uint32 {
	return []uint32{0, 1000, 1000, 2000, ^uint32(0), ^uint32(0)}[r.IntN(6)]
}

func randomOpenFlags(r *rand.Rand) int {
	f := []int{primitives.O_RDONLY, primitives.O_WRONLY, primitives.O_RDWR, primitives.O_RDWR}[r.IntN(4)]
	if r.IntN(3) > 0 {
		f |= primitives.O_CREAT
	}
	for _, bit := range []int{primitives.O_EXCL, primitives.O_TRUNC, primitives.O_APPEND, primitives.O_NOFOLLOW} {
		if r.IntN(6) == 0 {
			f |= bit
		}
	}
	for _, bit := range []int{primitives.O_DIRECTORY, primitives.O_PATH, 0x410000, 0x40000} {
		if r.IntN(25) == 0 {
			f |= bit
		}
	}
	return f
}

func randomPath(r *rand.Rand) string {
	if r.IntN(60) == 0 {
		return []string{
			"", "/", "//", ".", "..", strings.Repeat("n", 255), strings.Repeat("n", 256), "d/" + strings.Repeat("n", 256),
			strings.Repeat("./", 2047) + "a", strings.Repeat("./", 2048) + "a", "nope/" + strings.Repeat("n", 256),
		}[r.IntN(11)]
	}
	var parts []string
	prefix := ""
	if r.IntN(2) > 0 {
		top := []string{"m", "m", "d", "b", "s", "u", "u", "g", "ro", "x", "p", "r"}[r.IntN(12)]
		prefix = "/" + top + "/"
		if r.IntN(12) == 0 {
			return "/" + top
		}
	}
	for range []int{1, 1, 1, 1, 2, 2, 3}[r.IntN(7)] {
		parts = append(parts, []string{
			"a", "a", "a", "b", "b", "f", "f", "w", "l", "su", "d", ".", "..",
		}[r.IntN(13)])
	}
	slash := ""
	if r.IntN(12) == 0 {
		slash = "/"
	}
	sep := "/"
	if r.IntN(10) == 0 {
		sep = "//"
	}
	return prefix + strings.Join(parts, sep) + slash
}
