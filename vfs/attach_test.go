package vfs_test

import (
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// at resolves a path as root.
func (b *box) at(path string) vfs.Location {
	b.t.Helper()
	root := primitives.Root()
	_, l, err := b.ns.Resolve(&root, b.ns.Root(), path, true)
	b.must(err)
	return l
}

// TestUmountGivesBack: what a guest mounted costs while it is there or in use, and nothing afterwards.
func TestUmountGivesBack(t *testing.T) {
	t.Parallel()
	pages := int64(0)
	b := newBox(t, vfs.Options{Charge: func(n int64) error { pages += n; return nil }})
	b.c = primitives.Root()
	b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/m", 0o777))
	before, had, mounted := b.ns.Stored(), pages, len(b.ns.Mounts())
	mount := func() {
		b.must(b.ns.AttachAt(b.at("/m"), vfs.NewTmpfs(vfs.TmpfsOptions{}), "x", vfs.MountFlags{}))
		b.write("/m/f", "text")
		if pages != had+1 || b.ns.Stored() <= before {
			t.Errorf("%d pages, %d bytes while it is mounted", pages-had, b.ns.Stored()-before)
		}
	}
	gone := func(when string) {
		if pages != had || b.ns.Stored() != before || len(b.ns.Mounts()) != mounted {
			t.Errorf("%s: %d pages, %d bytes left", when, pages-had, b.ns.Stored()-before)
		}
	}
	mount()
	b.must(b.ns.Umount(b.at("/m"), false, nil))
	gone("unmounted")

	mount()
	f, err := b.ns.Open(&b.c, b.ns.Root(), "/m/f", primitives.O_RDWR, 0)
	b.must(err)
	wantErr(t, "with an open file", b.ns.Umount(b.at("/m"), false, nil), primitives.EBUSY, "mounts/busy")
	b.must(b.ns.Umount(b.at("/m"), true, nil))
	if pages != had+1 {
		t.Error("the open file's page was given back")
	}
	b.must(f.Close())
	b.ns.Sweep(nil)
	gone("closed")

	mount()
	cwd := b.at("/m")
	wantErr(t, "with a process in it", b.ns.Umount(b.at("/m"), false, []vfs.Location{cwd}), primitives.EBUSY, "mounts/busy")
	b.must(b.ns.Umount(b.at("/m"), true, []vfs.Location{cwd}))
	if p, err := b.ns.Getcwd(cwd); p != "(unreachable)/" || err != nil {
		t.Errorf("%q %v", p, err)
	}
	wantErr(t, "bind what is gone", b.ns.BindAt(cwd, b.at("/m"), false), primitives.EINVAL, "")
	wantErr(t, "mount on what is gone", b.ns.BindAt(b.at("/m"), cwd, false), primitives.ENOENT, "")
	b.ns.Sweep(nil)
	gone("left")
}

// TestForkAfterUmount: a place that was taken away while somebody was there is the root in a fork.
func TestForkAfterUmount(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.c = primitives.Root()
	b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/m", 0o777))
	b.must(b.ns.AttachAt(b.at("/m"), vfs.NewTmpfs(vfs.TmpfsOptions{}), "x", vfs.MountFlags{}))
	cwd := b.at("/m")
	b.must(b.ns.BindAt(b.at("/usr"), b.at("/m"), true))
	b.must(b.ns.Umount(b.at("/m"), true, nil))
	b.must(b.ns.Umount(b.at("/m"), true, []vfs.Location{cwd}))
	f, err := b.ns.Fork(vfs.Options{}, nil)
	b.must(err)
	here, there := f.Locate(cwd)
	if here != b.ns.Root() || there != f.Namespace.Root() {
		t.Error("the place is still somewhere")
	}
}

// TestMountMax: binding a tree into itself again and again ends.
func TestMountMax(t *testing.T) {
	t.Parallel()
	room := int64(100 << 10)
	b := newBox(t, vfs.Options{Host: func(n int64) error {
		if room -= n; room < 0 {
			return primitives.ENOMEM
		}
		return nil
	}})
	b.c = primitives.Root()
	b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/m", 0o777))
	b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/m/a", 0o777))
	b.must(b.ns.AttachAt(b.at("/m"), vfs.NewTmpfs(vfs.TmpfsOptions{}), "x", vfs.MountFlags{}))
	b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/m/a", 0o777))
	for range 40 {
		if err := b.ns.BindAt(b.at("/m"), b.at("/m/a"), true); err != nil {
			if e := primitives.ErrnoOf(err); e != primitives.ENOMEM && e != primitives.ENOSPC || len(b.ns.Mounts()) > 200 {
				t.Errorf("%v with %d mounts", err, len(b.ns.Mounts()))
			}
			return
		}
	}
	t.Error("it never ended")
}
