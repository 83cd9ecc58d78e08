//go:build linux

package linux

import (
	"context"

	"github.com/sandfault/sandfault/fuzz/target"
)

// Target plays workflows on this host's kernel. It is safe for concurrent use.
type Target struct{ options Options }

// Available says what this host lacks, or nil where workflows can be played.
func Available() error { return nil }

// New returns a target, or why this host cannot be one.
func New(o Options) (*Target, error) {
	if err := Available(); err != nil {
		return nil, err
	}
	return &Target{options: o}, nil
}

// Main takes over the process if it was started as a sandbox's init or launcher, and returns at once
// otherwise. Programs and test binaries that use the package call it before anything else.
func Main() {}

// Name implements target.Target.
func (*Target) Name() string { return "linux" }

// Play implements target.Target.
func (*Target) Play(_ context.Context, _ target.Plan) (*target.Run, error) {
	return &target.Run{Status: target.StatusUnsupported, Unsupported: []string{"target linux"}}, nil
}

// Close removes what the target made on the host.
func (*Target) Close() error { return nil }
