package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz/report"
	"github.com/sandfault/sandfault/fuzz/target/adapter"
	"github.com/sandfault/sandfault/fuzz/target/adapter/conformance"
)

type checkFlags struct {
	profile string
	format  string
	only    []string
}

func newAdapter(a *app) *cobra.Command {
	return grouped(&cobra.Command{
		Use:   "adapter check CMD",
		Short: "Check a program that drives a sandbox for --target exec:CMD",

		DisableFlagsInUseLine: true,
	}, newAdapterCheck(a))
}

func newAdapterCheck(a *app) *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [flags] CMD [ARGUMENT...]",
		Short: "Hold an adapter against the protocol, check by check",
		Long: "Check starts an adapter as --target exec:CMD does and makes small checks with names: what an adapter says\n" +
			"that it lacks is unsupported, what it gets wrong is told with what was expected, what came and how to\n" +
			"mend it. CMD is split as exec:CMD is if it stands alone. docs/ADAPTERS.md has the protocol.\n\n" +
			"Exit code: 0 nothing failed, 1 a check failed or was aborted, 2 the adapter could not be started.",
		Example: "  sandfault adapter check './my-adapter --region eu'\n" +
			"  sandfault adapter check --only stdout-bytes,timeout -- python3 my_adapter.py",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := misplaced(cmd, args); err != nil {
				return err
			}
			return a.checkAdapter(cmd.Context(), &f, args)
		},
	}
	cmd.Flags().SetInterspersed(false) // what follows CMD is CMD's
	addProfile(cmd, &f.profile, "default")
	cmd.Flags().StringVar(&f.format, "format", "text", "`text` or json (one object a line)")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "only these checks, `a,b`")
	return cmd
}

// misplaced refuses a command line without a command, and one in which our flags went to the adapter.
func misplaced(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name the adapter's command, as in: sandfault adapter check ./my-adapter")
	}
	if cmd.ArgsLenAtDash() >= 0 {
		return nil
	}
	for _, arg := range args[1:] {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		if strings.HasPrefix(arg, "--") && cmd.Flags().Lookup(name) != nil {
			return fmt.Errorf("--%s stands behind the adapter's command and would go to the adapter: "+
				"write it before the command, or -- before the command if the adapter is to have it", name)
		}
	}
	return nil
}

func (a *app) checkAdapter(ctx context.Context, f *checkFlags, argv []string) error {
	if err := oneOf("format", f.format, "text", "json"); err != nil {
		return err
	}
	doc, err := loadProfile(f.profile)
	if err != nil {
		return err
	}
	if len(argv) == 1 {
		if argv, err = adapter.Split(argv[0]); err != nil {
			return err
		}
	}
	count := map[conformance.Status]int{}
	var broken error // of our own output
	_, err = conformance.Run(ctx, conformance.Config{
		Argv: argv, Limits: a.limits(), Profile: doc.Profile, Only: f.only,
		Report: func(r conformance.Result) {
			count[r.Status]++
			if e := a.showCheck(f.format, &r); e != nil && broken == nil {
				broken = e
			}
		},
	})
	switch {
	case err != nil:
		return err
	case broken != nil:
		return broken
	}
	if f.format == "text" {
		fmt.Fprintf(a.out, "%d ok, %d failed, %d unsupported, %d skipped, %d aborted\n",
			count[conformance.OK], count[conformance.Failed], count[conformance.Unsupported],
			count[conformance.Skipped], count[conformance.Aborted])
	}
	if count[conformance.Failed]+count[conformance.Aborted] > 0 {
		return &exitError{exitFailed}
	}
	return nil
}

func (a *app) showCheck(format string, r *conformance.Result) error {
	if format == "json" {
		enc := json.NewEncoder(a.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(r)
	}
	return report.Check(a.out, r)
}
