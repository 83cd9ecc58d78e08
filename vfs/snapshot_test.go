package vfs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

func snapshot(b *box) *vfs.Image {
	b.t.Helper()
	img, err := b.ns.Snapshot("/")
	b.must(err)
	return img
}

func diff(b *box, from, to *vfs.Image) string {
	var out []string
	b.must(to.Diff(from, func(c vfs.Change) error {
		switch {
		case c.Before == nil:
			out = append(out, "+"+c.Path)
		case c.After == nil:
			out = append(out, "-"+c.Path)
		default:
			out = append(out, fmt.Sprintf("%s %q>%q", c.Path, c.Before.Content(), c.After.Content()))
		}
		return nil
	}))
	return strings.Join(out, " ")
}

// A fork shows what was there, and neither side sees what the other does then.
func TestSnapshotForks(t *testing.T) {
	t.Parallel()
	b := busyTree(t)
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/home/user/mine", 0))
	root := b.ns.Root()
	b.must(b.ns.Rename(&b.c, root, "/home/user/lower/f", root, "/home/user/moved", 0))
	img := snapshot(b)
	want := exhaustive(b.ns)
	fork := &box{t: t, ns: rootfs(img), c: primitives.Root()}
	if got := exhaustive(fork.ns); withoutMount(got) != withoutMount(want) {
		t.Errorf("the fork\n%s\nwant\n%s", got, want)
	}
	fork.write("/home/user/a", "the fork's")
	fork.must(fork.ns.Setxattr(&fork.c, fork.ns.Root(), "/home/user", vfs.Xattr{Name: "user.dir", Value: "fork"}, 0, 0))
	fork.must(fork.ns.Unlink(&fork.c, fork.ns.Root(), "/etc/passwd", 0))
	b.write("/home/user/z", "the first")
	if got := exhaustive(rootfs(img)); withoutMount(got) != withoutMount(want) {
		t.Errorf("the image changed:\n%s\nwas\n%s", got, want)
	}
	if got := b.read("/home/user/a"); got != "the first" {
		t.Errorf("%q", got)
	}
}

// withoutMount drops the tmpfs of newBox, which a snapshot of / does not hold.
func withoutMount(listing string) string {
	var out []string
	for line := range strings.Lines(listing) {
		if !strings.HasPrefix(line, "/tmp") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

func TestDiff(t *testing.T) {
	t.Parallel()
	b := &box{t: t, ns: vfs.NewNamespace(vfs.NewOverlay(smallImage(), vfs.OverlayOptions{}), vfs.Options{}), c: user()}
	first := snapshot(b)
	b.read("/home/user/mine")
	if again := snapshot(b); again.Digest() != first.Digest() || diff(b, first, again) != "" {
		t.Errorf("reading is a change: %s", diff(b, first, again))
	}
	b.write("/home/user/new", "x")
	b.write("/home/user/lower/f", "changed")
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/home/user/mine", 0))
	second := snapshot(b)
	if got := diff(b, first, second); got != `/home/user/lower/f "below">"changed" -/home/user/mine +/home/user/new` {
		t.Errorf("got %s", got)
	}
	if got := diff(b, second, first); got != `/home/user/lower/f "changed">"below" +/home/user/mine -/home/user/new` {
		t.Errorf("backwards: %s", got)
	}
	b.must(b.ns.Chmod(&b.c, b.ns.Root(), "/home/user/new", 0o600, 0))
	b.must(b.ns.Setxattr(&b.c, b.ns.Root(), "/home/user/lower", vfs.Xattr{Name: "user.k", Value: "v"}, 0, 0))
	if got := diff(b, second, snapshot(b)); got != `/home/user/lower "">"" /home/user/new "x">"x"` {
		t.Errorf("attributes: %s", got)
	}
	if _, err := b.ns.Snapshot("/home/user/new"); primitives.ErrnoOf(err) != primitives.ENOTDIR {
		t.Errorf("of a file: %v", err)
	}
}

func BenchmarkSnapshotOfOneChange(b *testing.B) {
	ns, c := benchBox()
	first, _ := ns.Snapshot("/")
	f, err := ns.Open(c, ns.Root(), "/home/user/x", create, 0o644)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = f.WriteAt(c, []byte("hello"), 0)
		img, _ := ns.Snapshot("/")
		_ = img.Diff(first, func(vfs.Change) error { return nil })
	}
}
