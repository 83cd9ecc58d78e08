package vfs_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// The synthetic tree of these tests: a directory, texts, and links that jump.
type (
	fakeDir  struct{ entries map[string]vfs.Node }
	fakeText struct {
		mode  uint32
		reads *int
	}
	fakeLink struct {
		target string
		to     vfs.Location
		file   *vfs.File
	}
	fakeDevice struct{}
	fakePipe   struct{ name string }
)

func (fakeDir) Attr() primitives.Stat { return primitives.Stat{Mode: primitives.S_IFDIR | 0o555} }
func (d *fakeDir) Lookup(name string) (vfs.Node, bool) {
	n, ok := d.entries[name]
	return n, ok
}

func (d *fakeDir) Names() []string {
	var names []string
	for n := range d.entries {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func (f fakeText) Attr() primitives.Stat { return primitives.Stat{Mode: primitives.S_IFREG | f.mode} }

func (f fakeText) Content() ([]byte, error) {
	*f.reads++
	return fmt.Appendf(nil, "read %d\n", *f.reads), nil
}

func (fakeLink) Attr() primitives.Stat { return primitives.Stat{Mode: primitives.S_IFLNK | 0o777} }
func (l *fakeLink) Target() string     { return l.target }
func (l *fakeLink) Jump() (vfs.Location, *vfs.File, bool) {
	return l.to, l.file, !l.to.IsZero() || l.file != nil
}

func (fakeDevice) Attr() primitives.Stat {
	return primitives.Stat{Mode: primitives.S_IFCHR | 0o666, Rdev: 0x103}
}

func (fakePipe) Attr() primitives.Stat {
	return primitives.Stat{Mode: primitives.S_IFIFO | 0o600, UID: 1000, GID: 1000}
}

func procBox(t *testing.T) (*box, *fakeDir, *int) {
	t.Helper()
	reads := new(int)
	self := &fakeDir{entries: map[string]vfs.Node{"status": fakeText{0o444, reads}}}
	proc := &fakeDir{entries: map[string]vfs.Node{
		"7": self, "self": &fakeLink{target: "7"}, "secret": fakeText{0o400, reads},
	}}
	b := newBox(t, vfs.Options{})
	root := primitives.Root()
	b.must(b.ns.Mkdir(&root, b.ns.Root(), "/proc", 0o555))
	b.must(b.ns.MountNode("/proc", proc))
	return b, self, reads
}

func TestTextNode(t *testing.T) {
	t.Parallel()
	b, _, reads := procBox(t)
	f := b.open("/proc/self/status", primitives.O_RDONLY, 0)
	buf := make([]byte, 4)
	for _, step := range []struct {
		off  int64
		want string
	}{{0, "read"}, {4, " 1\n"}, {7, ""}, {0, "read"}} {
		n, err := f.ReadAt(buf, step.off)
		if err != nil || string(buf[:n]) != step.want {
			t.Errorf("at %d: %q, %v", step.off, buf[:n], err)
		}
	}
	if *reads != 2 {
		t.Errorf("made %d times, want once for each reading from the beginning", *reads)
	}
	if p := f.Path(); p != "/proc/7/status" {
		t.Errorf("path %s", p)
	}
	wantErr(t, "secret", opens("/proc/secret", 0)(b), primitives.EACCES, "permissions/mode")
	wantErr(t, "create in proc", opens("/proc/x", create)(b), primitives.ENOENT, "")
	wantErr(t, "mkdir in proc", mkdirs("/proc/x")(b), primitives.ENOENT, "")
	b.c = primitives.Root()
	wantErr(t, "unlink in proc", unlinks("/proc/secret", 0)(b), primitives.EPERM, "")
}

func TestMagicLinks(t *testing.T) {
	t.Parallel()
	b, self, _ := procBox(t)
	b.write("/home/user/x", "content")
	f := b.open("/home/user/x", primitives.O_RDONLY, 0)
	pipe := b.ns.NewNodeFile(fakePipe{"p"}, "pipe:[12]", primitives.O_RDONLY)
	cwd, err := b.ns.Chdir(&b.c, b.ns.Root(), "/home/user")
	b.must(err)
	self.entries["file"] = &fakeLink{target: "/home/user/x (deleted)", to: f.Location()}
	self.entries["pipe"] = &fakeLink{target: pipe.Path(), file: pipe}
	self.entries["cwd"] = &fakeLink{target: "/home/user", to: cwd}
	b.must(b.ns.Unlink(&b.c, b.ns.Root(), "/home/user/x", 0))

	if got := b.read("/proc/self/file"); got != "content" {
		t.Errorf("the unlinked file reads %q", got)
	}
	if st, err := b.ns.Stat(&b.c, b.ns.Root(), "/proc/self/file", 0); err != nil || st.Nlink != 0 || st.Size != 7 {
		t.Errorf("stat through the link: %+v, %v", st, err)
	}
	if target, err := b.ns.Readlink(&b.c, b.ns.Root(), "/proc/self/pipe"); target != "pipe:[12]" {
		t.Errorf("readlink: %q, %v", target, err)
	}
	again := b.open("/proc/self/pipe", primitives.O_WRONLY, 0)
	if again.Node() != pipe.Node() {
		t.Errorf("opening the pipe again gives %v", again.Node())
	}
	if got := b.read("/proc/self/cwd/mine"); got != "mine" {
		t.Errorf("below cwd: %q", got)
	}
	wantErr(t, "below the pipe", opens("/proc/self/pipe/x", 0)(b), primitives.ENOTDIR, "")
	if p := f.Path(); p != "/home/user/x (deleted)" {
		t.Errorf("path %q", p)
	}
}

func TestNodeIdentity(t *testing.T) {
	t.Parallel()
	b, self, _ := procBox(t)
	_, a, err := b.ns.Resolve(&b.c, b.ns.Root(), "/proc/self", true)
	b.must(err)
	_, again, err := b.ns.Resolve(&b.c, b.ns.Root(), "/proc/7", true)
	b.must(err)
	if a != again {
		t.Error("one node has two locations")
	}
	delete(self.entries, "status")
	wantErr(t, "a node that went", opens("/proc/7/status", 0)(b), primitives.ENOENT, "")
	dir := b.open("/proc", primitives.O_RDONLY, 0)
	names, err := dir.Names()
	if err != nil || !slices.Equal(names, []string{"7", "secret", "self"}) {
		t.Errorf("names %v, %v", names, err)
	}
}

func TestDevices(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{Device: func(_ uint32, rdev uint64) (vfs.Node, bool) {
		return fakeDevice{}, rdev == 0x103
	}})
	root := primitives.Root()
	b.must(b.ns.MkdirAll(&root, b.ns.Root(), "/dev/nodev", 0o777))
	b.must(b.ns.InstallNode("/dev/null", fakeDevice{}))
	b.must(b.ns.InstallNode("/dev/null", fakeDevice{}))
	st := b.stat("/dev/null")
	if st.Mode != primitives.S_IFCHR|0o666 || st.Rdev != 0x103 {
		t.Errorf("stat %+v", st)
	}
	if f := b.open("/dev/null", primitives.O_WRONLY, 0); f.Node() != (fakeDevice{}) {
		t.Errorf("node %v", f.Node())
	}
	b.must(b.ns.Mknod(&root, b.ns.Root(), "/dev/made", primitives.S_IFCHR|0o666, 0x103))
	if f := b.open("/dev/made", primitives.O_RDWR, 0); f.Node() != (fakeDevice{}) {
		t.Errorf("node %v", f.Node())
	}
	b.must(b.ns.Mknod(&root, b.ns.Root(), "/dev/odd", primitives.S_IFCHR|0o666, 0x999))
	wantErr(t, "no driver", opens("/dev/odd", 0)(b), primitives.ENXIO, "")
	b.must(b.ns.Remount("/dev", vfs.MountFlags{ReadOnly: true}))
	b.open("/dev/null", primitives.O_WRONLY, 0) // a device can be written on a read-only mount
	b.must(b.ns.Remount("/dev", vfs.MountFlags{NoDev: true}))
	wantErr(t, "nodev", opens("/dev/null", 0)(b), primitives.EACCES, "mounts/nodev")
}
