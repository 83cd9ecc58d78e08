package kernel

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// The calls on extended attributes have the form of getxattrat(2): a descriptor, a path and flags, of which
// AT_EMPTY_PATH means the descriptor itself.

// xattrAt returns where a call's path begins, or the open file that it means.
func (k *Kernel) xattrAt(p *Process, c *primitives.Call) (at vfs.Location, f *vfs.File, err error) {
	if c.Args[3]&^atCommon != 0 {
		return at, nil, primitives.EINVAL
	}
	if c.No != primitives.SysListxattr {
		if err := vfs.CheckXattr(c.Path2, len(c.In), int(c.Args[4])); err != nil {
			return at, nil, err
		}
	}
	if c.Path == "" && c.Args[3]&primitives.AT_EMPTY_PATH != 0 && int32(c.Args[0]) != primitives.AT_FDCWD {
		open, err := p.fds.get(c.Args[0])
		if err != nil {
			return at, nil, err
		}
		return at, k.fileOf(open), nil
	}
	at, err = p.at(c.Args[0], c.Path, c.Args[3])
	return at, nil, err
}

// fit copies an answer out as xattr calls do: room of size 0 asks for its length.
func fit(c *primitives.Call, answer string) primitives.Result {
	switch {
	case c.Args[2] == 0:
		return value(int64(len(answer)))
	case len(answer) > len(c.Out):
		return fail(primitives.ERANGE)
	}
	n := copy(c.Out, answer)
	return primitives.Result{Val: int64(n), N: n}
}

func sysGetxattr(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	at, f, err := k.xattrAt(p, c)
	if err != nil {
		return done(err)
	}
	var v string
	if f != nil {
		v, err = f.Getxattr(&p.cred, c.Path2)
	} else {
		v, err = k.ns.Getxattr(&p.cred, at, c.Path, c.Path2, int(c.Args[3]))
	}
	if err != nil {
		return done(err)
	}
	return fit(c, v)
}

func sysListxattr(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	at, f, err := k.xattrAt(p, c)
	if err != nil {
		return done(err)
	}
	var names []string
	if f != nil {
		names, err = f.Listxattr()
	} else {
		names, err = k.ns.Listxattr(&p.cred, at, c.Path, int(c.Args[3]))
	}
	switch {
	case err != nil:
		return done(err)
	case len(names) == 0:
		return value(0)
	}
	return fit(c, strings.Join(names, "\x00")+"\x00")
}

func sysSetxattr(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	at, f, err := k.xattrAt(p, c)
	if err != nil {
		return done(err)
	}
	how, text := int(c.Args[4]), string(c.In)
	if f != nil {
		err = f.Setxattr(&p.cred, c.Path2, text, how)
	} else {
		err = k.ns.Setxattr(&p.cred, at, c.Path, vfs.Xattr{Name: c.Path2, Value: text}, how, int(c.Args[3]))
	}
	if primitives.ErrnoOf(err) == primitives.EOPNOTSUPP && strings.HasPrefix(c.Path2, "system.posix_acl_") {
		k.lacks(p, "access control lists")
	}
	return done(err)
}

func sysRemovexattr(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	at, f, err := k.xattrAt(p, c)
	if err != nil {
		return done(err)
	}
	if f != nil {
		return done(f.Removexattr(&p.cred, c.Path2))
	}
	return done(k.ns.Removexattr(&p.cred, at, c.Path, c.Path2, int(c.Args[3])))
}
