package vfs

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// MountFlags are what a mount forbids, mount(8).
type MountFlags struct {
	ReadOnly, NoExec, NoSuid, NoDev bool

	NoXattr bool // no extended attributes of users, as a tmpfs before Linux 6.6

	Atime Atime // when access times are stamped
}

// Atime is when a mount stamps the access times of what is read, mount(8).
type Atime uint8

// The ways of stamping.
const (
	AtimeRelative   Atime = iota // relatime: if it is not younger than the last change, or a day old
	AtimeNever                   // noatime
	AtimeFiles                   // nodiratime: as relatime, but of directories never
	AtimeAlways                  // strictatime
	AtimeNeverTwice              // noatime and nodiratime: the same as noatime, and the table says both
)

// accessed stamps a read of i through the mount.
func (f *MountFlags) accessed(i *inode) {
	switch {
	case f.ReadOnly || i.fs.readOnly || i.live:
	case f.Atime == AtimeNever || f.Atime == AtimeNeverTwice || f.Atime == AtimeFiles && i.isDir():
	case f.Atime == AtimeAlways:
		i.atime = i.fs.now()
	default:
		i.touchAccess()
	}
}

func (f MountFlags) or(g MountFlags) MountFlags {
	if g.Atime == AtimeRelative {
		g.Atime = f.Atime
	}
	return MountFlags{
		Atime:    g.Atime,
		ReadOnly: f.ReadOnly || g.ReadOnly, NoExec: f.NoExec || g.NoExec,
		NoSuid: f.NoSuid || g.NoSuid, NoDev: f.NoDev || g.NoDev, NoXattr: f.NoXattr || g.NoXattr,
	}
}

// atimeOptions are what the mount table says of access times.
//
//nolint:gochecknoglobals // an immutable table
var atimeOptions = [...][]string{
	AtimeRelative: {"relatime"},
	AtimeNever:    {"noatime"},
	AtimeFiles:    {"nodiratime", "relatime"},
	AtimeAlways:   nil,

	AtimeNeverTwice: {"noatime", "nodiratime"},
}

// String is the options field of the mount table.
func (f MountFlags) String() string {
	s := []string{"rw"}
	if f.ReadOnly {
		s[0] = "ro"
	}
	for _, o := range []struct {
		on   bool
		name string
	}{{f.NoSuid, "nosuid"}, {f.NoDev, "nodev"}, {f.NoExec, "noexec"}, {f.NoXattr, "nouser_xattr"}} {
		if o.on {
			s = append(s, o.name)
		}
	}
	return strings.Join(append(s, atimeOptions[f.Atime]...), ",")
}

// statfsFlags returns the f_flags of statfs(2).
func (f MountFlags) statfsFlags() uint64 {
	const valid, noatime, nodiratime, relatime = 0x20, 0x400, 0x800, 0x1000
	flags := valid | [...]uint64{
		AtimeRelative: relatime, AtimeNever: noatime, AtimeFiles: nodiratime | relatime, AtimeAlways: 0,
		AtimeNeverTwice: noatime | nodiratime,
	}[f.Atime]
	for i, on := range []bool{f.ReadOnly, f.NoSuid, f.NoDev, f.NoExec} {
		if on {
			flags |= 1 << i
		}
	}
	return flags
}

// mount is a tree, or a part of one, at a place.
type mount struct {
	ns     *Namespace
	id     int
	fs     *Filesystem
	root   *dentry // what shows at the place
	parent *mount  // nil for the root of the namespace
	point  *dentry // where it is in the parent
	flags  MountFlags
	source string // as in the mount table

	ours     bool // a guest made it: it counts as storage
	children int  // mounts on it
	opens    int  // Files that were opened on it
	writers  int  // of them, those that may write
}

// MountInfo is a line of the mount table, proc_pid_mountinfo(5).
type MountInfo struct {
	ID, Parent   int
	Dev          uint64
	Root         string // the part of the file system that shows
	Path         string
	Type, Source string
	Options      string // of the mount
	Super        string // of the file system
	Flags        MountFlags
}

func (ns *Namespace) newMount(fs *Filesystem, root *dentry, f MountFlags) *mount {
	fs.adopt(ns)
	ns.turned()
	ns.lastID++
	m := &mount{ns: ns, id: ns.lastID, fs: fs, root: root, flags: f, source: fs.source}
	ns.table = append(ns.table, m)
	fs.mounts++
	return m
}

// Mount shows a file system at path, over what is there. The path is resolved as root, links are
// followed, and the types must agree: ENOTDIR otherwise.
func (ns *Namespace) Mount(path string, fs *Filesystem, f MountFlags) error {
	at, err := ns.lookupRoot(path)
	if err != nil {
		return err
	}
	return ns.mountAt(at, fs, fs.root, f)
}

