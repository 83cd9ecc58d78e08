package vfs

import "github.com/sandfault/sandfault/primitives"

// Access tells whether path may be used as mode says, faccessat2(2): R_OK, W_OK, X_OK or 0 for mere
// existence. Flags are AT_SYMLINK_NOFOLLOW and AT_EMPTY_PATH; AT_EACCESS changes nothing, for there
// is one identity.
func (ns *Namespace) Access(c *primitives.Cred, at Location, path string, mode uint32, flags int) error {
	if mode&^7 != 0 {
		return primitives.EINVAL
	}
	l, err := ns.lookup(c, at, path, flags)
	if err != nil {
		return err
	}
	i := l.inode()
	if mode&primitives.X_OK != 0 && i.isRegular() && l.mount.flags.NoExec {
		return ns.denyNoExec(l.mount)
	}
	if err := ns.permit(c, l, mode); err != nil {
		return err
	}
	if mode&primitives.W_OK != 0 && !i.isSpecial() {
		return ns.writable(l.mount)
	}
	return nil
}

// Statfs returns the state of the file system that path is on, statfs(2).
func (ns *Namespace) Statfs(c *primitives.Cred, at Location, path string) (primitives.Statfs, error) {
	l, err := ns.lookup(c, at, path, 0)
	if err != nil {
		return primitives.Statfs{}, err
	}
	return l.mount.statfs(), nil
}

func (m *mount) statfs() primitives.Statfs {
	st := m.fs.statfs()
	flags := m.flags
	flags.ReadOnly = m.readOnly()
	st.Flags = flags.statfsFlags()
	return st
}
