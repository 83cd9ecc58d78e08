package findings

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
)

// Baseline is the set of findings that a team knows already. Its file is one JSON object a
// line, so that diffs and merges of it read well; only `id` counts, the rest is for readers.
type Baseline struct {
	entries map[string]BaselineEntry
}

// BaselineEntry is one known finding.
type BaselineEntry struct {
	ID string `json:"id"`
	Key
	Note string `json:"note,omitempty"` // for readers
}

// ErrBaseline is returned for a malformed baseline file.
var ErrBaseline = errors.New("malformed baseline")

// maxBaselineLine bounds a line of a baseline file, bytes.
const maxBaselineLine = 1 << 20

// NewBaseline makes a baseline of findings.
func NewBaseline(list []*Finding) *Baseline {
	b := &Baseline{entries: make(map[string]BaselineEntry, len(list))}
	for _, f := range list {
		b.entries[f.ID] = BaselineEntry{ID: f.ID, Key: f.Key}
	}
	return b
}

// DecodeBaseline reads a baseline file; name is for error messages.
func DecodeBaseline(r io.Reader, name string) (*Baseline, error) {
	b := &Baseline{entries: map[string]BaselineEntry{}}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, maxBaselineLine)
	for line := 1; sc.Scan(); line++ {
		text := bytes.TrimSpace(sc.Bytes())
		if len(text) == 0 {
			continue
		}
		var e BaselineEntry
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&e); err != nil {
			return nil, fmt.Errorf("%w: %s:%d: %w", ErrBaseline, name, line, err)
		}
		if e.ID == "" {
			return nil, fmt.Errorf(
				"%w: %s:%d: no id (write baselines with `sandfault findings export --baseline`)",
				ErrBaseline, name, line)
		}
		b.entries[e.ID] = e
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read baseline %s: %w", name, err)
	}
	return b, nil
}

// Encode writes the baseline, sorted by ID.
func (b *Baseline) Encode(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, id := range b.ids() {
		if err := enc.Encode(b.entries[id]); err != nil {
			return fmt.Errorf("write baseline: %w", err)
		}
	}
	return nil
}

func (b *Baseline) ids() []string {
	ids := make([]string, 0, len(b.entries))
	for id := range b.entries {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	return ids
}

// Compare splits a sweep's findings by what the baseline knows. News are the defects and traps
// that it does not know; stale are its entries that did not occur.
func (b *Baseline) Compare(list []*Finding) (news []*Finding, stale []BaselineEntry) {
	seen := make(map[string]bool, len(list))
	for _, f := range list {
		seen[f.ID] = true
		if _, known := b.entries[f.ID]; !known && f.Verdict != Expected {
			news = append(news, f)
		}
	}
	for _, id := range b.ids() {
		if !seen[id] {
			stale = append(stale, b.entries[id])
		}
	}
	return news, stale
}
