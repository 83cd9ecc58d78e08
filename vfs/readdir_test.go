package vfs_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

func namesOf(entries []primitives.Dirent) []string {
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	return names
}

func TestOrders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o    vfs.Options
		want []string
	}{
		{vfs.Options{Order: vfs.Sorted}, []string{"a", "b", "c", "lower", "mine", "z"}},
		{vfs.Options{Order: vfs.Reverse}, []string{"b", "c", "a", "z", "mine", "lower"}},
	} {
		b := newBox(t, c.o)
		for _, name := range []string{"z", "a", "c", "b"} {
			b.write("/home/user/"+name, "")
		}
		got, err := b.open("/home/user", 0, 0).Names()
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v, %v, want %v", got, err, c.want)
		}
	}
}

func TestHashedOrder(t *testing.T) {
	t.Parallel()
	list := func(seed uint64) []string {
		b := newBox(t, vfs.Options{Order: vfs.Hashed, OrderSeed: seed})
		for i := range 20 {
			b.write(fmt.Sprintf("/home/user/%d", i), "")
		}
		names, err := b.open("/home/user", 0, 0).Names()
		b.must(err)
		return names
	}
	a, again, other := list(1), list(1), list(2)
	if !slices.Equal(a, again) || slices.Equal(a, other) || slices.IsSorted(a) {
		t.Errorf("seed 1: %v\nagain: %v\nseed 2: %v", a, again, other)
	}
}

// TestReadingWhileRemoving is what rm -r does: entries that stay must show once each.
func TestReadingWhileRemoving(t *testing.T) {
	t.Parallel()
	for _, order := range []vfs.Order{vfs.Sorted, vfs.Hashed, vfs.Reverse} {
		b := newBox(t, vfs.Options{Order: order})
		b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/home/user/d", 0o755))
		const n = 100
		for i := range n {
			b.write(fmt.Sprintf("/home/user/d/%03d", i), "")
		}
		dir := b.open("/home/user/d", 0, 0)
		seen, cookie := map[string]int{}, int64(0)
		for {
			entries, err := dir.ReadDir(cookie, 7)
			b.must(err)
			if len(entries) == 0 {
				break
			}
			for _, e := range entries {
				seen[e.Name]++
				cookie = e.Off
			}
			last := entries[len(entries)-1].Name
			b.must(b.ns.Unlink(&b.c, dir.Location(), last, 0))
			b.write("/home/user/d/new-"+last, "")
		}
		for i := range n {
			if k := seen[fmt.Sprintf("%03d", i)]; k != 1 {
				t.Errorf("order %d: %03d shows %d times", order, i, k)
			}
		}
		if seen["."] != 1 || seen[".."] != 1 {
			t.Errorf("dots: %v", seen)
		}
	}
}

func TestRemovedDirectory(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/home/user/d", 0o755))
	cwd, err := b.ns.Chdir(&b.c, b.ns.Root(), "/home/user/d")
	b.must(err)
	dir := b.open("/home/user/d", 0, 0)
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/home/user/d", primitives.AT_REMOVEDIR))
	if entries, err := dir.ReadDir(0, math.MaxInt); len(entries) != 0 || err != nil {
		t.Errorf("entries %v, %v", entries, err)
	}
	_, err = b.ns.Getcwd(cwd)
	wantErr(t, "getcwd", err, primitives.ENOENT, "")
	_, err = b.ns.Open(&b.c, cwd, "x", create, 0o644)
	wantErr(t, "create", err, primitives.ENOENT, "")
	up, err := b.ns.Chdir(&b.c, cwd, "..")
	b.must(err)
	if p, err := b.ns.Getcwd(up); p != "/home/user" || err != nil {
		t.Errorf("up: %q, %v", p, err)
	}
}

// TestDotDotOfMount: the root of a mount knows nothing of what it is mounted on.
func TestDotDotOfMount(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	entries, err := b.open("/tmp", 0, 0).ReadDir(0, 10)
	b.must(err)
	if !slices.Equal(namesOf(entries), []string{".", ".."}) || entries[0].Ino != entries[1].Ino {
		t.Errorf("%v", entries)
	}
	if entries[0].Ino != b.stat("/tmp").Ino {
		t.Errorf("ino %d", entries[0].Ino)
	}
}