// Bind shows what is at from also at to, mount --bind: without the mounts below it. It inherits the
// flags of the mount it is taken from.
func (ns *Namespace) Bind(from, to string, f MountFlags) error {
	src, err := ns.lookupRoot(from)
	if err != nil {
		return err
	}
	at, err := ns.lookupRoot(to)
	if err != nil {
		return err
	}
	return ns.mountAt(at, src.mount.fs, src.dentry, src.mount.flags.or(f))
}

// Remount adds flags to the mount at path, mount -o remount,bind. A path that is no mount point is
// bind-mounted on itself first.
func (ns *Namespace) Remount(path string, f MountFlags) error {
	at, err := ns.lookupRoot(path)
	if err != nil {
		return err
	}
	if at.dentry != at.mount.root {
		return ns.mountAt(at, at.mount.fs, at.dentry, at.mount.flags.or(f))
	}
	at.mount.flags = at.mount.flags.or(f)
	return nil
}

func (ns *Namespace) mountAt(at Location, fs *Filesystem, root *dentry, f MountFlags) error {
	if at.dentry.inode.isDir() != root.inode.isDir() {
		return primitives.ENOTDIR
	}
	ns.place(ns.newMount(fs, root, f), at)
	return nil
}

// place puts a mount that is nowhere at a place.
func (ns *Namespace) place(m *mount, at Location) {
	m.parent, m.point = at.mount, at.dentry
	at.mount.children++
	at.dentry.mounts++
	ns.mounts[at] = m
}

// displace takes a mount away from where it is.
func (ns *Namespace) displace(m *mount) {
	delete(ns.mounts, Location{m.parent, m.point})
	m.point.mounts--
	m.parent.children--
	m.parent, m.point = nil, nil
	ns.turned()
}

// Unmount takes the topmost mount away from path and returns its file system: EINVAL when nothing
// is mounted there, EBUSY while something is mounted below.
func (ns *Namespace) Unmount(path string) (*Filesystem, error) {
	at, err := ns.lookupRoot(path)
	if err != nil {
		return nil, err
	}
	m := at.mount
	if at.dentry != m.root || m.parent == nil {
		return nil, primitives.EINVAL
	}
	if m.children > 0 {
		return nil, primitives.EBUSY
	}
	ns.takeDown(m)
	m.fs.mounts--
	return m.fs, nil
}

// takeDown takes a mount out of the table.
func (ns *Namespace) takeDown(m *mount) {
	ns.displace(m)
	i := slices.Index(ns.table, m)
	ns.table = slices.Delete(slices.Clone(ns.table), i, i+1) // a fork may hold the one of before
}

// Mounts returns the mount table in the order of mounting.
func (ns *Namespace) Mounts() []MountInfo {
	infos := make([]MountInfo, 0, len(ns.table))
	for _, m := range ns.table {
		info := MountInfo{
			ID: m.id, Dev: m.fs.dev, Root: m.rootPath(), Path: ns.pathString(Location{m, m.root}),
			Type: m.fs.kind, Source: m.source, Options: m.flags.String(), Flags: m.flags,
			Super: m.fs.options(),
		}
		if m.parent != nil {
			info.Parent = m.parent.id
		}
		infos = append(infos, info)
	}
	return infos
}

// rootPath is the path of what shows, within its own file system.
func (m *mount) rootPath() string {
	var names []string
	for d := m.root; d.parent != nil; d = d.parent {
		names = append(names, d.name)
	}
	if len(names) == 0 {
		return "/"
	}
	return joinReversed(names)
}

// cross returns what is mounted on l, or l.
func (ns *Namespace) cross(l Location) Location {
	for l.dentry.mounts > 0 {
		m := ns.mounts[l]
		if m == nil {
			return l
		}
		l = Location{m, m.root}
	}
	return l
}

// up returns the parent directory, the root's being the root.
func (ns *Namespace) up(l Location) Location {
	for l != ns.root && l.dentry == l.mount.root {
		if l.mount.parent == nil {
			return l
		}
		l = Location{l.mount.parent, l.mount.point}
	}
	if l == ns.root || l.dentry.parent == nil {
		return ns.cross(l)
	}
	return ns.cross(Location{l.mount, l.dentry.parent})
}

// busy refuses to move or remove a place that something is mounted on.
func (ns *Namespace) busy(l Location) error {
	if l.dentry.mounts <= 0 {
		return nil
	}
	return primitives.Deny(primitives.EBUSY, primitives.Mounts, "busy", ns.pathString(l))
}

// readOnly reports whether the mount or its file system is.
func (m *mount) readOnly() bool { return m.flags.ReadOnly || m.fs.readOnly }

// writable refuses changes on a read-only mount.
func (ns *Namespace) writable(m *mount) error {
	if !m.readOnly() {
		return nil
	}
	return primitives.Deny(primitives.EROFS, primitives.Mounts, "ro", ns.mountPath(m))
}

func (ns *Namespace) mountPath(m *mount) string { return ns.pathString(Location{m, m.root}) }

func (ns *Namespace) crossDevice(m *mount) error {
	return primitives.Deny(primitives.EXDEV, primitives.Mounts, "xdev", ns.mountPath(m))
}
