package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/adapter"
	"github.com/sandfault/sandfault/fuzz/target/linux"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest"
)

// The targets that --target names.
const (
	targetLocal = "local"
	targetLinux = "linux"
	targetExec  = "exec:" // and a command
)

func addTarget(cmd *cobra.Command, spec *string, def string) {
	cmd.Flags().StringVar(spec, "target", def,
		"where to play: local (the emulator), linux (this host's kernel) or\n"+
			"`exec:CMD` (a program that drives a sandbox, see docs/ADAPTERS.md)")
}

// maxWall is how long a workflow may take by the emulator's clock to be played where time is real.
const maxWall = 20 * time.Second

func addMaxWall(cmd *cobra.Command, limit *time.Duration) {
	cmd.Flags().DurationVar(limit, "max-wall", maxWall,
		"with --target: leave out workflows that take longer by the\n"+
			"emulator's clock, which a target in real time sleeps through; 0 = none")
}

// pace leaves out what would take too long on a target in real time, as far as the emulator can tell.
func (p *place) pace(model target.Target, limit time.Duration) error {
	switch {
	case limit < 0:
		return fmt.Errorf("--max-wall %s: give a time, or 0 for no limit", limit)
	case limit > 0 && p.engine == nil && model != nil:
		p.Target = &target.Paced{Target: p.Target, Model: model, Limit: limit}
	}
	return nil
}

// place is a target, opened.
type place struct {
	target.Target
	spec   string         // as --target has it
	engine *target.Engine // of local; nil elsewhere
	end    func() error
}

// openTarget opens what --target names. The caller closes it.
func (a *app) openTarget(spec string) (*place, error) {
	p := &place{spec: spec, end: func() error { return nil }}
	command, isExec := strings.CutPrefix(spec, targetExec)
	switch {
	case spec == targetLocal:
		engine, err := a.openEngine()
		if err != nil {
			return nil, err
		}
		p.Target, p.engine, p.end = local(engine), engine, engine.Close
	case spec == targetLinux:
		t, err := linux.New(linux.Options{})
		if err != nil {
			return nil, fmt.Errorf("--target linux: %w", err)
		}
		p.Target, p.end = t, t.Close
	case isExec:
		t, err := adapter.New(command)
		if err != nil {
			return nil, fmt.Errorf("--target %s: %w", spec, err)
		}
		t.Limits, t.Warn = a.limits(), a.warn
		p.Target = t
	default:
		return nil, fmt.Errorf("--target %q: no such target: %s; or exec:CMD", spec,
			primitives.Suggest(spec, []string{targetLocal, targetLinux}))
	}
	return p, nil
}

// openModel opens the emulator for what stands beside another target. Without its guests it is of no use, and
// no target.
func (a *app) openModel() (*place, error) {
	p, err := a.openTarget(targetLocal)
	if err != nil {
		return nil, err
	}
	if _, err := p.engine.Store.Guest(guest.Box); err != nil {
		p.Target = nil
	}
	return p, nil
}

// Close implements io.Closer.
func (p *place) Close() error { return p.end() }

// digests are those of the guests that a run there may use; none where programs are the sandbox's own.
func (p *place) digests() map[string]string {
	if p.engine == nil {
		return map[string]string{}
	}
	return p.engine.Digests()
}

// localOnly is the error for an option that has a meaning on the emulator alone.
func localOnly(option, spec string) error {
	return fmt.Errorf("%s needs the emulator: leave out --target %s", option, spec)
}

var errFileElsewhere = errors.New("a workflow file is played twice and compared event by event, which only " +
	"the emulator can do; `sandfault run --target` plays it elsewhere")
