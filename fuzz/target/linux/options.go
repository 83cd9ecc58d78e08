package linux

import "time"

// Options are how a Target works on its host. The zero value is what a command line wants.
type Options struct {
	// Dir is where sandboxes are built: an existing folder of the caller's, or one that is made.
	// "" = a folder in os.TempDir that all share and that stays. Whatever a dead owner left there is removed
	// by New.
	Dir string
	// WallLimit bounds one call of Play; a run that takes longer is aborted. 0 = target.DefaultWallLimit.
	WallLimit time.Duration
	// IgnoreFaults plays profiles with faults of a tool layer as if they had none. Linux has none of them, so
	// without this such a profile is unsupported.
	IgnoreFaults bool
}
