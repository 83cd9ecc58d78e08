package vfs_test

import (
	"fmt"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

func bigImage() *vfs.Image {
	b := vfs.NewImageBuilder()
	for i := range 5000 {
		b.File(fmt.Sprintf("/usr/lib/python3/%d/module%d.py", i%50, i), make([]byte, 100), vfs.Attr{Mode: 0o644})
	}
	b.Dir("/home/user", vfs.Attr{Mode: 0o755, UID: 1000, GID: 1000})
	return b.Build()
}

func benchBox() (*vfs.Namespace, *primitives.Cred) {
	c := user()
	ns := vfs.NewNamespace(vfs.NewOverlay(bigImage(), vfs.OverlayOptions{}), vfs.Options{})
	return ns, &c
}

func BenchmarkOpenSession(b *testing.B) {
	img := bigImage()
	root := primitives.Root()
	b.ReportAllocs()
	for b.Loop() {
		ns := vfs.NewNamespace(vfs.NewOverlay(img, vfs.OverlayOptions{}), vfs.Options{})
		_, _ = ns.Stat(&root, ns.Root(), "/usr/lib/python3/7/module7.py", 0)
		_ = ns.Changes(func(*vfs.Entry) error { return nil })
	}
}

func BenchmarkStatDepth6(b *testing.B) {
	ns, c := benchBox()
	_ = ns.MkdirAll(c, ns.Root(), "/home/user/a/b/c/d", 0o755)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ns.Stat(c, ns.Root(), "/home/user/a/b/c/d", 0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpenReadClose(b *testing.B) {
	ns, c := benchBox()
	buf := make([]byte, 4096)
	b.ReportAllocs()
	for b.Loop() {
		f, err := ns.Open(c, ns.Root(), "/usr/lib/python3/7/module7.py", primitives.O_RDONLY, 0)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = f.ReadAt(buf, 0)
		_ = f.Close()
	}
}

func BenchmarkCreateUnlink(b *testing.B) {
	ns, c := benchBox()
	b.ReportAllocs()
	for b.Loop() {
		f, err := ns.Open(c, ns.Root(), "/home/user/x", create, 0o644)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = f.WriteAt(c, []byte("hello"), 0)
		_ = f.Close()
		_ = ns.Unlink(c, ns.Root(), "/home/user/x", 0)
	}
}

func BenchmarkWrite1MiB(b *testing.B) {
	ns, c := benchBox()
	block := make([]byte, 1<<20)
	b.ReportAllocs()
	b.SetBytes(1 << 20)
	for b.Loop() {
		f, err := ns.Open(c, ns.Root(), "/home/user/x", truncated, 0o644)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = f.WriteAt(c, block, 0)
		_ = f.Close()
	}
}

func BenchmarkRead1MiB(b *testing.B) {
	ns, c := benchBox()
	block := make([]byte, 1<<20)
	f, err := ns.Open(c, ns.Root(), "/home/user/x", truncated, 0o644)
	if err != nil {
		b.Fatal(err)
	}
	_, _ = f.WriteAt(c, block, 0)
	b.ReportAllocs()
	b.SetBytes(1 << 20)
	for b.Loop() {
		_, _ = f.ReadAt(block, 0)
	}
}

func BenchmarkReadDir(b *testing.B) {
	ns, c := benchBox()
	b.ReportAllocs()
	for b.Loop() {
		f, err := ns.Open(c, ns.Root(), "/usr/lib/python3/7", primitives.O_RDONLY, 0)
		if err != nil {
			b.Fatal(err)
		}
		entries, _ := f.ReadDir(0, 1000)
		if len(entries) != 102 {
			b.Fatal(len(entries))
		}
		_ = f.Close()
	}
}
