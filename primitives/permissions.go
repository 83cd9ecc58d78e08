package primitives

// PermissionSettings are rules on top of owners and modes.
type PermissionSettings struct {
	Landlock          bool     // confine writes to LandlockRW, landlock(7)
	LandlockRW        []string // absolute paths below which writes are allowed
	ProtectedSymlinks bool     // proc_sys_fs(5) protected_symlinks
	ProtectedLinks    bool     // proc_sys_fs(5) protected_hardlinks
	SecureExecNoSetID bool     // no_new_privs: setuid bits have no effect
}
