//go:build linux

package vfs_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// world is a tree of mounts in which both sides play.
type world struct {
	name   string
	mount  func(l *linux) error // builds it below l.base
	reset  func(l *linux)       // makes it fresh and enters it as root
	ours   func(s sysctls) *ours
	loose  bool     // what size, blocks and quota are depends on the disk below
	noSeek bool     // what fallocate leaves behind counts as data or not, as the disk likes
	kept   []string // further directories that are mount points of themselves, so that nobody removes them
	setup  []op     // played on both sides before a sequence
}

// dirs are the directories that stay from one sequence to the next.
func (w *world) dirs() []string { return append(slices.Clone(w.kept), worldDirs...) }

// stat tells what both sides must agree on.
func (w *world) stat(st primitives.Stat) string {
	if w.loose && !st.IsRegular() {
		st.Size, st.Blocks = 0, 0
	}
	if w.loose {
		st.Blocks = 0
	}
	return fmt.Sprintf("%o nlink %d %d:%d size %d blocks %d rdev %d",
		st.Mode, st.Nlink, st.UID, st.GID, st.Size, st.Blocks, st.Rdev)
}

func (w *world) statfs(s primitives.Statfs) string {
	if w.loose && s.Type != vfs.MagicTmpfs {
		return fmt.Sprint(s.Namelen, s.Flags)
	}
	files := fmt.Sprint(s.Files, s.Ffree)
	if s.Files == 0 || s.Files > 1000 {
		files = "many" // Linux's default depends on the machine's memory
	}
	return fmt.Sprint(s.Type, s.Bsize, s.Blocks, s.Bfree, s.Bavail, s.Namelen, s.Flags, files)
}

// check panics: a world could not be prepared.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

// tmpfsWorld has / and /m on tmpfs, /m small; /b shows /d once more; /ro shows /r read-only; /x is
// noexec and nodev. /d and /r are mount points so that nobody can remove what /b and /ro show.
func tmpfsWorld() *world {
	return &world{
		name: "tmpfs", mount: mountTmpfsWorld, reset: resetTmpfsWorld, ours: oursTmpfsWorld,
		setup: append(population(), begin()...),
	}
}

// worldDirs are mount points in every world.
var worldDirs = []string{"m", "d", "b", "r", "ro", "x"}

// mountTmpfsWorld mounts once for all sequences: mounts cost the kernel milliseconds.
func mountTmpfsWorld(l *linux) error {
	if err := syscall.Mount("w", l.base, "tmpfs", 0, "size=96k,mode=755,huge=never"); err != nil {
		return err
	}
	return l.mountBelow()
}

// mountBelow makes the mounts that both worlds have below their root.
func (l *linux) mountBelow() error {
	for _, d := range l.world.dirs() {
		_ = syscall.Mkdir(l.base+"/"+d, 0o777)
	}
	for _, d := range l.world.kept {
		check(syscall.Mount(l.base+"/"+d, l.base+"/"+d, "", syscall.MS_BIND, ""))
	}
	for _, m := range []struct {
		from, to, kind string
		flags          uintptr
		data           string
	}{
		{"w", "m", "tmpfs", 0, "size=32k,nr_inodes=9,mode=1777,huge=never"},
		{"w", "x", "tmpfs", syscall.MS_NOEXEC | syscall.MS_NODEV, "size=64k,mode=777,huge=never"},
		{l.base + "/d", "d", "", syscall.MS_BIND, ""},
		{l.base + "/r", "r", "", syscall.MS_BIND, ""},
		{l.base + "/d", "b", "", syscall.MS_BIND, ""},
		{l.base + "/r", "ro", "", syscall.MS_BIND, ""},
		{"", "ro", "", syscall.MS_BIND | syscall.MS_REMOUNT | syscall.MS_RDONLY, ""},
	} {
		if err := syscall.Mount(m.from, l.base+"/"+m.to, m.kind, m.flags, m.data); err != nil {
			return fmt.Errorf("mount %s: %w", m.to, err)
		}
	}
	return nil
}

func resetTmpfsWorld(l *linux) {
	l.leave()
	l.must(syscall.Chroot(l.base))
	l.must(syscall.Chdir("/"))
	l.sweep("/")
	l.restore("/", 0o755)
	for _, d := range l.world.dirs() {
		l.sweep("/" + d)
		switch d {
		case "ro":
		case "m":
			l.restore("/"+d, 0o1777)
		default:
			l.restore("/"+d, 0o777)
		}
	}
}

func (l *linux) restore(path string, mode uint32) {
	b := make([]byte, 1<<16)
	n, err := syscall.Listxattr(path, b)
	l.must(err)
	for name := range strings.SplitSeq(string(b[:n]), "\x00") {
		if name != "" {
			l.must(syscall.Removexattr(path, name))
		}
	}
	l.must(syscall.Chown(path, 0, 0))
	l.must(syscall.Chmod(path, mode))
}

// sweep removes what is in a directory, except mount points and what they show.
func (l *linux) sweep(dir string) {
	entries, err := os.ReadDir(dir)
	l.must(err)
	for _, e := range entries {
		path := dir + "/" + e.Name()
		switch {
		case dir == "/" && slices.Contains(l.world.dirs(), e.Name()), strings.HasPrefix(dir, "/ro"):
		case e.IsDir():
			l.sweep(path)
			l.must(syscall.Rmdir(path))
		default:
			l.must(syscall.Unlink(path))
		}
	}
}

