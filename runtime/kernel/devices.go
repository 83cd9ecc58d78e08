package kernel

import (
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// opener is a vfs.Node that makes a stream when it is opened.
type opener interface {
	open(k *Kernel, p *Process, f *openFile) (stream, error)
}

// device is a character device. Equal devices are one driver, whichever name they are opened by.
type device struct {
	name  string
	major uint32
	minor uint32
	mode  uint32
}

// devices are the character devices that a container has, null(4), full(4), random(4), tty(4).
//
//nolint:gochecknoglobals // an immutable table
var devices = [...]device{
	{"null", 1, 3, 0o666},
	{"zero", 1, 5, 0o666},
	{"full", 1, 7, 0o666},
	{"random", 1, 8, 0o666},
	{"urandom", 1, 9, 0o666},
	{"tty", 5, 0, 0o666},
	{"ptmx", 5, 2, 0o666},
}

func (d *device) rdev() uint64 { return uint64(d.major)<<8 | uint64(d.minor) }

// Attr implements vfs.Node.
func (d *device) Attr() primitives.Stat {
	return primitives.Stat{Mode: primitives.S_IFCHR | d.mode, Rdev: d.rdev(), Nlink: 1, Blksize: vfs.PageSize}
}

func (d *device) open(*Kernel, *Process, *openFile) (stream, error) {
	switch d.name {
	case "tty":
		return nil, primitives.ENXIO // no session has a terminal
	case "ptmx":
		return nil, primitives.EIO
	}
	return endless{d}, nil
}

// Device finds the driver of a device number: the Device of vfs.Options.
func Device(mode uint32, rdev uint64) (vfs.Node, bool) {
	if mode&primitives.S_IFMT != primitives.S_IFCHR {
		return nil, false
	}
	for i := range devices {
		if devices[i].rdev() == rdev {
			return &devices[i], true
		}
	}
	return nil, false
}

// endless is the stream of a device: it never waits and has no position.
type endless struct{ *device }

func (d endless) read(k *Kernel, _ *openFile, b []byte) (int, error) {
	switch d.name {
	case "null":
		return 0, nil
	case "random", "urandom":
		return k.random.Read(b)
	default:
		clear(b)
		return len(b), nil
	}
}

func (d endless) write(_ *Kernel, _ *openFile, b []byte) (int, error) {
	if d.name == "full" && len(b) > 0 {
		return 0, primitives.ENOSPC
	}
	return len(b), nil
}

func (d endless) poll(*Kernel, *openFile) (events int16, queues []*waitQueue) {
	return pollIn | pollOut, nil
}

func (d endless) close(*Kernel, *openFile) {}

// InstallDevices makes what a container has in /dev: devices, links to the process's own
// descriptors, and the directories shm and pts. What is there already stays.
func (k *Kernel) InstallDevices() error {
	root := primitives.Root()
	at := k.ns.Root()
	for _, dir := range []struct {
		path string
		mode uint32
	}{{"/dev", 0o755}, {"/dev/pts", 0o755}, {"/dev/shm", 0o1777}} {
		err := k.ns.Mkdir(&root, at, dir.path, dir.mode)
		if err != nil && primitives.ErrnoOf(err) != primitives.EEXIST {
			return err
		}
	}
	for i := range devices {
		path := "/dev/" + devices[i].name
		if _, err := k.ns.Stat(&root, at, path, primitives.AT_SYMLINK_NOFOLLOW); err == nil {
			continue
		}
		if err := k.ns.InstallNode(path, &devices[i]); err != nil {
			return err
		}
	}
	for _, link := range [][2]string{
		{"/proc/self/fd", "/dev/fd"},
		{"/proc/self/fd/0", "/dev/stdin"},
		{"/proc/self/fd/1", "/dev/stdout"},
		{"/proc/self/fd/2", "/dev/stderr"},
	} {
		err := k.ns.Symlink(&root, link[0], at, link[1])
		if err != nil && primitives.ErrnoOf(err) != primitives.EEXIST {
			return err
		}
	}
	return nil
}
