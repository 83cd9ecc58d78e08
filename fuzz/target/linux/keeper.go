//go:build linux && (amd64 || arm64)

package linux

import (
	"errors"
	"fmt"
	goruntime "runtime"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// keeper is a thread with a mount namespace of its own, in which a sandbox's store is mounted. Inits are its
// children: what it mounts is there for each of them, and is gone with this process however it ends.
type keeper struct {
	asked chan func() error
	told  chan error
	ended chan struct{}
}

func newKeeper(base string, p *primitives.Profile) (*keeper, error) {
	k := &keeper{asked: make(chan func() error), told: make(chan error), ended: make(chan struct{})}
	go k.run()
	if err := k.do(func() error { return k.prepare(base, p) }); err != nil {
		k.close()
		return nil, err
	}
	return k, nil
}

// run is the thread. It is never unlocked, so it ends with the goroutine.
func (k *keeper) run() {
	goruntime.LockOSThread()
	defer close(k.ended)
	for do := range k.asked {
		k.told <- k.guarded(do)
	}
}

func (k *keeper) guarded(do func() error) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("internal error: %v", e)
		}
	}()
	return do()
}

// do runs something on the keeper's thread.
func (k *keeper) do(f func() error) error {
	k.asked <- f
	return <-k.told
}

func (k *keeper) close() {
	close(k.asked)
	<-k.ended
}

func (k *keeper) prepare(base string, p *primitives.Profile) error {
	if err := unix.Unshare(unix.CLONE_FS | unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("make a mount namespace: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return fmt.Errorf("take the host's mounts for this namespace: %w", err)
	}
	return mountStore(base, p)
}

// mountStore mounts what a sandbox's store needs. Files in memory count against a memory cap, those of a
// disk do not, so with a cap the store lies on a disk: an image of it, for a bound, in a file of the
// sandbox's folder.
func mountStore(base string, p *primitives.Profile) error {
	at := base + "/" + storeFolder
	switch {
	case p.Memory.CapBytes > 0:
		return mountImage(base+"/"+imageFile, at, p)
	case p.Persistence.All:
		return mountDisk(at, &p.Quota)
	case len(p.Persistence.Paths) > 0:
		return mountDisk(at, &primitives.QuotaSettings{})
	default:
		return nil
	}
}

var errNoImage = errors.New("a memory limit needs mkfs.ext4 and a free loop device, for what is written to " +
	"a disk does not count as memory")
