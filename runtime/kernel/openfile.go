package kernel

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// stream is what an open file without a position is made of: the end of a pipe, a socket, a device.
// Reading and writing never wait: they answer EAGAIN, and the caller decides whether to.
type stream interface {
	read(k *Kernel, f *openFile, b []byte) (int, error)
	write(k *Kernel, f *openFile, b []byte) (int, error)
	poll(k *Kernel, f *openFile) (events int16, queues []*waitQueue)
	close(k *Kernel, f *openFile)
}

// openFile is an open file description, open(2): what descriptors share that were made by dup or fork.
type openFile struct {
	refs   int
	flags  int       // O_ACCMODE, O_APPEND, O_NONBLOCK, O_PATH
	pos    int64     // of a regular file, or the cookie of a directory
	file   *vfs.File // nil for pipes and sockets that have no name
	stream stream    // nil for regular files and directories
	locked bool      // holds an flock or record lock

	node    vfs.Node // what file is made of when somebody asks for it: see fileOf
	name    string   // such as "pipe:[7]"
	cloexec bool     // of a FIFO whose opening waits: its descriptor will be close-on-exec
}

func (f *openFile) nonblock() bool { return f.flags&primitives.O_NONBLOCK != 0 }

func (f *openFile) readable() bool {
	how := f.flags & primitives.O_ACCMODE
	return (how == primitives.O_RDONLY || how == primitives.O_RDWR) && f.flags&primitives.O_PATH == 0
}

func (f *openFile) writable() bool {
	how := f.flags & primitives.O_ACCMODE
	return (how == primitives.O_WRONLY || how == primitives.O_RDWR) && f.flags&primitives.O_PATH == 0
}

// isFifo reports an open FIFO, whose inode's times the transfers stamp; a pipe has no inode to see them on.
func (f *openFile) isFifo() bool {
	return f.file != nil && f.file.Mode()&primitives.S_IFMT == primitives.S_IFIFO
}

// unref takes one reference away and closes the file with the last.
func (k *Kernel) unref(f *openFile) error {
	f.refs--
	if f.refs > 0 {
		return nil
	}
	if f.locked {
		k.closeLocks(f)
	}
	if f.stream != nil {
		f.stream.close(k, f)
	}
	if f.file != nil {
		return f.file.Close()
	}
	return nil
}

// fileOf returns the file of f. That of a pipe or socket is made when it is first asked for: most never are.
func (k *Kernel) fileOf(f *openFile) *vfs.File {
	if f.file == nil {
		f.file = k.ns.NewNodeFile(f.node, f.name, f.flags)
	}
	return f.file
}

// pathOf returns the path that /proc/self/fd shows.
func (k *Kernel) pathOf(f *openFile) string {
	if f.file == nil {
		return f.name
	}
	return f.file.Path()
}

// seeks reports whether a stream takes positioned reads and writes: devices that have no end do.
func seeks(s stream) bool {
	_, ok := s.(endless)
	return ok
}
