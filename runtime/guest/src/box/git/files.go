package git

import (
	"errors"
	"io"
	"path"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func readFile(name string) ([]byte, error) {
	f, err := linux.OpenFile(name, primitives.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	var b []byte
	buf := make([]byte, 32<<10)
	for {
		n, err := f.Read(buf)
		b = append(b, buf[:n]...)
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// readText is a file's content without the blanks at its end; empty if it cannot be read.
func readText(name string) string {
	b, err := readFile(name)
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(b), " \t\r\n")
}

func exists(name string) bool {
	_, err := linux.Lstat(name)
	return err == nil
}

func isDir(name string) bool {
	st, err := linux.Stat(name)
	return err == nil && st.IsDir()
}

func create(name string, b []byte, mode uint32, flags int) error {
	f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|flags, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}

func writeFile(name string, b []byte) error { return create(name, b, 0o666, primitives.O_TRUNC) }

// mkdirAll makes a directory with those above it.
func mkdirAll(name string) error {
	err := linux.Mkdir(name, 0o777)
	if is(err, primitives.ENOENT) && name != "/" && name != "." {
		if err = mkdirAll(path.Dir(name)); err == nil {
			err = linux.Mkdir(name, 0o777)
		}
	}
	if is(err, primitives.EEXIST) && isDir(name) {
		return nil
	}
	return err
}

// removeEmpty removes a directory and those above it as far as they are empty, up to top.
func removeEmpty(dir, top string) {
	for dir != top && strings.HasPrefix(dir, top) && linux.Rmdir(dir) == nil {
		dir = path.Dir(dir)
	}
}

// removeAll removes a tree.
func removeAll(name string) error {
	st, err := linux.Lstat(name)
	if err != nil {
		return err
	}
	if !st.IsDir() {
		return linux.Unlink(name)
	}
	list, err := linux.ReadDir(name)
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := removeAll(path.Join(name, e.Name)); err != nil {
			return err
		}
	}
	return linux.Rmdir(name)
}

// lockFile writes a file by way of NAME.lock, whose presence tells others to keep off.
func (g *program) lockFile(name string, b []byte) {
	g.takeLock(name)
	err := create(name+".lock", b, 0o666, primitives.O_TRUNC)
	if err == nil {
		err = linux.Rename(name+".lock", name)
	}
	if err != nil {
		_ = linux.Unlink(name + ".lock")
		g.fatal("unable to write new %s file: %s", path.Base(name), text(err))
	}
}

const lockAdvice = `

Another git process seems to be running in this repository, e.g.
an editor opened by 'git commit'. Please make sure all processes
are terminated then try again. If it still fails, a git process
may have crashed in this repository earlier:
remove the file manually to continue.`

func (g *program) takeLock(name string) {
	err := create(name+".lock", nil, 0o666, primitives.O_EXCL)
	if err == nil {
		return
	}
	more := ""
	if is(err, primitives.EEXIST) {
		more = "." + lockAdvice
	}
	g.fatal("Unable to create '%s.lock': %s%s", name, text(err), more)
}
