package vfs_test

import (
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

func TestSmoke(t *testing.T) {
	t.Parallel()
	b := vfs.NewImageBuilder()
	b.File("/etc/passwd", []byte("root\n"), vfs.Attr{Mode: 0o644})
	b.Dir("/tmp", vfs.Attr{Mode: 0o1777})
	b.Dir("/home/user", vfs.Attr{Mode: 0o755, UID: 1000, GID: 1000})
	ns := vfs.NewNamespace(vfs.NewOverlay(b.Build(), vfs.OverlayOptions{}), vfs.Options{})
	if err := ns.Mount("/tmp", vfs.NewTmpfs(vfs.TmpfsOptions{Size: 16 << 10}), vfs.MountFlags{}); err != nil {
		t.Fatal(err)
	}
	c := primitives.Cred{UID: 1000, GID: 1000, Umask: 0o22}
	f, err := ns.Open(&c, ns.Root(), "/home/user/x", primitives.O_CREAT|primitives.O_RDWR, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(&c, []byte("hello"), 3); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 10)
	n, _ := f.ReadAt(buf, 0)
	if string(buf[:n]) != "\x00\x00\x00hello" {
		t.Fatalf("%q", buf[:n])
	}
	t.Log(ns.Open(&c, ns.Root(), "/etc/passwd", primitives.O_WRONLY, 0))
	t.Log(ns.Rename(&c, ns.Root(), "/home/user/x", ns.Root(), "/tmp/x", 0))
	g, _ := ns.Open(&c, ns.Root(), "/tmp/f", primitives.O_CREAT|primitives.O_WRONLY, 0o666)
	t.Log(g.WriteAt(&c, make([]byte, 20000), 0))
	t.Log(g.WriteAt(&c, make([]byte, 20000), 16384))
	t.Log(ns.Statfs(&c, ns.Root(), "/tmp"))
	_ = ns.Walk(func(e *vfs.Entry) error { t.Log(e.Path, e.Stat); return nil })
	t.Log(ns.Mounts())
}
