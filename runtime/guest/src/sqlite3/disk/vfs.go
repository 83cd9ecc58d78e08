// Package disk is SQLite's layer of files over the sandbox's calls, as SQLite's own for Unix is over libc:
// the same modes, journals, temporary files, record locks and results. It has no shared memory, so that a
// write-ahead log is to be had in exclusive locking mode alone.
package disk

import (
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Name is by which a database's URI asks for this layer.
const Name = "unix"

// Register makes the layer known to the library.
func Register() { vfs.Register(Name, files{}) }

type files struct{}

// okSymlink is SQLITE_OK_SYMLINK: the path is right, and had a link in it.
const okSymlink = sqlite3.ExtendedErrorCode(2 << 8)

const (
	lowestFd     = 3    // below are the standard streams, which nothing may write a database over
	maxLinks     = 200  // symbolic links in a path
	maxPath      = 1023 // bytes
	modeDatabase = 0o644
	modeTemp     = 0o600
)

// Open implements vfs.VFS.
func (files) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f := &file{path: name, flags: flags, deleted: flags&vfs.OPEN_DELETEONCLOSE != 0}
	if name == "" {
		var err error
		if f.path, err = temporary(); err != nil {
			return nil, flags, err
		}
	}
	how, mode := primitives.O_RDONLY, permissions{mode: modeDatabase, uid: -1, gid: -1}
	if flags&vfs.OPEN_READWRITE != 0 {
		how = primitives.O_RDWR
	}
	if flags&vfs.OPEN_CREATE != 0 {
		how |= primitives.O_CREAT
		mode = modeOf(f.path, flags)
	}
	if flags&vfs.OPEN_EXCLUSIVE != 0 {
		how |= primitives.O_EXCL | primitives.O_NOFOLLOW
	}
	fd, err := open(f.path, how, mode.mode)
	if err != nil && flags&vfs.OPEN_READWRITE != 0 {
		if err == primitives.EACCES && flags&journals != 0 && linux.Access(f.path, 0) != nil {
			return nil, flags, vfs.SystemError(err, sqlite3.READONLY_DIRECTORY)
		}
		if err != primitives.EISDIR {
			how = primitives.O_RDONLY | how&primitives.O_NOFOLLOW
			flags = flags&^(vfs.OPEN_READWRITE|vfs.OPEN_CREATE) | vfs.OPEN_READONLY
			f.flags = flags
			fd, err = open(f.path, how, mode.mode)
		}
	}
	if err != nil {
		return nil, flags, vfs.SystemError(err, sqlite3.CANTOPEN)
	}
	f.fd = fd
	f.settle(how, mode)
	return f, flags, nil
}

// journals are the files that lie beside a database.
const journals = vfs.OPEN_MAIN_JOURNAL | vfs.OPEN_SUPER_JOURNAL | vfs.OPEN_WAL

// settle gives a file that was opened its owner, and takes its name away if nobody is to find it.
func (f *file) settle(how int, p permissions) {
	if how&primitives.O_CREAT != 0 && f.flags&journals != 0 {
		f.syncDir = true
		if p.uid >= 0 && linux.Geteuid() == 0 {
			_ = linux.Fchown(f.fd, p.uid, p.gid) // as SQLite does, which goes on without
		}
	}
	if f.deleted {
		_ = linux.Unlink(f.path) // it stays until it is closed, under no name if that may be
	}
}

// open opens a file above the standard streams.
func open(path string, how int, mode uint32) (int, error) {
	for {
		fd, err := linux.Open(path, how|primitives.O_CLOEXEC, mode)
		switch {
		case err == primitives.EINTR:
			continue
		case err != nil || fd >= lowestFd:
			return fd, err
		}
		up, err := linux.Fcntl(fd, linux.FDupfdCloexec, lowestFd)
		_ = linux.Close(fd) // it was read from or written to by nobody
		return up, err
	}
}

// permissions are what a new file gets.
type permissions struct {
	mode     uint32
	uid, gid int
}

// modeOf is that a journal may be read by whoever may read its database.
func modeOf(path string, flags vfs.OpenFlag) permissions {
	p := permissions{mode: modeDatabase, uid: -1, gid: -1}
	switch {
	case flags&(vfs.OPEN_WAL|vfs.OPEN_MAIN_JOURNAL) != 0:
		i := strings.LastIndexByte(path, '-')
		if i <= 0 {
			return p
		}
		if st, err := linux.Stat(path[:i]); err == nil {
			return permissions{st.Mode & 0o777, int(st.UID), int(st.GID)}
		}
	case flags&vfs.OPEN_DELETEONCLOSE != 0:
		p.mode = modeTemp
	}
	return p
}

