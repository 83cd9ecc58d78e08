package kernel

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// at returns where a path relative to dirfd begins. An absolute path needs no descriptor, openat(2), and
// one that is wrong as a whole is refused before the descriptor is looked at.
func (p *Process) at(dirfd int64, path string, flags int64) (vfs.Location, error) {
	const pathMax = 4096
	wrong := path == "" && flags&primitives.AT_EMPTY_PATH == 0 || len(path) >= pathMax
	if int32(dirfd) == primitives.AT_FDCWD || wrong || path != "" && path[0] == '/' {
		return p.cwd, nil
	}
	f, err := p.fds.get(dirfd)
	if err != nil {
		return vfs.Location{}, err
	}
	if f.file == nil && path != "" {
		return vfs.Location{}, primitives.ENOTDIR
	}
	return p.k.fileOf(f).Location(), nil
}

func sysGetdents(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	switch {
	case err != nil:
		return done(err)
	case f.flags&primitives.O_PATH != 0:
		return fail(primitives.EBADF)
	case f.file == nil || f.stream != nil:
		return fail(primitives.ENOTDIR)
	}
	entries, err := f.file.ReadDir(f.pos, len(c.Out)/direntSize+1)
	if err != nil {
		return done(err)
	}
	if f.pos == 0 {
		k.spend(p, entriesCost(f.file.Listed()))
	}
	n := 0
	for i := range entries {
		size := direntLen(&entries[i])
		if n+size > len(c.Out) {
			if n == 0 {
				return fail(primitives.EINVAL) // the room is too small for one entry
			}
			break
		}
		putDirent(c.Out[n:n+size], &entries[i])
		f.pos = entries[i].Off
		n += size
	}
	return value(int64(n))
}

const direntSize = 19 // bytes of struct linux_dirent64 before the name

// direntLen returns the length of an entry's record, which is aligned to 8 bytes.
func direntLen(d *primitives.Dirent) int { return (direntSize + len(d.Name) + 1 + 7) &^ 7 }

func putDirent(b []byte, d *primitives.Dirent) {
	binary.LittleEndian.PutUint64(b, d.Ino)
	binary.LittleEndian.PutUint64(b[8:], uint64(d.Off))
	binary.LittleEndian.PutUint16(b[16:], uint16(len(b)))
	b[18] = d.Type
	clear(b[direntSize+copy(b[direntSize:], d.Name):])
}

func sysMkdirat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	at, err := p.at(c.Args[0], c.Path, 0)
	if err != nil {
		return done(err)
	}
	return done(k.ns.Mkdir(&p.cred, at, c.Path, uint32(c.Args[2])))
}

// Linux looks at flags, types and targets before descriptors.

func sysMknodat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if uint32(c.Args[2])&primitives.S_IFMT == primitives.S_IFDIR {
		return fail(primitives.EPERM)
	}
	at, err := p.at(c.Args[0], c.Path, 0)
	if err != nil {
		return done(err)
	}
	return done(k.ns.Mknod(&p.cred, at, c.Path, uint32(c.Args[2]), uint64(uint32(c.Args[3]))))
}

func sysUnlinkat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[2]&^primitives.AT_REMOVEDIR != 0 {
		return fail(primitives.EINVAL)
	}
	at, err := p.at(c.Args[0], c.Path, 0)
	if err != nil {
		return done(err)
	}
	return done(k.ns.Unlink(&p.cred, at, c.Path, int(c.Args[2])))
}

// atTwo returns where the two paths of a rename or link begin.
func (p *Process) atTwo(c *primitives.Call) (from, to vfs.Location, err error) {
	if from, err = p.at(c.Args[0], c.Path, c.Args[4]); err == nil {
		to, err = p.at(c.Args[2], c.Path2, 0)
	}
	return from, to, err
}

func sysRenameat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if !vfs.ValidRename(int(c.Args[4])) {
		return fail(primitives.EINVAL)
	}
	if c.Path == "" || c.Path2 == "" {
		return fail(primitives.ENOENT) // whatever the descriptors are
	}
	from, to, err := p.atTwo(c)
	if err != nil {
		return done(err)
	}
	return done(k.ns.Rename(&p.cred, from, c.Path, to, c.Path2, int(c.Args[4])))
}

func sysLinkat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[4]&^(primitives.AT_SYMLINK_FOLLOW|primitives.AT_EMPTY_PATH) != 0 {
		return fail(primitives.EINVAL)
	}
	from, err := p.at(c.Args[0], c.Path, c.Args[4])
	if err != nil {
		return done(err)
	}
	to, err := p.at(c.Args[2], c.Path2, 0)
	if err != nil { // what is linked is looked up before (fs/namei.c, do_linkat)
		flags := primitives.AT_SYMLINK_NOFOLLOW | int(c.Args[4])&primitives.AT_EMPTY_PATH
		if c.Args[4]&primitives.AT_SYMLINK_FOLLOW != 0 {
			flags &^= primitives.AT_SYMLINK_NOFOLLOW
		}
		if _, missing := k.ns.Stat(&p.cred, from, c.Path, flags); missing != nil {
			err = missing
		}
		return done(err)
	}
	return done(k.ns.Link(&p.cred, from, c.Path, to, c.Path2, int(c.Args[4])))
}

func sysSymlinkat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Path2 == "" {
		return fail(primitives.ENOENT)
	}
	at, err := p.at(c.Args[1], c.Path, 0)
	if err != nil {
		return done(err)
	}
	return done(k.ns.Symlink(&p.cred, c.Path2, at, c.Path))
}

func sysReadlinkat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	at, err := p.at(c.Args[0], c.Path, primitives.AT_EMPTY_PATH)
	if err != nil {
		return done(err)
	}
	target, err := k.ns.Readlink(&p.cred, at, c.Path)
	if err != nil {
		return done(err)
	}
	if len(c.Out) == 0 {
		return fail(primitives.EINVAL)
	}
	return value(int64(copy(c.Out, target)))
}

func sysChdir(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	l, err := k.ns.Chdir(&p.cred, p.cwd, c.Path)
	if err == nil {
		p.cwd = l
	}
	return done(err)
}

func sysFchdir(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	if f.file == nil || !f.file.Location().IsDir() {
		return fail(primitives.ENOTDIR)
	}
	l, err := k.ns.Fchdir(&p.cred, f.file)
	if err == nil {
		p.cwd = l
	}
	return done(err)
}

func sysGetcwd(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	path, err := k.ns.Getcwd(p.cwd)
	if err != nil {
		return done(err)
	}
	if len(c.Out) <= len(path) {
		return fail(primitives.ERANGE)
	}
	c.Out[copy(c.Out, path)] = 0
	return value(int64(len(path)))
}
