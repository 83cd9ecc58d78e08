package vfs_test

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// maze is a tree of what a walk can meet: links of all kinds, loops, mounts, a directory that may not be
// searched.
func maze(f testing.TB) *vfs.Namespace {
	f.Helper()
	ns := vfs.NewNamespace(vfs.NewOverlay(smallImage(), vfs.OverlayOptions{}), vfs.Options{ProtectedSymlinks: true})
	root := primitives.Root()
	at := ns.Root()
	check := func(err error) {
		if err != nil {
			f.Fatal(err)
		}
	}
	for _, d := range []string{"/a", "/a/b", "/a/b/c", "/m", "/s", "/x"} {
		check(ns.Mkdir(&root, at, d, 0o755))
	}
	check(ns.Mount("/m", vfs.NewTmpfs(vfs.TmpfsOptions{Size: 1 << 20}), vfs.MountFlags{}))
	check(ns.Bind("/a", "/x", vfs.MountFlags{ReadOnly: true}))
	check(ns.Chmod(&root, at, "/s", 0, 0))
	for link, target := range map[string]string{
		"/l": "a", "/a/up": "..", "/a/loop": "loop", "/a/b/abs": "/m/../a/", "/m/out": "../a/b/c", "/dangling": "none/x",
		"/long": strings.Repeat("a/../", 800) + "a", "/a/b/c/self": ".", "/p": "q", "/q": "p", "/slash": "a/b///",
	} {
		check(ns.Symlink(&root, target, at, link))
	}
	return ns
}

// FuzzPathWalk resolves any path from any directory: it ends with a known error, or at one inode by whatever
// call, whose canonical path leads there again.
func FuzzPathWalk(f *testing.F) {
	for i, path := range []string{
		"/", "a/b/c", "../..", "/a/up/a/up/l/b/abs/b", "/x/b/c/self/self/../..//.", "/m/out/", "/p", "/long", "dangling", "/s/x",
		strings.Repeat("a/../", 800), "/" + strings.Repeat("n", 256), "", "\x00", "/slash/c", "/a/loop/x",
	} {
		f.Add(path, uint8(i), i%2 == 0)
	}
	ns := maze(f)
	starts := []string{"/", "/a", "/a/b/c", "/m", "/x/b"}
	f.Fuzz(func(t *testing.T, path string, start uint8, isRoot bool) {
		c := user()
		if isRoot {
			c = primitives.Root()
		}
		root := primitives.Root()
		from, err := ns.Chdir(&root, ns.Root(), starts[int(start)%len(starts)])
		if err != nil {
			t.Fatal(err)
		}
		for _, flags := range []int{0, primitives.AT_SYMLINK_NOFOLLOW} {
			walkOnce(t, ns, &c, from, path, flags)
		}
	})
}

