package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/primitives/profile"
)

// version is set by the release build.
var version = "devel"

// app is what all commands share.
type app struct {
	out, err io.Writer
	in       io.Reader

	now         <-chan struct{}        // closed when nothing more is to be waited for
	interrupted <-chan struct{}        // closed by the first signal
	adapters    atomic.Bool            // adapters may be running
	typed       atomic.Pointer[func()] // what Ctrl-C does instead of ending the command; nil: it ends it
	warned      sync.Map               // what warn told
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "sandfault",
		Short: "Emulate agent sandboxes, find what breaks in them, and replay it",
		Long: "Sandfault emulates, in one process, the sandboxes in which agents run code. It plays workflows by the\n" +
			"thousand against a profile of a sandbox, finds what breaks, names the primitive that broke it, and\n" +
			"replays it bit for bit.",
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.AddCommand(
		newFuzz(a), newRun(a), newExec(a), newReplay(a), newFindings(a), newMCP(a), newGuest(a),
		newProfile(a), newFidelity(a), newAdapter(a), newValidate(a),
	)
	return root
}

// stateDir is where the findings database is unless a flag names another place.
func stateDir() (string, error) {
	if d := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(d) {
		return filepath.Join(d, "sandfault"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find a place for the findings database (or name one with --db): %w", err)
	}
	return filepath.Join(home, ".local", "state", "sandfault"), nil
}

// database returns the path of the findings database.
func database(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	dir, err := stateDir()
	return filepath.Join(dir, "findings.db"), err
}

func addDB(cmd *cobra.Command, db *string) {
	cmd.Flags().StringVar(db, "db", "", "findings database `file` (default: in the user's state directory)")
}

// defaultJobs is how many workers a sweep has.
func defaultJobs() int { return goruntime.GOMAXPROCS(0) }

// loadProfile loads a built-in profile or a file.
func loadProfile(name string) (profile.Document, error) {
	if slices.Contains(profile.Builtins(), name) {
		return profile.Load(name)
	}
	data, err := readLimited(name)
	if err != nil {
		if _, e := profile.Load(name); e != nil && filepath.Base(name) == name {
			return profile.Document{}, fmt.Errorf("profile: %w", e)
		}
		return profile.Document{}, fmt.Errorf("read profile: %w", err)
	}
	return profile.Parse(name, data)
}

func addProfile(cmd *cobra.Command, name *string, def string) {
	cmd.Flags().StringVar(name, "profile", def, "built-in profile, or a `file` (`sandfault profile list`)")
}

func addSeed(cmd *cobra.Command, seed *uint64) {
	cmd.Flags().Uint64Var(seed, "seed", 1, "`number` from which everything random is derived")
}
