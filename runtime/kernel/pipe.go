package kernel

import (
	"strconv"

	"github.com/sandfault/sandfault/primitives"
)

const (
	pipeCapacity = 16   // pages: 65536 bytes, pipe(7)
	pipeBuf      = 4096 // PIPE_BUF: writes up to here are atomic
	maxPipe      = 1 << 20
)

// pipe is a pipe or FIFO. It keeps no byte of its callers' memory: what is written is copied in, what
// is read is copied out.
type pipe struct {
	buf      pageBuffer
	capacity int // pages
	readers  int
	writers  int
	opens    [2]uint64 // how often the reading and the writing side were opened
	queue    waitQueue // both sides wait here
	name     string    // as /proc/self/fd shows it; "" for a FIFO
	attr     primitives.Stat
	locks    *lockTable // nil until something is locked
}

func newPipe() *pipe { return &pipe{capacity: pipeCapacity} }

// pipeEnd is one open end of a pipe; a FIFO that is open for both is both.
type pipeEnd struct {
	*pipe
	reads, writes bool
	// seen is how often the writing side had been opened when this end was, if nobody had it open
	// then: until somebody opens it, its absence is no hang-up (fs/pipe.c, fifo_open).
	seen uint64
}

func (e *pipeEnd) read(k *Kernel, _ *openFile, b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	if e.buf.len() == 0 {
		if e.writers == 0 {
			return 0, nil
		}
		return 0, primitives.EAGAIN
	}
	n := e.buf.empty(b)
	k.memory.used -= int64(n)
	k.wake(&e.queue)
	return n, nil
}

// write stores all of b if it is at most PIPE_BUF long, or nothing; of more, what there is room for.
func (e *pipeEnd) write(k *Kernel, _ *openFile, b []byte) (int, error) {
	switch {
	case len(b) == 0:
		return 0, nil
	case e.readers == 0:
		return 0, primitives.EPIPE
	}
	merge := k.current.call.progress == 0 // a write that waited goes on in new pages
	n := e.buf.fits(len(b), e.capacity, merge)
	if n == 0 || len(b) <= pipeBuf && n < len(b) {
		return 0, primitives.EAGAIN
	}
	if err := k.charge(nil, int64(n)); err != nil {
		return 0, err
	}
	e.buf.fill(b[:n], merge)
	k.wake(&e.queue)
	return n, nil
}

// poll tells what poll(2) does of the end. A pipe takes a write when it has a free page.
func (e *pipeEnd) poll(*Kernel, *openFile) (events int16, queues []*waitQueue) {
	if e.reads {
		if e.buf.len() > 0 {
			events |= pollIn
		}
		if e.writers == 0 && e.opens[1] != e.seen {
			events |= pollHup
		}
	}
	if e.writes {
		if len(e.buf.pages) < e.capacity {
			events |= pollOut
		}
		if e.readers == 0 {
			events |= pollErr
		}
	}
	return events, []*waitQueue{&e.queue}
}

func (e *pipeEnd) close(k *Kernel, _ *openFile) {
	if e.reads {
		e.readers--
	}
	if e.writes {
		e.writers--
	}
	if e.readers == 0 && e.writers == 0 {
		k.memory.used -= int64(e.buf.len())
		e.buf, e.capacity = pageBuffer{}, pipeCapacity // a FIFO begins anew
	}
	k.wake(&e.queue)
}

// other returns which side the end waits for when it is opened: an index of opens.
func (e *pipeEnd) other() int {
	if e.reads {
		return 1
	}
	return 0
}

func (e *pipeEnd) pending() int { return e.buf.len() }

// Attr implements vfs.Node.
func (p *pipe) Attr() primitives.Stat { return p.attr }

// Keep implements vfs.Keeper.
func (p *pipe) Keep(a primitives.Stat) { p.attr = a }

// makePipe makes a pipe of pipe(2).
func (k *Kernel) makePipe(p *Process) *pipe {
	k.serial++
	now := k.clock.Now()
	q := newPipe()
	q.name = "pipe:[" + strconv.FormatUint(k.serial, 10) + "]"
	q.attr = primitives.Stat{
		Mode: primitives.S_IFIFO | 0o600, UID: p.cred.UID, GID: p.cred.GID, Ino: k.serial,
		Nlink: 1, Blksize: pipeBuf, Atime: now, Mtime: now, Ctime: now,
	}
	return q
}

// end opens an end of a pipe that has no name in the tree.
func (p *pipe) end(flags int) *openFile {
	e := p.openEnd(flags & primitives.O_ACCMODE)
	return &openFile{flags: flags, stream: e, node: p, name: p.name, refs: 1}
}

// openEnd counts one more open end. mode is O_ACCMODE's part of the flags of open.
func (p *pipe) openEnd(mode int) *pipeEnd {
	e := &pipeEnd{pipe: p}
	if p.writers == 0 && mode == primitives.O_RDONLY {
		e.seen = p.opens[1]
	}
	e.reads, e.writes = mode != primitives.O_WRONLY, mode != primitives.O_RDONLY
	if e.reads {
		p.readers++
		p.opens[0]++
	}
	if e.writes {
		p.writers++
		p.opens[1]++
	}
	return e
}