// temporary is a name for a file in the first of SQLite's directories that will do.
func temporary() (string, error) {
	dirs := []string{"/var/tmp", "/usr/tmp", "/tmp", "."}
	for _, name := range []string{"TMPDIR", "SQLITE_TMPDIR"} {
		if v, ok := linux.Getenv(name); ok && v != "" {
			dirs = append([]string{v}, dirs...)
		}
	}
	for _, dir := range dirs {
		st, err := linux.Stat(dir)
		if err != nil || st.Mode&primitives.S_IFMT != primitives.S_IFDIR ||
			linux.Access(dir, accessWrite|accessSearch) != nil {
			continue
		}
		var b [8]byte
		if err := linux.Getrandom(b[:]); err != nil {
			return "", err
		}
		return fmt.Sprintf("%s/etilqs_%x", dir, b), nil
	}
	return "", sqlite3.IOERR_GETTEMPPATH
}

// Modes of access(2).
const (
	accessRead   = 4
	accessWrite  = 2
	accessSearch = 1
)

// Delete implements vfs.VFS.
func (files) Delete(name string, syncDir bool) error {
	if err := linux.Unlink(name); err != nil {
		if err == primitives.ENOENT {
			return sqlite3.IOERR_DELETE_NOENT
		}
		return vfs.SystemError(err, sqlite3.IOERR_DELETE)
	}
	if !syncDir {
		return nil
	}
	return syncDirectory(name)
}

// syncDirectory makes the names in a file's directory last. One that can't be opened is left alone.
func syncDirectory(path string) error {
	dir := "."
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir = path[:max(i, 1)]
	}
	fd, err := open(dir, primitives.O_RDONLY, 0)
	if err != nil {
		return nil // as SQLite does
	}
	err = linux.Fsync(fd)
	_ = linux.Close(fd) // nothing was written by it
	return vfs.SystemError(err, sqlite3.IOERR_DIR_FSYNC)
}

// Access implements vfs.VFS. A journal of no bytes is none.
func (files) Access(name string, flags vfs.AccessFlag) (bool, error) {
	if flags != vfs.ACCESS_EXISTS {
		return linux.Access(name, accessRead|accessWrite) == nil, nil
	}
	st, err := linux.Stat(name)
	return err == nil && (st.Mode&primitives.S_IFMT != primitives.S_IFREG || st.Size > 0), nil
}

// FullPathname implements vfs.VFS: the path without links, so that one file has one journal.
func (files) FullPathname(name string) (string, error) {
	p := path{}
	if !strings.HasPrefix(name, "/") {
		cwd, err := linux.Getcwd()
		if err != nil {
			return "", vfs.SystemError(err, sqlite3.CANTOPEN)
		}
		p.add(cwd)
	}
	p.add(name)
	if p.err != nil {
		return "", p.err
	}
	if len(p.text) == 0 {
		return "/", nil
	}
	if len(p.text) > maxPath {
		return "", sqlite3.CANTOPEN
	}
	if p.links > 0 {
		return p.text, okSymlink
	}
	return p.text, nil
}

// path is a path that is put together element by element.
type path struct {
	text  string
	links int
	err   error
}

func (p *path) add(text string) {
	for element := range strings.SplitSeq(text, "/") {
		if p.err != nil {
			return
		}
		p.element(element)
	}
}

func (p *path) element(name string) {
	switch name {
	case "", ".":
		return
	case "..":
		p.text = p.text[:max(0, strings.LastIndexByte(p.text, '/'))]
		return
	}
	before := p.text
	p.text += "/" + name
	st, err := linux.Lstat(p.text)
	if err != nil {
		if err != primitives.ENOENT {
			p.err = vfs.SystemError(err, sqlite3.CANTOPEN)
		}
		return
	}
	if st.Mode&primitives.S_IFMT != primitives.S_IFLNK {
		return
	}
	target, err := linux.Readlink(p.text)
	if p.links++; err != nil || p.links > maxLinks {
		p.err = vfs.SystemError(err, sqlite3.CANTOPEN)
		if err == nil {
			p.err = sqlite3.CANTOPEN
		}
		return
	}
	p.text = before
	if strings.HasPrefix(target, "/") {
		p.text = ""
	}
	p.add(target)
}
