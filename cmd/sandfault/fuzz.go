package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz"
	"github.com/sandfault/sandfault/fuzz/domain"
	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/report"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/profile"
)

type fuzzFlags struct {
	profile  string
	count    int
	seed     uint64
	jobs     int
	domains  []string
	faults   []string
	db       string
	format   string
	baseline string
	junit    string
	target   string
	sched    string
	maxWall  time.Duration
}

func newFuzz(a *app) *cobra.Command {
	var f fuzzFlags
	cmd := &cobra.Command{
		Use:   "fuzz [flags]",
		Short: "Sweep generated workflows against a profile and store what breaks",
		Long: "Fuzz generates workflows over the ten domains, plays them against a profile, shrinks what breaks, finds\n" +
			"the primitive that broke it, and stores it. The same seed gives the same findings. With --target the workflows\n" +
			"are played elsewhere: on linux profiles are relaxed too, to find the cause; a sandbox behind exec:CMD is\n" +
			"what it is: causes there are those that the emulator has for the same failure under the profile, or\n" +
			"undetermined.\n\n" +
			"Exit code: 0 the sweep worked, 1 with --baseline or --junit: new defects or traps, 2 it could not run,\n" +
			"or more than half of the workflows were aborted, or none was judged, 130 interrupted: what was\n" +
			"examined by then is stored.",
		Example: "  sandfault fuzz --profile agentcore-code-interpreter --count 1000 --seed 1\n" +
			"  sandfault fuzz --profile my.yaml --baseline known.jsonl --junit report.xml",
		Args: needsNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if strings.HasPrefix(f.target, targetExec) && !cmd.Flags().Changed("profile") {
				a.warn("no --profile: the sandbox is judged by the rules of " + f.profile +
					"; name the one that describes it")
			}
			return a.fuzz(cmd.Context(), &f)
		},
	}
	addProfile(cmd, &f.profile, "agentcore-code-interpreter")
	addSeed(cmd, &f.seed)
	addDB(cmd, &f.db)
	addTarget(cmd, &f.target, targetLocal)
	addSched(cmd, &f.sched)
	addMaxWall(cmd, &f.maxWall)
	fl := cmd.Flags()
	fl.IntVar(&f.count, "count", 1000, "`number` of workflows")
	fl.IntVar(&f.jobs, "jobs", defaultJobs(), "`number` of workers")
	fl.StringSliceVar(&f.domains, "domains", nil, "only these domains, `a,b`:\n"+columns(domainNames()))
	fl.StringSliceVar(&f.faults, "fault", nil, "switch `faults` on beside the profile's, by name:\n"+
		columns(faultNames()))
	fl.StringVar(&f.format, "format", "text", "`text` or json")
	fl.StringVar(&f.baseline, "baseline", "", "`file` of known findings: only others fail")
	fl.StringVar(&f.junit, "junit", "", "write a JUnit report to this `file`")
	return cmd
}

func (a *app) fuzz(ctx context.Context, f *fuzzFlags) (err error) {
	if err := oneOf("format", f.format, "text", "json"); err != nil {
		return err
	}
	known, err := readBaseline(f.baseline)
	if err != nil {
		return err
	}
	cfg, err := f.config()
	if err != nil {
		return err
	}
	db, err := database(f.db)
	if err != nil {
		return err
	}
	store, err := findings.Open(context.WithoutCancel(ctx), db)
	if err != nil {
		return err
	}
	defer closing(store, &err)
	where, err := a.openTarget(f.target)
	if err != nil {
		return err
	}
	defer closing(where, &err)
	if err := where.schedule(f.sched); err != nil {
		return err
	}
	if err := a.playable(where); err != nil {
		return err
	}
	if where.engine == nil {
		model, e := a.openModel()
		if e != nil {
			return e
		}
		defer closing(model, &err)
		if err := where.pace(model.Target, f.maxWall); err != nil {
			return err
		}
		if strings.HasPrefix(where.spec, targetExec) {
			cfg.Fixed, cfg.Model = true, model.Target
		}
	}
	bar := newProgress(a.err)
	on := &watched{Target: where.Target}
	bar.watch(on)
	cfg.Store, cfg.Target, cfg.Guests, cfg.Progress = store, on, where.digests(), bar.show
	cfg.TargetName, cfg.Varies = where.spec, where.engine == nil
	sum, err := fuzz.Run(ctx, cfg)
	bar.end()
	if err != nil {
		return err
	}
	return a.conclude(f, sum, known)
}

