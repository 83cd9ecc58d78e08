package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/replay"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives/det"
)

type replayFlags struct {
	db      string
	profile string
	seed    uint64
	shell   bool
	atStep  int
	sched   string
	target  string
	forFile []string // flags that were given and make sense for a workflow file alone
}

func newReplay(a *app) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay [flags] ID|FILE",
		Short: "Play a finding again, or a workflow file twice, and compare event by event",
		Long: "Replay plays a stored finding again and says `identical`, `same failure` (fingerprint and step outcomes\n" +
			"are equal, but the trace version or the guests differ), `gone`, or `diverged` at event N. A workflow\n" +
			"file is played twice, under --profile and --seed, which a finding has of its own; that it fails is mentioned,\n" +
			"and changes no exit code. With --shell it opens an interactive shell in the session as it stood.\n" +
			"Processes take turns as they did when it was found (--sched). Which guests are installed decides what is\n" +
			"in the image: a finding that was met with python3 is `same failure` at best where it is missing, and the\n" +
			"answer says so.\n" +
			"A finding of linux is played there again, one of an adapter where --target says: without events to\n" +
			"compare, the answers are `same failure` and `gone`.\n\n" +
			"Exit code: 0 identical or same failure, 1 gone or diverged, 2 it could not be replayed.",
		Example: "  sandfault replay 3f2a\n  sandfault replay --shell --at-step 1 3f2a",
		Args:    needsOne("the ID of a finding or a workflow file", "sandfault replay 3f2a"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range []string{"seed", "profile"} {
				if cmd.Flags().Changed(name) {
					f.forFile = append(f.forFile, "--"+name)
				}
			}
			return a.replay(cmd.Context(), &f, args[0])
		},
	}
	addDB(cmd, &f.db)
	addProfile(cmd, &f.profile, "default")
	addSeed(cmd, &f.seed)
	cmd.Flags().StringVar(&f.sched, "sched", "",
		"which process runs next, `random` or round-robin (default: as the finding was met; a file: random)")
	cmd.Flags().BoolVar(&f.shell, "shell", false, "open a shell instead of comparing")
	cmd.Flags().IntVar(&f.atStep, "at-step", -1,
		"with --shell: play this many `steps` before the prompt; without it all are played")
	cmd.Flags().Lookup("at-step").DefValue = "0" // -1 says nothing to a reader
	addTarget(cmd, &f.target, "")
	return cmd
}

func (a *app) replay(ctx context.Context, f *replayFlags, what string) (err error) {
	rec, err := a.recorded(ctx, f, what)
	if err != nil {
		return err
	}
	spec, err := f.where(rec)
	if err != nil {
		return err
	}
	where, err := a.openTarget(spec)
	if err != nil {
		return err
	}
	defer closing(where, &err)
	if f.sched != "" {
		if err := where.schedule(f.sched); err != nil {
			return err
		}
		rec.Schedule = target.Schedule(f.sched)
	}
	if err := a.playable(where); err != nil {
		return err
	}
	rec.Guests, rec.Version = where.digests(), version
	if where.engine == nil {
		rec.Loose = "judged by what its steps gave, for " + spec + " keeps no events to compare"
	}
	if f.shell {
		return a.shell(ctx, local(where.engine), rec, f.atStep)
	}
	answer, err := replay.Replay(ctx, where, rec)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.out, answer)
	if answer.Fails > 0 {
		fmt.Fprintf(a.out, "the workflow fails both times, in %d steps: `sandfault run` shows them\n",
			answer.Fails)
	}
	if !answer.Same() {
		return &exitError{exitFailed}
	}
	return nil
}

// where decides on which target to replay, and refuses options that make no sense there. A command that
// stands in a database is shown, not run: who wrote the database may be somebody else.
func (f *replayFlags) where(rec *replay.Recording) (spec string, err error) {
	spec = cmp.Or(f.target, targetLocal)
	if rec.Finding != nil {
		spec = cmp.Or(f.target, rec.Finding.Target)
	}
	switch {
	case rec.Finding != nil && len(f.forFile) > 0:
		return "", fmt.Errorf("%s: a finding is replayed under its own profile and seed: leave it out, "+
			"or replay a workflow file", strings.Join(f.forFile, ", "))
	case f.atStep >= 0 && !f.shell:
		return "", errors.New("--at-step is for --shell")
	case f.atStep > len(rec.Workflow.Steps):
		return "", fmt.Errorf("--at-step %d: its steps are 0 to %d", f.atStep, len(rec.Workflow.Steps)-1)
	case f.shell && f.target != "" && f.target != targetLocal:
		return "", localOnly("--shell", f.target)
	case f.shell:
		return targetLocal, nil
	case rec.Finding == nil && spec != targetLocal:
		return "", errFileElsewhere
	case f.target == "" && strings.HasPrefix(spec, targetExec):
		return "", fmt.Errorf("finding %s was met by the adapter %q: name the command to run, as in "+
			"--target %q; or --target local", rec.Finding.ID, strings.TrimPrefix(spec, targetExec), spec)
	}
	return spec, nil
}

// recorded loads what is to be replayed: a workflow file if there is one of that name, else a finding.
func (a *app) recorded(ctx context.Context, f *replayFlags, what string) (*replay.Recording, error) {
	if _, err := os.Stat(what); err == nil {
		base, err := loadProfile(f.profile)
		if err != nil {
			return nil, err
		}
		w, doc, err := readWorkflow(what, base)
		if err != nil {
			return nil, err
		}
		return &replay.Recording{Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(f.seed)}, nil
	}
	var rec *replay.Recording
	err := a.reading(ctx, f.db, func(ctx context.Context, s *findings.Store) error {
		found, err := s.Get(ctx, what)
		if errors.Is(err, findings.ErrNotFound) {
			return fmt.Errorf("%w, and no file of that name", err)
		}
		if err != nil {
			return err
		}
		rec, err = replay.FromFinding(found)
		return err
	})
	return rec, err
}
