package primitives

import (
	"fmt"
	"slices"
	"strings"
)

// MountSettings are the image's own files and what is mounted over it.
type MountSettings struct {
	Overlay  bool        // the root is an overlay: renaming a directory of the image is EXDEV
	DirOrder string      // one of DirOrders; "" = DirSorted
	Dirs     []ImageDir  // made in the image, in order
	Files    []ImageFile // made in the image, or after the mounts
	Mounts   []Mount     // applied in order
}

// ImageDir is a directory that a profile adds to the image.
type ImageDir struct {
	Path     string
	UID, GID uint32
	Mode     uint32
}

// ImageFile is a file or symbolic link that a profile adds to the image.
type ImageFile struct {
	Path        string
	Content     []byte
	Symlink     string // target; "" = a regular file
	Mode        uint32
	UID, GID    uint32
	AfterMounts bool // made in what is mounted by then, not in the image below
}

// MountType is how a mount comes about.
type MountType string

// The mount types of a profile.
const (
	MountTmpfs MountType = "tmpfs"     // a fresh file system in memory
	MountRO    MountType = "ro"        // what is there, remounted read-only
	MountBind  MountType = "bind-self" // a bind mount of From, or of the path itself
)

// Mount is one entry of a profile's mount table.
type Mount struct {
	Path     string
	Type     MountType
	From     string // MountBind: the source; "" = Path
	Size     int64  // bytes, MountTmpfs; 0 = unlimited
	Inodes   int64  // MountTmpfs; 0 = unlimited
	Mode     uint32 // of the mount's root, MountTmpfs
	UID, GID uint32 // of the mount's root, MountTmpfs
	ReadOnly bool
	NoExec   bool
	NoSuid   bool
	NoDev    bool
	NoXattr  bool // no extended attributes of users: a tmpfs before Linux 6.6

	Atime string // when access times are stamped, by mount(8): "" = relatime
}

// What Mount.Atime may be instead of relatime.
const (
	MountNoatime     = "noatime"
	MountNodiratime  = "nodiratime"
	MountStrictatime = "strictatime"
)

// The orders in which a directory lists its entries. Programs that rely on one of them work on
// one file system and fail on another.
const (
	DirSorted  = "sorted"  // by name, bytewise
	DirHashed  = "hashed"  // by a hash of the name that the seed fixes, as ext4 does
	DirReverse = "reverse" // newest first, as tmpfs does
)

// DirOrders returns the orders.
func DirOrders() []string { return []string{DirSorted, DirHashed, DirReverse} }

// DefaultMounts are the directories of the default user and the two tmpfs that every guest has.
func DefaultMounts() MountSettings {
	return MountSettings{
		DirOrder: DirSorted,
		Dirs: []ImageDir{
			{Path: "/home/agent", UID: 1000, GID: 1000, Mode: 0o755},
			{Path: "/workspace", UID: 1000, GID: 1000, Mode: 0o755},
		},
		Mounts: []Mount{
			{Path: "/tmp", Type: MountTmpfs, Size: 64 << 20, Mode: 0o1777},
			{Path: "/dev/shm", Type: MountTmpfs, Size: 64 << 20, Mode: 0o1777},
		},
	}
}

// Relaxed returns the profile without its mounts: one writable root file system on which the
// mount points are plain directories. Mounts below /dev stay, for that is no place of the image, but
// without their flags. The bound on a tmpfs goes with it; if quota alone would explain a failure
// too, the Cause that the denial carried decides.
func (MountSettings) Relaxed(p Profile) Profile {
	s := p.Mounts
	p.Mounts.Overlay, p.Mounts.Mounts, p.Mounts.Dirs = false, nil, slices.Clone(s.Dirs)
	for _, m := range s.Mounts {
		switch {
		case m.Type == MountTmpfs && strings.HasPrefix(m.Path, "/dev/"):
			m.ReadOnly, m.NoExec = false, false
			p.Mounts.Mounts = append(p.Mounts.Mounts, m)
		case m.Type == MountTmpfs && !hasDir(s.Dirs, m.Path):
			p.Mounts.Dirs = append(p.Mounts.Dirs,
				ImageDir{Path: m.Path, UID: m.UID, GID: m.GID, Mode: m.Mode})
		}
	}
	return p
}

func hasDir(dirs []ImageDir, path string) bool {
	return slices.ContainsFunc(dirs, func(d ImageDir) bool { return d.Path == path })
}

// Tightened returns the profile in which nothing can be executed from a tmpfs.
func (MountSettings) Tightened(p Profile) (Profile, bool) {
	p.Mounts.Mounts = slices.Clone(p.Mounts.Mounts)
	for i := range p.Mounts.Mounts {
		if p.Mounts.Mounts[i].Type == MountTmpfs {
			p.Mounts.Mounts[i].NoExec = true
		}
	}
	return p, true
}