func oursTmpfsWorld(s sysctls) *ours {
	u := newOurs(vfs.NewTmpfs(vfs.TmpfsOptions{Size: 96 << 10, Mode: 0o755}), s)
	u.mountBelow()
	return u
}

func (u *ours) mountBelow(kept ...string) {
	for _, d := range append(kept, worldDirs...) {
		_ = u.ns.Mkdir(&u.c, u.cwd, "/"+d, 0o777)
	}
	for _, d := range kept {
		check(u.ns.Bind("/"+d, "/"+d, vfs.MountFlags{}))
	}
	check(u.ns.Mount("/m", vfs.NewTmpfs(vfs.TmpfsOptions{Size: 32 << 10, Inodes: 9}), vfs.MountFlags{}))
	check(u.ns.Mount("/x", vfs.NewTmpfs(vfs.TmpfsOptions{Size: 64 << 10, Mode: 0o777}),
		vfs.MountFlags{NoExec: true, NoDev: true}))
	check(u.ns.Bind("/d", "/d", vfs.MountFlags{}))
	check(u.ns.Bind("/r", "/r", vfs.MountFlags{}))
	check(u.ns.Bind("/d", "/b", vfs.MountFlags{}))
	check(u.ns.Bind("/r", "/ro", vfs.MountFlags{}))
	check(u.ns.Remount("/ro", vfs.MountFlags{ReadOnly: true}))
}

// diskWorld is the same on the disk that holds the machine's temporary files.
func diskWorld() *world {
	return &world{
		name: "disk", mount: (*linux).mountBelow, reset: resetTmpfsWorld, ours: oursDiskWorld,
		loose: true, noSeek: true, setup: append(population(), begin()...),
	}
}

func oursDiskWorld(s sysctls) *ours {
	u := newOurs(vfs.NewRootfs(nil, vfs.OverlayOptions{}), s)
	u.mountBelow()
	return u
}

// overlayWorld is the same over an overlay whose lower layer holds the population.
func overlayWorld() *world {
	return &world{
		name: "overlay", mount: mountOverlayBase, reset: resetOverlayWorld, ours: oursOverlayWorld,
		loose: true, setup: begin(),
	}
}

// mountOverlayBase makes the lower layer.
func mountOverlayBase(l *linux) error {
	if err := syscall.Mount("w", l.base, "tmpfs", 0, "mode=755,huge=never"); err != nil {
		return err
	}
	for _, d := range []string{"lower", "layers", "root"} {
		check(syscall.Mkdir(l.base+"/"+d, 0o755))
	}
	check(syscall.Chroot(l.base + "/lower"))
	check(syscall.Chdir("/"))
	for _, d := range worldDirs {
		check(syscall.Mkdir("/"+d, 0o777))
	}
	for _, o := range population() {
		if out := l.do(o); out == "ENOENT" {
			panic(o.String())
		}
	}
	l.base += "/root"
	return nil
}

func resetOverlayWorld(l *linux) {
	l.leave()
	top := strings.TrimSuffix(l.base, "/root")
	_ = syscall.Unmount(l.base, syscall.MNT_DETACH)
	l.must(os.RemoveAll(top + "/layers"))
	for _, d := range []string{"/layers", "/layers/up", "/layers/work"} {
		l.must(syscall.Mkdir(top+d, 0o755))
	}
	l.must(syscall.Mount("w", l.base, "overlay", 0, fmt.Sprintf(
		"lowerdir=%[1]s/lower,upperdir=%[1]s/layers/up,workdir=%[1]s/layers/work,redirect_dir=off,index=off,metacopy=off", top)))
	l.must(l.mountBelow())
	l.must(syscall.Chroot(l.base))
	l.must(syscall.Chdir("/"))
}

func oursOverlayWorld(s sysctls) *ours {
	lower := newOurs(vfs.NewTmpfs(vfs.TmpfsOptions{Mode: 0o755}), s)
	for _, d := range worldDirs {
		check(lower.ns.Mkdir(&lower.c, lower.cwd, "/"+d, 0o777))
	}
	for _, o := range population() {
		lower.do(o)
	}
	u := newOurs(vfs.NewOverlay(imageOf(lower.ns), vfs.OverlayOptions{}), s)
	u.mountBelow()
	return u
}

// imageOf makes an image of what a namespace shows.
func imageOf(ns *vfs.Namespace) *vfs.Image {
	b := vfs.NewImageBuilder()
	check(ns.Walk(func(e *vfs.Entry) error {
		a := vfs.Attr{Mode: e.Stat.Mode & 0o7777, UID: e.Stat.UID, GID: e.Stat.GID, Mtime: e.Stat.Mtime}
		switch {
		case e.Stat.IsDir():
			b.Dir(e.Path, a)
		case e.Stat.IsSymlink():
			b.Symlink(e.Path, e.Target, a)
		default:
			b.File(e.Path, e.Content(), a)
		}
		return nil
	}))
	check(b.Err())
	return b.Build()
}
