package findings

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sort"
)

// Export writes one JSON object a line, sorted by ID: the same bytes for the same set.
func (s *Store) Export(ctx context.Context, w io.Writer) error {
	list, err := s.query(ctx, selectCounted+" ORDER BY id")
	if err != nil {
		return fmt.Errorf("export findings: %w", err)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, f := range list {
		if err := enc.Encode(f); err != nil {
			return fmt.Errorf("export finding %s: %w", f.ID, err)
		}
	}
	return nil
}

// ExportBaseline writes a baseline of the store's findings, see Baseline.
func (s *Store) ExportBaseline(ctx context.Context, w io.Writer) error {
	list, err := s.List(ctx)
	if err != nil {
		return err
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return NewBaseline(list).Encode(w)
}
