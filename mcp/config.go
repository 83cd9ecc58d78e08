package mcp

import (
	"context"
	"io"
	"time"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime/session"
)

// Config is what a server is made from.
type Config struct {
	Boot   Boot          // starts the machines that agents drive
	Target target.Target // plays recorded workflows again: it must give what the machines of Boot give
	Store  Store         // takes claims that hold

	Profile profile.Document // of sessions that name no other
	Seed    uint64           // of sessions that name no other
	Record  string           // folder in which each session's workflow is written when it ends; "" = nowhere

	Guests    func() map[string]string // digests of the guests, for findings; nil = none
	Version   string                   // of the program
	Database  string                   // what --db was given, for commands in results; "" = the default
	WallLimit time.Duration            // of one call on the host's clock; 0 = target.DefaultWallLimit
	Log       io.Writer                // takes what is wrong with the server itself; nil = nobody
}

// Boot starts a machine. guard is asked between slices of execution whether the host wants an end of it.
type Boot func(p primitives.Profile, seed det.Seed, guard func() error) (Sandbox, error)

// Sandbox is a machine with its session. It is used by one goroutine at a time.
type Sandbox interface {
	Do(q *session.Request) session.Response
	// Health returns the features that the machine was asked for and lacks, and why the host ended it.
	Health() (lacks []string, aborted error)
	Close()
}

// Store keeps findings.
type Store interface {
	Put(ctx context.Context, f *findings.Finding, at findings.Occurrence) (isNew bool, err error)
	List(ctx context.Context) ([]*findings.Finding, error)
	Get(ctx context.Context, id string) (*findings.Finding, error)
}
