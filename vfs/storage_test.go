package vfs_test

import (
	"fmt"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// TestStorageComesBack makes and removes everything there is: the account ends where it began.
func TestStorageComesBack(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	before := b.ns.Stored()
	root := b.ns.Root()
	f := b.open("/home/user/big", create, 0o644)
	for _, off := range []int64{0, 100_000, 3 << 30} { // the last in the map of far chunks
		if _, err := f.WriteAt(&b.c, make([]byte, 10_000), off); err != nil {
			t.Fatal(err)
		}
	}
	if n := b.ns.Stored() - before; n < 30_000 || n > 500_000 {
		t.Errorf("30,000 bytes in a sparse file of 3 GiB take %d of the host", n)
	}
	b.must(b.ns.Link(&b.c, root, "/home/user/big", root, "/home/user/second", 0))
	b.must(b.ns.Rename(&b.c, root, "/home/user/second", root, "/home/user/third", 0))
	b.must(b.ns.Rename(&b.c, root, "/home/user/mine", root, "/home/user/yours", 0)) // the image's
	b.must(b.ns.Mkdir(&b.c, root, "/home/user/d", 0o755))
	b.must(b.ns.Symlink(&b.c, "somewhere", root, "/home/user/l"))
	b.must(f.Allocate(&b.c, 0, 1<<20, 1<<20))
	b.must(f.Allocate(&b.c, vfs.FallocPunchHole|vfs.FallocKeepSize, 0, 1<<20))
	for _, name := range []string{"big", "third", "l", "yours"} {
		b.must(b.ns.Unlink(&b.c, root, "/home/user/"+name, 0))
	}
	b.must(b.ns.Unlink(&b.c, root, "/home/user/d", primitives.AT_REMOVEDIR))
	if b.ns.Stored() == before {
		t.Error("an unlinked file that is open takes nothing")
	}
	b.must(f.Close())
	if n := b.ns.Stored() - before; n != 0 {
		t.Errorf("%d bytes for nothing", n)
	}
}

// TestHostBound: what the host has no room for is refused before it is made.
func TestHostBound(t *testing.T) {
	t.Parallel()
	var b *box
	const limit = 4 * mib
	b = newBox(t, vfs.Options{Host: func(n int64) error {
		if b.ns.Stored()+n > limit {
			return primitives.ENOSPC
		}
		return nil
	}})
	root := b.ns.Root()
	f := b.open("/home/user/big", create, 0o644)
	var off int64
	for err := error(nil); err == nil && off < 2*limit; {
		var n int
		n, err = f.WriteAt(&b.c, make([]byte, 64<<10), off)
		off += int64(n)
	}
	if off < limit/2 || off > limit || b.ns.Stored() > limit {
		t.Errorf("%d bytes were written, %d are held", off, b.ns.Stored())
	}
	b.must(f.Truncate(&b.c, 1<<40)) // a hole takes nothing
	wantErr(t, "fallocate", f.Allocate(&b.c, 0, 0, 64<<30), primitives.ENOSPC, "")
	b.must(b.ns.Unlink(&b.c, root, "/home/user/big", 0))
	b.must(f.Close())
	var err error
	made := 0
	for ; err == nil && made < 100_000; made++ {
		err = b.ns.Mkdir(&b.c, root, fmt.Sprintf("/home/user/%d", made), 0o755)
	}
	if primitives.ErrnoOf(err) != primitives.ENOSPC || made > limit/1024+1 {
		t.Errorf("%d directories, then %v", made, err)
	}
}
