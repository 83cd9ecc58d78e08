//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// mounter mounts what lies over the root. The process is inside it already.
type mounter struct {
	profile *primitives.Profile
	store   int // descriptor of the store's folder
	boots   int
}

// mountAll mounts /dev and guards /proc, then what persists, then the profile's mounts in order, and puts the
// files into them that the profile wants there.
func (m *mounter) mountAll() error {
	if err := mountDev(); err != nil {
		return err
	}
	if err := guardProc(); err != nil {
		return err
	}
	for i, name := range m.profile.Persistence.Paths {
		at, err := place(name)
		if err == nil {
			err = m.mountKept(i, at)
		}
		if err != nil {
			return fmt.Errorf("persist %s: %w", name, err)
		}
	}
	for i := range m.profile.Mounts.Mounts {
		e := &m.profile.Mounts.Mounts[i]
		if err := m.mount(e); err != nil {
			return fmt.Errorf("mount %s: %w", e.Path, err)
		}
	}
	for i := range m.profile.Mounts.Files {
		if f := &m.profile.Mounts.Files[i]; f.AfterMounts {
			if err := m.putAfter(f); err != nil {
				return err
			}
		}
	}
	return m.sealRoot()
}

// putAfter makes a file of the profile in what is mounted, unless it was kept from before a restart.
func (m *mounter) putAfter(f *primitives.ImageFile) error {
	dir, err := place(path.Dir(f.Path))
	if err != nil {
		return fmt.Errorf("file %s: %w", f.Path, err)
	}
	at := *f
	at.Path = path.Join(dir, path.Base(f.Path))
	if m.boots > 0 {
		if _, err := os.Lstat(at.Path); err == nil {
			return nil
		}
	}
	return putFile(&at)
}

// mountDev makes the few devices that a container has.
func mountDev() error {
	const flags = unix.MS_NOSUID | unix.MS_NOEXEC
	if err := unix.Mount("tmpfs", "/dev", "tmpfs", flags, "mode=0755,size=64k"); err != nil {
		return fmt.Errorf("mount /dev: %w", err)
	}
	for _, d := range []struct {
		name         string
		major, minor uint32
	}{{"null", 1, 3}, {"zero", 1, 5}, {"full", 1, 7}, {"random", 1, 8}, {"urandom", 1, 9}, {"tty", 5, 0}} {
		if err := unix.Mknod("/dev/"+d.name, unix.S_IFCHR, int(unix.Mkdev(d.major, d.minor))); err != nil {
			return fmt.Errorf("make /dev/%s: %w", d.name, err)
		}
		if err := unix.Chmod("/dev/"+d.name, 0o666); err != nil {
			return fmt.Errorf("make /dev/%s: %w", d.name, err)
		}
	}
	for name, to := range map[string]string{
		"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1",
		"stderr": "/proc/self/fd/2",
	} {
		if err := os.Symlink(to, "/dev/"+name); err != nil {
			return err
		}
	}
	return unix.Mkdir("/dev/shm", 0o755)
}

// guardProc takes from the superuser of a sandbox what would turn the host, as containers do.
func guardProc() error {
	for _, name := range []string{"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"} {
		err := bind(name, name, unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC)
		if err != nil && !errors.Is(err, unix.ENOENT) {
			return fmt.Errorf("make %s read-only: %w", name, err)
		}
	}
	for _, name := range []string{
		"/proc/kcore", "/proc/keys", "/proc/kmsg", "/proc/latency_stats", "/proc/sched_debug",
		"/proc/timer_list",
	} {
		if err := bind("/dev/null", name, 0); err != nil && !errors.Is(err, unix.ENOENT) {
			return fmt.Errorf("hide %s: %w", name, err)
		}
	}
	return nil
}

