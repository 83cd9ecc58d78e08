package vfs

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// Mkdir makes a directory, mkdir(2). Of the mode only permission bits and the sticky bit count.
func (ns *Namespace) Mkdir(c *primitives.Cred, at Location, path string, mode uint32) error {
	n, err := ns.creating(c, at, path, true)
	if err != nil {
		return err
	}
	_, err = n.make(primitives.S_IFDIR|mode&(0o777|primitives.S_ISVTX), "", 0)
	return err
}

// MkdirAll makes a directory with the parents that are missing, as mkdir -p does. A directory that
// exists is no error.
func (ns *Namespace) MkdirAll(c *primitives.Cred, at Location, path string, mode uint32) error {
	for i := 0; i < len(path); {
		j := strings.IndexByte(path[i:], '/')
		if j < 0 {
			j = len(path) - i
		}
		i += j + 1
		prefix := path[:min(i, len(path))]
		if j == 0 {
			continue
		}
		err := ns.Mkdir(c, at, prefix, mode)
		if err == nil {
			continue
		}
		if st, serr := ns.Stat(c, at, prefix, 0); serr != nil || !st.IsDir() {
			if primitives.ErrnoOf(err) == primitives.EEXIST && serr == nil {
				return primitives.ENOTDIR
			}
			return err
		}
	}
	return nil
}

// Mknod makes a file, FIFO, socket or device, mknod(2). A mode without type bits means a file.
func (ns *Namespace) Mknod(c *primitives.Cred, at Location, path string, mode uint32, rdev uint64) error {
	switch mode & primitives.S_IFMT {
	case 0:
		mode |= primitives.S_IFREG
	case primitives.S_IFREG, primitives.S_IFIFO, primitives.S_IFSOCK, primitives.S_IFCHR, primitives.S_IFBLK:
	case primitives.S_IFDIR:
		return primitives.EPERM
	default:
		return primitives.EINVAL
	}
	n, err := ns.creating(c, at, path, false)
	if err != nil {
		return err
	}
	_, err = n.make(mode&(primitives.S_IFMT|0o7777), "", rdev)
	return err
}

// Symlink makes a symbolic link, symlink(2).
func (ns *Namespace) Symlink(c *primitives.Cred, target string, at Location, path string) error {
	switch {
	case target == "":
		return primitives.ENOENT
	case len(target) >= maxPath:
		return primitives.ENAMETOOLONG
	}
	n, err := ns.creating(c, at, path, false)
	if err != nil {
		return err
	}
	_, err = n.make(primitives.S_IFLNK|0o777, target, 0)
	return err
}

// Readlink returns the target of a symbolic link, readlink(2); EINVAL when path is none.
func (ns *Namespace) Readlink(c *primitives.Cred, at Location, path string) (string, error) {
	l, err := ns.lookup(c, at, path, primitives.AT_SYMLINK_NOFOLLOW|primitives.AT_EMPTY_PATH)
	if err != nil {
		return "", err
	}
	i := l.inode()
	switch {
	case i.isSymlink():
	case path == "":
		return "", primitives.ENOENT
	default:
		return "", primitives.EINVAL
	}
	if link, ok := i.node.(Link); ok {
		return link.Target(), nil
	}
	l.mount.flags.accessed(i)
	return i.target, nil
}
