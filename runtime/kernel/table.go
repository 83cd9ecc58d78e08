package kernel

import "github.com/sandfault/sandfault/primitives"

// handlerFunc answers one system call by p. The rest of the arguments are the call's own.
type handlerFunc func(k *Kernel, p *Process, c *primitives.Call) primitives.Result

// table says what answers each call. What is not in it is ENOSYS, and makes the run `unsupported`.
//
//nolint:gochecknoglobals // an immutable table
var table = [...]handlerFunc{
	primitives.SysRead:             sysRead,
	primitives.SysWrite:            sysWrite,
	primitives.SysPread64:          sysPread,
	primitives.SysPwrite64:         sysPwrite,
	primitives.SysOpenat:           sysOpenat,
	primitives.SysClose:            sysClose,
	primitives.SysFstat:            sysFstat,
	primitives.SysNewfstatat:       sysNewfstatat,
	primitives.SysLseek:            sysLseek,
	primitives.SysGetdents64:       sysGetdents,
	primitives.SysFtruncate:        sysFtruncate,
	primitives.SysTruncate:         sysTruncate,
	primitives.SysFallocate:        sysFallocate,
	primitives.SysFsync:            sysFsync,
	primitives.SysFaccessat:        sysFaccessat,
	primitives.SysChdir:            sysChdir,
	primitives.SysFchdir:           sysFchdir,
	primitives.SysGetcwd:           sysGetcwd,
	primitives.SysFchmodat:         sysFchmodat,
	primitives.SysFchmod:           sysFchmod,
	primitives.SysFchownat:         sysFchownat,
	primitives.SysFchown:           sysFchown,
	primitives.SysMkdirat:          sysMkdirat,
	primitives.SysMknodat:          sysMknodat,
	primitives.SysUnlinkat:         sysUnlinkat,
	primitives.SysRenameat2:        sysRenameat,
	primitives.SysLinkat:           sysLinkat,
	primitives.SysSymlinkat:        sysSymlinkat,
	primitives.SysReadlinkat:       sysReadlinkat,
	primitives.SysUtimensat:        sysUtimensat,
	primitives.SysStatfs:           sysStatfs,
	primitives.SysFstatfs:          sysFstatfs,
	primitives.SysFcntl:            sysFcntl,
	primitives.SysFlock:            sysFlock,
	primitives.SysIoctl:            sysIoctl,
	primitives.SysDup:              sysDup,
	primitives.SysDup3:             sysDup3,
	primitives.SysPipe2:            sysPipe2,
	primitives.SysPoll:             sysPoll,
	primitives.SysUmask:            sysUmask,
	primitives.SysGetpid:           sysGetpid,
	primitives.SysGetppid:          sysGetppid,
	primitives.SysGetuid:           sysGetuid,
	primitives.SysGeteuid:          sysGeteuid,
	primitives.SysGetgid:           sysGetgid,
	primitives.SysGetegid:          sysGetegid,
	primitives.SysGetgroups:        sysGetgroups,
	primitives.SysSetuid:           sysSetuid,
	primitives.SysSetgid:           sysSetgid,
	primitives.SysSetresuid:        sysSetresuid,
	primitives.SysSetresgid:        sysSetresgid,
	primitives.SysSetgroups:        sysSetgroups,
	primitives.SysGetpgid:          sysGetpgid,
	primitives.SysSetpgid:          sysSetpgid,
	primitives.SysSetsid:           sysSetsid,
	primitives.SysGetsid:           sysGetsid,
	primitives.SysClone:            sysClone,
	primitives.SysExecve:           sysExecve,
	primitives.SysExitGroup:        sysExitGroup,
	primitives.SysWait4:            sysWait4,
	primitives.SysKill:             sysKill,
	primitives.SysRtSigaction:      sysRtSigaction,
	primitives.SysRtSigprocmask:    sysRtSigprocmask,
	primitives.SysRtSigpending:     sysRtSigpending,
	primitives.SysRtSigtimedwait:   sysRtSigtimedwait,
	primitives.SysPause:            sysPause,
	primitives.SysSetitimer:        sysSetitimer,
	primitives.SysPidfdOpen:        sysPidfdOpen,
	primitives.SysNanosleep:        sysNanosleep,
	primitives.SysClockGettime:     sysClockGettime,
	primitives.SysClockNanosleep:   sysClockNanosleep,
	primitives.SysGetrandom:        sysGetrandom,
	primitives.SysSchedYield:       sysSchedYield,
	primitives.SysSchedGetaffinity: sysSchedGetaffinity,
	primitives.SysSchedSetaffinity: sysSchedSetaffinity,
	primitives.SysGetpriority:      sysGetpriority,
	primitives.SysSetpriority:      sysSetpriority,
	primitives.SysBrk:              sysBrk,
	primitives.SysMmap:             sysMmap,
	primitives.SysMunmap:           sysMunmap,
	primitives.SysPrlimit64:        sysPrlimit,
	primitives.SysGetrusage:        sysGetrusage,
	primitives.SysTimes:            sysTimes,
	primitives.SysUname:            sysUname,
	primitives.SysSysinfo:          sysSysinfo,
	primitives.SysSethostname:      sysSethostname,
	primitives.SysSocket:           sysSocket,
	primitives.SysSocketpair:       sysSocketpair,
	primitives.SysBind:             sysBind,
	primitives.SysListen:           sysListen,
	primitives.SysAccept4:          sysAccept,
	primitives.SysConnect:          sysConnect,
	primitives.SysGetsockname:      sysGetsockname,
	primitives.SysGetpeername:      sysGetpeername,
	primitives.SysGetsockopt:       sysGetsockopt,
	primitives.SysSetsockopt:       sysSetsockopt,
	primitives.SysSendto:           sysSendto,
	primitives.SysRecvfrom:         sysRecvfrom,
	primitives.SysShutdown:         sysShutdown,
	primitives.SysGetaddrinfo:      sysGetaddrinfo,
	primitives.SysGetxattr:         sysGetxattr,
	primitives.SysSetxattr:         sysSetxattr,
	primitives.SysListxattr:        sysListxattr,
	primitives.SysRemovexattr:      sysRemovexattr,
	primitives.SysSync:             sysSync,
	primitives.SysMount:            sysMount,
	primitives.SysUmount2:          sysUmount2,
	primitives.SysUnshare:          sysForbidden,
	primitives.SysPrctl:            sysPrctl,
	primitives.SysExit:             sysExit,
	primitives.SysClone3:           sysClone,
	primitives.SysChroot:           sysForbidden,
	primitives.SysClockSettime:     sysClockSettime,
}

// value is the result of a call that gave a number.
func value(n int64) primitives.Result { return primitives.Result{Val: n} }

// done is the result of a call that gives nothing but its success.
func done(err error) primitives.Result {
	if err != nil {
		return primitives.Fail(err)
	}
	return primitives.Result{}
}

// count is the result of a call that moved n bytes, or failed before it moved any.
func count(n int, err error) primitives.Result {
	if err != nil && n == 0 {
		return primitives.Fail(err)
	}
	return primitives.Result{Val: int64(n)}
}

func fail(e primitives.Errno) primitives.Result { return primitives.Result{Val: -1, Errno: e} }
