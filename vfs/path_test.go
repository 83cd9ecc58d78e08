package vfs_test

import (
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// TestPathsFollowRenames: working directories and open files know where they are.
func TestPathsFollowRenames(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.must(b.ns.MkdirAll(&b.c, b.ns.Root(), "/home/user/a/b/c", 0o755))
	cwd, err := b.ns.Chdir(&b.c, b.ns.Root(), "/home/user/a/b/c")
	b.must(err)
	b.write("/home/user/a/f", "x")
	f := b.open("/home/user/a/f", 0, 0)
	b.must(renames("/home/user/a", "/home/user/z")(b))
	if p, err := b.ns.Getcwd(cwd); p != "/home/user/z/b/c" || err != nil {
		t.Errorf("cwd %q, %v", p, err)
	}
	b.must(renames("/home/user/z/f", "/home/user/g")(b))
	if p := f.Path(); p != "/home/user/g" {
		t.Errorf("file %q", p)
	}
	b.write("/home/user/h", "y")
	b.must(renames("/home/user/h", "/home/user/g")(b))
	if p := f.Path(); p != "/home/user/g (deleted)" {
		t.Errorf("replaced file %q", p)
	}
	if st := f.Stat(); st.Nlink != 0 || string(f.Contents()) != "x" {
		t.Errorf("replaced file: %+v", st)
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.must(b.ns.Symlink(&b.c, "/tmp/out", b.ns.Root(), "/home/user/link"))
	b.must(b.ns.Symlink(&b.c, "nowhere/x", b.ns.Root(), "/home/user/broken"))
	for _, c := range []struct {
		path   string
		follow bool
		want   string
		parent bool
	}{
		{"/bin/ls", true, "/usr/bin/ls", false},
		{"/bin", false, "/bin", false},
		{"/home/user/../user/./mine", true, "/home/user/mine", false},
		{"/home/user/link", true, "/tmp/out", true},
		{"/home/user/link", false, "/home/user/link", true},
		{"/bin/new", true, "/usr/bin/new", true},
		{"/", true, "/", true},
	} {
		abs, _, err := b.ns.ResolveParent(&b.c, b.ns.Root(), c.path, c.follow)
		if !c.parent {
			abs, _, err = b.ns.Resolve(&b.c, b.ns.Root(), c.path, c.follow)
		}
		if abs != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", c.path, abs, err, c.want)
		}
	}
	_, _, err := b.ns.Resolve(&b.c, b.ns.Root(), "/home/user/link", true)
	wantErr(t, "dangling", err, primitives.ENOENT, "")
	_, _, err = b.ns.ResolveParent(&b.c, b.ns.Root(), "/home/user/broken", true)
	wantErr(t, "dangling twice", err, primitives.ENOENT, "")
}

func TestTmpfile(t *testing.T) {
	t.Parallel()
	const tmpfile = 0x410000
	fs := vfs.NewTmpfs(vfs.TmpfsOptions{})
	b := newBox(t, vfs.Options{})
	b.must(b.ns.Mount("/tmp", fs, vfs.MountFlags{}))
	f := b.open("/tmp", tmpfile|primitives.O_RDWR, 0o600)
	_, err := f.WriteAt(&b.c, []byte("hidden"), 0)
	b.must(err)
	if p := f.Path(); p != "/tmp/#2 (deleted)" {
		t.Errorf("path %q", p)
	}
	b.must(b.ns.Link(&b.c, f.Location(), "", b.ns.Root(), "/tmp/shown", primitives.AT_EMPTY_PATH))
	if got := b.read("/tmp/shown"); got != "hidden" {
		t.Errorf("content %q", got)
	}
	g := b.open("/tmp", tmpfile|primitives.O_RDWR|primitives.O_EXCL, 0o600)
	err = b.ns.Link(&b.c, g.Location(), "", b.ns.Root(), "/tmp/no", primitives.AT_EMPTY_PATH)
	wantErr(t, "link of an exclusive one", err, primitives.ENOENT, "")
	b.must(g.Close())
	if _, inodes := fs.Usage(); inodes != 2 {
		t.Errorf("%d inodes in use, want the root and one file", inodes)
	}
}

func TestTextBusy(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.write("/home/user/prog", "#!/bin/sh\n")
	b.must(b.ns.Chmod(&b.c, b.ns.Root(), "/home/user/prog", 0o755, 0))
	w := b.open("/home/user/prog", primitives.O_WRONLY, 0)
	_, err := b.ns.OpenExec(&b.c, b.ns.Root(), "/home/user/prog")
	wantErr(t, "exec while open for writing", err, primitives.ETXTBSY, "")
	b.must(w.Close())
	x, err := b.ns.OpenExec(&b.c, b.ns.Root(), "/home/user/prog")
	b.must(err)
	wantErr(t, "write while running", opens("/home/user/prog", primitives.O_WRONLY)(b), primitives.ETXTBSY, "")
	b.must(x.Close())
	b.must(opens("/home/user/prog", primitives.O_WRONLY)(b))
	wantErr(t, "closing twice", x.Close(), primitives.EBADF, "")
}

func TestProgram(t *testing.T) {
	t.Parallel()
	ib := vfs.NewImageBuilder()
	ib.Program("/bin/box", []byte("\x00asm"), "catalogue entry", vfs.Attr{Mode: 0o777})
	b := &box{t: t, ns: vfs.NewNamespace(vfs.NewOverlay(ib.Build(), vfs.OverlayOptions{}), vfs.Options{}), c: user()}
	f, err := b.ns.OpenExec(&b.c, b.ns.Root(), "/bin/box")
	b.must(err)
	if f.Program() != "catalogue entry" {
		t.Errorf("program %v", f.Program())
	}
	b.must(f.Close())
	b.write("/bin/box", "")
	f, err = b.ns.OpenExec(&b.c, b.ns.Root(), "/bin/box")
	b.must(err)
	if f.Program() != nil {
		t.Errorf("truncated file: program %v", f.Program())
	}
	b.must(f.Close())
	b.write("/bin/box", "other")
	f, err = b.ns.OpenExec(&b.c, b.ns.Root(), "/bin/box")
	b.must(err)
	if f.Program() != nil || string(f.Contents()) != "other" {
		t.Errorf("changed file: program %v, contents %q", f.Program(), f.Contents())
	}
}
