package vfs_test

import (
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

func TestMountTable(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.must(b.ns.Remount("/usr", vfs.MountFlags{ReadOnly: true}))
	b.must(b.ns.Remount("/usr", vfs.MountFlags{NoSuid: true})) // adds to the mount that is there
	b.must(b.ns.Bind("/home/user/lower", "/home/user", vfs.MountFlags{}))
	want := []vfs.MountInfo{
		{ID: 1, Dev: 33, Root: "/", Path: "/", Type: "overlay", Source: "overlay", Options: "rw,relatime", Super: "rw"},
		{
			ID: 2, Parent: 1, Dev: 35, Root: "/", Path: "/tmp", Type: "tmpfs", Source: "tmpfs", Options: "rw,noexec,relatime",
			Super: "rw,size=16384k",
			Flags: vfs.MountFlags{NoExec: true},
		},
		{
			ID: 3, Parent: 1, Dev: 33, Root: "/usr", Path: "/usr", Type: "overlay", Source: "overlay", Options: "ro,nosuid,relatime",
			Super: "rw",
			Flags: vfs.MountFlags{ReadOnly: true, NoSuid: true},
		},
		{ID: 4, Parent: 1, Dev: 33, Root: "/home/user/lower", Path: "/home/user", Type: "overlay", Source: "overlay", Options: "rw,relatime", Super: "rw"},
	}
	if got := b.ns.Mounts(); !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := b.read("/home/user/f"); got != "below" {
		t.Errorf("the bind mount shows %q", got)
	}
	st, err := b.ns.Statfs(&b.c, b.ns.Root(), "/usr")
	b.must(err)
	if st.Flags != 0x1020|1|2 {
		t.Errorf("statfs flags %#x", st.Flags)
	}
}

// TestStackedMounts: a mount hides what it is on, and the mount before it.
func TestStackedMounts(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.write("/tmp/first", "")
	b.must(b.ns.Mount("/tmp", vfs.NewTmpfs(vfs.TmpfsOptions{}), vfs.MountFlags{}))
	wantErr(t, "hidden", opens("/tmp/first", 0)(b), primitives.ENOENT, "")
	b.write("/tmp/second", "")
	cwd, err := b.ns.Chdir(&b.c, b.ns.Root(), "/tmp")
	b.must(err)
	up, err := b.ns.Chdir(&b.c, cwd, "..")
	b.must(err)
	if up != b.ns.Root() {
		t.Error("the parent of a stacked mount is not the root")
	}
	fs, err := b.ns.Unmount("/tmp")
	b.must(err)
	b.must(opens("/tmp/first", 0)(b))
	b.must(b.ns.Mkdir(&primitives.Cred{}, b.ns.Root(), "/mnt", 0o755))
	b.must(b.ns.Mount("/mnt", fs, vfs.MountFlags{}))
	b.must(opens("/mnt/second", 0)(b))
	if _, err := b.ns.Unmount("/usr"); primitives.ErrnoOf(err) != primitives.EINVAL {
		t.Errorf("unmounting nothing: %v", err)
	}
}

func TestMountErrors(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	tmpfs := vfs.NewTmpfs(vfs.TmpfsOptions{})
	wantErr(t, "nowhere", b.ns.Mount("/nope", tmpfs, vfs.MountFlags{}), primitives.ENOENT, "")
	wantErr(t, "directory on a file", b.ns.Mount("/etc/passwd", tmpfs, vfs.MountFlags{}), primitives.ENOTDIR, "")
	b.must(b.ns.Bind("/usr/bin/ls", "/etc/passwd", vfs.MountFlags{ReadOnly: true}))
	if got := b.read("/etc/passwd"); got != "\x00asm ls" {
		t.Errorf("a file bound over a file reads %q", got)
	}
	b.c = primitives.Root()
	wantErr(t, "write to it", opens("/etc/passwd", primitives.O_WRONLY)(b), primitives.EROFS, "mounts/ro")
	wantErr(t, "unlink it", unlinks("/etc/passwd", 0)(b), primitives.EBUSY, "mounts/busy")
}
