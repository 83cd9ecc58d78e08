//go:build linux && (amd64 || arm64)

package linux

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/sandfault/sandfault/primitives"
)

// Bounds that protect the host where a profile gives none. Meeting one is no property of the sandbox, so
// the run is aborted.
const (
	guardMemory = 4 << 30 // bytes of a session
	guardPids   = 4096    // processes and threads of a session
	guardDisk   = 2 << 30 // bytes of the root
	guardTmpfs  = 2 << 30 // bytes of each tmpfs
	guardImage  = 1 << 30 // bytes of what the profile adds
)

// errGuard is why a run is aborted that took more of the host than it may.
var errGuard = errors.New("the host's limit was met, for the profile has none")

// limitsOf returns a profile's limits, or else those of the host.
func limitsOf(p *primitives.Profile, host limits) limits {
	return limits{
		Memory: orGuard(p.Memory.CapBytes, host.Memory),
		Pids:   int(orGuard(int64(p.Processes.PidsMax), int64(host.Pids))),
	}
}

func orGuard(n, guard int64) int64 {
	if n > 0 {
		return n
	}
	return guard
}

// checkGuards returns an error if the session met a bound that is the host's.
func (s *sandbox) checkGuards(ctx context.Context) error {
	u, most := s.group.used(), s.target.guards
	switch {
	case s.profile.Memory.CapBytes == 0 && u.kills > 0:
		return fmt.Errorf("%w: %d bytes of memory", errGuard, most.Memory)
	case s.profile.Processes.PidsMax == 0 && u.peak >= most.Pids:
		return fmt.Errorf("%w: %d processes", errGuard, most.Pids)
	}
	a, err := s.init.call(ctx, header{Kind: kindFull})
	if err != nil {
		return fmt.Errorf("look for full file systems: %w", err)
	}
	if a.Rule != "" {
		return fmt.Errorf("%w: %s is full", errGuard, a.Rule)
	}
	return nil
}

// full names a file system without a bound of the profile's that is full, "" if there is none. It is init's
// side of checkGuards.
func (p *pidOne) full() answer {
	pr := &p.spec.Profile
	var paths []string
	if pr.Quota.DiskBytes == 0 {
		paths = append(paths, "/")
	}
	for i := range pr.Mounts.Mounts {
		if m := &pr.Mounts.Mounts[i]; m.Type == primitives.MountTmpfs && m.Size == 0 {
			paths = append(paths, m.Path)
		}
	}
	for _, at := range paths {
		var st unix.Statfs_t
		if err := unix.Statfs(at, &st); err == nil && st.Blocks > 0 && st.Bfree == 0 {
			return answer{Rule: at}
		}
	}
	return answer{}
}
