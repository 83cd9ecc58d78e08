package kernel

import "github.com/sandfault/sandfault/primitives"

// pidfd is the stream of pidfd_open(2): it is readable when the process has ended.
type pidfd struct{ process *Process }

func (d *pidfd) read(*Kernel, *openFile, []byte) (int, error)  { return 0, primitives.EINVAL }
func (d *pidfd) write(*Kernel, *openFile, []byte) (int, error) { return 0, primitives.EINVAL }
func (d *pidfd) close(*Kernel, *openFile)                      {}

func (d *pidfd) poll(*Kernel, *openFile) (events int16, queues []*waitQueue) {
	if d.process.zombie {
		events = pollIn
	}
	return events, []*waitQueue{&d.process.deathQueue}
}

// Attr implements vfs.Node.
func (d *pidfd) Attr() primitives.Stat { return primitives.Stat{Mode: 0o600, Nlink: 1} }

func sysPidfdOpen(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	pid, flags := c.Args[0], int(c.Args[1])
	if pid <= 0 || flags&^primitives.O_NONBLOCK != 0 {
		return fail(primitives.EINVAL)
	}
	q, err := k.target(p, pid)
	if err != nil {
		return done(err)
	}
	d := &pidfd{q}
	return k.opened(p, &openFile{
		flags: primitives.O_RDWR | flags, stream: d, node: d, name: "anon_inode:[pidfd]", refs: 1,
	}, true)
}
