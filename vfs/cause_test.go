package vfs_test

import (
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// denial is a call and the cause that it must carry; the error numbers are also compared with Linux.
type denial struct {
	what  string
	call  func(b *box) error
	errno primitives.Errno
	cause string
}

func opens(path string, flags int) func(b *box) error {
	return func(b *box) error {
		f, err := b.ns.Open(&b.c, b.ns.Root(), path, flags, 0o644)
		if err == nil {
			_ = f.Close()
		}
		return err
	}
}

func renames(from, to string) func(b *box) error {
	return func(b *box) error { return b.ns.Rename(&b.c, b.ns.Root(), from, b.ns.Root(), to, 0) }
}

func links(from, to string) func(b *box) error {
	return func(b *box) error { return b.ns.Link(&b.c, b.ns.Root(), from, b.ns.Root(), to, 0) }
}

func mkdirs(path string) func(b *box) error {
	return func(b *box) error { return b.ns.Mkdir(&b.c, b.ns.Root(), path, 0o755) }
}

func unlinks(path string, flags int) func(b *box) error {
	return func(b *box) error { return b.ns.Unlink(&b.c, b.ns.Root(), path, flags) }
}

// TestCauses checks who is named for each denial, and that plain failures name nobody.
func TestCauses(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{
		ProtectedLinks: true, ProtectedSymlinks: true,
	})
	root := primitives.Root()
	b.must(b.ns.MkdirAll(&root, b.ns.Root(), "/ro/d", 0o777))
	b.must(b.ns.Chown(&root, b.ns.Root(), "/ro", 1000, 1000, 0))
	b.write("/ro/f", "x")
	b.must(b.ns.Remount("/ro", vfs.MountFlags{ReadOnly: true}))
	b.must(b.ns.Remount("/usr", vfs.MountFlags{ReadOnly: true}))
	other := primitives.Cred{UID: 2000, GID: 2000}
	b.must(b.ns.Mknod(&other, b.ns.Root(), "/tmp/other", 0o644, 0))
	b.must(b.ns.Symlink(&other, "/home/user/mine", b.ns.Root(), "/tmp/lnk"))
	b.write("/tmp/prog", "x")
	b.must(b.ns.Chmod(&b.c, b.ns.Root(), "/tmp/prog", 0o755, 0))
	for _, d := range denials() {
		wantErr(t, d.what, d.call(b), d.errno, d.cause)
	}
}

