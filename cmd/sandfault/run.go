package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/replay"
	"github.com/sandfault/sandfault/fuzz/report"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/triage"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
)

type runFlags struct {
	profile string
	seed    uint64
	format  string
	target  string
	sched   string
	twice   bool
	verbose bool
}

func newRun(a *app) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [flags] FILE...",
		Short: "Play workflow files and check what each step gives",
		Long: "Run plays each workflow in a fresh sandbox. A workflow's own profile section extends the profile\n" +
			"named by --profile. The format is described in docs/WORKFLOWS.md.\n" +
			"With --target it plays them on this host's kernel, or on a sandbox that another program drives.\n\n" +
			"Exit code: 0 all passed, 1 something failed or was unsupported, 2 something could not be run or was\n" +
			"aborted, 130 interrupted.",
		Example: "  sandfault run case.yaml\n  sandfault run --profile agentcore-code-interpreter --format json *.yaml\n" +
			"  sandfault run --target linux case.yaml\n  sandfault run --target 'exec:./my-adapter --region eu' case.yaml",
		Args: needs("a workflow file", "sandfault run case.yaml"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.run(cmd.Context(), &f, args)
		},
	}
	addProfile(cmd, &f.profile, "default")
	addSeed(cmd, &f.seed)
	addTarget(cmd, &f.target, targetLocal)
	cmd.Flags().StringVar(&f.format, "format", "text", "`text` or json (one object a line)")
	addSched(cmd, &f.sched)
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false,
		"show of each step what it did and gave: exit code, the first 4 KiB of its output; in json as steps")
	cmd.Flags().BoolVar(&f.twice, "check-determinism", false,
		"play each workflow twice more and compare event by event; exit code 1 if two runs part")
	return cmd
}

func (a *app) run(ctx context.Context, f *runFlags, files []string) (err error) {
	if err := oneOf("format", f.format, "text", "json"); err != nil {
		return err
	}
	base, err := loadProfile(f.profile)
	if err != nil {
		return err
	}
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
	if f.twice && where.engine == nil {
		return localOnly("--check-determinism", f.target)
	}
	code, count := exitOK, map[string]int{}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		status, ended, err := a.runFile(ctx, f, where, base, file)
		if err != nil {
			return err
		}
		count[status]++
		code = max(code, ended)
	}
	if f.format == "text" && len(files) > 1 {
		if err := report.Count(a.out, count); err != nil {
			return err
		}
	}
	if code != exitOK {
		return &exitError{code}
	}
	return nil
}

// runFile plays a file's workflow and reports on it. It returns the verdict's status and the exit code.
func (a *app) runFile(
	ctx context.Context, f *runFlags, where *place, base profile.Document, file string,
) (string, int, error) {
	v := a.playFile(ctx, where, base, det.NewSeed(f.seed), file)
	if err := ctx.Err(); err != nil && v.err != nil {
		return "", 0, err
	}
	if strings.HasPrefix(f.target, targetExec) {
		v.askFor()
	}
	code := v.exitCode()
	if f.verbose && v.run != nil {
		v.Steps = report.Steps(&oracle.Case{Workflow: v.workflow, Outcomes: v.run.Outcomes})
	}
	if err := report.File(a.out, &v.FileVerdict, f.format); err != nil {
		return "", 0, err
	}
	if f.twice && v.err == nil {
		same, err := a.deterministic(ctx, f, where, base, file)
		if err != nil {
			return "", 0, err
		}
		if !same {
			code = max(code, exitFailed)
		}
	}
	return v.Status, code, nil
}

// deterministic plays a workflow twice and says where the two runs part.
func (a *app) deterministic(
	ctx context.Context, f *runFlags, where target.Target, base profile.Document, file string,
) (bool, error) {
	w, doc, err := readWorkflow(file, base)
	if err != nil {
		return false, err
	}
	answer, err := replay.Replay(ctx, where, &replay.Recording{
		Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(f.seed),
	})
	if err != nil {
		return false, fmt.Errorf("%s: %w", file, err)
	}
	to := a.out
	if f.format != "text" {
		to = a.err // standard output is one object a file
	}
	fmt.Fprintf(to, "      %s: played twice: %s\n", file, answer)
	return answer.Same(), nil
}

// played is one file's verdict, and the error if it could not be run.
type played struct {
	report.FileVerdict
	err      error
	workflow *workflow.Workflow
	run      *target.Run // nil if it could not be run
}

