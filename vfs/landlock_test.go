//go:build linux

package vfs_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"syscall"
	"unsafe"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

// landlockWorld is tmpfsWorld for a thread that landlock(7) lets write in a few places only.
func landlockWorld() *world {
	return &world{
		name: "landlock", mount: mountLandlockWorld, reset: resetLandlockWorld, ours: oursLandlockWorld, setup: begin(),
		kept: keptDirs,
	}
}

// writable are the directories where changes are allowed. They must stay what they are, for landlock
// knows inodes: all are mount points.
var (
	writable = []string{"/u", "/m", "/g"}
	keptDirs = []string{"u", "g"}
)

func mountLandlockWorld(l *linux) error {
	if err := mountTmpfsWorld(l); err != nil {
		return err
	}
	ns, err := syscall.Open("/proc/thread-self/ns/mnt", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(ns)
	l.free.on(func() { err = l.free.join(ns) })
	if err != nil {
		return err
	}
	check(syscall.Chroot(l.base))
	check(syscall.Chdir("/"))
	l.free.on(func() { resetPopulated(l.free) })
	return landlock(writable)
}

// join enters another thread's mounts.
func (l *linux) join(ns int) error {
	const sysSetns = 308
	if err := syscall.Unshare(syscall.CLONE_FS); err != nil {
		return err
	}
	if _, e := raw(sysSetns, ns, syscall.CLONE_NEWNS); e != 0 {
		return fmt.Errorf("setns: %w", e)
	}
	fd, err := syscall.Open("/", syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	l.outside = fd
	return err
}

func resetPopulated(l *linux) {
	resetTmpfsWorld(l)
	for _, o := range population() {
		l.do(o)
	}
}

func resetLandlockWorld(l *linux) {
	l.become(0, 0, nil)
	for i := range l.fds {
		l.drop(i)
	}
	syscall.Umask(0)
	l.must(syscall.Chdir("/"))
	l.free.on(func() { resetPopulated(l.free) })
}

// landlock confines the thread for good, as far as writing goes.
func landlock(paths []string) error {
	const (
		noNewPrivs, pathBeneath              = 38, 1
		createRuleset, addRule, restrictSelf = 444, 445, 446
		oPath                                = 0x200000
		writeFile, truncate                  = 1 << 1, 1 << 14
		// All rights but those to execute and read files and to read directories.
		writes = 1<<1 | 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11 | 1<<12 | 1<<13 | 1<<14
	)
	attr := binary.LittleEndian.AppendUint64(nil, writes)
	ruleset, e := raw(createRuleset, unsafe.Pointer(&attr[0]), len(attr), 0)
	if e != 0 {
		return fmt.Errorf("landlock_create_ruleset: %w", e)
	}
	defer syscall.Close(int(ruleset))
	for _, p := range paths {
		fd, err := syscall.Open(p, oPath|syscall.O_CLOEXEC, 0)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		rule := binary.LittleEndian.AppendUint64(nil, writes)
		rule = binary.LittleEndian.AppendUint32(rule, uint32(fd))
		_, e := raw(addRule, ruleset, pathBeneath, unsafe.Pointer(&rule[0]), 0)
		syscall.Close(fd)
		if e != 0 {
			return fmt.Errorf("landlock_add_rule %s: %w", p, e)
		}
	}
	_, e1 := raw(syscall.SYS_PRCTL, noNewPrivs, 1, 0, 0, 0)
	_, e2 := raw(restrictSelf, ruleset, 0)
	if e1 != 0 || e2 != 0 {
		return errors.Join(e1, e2)
	}
	return nil
}

func oursLandlockWorld(s sysctls) *ours {
	confined := false
	rule := vfs.WritesBelow(writable)
	u := newOurs(vfs.NewTmpfs(vfs.TmpfsOptions{Size: 96 << 10, Mode: 0o755}), s,
		func(c *primitives.Cred, o vfs.Op, path string) error {
			if !confined {
				return nil
			}
			return rule(c, o, path)
		})
	u.mountBelow(keptDirs...)
	for _, o := range population() {
		u.do(o)
	}
	u.c, u.cwd, confined = primitives.Root(), u.ns.Root(), true
	return u
}
