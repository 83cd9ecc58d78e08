package vfs_test

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// TestVolume is how a path survives a restart by design: a file system of its own.
func TestVolume(t *testing.T) {
	t.Parallel()
	img := smallImage()
	volume := vfs.NewRootfs(img.Sub("/home/user"), vfs.OverlayOptions{})
	start := func() *box {
		b := &box{t: t, ns: vfs.NewNamespace(vfs.NewOverlay(img, vfs.OverlayOptions{}), vfs.Options{}), c: user()}
		b.must(b.ns.Mount("/home/user", volume, vfs.MountFlags{}))
		return b
	}
	b := start()
	if got := b.read("/home/user/mine"); got != "mine" {
		t.Errorf("the volume starts with %q", got)
	}
	b.write("/home/user/kept", "kept")
	b.c = primitives.Root()
	b.write("/etc/lost", "lost")

	b = start()
	if got := b.read("/home/user/kept"); got != "kept" {
		t.Errorf("after the restart: %q", got)
	}
	wantErr(t, "the rest", opens("/etc/lost", 0)(b), primitives.ENOENT, "")
}

// TestDetachAttach carries trees that lie anywhere.
func TestDetachAttach(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.write("/home/user/lower/new", strings.Repeat("n", 3*vfs.PageSize))
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/home/user/lower/f", 0))
	b.must(b.ns.Link(&b.c, b.ns.Root(), "/home/user/lower/new", b.ns.Root(), "/home/user/lower/again", 0))
	b.write("/tmp/t", "t")
	tree, err := b.ns.Detach("/home/user/lower")
	b.must(err)
	tmp, err := b.ns.Detach("/tmp")
	b.must(err)

	var pages int64
	next := newBox(t, vfs.Options{Charge: func(n int64) error { pages += n; return nil }})
	next.must(next.ns.Attach("/home/user/lower", tree))
	next.must(next.ns.Attach("/tmp", tmp))
	if got := next.read("/home/user/lower/again"); len(got) != 3*vfs.PageSize {
		t.Errorf("%d bytes", len(got))
	}
	wantErr(t, "a removed file", opens("/home/user/lower/f", 0)(next), primitives.ENOENT, "")
	if got := next.read("/tmp/t"); got != "t" || pages != 1 {
		t.Errorf("/tmp/t reads %q; %d pages charged", got, pages)
	}
	wantErr(t, "the tmpfs keeps its flags", func() error {
		next.must(next.ns.Chmod(&next.c, next.ns.Root(), "/tmp/t", 0o755, 0))
		_, err := next.ns.OpenExec(&next.c, next.ns.Root(), "/tmp/t")
		return err
	}(), primitives.EACCES, "mounts/noexec")
	if st := next.stat("/home/user/lower/new"); st.Nlink != 2 || st.Dev != next.stat("/home/user").Dev {
		t.Errorf("stat %+v", st)
	}
	next.must(renames("/home/user/lower", "/home/user/moved")(next)) // no directory of the image any more
	next.must(next.ns.Unlink(&next.c, next.ns.Root(), "/home/user/moved/new", 0))
	next.must(next.ns.Unlink(&next.c, next.ns.Root(), "/home/user/moved/again", 0))
	next.must(next.ns.Unlink(&next.c, next.ns.Root(), "/home/user/moved", primitives.AT_REMOVEDIR))
}

func TestAttachOverQuota(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.write("/home/user/lower/new", strings.Repeat("n", 100*vfs.PageSize))
	tree, err := b.ns.Detach("/home/user/lower")
	b.must(err)
	small := vfs.NewOverlay(smallImage(), vfs.OverlayOptions{Size: 50 * vfs.PageSize})
	next := &box{t: t, ns: vfs.NewNamespace(small, vfs.Options{}), c: user()}
	wantErr(t, "attach", next.ns.Attach("/home/user/lower", tree), primitives.ENOSPC, "quota/bytes")
	if got := next.read("/home/user/lower/f"); got != "below" {
		t.Errorf("what was there reads %q", got)
	}
	if pages, inodes := small.Usage(); pages != 0 || inodes != 0 {
		t.Errorf("%d pages, %d inodes taken", pages, inodes)
	}
}

// TestRestartForgetsUsers: what a session left open, mounted or unlinked does not reach the next one.
func TestRestartForgetsUsers(t *testing.T) {
	t.Parallel()
	for name, root := range map[string]*vfs.Filesystem{
		"overlay": vfs.NewOverlay(smallImage(), vfs.OverlayOptions{Size: mib}),
		"rootfs":  vfs.NewRootfs(smallImage(), vfs.OverlayOptions{Size: mib}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &box{t: t, ns: vfs.NewNamespace(root, vfs.Options{}), c: user()}
			b.must(b.ns.Mount("/tmp", vfs.NewTmpfs(vfs.TmpfsOptions{}), vfs.MountFlags{}))
			b.write("/home/user/kept", strings.Repeat("k", 2*vfs.PageSize))
			b.must(b.ns.Chmod(&b.c, b.ns.Root(), "/home/user/kept", 0o755, 0))
			pages, inodes := root.Usage()
			b.open("/home/user/kept", primitives.O_WRONLY, 0).SetData("a lock table")
			b.write("/home/user/gone", strings.Repeat("g", 5*vfs.PageSize))
			b.open("/home/user/gone", primitives.O_RDONLY, 0)
			b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/home/user/gone", 0))

			b = &box{t: t, ns: vfs.NewNamespace(root, vfs.Options{}), c: user()}
			f, err := b.ns.OpenExec(&b.c, b.ns.Root(), "/home/user/kept")
			b.must(err) // not ETXTBSY
			if f.Data() != nil {
				t.Errorf("data %v", f.Data())
			}
			if p, i := root.Usage(); p != pages || i != inodes {
				t.Errorf("%d pages and %d inodes in use, want %d and %d", p, i, pages, inodes)
			}
			b.c = primitives.Root()
			b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/tmp", primitives.AT_REMOVEDIR)) // no mount point any more
		})
	}
}
