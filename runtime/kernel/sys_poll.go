package kernel

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
)

// Events of poll(2).
const (
	pollIn    = 0x001
	pollOut   = 0x004
	pollErr   = 0x008
	pollHup   = 0x010
	pollNval  = 0x020
	pollRdhup = 0x2000
)

const (
	pollfdSize = 8 // struct pollfd: int fd, short events, short revents
	maxPoll    = 1 << 16
)

func sysPoll(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	n := int(c.Args[1])
	switch {
	case c.Args[1] < 0 || c.Args[1] > maxPoll || c.Args[1] > p.limits[limitNofile].soft() && p.pid != 1:
		return fail(primitives.EINVAL)
	case len(c.In) < n*pollfdSize || len(c.Out) < n*pollfdSize:
		return fail(primitives.EFAULT)
	}
	ready := 0
	queues := make([]*waitQueue, 0, 4)
	for i := range n {
		in, out := c.In[i*pollfdSize:], c.Out[i*pollfdSize:]
		fd := int32(binary.LittleEndian.Uint32(in))
		wanted := int16(binary.LittleEndian.Uint16(in[4:]))
		var got int16
		if fd >= 0 {
			var q []*waitQueue
			got, q = k.pollFd(p, int64(fd))
			got &= wanted | pollErr | pollHup | pollNval
			queues = append(queues, q...)
		}
		if got != 0 {
			ready++
		}
		copy(out[:6], in[:6])
		binary.LittleEndian.PutUint16(out[6:], uint16(got))
	}
	if ready > 0 || p.until(k.timeout(c)) {
		return primitives.Result{Val: int64(ready), N: n * pollfdSize}
	}
	return p.wait(queues...)
}

// timeout returns when a poll ends: ms of Args[2], plus the nanoseconds of Args[4].
func (k *Kernel) timeout(c *primitives.Call) int64 {
	ms := int64(int32(c.Args[2]))
	if ms < 0 {
		return noDeadline
	}
	return after(k.clock.Now(), ms*1_000_000+c.Args[4])
}

// after returns the time d nanoseconds after t; it stops at the largest number.
func after(t, d int64) int64 {
	if d > never-t {
		return never
	}
	return t + max(d, 0)
}

// pollFd returns all events of a descriptor, and where to wait for others.
func (k *Kernel) pollFd(p *Process, fd int64) (events int16, queues []*waitQueue) {
	f, err := p.fds.get(fd)
	switch {
	case err != nil || f.flags&primitives.O_PATH != 0:
		return pollNval, nil
	case f.stream != nil:
		return f.stream.poll(k, f)
	default:
		return pollIn | pollOut, nil // regular files are always ready, poll(2)
	}
}
