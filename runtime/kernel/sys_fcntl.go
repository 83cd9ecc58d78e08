package kernel

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
)

// Commands of fcntl(2).
const (
	fDupfd        = 0
	fGetfd        = 1
	fSetfd        = 2
	fGetfl        = 3
	fSetfl        = 4
	fGetlk        = 5
	fSetlk        = 6
	fSetlkw       = 7
	fSetown       = 8
	fGetown       = 9
	fOfdGetlk     = 36
	fOfdSetlk     = 37
	fOfdSetlkw    = 38
	fDupfdCloexec = 1030
	fSetpipeSz    = 1031
	fGetpipeSz    = 1032

	fdCloexec = 1
)

// changeable are the flags that F_SETFL may change.
const changeable = primitives.O_APPEND | primitives.O_NONBLOCK

func sysFcntl(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	fd, cmd, arg := c.Args[0], c.Args[1], c.Args[2]
	f, err := p.fds.get(fd)
	if err != nil {
		return done(err)
	}
	switch cmd {
	case fDupfd, fDupfdCloexec:
		if arg < 0 || arg >= p.limits[limitNofile].soft() && p.pid != 1 {
			return fail(primitives.EINVAL)
		}
		return dupFrom(p, fd, arg, cmd == fDupfdCloexec)
	case fGetfd:
		if p.fds.entry(fd).cloexec {
			return value(fdCloexec)
		}
		return value(0)
	case fSetfd:
		p.fds.entry(fd).cloexec = arg&fdCloexec != 0
		return value(0)
	case fGetfl:
		return value(int64(f.flags))
	}
	if f.flags&primitives.O_PATH != 0 {
		return fail(primitives.EBADF)
	}
	return k.fcntlFile(p, f, c)
}

// fcntlFile answers the commands that O_PATH does not allow.
func (k *Kernel) fcntlFile(p *Process, f *openFile, c *primitives.Call) primitives.Result {
	switch cmd, arg := c.Args[1], c.Args[2]; cmd {
	case fSetfl:
		f.flags = f.flags&^changeable | int(arg)&changeable
		return value(0)
	case fGetlk, fSetlk, fSetlkw, fOfdGetlk, fOfdSetlk, fOfdSetlkw:
		return k.recordLock(p, f, c)
	case fSetown, fGetown:
		return value(0)
	case fGetpipeSz, fSetpipeSz:
		e, ok := f.stream.(*pipeEnd)
		switch {
		case !ok:
			return fail(primitives.EBADF)
		case cmd == fSetpipeSz:
			return k.resizePipe(p, e.pipe, arg)
		}
		return value(int64(e.capacity) * pipePage)
	default:
		return fail(primitives.EINVAL)
	}
}

// resizePipe sets a pipe's capacity to a power of two of pages, fcntl(2).
func (k *Kernel) resizePipe(p *Process, q *pipe, n int64) primitives.Result {
	size := int64(pipePage)
	for size < n && size < 1<<31 {
		size <<= 1
	}
	switch {
	case n < 0 || n > 1<<31:
		return fail(primitives.EINVAL)
	case size > maxPipe && !p.privileged():
		return fail(primitives.EPERM)
	case size/pipePage < int64(len(q.buf.pages)):
		return fail(primitives.EBUSY)
	}
	q.capacity = int(size / pipePage)
	k.wake(&q.queue)
	return value(size)
}

// Requests of ioctl(2).
const (
	fionread = 0x541b
	fionbio  = 0x5421
	fionclex = 0x5450
	fioclex  = 0x5451
)

func sysIoctl(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	if f.flags&primitives.O_PATH != 0 {
		return fail(primitives.EBADF)
	}
	switch c.Args[1] {
	case fioclex, fionclex:
		p.fds.entry(c.Args[0]).cloexec = c.Args[1] == fioclex
		return value(0)
	case fionbio:
		f.flags &^= primitives.O_NONBLOCK
		if c.Args[2] != 0 {
			f.flags |= primitives.O_NONBLOCK
		}
		return value(0)
	case fionread:
		n, ok := k.pendingBytes(f)
		if !ok {
			return fail(primitives.ENOTTY)
		}
		r := primitives.Result{Aux: n}
		if len(c.Out) >= 4 {
			binary.LittleEndian.PutUint32(c.Out, uint32(n))
			r.N = 4
		}
		return r
	default:
		return fail(primitives.ENOTTY) // there are no terminals
	}
}

// counter is a stream that knows how many bytes wait in it.
type counter interface{ pending() int }

func (k *Kernel) pendingBytes(f *openFile) (int64, bool) {
	if s, ok := f.stream.(counter); ok {
		return int64(s.pending()), true
	}
	if f.file != nil && f.stream == nil {
		st := f.file.Stat()
		return st.Size - f.pos, st.IsRegular() // less than nothing beyond the end
	}
	return 0, false
}
