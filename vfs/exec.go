package vfs

import "github.com/sandfault/sandfault/primitives"

// OpenExec opens a program for execve(2): a regular file with an x bit that applies, on a mount that
// allows it; EACCES otherwise, ETXTBSY while somebody has it open for writing. It may be read whatever
// its r bits say. Until it is closed nobody can open it for writing.
func (ns *Namespace) OpenExec(c *primitives.Cred, at Location, path string) (*File, error) {
	l, err := ns.lookup(c, at, path, 0)
	if err != nil {
		return nil, err
	}
	i := l.inode()
	if !i.isRegular() {
		return nil, primitives.EACCES
	}
	if l.mount.flags.NoExec {
		return nil, ns.denyNoExec(l.mount)
	}
	if err := ns.permit(c, l, primitives.X_OK); err != nil {
		return nil, err
	}
	if i.writers > 0 {
		return nil, primitives.ETXTBSY
	}
	if err := ns.ask(c, OpExec, l); err != nil {
		return nil, err
	}
	f := ns.newFile(l, primitives.O_RDONLY)
	f.exec = true
	i.running++
	return f, nil
}

func (ns *Namespace) denyNoExec(m *mount) error {
	return primitives.Deny(primitives.EACCES, primitives.Mounts, "noexec", ns.mountPath(m))
}
