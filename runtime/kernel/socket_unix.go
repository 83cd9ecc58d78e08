package kernel

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// bindUnix gives a local socket a name: a file, or an abstract name, unix(7).
func (k *Kernel) bindUnix(p *Process, s *socket, a address) error {
	switch {
	case a.family != afUnix || s.bound:
		return primitives.EINVAL
	case a.path == "":
		k.serial++
		a.path = fmt.Sprintf("\x00%05x", k.serial&0xfffff) // autobind
	}
	if a.path[0] == 0 {
		if k.findAbstract(a.path) != nil {
			return primitives.EADDRINUSE
		}
	} else if err := k.makeSocketFile(p, s, a.path); err != nil {
		return err
	}
	s.local, s.bound = a, true
	k.network.bound = append(k.network.bound, s)
	return nil
}

// makeSocketFile makes the name of a socket. What exists is in use, even if nobody listens there.
func (k *Kernel) makeSocketFile(p *Process, s *socket, path string) error {
	err := k.ns.Mknod(&p.cred, p.cwd, path, primitives.S_IFSOCK|0o777, 0)
	if primitives.ErrnoOf(err) == primitives.EEXIST {
		return primitives.EADDRINUSE
	}
	if err != nil {
		return err
	}
	f, err := k.ns.Open(&p.cred, p.cwd, path, primitives.O_PATH|primitives.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	f.SetData(s)
	return f.Close()
}

func (k *Kernel) findAbstract(path string) *socket {
	for _, s := range k.network.bound {
		if s.family == afUnix && s.local.path == path && strings.HasPrefix(path, "\x00") {
			return s
		}
	}
	return nil
}

// findUnix returns the socket of a name: ECONNREFUSED if nobody has it open any more.
func (k *Kernel) findUnix(p *Process, a address) (*socket, error) {
	if a.family != afUnix || a.path == "" {
		return nil, primitives.EINVAL
	}
	if a.path[0] == 0 {
		if s := k.findAbstract(a.path); s != nil {
			return s, nil
		}
		return nil, primitives.ECONNREFUSED
	}
	err := k.ns.Access(&p.cred, p.cwd, a.path, primitives.W_OK, primitives.AT_EACCESS)
	if err != nil && primitives.ErrnoOf(err) != primitives.EROFS { // connecting asks the mode, not the mount
		return nil, err
	}
	f, err := k.ns.Open(&p.cred, p.cwd, a.path, primitives.O_PATH, 0)
	if err != nil {
		return nil, err
	}
	s, ok := f.Data().(*socket)
	if err := f.Close(); err != nil {
		return nil, err
	}
	if !ok || s.gone {
		return nil, primitives.ECONNREFUSED
	}
	return s, nil
}

// connectUnix connects a local socket. EAGAIN says that the listener's queue is full: queue is where to
// wait for room.
func (k *Kernel) connectUnix(p *Process, s *socket, to address) (queue *waitQueue, err error) {
	l, err := k.findUnix(p, to)
	switch {
	case err != nil:
		return nil, err
	case l.kind != s.kind:
		return nil, primitives.EPROTOTYPE
	case s.kind == sockDgram:
		s.peer, s.state, s.remote = l, socketConnected, to
		return nil, nil
	case l.state != socketListening:
		return nil, primitives.ECONNREFUSED
	case len(l.backlog) > l.most:
		return &l.queue, primitives.EAGAIN
	}
	s.remote = to
	k.establish(s, l)
	return nil, nil
}
