package kernel

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// No file has extended attributes, xattr(7): who looks finds none, and who would set one learns that the
// file system has none, which makes the run `unsupported`.

// xattrFile checks that the file of a call exists: a path, or a descriptor where there is none.
func (k *Kernel) xattrFile(p *Process, c *primitives.Call) error {
	if c.Path == "" {
		_, err := p.fds.get(c.Args[0])
		return err
	}
	_, err := k.ns.Stat(&p.cred, p.cwd, c.Path, 0)
	return err
}

func sysGetxattr(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if err := k.xattrFile(p, c); err != nil {
		return done(err)
	}
	return fail(primitives.ENODATA)
}

func sysListxattr(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return done(k.xattrFile(p, c))
}

func sysSetxattr(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if err := k.xattrFile(p, c); err != nil {
		return done(err)
	}
	if !strings.HasPrefix(c.Path2, "user.") {
		return fail(primitives.EPERM) // trusted and security are root's outside of containers
	}
	k.lacks(p, "extended attributes")
	return fail(primitives.EOPNOTSUPP)
}
