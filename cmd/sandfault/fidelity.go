package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz"
	"github.com/sandfault/sandfault/fuzz/corpus"
	"github.com/sandfault/sandfault/fuzz/fidelity"
)

type fidelityFlags struct {
	count       int
	seeds       int
	seed        uint64
	corpus      bool
	noCorpus    bool
	jobs        int
	profiles    []string
	out         string
	json        string
	check       string
	differences string
	reference   string
}

func newFidelity(a *app) *cobra.Command {
	var f fidelityFlags
	cmd := &cobra.Command{
		Use:   "fidelity [flags]",
		Short: "Play workflows on the emulator and on this host's Linux, and count where they differ",
		Long: "Fidelity plays generated workflows and the corpus on the emulator and on this host's kernel, under several\n" +
			"profiles, and compares what every step gives: how it ends, its errors, its texts, the files it leaves.\n" +
			"Precision is the share of the emulator's failing steps that fail in the same way on Linux, recall the share\n" +
			"of Linux's failing steps that the emulator foresees. docs/FIDELITY.md says how it counts.\n\n" +
			"It needs Linux and root. Exit code: 0 it was measured, 1 with --check: a number is\n" +
			"worse than the file's, 2 it could not run, 130 interrupted, after writing what there is.",
		Example: "  sandfault fidelity --count 50\n" +
			"  sandfault fidelity --count 1000 --out docs/FIDELITY.md --json fidelity.json --differences differences.jsonl\n" +
			"  sandfault fidelity --count 50 --no-corpus --check .ci/fidelity.json",
		Args: needsNone,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.fidelity(cmd.Context(), &f) },
	}
	addSeed(cmd, &f.seed)
	fl := cmd.Flags()
	fl.IntVar(&f.count, "count", 1000, "`number` of generated workflows")
	fl.IntVar(&f.seeds, "seeds", 10, "`number` of seeds among which they are dealt, beginning with --seed")
	fl.BoolVar(&f.corpus, "corpus", true, "play the corpus too")
	fl.BoolVar(&f.noCorpus, "no-corpus", false, "leave the corpus out")
	fl.IntVar(&f.jobs, "jobs", 2*defaultJobs(),
		"`number` of workers; the reference sleeps for a part of the time")
	fl.StringSliceVar(&f.profiles, "profiles", nil, "only these profiles of the comparison, `a,b`")
	fl.StringVar(&f.reference, "reference", targetLinux,
		"what is believed: linux, or `exec:CMD`, whose files are "+
			"compared by the steps alone")
	fl.StringVar(&f.out, "out", "", "write the report between the markers of this Markdown `file`")
	fl.StringVar(&f.json, "json", "", "write the numbers to this `file`")
	fl.StringVar(&f.check, "check", "", "fail if a number is worse than this `file`'s")
	fl.StringVar(&f.differences, "differences", "",
		"write every kind of difference to this `file`, one JSON a line")
	cmd.MarkFlagsMutuallyExclusive("corpus", "no-corpus")
	return cmd
}

const examples = 15 // kinds of difference that are made small

func (a *app) fidelity(ctx context.Context, f *fidelityFlags) (err error) {
	ratchet, err := readRatchet(f.check)
	if err != nil {
		return err
	}
	cfg, err := f.config()
	if err != nil {
		return err
	}
	reference, err := a.openTarget(f.reference)
	if err != nil {
		return fmt.Errorf("there is nothing to compare with: %w", err)
	}
	defer closing(reference, &err)
	cfg.NoTrees = strings.HasPrefix(f.reference, targetExec)
	engine, err := a.openEngine()
	if err != nil {
		return err
	}
	defer closing(engine, &err)
	if err := a.box(engine); err != nil {
		return fmt.Errorf("no workflow can be played: %w", err)
	}
	bar := newProgress(a.err)
	cfg.Emulator, cfg.Reference, cfg.Now = local(engine), reference.Target, time.Now
	cfg.Progress = func(p fidelity.Progress) { bar.show(fuzz.Progress(p)) }
	sum, err := fidelity.Run(ctx, cfg)
	bar.end()
	if err != nil {
		return err
	}
	return a.compared(f, sum, ratchet)
}

func (f *fidelityFlags) config() (fidelity.Config, error) {
	settings, err := fidelity.Choose(f.profiles)
	sel := fidelity.Selection{Count: f.count, Seeds: f.seeds, Seed: f.seed, Settings: settings}
	if f.corpus && !f.noCorpus {
		sel.Corpus = corpus.All()
	}
	cfg := fidelity.Config{Selection: sel, Jobs: f.jobs, MaxWall: maxWall}
	if f.out != "" || f.json != "" || f.differences != "" {
		cfg.Examples = examples // nobody would see them otherwise
	}
	return cfg, err
}

func readRatchet(file string) (*fidelity.Ratchet, error) {
	if file == "" {
		return nil, nil //nolint:nilnil // no line to hold
	}
	data, err := readLimited(file)
	if err != nil {
		return nil, fmt.Errorf("read the numbers to hold: %w", err)
	}
	r, err := fidelity.ParseRatchet(file, data)
	return &r, err
}

// compared writes all that was asked for, and decides the exit code.
func (a *app) compared(f *fidelityFlags, sum *fidelity.Summary, ratchet *fidelity.Ratchet) error {
	if err := fidelity.Text(a.out, sum); err != nil {
		return err
	}
	if err := f.write(sum); err != nil {
		return err
	}
	switch {
	case sum.Interrupted:
		return context.Canceled
	case ratchet == nil:
		return nil
	}
	worse := ratchet.Check(sum)
	for _, w := range worse {
		fmt.Fprintf(a.err, "%s: %s\n", f.check, w)
	}
	if len(worse) > 0 {
		return &exitError{exitFailed}
	}
	return nil
}

func (f *fidelityFlags) write(sum *fidelity.Summary) error {
	for _, w := range []struct {
		file string
		make func(io.Writer, *fidelity.Summary) error
	}{
		{f.json, fidelity.JSON}, {f.differences, fidelity.Lines},
	} {
		if w.file == "" {
			continue
		}
		var b bytes.Buffer
		if err := w.make(&b, sum); err != nil {
			return fmt.Errorf("write %s: %w", w.file, err)
		}
		err := os.WriteFile(filepath.Clean(w.file), b.Bytes(), 0o644) //nolint:gosec // a report
		if err != nil {
			return err
		}
	}
	if f.out == "" {
		return nil
	}
	old, err := readLimited(f.out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text := fidelity.Splice(string(old), fidelity.Markdown(sum))
	return os.WriteFile(filepath.Clean(f.out), []byte(text), 0o644) //nolint:gosec // a report
}
