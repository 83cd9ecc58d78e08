package vfs_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// exhaustive is listing with everything that an archive carries.
func exhaustive(ns *vfs.Namespace) string {
	var b strings.Builder
	root := primitives.Root()
	_ = ns.Walk(func(e *vfs.Entry) error {
		size := e.Stat.Size
		if e.Stat.IsDir() {
			size = 0 // the kinds of file systems have sizes of their own for them
		}
		fmt.Fprintf(&b, "%s %o %d:%d %d:%d %d %d %d", e.Path, e.Stat.Mode, e.Stat.UID, e.Stat.GID, e.Stat.Rdev,
			size, e.Stat.Atime, e.Stat.Mtime, e.Stat.Ctime)
		if !e.Stat.IsDir() {
			fmt.Fprintf(&b, " nlink %d %q %q", e.Stat.Nlink, e.Target, e.Content())
		}
		names, _ := ns.Listxattr(&root, ns.Root(), e.Path, primitives.AT_SYMLINK_NOFOLLOW)
		for _, n := range names {
			v, _ := ns.Getxattr(&root, ns.Root(), e.Path, n, primitives.AT_SYMLINK_NOFOLLOW)
			fmt.Fprintf(&b, " %s=%q", n, v)
		}
		b.WriteByte('\n')
		return nil
	})
	return b.String()
}

// busyTree is a session's tree of all that an archive can hold.
func busyTree(t *testing.T) *box {
	t.Helper()
	now := int64(1_000_000_007)
	b := newBox(t, vfs.Options{Now: func() int64 { now += 1_234_567; return now }})
	b.c = primitives.Root()
	root := b.ns.Root()
	b.write("/home/user/a", "content")
	b.must(b.ns.Link(&b.c, root, "/home/user/a", root, "/home/user/z", 0))
	b.must(b.ns.Symlink(&b.c, "../"+strings.Repeat("long/", 60), root, "/home/user/l"))
	b.must(b.ns.Mknod(&b.c, root, "/home/user/fifo", primitives.S_IFIFO|0o640, 0))
	b.must(b.ns.Mknod(&b.c, root, "/home/user/dev", primitives.S_IFBLK|0o600, 0x10305))
	b.must(b.ns.MkdirAll(&b.c, root, "/home/user/"+strings.Repeat("n", 200)+"/\xff\n", 0o2751))
	b.must(b.ns.Setxattr(&b.c, root, "/home/user/a", vfs.Xattr{Name: "user.k", Value: "v\x00\xff="}, 0, 0))
	b.must(b.ns.Setxattr(&b.c, root, "/home/user", vfs.Xattr{Name: "user.dir", Value: ""}, 0, 0))
	b.must(b.ns.Chown(&b.c, root, "/home/user/a", 70000, 3, 0))
	b.must(b.ns.Chmod(&b.c, root, "/home/user/a", 0o6755, 0))
	f := b.open("/home/user/holes", create, 0o600)
	_, err := f.WriteAt(&b.c, []byte("far"), 3*vfs.PageSize+5)
	b.must(err)
	b.must(f.Truncate(&b.c, 9*vfs.PageSize+1))
	b.must(f.Close())
	return b
}

func TestExportTarRoundTrip(t *testing.T) {
	t.Parallel()
	src := busyTree(t)
	var archive bytes.Buffer
	src.must(src.ns.ExportTar(&archive, "/", vfs.ImportLimits{}))
	b := vfs.NewImageBuilder()
	src.must(b.ImportTar(&archive, vfs.ImportLimits{}))
	got, want := exhaustive(rootfs(b.Build())), exhaustive(src.ns)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestExportTarLimits(t *testing.T) {
	t.Parallel()
	src := busyTree(t)
	var archive bytes.Buffer
	if err := src.ns.ExportTar(&archive, "/home/user", vfs.ImportLimits{Bytes: 100}); err == nil {
		t.Error("100 bytes: no error")
	}
	if err := src.ns.ExportTar(&archive, "/home/user/a", vfs.ImportLimits{}); primitives.ErrnoOf(err) != primitives.ENOTDIR {
		t.Errorf("a file: %v", err)
	}
	archive.Reset()
	src.must(src.ns.ExportTar(&archive, "/home/user", vfs.ImportLimits{}))
	if bytes.Contains(archive.Bytes(), []byte("etc/passwd")) {
		t.Error("a part of the tree holds more than that")
	}
}
