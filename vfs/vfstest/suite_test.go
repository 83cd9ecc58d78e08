package vfstest_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/spf13/afero"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
	"github.com/sandfault/sandfault/vfs/vfstest"
)

// TestView holds our own view to the suite, over each kind of file system, as a user.
func TestView(t *testing.T) {
	t.Parallel()
	for name, root := range map[string]func() *vfs.Filesystem{
		"tmpfs":   func() *vfs.Filesystem { return vfs.NewTmpfs(vfs.TmpfsOptions{}) },
		"rootfs":  func() *vfs.Filesystem { return vfs.NewRootfs(home(), vfs.OverlayOptions{}) },
		"overlay": func() *vfs.Filesystem { return vfs.NewOverlay(home(), vfs.OverlayOptions{}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vfstest.TestFS(t, func(*testing.T) afero.Fs {
				ns := vfs.NewNamespace(root(), vfs.Options{Order: vfs.Hashed})
				return vfs.NewAferoFs(ns, primitives.Cred{UID: 1000, GID: 1000, Umask: 0o22}, "/")
			})
		})
	}
}

func home() *vfs.Image {
	b := vfs.NewImageBuilder()
	b.Dir("/", vfs.Attr{Mode: 0o755, UID: 1000, GID: 1000})
	return b.Build()
}

// TestDisk holds the suite to the machine's own files: what fails here is wrong in the suite.
func TestDisk(t *testing.T) {
	t.Parallel()
	vfstest.TestFS(t, func(t *testing.T) afero.Fs {
		return afero.NewBasePathFs(afero.NewOsFs(), t.TempDir()) //nolint:forbidigo // the second opinion of this test
	},
		differences("BasePathFs joins and cleans paths",
			"open of nothing", "open of an empty name", "dots do not forgive what is missing", "a slash after a file",
			"readlink", "removeall does not follow")...,
	)
}

// TestMemMapFs asks the file system that programs are usually tested with. What it answers otherwise is
// why the sandbox does not use it.
func TestMemMapFs(t *testing.T) {
	t.Parallel()
	vfstest.TestFS(t, func(*testing.T) afero.Fs { return afero.NewMemMapFs() }, slices.Concat(
		differences("it has no links", "symlink to a file", "symlink to a directory", "readlink", "lstat",
			"symlink over what exists", "create through a dangling symlink", "symlink loop", "remove takes the link",
			"removeall does not follow"),
		differences("it is a map: parents need not exist, or be directories", "create in a missing directory",
			"create below a file", "mkdir in a missing directory", "mkdirall through a file", "rename into a missing directory",
			"remove of a full directory"),
		differences("rename replaces whatever is there", "rename of a file over a directory",
			"rename of a directory over a file", "rename of a directory over a full one", "rename of a directory into itself"),
		differences("directories open and read as files", "open of a directory for writing", "read of a directory"),
		differences("paths are cleaned", "open of an empty name", "dots do not forgive what is missing",
			"a slash after a file"),
		differences("offsets and flags are checked less", "read of a file opened for writing", "append ignores seek",
			"seek before the beginning", "end of file"),
	)...)
}

func differences(why string, names ...string) []vfstest.Difference {
	list := make([]vfstest.Difference, len(names))
	for i, name := range names {
		list[i] = vfstest.Difference{Check: name, Why: why}
	}
	return list
}

// TestIOFS runs the standard library's own suite on the view.
func TestIOFS(t *testing.T) {
	t.Parallel()
	b := vfs.NewImageBuilder()
	b.File("/etc/passwd", []byte("root\n"), vfs.Attr{Mode: 0o644})
	b.File("/home/user/data.csv", []byte("a,b\n1,2\n"), vfs.Attr{Mode: 0o644})
	b.Dir("/tmp", vfs.Attr{Mode: 0o1777})
	ns := vfs.NewNamespace(vfs.NewRootfs(b.Build(), vfs.OverlayOptions{}), vfs.Options{Order: vfs.Reverse})
	if err := ns.Mount("/tmp", vfs.NewTmpfs(vfs.TmpfsOptions{}), vfs.MountFlags{}); err != nil {
		t.Fatal(err)
	}
	view := vfs.NewAferoFs(ns, primitives.Cred{UID: 1000, GID: 1000}, "/")
	if err := afero.WriteFile(view, "/tmp/new", make([]byte, 100_000), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(afero.NewIOFS(view), "etc/passwd", "home/user/data.csv", "tmp/new"); err != nil {
		t.Fatal(err)
	}
}
