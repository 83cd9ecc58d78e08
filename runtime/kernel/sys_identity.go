package kernel

import (
	"encoding/binary"
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// privileged reports whether the process passes the checks of identity: root, and PID 1 always.
func (p *Process) privileged() bool { return p.cred.UID == 0 || p.pid == 1 }

func sysGetuid(_ *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	return value(int64(p.ruid))
}

func sysGeteuid(_ *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	return value(int64(p.cred.UID))
}

func sysGetgid(_ *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	return value(int64(p.rgid))
}

func sysGetegid(_ *Kernel, p *Process, _ *primitives.Call) primitives.Result {
	return value(int64(p.cred.GID))
}

func sysUmask(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	old := p.cred.Umask
	p.cred.Umask = uint32(c.Args[0]) & 0o777
	return value(int64(old))
}

func sysGetgroups(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	n := len(p.cred.Groups)
	switch {
	case c.Args[0] == 0:
		return value(int64(n))
	case c.Args[0] < int64(n) || len(c.Out) < 4*n:
		return fail(primitives.EINVAL)
	}
	for i, g := range p.cred.Groups {
		binary.LittleEndian.PutUint32(c.Out[4*i:], g)
	}
	return primitives.Result{Val: int64(n), N: 4 * n}
}

const maxGroups = 65536

func sysSetgroups(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	n := c.Args[0]
	switch {
	case !p.privileged():
		return fail(primitives.EPERM)
	case n < 0 || n > maxGroups || int64(len(c.In)) < 4*n:
		return fail(primitives.EINVAL)
	}
	groups := make([]uint32, n)
	for i := range groups {
		groups[i] = binary.LittleEndian.Uint32(c.In[4*i:])
	}
	p.cred.Groups = groups
	return value(0)
}

// keep is an identity argument that leaves things as they are.
const keep = 0xffffffff

func sysSetuid(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	uid := uint32(c.Args[0])
	switch {
	case uid == keep:
		return fail(primitives.EINVAL)
	case p.privileged():
		p.ruid, p.cred.UID, p.suid = uid, uid, uid
	case uid == p.ruid || uid == p.suid:
		p.cred.UID = uid
	default:
		return fail(primitives.EPERM)
	}
	return value(0)
}

func sysSetgid(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	gid := uint32(c.Args[0])
	switch {
	case gid == keep:
		return fail(primitives.EINVAL)
	case p.privileged():
		p.rgid, p.cred.GID, p.sgid = gid, gid, gid
	case gid == p.rgid || gid == p.sgid:
		p.cred.GID = gid
	default:
		return fail(primitives.EPERM)
	}
	return value(0)
}

func sysSetresuid(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return p.setThree(c, &p.ruid, &p.cred.UID, &p.suid)
}

func sysSetresgid(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return p.setThree(c, &p.rgid, &p.cred.GID, &p.sgid)
}

// setThree sets the real, effective and saved identity; who is not root chooses among those that it
// has, setresuid(2).
func (p *Process) setThree(c *primitives.Call, ids ...*uint32) primitives.Result {
	old := []uint32{*ids[0], *ids[1], *ids[2]}
	allowed := p.privileged()
	for i := range ids {
		if id := uint32(c.Args[i]); id != keep && !allowed && !slices.Contains(old, id) {
			return fail(primitives.EPERM)
		}
	}
	for i := range ids {
		if id := uint32(c.Args[i]); id != keep {
			*ids[i] = id
		}
	}
	return value(0)
}
