package vfs_test

import (
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// box is a namespace as a test uses it: calls by an identity on absolute paths, errors fatal unless
// the test asks for them.
type box struct {
	t  *testing.T
	ns *vfs.Namespace
	c  primitives.Cred
}

func user() primitives.Cred { return primitives.Cred{UID: 1000, GID: 1000, Umask: 0o22} }

// newBox returns an image's overlay with a few files, /tmp on a tmpfs of 16 MiB.
func newBox(t *testing.T, o vfs.Options) *box {
	t.Helper()
	b := &box{t: t, ns: vfs.NewNamespace(vfs.NewOverlay(smallImage(), vfs.OverlayOptions{}), o), c: user()}
	b.must(b.ns.Mount("/tmp", vfs.NewTmpfs(vfs.TmpfsOptions{Size: 16 << 20}), vfs.MountFlags{NoExec: true}))
	return b
}

// smallImage has a foreign file, a home, a read-only tree's beginnings and a program.
func smallImage() *vfs.Image {
	b := vfs.NewImageBuilder()
	root, own := vfs.Attr{Mode: 0o644}, vfs.Attr{Mode: 0o644, UID: 1000, GID: 1000}
	b.File("/etc/passwd", []byte("root:x:0:0\n"), root)
	b.File("/usr/bin/ls", []byte("\x00asm ls"), vfs.Attr{Mode: 0o755})
	b.Symlink("/bin", "usr/bin", vfs.Attr{})
	b.Dir("/home/user", vfs.Attr{Mode: 0o755, UID: 1000, GID: 1000})
	b.File("/home/user/mine", []byte("mine"), own)
	b.Dir("/home/user/lower", vfs.Attr{Mode: 0o755, UID: 1000, GID: 1000})
	b.File("/home/user/lower/f", []byte("below"), own)
	b.Dir("/root", vfs.Attr{Mode: 0o700})
	b.Dir("/tmp", vfs.Attr{Mode: 0o1777})
	return b.Build()
}

func (b *box) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *box) open(path string, flags int, mode uint32) *vfs.File {
	b.t.Helper()
	f, err := b.ns.Open(&b.c, b.ns.Root(), path, flags, mode)
	b.must(err)
	return f
}

const (
	create    = primitives.O_CREAT | primitives.O_RDWR
	truncated = create | primitives.O_TRUNC
)

func (b *box) write(path, text string) {
	b.t.Helper()
	f := b.open(path, truncated, 0o666)
	_, err := f.WriteAt(&b.c, []byte(text), 0)
	b.must(err)
	b.must(f.Close())
}

func (b *box) read(path string) string {
	b.t.Helper()
	f := b.open(path, primitives.O_RDONLY, 0)
	defer f.Close()
	return string(f.Contents())
}

func (b *box) stat(path string) primitives.Stat {
	b.t.Helper()
	st, err := b.ns.Stat(&b.c, b.ns.Root(), path, primitives.AT_SYMLINK_NOFOLLOW)
	b.must(err)
	return st
}

// wantErr checks error number and cause; cause "" means a plain failure.
func wantErr(t *testing.T, what string, err error, errno primitives.Errno, cause string) {
	t.Helper()
	got := ""
	if c := primitives.CauseOf(err); c != nil {
		got = string(c.Primitive) + "/" + c.Rule
	}
	if primitives.ErrnoOf(err) != errno || got != cause {
		t.Errorf("%s: %v (%s), want %v (%s)", what, err, got, errno, cause)
	}
}