// closing closes c and keeps its error if there is no other.
func closing(c io.Closer, err *error) {
	if e := c.Close(); e != nil && *err == nil {
		*err = e
	}
}

func (f *fuzzFlags) config() (fuzz.Config, error) {
	doc, err := loadProfile(f.profile)
	if err != nil {
		return fuzz.Config{}, err
	}
	for _, name := range f.faults {
		if _, on := doc.Profile.HasFault(name); !on {
			doc.Profile = doc.Profile.WithFault(primitives.FaultSpec{Name: name})
		}
	}
	if err := profile.Problems(&doc.Profile); err != nil {
		return fuzz.Config{}, err
	}
	free, err := profile.Load("unrestricted")
	if err != nil {
		return fuzz.Config{}, err
	}
	text, err := profile.Encode(&doc.Profile)
	return fuzz.Config{
		Profile: doc.Profile, ProfileName: doc.Profile.Name, ProfileText: string(text),
		Unrestricted: free.Profile,
		Count:        f.count, Seed: f.seed, Jobs: f.jobs, Domains: f.domains, Version: version,
		Schedule: target.Schedule(f.sched),
	}, err
}

func domainNames() (names []string) {
	for _, d := range domain.All() {
		names = append(names, d.Name)
	}
	return names
}

func faultNames() (names []string) {
	for _, f := range primitives.Faults() {
		names = append(names, f.Name)
	}
	return names
}

// columns puts names into lines of a flag's help.
func columns(names []string) string {
	const width = 70
	text, line := "", ""
	for i, name := range names {
		if i < len(names)-1 {
			name += ", "
		}
		if line != "" && len(line)+len(name) > width {
			text, line = text+strings.TrimRight(line, " ")+"\n", ""
		}
		line += name
	}
	return text + line
}

func readBaseline(file string) (*findings.Baseline, error) {
	if file == "" {
		return nil, nil //nolint:nilnil // no baseline
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("read baseline: %w", err)
	}
	defer func() { _ = in.Close() }()
	return findings.DecodeBaseline(in, file)
}

// conclude reports, and decides the exit code.
func (a *app) conclude(f *fuzzFlags, sum *fuzz.Summary, known *findings.Baseline) error {
	var err error
	if f.format == "json" {
		err = report.JSON(a.out, sum)
	} else {
		err = report.Text(a.out, sum, f.db)
	}
	if err != nil {
		return err
	}
	base := known
	if base == nil {
		base = findings.NewBaseline(nil)
	}
	news, stale := base.Compare(sum.Findings())
	if sum.Status["unsupported"]+sum.Status["aborted"] > 0 {
		stale = nil // what was not played may still be there
	}
	if f.junit != "" {
		if err := writeJUnit(f.junit, sum, news, stale); err != nil {
			return err
		}
	}
	switch {
	case sum.Interrupted:
		return context.Canceled
	case sum.Unjudged() != "":
		fmt.Fprintf(a.err, "sandfault: %s\n", sum.Unjudged())
		return &exitError{exitUsage}
	case known == nil:
		return nil
	}
	report.Baseline(a.err, news, stale)
	if len(news) > 0 {
		return &exitError{exitFailed}
	}
	return nil
}

func writeJUnit(
	file string, sum *fuzz.Summary, news []*findings.Finding, stale []findings.BaselineEntry,
) (err error) {
	isNew := map[string]bool{}
	for _, n := range news {
		isNew[n.ID] = true
	}
	out, err := os.Create(filepath.Clean(file))
	if err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	defer closing(out, &err)
	return report.JUnit(out, sum, func(f *findings.Finding) bool { return isNew[f.ID] }, stale)
}
