//go:build linux

package vfs_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// fork returns a player in a fork of its namespace.
func (u *ours) fork() *ours {
	v := &ours{world: u.world, c: u.c, now: u.now}
	f, err := u.ns.Fork(vfs.Options{Now: func() int64 { v.now += 1000; return v.now }}, nil)
	check(err)
	v.ns = f.Namespace
	u.cwd, v.cwd = f.Locate(u.cwd)
	return v
}

// state is everything that can be told of a namespace.
func (u *ours) state() string {
	var b strings.Builder
	root := primitives.Root()
	at := u.ns.Root()
	entry := func(e *vfs.Entry) error {
		fmt.Fprintf(&b, "%s %v %+v %q", e.Path, e.Gone, e.Stat, e.Target)
		check(e.Data(func(off int64, data []byte) error {
			fmt.Fprintf(&b, " %d %s", off, digest(data))
			return nil
		}))
		if !e.Gone {
			names, _ := u.ns.Listxattr(&root, at, e.Path, primitives.AT_SYMLINK_NOFOLLOW)
			for _, n := range names {
				v, _ := u.ns.Getxattr(&root, at, e.Path, n, primitives.AT_SYMLINK_NOFOLLOW)
				fmt.Fprintf(&b, " %s=%q", n, v)
			}
			st, _ := u.ns.Statfs(&root, at, e.Path)
			fmt.Fprintf(&b, " %+v", st)
		}
		b.WriteByte('\n')
		return nil
	}
	// Who drew the calls looked at all names; so that all are looked at here.
	check(u.ns.Walk(func(*vfs.Entry) error { return nil }))
	check(u.ns.Changes(entry))
	check(u.ns.Walk(entry))
	cwd, err := u.ns.Getcwd(u.cwd)
	fmt.Fprintf(&b, "%+v\n%d bytes\n%s %v at %d", u.ns.Mounts(), u.ns.Stored(), cwd, err, u.now)
	return b.String()
}

// run is what a straight run of calls gave, and before which of them no file is open.
type run struct {
	ops  []op
	want []string
	calm []int
	end  string
}

func (r *run) play(u *ours, ops ...op) {
	r.calm = append(r.calm, len(r.ops))
	for _, o := range ops {
		r.ops = append(r.ops, o)
		r.want = append(r.want, u.do(o))
	}
}

// anyCalls draws what TestLinux does, with everything closed after some calls.
func anyCalls(u *ours, seed uint64) (r run) {
	c := chooser{r: rand.New(rand.NewPCG(seed, 7)), ours: u}
	for range 10 {
		var ops []op
		for len(ops) < 6 {
			o := c.next()
			ops = append(ops, o)
		}
		r.play(u, append(ops, op{call: "close"}, op{call: "close", fd: 1}, op{call: "close", fd: 2})...)
	}
	return r
}

// fewNames draws calls on so few names that they meet: files of several chunks, links, moved directories.
func fewNames(u *ours, seed uint64) (r run) {
	d := rand.New(rand.NewPCG(seed, 8))
	path := func() string { return "/w/" + []string{"a", "b", "a/f", "b/f", "a/g", "b/g", "f", "g"}[d.IntN(8)] }
	size := func() int64 { return []int64{0, 1, 5000, 70000, 140000, 200000}[d.IntN(6)] }
	r.play(u, op{call: "cred"}, op{call: "mkdir", path: "/w", mode: 0o777})
	for range 60 {
		o := op{path: path(), path2: path(), off: size(), n: size(), mode: 0o644}
		open := op{call: "open", path: o.path, flags: primitives.O_RDWR, mode: 0o644}
		if d.IntN(2) == 0 {
			open.flags |= primitives.O_CREAT
		}
		do := o
		do.call = []string{
			"write", "write", "write", "append", "ftruncate", "fallocate", "getdents", "read",
		}[d.IntN(8)]
		do.flags = d.IntN(4)
		o.call = []string{
			"mkdir", "rmdir", "unlink", "rename", "rename", "link", "link", "link", "symlink", "truncate", "chdir",
			"setxattr", "stat", "chmod", "getcwd",
		}[d.IntN(15)]
		switch o.call {
		case "chmod":
			o.mode = 0o600 + uint32(d.IntN(8))
		case "setxattr":
			o.path2, o.n, o.mode, o.flags = "user."+o.path2[3:], o.n%900, 0, 0
		}
		r.play(u, open, do, op{call: "close"})
		r.play(u, o)
	}
	return r
}

// linkedWorld is an overlay whose image has files with several names and of several chunks.
func linkedWorld() *world {
	return &world{name: "linked", ours: func(s sysctls) *ours {
		b := vfs.NewImageBuilder()
		a := vfs.Attr{Mode: 0o666}
		b.File("/w/f", bytes.Repeat([]byte("f"), 150000), a)
		b.Link("/w/g", "/w/f")
		b.Link("/w/a/f", "/w/f")
		b.File("/w/a/g", bytes.Repeat([]byte("g"), 9000), a)
		b.Link("/w/b/g", "/w/a/g")
		return newOurs(vfs.NewOverlay(b.Build(), vfs.OverlayOptions{Size: 2 << 20}), s)
	}}
}

// rest plays calls that give what they give without a fork.
func (r *run) rest(t *testing.T, u *ours, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		if got := u.do(r.ops[i]); got != r.want[i] {
			t.Fatalf("call %d, %v: %s, want %s", i, r.ops[i], got, r.want[i])
		}
	}
}

// TestForksAreAsTheOriginal plays random calls straight, and with a fork wherever no file is open: the forks
// and the original, played in several orders, give the same answers and end as the straight run.
func TestForksAreAsTheOriginal(t *testing.T) {
	t.Parallel()
	for _, w := range []*world{tmpfsWorld(), overlayWorld(), diskWorld(), linkedWorld()} {
		for name, draw := range map[string]func(*ours, uint64) run{"any": anyCalls, "few": fewNames} {
			t.Run(w.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(4) {
					begun := func() *ours {
						u := w.ours(sysctls{symlinks: 1, links: 1})
						u.world = w
						for _, o := range w.setup {
							u.do(o)
						}
						return u
					}
					straight := begun()
					r := draw(straight, seed)
					r.end = straight.state()
					for _, order := range []string{"fork first", "fork last", "on the fork"} {
						r.forked(t, begun(), order)
					}
				}
			})
		}
	}
}

func (r *run) forked(t *testing.T, u *ours, order string) {
	t.Helper()
	type part struct {
		u    *ours
		from int
	}
	var parts []part
	for k, i := range r.calm {
		v := u.fork()
		switch order {
		case "fork first":
			r.rest(t, v, i, len(r.ops))
			parts = append(parts, part{v, len(r.ops)})
		case "on the fork":
			u, v = v, u
			fallthrough
		default:
			parts = append(parts, part{v, i})
		}
		next := len(r.ops)
		if k+1 < len(r.calm) {
			next = r.calm[k+1]
		}
		r.rest(t, u, i, next)
	}
	for _, p := range append(parts, part{u, len(r.ops)}) {
		r.rest(t, p.u, p.from, len(r.ops))
		if got := p.u.state(); got != r.end {
			t.Fatalf("%s: forked at %d it ends as\n%s\nwant\n%s", order, p.from, got, r.end)
		}
	}
}
