package fuzz

import (
	"testing"

	"github.com/sandfault/sandfault/fuzz/findings"
)

// TestReportShowsWhatTheStoreKeeps folds two members in both orders: the report shows the one that the store keeps.
func TestReportShowsWhatTheStoreKeeps(t *testing.T) {
	t.Parallel()
	small := &findings.Finding{ID: "1", Key: findings.Key{Verdict: findings.Trap}, Workflow: "a"}
	large := &findings.Finding{ID: "1", Key: findings.Key{Verdict: findings.Trap}, Workflow: "a longer one"}
	if !findings.Better(small, large) {
		t.Fatal("the larger is better")
	}
	for _, order := range [][]*findings.Finding{{small, large}, {large, small}} {
		s := &Summary{marks: map[int]Mark{}}
		for i, f := range order {
			s.add(f, &group{members: []*result{{index: i}}})
		}
		if c := s.Clusters; len(c) != 1 || c[0].Finding != small || c[0].Count != 2 || c[0].First != 0 {
			t.Errorf("%+v", c)
		}
	}
}
