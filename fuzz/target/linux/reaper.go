//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// reaper waits for the children of init: those that it started, and the orphans that the kernel gives it.
type reaper struct {
	lazy bool // orphans are left as zombies, as by a PID 1 that is an ordinary program

	mu      sync.Mutex
	waiting map[int]chan unix.WaitStatus
	started chan struct{}
}

func newReaper(lazy bool) *reaper {
	r := &reaper{lazy: lazy, waiting: map[int]chan unix.WaitStatus{}, started: make(chan struct{}, 1)}
	if !lazy {
		go r.run()
	}
	return r
}

// start starts a child and returns where its status will come.
func (r *reaper) start(path string, argv []string, a *syscall.ProcAttr) (<-chan unix.WaitStatus, error) {
	r.mu.Lock() // or the child could be reaped before anybody waits for it
	pid, err := syscall.ForkExec(path, argv, a)
	if err != nil {
		r.mu.Unlock()
		return nil, err
	}
	c := make(chan unix.WaitStatus, 1)
	r.waiting[pid] = c
	r.mu.Unlock()
	if r.lazy {
		go r.wait(pid)
		return c, nil
	}
	select {
	case r.started <- struct{}{}:
	default:
	}
	return c, nil
}

// run reaps whatever ends.
func (r *reaper) run() {
	for {
		if r.wait(-1) {
			continue
		}
		<-r.started // there is no child at all
	}
}

// wait waits for one child, or for any, and reports whether there was one.
func (r *reaper) wait(pid int) bool {
	var status unix.WaitStatus
	got, err := unix.Wait4(pid, &status, 0, nil)
	for errors.Is(err, unix.EINTR) {
		got, err = unix.Wait4(pid, &status, 0, nil)
	}
	switch {
	case errors.Is(err, unix.ECHILD):
		return false
	case err != nil:
		fail(os.NewSyscallError("wait4", err))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.waiting[got]; c != nil {
		delete(r.waiting, got)
		c <- status
	}
	return true
}

// code is what a shell makes of a status: the exit code, or 128 and the signal.
func code(s unix.WaitStatus) int {
	if s.Signaled() {
		return 128 + int(s.Signal())
	}
	return s.ExitStatus()
}
