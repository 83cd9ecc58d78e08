//go:build !wasip1

package linux

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
)

// caught stands in for the kernel's bookkeeping of signals that a guest catches.
var caught struct {
	sync.Mutex
	channel      chan os.Signal
	dispositions [65]int
	pending      uint64
	count        int
}

func sysSigaction(sig, disposition int32) int32 {
	if sig < 1 || sig > 64 || sig == int32(primitives.SIGKILL) || sig == int32(primitives.SIGSTOP) {
		return -int32(primitives.EINVAL)
	}
	caught.Lock()
	defer caught.Unlock()
	old := caught.dispositions[sig]
	if old == abi.SigDefault && signal.Ignored(syscall.Signal(sig)) {
		old = abi.SigIgnore
	}
	if caught.channel == nil {
		caught.channel = make(chan os.Signal, 64)
	}
	if old == abi.SigCatch {
		caught.count--
	}
	switch int(disposition) {
	case abi.SigIgnore:
		signal.Ignore(syscall.Signal(sig))
	case abi.SigCatch:
		signal.Notify(caught.channel, syscall.Signal(sig))
		caught.count++
	default:
		signal.Reset(syscall.Signal(sig))
	}
	caught.dispositions[sig] = int(disposition)
	return int32(old)
}

func catching() bool {
	caught.Lock()
	defer caught.Unlock()
	return caught.count > 0
}

// collect moves what has arrived into the pending set; the lock is held.
func collect() {
	for {
		select {
		case s := <-caught.channel:
			if n, ok := s.(syscall.Signal); ok {
				caught.pending |= 1 << (n - 1)
			}
		default:
			return
		}
	}
}

// fence is the last of the real-time signals: the kernel delivers those before it first (signal(7)).
const fence = syscall.Signal(64)

// catchUp returns once Go's runtime has handed over the signals that the kernel has delivered: a child that
// signals its parent and ends is known to be gone before the signal has reached a channel.
func catchUp() {
	caught.Lock()
	used := caught.dispositions[fence] != abi.SigDefault
	caught.Unlock()
	if used {
		return
	}
	passed := make(chan os.Signal, 1)
	signal.Notify(passed, fence)
	defer signal.Stop(passed)
	if syscall.Kill(os.Getpid(), fence) == nil {
		<-passed
	}
}

func anyPending() bool {
	caught.Lock()
	defer caught.Unlock()
	collect()
	return caught.pending != 0
}

func sysSigpending() int64 {
	caught.Lock()
	defer caught.Unlock()
	collect()
	set := caught.pending
	caught.pending = 0
	return int64(set)
}

// sysSigprocmask has no counterpart: Go's threads own their masks.
func sysSigprocmask(int32, int64) int64 { return 0 }

func sysAlarm(ns int64) int64 {
	type timeval struct{ sec, usec int64 }
	set := [2]timeval{1: {ns / second, ns % second / 1000}}
	var old [2]timeval
	r := raw(unix.SYS_SETITIMER, unix.ITIMER_REAL,
		uintptr(unsafe.Pointer(&set)), uintptr(unsafe.Pointer(&old)))
	if r < 0 {
		return int64(r)
	}
	return old[1].sec*second + old[1].usec*1000
}