// mountKept mounts what a restart keeps of a path. It begins as what the image has there, or as an empty
// directory of the user's.
func (m *mounter) mountKept(n int, at string) error {
	if m.profile.Persistence.All {
		return nil
	}
	from := "/proc/self/fd/" + strconv.Itoa(m.store) + "/keep" + strconv.Itoa(n)
	_, err := os.Stat(from)
	switch {
	case err == nil:
	case !errors.Is(err, os.ErrNotExist):
		return err
	default:
		if err := m.begin(from, at); err != nil {
			return err
		}
	}
	if err := point(at); err != nil {
		return err
	}
	return bind(from, at, unix.MS_NODEV)
}

func (m *mounter) begin(dir, at string) error {
	st, err := os.Stat(at)
	switch {
	case err == nil && st.IsDir():
		return copyTree(at, dir)
	case err == nil:
		return unix.ENOTDIR
	}
	if err := unix.Mkdir(dir, 0o700); err != nil {
		return err
	}
	return own(dir, m.profile.Identity.UID, m.profile.Identity.GID, 0o755)
}

func (m *mounter) mount(e *primitives.Mount) error {
	flags := uintptr(unix.MS_NODEV)
	for _, f := range []struct {
		set  bool
		flag uintptr
	}{
		{e.ReadOnly || e.Type == primitives.MountRO, unix.MS_RDONLY},
		{e.NoExec, unix.MS_NOEXEC},
		{e.NoSuid, unix.MS_NOSUID},
		{e.Atime == primitives.MountNoatime, unix.MS_NOATIME},
		{e.Atime == primitives.MountNodiratime, unix.MS_NODIRATIME},
		{e.Atime == primitives.MountStrictatime, unix.MS_STRICTATIME},
	} {
		if f.set {
			flags |= f.flag
		}
	}
	at, err := place(e.Path)
	if err != nil {
		return err
	}
	switch e.Type {
	case primitives.MountTmpfs:
		return mountTmpfs(e, at, flags)
	case primitives.MountRO:
		if e.Path == "/" {
			return nil // sealRoot
		}
		return bind(at, at, flags)
	case primitives.MountBind:
		from := at
		if e.From != "" {
			if from, err = place(e.From); err != nil {
				return err
			}
		}
		if err := point(at); err != nil {
			return err
		}
		return bind(from, at, flags)
	default:
		return fmt.Errorf("no mount type %q", e.Type)
	}
}

// sealRoot makes the root itself read-only, at the end, for mounts need their points.
func (m *mounter) sealRoot() error {
	for i := range m.profile.Mounts.Mounts {
		e := &m.profile.Mounts.Mounts[i]
		if e.Path != "/" || e.Type != primitives.MountRO {
			continue
		}
		const flags = unix.MS_REMOUNT | unix.MS_BIND | unix.MS_RDONLY | unix.MS_NODEV
		if err := unix.Mount("", "/", "", flags, ""); err != nil {
			return fmt.Errorf("make the root read-only: %w", err)
		}
	}
	return nil
}

func mountTmpfs(e *primitives.Mount, at string, flags uintptr) error {
	if err := point(at); err != nil {
		return err
	}
	opts := []string{
		fmt.Sprintf("size=%d,mode=%04o,uid=%d,gid=%d", orGuard(e.Size, guardTmpfs), e.Mode, e.UID, e.GID),
	}
	if e.Inodes > 0 {
		opts = append(opts, fmt.Sprintf("nr_inodes=%d", e.Inodes))
	}
	return unix.Mount("tmpfs", at, "tmpfs", flags, strings.Join(opts, ","))
}

// bind mounts what is at one path on another. Flags need a second call, mount(2).
func bind(from, at string, flags uintptr) error {
	if err := unix.Mount(from, at, "", unix.MS_BIND, ""); err != nil {
		return err
	}
	if flags == 0 {
		return nil
	}
	return unix.Mount("", at, "", unix.MS_REMOUNT|unix.MS_BIND|flags, "")
}

// point makes the directory that something is mounted on, if nothing is there.
func point(at string) error {
	if _, err := os.Stat(at); err == nil {
		return nil
	}
	return os.MkdirAll(at, 0o755)
}
