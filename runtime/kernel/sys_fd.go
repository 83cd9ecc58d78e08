package kernel

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

func sysOpenat(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	flags := int(c.Args[2])
	if f := p.call.open; f != nil {
		return k.awaitFifo(p, f)
	}
	// Flags and the path's length come first, then the number: who has none left creates nothing either
	// (fs/open.c, do_sys_openat2).
	if err := vfs.CheckOpen(flags, c.Path); err != nil {
		return done(err)
	}
	if _, err := p.freeFd(0); err != nil {
		return done(err)
	}
	at, err := p.at(c.Args[0], c.Path, 0)
	if err != nil {
		return done(err)
	}
	file, err := k.ns.Open(&p.cred, at, c.Path, flags, uint32(c.Args[3]))
	if err != nil {
		return done(err)
	}
	f := &openFile{flags: flags &^ (openOnly | primitives.O_CLOEXEC), file: file, refs: 1}
	if flags&primitives.O_PATH != 0 {
		f.flags &= primitives.O_PATH | primitives.O_DIRECTORY | primitives.O_NOFOLLOW
	} else {
		f.flags |= largefile
		if r := k.openStream(p, f); r.Errno != primitives.OK {
			if r.Errno == errWait {
				f.cloexec = flags&primitives.O_CLOEXEC != 0
			} else {
				_ = k.unref(f)
			}
			return r
		}
	}
	return k.opened(p, f, flags&primitives.O_CLOEXEC != 0)
}

// openOnly are the flags that open acts on and forgets.
const openOnly = primitives.O_CREAT | primitives.O_EXCL | primitives.O_NOCTTY | primitives.O_TRUNC

// largefile is O_LARGEFILE, which Linux shows on whatever a 64-bit program opened by a path.
const largefile = 0x8000

func (k *Kernel) opened(p *Process, f *openFile, cloexec bool) primitives.Result {
	fd, err := k.install(p, f, cloexec)
	if err != nil {
		return done(err)
	}
	return value(fd)
}

// openStream gives f its stream if it is a device, a FIFO, or leads to a pipe by /proc/self/fd.
func (k *Kernel) openStream(p *Process, f *openFile) primitives.Result {
	st := f.file.Stat()
	switch st.Mode & primitives.S_IFMT {
	case primitives.S_IFREG, primitives.S_IFDIR:
		return value(0)
	case primitives.S_IFIFO:
		return k.openFifo(p, f)
	case primitives.S_IFSOCK:
		return fail(primitives.ENXIO)
	}
	d, ok := f.file.Node().(opener)
	if !ok {
		return fail(primitives.ENXIO)
	}
	s, err := d.open(k, p, f)
	if err != nil {
		return done(err)
	}
	f.stream = s
	return value(0)
}

// openFifo opens one end of a FIFO, fifo(7): opening for one side waits for the other.
func (k *Kernel) openFifo(p *Process, f *openFile) primitives.Result {
	q, ok := f.file.Node().(*pipe)
	if !ok {
		if q, ok = f.file.Data().(*pipe); !ok {
			q = newPipe()
			f.file.SetData(q)
		}
	}
	mode := f.flags & primitives.O_ACCMODE
	if mode == primitives.O_ACCMODE {
		return fail(primitives.EINVAL) // neither reading nor writing
	}
	anonymous := q.name != "" // by /proc/self/fd: nobody waits
	if mode == primitives.O_WRONLY && f.nonblock() && q.readers == 0 && !anonymous {
		return fail(primitives.ENXIO)
	}
	e := q.openEnd(mode)
	f.stream = e
	k.wake(&q.queue)
	if anonymous || mode == primitives.O_RDWR || f.nonblock() || q.readers > 0 && q.writers > 0 {
		return value(0)
	}
	p.call.open, p.call.seen = f, q.opens[e.other()]
	p.call.leave = func() { _ = k.unref(f) }
	return p.wait(&q.queue)
}

// awaitFifo is openFifo's further try: it is over when the other side was opened, even if it was closed
// again meanwhile.
func (k *Kernel) awaitFifo(p *Process, f *openFile) primitives.Result {
	e, _ := f.stream.(*pipeEnd)
	if e.opens[e.other()] == p.call.seen {
		return p.wait(&e.queue)
	}
	p.call.leave = nil
	return k.opened(p, f, f.cloexec)
}

func sysClose(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return done(k.closeFd(p, c.Args[0]))
}

func sysDup(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return dupFrom(p, c.Args[0], 0, false)
}

// dupFrom gives the open file of fd the lowest free number from low on.
func dupFrom(p *Process, fd, low int64, cloexec bool) primitives.Result {
	f, err := p.fds.get(fd)
	if err != nil {
		return done(err)
	}
	to, err := p.freeFd(low)
	if err != nil {
		return done(err)
	}
	f.refs++
	p.fds.set(to, f, cloexec)
	return value(to)
}

func sysDup3(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	from, to, flags := c.Args[0], c.Args[1], c.Args[2]
	if from == to || flags&^primitives.O_CLOEXEC != 0 {
		return fail(primitives.EINVAL)
	}
	f, err := p.fds.get(from)
	if err != nil {
		return done(err)
	}
	if to < 0 || to >= p.limits[limitNofile].soft() && p.pid != 1 {
		return fail(primitives.EBADF)
	}
	f.refs++
	if old, err := p.fds.get(to); err == nil {
		p.fds.clear(to)
		k.dropLocks(p, old)
		_ = k.unref(old)
	}
	p.fds.set(to, f, flags&primitives.O_CLOEXEC != 0)
	return value(to)
}

func sysPipe2(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	const direct = 0x4000 // O_DIRECT: packets
	flags := int(c.Args[1])
	if flags&^(primitives.O_CLOEXEC|primitives.O_NONBLOCK|direct) != 0 {
		return fail(primitives.EINVAL)
	}
	if flags&direct != 0 {
		k.lacks(p, "pipe2 O_DIRECT")
		return fail(primitives.EINVAL)
	}
	q := k.makePipe(p)
	r := q.end(primitives.O_RDONLY | flags&primitives.O_NONBLOCK)
	w := q.end(primitives.O_WRONLY | flags&primitives.O_NONBLOCK)
	rfd, wfd, err := k.installTwo(p, r, w, flags&primitives.O_CLOEXEC != 0)
	if err != nil {
		return done(err)
	}
	return primitives.Result{Val: rfd, Aux: wfd}
}

// installTwo gives both files numbers, or neither.
func (k *Kernel) installTwo(p *Process, a, b *openFile, cloexec bool) (fa, fb int64, err error) {
	if fa, err = k.install(p, a, cloexec); err != nil {
		_ = k.unref(b)
		return -1, -1, err
	}
	if fb, err = k.install(p, b, cloexec); err != nil {
		p.fds.clear(fa)
		_ = k.unref(a)
		return -1, -1, err
	}
	return fa, fb, nil
}
