//go:build linux

package vfs_test

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strconv"
	"syscall"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// ours plays calls on a Namespace.
type ours struct {
	world *world
	ns    *vfs.Namespace
	c     primitives.Cred
	cwd   vfs.Location
	fds   [slots]*vfs.File
	now   int64
}

func newOurs(root *vfs.Filesystem, s sysctls, rules ...vfs.Rule) *ours {
	u := &ours{world: &world{}}
	u.ns = vfs.NewNamespace(root, vfs.Options{
		Now:               func() int64 { u.now += 1000; return u.now },
		ProtectedSymlinks: s.symlinks > 0, ProtectedLinks: s.links > 0,
		ProtectedRegular: s.regular, ProtectedFifos: s.fifos,
		Rules: rules,
	})
	u.cwd = u.ns.Root()
	return u
}

func (u *ours) do(o op) string {
	call, ok := oursCalls[o.call]
	if !ok {
		call = oursAt[o.call]
	}
	out, err := call(u, o)
	if err != nil {
		return primitives.ErrnoOf(err).Name()
	}
	return out
}

// file returns the slot's file. Bad descriptors are the kernel package's; here they are EBADF too.
func (u *ours) file(o op) (*vfs.File, error) {
	if u.fds[o.fd] == nil {
		return nil, primitives.EBADF
	}
	return u.fds[o.fd], nil
}

func (u *ours) with(o op, fn func(f *vfs.File) error) (string, error) {
	f, err := u.file(o)
	if err != nil {
		return "", err
	}
	return "ok", fn(f)
}

func payload(o op) []byte {
	return bytes.Repeat([]byte{byte(o.off%7) + 'a', byte(o.n%5) + '0', byte(o.fd) + 'A'}, int(o.n)/3+1)
}

func digest(b []byte) string { return fmt.Sprintf("%d bytes %08x", len(b), crc32.ChecksumIEEE(b)) }

func oursTimes(o op) vfs.Times {
	ts := timespecs(o)
	const now, omit = 1<<30 - 1, 1<<30 - 2
	nano := func(t syscall.Timespec) int64 { return t.Sec*1e9 + t.Nsec }
	return vfs.Times{
		Atime: nano(ts[0]), AtimeNow: ts[0].Nsec == now, AtimeOmit: ts[0].Nsec == omit,
		Mtime: nano(ts[1]), MtimeNow: ts[1].Nsec == now, MtimeOmit: ts[1].Nsec == omit,
	}
}

func pathOnly(fn func(u *ours, o op) error) func(u *ours, o op) (string, error) {
	return func(u *ours, o op) (string, error) { return "ok", fn(u, o) }
}

