package kernel

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// Flags of mount(2).
const (
	msRdonly      = 0x1
	msNosuid      = 0x2
	msNodev       = 0x4
	msNoexec      = 0x8
	msRemount     = 0x20
	msNosymfollow = 0x100
	msNoatime     = 0x400
	msNodiratime  = 0x800
	msBind        = 0x1000
	msMove        = 0x2000
	msRec         = 0x4000
	msSilent      = 0x8000
	msUnbindable  = 0x20000
	msPrivate     = 0x40000
	msSlave       = 0x80000
	msShared      = 0x100000
	msRelatime    = 0x200000
	msStrictatime = 0x1000000

	msMagic, msMagicMask = 0xc0ed0000, 0xffff0000 // programs of before Linux 2.4 put it there
	msPropagation        = msUnbindable | msPrivate | msSlave | msShared
)

// Flags of umount2(2).
const (
	mntForce       = 0x1
	mntDetach      = 0x2
	mntExpire      = 0x4
	umountNofollow = 0x8
)

// mayMount asks for CAP_SYS_ADMIN, which the profile gives root or not. What is confined never mounts,
// landlock(7).
func (k *Kernel) mayMount(p *Process) error {
	s := &k.cfg.Profile.Permissions
	switch {
	case s.Landlock:
		return primitives.Deny(primitives.EPERM, primitives.Permissions, "landlock", "mount")
	case !p.sysAdmin():
		return primitives.Deny(primitives.EPERM, primitives.Permissions, "capability", "CAP_SYS_ADMIN")
	}
	return nil
}

// sysAdmin reports whether the process has CAP_SYS_ADMIN.
func (p *Process) sysAdmin() bool { return p.cred.UID == 0 && p.k.cfg.Profile.Permissions.SysAdmin }

// sysMount follows do_mount and path_mount of Linux: the place comes before the permission.
func sysMount(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	_, at, err := k.ns.Resolve(&p.cred, p.cwd, c.Path2, true)
	if err != nil {
		return done(err)
	}
	if err := k.mayMount(p); err != nil {
		return done(err)
	}
	flags := c.Args[3]
	if flags&msMagicMask == msMagic {
		flags &^= msMagicMask
	}
	if flags&msNosymfollow != 0 {
		k.lacks(p, "mount with nosymfollow")
	}
	kind, data, _ := strings.Cut(string(c.In), "\x00")
	switch {
	case flags&(msRemount|msBind) == msRemount|msBind:
		return done(k.ns.SetMountFlags(at, mountFlags(flags, k.ns.FlagsAt(at))))
	case flags&msRemount != 0:
		return done(k.remount(at, flags, data))
	case flags&(msBind|msMove) != 0:
		return done(k.graft(p, c.Path, at, flags))
	case flags&msPropagation != 0:
		return done(k.propagation(p, at, flags))
	}
	return done(k.mountNew(p, c.Path, at, kind, flags, data))
}

// graft binds or moves what is at source.
func (k *Kernel) graft(p *Process, source string, at vfs.Location, flags int64) error {
	if source == "" {
		return primitives.EINVAL
	}
	_, from, err := k.ns.Resolve(&p.cred, p.cwd, source, true)
	if err != nil {
		return err
	}
	if flags&msBind != 0 {
		return k.ns.BindAt(from, at, flags&msRec != 0)
	}
	return k.ns.MoveMount(from, at)
}

// propagation changes how mounts spread. There is one namespace, where private mounts and slaves of nobody
// are the same; shared ones would spread to each other.
func (k *Kernel) propagation(p *Process, at vfs.Location, flags int64) error {
	const plain = msRec | msSilent
	switch kind := flags &^ plain; {
	case kind != msUnbindable && kind != msPrivate && kind != msSlave && kind != msShared:
		return primitives.EINVAL
	case !k.ns.IsMountPoint(at):
		return primitives.EINVAL
	case kind == msShared || kind == msUnbindable:
		k.lacks(p, "mount --make-shared and --make-unbindable")
		return primitives.EINVAL
	}
	return nil
}