func denials() []denial {
	const rdonly, wronly, appending = primitives.O_RDONLY, primitives.O_WRONLY, primitives.O_WRONLY | primitives.O_APPEND
	const rewrite = primitives.O_WRONLY | primitives.O_CREAT | primitives.O_TRUNC
	return []denial{
		{"create on ro", opens("/usr/x", rewrite), primitives.EROFS, "mounts/ro"},
		{"rewrite on ro", opens("/ro/f", rewrite), primitives.EROFS, "mounts/ro"},
		{"append to own on ro", opens("/ro/f", appending), primitives.EROFS, "mounts/ro"},
		{"append to foreign on ro", opens("/usr/bin/ls", appending), primitives.EACCES, "permissions/mode"},
		{"exclusive on ro", opens("/ro/f", rewrite|primitives.O_EXCL), primitives.EEXIST, ""},
		{"directory on ro", opens("/ro/d", rewrite), primitives.EISDIR, ""},
		{"mkdir on ro", mkdirs("/ro/x"), primitives.EROFS, "mounts/ro"},
		{"mkdir of what exists on ro", mkdirs("/ro/d"), primitives.EEXIST, ""},
		{"unlink of nothing on ro", unlinks("/ro/nope", 0), primitives.EROFS, "mounts/ro"},
		{"rename on ro", renames("/ro/f", "/ro/g"), primitives.EROFS, "mounts/ro"},
		{"rename off ro", renames("/ro/f", "/home/user/g"), primitives.EXDEV, "mounts/xdev"},
		{"link off ro", links("/ro/f", "/home/user/g"), primitives.EXDEV, "mounts/xdev"},
		{"chmod on ro", func(b *box) error { return b.ns.Chmod(&b.c, b.ns.Root(), "/ro/f", 0o600, 0) }, primitives.EROFS, "mounts/ro"},
		{"access on ro", func(b *box) error { return b.ns.Access(&b.c, b.ns.Root(), "/ro/f", 2, 0) }, primitives.EROFS, "mounts/ro"},
		{"read foreign", opens("/root/x", rdonly), primitives.EACCES, "permissions/mode"},
		{"create in foreign", opens("/etc/x", rewrite), primitives.EACCES, "permissions/mode"},
		{"write foreign", opens("/etc/passwd", wronly), primitives.EACCES, "permissions/mode"},
		{"unlink of nothing in foreign", unlinks("/etc/nope", 0), primitives.ENOENT, ""},
		{"chmod foreign", func(b *box) error { return b.ns.Chmod(&b.c, b.ns.Root(), "/etc/passwd", 0o777, 0) }, primitives.EPERM, "permissions/owner"},
		{"chown", func(b *box) error { return b.ns.Chown(&b.c, b.ns.Root(), "/home/user/mine", 0, 0, 0) }, primitives.EPERM, "permissions/owner"},
		{"sticky", unlinks("/tmp/other", 0), primitives.EPERM, "permissions/sticky"},
		{"sticky rename", renames("/tmp/other", "/tmp/mine"), primitives.EPERM, "permissions/sticky"},
		{"hard link to foreign", links("/tmp/other", "/tmp/l"), primitives.EPERM, "permissions/protected_links"},
		{"symlink of another in sticky", opens("/tmp/lnk", rdonly), primitives.EACCES, "permissions/protected_links"},
		{"device", func(b *box) error { return b.ns.Mknod(&b.c, b.ns.Root(), "/tmp/null", 0o20666, 0x103) }, primitives.EPERM, "permissions/capability"},
		{"exec on noexec", func(b *box) error { _, err := b.ns.OpenExec(&b.c, b.ns.Root(), "/tmp/prog"); return err }, primitives.EACCES, "mounts/noexec"},
		{"access on noexec", func(b *box) error { return b.ns.Access(&b.c, b.ns.Root(), "/tmp/prog", 1, 0) }, primitives.EACCES, "mounts/noexec"},
		{"exec without x", func(b *box) error { _, err := b.ns.OpenExec(&b.c, b.ns.Root(), "/etc/passwd"); return err }, primitives.EACCES, "permissions/mode"},
		{"exec a directory", func(b *box) error { _, err := b.ns.OpenExec(&b.c, b.ns.Root(), "/usr"); return err }, primitives.EACCES, ""},
		{"rename a directory of the image", renames("/home/user/lower", "/home/user/l2"), primitives.EXDEV, "mounts/overlay-dir"},
		{"rename a file of the image", renames("/home/user/lower/f", "/home/user/lower/g"), 0, ""},
		{"remove a mount point", unlinks("/tmp", primitives.AT_REMOVEDIR), primitives.EACCES, "permissions/mode"},
		{"no parent", mkdirs("/nope/x"), primitives.ENOENT, ""},
		{"file as directory", mkdirs("/etc/passwd/x"), primitives.ENOTDIR, ""},
	}
}

func TestBusyMountPoint(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.c = primitives.Root()
	wantErr(t, "rmdir", unlinks("/tmp", primitives.AT_REMOVEDIR)(b), primitives.EBUSY, "mounts/busy")
	wantErr(t, "rename", renames("/tmp", "/t")(b), primitives.EBUSY, "mounts/busy")
}

func TestWritesBelow(t *testing.T) {
	t.Parallel()
	rule := vfs.WritesBelow([]string{"/workspace/", "/dev/null"})
	for _, c := range []struct {
		op   vfs.Op
		path string
		ok   bool
	}{
		{vfs.OpRead, "/etc/passwd", true},
		{vfs.OpExec, "/bin/ls", true},
		{vfs.OpWrite, "/workspace/x", true},
		{vfs.OpMakeReg, "/workspace", true},
		{vfs.OpWrite, "/workspace-other/x", false},
		{vfs.OpWrite, "/dev/null", true},
		{vfs.OpMakeReg, "/dev", false},
		{vfs.OpRemoveFile, "/", false},
	} {
		err := rule(nil, c.op, c.path)
		if c.ok && err != nil {
			t.Errorf("%d %s: %v", c.op, c.path, err)
		}
		if !c.ok {
			wantErr(t, c.path, err, primitives.EACCES, "permissions/landlock")
		}
	}
	if err := vfs.WritesBelow([]string{"/"})(nil, vfs.OpWrite, "/any"); err != nil {
		t.Errorf("everything is below /: %v", err)
	}
}