// askFor notes with a failure which settings the workflow itself asks for: not every sandbox can obey them.
func (p *played) askFor() {
	if p.Status == report.StatusFail && p.workflow.Profile != nil {
		for i := 0; i < len(p.workflow.Profile.Content); i += 2 { // keys and values
			p.Settings = append(p.Settings, p.workflow.Profile.Content[i].Value)
		}
	}
}

// exitCode is what the file adds to the exit code of the command.
func (p *played) exitCode() int {
	switch {
	case p.err != nil, p.Status == report.StatusAborted:
		return exitUsage
	case p.Status != report.StatusPass:
		return exitFailed
	}
	return exitOK
}

// playFile reads, plays and judges one workflow file.
func (a *app) playFile(
	ctx context.Context, where target.Target, base profile.Document, seed det.Seed, file string,
) *played {
	v := &played{FileVerdict: report.FileVerdict{File: file}}
	w, doc, err := readWorkflow(file, base)
	v.workflow = w
	if err == nil {
		var run *target.Run
		run, err = where.Play(ctx, target.Plan{Workflow: w, Profile: doc.Profile, Seed: seed})
		if err == nil {
			v.run = run
			judge(&v.FileVerdict, w, &doc, run)
		}
	}
	if err != nil {
		v.err, v.Status, v.Error = err, report.StatusError, err.Error()
	}
	return v
}

// maxWorkflow bounds a workflow file, bytes.
const maxWorkflow = 64 << 20

func readWorkflow(file string, base profile.Document) (*workflow.Workflow, profile.Document, error) {
	data, err := readLimited(file)
	if err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err // which says the name again
		}
		return nil, base, fmt.Errorf("read workflow %s: %w", file, err)
	}
	w, err := workflow.Parse(file, data)
	if err != nil {
		return nil, base, err
	}
	doc, err := w.Resolve(base)
	return w, doc, err
}

// readLimited reads a file of the user's that must not be larger than maxWorkflow.
func readLimited(file string) ([]byte, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	data, err := io.ReadAll(io.LimitReader(in, maxWorkflow+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", file, err)
	case len(data) > maxWorkflow:
		return nil, fmt.Errorf("%s is larger than %d MiB", file, maxWorkflow>>20)
	}
	return data, nil
}

// judge fills the verdict from what the workflow gave: its own expectations alone count here.
func judge(v *report.FileVerdict, w *workflow.Workflow, doc *profile.Document, run *target.Run) {
	v.Digest = run.Digest
	c := &oracle.Case{Workflow: w, Profile: &doc.Profile, Outcomes: run.Outcomes}
	failures := oracle.Expectation{}.Judge(c)
	switch {
	case run.Status == target.StatusUnsupported:
		v.Status, v.Unsupported, v.LacksAt = report.StatusUnsupported, run.Unsupported, metAt(run)
	case run.Status == target.StatusAborted:
		v.Status, v.Error = report.StatusAborted, run.Aborted
	case len(failures) > 0:
		v.Status = report.StatusFail
	default:
		v.Status = report.StatusPass
	}
	if v.Status == report.StatusAborted {
		return
	}
	for i := range failures {
		v.Failures = append(v.Failures, told(c, &failures[i]))
	}
	if v.Status == report.StatusFail {
		f := &v.Failures[0]
		v.Step, v.Field, v.Expected, v.Got = &f.Step, f.Field, f.Expected, f.Got
		v.Command, v.Stderr, v.Cause = f.Command, f.Stderr, f.Cause
	}
}

// told is a failure as the report shows it.
func told(c *oracle.Case, f *oracle.Failure) report.Failure {
	out := report.Failure{
		Step: f.Step, Field: f.Where(), Expected: f.Expected, Got: f.Got,
		Command: f.Command(c), Stderr: f.Stderr(c),
	}
	if d := triage.DenialAt(c, f); d != nil {
		out.Cause = d.Cause.String()
	}
	return out
}

// metAt returns the step in which each lacking feature was met first, where the target says.
func metAt(run *target.Run) map[string]int {
	at := map[string]int{}
	for i := range run.Outcomes {
		for _, f := range run.Outcomes[i].Unsupported {
			if _, known := at[f]; !known {
				at[f] = i
			}
		}
	}
	return at
}

// oneOf checks a flag that takes one of a few words.
func oneOf(flag, value string, known ...string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return fmt.Errorf("--%s %q: known are %s", flag, value, strings.Join(known, ", "))
}