func (k *Kernel) remount(at vfs.Location, flags int64, data string) error {
	r := vfs.Remounting{ReadOnly: flags&msRdonly != 0}
	o, err := tmpfsOptions(data)
	if err != nil {
		return err
	}
	if o.sized {
		r.Size = &o.Size
	}
	if o.counted {
		r.Inodes = &o.Inodes
	}
	return k.ns.Reconfigure(at, r, mountFlags(flags, k.ns.FlagsAt(at)))
}

// mountNew mounts a file system of a kind: a new tmpfs, or what there is of proc and sysfs.
func (k *Kernel) mountNew(
	p *Process, source string, at vfs.Location, kind string, flags int64, data string,
) error {
	fs, err := k.filesystemFor(p, source, kind, flags, data)
	if err != nil {
		return err
	}
	return k.ns.AttachAt(at, fs, source, mountFlags(flags, vfs.MountFlags{}))
}

func (k *Kernel) filesystemFor(
	p *Process, source, kind string, flags int64, data string,
) (*vfs.Filesystem, error) {
	switch {
	case kind == "tmpfs":
		o, err := tmpfsOptions(data)
		if err != nil {
			return nil, err
		}
		t := o.forMount(source, &p.cred)
		t.ReadOnly = flags&msRdonly != 0
		return vfs.NewTmpfs(t), nil
	case !strings.Contains(procFilesystems, "\t"+kind+"\n"):
		return nil, primitives.ENODEV
	case kind == "proc" || kind == "sysfs":
		if fs := k.ns.FilesystemOf(kind); fs != nil {
			return fs, nil
		}
	case !strings.Contains(procFilesystems, "nodev\t"+kind+"\n"):
		return nil, k.noDisk(p, source)
	}
	k.lacks(p, "mount of type "+kind)
	return nil, primitives.ENODEV
}

// noDisk is what becomes of mounting a disk: there is none.
func (k *Kernel) noDisk(p *Process, source string) error {
	if source == "" {
		return primitives.EINVAL
	}
	st, err := k.ns.Stat(&p.cred, p.cwd, source, 0)
	switch {
	case err != nil:
		return err
	case st.Mode&primitives.S_IFMT != primitives.S_IFBLK:
		return primitives.ENOTBLK
	}
	return primitives.ENXIO
}

// mountFlags are what the flags of a call say. Without a word on access times a mount is relatime, and a
// remount keeps what was.
func mountFlags(flags int64, was vfs.MountFlags) vfs.MountFlags {
	f := vfs.MountFlags{
		ReadOnly: flags&msRdonly != 0, NoSuid: flags&msNosuid != 0,
		NoDev: flags&msNodev != 0, NoExec: flags&msNoexec != 0, Atime: was.Atime,
	}
	switch {
	case flags&msStrictatime != 0:
		f.Atime = vfs.AtimeAlways
	case flags&msNoatime != 0 && flags&msNodiratime != 0:
		f.Atime = vfs.AtimeNeverTwice
	case flags&msNoatime != 0:
		f.Atime = vfs.AtimeNever
	case flags&msNodiratime != 0:
		f.Atime = vfs.AtimeFiles
	case flags&msRelatime != 0:
		f.Atime = vfs.AtimeRelative
	}
	return f
}

// sysUmount2 checks flags and place before the permission, as Linux does.
func sysUmount2(k *Kernel, p *Process, c *primitives.Call) primitives.Result {
	flags := c.Args[1]
	if flags&^(mntForce|mntDetach|mntExpire|umountNofollow) != 0 {
		return fail(primitives.EINVAL)
	}
	_, at, err := k.ns.Resolve(&p.cred, p.cwd, c.Path, flags&umountNofollow == 0)
	if err != nil {
		return done(err)
	}
	if err := k.mayMount(p); err != nil {
		return done(err)
	}
	if flags&mntExpire != 0 {
		if flags&(mntForce|mntDetach) == 0 {
			k.lacks(p, "umount2 with MNT_EXPIRE")
		}
		return fail(primitives.EINVAL)
	}
	return done(k.ns.Umount(at, flags&mntDetach != 0, k.workingDirectories()))
}

// workingDirectories are where processes are.
func (k *Kernel) workingDirectories() []vfs.Location {
	held := make([]vfs.Location, 0, len(k.order))
	for _, p := range k.order {
		if !p.zombie && p.pid != 1 {
			held = append(held, p.cwd)
		}
	}
	return held
}
