//go:build linux && (amd64 || arm64)

package linux

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// imageFile is the file that holds a disk's image; it is sparse.
const imageFile = "disk"

// spareInodes are what the file system and its overlay take for themselves.
const spareInodes = 32

// mountImage makes a disk of a profile's size in a file and mounts it. The loop device frees itself when the
// file system is no longer mounted anywhere.
func mountImage(file, at string, p *primitives.Profile) error {
	size := orGuard(p.Quota.DiskBytes, guardDisk)
	if err := makeImage(file, size, p.Quota.DiskInodes); err != nil {
		return fmt.Errorf("%w: %w", errNoImage, err)
	}
	loop, err := attach(file)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoImage, err)
	}
	defer release(loop)
	const flags = unix.MS_NODEV | unix.MS_NOATIME
	if err := unix.Mount(loop.Name(), at, "ext4", flags, "nobarrier,noauto_da_alloc"); err != nil {
		return fmt.Errorf("mount a disk: %w", err)
	}
	return unix.Rmdir(at + "/lost+found")
}

// makeImage makes an ext4 file system without a journal: nobody will ever recover it.
func makeImage(file string, size, inodes int64) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer release(f)
	const overhead = 8 << 20 // tables and directories, so that size is for files
	if err := f.Truncate(size + size/32 + overhead); err != nil {
		return err
	}
	args := []string{
		"-q", "-F", "-m", "0", "-O", "^has_journal,^resize_inode", "-E", "nodiscard,lazy_itable_init=1",
	}
	if inodes > 0 {
		args = append(args, "-N", strconv.FormatInt(inodes+spareInodes, 10))
	}
	out, err := exec.Command("mkfs.ext4", append(args, file)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("mkfs.ext4: %w: %.200s", err, out)
	}
	return nil
}

// attach binds a file to a free loop device, loop(4).
func attach(file string) (*os.File, error) {
	backing, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer release(backing)
	control, err := os.OpenFile("/dev/loop-control", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer release(control)
	const tries = 16 // others may take the free one first
	for range tries {
		n, err := unix.IoctlRetInt(int(control.Fd()), unix.LOOP_CTL_GET_FREE)
		if err != nil {
			return nil, os.NewSyscallError("LOOP_CTL_GET_FREE", err)
		}
		loop, err := os.OpenFile("/dev/loop"+strconv.Itoa(n), os.O_RDWR, 0)
		if err != nil {
			return nil, err
		}
		cfg := unix.LoopConfig{
			Fd:   uint32(backing.Fd()),
			Info: unix.LoopInfo64{Flags: unix.LO_FLAGS_AUTOCLEAR},
		}
		err = unix.IoctlLoopConfigure(int(loop.Fd()), &cfg)
		if err == nil {
			return loop, nil
		}
		release(loop)
		if err != unix.EBUSY { //nolint:errorlint // a bare errno
			return nil, os.NewSyscallError("LOOP_CONFIGURE", err)
		}
	}
	return nil, unix.EBUSY
}
