package findings

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
)

const selectCounted = "SELECT " + columns + `,
	(SELECT count(*) FROM occurrences o WHERE o.finding = findings.id),
	(SELECT json_group_array(DISTINCT target) FROM occurrences o WHERE o.finding = findings.id)
FROM findings`

// List returns all findings in the order of reports: by verdict, then layer, primitive, rule, ID.
func (s *Store) List(ctx context.Context) ([]*Finding, error) {
	list, err := s.query(ctx, selectCounted+" ORDER BY id")
	if err != nil {
		return nil, fmt.Errorf("list findings: %w", err)
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].before(list[j]) })
	return list, nil
}

func (f *Finding) before(o *Finding) bool {
	if a, b := f.Verdict.Rank(), o.Verdict.Rank(); a != b {
		return a < b
	}
	a := []string{f.Layer, f.Primitive, f.Rule, f.ID}
	b := []string{o.Layer, o.Primitive, o.Rule, o.ID}
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// Get returns the finding whose ID is id or, if only one does, starts with it.
func (s *Store) Get(ctx context.Context, id string) (*Finding, error) {
	if id == "" || strings.Trim(id, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("%w: %q (an ID is 12 hex digits, or the first few of them)", ErrNotFound, id)
	}
	list, err := s.query(ctx, selectCounted+" WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 2", len(id), id)
	switch {
	case err != nil:
		return nil, fmt.Errorf("look up finding %s: %w", id, err)
	case len(list) == 0:
		return nil, fmt.Errorf("%w: %s (`sandfault findings list` shows them)", ErrNotFound, id)
	case len(list) > 1:
		return nil, fmt.Errorf("%w: %s, %s", ErrAmbiguous, list[0].ID, list[1].ID)
	}
	return list[0], nil
}

func (s *Store) query(ctx context.Context, q string, args ...any) (list []*Finding, err error) {
	rows, err := s.db.QueryContext(ctx, q, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		f, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, rows.Err()
}