func (MountSettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: Mounts}, &p.Mounts
	if s.DirOrder != "" && !slices.Contains(DirOrders(), s.DirOrder) {
		c.add("dir_order", fmt.Sprintf("no order %q", s.DirOrder), Suggest(s.DirOrder, DirOrders()))
	}
	for i, d := range s.Dirs {
		field := fmt.Sprintf("dirs[%d]", i)
		c.absolute(field+".path", d.Path)
		c.mode(field+".mode", d.Mode)
	}
	for i, f := range s.Files {
		c.imageFile(fmt.Sprintf("files[%d]", i), f)
	}
	for i, m := range s.Mounts {
		c.mount(fmt.Sprintf("mounts[%d]", i), m)
	}
	return c.problems
}

func (c *checker) imageFile(field string, f ImageFile) {
	c.absolute(field+".path", f.Path)
	c.mode(field+".mode", f.Mode)
	if f.Symlink != "" && len(f.Content) > 0 {
		c.add(field, "it is a symbolic link and has content", "give one of symlink and content")
	}
	if len(f.Symlink) > maxPath {
		c.add(field+".symlink", "the target is too long", fmt.Sprintf("at most %d bytes", maxPath))
	}
}

func (c *checker) mount(field string, m Mount) {
	c.absolute(field+".path", m.Path)
	c.mode(field+".mode", m.Mode)
	if known := []string{MountNoatime, MountNodiratime, MountStrictatime}; m.Atime != "" &&
		!slices.Contains(known, m.Atime) {
		c.add(field+".options", fmt.Sprintf("no option %q", m.Atime), Suggest(m.Atime, known))
	}
	c.limit(field+".size", m.Size, maxBytes)
	c.limit(field+".inodes", m.Inodes, maxBytes)
	switch m.Type {
	case MountTmpfs, MountRO:
		if m.From != "" {
			c.add(field+".from", fmt.Sprintf("a mount of type %s has no source", m.Type), "leave it out")
		}
	case MountBind:
		if m.From != "" {
			c.absolute(field+".from", m.From)
		}
	default:
		c.add(field+".type", fmt.Sprintf("no type %q", m.Type), "known are tmpfs, ro, bind-self")
	}
	if m.Type != MountTmpfs && (m.Size != 0 || m.Inodes != 0) {
		c.add(field, fmt.Sprintf("a mount of type %s has no size of its own", m.Type),
			"leave out size and inodes")
	}
}

func (MountSettings) describe() Description {
	return Description{
		Primitive: Mounts,
		Doc:       "What is mounted where: read-only, noexec, ephemeral, hidden, overlay.",
		Rules: []Rule{
			{"ro", []Errno{EROFS}, "the mount is read-only"},
			{
				"noexec",
				[]Errno{EACCES, EPERM},
				"nothing on the mount may be executed, nor mapped with execute",
			},
			{"nodev", []Errno{EACCES}, "devices on the mount cannot be opened"},
			{"xdev", []Errno{EXDEV}, "rename and link do not reach from one mount to another"},
			{
				"overlay-dir",
				[]Errno{EXDEV},
				"a directory of the image cannot be renamed on an overlay without redirect_dir",
			},
			{"nouser_xattr", []Errno{EOPNOTSUPP}, "the mount has no extended attributes of users, xattr(7)"},
			{"busy", []Errno{EBUSY}, "the path is a mount point"},
			{"ephemeral", []Errno{ENOENT}, "the mount is a tmpfs: its files are gone after a restart"},
		},
		Observables: []Observable{
			{
				Rule: "ro", Errno: EROFS, Exit: 1, Shell: "Read-only file system",
				Python: "OSError: [Errno 30] Read-only file system",
			},
			{
				Rule: "noexec", Errno: EACCES, Exit: 126, Shell: "Permission denied",
				Python: "PermissionError: [Errno 13] Permission denied",
			},
			{
				Rule: "xdev", Errno: EXDEV, Exit: 1, Shell: "Invalid cross-device link",
				Python: "OSError: [Errno 18] Invalid cross-device link",
			},
			{
				Rule: "overlay-dir", Errno: EXDEV, Exit: 1, Shell: "Invalid cross-device link",
				Python: "OSError: [Errno 18] Invalid cross-device link",
			},
			{
				Rule: "busy", Errno: EBUSY, Exit: 1, Shell: "Device or resource busy",
				Python: "OSError: [Errno 16] Device or resource busy",
			},
			{
				Rule: "ephemeral", Errno: ENOENT, Exit: 1, Shell: "No such file or directory",
				Python: "FileNotFoundError: [Errno 2] No such file or directory",
			},
		},
	}
}
