package primitives

// PermissionSettings are rules on top of owners and modes.
type PermissionSettings struct {
	Landlock          bool     // confine writes to LandlockRW, landlock(7)
	LandlockRW        []string // absolute paths below which writes are allowed
	ProtectedSymlinks bool     // proc_sys_fs(5) protected_symlinks
	ProtectedLinks    bool     // proc_sys_fs(5) protected_hardlinks
	ProtectedRegular  int      // proc_sys_fs(5) protected_regular, 0 to 2
	ProtectedFifos    int      // proc_sys_fs(5) protected_fifos, 0 to 2
	SecureExecNoSetID bool     // no_new_privs: setuid bits have no effect
	SysAdmin          bool     // root has CAP_SYS_ADMIN, capabilities(7): it may mount
	Capable           bool     // owners and modes deny nothing, whatever the uid; Profile.Cred sees to it
}

// DefaultPermissions are the rules of a distribution with systemd.
func DefaultPermissions() PermissionSettings {
	return PermissionSettings{
		ProtectedSymlinks: true, ProtectedLinks: true, ProtectedRegular: 2, ProtectedFifos: 1,
		SecureExecNoSetID: true,
	}
}

// Relaxed returns the profile in which owners and modes deny nothing to anybody.
func (PermissionSettings) Relaxed(p Profile) Profile {
	p.Permissions = PermissionSettings{Capable: true, SysAdmin: p.Permissions.SysAdmin}
	return p
}

// Tightened returns the profile in which writes are confined to the places that a
// guest is meant to write.
func (PermissionSettings) Tightened(p Profile) (Profile, bool) {
	s := DefaultPermissions()
	s.Landlock, s.LandlockRW = true, p.Permissions.LandlockRW
	if !p.Permissions.Landlock {
		s.LandlockRW = []string{p.Paths.Cwd, "/tmp", "/dev"}
		if p.Identity.Home != "" {
			s.LandlockRW = append(s.LandlockRW, p.Identity.Home)
		}
	}
	p.Permissions = s
	return p, true
}

// maxProtected is the strictest level of proc_sys_fs(5).
const maxProtected = 2

func (PermissionSettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: Permissions}, &p.Permissions
	c.absolutes("landlock_rw", s.LandlockRW)
	c.limit("protected_regular", int64(s.ProtectedRegular), maxProtected)
	c.limit("protected_fifos", int64(s.ProtectedFifos), maxProtected)
	if len(s.LandlockRW) > 0 && !s.Landlock {
		c.add("landlock_rw", "it lists paths, but the rule is off", "set Landlock too")
	}
	return c.problems
}

func (PermissionSettings) describe() Description {
	return Description{
		Primitive: Permissions,
		Doc:       "What owners, modes and Landlock-like rules refuse.",
		Rules: []Rule{
			{"mode", []Errno{EACCES}, "the mode bits do not give the caller this access, path_resolution(7)"},
			{"owner", []Errno{EPERM}, "only the owner or the superuser may do this: chmod, chown, utimensat"},
			{"sticky", []Errno{EPERM}, "in a sticky directory only owners remove or rename, unlink(2)"},
			{
				"protected_links",
				[]Errno{EACCES, EPERM},
				"another user's link, file or FIFO in a sticky directory, or a hard link to a foreign file",
			},
			{
				"landlock",
				[]Errno{EACCES, EXDEV, EPERM},
				"a write outside the paths of landlock_rw, landlock(7)",
			},
			{"signal", []Errno{EPERM}, "a signal to a process of another user, kill(2)"},
			{
				"capability",
				[]Errno{EPERM},
				"mknod of a device is root's, mount takes cap_sys_admin too, chroot is nobody's",
			},
		},
		Observables: []Observable{
			{
				Rule: "mode", Errno: EACCES, Exit: 1, Shell: "Permission denied",
				Python: "PermissionError: [Errno 13] Permission denied",
			},
			{
				Rule: "owner", Errno: EPERM, Exit: 1, Shell: "Operation not permitted",
				Python: "PermissionError: [Errno 1] Operation not permitted",
			},
			{
				Rule: "sticky", Errno: EPERM, Exit: 1, Shell: "rm: cannot remove: Operation not permitted",
				Python: "PermissionError: [Errno 1] Operation not permitted",
			},
			{
				Rule: "protected_links", Errno: EPERM, Exit: 1,
				Shell:  "ln: failed to create hard link: Operation not permitted",
				Python: "PermissionError: [Errno 1] Operation not permitted",
			},
			{
				Rule: "landlock", Errno: EACCES, Exit: 1, Shell: "Permission denied",
				Python: "PermissionError: [Errno 13] Permission denied",
			},
		},
	}
}
