package vfs

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

// TestTrailsAreNotSeen plays the same calls in a namespace that keeps trails and in one that walks every time.
func TestTrailsAreNotSeen(t *testing.T) {
	t.Parallel()
	used := 0
	for seed := range uint64(300) {
		with, without := trailWorld(), trailWorld()
		r := rand.New(rand.NewPCG(seed, 7))
		for n := range 120 {
			o := drawTrailOp(r)
			without.trails = trails{}
			if k := with.trails.find(&o.c, with.root, parents(o.path)); k != nil {
				used++
			}
			got, want := o.play(with), o.play(without)
			if got != want {
				t.Fatalf("seed %d, call %d, %+v: %s, walked %s", seed, n, o, got, want)
			}
		}
	}
	if used < 1000 {
		t.Errorf("only %d calls could have gone by a trail", used)
	}
}

// trailWorld has three levels of directories, some of them not to be searched by all, and a mount.
func trailWorld() *Namespace {
	ns := NewNamespace(NewTmpfs(TmpfsOptions{Mode: 0o777}), Options{})
	root := primitives.Root()
	for _, p := range []string{"/a/a", "/a/b", "/b/a", "/b/b"} {
		if err := ns.MkdirAll(&root, ns.root, p, 0o777); err != nil {
			panic(err)
		}
	}
	return ns
}

type trailOp struct {
	kind     int
	path, to string
	mode     uint32
	c        primitives.Cred
}

func drawTrailOp(r *rand.Rand) trailOp {
	path := func() string {
		p := ""
		for range 2 + r.IntN(2) {
			p += "/" + []string{"a", "b", "b", "..", "l"}[r.IntN(5)]
		}
		return p
	}
	o := trailOp{kind: r.IntN(14), path: path(), to: path(), mode: []uint32{0o777, 0o700, 0o1777, 0}[r.IntN(4)]}
	if r.IntN(2) == 0 {
		o.c = primitives.Cred{UID: 1000, GID: 1000, Groups: []uint32{uint32(r.IntN(2))}}
	}
	return o
}

func (o trailOp) play(ns *Namespace) string {
	at := ns.root
	var err error
	switch o.kind {
	case 0:
		err = ns.Mkdir(&o.c, at, o.path, o.mode)
	case 1:
		err = ns.Unlink(&o.c, at, o.path, primitives.AT_REMOVEDIR)
	case 2:
		err = ns.Rename(&o.c, at, o.path, at, o.to, int(o.mode%2)*primitives.RENAME_EXCHANGE)
	case 3:
		err = ns.Rename(&o.c, at, o.path, at, o.to, primitives.RENAME_EXCHANGE)
	case 4:
		err = ns.Chmod(&o.c, at, o.path, o.mode, 0)
	case 5:
		err = ns.Chown(&o.c, at, o.path, 1000, o.mode%2, 0)
	case 6:
		err = ns.Symlink(&o.c, o.to, at, o.path)
	case 7:
		err = ns.Unlink(&o.c, at, o.path, 0)
	case 8:
		err = ns.Mount("/a/b", NewTmpfs(TmpfsOptions{Mode: 0o777}), MountFlags{})
	case 9:
		_, err = ns.Unmount("/a/b")
	default:
		st, err := ns.Stat(&o.c, at, o.path, primitives.AT_SYMLINK_NOFOLLOW)
		return fmt.Sprint(st, err)
	}
	return fmt.Sprint(err)
}
