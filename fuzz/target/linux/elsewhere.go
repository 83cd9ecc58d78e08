//go:build !linux || !(amd64 || arm64)

package linux

import (
	"context"
	"errors"
	goruntime "runtime"

	"github.com/sandfault/sandfault/fuzz/target"
)

// errElsewhere is why there is no such target on other systems.
var errElsewhere = errors.New("target linux needs a Linux kernel on amd64 or arm64; this is " +
	goruntime.GOOS + "/" + goruntime.GOARCH)

// Target plays workflows on this host's kernel, which is none.
type Target struct{}

// Available says what this host lacks, or nil where workflows can be played.
func Available() error { return errElsewhere }

// New returns why this host cannot be a target.
func New(Options) (*Target, error) { return nil, errElsewhere }

// Main does nothing: no process is started as a sandbox's init here.
func Main() {}

// Name implements target.Target.
func (*Target) Name() string { return "linux" }

// Play implements target.Target.
func (*Target) Play(context.Context, target.Plan) (*target.Run, error) { return nil, errElsewhere }

// Close does nothing.
func (*Target) Close() error { return nil }
