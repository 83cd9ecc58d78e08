package vfs_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

const mib = 1 << 20

// TestFullTmpfs replays what a full tmpfs of 16 MiB was seen to do on Linux.
func TestFullTmpfs(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	f := b.open("/tmp/a", create, 0o644)
	write := func(n int, off int64) (int, error) { return f.WriteAt(&b.c, make([]byte, n), off) }
	for _, step := range []struct {
		n    int
		off  int64
		want int
		err  primitives.Errno
	}{
		{10 * mib, 0, 10 * mib, 0},
		{10 * mib, 10 * mib, 6 * mib, 0}, // short, and no error
		{1, 16 * mib, 0, primitives.ENOSPC},
		{4096, 0, 4096, 0}, // in place
	} {
		n, err := write(step.n, step.off)
		if n != step.want || primitives.ErrnoOf(err) != step.err {
			t.Errorf("write %d at %d: %d, %v", step.n, step.off, n, err)
		}
		if err != nil {
			wantErr(t, "write", err, primitives.ENOSPC, "quota/bytes")
		}
	}
	st, err := b.ns.Statfs(&b.c, b.ns.Root(), "/tmp")
	b.must(err)
	if st.Blocks != 4096 || st.Bfree != 0 || st.Bavail != 0 || st.Namelen != 255 {
		t.Errorf("statfs: %+v", st)
	}
	b.must(f.Truncate(&b.c, 32*mib)) // a hole
	wantErr(t, "fallocate", f.Allocate(&b.c, 0, 0, 32*mib), primitives.ENOSPC, "quota/bytes")
	b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/tmp/d", 0o755))
	b.must(b.ns.Symlink(&b.c, strings.Repeat("t", 127), b.ns.Root(), "/tmp/short"))
	err = b.ns.Symlink(&b.c, strings.Repeat("t", 128), b.ns.Root(), "/tmp/long")
	wantErr(t, "symlink of 128 bytes", err, primitives.ENOSPC, "quota/bytes")

	// Space comes back at the last reference, not at the last name.
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/tmp/a", 0))
	g := b.open("/tmp/b", create, 0o644)
	_, err = g.WriteAt(&b.c, []byte("x"), 0)
	wantErr(t, "write while the unlinked file is open", err, primitives.ENOSPC, "quota/bytes")
	b.must(f.Close())
	if n, err := g.WriteAt(&b.c, []byte("x"), 0); n != 1 || err != nil {
		t.Errorf("write after the last close: %d, %v", n, err)
	}
}

func TestInodeQuota(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	fs := vfs.NewTmpfs(vfs.TmpfsOptions{Inodes: 20})
	b.must(b.ns.Mount("/tmp", fs, vfs.MountFlags{}))
	var err error
	n := 0
	for ; err == nil; n++ {
		err = b.ns.Mknod(&b.c, b.ns.Root(), "/tmp/f"+strconv.Itoa(n), 0o644, 0)
	}
	wantErr(t, "the file too many", err, primitives.ENOSPC, "quota/inodes")
	if n != 20 {
		t.Errorf("failed at file %d, want 20 with the root directory", n)
	}
	err = b.ns.Link(&b.c, b.ns.Root(), "/tmp/f0", b.ns.Root(), "/tmp/l", 0)
	wantErr(t, "a further name", err, primitives.ENOSPC, "quota/inodes")
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/tmp/f1", 0))
	b.must(b.ns.Link(&b.c, b.ns.Root(), "/tmp/f0", b.ns.Root(), "/tmp/l", 0))
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/tmp/f0", 0))
	if _, inodes := fs.Usage(); inodes != 19 {
		t.Errorf("%d inodes in use, want 19", inodes)
	}
}

// TestCharge checks that memory is charged for what a tmpfs holds, and for nothing else.
func TestCharge(t *testing.T) {
	t.Parallel()
	var pages int64
	limit := int64(100)
	b := newBox(t, vfs.Options{Charge: func(n int64) error {
		if pages+n > limit {
			return primitives.Deny(primitives.ENOMEM, primitives.Memory, "cap", "100 pages")
		}
		pages += n
		return nil
	}})
	b.write("/home/user/disk", strings.Repeat("x", 50*vfs.PageSize))
	if pages != 0 {
		t.Errorf("the disk was charged: %d pages", pages)
	}
	f := b.open("/tmp/a", create, 0o644)
	_, err := f.WriteAt(&b.c, make([]byte, 60*vfs.PageSize), 0)
	b.must(err)
	_, err = f.WriteAt(&b.c, make([]byte, 60*vfs.PageSize), 60*vfs.PageSize)
	wantErr(t, "write over the cap", err, primitives.ENOMEM, "memory/cap")
	if pages != 60 {
		t.Errorf("%d pages, want 60", pages)
	}
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/tmp/a", 0))
	b.must(f.Close())
	if pages != 0 {
		t.Errorf("%d pages left", pages)
	}
}

// TestDiskQuota: what an image has is free until it is changed; an overlay then pays for all of a
// file, a disk for the page.
func TestDiskQuota(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		make  func(*vfs.Image, vfs.OverlayOptions) *vfs.Filesystem
		pages int64
	}{
		{"overlay", vfs.NewOverlay, 10 + 2}, // and the directories / (there already) and /d, /d/e
		{"rootfs", vfs.NewRootfs, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ib := vfs.NewImageBuilder()
			ib.File("/d/e/f", make([]byte, 10*vfs.PageSize), vfs.Attr{Mode: 0o666})
			fs := c.make(ib.Build(), vfs.OverlayOptions{Size: 64 * vfs.PageSize})
			b := &box{t: t, ns: vfs.NewNamespace(fs, vfs.Options{}), c: user()}
			if pages, _ := fs.Usage(); pages != 0 {
				t.Fatalf("%d pages before anything was written", pages)
			}
			f := b.open("/d/e/f", primitives.O_WRONLY, 0)
			_, err := f.WriteAt(&b.c, []byte("x"), 0)
			b.must(err)
			if pages, _ := fs.Usage(); pages != c.pages {
				t.Errorf("%d pages after one byte, want %d", pages, c.pages)
			}
		})
	}
}

// TestDquot fills a disk whose bounds are a quota.
func TestDquot(t *testing.T) {
	t.Parallel()
	for dquot, want := range map[bool]primitives.Errno{false: primitives.ENOSPC, true: primitives.EDQUOT} {
		fs := vfs.NewRootfs(nil, vfs.OverlayOptions{Size: 4 * vfs.PageSize, Inodes: 3, Dquot: dquot})
		ns := vfs.NewNamespace(fs, vfs.Options{})
		c := primitives.Root()
		f, err := ns.Open(&c, ns.Root(), "/f", primitives.O_CREAT|primitives.O_RDWR, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		n, err := f.WriteAt(&c, make([]byte, 5*vfs.PageSize), 0)
		if n != 4*vfs.PageSize || err != nil {
			t.Errorf("a write of five pages into four: %d, %v", n, err)
		}
		if _, err := f.WriteAt(&c, []byte("x"), int64(n)); primitives.ErrnoOf(err) != want {
			t.Errorf("write: %v, want %v", err, want)
		}
		for _, name := range []string{"/a", "/b", "/c"} {
			err = ns.Mknod(&c, ns.Root(), name, primitives.S_IFIFO|0o644, 0)
		}
		if primitives.ErrnoOf(err) != want || primitives.CauseOf(err).Primitive != primitives.Quota {
			t.Errorf("mknod: %v, want %v", err, want)
		}
	}
}
