package kernel

import (
	"math"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// rwfNowait is preadv2's flag: answer EAGAIN where the call would wait.
const rwfNowait = 8

// transfer is how a read or write goes about it.
type transfer struct {
	nowait bool // EAGAIN where it would wait
	silent bool // no SIGPIPE, MSG_NOSIGNAL
}

func rwf(c *primitives.Call) transfer { return transfer{nowait: c.Args[5]&rwfNowait != 0} }

// maxTransfer is the most that one read or write moves, read(2).
const maxTransfer = 0x7ffff000

func sysRead(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	if !f.readable() {
		return fail(primitives.EBADF)
	}
	return k.read(p, f, c.Out, rwf(c))
}

// read reads from where the open file stands.
func (k *Kernel) read(p *Process, f *openFile, b []byte, t transfer) primitives.Result {
	if f.stream != nil {
		if len(b) == 0 {
			return value(0) // not even an error that waits (net/socket.c, sock_read_iter)
		}
		n, err := f.stream.read(k, f, b)
		if n > 0 && f.isFifo() {
			f.file.Accessed()
		}
		return k.orWait(p, f, n, err, t)
	}
	n, err := k.readAt(f, b, f.pos)
	f.pos += int64(n)
	return count(n, err)
}

// orWait turns EAGAIN of a stream into waiting for it, where the caller does so.
func (k *Kernel) orWait(p *Process, f *openFile, n int, err error, t transfer) primitives.Result {
	if err != primitives.EAGAIN || t.nowait || f.nonblock() { //nolint:errorlint // streams answer it bare
		return count(n, err)
	}
	_, queues := f.stream.poll(k, f)
	return p.wait(queues...)
}

// offsetsFit refuses a range that ends beyond what an offset can say (fs/read_write.c, rw_verify_area).
func offsetsFit(off int64, n int) error {
	if off > math.MaxInt64-int64(n) {
		return primitives.EINVAL
	}
	return nil
}

func (k *Kernel) readAt(f *openFile, b []byte, off int64) (int, error) {
	if err := offsetsFit(off, len(b)); err != nil {
		return 0, err
	}
	return f.file.ReadAt(b, off)
}

func sysWrite(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	if !f.writable() {
		return fail(primitives.EBADF)
	}
	return k.write(p, f, c.In, rwf(c))
}

// write writes to where the open file stands.
func (k *Kernel) write(p *Process, f *openFile, b []byte, t transfer) primitives.Result {
	if f.stream != nil {
		r := k.writeStream(p, f, b, t)
		if s, ok := f.stream.(*socket); ok && s.denied != nil && r.Cause == nil {
			r.Cause, s.denied = s.denied, nil // the answer will be a policy's
		}
		return r
	}
	if f.flags&primitives.O_APPEND != 0 {
		return k.appendTo(p, f, b)
	}
	if err := offsetsFit(f.pos, len(b)); err != nil {
		return done(err)
	}
	n, err := k.writeAt(p, f, b, f.pos)
	f.pos += int64(n)
	return count(n, err)
}

// writeStream writes to a pipe or socket. One that waits goes on until all is written, pipe(7): what was
// moved by earlier tries is remembered.
func (k *Kernel) writeStream(p *Process, f *openFile, b []byte, t transfer) primitives.Result {
	sent := p.call.progress
	n, err := f.stream.write(k, f, b[sent:])
	if n > 0 && f.isFifo() {
		f.file.Modified()
	}
	sent += n
	p.call.used, p.call.progress = true, sent
	switch {
	case err == nil && sent == len(b):
		return value(int64(sent))
	case err == nil || err == primitives.EAGAIN: //nolint:errorlint // streams answer it bare
		if !t.nowait && !f.nonblock() {
			_, queues := f.stream.poll(k, f)
			return p.wait(queues...)
		}
		return count(sent, primitives.EAGAIN)
	case err == primitives.EPIPE: //nolint:errorlint // streams answer it bare
		if !t.silent {
			k.post(p, primitives.SIGPIPE, 0, nil)
		}
	}
	return count(sent, err)
}

// appendTo writes at the end, wherever the position is, and takes the position there. A position too far is
// refused all the same; that the end is where a file can't go on is another error.
func (k *Kernel) appendTo(p *Process, f *openFile, b []byte) primitives.Result {
	if err := offsetsFit(f.pos, len(b)); err != nil {
		return done(err)
	}
	n, err := k.writeAt(p, f, b, f.file.Stat().Size)
	if n > 0 {
		f.pos = f.file.Stat().Size
	}
	return count(n, err)
}

// writeAt writes to a file, up to the process's file size limit.
func (k *Kernel) writeAt(p *Process, f *openFile, b []byte, off int64) (int, error) {
	b = b[:min(len(b), maxTransfer)]
	if st := f.file.Stat(); st.IsRegular() {
		room, err := k.fileRoom(p, off, int64(len(b)))
		if err != nil {
			return 0, err
		}
		b = b[:room]
	}
	return f.file.WriteAt(&p.cred, b, off)
}

// seekable returns the file of a positioned read or write.
func (p *Process) seekable(fd int64) (*openFile, error) {
	f, err := p.fds.get(fd)
	if err != nil {
		return nil, err
	}
	if f.flags&primitives.O_PATH != 0 {
		return nil, primitives.EBADF
	}
	if f.stream != nil && !seeks(f.stream) {
		return nil, primitives.ESPIPE
	}
	return f, nil
}

func sysPread(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.seekable(c.Args[0])
	switch {
	case c.Args[3] < 0:
		return fail(primitives.EINVAL)
	case err != nil:
		return done(err)
	case !f.readable():
		return fail(primitives.EBADF)
	case f.stream != nil:
		return count(f.stream.read(k, f, c.Out))
	}
	return count(k.readAt(f, c.Out, c.Args[3]))
}

func sysPwrite(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.seekable(c.Args[0])
	switch {
	case c.Args[3] < 0:
		return fail(primitives.EINVAL)
	case err != nil:
		return done(err)
	case !f.writable():
		return fail(primitives.EBADF)
	case f.stream != nil:
		return count(f.stream.write(k, f, c.In))
	}
	off := c.Args[3]
	if err := offsetsFit(off, len(c.In)); err != nil {
		return done(err)
	}
	if f.flags&primitives.O_APPEND != 0 {
		off = f.file.Stat().Size // Linux appends whatever the offset says, pwrite(2) BUGS
	}
	return count(k.writeAt(p, f, c.In, off))
}

// Whence of lseek(2).
const (
	seekSet  = 0
	seekCur  = 1
	seekEnd  = 2
	seekData = 3
	seekHole = 4
)

func sysLseek(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.seekable(c.Args[0])
	if err != nil {
		return done(err)
	}
	if f.stream != nil {
		return value(0)
	}
	off := c.Args[1]
	size := func() int64 { return f.file.Stat().Size }
	base := int64(0)
	switch c.Args[2] {
	case seekSet:
	case seekCur:
		base = f.pos
	case seekEnd:
		base = size()
	case seekData, seekHole:
		return f.seekExtent(off, c.Args[2] == seekData)
	default:
		return fail(primitives.EINVAL)
	}
	switch { // a sum that overflows is below 0 too
	case base+off < 0 || base+off > f.file.MaxSize():
		return fail(primitives.EINVAL)
	}
	f.pos = base + off
	return value(f.pos)
}

// seekExtent goes to the next data or hole. What has no extents of its own is all data up to its size.
func (f *openFile) seekExtent(off int64, data bool) primitives.Result {
	seek := f.file.SeekHole
	if data {
		seek = f.file.SeekData
	}
	at, err := seek(off)
	if err == primitives.EINVAL { //nolint:errorlint // the package returns it bare
		size := f.file.Stat().Size
		switch {
		case off < 0 || off >= size:
			return fail(primitives.ENXIO)
		case data:
			at = off
		default:
			at = size
		}
	} else if err != nil {
		return done(err)
	}
	f.pos = at
	return value(at)
}

func sysFtruncate(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[1] < 0 {
		return fail(primitives.EINVAL) // whatever the descriptor is
	}
	f, err := p.fds.get(c.Args[0])
	switch {
	case err != nil:
		return done(err)
	case f.flags&primitives.O_PATH != 0:
		return fail(primitives.EBADF)
	case f.file == nil || f.stream != nil || !f.writable():
		return fail(primitives.EINVAL)
	}
	if err := k.mayExtend(p, f.file.Stat().Size, c.Args[1]); err != nil {
		return done(err)
	}
	return done(f.file.Truncate(&p.cred, c.Args[1]))
}

// mayExtend checks the file size limit where a file grows to size.
func (k *Kernel) mayExtend(p *Process, old, size int64) error {
	if size <= old {
		return nil
	}
	room, err := k.fileRoom(p, 0, size)
	if err == nil && room < size {
		_, err = k.fileRoom(p, size, 1)
	}
	return err
}

func sysTruncate(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	if c.Args[1] < 0 {
		return fail(primitives.EINVAL)
	}
	if st, err := k.ns.Stat(&p.cred, p.cwd, c.Path, 0); err == nil && st.IsRegular() {
		if err := k.ns.Access(&p.cred, p.cwd, c.Path, primitives.W_OK, primitives.AT_EACCESS); err == nil {
			if err := k.mayExtend(p, st.Size, c.Args[1]); err != nil {
				return done(err)
			}
		}
	}
	return done(k.ns.Truncate(&p.cred, p.cwd, c.Path, c.Args[1]))
}

func sysFallocate(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	if err != nil {
		return done(err)
	}
	mode, off, n := c.Args[1], c.Args[2], c.Args[3]
	file := k.fileOf(f)
	st := file.Stat()
	grows := mode == 0 && off >= 0 && n > 0 && off <= math.MaxInt64-n
	if grows && f.writable() && st.IsRegular() {
		if err := k.mayExtend(p, st.Size, off+n); err != nil {
			return done(err)
		}
	}
	if off >= 0 && n > 0 {
		k.spend(p, min(n, 1<<36)/vfs.PageSize) // each page is looked at, as far as there may be any
	}
	return done(file.Allocate(&p.cred, uint32(mode), off, n))
}

func sysFsync(_ *Kernel, p *Process, c *primitives.Call) primitives.Result {
	f, err := p.fds.get(c.Args[0])
	switch {
	case err != nil:
		return done(err)
	case f.flags&primitives.O_PATH != 0:
		return fail(primitives.EBADF)
	case f.file == nil || f.stream != nil:
		return fail(primitives.EINVAL) // what has no storage cannot be synchronised, fsync(2)
	}
	return value(0)
}

func sysSync(*Kernel, *Process, *primitives.Call) primitives.Result { return value(0) }
