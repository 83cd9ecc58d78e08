package vfs_test

import (
	"archive/tar"
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/afero"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// listing describes a namespace's tree, a line for each name.
func listing(ns *vfs.Namespace) string {
	var b strings.Builder
	_ = ns.Walk(func(e *vfs.Entry) error {
		fmt.Fprintf(&b, "%s %o %d:%d nlink %d %q %q\n", e.Path, e.Stat.Mode, e.Stat.UID, e.Stat.GID, e.Stat.Nlink, e.Target, e.Content())
		return nil
	})
	return b.String()
}

func rootfs(img *vfs.Image) *vfs.Namespace {
	return vfs.NewNamespace(vfs.NewRootfs(img, vfs.OverlayOptions{}), vfs.Options{})
}

func TestBuilder(t *testing.T) {
	t.Parallel()
	b := vfs.NewImageBuilder()
	b.Symlink("/bin", "usr/bin", vfs.Attr{})
	b.File("/bin/sh", []byte("sh"), vfs.Attr{Mode: 0o755}) // through the link
	b.Link("/usr/bin/bash", "/bin/sh")
	b.Dir("/", vfs.Attr{Mode: 0o711})
	b.Dir("/usr", vfs.Attr{Mode: 0o700, UID: 5}) // exists: attributes only
	b.Symlink("/usr/up", "../../..", vfs.Attr{})
	b.File("/usr/up/etc/x", nil, vfs.Attr{Mode: 0o600}) // never above the root
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	want := `/ 40711 0:0 nlink 4 "" ""
/bin 120777 0:0 nlink 1 "usr/bin" ""
/etc 40755 0:0 nlink 2 "" ""
/etc/x 100600 0:0 nlink 1 "" ""
/usr 40700 5:0 nlink 3 "" ""
/usr/bin 40755 0:0 nlink 2 "" ""
/usr/bin/bash 100755 0:0 nlink 2 "" "sh"
/usr/bin/sh 100755 0:0 nlink 2 "" "sh"
/usr/up 120777 0:0 nlink 1 "../../.." ""
`
	if got := listing(rootfs(b.Build())); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestBuilderErrors(t *testing.T) {
	t.Parallel()
	for name, add := range map[string]func(b *vfs.ImageBuilder){
		"file under a file": func(b *vfs.ImageBuilder) { b.File("/f", nil, vfs.Attr{}); b.File("/f/x", nil, vfs.Attr{}) },
		"file over a dir":   func(b *vfs.ImageBuilder) { b.Dir("/d", vfs.Attr{}); b.File("/d", nil, vfs.Attr{}) },
		"root as a file":    func(b *vfs.ImageBuilder) { b.File("/", nil, vfs.Attr{}) },
		"long name":         func(b *vfs.ImageBuilder) { b.File(strings.Repeat("n", 256), nil, vfs.Attr{}) },
		"loop":              func(b *vfs.ImageBuilder) { b.Symlink("/l", "l", vfs.Attr{}); b.File("/l/x", nil, vfs.Attr{}) },
		"link to nothing":   func(b *vfs.ImageBuilder) { b.Link("/l", "/nope") },
	} {
		b := vfs.NewImageBuilder()
		add(b)
		if b.Err() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestImageIsShared runs many sessions over one image at once; the race detector watches.
func TestImageIsShared(t *testing.T) {
	t.Parallel()
	img := smallImage()
	before := img.Digest()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			b := &box{t: t, ns: vfs.NewNamespace(vfs.NewOverlay(img, vfs.OverlayOptions{}), vfs.Options{}), c: primitives.Root()}
			for j := range 50 {
				f, err := b.ns.Open(&b.c, b.ns.Root(), "/home/user/mine", primitives.O_RDWR, 0)
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = f.WriteAt(&b.c, []byte{byte(i), byte(j)}, int64(j))
				_ = f.Close()
				_ = b.ns.Unlink(&b.c, b.ns.Root(), "/etc/passwd", 0)
			}
			if listing(b.ns) == listing(rootfs(img)) {
				t.Error("the session changed nothing")
			}
		})
	}
	wg.Wait()
	if img.Digest() != before || !strings.Contains(listing(rootfs(img)), `"mine"`) {
		t.Error("a session changed the image")
	}
}

// TestInodeNumbers do not depend on the order in which a session looks around.
func TestInodeNumbers(t *testing.T) {
	t.Parallel()
	img := smallImage()
	a, b := rootfs(img), rootfs(img)
	root := primitives.Root()
	first, err := a.Stat(&root, a.Root(), "/usr/bin/ls", 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = b.Walk(func(*vfs.Entry) error { return nil })
	second, err := b.Stat(&root, b.Root(), "/usr/bin/ls", 0)
	if err != nil || first != second {
		t.Errorf("%+v and %+v, %v", first, second, err)
	}
}

func TestImportTar(t *testing.T) {
	t.Parallel()
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	for _, h := range []tar.Header{
		{Name: "./", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "./usr/bin/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "bin", Typeflag: tar.TypeSymlink, Linkname: "usr/bin", Mode: 0o777},
		{Name: "bin/sh", Typeflag: tar.TypeReg, Mode: 0o4755, Uid: 3, Gid: 4, Size: 2},
		{Name: "bin/dash", Typeflag: tar.TypeLink, Linkname: "bin/sh"},
		{Name: "/dev/null", Typeflag: tar.TypeChar, Mode: 0o666, Devmajor: 1, Devminor: 3},
	} {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte("sh")[:h.Size])
	}
	_ = w.Close()
	b := vfs.NewImageBuilder()
	if err := b.ImportTar(bytes.NewReader(buf.Bytes()), vfs.ImportLimits{}); err != nil {
		t.Fatal(err)
	}
	want := `/ 40755 0:0 nlink 4 "" ""
/bin 120777 0:0 nlink 1 "usr/bin" ""
/dev 40755 0:0 nlink 2 "" ""
/dev/null 20666 0:0 nlink 1 "" ""
/usr 40755 0:0 nlink 3 "" ""
/usr/bin 40755 0:0 nlink 2 "" ""
/usr/bin/dash 104755 3:4 nlink 2 "" "sh"
/usr/bin/sh 104755 3:4 nlink 2 "" "sh"
`
	if got := listing(rootfs(b.Build())); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for _, limits := range []vfs.ImportLimits{{Bytes: 1}, {Entries: 2}} {
		if err := vfs.NewImageBuilder().ImportTar(bytes.NewReader(buf.Bytes()), limits); err == nil {
			t.Errorf("%+v: no error", limits)
		}
	}
}

func TestImportTarStaysInside(t *testing.T) {
	t.Parallel()
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	_ = w.WriteHeader(&tar.Header{Name: "a/../../etc/passwd", Typeflag: tar.TypeReg})
	_ = w.Close()
	if err := vfs.NewImageBuilder().ImportTar(&buf, vfs.ImportLimits{}); err == nil {
		t.Error("no error")
	}
}

// TestImportFs takes a tree in through afero, ours with owners and links and any other without.
func TestImportFs(t *testing.T) {
	t.Parallel()
	src := newBox(t, vfs.Options{})
	src.write("/home/user/new", "made by the session")
	b := vfs.NewImageBuilder()
	if err := b.ImportFs(vfs.NewAferoFs(src.ns, primitives.Root(), "/"), "/", vfs.ImportLimits{}); err != nil {
		t.Fatal(err)
	}
	got, want := listing(rootfs(b.Build())), listing(src.ns)
	got, want = withoutLinks(got), withoutLinks(want)
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}

	mem := afero.NewMemMapFs()
	_ = mem.MkdirAll("/data/sub", 0o750)
	_ = afero.WriteFile(mem, "/data/sub/f", []byte("x"), 0o640)
	if err := b.ImportFs(mem, "/data", vfs.ImportLimits{}); err != nil {
		t.Fatal(err)
	}
	if got := listing(rootfs(b.Build())); !strings.Contains(got, `/sub/f 100640 0:0 nlink 1 "" "x"`) {
		t.Errorf("got\n%s", got)
	}
}

// withoutLinks drops the link counts, which an overlay and a disk tell differently.
func withoutLinks(listing string) string {
	var out []string
	for line := range strings.Lines(listing) {
		before, after, _ := strings.Cut(line, " nlink ")
		_, after, _ = strings.Cut(after, " ")
		out = append(out, before+" "+after)
	}
	return strings.Join(out, "")
}

// TestChanges visits what differs from the image and nothing else.
func TestChanges(t *testing.T) {
	t.Parallel()
	b := &box{t: t, ns: vfs.NewNamespace(vfs.NewOverlay(smallImage(), vfs.OverlayOptions{}), vfs.Options{}), c: user()}
	changes := func() string {
		var out []string
		_ = b.ns.Changes(func(e *vfs.Entry) error {
			line := e.Path
			if e.Gone {
				line += " gone"
			}
			out = append(out, line)
			return nil
		})
		return strings.Join(out, ", ")
	}
	b.read("/home/user/mine")
	b.open("/usr/bin", 0, 0)
	if got := changes(); got != "" {
		t.Errorf("after reading: %s", got)
	}
	b.write("/home/user/new", "x")
	b.must(b.ns.Chmod(&b.c, b.ns.Root(), "/home/user/lower/f", 0o600, 0))
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/home/user/mine", 0))
	want := "/home, /home/user, /home/user/lower, /home/user/lower/f, /home/user/mine gone, /home/user/new"
	if got := changes(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	b.write("/home/user/mine", "again")
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/home/user/new", 0))
	want = "/home, /home/user, /home/user/lower, /home/user/lower/f, /home/user/mine"
	if got := changes(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// FuzzImportTar: whatever the archive, an import ends, and what it took in is a tree that can be walked.
func FuzzImportTar(f *testing.F) {
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	_ = w.WriteHeader(&tar.Header{Name: "l", Typeflag: tar.TypeSymlink, Linkname: "../l/."})
	_ = w.WriteHeader(&tar.Header{Name: "l/x", Typeflag: tar.TypeReg, Mode: 0o644})
	_ = w.WriteHeader(&tar.Header{Name: "y", Typeflag: tar.TypeLink, Linkname: "l/x"})
	_ = w.Close()
	f.Add(buf.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		b := vfs.NewImageBuilder()
		if b.ImportTar(bytes.NewReader(data), vfs.ImportLimits{Bytes: 1 << 20, Entries: 1000}) != nil {
			return
		}
		img := b.Build()
		ns := rootfs(img)
		if err := ns.Walk(func(*vfs.Entry) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if again := img.Digest(); again != img.Digest() {
			t.Fatal("two digests")
		}
	})
}
