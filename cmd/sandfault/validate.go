package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/replay"
	"github.com/sandfault/sandfault/fuzz/report"
)

type validateFlags struct {
	db      string
	target  string
	all     bool
	verdict []string
	format  string
	maxWall time.Duration
}

func newValidate(a *app) *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate [flags] [ID...]",
		Short: "Replay findings on another target and store how they stand there",
		Long: "Validate plays the workflow of each finding three times on another target and stores beside it\n" +
			"CONFIRMED (the same step fails there in the same way), NOT REPRODUCED (nothing fails there), DIFFERS\n" +
			"(something else fails: where and how), FLAKY (the runs disagree) or UNSUPPORTED (the target lacks what\n" +
			"it needs). `sandfault findings` shows it. What is stored stays stored if the command is interrupted.\n\n" +
			"Exit code: 0 all are CONFIRMED or UNSUPPORTED, 1 one is NOT REPRODUCED, DIFFERS or FLAKY, 2 one could not\n" +
			"be played.",
		Example: "  sandfault validate 3f2a --target linux\n" +
			"  sandfault validate --all --verdict defect,trap --target 'exec:./my-adapter --region eu'",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.validate(cmd.Context(), &f, args)
		},
	}
	addDB(cmd, &f.db)
	addTarget(cmd, &f.target, "")
	addMaxWall(cmd, &f.maxWall)
	cmd.Flags().BoolVar(&f.all, "all", false, "all findings that are stored")
	cmd.Flags().StringSliceVar(&f.verdict, "verdict", nil,
		"all findings of these verdicts, `defect,trap,expected`")
	cmd.Flags().StringVar(&f.format, "format", "text", "`text` or json (one object a line)")
	return cmd
}

func (f *validateFlags) check(ids []string) error {
	verdicts := []string{string(findings.Defect), string(findings.Trap), string(findings.Expected)}
	for _, v := range f.verdict {
		if err := oneOf("verdict", v, verdicts...); err != nil {
			return err
		}
	}
	whole := f.all || len(f.verdict) > 0
	switch {
	case f.target == "" || f.target == targetLocal:
		return errors.New("name where to validate: --target linux, or --target exec:CMD")
	case whole && len(ids) > 0:
		return errors.New("give IDs, or --all or --verdict, not both")
	case !whole && len(ids) == 0:
		return errors.New("give the IDs of findings, or --all (`sandfault findings list` shows them)")
	}
	return oneOf("format", f.format, "text", "json")
}

func (a *app) validate(ctx context.Context, f *validateFlags, ids []string) (err error) {
	if err := f.check(ids); err != nil {
		return err
	}
	there, err := a.openTarget(f.target)
	if err != nil {
		return err
	}
	defer closing(there, &err)
	here, err := a.openModel()
	if err != nil {
		return err
	}
	defer closing(here, &err)
	if err := there.pace(here.Target, f.maxWall); err != nil {
		return err
	}
	v := replay.Validator{There: there, Here: here.Target, Bare: f.target == targetLinux}
	return a.withStore(context.WithoutCancel(ctx), f.db, findings.OpenExisting,
		func(storing context.Context, s *findings.Store) error {
			list, err := f.choose(storing, s, ids)
			if err != nil {
				return err
			}
			if len(list) == 0 && len(f.verdict) > 0 {
				return a.noneOf(storing, s)
			}
			return a.validateAll(ctx, f, &v, s, list)
		})
}

// choose loads the findings that are asked for, each once.
func (f *validateFlags) choose(
	ctx context.Context, s *findings.Store, ids []string,
) ([]*findings.Finding, error) {
	if len(ids) == 0 {
		list, err := s.List(ctx)
		return slices.DeleteFunc(list, func(x *findings.Finding) bool {
			return len(f.verdict) > 0 && !slices.Contains(f.verdict, string(x.Verdict))
		}), err
	}
	var list []*findings.Finding
	for _, id := range ids {
		found, err := s.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(list, func(x *findings.Finding) bool { return x.ID == found.ID }) {
			list = append(list, found)
		}
	}
	return list, nil
}

// noneOf says that no finding has the verdicts that were asked for, and which there are.
func (a *app) noneOf(ctx context.Context, s *findings.Store) error {
	list, err := s.List(ctx)
	if err != nil {
		return err
	}
	count := map[findings.Verdict]int{}
	for _, x := range list {
		count[x.Verdict]++
	}
	parts := []string{}
	for _, v := range []findings.Verdict{findings.Defect, findings.Trap, findings.Expected} {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	fmt.Fprintf(a.err, "sandfault: no finding has these verdicts (there are: %s)\n",
		cmp.Or(strings.Join(parts, ", "), "none"))
	return nil
}

// validateAll validates one finding after the other, and stores and shows each before the next.
func (a *app) validateAll(
	ctx context.Context, f *validateFlags, v *replay.Validator, s *findings.Store, list []*findings.Finding,
) error {
	count := map[findings.Validity]int{}
	for i, x := range list {
		if ctx.Err() != nil {
			break
		}
		one, err := validateOne(ctx, v, x)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		one.Target, one.Version, one.At = f.target, version, time.Now().UTC().Format(time.RFC3339)
		if one.Verdict != findings.Aborted {
			if err := s.PutValidation(context.WithoutCancel(ctx), one); err != nil {
				return err
			}
		}
		count[one.Verdict]++
		if err := a.showValidation(f.format, one, x, fmt.Sprintf("%d/%d", i+1, len(list))); err != nil {
			return err
		}
	}
	return a.concludeValidation(ctx, f.format, count, len(list))
}

func validateOne(
	ctx context.Context, v *replay.Validator, f *findings.Finding,
) (*findings.Validation, error) {
	r, err := replay.FromFinding(f)
	if err != nil {
		return nil, err
	}
	one, err := v.Validate(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", f.ID, err)
	}
	return one, nil
}

func (a *app) showValidation(
	format string, v *findings.Validation, f *findings.Finding, place string,
) error {
	if format == "json" {
		enc := json.NewEncoder(a.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	}
	return report.Validation(a.out, v, f, place)
}

func (a *app) concludeValidation(
	ctx context.Context, format string, count map[findings.Validity]int, n int,
) error {
	done := 0
	var parts []string
	for _, v := range findings.Validities() {
		done += count[v]
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	if format == "text" {
		fmt.Fprintf(a.out, "%d of %d findings: %s\n", done, n,
			cmp.Or(strings.Join(parts, ", "), "none was played"))
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case count[findings.Aborted] > 0:
		return &exitError{exitUsage}
	case count[findings.NotReproduced]+count[findings.Differs]+count[findings.Flaky] > 0:
		return &exitError{exitFailed}
	}
	return nil
}
