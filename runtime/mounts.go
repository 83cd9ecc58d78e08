package runtime

import (
	"fmt"
	"path"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/kernel"
	"github.com/sandfault/sandfault/vfs"
)

// volume is a tree that a restart keeps: a file system of its own, mounted again each time.
type volume struct {
	path string
	fs   *vfs.Filesystem
}

// mountRoot makes the namespace with its root file system.
func (m *Machine) mountRoot() error {
	p := &m.cfg.Profile
	if m.root == nil || !p.Persistence.All {
		q := &p.Quota
		o := vfs.OverlayOptions{Size: q.DiskBytes, Inodes: q.DiskInodes, Dquot: q.DiskEDQUOT}
		if p.Mounts.Overlay {
			m.root = vfs.NewOverlay(m.image, o)
		} else {
			m.root = vfs.NewRootfs(m.image, o)
		}
	}
	m.namespace = vfs.NewNamespace(m.root, m.options())
	return nil
}

// options are what the machine's namespaces are given.
func (m *Machine) options() vfs.Options {
	p := &m.cfg.Profile
	return vfs.Options{
		Now: m.clock.Now, Order: order(p.Mounts.DirOrder), OrderSeed: m.cfg.Seed.Stream("order").Uint64(),
		ProtectedSymlinks: p.Permissions.ProtectedSymlinks, ProtectedLinks: p.Permissions.ProtectedLinks,
		ProtectedRegular: uint8(p.Permissions.ProtectedRegular),
		ProtectedFifos:   uint8(p.Permissions.ProtectedFifos),

		Rules: m.rules(), Device: kernel.Device,
		Charge: func(pages int64) error { return m.charge(pages) },
		Host:   func(n int64) error { return m.hostRoom(n) },
	}
}

// charge takes the pages of tmpfs. Before the kernel is there nothing can be refused.
func (m *Machine) charge(pages int64) error {
	if m.kernel == nil {
		return nil
	}
	return m.kernel.ChargePages(pages)
}

// hostRoom asks whether files may take n bytes more of the host.
func (m *Machine) hostRoom(n int64) error {
	if m.kernel == nil {
		return nil
	}
	return m.kernel.HostRoom(n, primitives.ENOSPC)
}

func order(name string) vfs.Order {
	switch name {
	case primitives.DirHashed:
		return vfs.Hashed
	case primitives.DirReverse:
		return vfs.Reverse
	default:
		return vfs.Sorted
	}
}

// rules are the profile's path rules. They confine guests: neither the machine that mounts nor PID 1, which
// serves the file API, runs under them, as landlock(7) confines who asked for it and its children.
func (m *Machine) rules() []vfs.Rule {
	p := &m.cfg.Profile
	if !p.Permissions.Landlock {
		return nil
	}
	below := vfs.WritesBelow(p.Permissions.LandlockRW)
	return []vfs.Rule{func(c *primitives.Cred, op vfs.Op, path string) error {
		if m.kernel == nil || !m.kernel.ServesGuest() {
			return nil
		}
		return below(c, op, path)
	}}
}

// mountAll mounts what persists, then the profile's mounts in order, and puts the files into them that the
// profile wants there.
func (m *Machine) mountAll() error {
	for _, at := range m.cfg.Profile.Persistence.Paths {
		if err := m.mountVolume(at); err != nil {
			return fmt.Errorf("persist %s: %w", at, err)
		}
	}
	for i := range m.cfg.Profile.Mounts.Mounts {
		if err := m.mount(&m.cfg.Profile.Mounts.Mounts[i]); err != nil {
			return fmt.Errorf("mount %s: %w", m.cfg.Profile.Mounts.Mounts[i].Path, err)
		}
	}
	for i := range m.cfg.Profile.Mounts.Files {
		f := &m.cfg.Profile.Mounts.Files[i]
		if !f.AfterMounts {
			continue
		}
		if err := m.put(f); err != nil {
			return fmt.Errorf("file %s: %w", f.Path, err)
		}
	}
	return nil
}

