package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/report"
)

func newFindings(a *app) *cobra.Command {
	var db string
	cmd := &cobra.Command{
		Use:   "findings [list|show ID|export]",
		Short: "Look at what is stored",
		Long: "Findings lists what is stored: each finding with the number of workflows, over all sweeps, that met it.\n" +
			"A workflow counts once a profile and target, however often it was played; a sweep's own report counts\n" +
			"the workflows of that sweep. A database that cannot be written is read as it is.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reading(cmd.Context(), db, a.listFindings)
		},
	}
	cmd.PersistentFlags().StringVar(&db, "db", "",
		"findings database `file` (default: in the user's state directory)")
	cmd.AddCommand(a.newFindingsList(&db), a.newFindingsShow(&db), a.newFindingsExport(&db))
	return cmd
}

// reading is withStore for those who change nothing.
func (a *app) reading(
	ctx context.Context, flag string, fn func(context.Context, *findings.Store) error,
) error {
	return a.withStore(ctx, flag, findings.OpenToRead, fn)
}

// opener is findings.OpenToRead or findings.OpenExisting.
type opener func(ctx context.Context, path string) (*findings.Store, error)

// withStore opens the store that is there.
func (a *app) withStore(
	ctx context.Context, flag string, open opener, fn func(context.Context, *findings.Store) error,
) (err error) {
	db, err := database(flag)
	if err != nil {
		return err
	}
	store, err := open(ctx, db)
	if err != nil {
		return fmt.Errorf("%w (`sandfault fuzz` makes one)", err)
	}
	defer closing(store, &err)
	return fn(ctx, store)
}

func (a *app) newFindingsList(db *string) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "One line a finding: defects, traps, what is expected", Args: needsNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reading(cmd.Context(), *db, a.listFindings)
		},
	}
}

func (a *app) listFindings(ctx context.Context, s *findings.Store) error {
	list, err := s.List(ctx)
	if err != nil {
		return err
	}
	validations, err := s.Validations(ctx, "")
	if err != nil {
		return err
	}
	known := map[string][]*findings.Validation{}
	for _, v := range validations {
		known[v.Finding] = append(known[v.Finding], v)
	}
	for _, f := range list {
		_, err = fmt.Fprintf(a.out, "%s  %-8s  %s  %s%s\n", f.ID, f.Verdict, report.Workflows(f.Count),
			report.Title(f), report.Marks(known[f.ID]))
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *app) newFindingsShow(db *string) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use: "show ID", Short: "All that is known of one finding",
		Args: needsOne("the ID of a finding", "sandfault findings show 3f2a"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("format", format, "text", "json"); err != nil {
				return err
			}
			return a.reading(cmd.Context(), *db, func(ctx context.Context, s *findings.Store) error {
				f, err := s.Get(ctx, args[0])
				if err != nil {
					return err
				}
				validations, err := s.Validations(ctx, f.ID)
				if err != nil {
					return err
				}
				return a.showFinding(format, f, validations, *db)
			})
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`text` or json")
	return cmd
}

func (a *app) showFinding(format string, f *findings.Finding, known []*findings.Validation, db string) error {
	if format == "json" {
		enc := json.NewEncoder(a.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(struct {
			*findings.Finding
			Validations []*findings.Validation `json:"validations"`
		}{f, known})
	}
	if err := report.Finding(a.out, f, db); err != nil {
		return err
	}
	return report.Validations(a.out, known)
}

func (a *app) newFindingsExport(db *string) *cobra.Command {
	var baseline bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "One JSON object a finding, sorted: the same bytes for the same set",
		Args:  needsNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reading(cmd.Context(), *db, func(ctx context.Context, s *findings.Store) error {
				if baseline {
					return s.ExportBaseline(ctx, a.out)
				}
				return s.Export(ctx, a.out)
			})
		},
	}
	cmd.Flags().BoolVar(&baseline, "baseline", false, "write a baseline for fuzz --baseline")
	return cmd
}
