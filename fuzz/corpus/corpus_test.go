package corpus_test

import (
	"bytes"
	"path"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/corpus"
	"github.com/sandfault/sandfault/fuzz/domain"
	"github.com/sandfault/sandfault/fuzz/workflow"
)

const (
	minDomain     = 12 // files of each domain
	minSteps      = 3  // steps of a file
	pythonLines   = 20 // lines that make a script more than a one-liner
	pythonPerFile = 3  // one file of so many runs such a script
)

func TestEveryFileIsCanonicalAndVerified(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, f := range corpus.Files() {
		w, err := workflow.Parse(f.Name, f.Data)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if want := strings.TrimSuffix(path.Base(f.Name), ".yaml"); w.ID != want {
			t.Errorf("%s: id is %s; it must be the file's name", f.Name, w.ID)
		}
		if other, twice := seen[w.ID]; twice {
			t.Errorf("%s: id %s stands in %s too", f.Name, w.ID, other)
		}
		seen[w.ID] = f.Name
		if w.Domain != path.Dir(f.Name) {
			t.Errorf("%s: domain is %q; it must be the folder's name", f.Name, w.Domain)
		}
		if !w.Verified || w.Summary == "" {
			t.Errorf("%s: no summary, or not verified", f.Name)
		}
		if len(w.Steps) < minSteps {
			t.Errorf("%s: %d steps; at least %d", f.Name, len(w.Steps), minSteps)
		}
		again, err := workflow.Marshal(w)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		} else if !bytes.Equal(again, f.Data) {
			t.Errorf("%s: not in the canonical form, or lost in a round trip", f.Name)
		}
	}
}

func TestNoTwins(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, w := range corpus.All() {
		hash, err := workflow.Hash(w)
		if err != nil {
			t.Fatalf("%s: %v", w.ID, err)
		}
		if other, twice := seen[hash]; twice {
			t.Errorf("%s and %s are twins", w.ID, other)
		}
		seen[hash] = w.ID
	}
}

func TestEveryDomainIsThere(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for _, w := range corpus.All() {
		count[w.Domain]++
	}
	for _, d := range domain.All() {
		if count[d.Name] < minDomain {
			t.Errorf("%s: %d workflows; at least %d", d.Name, count[d.Name], minDomain)
		}
		delete(count, d.Name)
	}
	for name := range count {
		t.Errorf("%s is no domain", name)
	}
}

func TestMuchOfItIsPython(t *testing.T) {
	t.Parallel()
	all, long := corpus.All(), 0
	for _, w := range all {
		if hasLongPython(w.Steps) {
			long++
		}
	}
	if long*pythonPerFile < len(all) {
		t.Errorf("%d of %d workflows run Python of %d lines; at least a third", long, len(all), pythonLines)
	}
}

// hasLongPython tells whether a step holds a script that is more than a one-liner.
func hasLongPython(steps []workflow.Step) bool {
	for _, s := range steps {
		script := ""
		switch {
		case s.Language == "python":
			script = s.Code
		case s.Op.Writes() && path.Ext(s.Path) == ".py":
			script = string(s.Data)
		}
		if strings.Count(script, "\n") >= pythonLines || hasLongPython(s.Parallel) {
			return true
		}
	}
	return false
}
