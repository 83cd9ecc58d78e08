//go:build wasip1

package linux

import "unsafe"

//go:wasmimport linux getpid
//go:noescape
func sysGetpid() int32

//go:wasmimport linux getppid
//go:noescape
func sysGetppid() int32

//go:wasmimport linux getpriority
//go:noescape
func sysGetpriority(which, pid int32) int32

//go:wasmimport linux setpriority
//go:noescape
func sysSetpriority(which, pid, nice int32) int32

//go:wasmimport linux getpgid
//go:noescape
func sysGetpgid(pid int32) int32

//go:wasmimport linux setpgid
//go:noescape
func sysSetpgid(pid, pgid int32) int32

//go:wasmimport linux getsid
//go:noescape
func sysGetsid(pid int32) int32

//go:wasmimport linux setsid
//go:noescape
func sysSetsid() int32

//go:wasmimport linux getuid
//go:noescape
func sysGetuid() int32

//go:wasmimport linux geteuid
//go:noescape
func sysGeteuid() int32

//go:wasmimport linux getgid
//go:noescape
func sysGetgid() int32

//go:wasmimport linux getegid
//go:noescape
func sysGetegid() int32

//go:wasmimport linux setuid
//go:noescape
func sysSetuid(uid uint32) int32

//go:wasmimport linux setgid
//go:noescape
func sysSetgid(gid uint32) int32

//go:wasmimport linux getgroups
//go:noescape
func sysGetgroups(n int32, list unsafe.Pointer) int32

//go:wasmimport linux posix_spawn
//go:noescape
func sysPosixSpawn(req unsafe.Pointer, n uint32, stage unsafe.Pointer) int32

//go:wasmimport linux fork
//go:noescape
func sysFork(req unsafe.Pointer, n uint32, stage unsafe.Pointer) int32

//go:wasmimport linux execve
//go:noescape
func sysExecve(req unsafe.Pointer, n uint32) int32

//go:wasmimport linux wait4
//go:noescape
func sysWait4(pid int32, status unsafe.Pointer, options int32, rusage unsafe.Pointer) int32

//go:wasmimport linux exit_group
//go:noescape
func sysExitGroup(code int32) int32

//go:wasmimport linux kill
//go:noescape
func sysKill(pid, sig int32) int32

//go:wasmimport linux sigaction
//go:noescape
func sysSigaction(sig, disposition int32) int32

//go:wasmimport linux sigpending
//go:noescape
func sysSigpending() int64

//go:wasmimport linux sigprocmask
//go:noescape
func sysSigprocmask(how int32, set int64) int64

//go:wasmimport linux alarm
//go:noescape
func sysAlarm(ns int64) int64

//go:wasmimport linux nanosleep
//go:noescape
func sysNanosleep(ns int64) int32

//go:wasmimport linux clock_gettime
//go:noescape
func sysClockGettime(id int32) int64

//go:wasmimport linux getrandom
//go:noescape
func sysGetrandom(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux sched_yield
//go:noescape
func sysSchedYield() int32

//go:wasmimport linux sched_getaffinity
//go:noescape
func sysSchedGetaffinity(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux prlimit64
//go:noescape
func sysPrlimit64(pid, resource int32, set, old unsafe.Pointer) int32

//go:wasmimport linux getrusage
//go:noescape
func sysGetrusage(who int32, buf unsafe.Pointer) int32

//go:wasmimport linux uname
//go:noescape
func sysUname(buf unsafe.Pointer) int32

//go:wasmimport linux sysinfo
//go:noescape
func sysSysinfo(buf unsafe.Pointer) int32

//go:wasmimport linux digest
//go:noescape
func sysDigest(algorithm int32, state, data unsafe.Pointer, n uint32) int32

//go:wasmimport linux digest_sum
//go:noescape
func sysDigestSum(algorithm int32, state, buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux args
//go:noescape
func sysArgs(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux program
//go:noescape
func sysProgram(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux environ
//go:noescape
func sysEnviron(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux forkstate
//go:noescape
func sysForkstate(buf unsafe.Pointer, n uint32) int32

//go:wasmimport linux unsupported
//go:noescape
func sysUnsupported(text string) int32