var oursCalls = map[string]func(u *ours, o op) (string, error){
	"cred": pathOnly(func(u *ours, o op) error {
		u.c.UID, u.c.GID, u.c.Groups = o.uid, o.gid, o.groups
		return nil
	}),
	"umask": func(u *ours, o op) (string, error) {
		old := u.c.Umask
		u.c.Umask = o.mode
		return fmt.Sprintf("%o", old), nil
	},
	"mkdir":  pathOnly(func(u *ours, o op) error { return u.ns.Mkdir(&u.c, u.cwd, o.path, o.mode) }),
	"rmdir":  pathOnly(func(u *ours, o op) error { return u.ns.Unlink(&u.c, u.cwd, o.path, primitives.AT_REMOVEDIR) }),
	"unlink": pathOnly(func(u *ours, o op) error { return u.ns.Unlink(&u.c, u.cwd, o.path, 0) }),
	"mknod":  pathOnly(func(u *ours, o op) error { return u.ns.Mknod(&u.c, u.cwd, o.path, o.mode, uint64(deviceOf(o))) }),
	"create": pathOnly(func(u *ours, o op) error {
		f, err := u.ns.Open(&u.c, u.cwd, o.path, primitives.O_CREAT|primitives.O_WRONLY, o.mode)
		if err == nil {
			if f.Mode()&primitives.S_IFMT == primitives.S_IFIFO {
				err = primitives.ENXIO
			}
			_ = f.Close()
		}
		return err
	}),
	"rename":  pathOnly(func(u *ours, o op) error { return u.ns.Rename(&u.c, u.cwd, o.path, u.cwd, o.path2, o.flags) }),
	"link":    pathOnly(func(u *ours, o op) error { return u.ns.Link(&u.c, u.cwd, o.path, u.cwd, o.path2, o.flags) }),
	"symlink": pathOnly(func(u *ours, o op) error { return u.ns.Symlink(&u.c, o.path2, u.cwd, o.path) }),
	"readlink": func(u *ours, o op) (string, error) {
		return u.ns.Readlink(&u.c, u.cwd, o.path)
	},
	"chmod":   pathOnly(func(u *ours, o op) error { return u.ns.Chmod(&u.c, u.cwd, o.path, o.mode, o.flags) }),
	"chown":   pathOnly(func(u *ours, o op) error { return u.ns.Chown(&u.c, u.cwd, o.path, o.uid, o.gid, o.flags) }),
	"utimens": pathOnly(func(u *ours, o op) error { return u.ns.Utimens(&u.c, u.cwd, o.path, oursTimes(o), o.flags) }),
	"settimes": func(u *ours, o op) (string, error) {
		t := vfs.Times{Atime: o.off*1e9 + o.n, Mtime: o.off*1e9 + o.n, Invalid: o.n < 0 || o.n >= 1e9}
		if err := u.ns.Utimens(&u.c, u.cwd, o.path, t, o.flags); err != nil {
			return "", err
		}
		st, err := u.ns.Stat(&u.c, u.cwd, o.path, o.flags)
		return fmt.Sprint(syscall.NsecToTimespec(st.Atime), syscall.NsecToTimespec(st.Mtime)), err
	},
	"setxattr": pathOnly(func(u *ours, o op) error {
		x := vfs.Xattr{Name: o.path2, Value: string(payload(o)[:o.n])}
		return u.ns.Setxattr(&u.c, u.cwd, o.path, x, int(o.mode), o.flags)
	}),
	"getxattr": func(u *ours, o op) (string, error) {
		v, err := u.ns.Getxattr(&u.c, u.cwd, o.path, o.path2, o.flags)
		return digest([]byte(v)), err
	},
	"listxattr": func(u *ours, o op) (string, error) {
		names, err := u.ns.Listxattr(&u.c, u.cwd, o.path, o.flags)
		return u.world.names(names), err
	},
	"removexattr": pathOnly(func(u *ours, o op) error {
		return u.ns.Removexattr(&u.c, u.cwd, o.path, o.path2, o.flags)
	}),
	"fsetxattr": func(u *ours, o op) (string, error) {
		if err := vfs.CheckXattr(o.path2, int(o.n), int(o.mode)); err != nil {
			return "", err // before the descriptor is looked at
		}
		return u.with(o, func(f *vfs.File) error {
			return f.Setxattr(&u.c, o.path2, string(payload(o)[:o.n]), int(o.mode))
		})
	},
	"fgetxattr": func(u *ours, o op) (string, error) {
		if err := vfs.CheckXattr(o.path2, 0, 0); err != nil {
			return "", err
		}
		f, err := u.file(o)
		if err != nil {
			return "", err
		}
		v, err := f.Getxattr(&u.c, o.path2)
		return digest([]byte(v)), err
	},
	"truncate": pathOnly(func(u *ours, o op) error { return u.ns.Truncate(&u.c, u.cwd, o.path, o.off) }),
	"access":   pathOnly(func(u *ours, o op) error { return u.ns.Access(&u.c, u.cwd, o.path, o.mode, o.flags) }),
	"stat":     func(u *ours, o op) (string, error) { return u.stat(o.path, 0) },
	"lstat":    func(u *ours, o op) (string, error) { return u.stat(o.path, primitives.AT_SYMLINK_NOFOLLOW) },
	"statat": func(u *ours, o op) (string, error) {
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			st, err := u.ns.Stat(&u.c, at, path, 0)
			return u.world.stat(st), err
		})
	},
	"mkdirat": func(u *ours, o op) (string, error) {
		return u.from(o, func(at vfs.Location, path string) (string, error) {
			return "ok", u.ns.Mkdir(&u.c, at, path, o.mode)
		})
	},
	"statfs": func(u *ours, o op) (string, error) {
		s, err := u.ns.Statfs(&u.c, u.cwd, o.path)
		return u.world.statfs(s), err
	},
	"chdir": pathOnly(func(u *ours, o op) error {
		l, err := u.ns.Chdir(&u.c, u.cwd, o.path)
		if err == nil {
			u.cwd = l
		}
		return err
	}),
	"getcwd": func(u *ours, _ op) (string, error) { return u.ns.Getcwd(u.cwd) },
	"exec": pathOnly(func(u *ours, o op) error {
		f, err := u.ns.OpenExec(&u.c, u.cwd, o.path)
		if err == nil {
			_ = f.Close()
		}
		return err
	}),
	"open": func(u *ours, o op) (string, error) {
		f, err := u.ns.Open(&u.c, u.cwd, o.path, o.flags, o.mode)
		if err != nil {
			return "", err
		}
		if f.Mode()&primitives.S_IFMT == primitives.S_IFIFO && o.flags&primitives.O_PATH == 0 {
			_ = f.Close()
			return "fifo", nil
		}
		u.drop(o.fd)
		u.fds[o.fd] = f
		return "ok", nil
	},
	"close": func(u *ours, o op) (string, error) { u.drop(o.fd); return "ok", nil },
	"write": func(u *ours, o op) (string, error) {
		f, err := u.file(o)
		if err == nil && f.Flags()&primitives.O_APPEND != 0 && f.Flags()&primitives.O_PATH == 0 {
			return u.append(o, f)
		}
		if o.off < 0 {
			return "", primitives.EINVAL // before the descriptor is looked at, and the kernel package's to check
		}
		if err != nil {
			return "", err
		}
		n, err := f.WriteAt(&u.c, payload(o)[:o.n], o.off)
		return strconv.Itoa(n), err
	},
	"append": func(u *ours, o op) (string, error) {
		f, err := u.file(o)
		if err != nil {
			return "", err
		}
		return u.append(o, f)
	},
	"read": func(u *ours, o op) (string, error) {
		f, err := u.file(o)
		if o.off < 0 {
			return "", primitives.EINVAL
		}
		if err != nil {
			return "", err
		}
		b := make([]byte, o.n)
		n, err := f.ReadAt(b, o.off)
		return digest(b[:n]), err
	},
	"seekdata": func(u *ours, o op) (string, error) {
		return u.seek(o, (*vfs.File).SeekData)
	},
	"seekhole": func(u *ours, o op) (string, error) {
		return u.seek(o, (*vfs.File).SeekHole)
	},
	"ftruncate": func(u *ours, o op) (string, error) {
		if o.off < 0 {
			return "", primitives.EINVAL
		}
		return u.with(o, func(f *vfs.File) error { return f.Truncate(&u.c, o.off) })
	},
	"fallocate": func(u *ours, o op) (string, error) {
		return u.with(o, func(f *vfs.File) error { return f.Allocate(&u.c, uint32(o.flags), o.off, o.n) })
	},
	"fstat": func(u *ours, o op) (string, error) {
		f, err := u.file(o)
		if err != nil {
			return "", err
		}
		return u.world.stat(f.Stat()), nil
	},
	"fchmod": func(u *ours, o op) (string, error) {
		return u.with(o, func(f *vfs.File) error { return f.Chmod(&u.c, o.mode) })
	},
	"fchown": func(u *ours, o op) (string, error) {
		return u.with(o, func(f *vfs.File) error { return f.Chown(&u.c, o.uid, o.gid) })
	},
	"futimens": func(u *ours, o op) (string, error) {
		ts := oursTimes(o)
		if ts.AtimeOmit && ts.MtimeOmit {
			return "ok", nil // whatever the descriptor
		}
		return u.with(o, func(f *vfs.File) error { return f.Utimens(&u.c, ts) })
	},
	"getdents": func(u *ours, o op) (string, error) {
		f, err := u.file(o)
		if err != nil {
			return "", err
		}
		entries, err := f.ReadDir(0, math.MaxInt)
		if err != nil {
			return "", err
		}
		out := []string{}
		for _, e := range entries {
			out = append(out, fmt.Sprintf("%d %s", e.Type, e.Name))
		}
		slices.Sort(out)
		return fmt.Sprint(out), nil
	},
}