func walkOnce(t *testing.T, ns *vfs.Namespace, c *primitives.Cred, from vfs.Location, path string, flags int) {
	t.Helper()
	st, err := ns.Stat(c, from, path, flags)
	abs, _, rerr := ns.Resolve(c, from, path, flags == 0)
	if primitives.ErrnoOf(err) != primitives.ErrnoOf(rerr) {
		t.Fatalf("%q: stat %v, resolve %v", path, err, rerr)
	}
	how := primitives.O_PATH
	if flags != 0 {
		how |= primitives.O_NOFOLLOW
	}
	f, oerr := ns.Open(c, from, path, how, 0)
	if primitives.ErrnoOf(err) != primitives.ErrnoOf(oerr) {
		t.Fatalf("%q: stat %v, open %v", path, err, oerr)
	}
	if err != nil {
		switch e := primitives.ErrnoOf(err); e {
		case primitives.ENOENT, primitives.ENOTDIR, primitives.EACCES, primitives.ELOOP, primitives.ENAMETOOLONG, primitives.EINVAL:
		default:
			t.Fatalf("%q: %v", path, err)
		}
		return
	}
	if got := f.Stat(); got != st {
		t.Fatalf("%q: open %+v, stat %+v", path, got, st)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	root := primitives.Root()
	again, err := ns.Stat(&root, ns.Root(), abs, primitives.AT_SYMLINK_NOFOLLOW)
	if err != nil || again.Ino != st.Ino || again.Dev != st.Dev {
		t.Fatalf("%q is %q: %+v, %v", path, abs, again, err)
	}
}

// FuzzCalls makes calls that the bytes choose on a small tmpfs, and then counts: what the quota says must be
// what the tree holds, and every directory has the links of its subdirectories.
func FuzzCalls(f *testing.F) {
	f.Add([]byte("mkdir, write, rename, unlink"))
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Fuzz(func(t *testing.T, data []byte) {
		fs := vfs.NewTmpfs(vfs.TmpfsOptions{Size: 256 << 10, Inodes: 40, Mode: 0o777})
		ns := vfs.NewNamespace(fs, vfs.Options{})
		for data = data[:min(len(data), 3000)]; len(data) >= 4; data = data[4:] {
			fuzzCall(ns, data)
		}
		counted(t, ns, fs)
	})
}

// fuzzPaths are few, so that calls meet.
var fuzzPaths = []string{"/a", "/b", "/a/c", "/b/c", "/a/c/d", "/l", "/a/l", "/b/f", "/f", "/a/f", "/a/c/f", "/l/c"}

func fuzzCall(ns *vfs.Namespace, data []byte) {
	c := primitives.Root()
	at := ns.Root()
	from, to := fuzzPaths[int(data[1])%len(fuzzPaths)], fuzzPaths[int(data[2])%len(fuzzPaths)]
	size := int64(data[3]) * 700
	switch data[0] % 12 {
	case 0, 1:
		_ = ns.Mkdir(&c, at, from, 0o755)
	case 2, 3:
		if f, err := ns.Open(&c, at, from, primitives.O_CREAT|primitives.O_RDWR, 0o644); err == nil {
			_, _ = f.WriteAt(&c, make([]byte, size%9000), size)
			_ = f.Close()
		}
	case 4:
		_ = ns.Rename(&c, at, from, at, to, int(data[3])%8)
	case 5:
		_ = ns.Link(&c, at, from, at, to, 0)
	case 6:
		_ = ns.Unlink(&c, at, from, 0)
	case 7:
		_ = ns.Unlink(&c, at, from, primitives.AT_REMOVEDIR)
	case 8:
		_ = ns.Symlink(&c, strings.Repeat(to, 1+int(data[3])), at, from)
	case 9:
		_ = ns.Truncate(&c, at, from, size)
	case 10:
		_ = ns.Setxattr(&c, at, from,
			vfs.Xattr{Name: "user." + to[1:2], Value: strings.Repeat("v", int(size))}, 0, 0)
	case 11:
		if f, err := ns.Open(&c, at, from, primitives.O_RDWR, 0); err == nil {
			_ = f.Allocate(&c, uint32(data[2])%4, size, size+1)
			_ = f.Close()
		}
	}
}

// counted compares the quota's account with the tree.
func counted(t *testing.T, ns *vfs.Namespace, fs *vfs.Filesystem) {
	t.Helper()
	var pages, inodes int64
	seen := map[uint64]bool{}
	dirs := map[string]uint64{}
	err := ns.Walk(func(e *vfs.Entry) error {
		inodes++ // every name of a tmpfs counts
		if e.Stat.IsDir() {
			dirs[e.Path] = 2
			if e.Path != "/" {
				parent := e.Path[:max(strings.LastIndexByte(e.Path, '/'), 1)]
				dirs[parent]++
			}
		}
		if !seen[e.Stat.Ino] {
			pages += e.Stat.Blocks * 512 / vfs.PageSize
		}
		seen[e.Stat.Ino] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if p, i := fs.Usage(); p != pages || i != inodes {
		t.Errorf("the quota has %d pages and %d inodes, the tree %d and %d", p, i, pages, inodes)
	}
	root := primitives.Root()
	for path, want := range dirs {
		if st, err := ns.Stat(&root, ns.Root(), path, 0); err != nil || st.Nlink != want {
			t.Errorf("%s has %d links, not %d, %v", path, st.Nlink, want, err)
		}
	}
}
