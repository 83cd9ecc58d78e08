package linux

import (
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// Getpid is getpid(2).
func Getpid() int { return int(sysGetpid()) }

// Getppid is getppid(2).
func Getppid() int { return int(sysGetppid()) }

// Getpgid is getpgid(2).
func Getpgid(pid int) (int, error) { return result(sysGetpgid(int32(pid))) }

// Setpgid is setpgid(2).
func Setpgid(pid, pgid int) error { return failure(sysSetpgid(int32(pid), int32(pgid))) }

// Getpriority returns the nice value of a process, 0 for this one, from -20 to 19 (getpriority(2)).
func Getpriority(pid int) (int, error) {
	n, err := result(sysGetpriority(0, int32(pid)))
	return 20 - n, err
}

// Setpriority sets the nice value of a process, 0 for this one (setpriority(2)).
func Setpriority(pid, nice int) error { return failure(sysSetpriority(0, int32(pid), int32(nice))) }

// Getsid is getsid(2).
func Getsid(pid int) (int, error) { return result(sysGetsid(int32(pid))) }

// Setsid is setsid(2).
func Setsid() (int, error) { return result(sysSetsid()) }

// Spawn is posix_spawn(3). When it fails, stage tells where: abi.StageClone, StageAction or
// StageExec.
func Spawn(r *abi.SpawnRequest) (pid, stage int, err error) {
	var s int32
	p, n := pointer(r.Encode())
	pid, err = result(sysPosixSpawn(p, n, unsafe.Pointer(&s)))
	return pid, int(s), err
}

// Fork starts the same program anew with r.State, which the child reads by ForkState.
func Fork(r *abi.SpawnRequest) (pid, stage int, err error) {
	var s int32
	p, n := pointer(r.Encode())
	pid, err = result(sysFork(p, n, unsafe.Pointer(&s)))
	return pid, int(s), err
}

// ForkState returns the State of the Fork that made this process, nil if exec did.
func ForkState() []byte { return fetch(sysForkstate) }

// Execve is execve(2) with what SpawnRequest adds; it returns only to say why not.
func Execve(r *abi.SpawnRequest) error {
	p, n := pointer(r.Encode())
	return failure(sysExecve(p, n))
}

// Wait4 is wait4(2); with Wnohang the pid is 0 if no child has changed.
func Wait4(pid, options int) (int, primitives.WaitStatus, error) {
	var status int32
	got, err := result(sysWait4(int32(pid), unsafe.Pointer(&status), int32(options), nil))
	return got, primitives.WaitStatus(status), err
}

// Exit is exit_group(2).
func Exit(code int) { sysExitGroup(int32(code)) }

// Kill is kill(2); signal 0 only asks.
func Kill(pid int, sig primitives.Signal) error { return failure(sysKill(int32(pid), int32(sig))) }

// Sigaction sets what sig does (abi.SigDefault, SigIgnore, SigCatch) and returns what it did.
func Sigaction(sig primitives.Signal, disposition int) (int, error) {
	return result(sysSigaction(int32(sig), int32(disposition)))
}

// Sigpending takes the caught signals that came since the last time, bit sig-1.
func Sigpending() uint64 { return uint64(sysSigpending()) }

// Sigprocmask is sigprocmask(2) and returns the old set.
func Sigprocmask(how int, set uint64) (uint64, error) {
	old, err := result64(sysSigprocmask(int32(how), int64(set)))
	return uint64(old), err
}

// Alarm is setitimer(2) for ITIMER_REAL, once after ns; 0 stops it. It returns what was left.
func Alarm(ns int64) (int64, error) { return result64(sysAlarm(ns)) }

// Nanosleep is nanosleep(2).
func Nanosleep(ns int64) error { return failure(sysNanosleep(ns)) }

// SchedYield is sched_yield(2).
func SchedYield() { sysSchedYield() }

// Prlimit is prlimit64(2): soft and hard limit, RlimInfinity for none; set may be nil.
func Prlimit(pid, resource int, set *[2]uint64) (old [2]uint64, err error) {
	err = failure(sysPrlimit64(int32(pid), int32(resource), unsafe.Pointer(set), unsafe.Pointer(&old)))
	return old, err
}

// Rusage is what getrusage(2) tells.
type Rusage struct {
	User, System int64 // ns
	Maxrss       int64 // bytes
	Faults       int64
}

// Getrusage is getrusage(2).
func Getrusage(who int) (Rusage, error) {
	var r Rusage
	err := failure(sysGetrusage(int32(who), unsafe.Pointer(&r)))
	return r, err
}