func (u *ours) append(o op, f *vfs.File) (string, error) {
	n, _, err := f.Append(&u.c, payload(o)[:o.n])
	return strconv.Itoa(n), err
}

// from makes a call that starts at a descriptor. Linux looks at the path before it looks for that.
func (u *ours) from(o op, call func(at vfs.Location, path string) (string, error)) (string, error) {
	path := relative(o.path)
	f, err := u.file(o)
	switch {
	case path == "":
		return "", primitives.ENOENT
	case len(path) >= 4096:
		return "", primitives.ENAMETOOLONG
	case err != nil:
		return "", err
	}
	return call(f.Location(), path)
}

// seek leaves directories to the kernel package, whose cookies these offsets would be.
func (u *ours) seek(o op, seek func(f *vfs.File, off int64) (int64, error)) (string, error) {
	if u.world.noSeek {
		return "not compared", nil
	}
	f, err := u.file(o)
	if err != nil {
		return "", err
	}
	if f.Mode()&primitives.S_IFMT == primitives.S_IFDIR {
		return "directory", nil
	}
	off, err := seek(f, o.off)
	return strconv.FormatInt(off, 10), err
}

func (u *ours) drop(slot int) {
	if u.fds[slot] != nil {
		_ = u.fds[slot].Close()
		u.fds[slot] = nil
	}
}

func (u *ours) stat(path string, flags int) (string, error) {
	st, err := u.ns.Stat(&u.c, u.cwd, path, flags)
	return u.world.stat(st), err
}

func (u *ours) tree() []string {
	var out []string
	_ = u.ns.Walk(func(e *vfs.Entry) error {
		line := e.Path + " " + u.world.stat(e.Stat)
		switch {
		case e.Stat.IsSymlink():
			line += " " + e.Target
		case e.Stat.IsRegular():
			line += " " + digest(head(e))
		}
		out = append(out, line)
		return nil
	})
	return out
}

// head returns the first bytes of a file, as many as the comparison looks at.
func head(e *vfs.Entry) []byte {
	b := make([]byte, min(e.Stat.Size, headSize))
	_ = e.Data(func(off int64, d []byte) error {
		if off < int64(len(b)) {
			copy(b[off:], d)
		}
		return nil
	})
	return b
}

const headSize = 300_000

// paths returns all that exists below the root.
func (u *ours) paths() []string {
	var out []string
	_ = u.ns.Walk(func(e *vfs.Entry) error {
		if e.Path != "/" {
			out = append(out, e.Path)
		}
		return nil
	})
	return out
}

// open returns the slots that hold a file.
func (u *ours) open() []int {
	var out []int
	for i, f := range u.fds {
		if f != nil {
			out = append(out, i)
		}
	}
	return out
}
