//go:build !wasip1

package linux

import (
	"os"
	"path"
	goruntime "runtime"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

func sysGetpid() int32                      { return int32(unix.Getpid()) }
func sysGetppid() int32                     { return int32(unix.Getppid()) }
func sysGetpgid(pid int32) int32            { return value(unix.Getpgid(int(pid))) }
func sysGetpriority(which, pid int32) int32 { return value(unix.Getpriority(int(which), int(pid))) }

// sysSetpriority is of one thread on Linux, which must be the one that calls execve.
func sysSetpriority(which, pid, nice int32) int32 {
	goruntime.LockOSThread()
	return code(unix.Setpriority(int(which), int(pid), int(nice)))
}
func sysSetpgid(pid, g int32) int32 { return code(unix.Setpgid(int(pid), int(g))) }
func sysGetsid(pid int32) int32     { return value(unix.Getsid(int(pid))) }
func sysSetsid() int32              { return value(unix.Setsid()) }
func sysGetuid() int32              { return int32(unix.Getuid()) }
func sysGeteuid() int32             { return int32(unix.Geteuid()) }
func sysGetgid() int32              { return int32(unix.Getgid()) }
func sysGetegid() int32             { return int32(unix.Getegid()) }
func sysSetuid(uid uint32) int32    { return code(unix.Setuid(int(uid))) }
func sysSetgid(gid uint32) int32    { return code(unix.Setgid(int(gid))) }

func sysGetgroups(n int32, list unsafe.Pointer) int32 {
	return raw(unix.SYS_GETGROUPS, uintptr(n), uintptr(list))
}

func request(req unsafe.Pointer, n uint32) *abi.SpawnRequest {
	r, err := abi.DecodeSpawnRequest(unsafe.Slice((*byte)(req), n))
	if err != nil {
		panic(err) // we encoded it ourselves
	}
	return r
}

// childFiles plays the file actions over the three standard descriptors, all that a tool needs.
func childFiles(r *abi.SpawnRequest) (files []uintptr, dir string, opened []int, err error) {
	at := map[int32]uintptr{}
	const inherited = 20 // descriptors below this are passed on, unless exec closes them
	for fd := range inherited {
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil &&
			flags&unix.FD_CLOEXEC == 0 {
			at[int32(fd)] = uintptr(fd)
		}
	}
	for _, a := range r.Actions {
		switch a.Kind {
		case abi.ActionDup2:
			from, ok := at[a.Fd]
			if !ok {
				from = uintptr(a.Fd)
			}
			at[a.Newfd] = from
		case abi.ActionClose:
			delete(at, a.Fd)
		case abi.ActionOpen:
			fd, err := unix.Open(a.Path, int(a.Flags)|unix.O_CLOEXEC, a.Mode)
			if err != nil {
				return nil, "", opened, err
			}
			opened = append(opened, fd)
			at[a.Newfd] = uintptr(fd)
		case abi.ActionChdir:
			dir = a.Path
		}
	}
	for fd := range at {
		for int(fd) >= len(files) {
			files = append(files, ^uintptr(0))
		}
		files[fd] = at[fd]
	}
	return files, dir, opened, nil
}

func closeAll(fds []int) {
	for _, fd := range fds {
		_ = unix.Close(fd)
	}
}

func sysPosixSpawn(req unsafe.Pointer, n uint32, stage unsafe.Pointer) int32 {
	r := request(req, n)
	files, dir, opened, err := childFiles(r)
	defer func() { closeAll(opened) }()
	if err != nil {
		*(*int32)(stage) = abi.StageAction
		return spawnCode(err)
	}
	attr := &syscall.ProcAttr{Dir: dir, Env: r.Env, Files: files, Sys: &syscall.SysProcAttr{
		Setsid:  r.Flags&abi.SpawnSetsid != 0,
		Setpgid: r.Flags&abi.SpawnSetpgroup != 0,
		Pgid:    int(r.Pgroup),
	}}
	pid, err := syscall.ForkExec(r.Path, r.Argv, attr)
	if err != nil {
		*(*int32)(stage) = abi.StageExec
		return spawnCode(err)
	}
	return int32(pid)
}

func spawnCode(err error) int32 {
	if e, ok := err.(syscall.Errno); ok {
		return -int32(e)
	}
	return -int32(primitives.EIO)
}

func sysExecve(req unsafe.Pointer, n uint32) int32 {
	r := request(req, n)
	for sig := 1; sig < 32; sig++ {
		if r.Ignore&(1<<(sig-1)) != 0 {
			sysSigaction(int32(sig), abi.SigIgnore)
		}
	}
	return spawnCode(syscall.Exec(r.Path, r.Argv, r.Env))
}

// sysWait4 lets a caught signal interrupt it, which Go's handlers (SA_RESTART) would not.
func sysWait4(pid int32, status unsafe.Pointer, options int32, _ unsafe.Pointer) int32 {
	for {
		opts := int(options)
		if catching() {
			opts |= Wnohang
		}
		got, err := unix.Wait4(int(pid), (*unix.WaitStatus)(status), opts, nil)
		switch {
		case err == unix.EINTR:
			continue
		case got != 0 || err != nil || int(options)&Wnohang != 0:
			if opts != int(options) && got > 0 {
				catchUp()
			}
			return value(got, err)
		case anyPending():
			return -int32(primitives.EINTR)
		}
		time.Sleep(time.Millisecond)
	}
}

func sysExitGroup(status int32) int32 {
	os.Exit(int(status))
	return 0
}

func sysKill(pid, sig int32) int32 {
	r := code(unix.Kill(int(pid), unix.Signal(sig)))
	if r == 0 && pid == sysGetpid() && sig > 0 && sig <= 64 {
		settle(sig)
	}
	return r
}

func sysNanosleep(ns int64) int32 {
	end := time.Now().Add(time.Duration(ns))
	for catching() && time.Now().Before(end) {
		if anyPending() {
			return -int32(primitives.EINTR)
		}
		time.Sleep(min(time.Millisecond, time.Until(end)))
	}
	time.Sleep(time.Until(end))
	return 0
}

func sysClockGettime(id int32) int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		return int64(code(err))
	}
	return t.Nano()
}

