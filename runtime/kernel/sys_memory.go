package kernel

import (
	"github.com/sandfault/sandfault/primitives"
)

// Arguments of mmap(2).
const (
	protWrite    = 2
	protExec     = 4
	mapShared    = 1
	mapAnonymous = 0x20
)

// sysMmap accounts for a mapping: its pages are address space until they are touched. The bytes of a
// mapped file are the ABI's to read.
func sysMmap(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	length, prot, flags := c.Args[1], c.Args[2], c.Args[3]
	if length <= 0 {
		return fail(primitives.EINVAL)
	}
	if flags&mapAnonymous == 0 {
		if err := k.mayMap(p, c.Args[4], prot, flags); err != nil {
			return done(err)
		}
	}
	return sysBrk(k, p, &primitives.Call{Args: [6]int64{length, GrowReserve}})
}

// mayMap checks the file of a mapping.
func (k *Kernel) mayMap(p *Process, fd, prot, flags int64) error {
	f, err := p.fds.get(fd)
	switch {
	case err != nil:
		return err
	case f.file == nil || f.stream != nil || !k.regular(f):
		return primitives.ENODEV
	case !f.readable() || flags&mapShared != 0 && prot&protWrite != 0 && !f.writable():
		return primitives.EACCES
	case prot&protExec != 0 && k.noexec(f):
		return primitives.Deny(primitives.EPERM, primitives.Mounts, "noexec", k.pathOf(f))
	}
	return nil
}

func (k *Kernel) regular(f *openFile) bool {
	st := f.file.Stat()
	return st.IsRegular()
}

func (k *Kernel) noexec(f *openFile) bool {
	const flag = 8 // ST_NOEXEC
	return f.file.Statfs().Flags&flag != 0
}

func sysMunmap(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	return sysBrk(k, p, &primitives.Call{Args: [6]int64{-max(0, c.Args[1]), GrowReserve}})
}

func sysPrlimit(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	q, err := k.target(p, c.Args[0])
	if err != nil {
		return done(err)
	}
	which := c.Args[1]
	if which < 0 || which >= limitCount {
		return fail(primitives.EINVAL)
	}
	if q != p && !p.privileged() && p.ruid != q.ruid {
		return fail(primitives.EPERM)
	}
	old := q.limits[which]
	if len(c.In) >= 16 {
		if err := k.setLimit(p, q, which, int64At(c.In, 0), int64At(c.In, 8)); err != nil {
			return done(err)
		}
	}
	var r primitives.Result
	if len(c.Out) >= 16 {
		putInt64s(c.Out, old.cur, old.max)
		r.N = 16
	}
	return r
}

// setLimit sets a limit of q on behalf of p: nobody but root raises the hard one, getrlimit(2).
func (k *Kernel) setLimit(p, q *Process, which, soft, hard int64) error {
	const mostFiles = 1 << 20 // fs.nr_open
	l := limit{cur: max(soft, infinity), max: max(hard, infinity), own: true}
	old := &q.limits[which]
	switch {
	case l.soft() > l.hard():
		return primitives.EINVAL
	case which == limitNofile && l.hard() > mostFiles:
		return primitives.EPERM
	case l.hard() > old.hard() && !p.privileged():
		return primitives.EPERM
	}
	if l.cur == old.cur {
		l.own = old.own // still the profile's
	}
	*old = l
	if which == limitCPU {
		q.cpuNext = q.limits.cpuNext(q.steps, k.sched.speed)
	}
	return nil
}
