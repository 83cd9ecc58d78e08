package findings

import (
	"context"
	"errors"
	"fmt"
)

// Validity says how a finding stands on another target than the one on which it was met.
type Validity string

// The validities.
const (
	Confirmed     Validity = "CONFIRMED"      // the same step fails there in the same way
	NotReproduced Validity = "NOT REPRODUCED" // nothing fails there
	Differs       Validity = "DIFFERS"        // something else fails there
	Flaky         Validity = "FLAKY"          // the runs there disagree
	Unvalidated   Validity = "UNSUPPORTED"    // the target lacks what the workflow or the profile needs
	Aborted       Validity = "ABORTED"        // a run there was cut short; never stored
)

// Validities returns all of them, in the order of reports.
func Validities() []Validity {
	return []Validity{Confirmed, NotReproduced, Differs, Flaky, Unvalidated, Aborted}
}

// Validation is what replays of a finding on another target gave.
type Validation struct {
	Finding string   `json:"finding"`
	Target  string   `json:"target"` // as --target has it
	Verdict Validity `json:"verdict"`

	// Where, and how: of Confirmed and NotReproduced the finding's own step, of Differs what differs first.
	Step     int    `json:"step"`               // from 0
	Field    string `json:"field,omitempty"`    // of the outcome, such as "exit"
	Expected string `json:"expected,omitempty"` // by the workflow, shortened
	Here     string `json:"here,omitempty"`     // what came where the finding was met, shortened
	There    string `json:"there,omitempty"`    // what came on the target, shortened
	// Note: of Flaky what the runs gave, of Unvalidated what is missing, of Aborted why.
	Note string `json:"note,omitempty"`

	Runs    int    `json:"runs"`
	Version string `json:"version"` // of the program
	At      string `json:"at"`      // by the host's clock, RFC 3339
}

// PutValidation stores a validation in the place of an earlier one of the same finding and target.
func (s *Store) PutValidation(ctx context.Context, v *Validation) error {
	_, err := s.db.ExecContext(ctx, `INSERT OR REPLACE INTO validations
		(finding, target, verdict, step, field, expected, here, there, note, runs, version, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		v.Finding, v.Target, string(v.Verdict), v.Step, v.Field, v.Expected, v.Here, v.There, v.Note, v.Runs,
		v.Version, v.At)
	if err != nil {
		return fmt.Errorf("store the validation of finding %s: %w", v.Finding, err)
	}
	return nil
}

// Validations returns what is known of a finding, or with "" of all, by the finding's ID and target.
func (s *Store) Validations(ctx context.Context, finding string) (list []*Validation, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT finding, target, verdict, step, field, expected, here, there,
		note, runs, version, at FROM validations WHERE ? IN ('', finding) ORDER BY finding, target`, finding)
	if err != nil {
		return nil, fmt.Errorf("list validations: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		v := &Validation{}
		err := rows.Scan(&v.Finding, &v.Target, &v.Verdict, &v.Step, &v.Field, &v.Expected, &v.Here, &v.There,
			&v.Note, &v.Runs, &v.Version, &v.At)
		if err != nil {
			return nil, fmt.Errorf("list validations: %w", err)
		}
		list = append(list, v)
	}
	return list, rows.Err()
}