func sysGetrandom(buf unsafe.Pointer, n uint32) int32 {
	return value(unix.Getrandom(unsafe.Slice((*byte)(buf), n), 0))
}

func sysSchedYield() int32 { return raw(unix.SYS_SCHED_YIELD) }

func sysSchedGetaffinity(buf unsafe.Pointer, n uint32) int32 {
	return raw(unix.SYS_SCHED_GETAFFINITY, 0, uintptr(n), uintptr(buf))
}

func sysPrlimit64(pid, resource int32, set, old unsafe.Pointer) int32 {
	return raw(unix.SYS_PRLIMIT64, uintptr(pid), uintptr(resource), uintptr(set), uintptr(old))
}

func sysGetrusage(who int32, buf unsafe.Pointer) int32 {
	var r unix.Rusage
	if err := unix.Getrusage(int(who), &r); err != nil {
		return code(err)
	}
	*(*Rusage)(buf) = Rusage{r.Utime.Nano(), r.Stime.Nano(), r.Maxrss << 10, r.Minflt}
	return 0
}

func sysUname(buf unsafe.Pointer) int32 {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return code(err)
	}
	b := unsafe.Slice((*byte)(buf), abi.UnameSize)
	for i, f := range [][65]byte{u.Sysname, u.Nodename, u.Release, u.Version, u.Machine} {
		copy(b[65*i:], f[:])
	}
	return 0
}

func sysSysinfo(buf unsafe.Pointer) int32 { return raw(unix.SYS_SYSINFO, uintptr(buf)) }

func block(list []string, buf unsafe.Pointer, n uint32) int32 {
	var all string
	if len(list) > 0 {
		all = strings.Join(list, "\x00") + "\x00"
	}
	if int(n) >= len(all) {
		copy(unsafe.Slice((*byte)(buf), n), all)
	}
	return int32(len(all))
}

func sysArgs(buf unsafe.Pointer, n uint32) int32 { return block(os.Args, buf, n) }

// sysProgram goes by the name of the program: on the host a tool is a link to this binary.
func sysProgram(buf unsafe.Pointer, n uint32) int32 {
	name := path.Base(os.Args[0])
	if int(n) >= len(name) {
		copy(unsafe.Slice((*byte)(buf), n), name)
	}
	return int32(len(name))
}

func sysEnviron(buf unsafe.Pointer, n uint32) int32 { return block(os.Environ(), buf, n) }

// sysUnsupported speaks to the tests, which look for this line.
func sysUnsupported(text string) int32 {
	_, _ = os.Stderr.WriteString("unsupported: " + text + "\n")
	return 0
}
