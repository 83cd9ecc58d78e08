package kernel

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/vfs"
)

func sysFstat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	*c.Stat = k.statOf(f)
	return value(0)
}

func (k *Kernel) statOf(f *openFile) primitives.Stat { return k.fileOf(f).Stat() }

// Flags of the *at calls that change nothing here, and those that most of them take.
const (
	atNoAutomount = 0x800
	atStatxSync   = 0x6000
	atCommon      = primitives.AT_SYMLINK_NOFOLLOW | primitives.AT_EMPTY_PATH
)

func sysNewfstatat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	flags := int(c.Args[3])
	if c.Path == "" && flags&primitives.AT_EMPTY_PATH != 0 && int32(c.Args[0]) != primitives.AT_FDCWD {
		return sysFstat(k, p, c)
	}
	const known = primitives.AT_SYMLINK_NOFOLLOW | primitives.AT_EMPTY_PATH | atNoAutomount | atStatxSync
	if flags&^known != 0 {
		return fail(primitives.EINVAL)
	}
	at, err := p.at(c.Args[0], c.Path, c.Args[3])
	if err != nil {
		return done(err)
	}
	st, err := k.ns.Stat(&p.cred, at, c.Path, flags)
	if err == nil {
		*c.Stat = st
	}
	return done(err)
}

func sysFaccessat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[2]&^7 != 0 || c.Args[3]&^(atCommon|primitives.AT_EACCESS) != 0 {
		return fail(primitives.EINVAL)
	}
	at, err := p.at(c.Args[0], c.Path, c.Args[3])
	if err != nil {
		return done(err)
	}
	cred := p.cred
	if c.Args[3]&primitives.AT_EACCESS == 0 {
		cred.UID, cred.GID = p.ruid, p.rgid // access(2) asks for the real identity
	}
	return done(k.ns.Access(&cred, at, c.Path, uint32(c.Args[2]), int(c.Args[3])))
}

func sysFchmodat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[3]&^atCommon != 0 {
		return fail(primitives.EINVAL)
	}
	at, err := p.at(c.Args[0], c.Path, c.Args[3])
	if err != nil {
		return done(err)
	}
	return done(k.ns.Chmod(&p.cred, at, c.Path, uint32(c.Args[2]), int(c.Args[3])))
}

func sysFchmod(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return k.chmodFile(p, c.Args[0], uint32(c.Args[1]))
}

func (k *Kernel) chmodFile(p *Process, fd int64, mode uint32) primitives.Result {
	f, err := p.attrFile(fd)
	if err != nil {
		return done(err)
	}
	return done(k.fileOf(f).Chmod(&p.cred, mode))
}

// attrFile returns an open file whose attributes may be changed: O_PATH's may not, open(2).
func (p *Process) attrFile(fd int64) (*openFile, error) {
	f, err := p.fds.get(fd)
	if err == nil && f.flags&primitives.O_PATH != 0 {
		return nil, primitives.EBADF
	}
	return f, err
}

func sysFchownat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[4]&^atCommon != 0 {
		return fail(primitives.EINVAL)
	}
	at, err := p.at(c.Args[0], c.Path, c.Args[4])
	if err != nil {
		return done(err)
	}
	return done(k.ns.Chown(&p.cred, at, c.Path, uint32(c.Args[2]), uint32(c.Args[3]), int(c.Args[4])))
}

func sysFchown(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return k.chownFile(p, c.Args[0], c.Args[1], c.Args[2])
}

func (k *Kernel) chownFile(p *Process, fd, uid, gid int64) primitives.Result {
	f, err := p.attrFile(fd)
	if err != nil {
		return done(err)
	}
	return done(k.fileOf(f).Chown(&p.cred, uint32(uid), uint32(gid)))
}

// Values of a nanoseconds field that are no time, utimensat(2).
const (
	utimeNow  = 1<<30 - 1
	utimeOmit = 1<<30 - 2
)

func sysUtimensat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	times, ok := timesOf(c.In)
	switch {
	case !ok:
		return fail(primitives.EINVAL)
	case times.Idle():
		return value(0) // Linux looks at nothing else then
	case c.Args[3]&^atCommon != 0:
		return fail(primitives.EINVAL)
	}
	if c.Path == "" && c.Args[3]&primitives.AT_EMPTY_PATH != 0 && int32(c.Args[0]) != primitives.AT_FDCWD {
		f, err := p.fds.get(c.Args[0])
		if err != nil {
			return done(err)
		}
		// futimens is a call on what is open, and O_PATH opens nothing; utimensat with an empty path is not.
		if f.flags&primitives.O_PATH == 0 || c.Args[2] == 0 {
			return done(k.fileOf(f).Utimens(&p.cred, times))
		}
	}
	at, err := p.at(c.Args[0], c.Path, c.Args[3])
	if err != nil {
		return done(err)
	}
	return done(k.ns.Utimens(&p.cred, at, c.Path, times, int(c.Args[3])))
}

// timesOf reads the two times of utimensat; nothing means now.
func timesOf(b []byte) (t vfs.Times, ok bool) {
	if len(b) == 0 {
		return vfs.Times{AtimeNow: true, MtimeNow: true}, true
	}
	if len(b) < 32 {
		return t, false
	}
	a, aok := parseUtime(b)
	m, mok := parseUtime(b[16:])
	return vfs.Times{
		Atime: a.ns, AtimeNow: a.now, AtimeOmit: a.omit,
		Mtime: m.ns, MtimeNow: m.now, MtimeOmit: m.omit,
		Invalid: !aok || !mok,
	}, true
}

// utime is one time of utimensat.
type utime struct {
	ns        int64 // since 1970
	now, omit bool
}

func parseUtime(b []byte) (u utime, ok bool) {
	s, ns := int64At(b, 0), int64At(b, 8)
	switch {
	case ns == utimeNow:
		return utime{now: true}, true
	case ns == utimeOmit:
		return utime{omit: true}, true
	case ns < 0 || ns >= nsSecond:
		return u, false
	}
	// ext4 and tmpfs clamp what they can't hold; so does a count of nanoseconds.
	s = min(max(s, -never/nsSecond), never/nsSecond-1)
	return utime{ns: s*nsSecond + ns}, true
}

func sysStatfs(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	st, err := k.ns.Statfs(&p.cred, p.cwd, c.Path)
	return putStatfs(c, st, err)
}

func sysFstatfs(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	return putStatfs(c, k.fileOf(f).Statfs(), nil)
}

func putStatfs(c *primitives.Call, st primitives.Statfs, err error) primitives.Result {
	switch {
	case err != nil:
		return done(err)
	case len(c.Out) < abi.StatfsSize:
		return fail(primitives.EFAULT)
	}
	abi.PutStatfs(c.Out, &st)
	return primitives.Result{N: abi.StatfsSize}
}

// int64At reads a little-endian number of the guest's.
func int64At(b []byte, off int) int64 { return int64(binary.LittleEndian.Uint64(b[off:])) }
