package linux

// Flags of Mount, mount(2).
const (
	MsRdonly      = 0x1
	MsNosuid      = 0x2
	MsNodev       = 0x4
	MsNoexec      = 0x8
	MsSynchronous = 0x10
	MsRemount     = 0x20
	MsDirsync     = 0x80
	MsNosymfollow = 0x100
	MsNoatime     = 0x400
	MsNodiratime  = 0x800
	MsBind        = 0x1000
	MsMove        = 0x2000
	MsRec         = 0x4000
	MsSilent      = 0x8000
	MsUnbindable  = 0x20000
	MsPrivate     = 0x40000
	MsSlave       = 0x80000
	MsShared      = 0x100000
	MsRelatime    = 0x200000
	MsStrictatime = 0x1000000
)

// Flags of Umount2, umount(2).
const (
	MntForce       = 1
	MntDetach      = 2
	MntExpire      = 4
	UmountNofollow = 8
)

// Mount is mount(2).
func Mount(source, target, kind string, flags int, data string) error {
	return failure(sysMount(source, target, kind, uint32(flags), data))
}

// Umount2 is umount2(2).
func Umount2(target string, flags int) error { return failure(sysUmount2(target, int32(flags))) }
