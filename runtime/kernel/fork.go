package kernel

import (
	"errors"
	"slices"

	"github.com/sandfault/sandfault/vfs"
)

// ErrBusy says that a kernel cannot be forked: another process lives or was not waited for, a descriptor is
// open, a socket bound, or a timer set.
var ErrBusy = errors.New("kernel: processes, descriptors, sockets or timers are in the way")

// Fork returns a kernel that is as k is, where only PID 1 lives and has nothing open, else ErrBusy. Of cfg
// everything but the namespace counts, which is a fork of k's with the options o; the caller sets the
// handler. Pipes and locks that files had are gone with those who had them open, on both sides.
func (k *Kernel) Fork(cfg Config, o vfs.Options) (*Kernel, *vfs.Fork, error) {
	if !k.idle() {
		return nil, nil, ErrBusy
	}
	c := *k
	c.cfg, c.clock, c.handler = cfg, cfg.Clock, nil
	c.timers = timers{seq: k.timers.seq}
	c.random, c.sched.stream = k.random.Clone(), k.sched.stream.Clone()
	c.sched.queue = nil
	c.network.bound = nil
	c.unsupported = slices.Clone(k.unsupported)
	c.adoptInit(k.init)
	tree, err := k.ns.Fork(o, c.liveRoot) // asks the new kernel what /proc has
	if err != nil {
		return nil, nil, ErrBusy // Go code has a file open
	}
	c.ns, c.cfg.Namespace = tree.Namespace, tree.Namespace
	k.init.cwd, c.init.cwd = tree.Locate(k.init.cwd)
	return &c, tree, nil
}

// idle reports whether nothing but PID 1 is there.
func (k *Kernel) idle() bool {
	p := k.init
	if len(k.order) > 1 || len(k.timers.heap) > 0 || len(k.network.bound) > 0 || k.current != nil {
		return false
	}
	if p.caught != 0 || p.itimer.timer != nil || p.exeFile != nil || len(p.threads) > 0 {
		return false
	}
	return !slices.ContainsFunc(p.fds.entries, func(e fdEntry) bool { return e.file != nil })
}

// adoptInit makes a copy of another kernel's PID 1 the only process.
func (k *Kernel) adoptInit(init *Process) {
	p := *init
	p.k, p.children = k, nil
	p.cred.Groups = slices.Clone(p.cred.Groups)
	p.fds = fdTable{entries: slices.Clone(p.fds.entries), host: &k.host.own, taken: p.fds.taken}
	p.childQueue, p.pendingQueue, p.deathQueue = waitQueue{}, waitQueue{}, waitQueue{}
	p.call = callState{}
	k.init, k.recent = &p, &p
	k.procs, k.order = map[int32]*Process{1: &p}, []*Process{&p}
}

// liveRoot makes the root of a synthetic file system that MountSystem mounts.
func (k *Kernel) liveRoot(kind string) vfs.Node {
	if kind == "sysfs" {
		return k.sysRoot()
	}
	return k.procRoot()
}