// mountVolume mounts what a restart keeps of a path. It begins as what the image has there, or as an
// empty directory of the user's.
func (m *Machine) mountVolume(at string) error {
	if err := m.point(at); err != nil {
		return err
	}
	for _, v := range m.volumes {
		if v.path == at {
			return m.namespace.Mount(at, v.fs, vfs.MountFlags{})
		}
	}
	image := m.image.Sub(at)
	if image == nil {
		b := vfs.NewImageBuilder()
		id := &m.cfg.Profile.Identity
		b.Dir("/", vfs.Attr{Mode: 0o755, UID: id.UID, GID: id.GID, Mtime: m.Now()})
		image = b.Build()
	}
	v := volume{path: at, fs: vfs.NewRootfs(image, vfs.OverlayOptions{Source: "volume"})}
	m.volumes = append(m.volumes, v)
	return m.namespace.Mount(at, v.fs, vfs.MountFlags{})
}

func (m *Machine) mount(e *primitives.Mount) error {
	flags := vfs.MountFlags{
		ReadOnly: e.ReadOnly, NoExec: e.NoExec, NoSuid: e.NoSuid, NoDev: e.NoDev, NoXattr: e.NoXattr,
		Atime: map[string]vfs.Atime{
			primitives.MountNoatime: vfs.AtimeNever, primitives.MountNodiratime: vfs.AtimeFiles,
			primitives.MountStrictatime: vfs.AtimeAlways,
		}[e.Atime],
	}
	switch e.Type {
	case primitives.MountTmpfs:
		if err := m.point(e.Path); err != nil {
			return err
		}
		fs := vfs.NewTmpfs(vfs.TmpfsOptions{
			Size: e.Size, Inodes: e.Inodes, Mode: e.Mode, UID: e.UID, GID: e.GID,
		})
		return m.namespace.Mount(e.Path, fs, flags)
	case primitives.MountRO:
		flags.ReadOnly = true
		return m.namespace.Remount(e.Path, flags)
	case primitives.MountBind:
		from := e.From
		if from == "" {
			from = e.Path
		}
		if err := m.point(e.Path); err != nil {
			return err
		}
		return m.namespace.Bind(from, e.Path, flags)
	default:
		return fmt.Errorf("no mount type %q", e.Type)
	}
}

// point makes the directory that something is mounted on, if nothing is there.
func (m *Machine) point(at string) error {
	root := primitives.Root()
	if _, err := m.namespace.Stat(&root, m.namespace.Root(), at, 0); err == nil {
		return nil
	}
	return m.namespace.MkdirAll(&root, m.namespace.Root(), at, 0o755)
}

// Put makes a file, or a link, or a directory where the mode has that type, as root would: for what is
// brought into a machine from outside before anything runs.
func (m *Machine) Put(f *primitives.ImageFile) error {
	if f.Mode&primitives.S_IFMT != primitives.S_IFDIR {
		return m.put(f)
	}
	root, at := primitives.Root(), m.namespace.Root()
	if err := m.namespace.MkdirAll(&root, at, f.Path, 0o755); err != nil {
		return err
	}
	if err := m.namespace.Chown(&root, at, f.Path, f.UID, f.GID, 0); err != nil {
		return err
	}
	return m.namespace.Chmod(&root, at, f.Path, f.Mode&0o7777, 0)
}

// put makes a file of the profile in what is mounted, unless it was kept from before a restart.
func (m *Machine) put(f *primitives.ImageFile) error {
	root := primitives.Root()
	at := m.namespace.Root()
	_, err := m.namespace.Stat(&root, at, f.Path, primitives.AT_SYMLINK_NOFOLLOW)
	if err == nil && m.boots > 1 {
		return nil
	}
	if err := m.namespace.MkdirAll(&root, at, path.Dir(f.Path), 0o755); err != nil {
		return err
	}
	if f.Symlink != "" {
		return m.namespace.Symlink(&root, f.Symlink, at, f.Path)
	}
	const flags = primitives.O_CREAT | primitives.O_WRONLY | primitives.O_TRUNC
	file, err := m.namespace.Open(&root, at, f.Path, flags, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.WriteAt(&root, f.Content, 0); err != nil {
		return err
	}
	if err := file.Chown(&root, f.UID, f.GID); err != nil {
		return err
	}
	if err := file.Chmod(&root, f.Mode); err != nil {
		return err
	}
	return file.Close()
}
