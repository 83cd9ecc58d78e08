package workflow_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// The example of the documentation is a workflow, and its tables name every key.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../docs/WORKFLOWS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), "```yaml\n")
	example, _, _ := strings.Cut(rest, "```")
	w, err := workflow.Parse("docs/WORKFLOWS.md", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Resolve(defaultProfile(t)); err != nil {
		t.Error(err)
	}
	full, err := os.ReadFile("testdata/full.in.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(full)) {
		key, _, found := strings.Cut(strings.TrimLeft(line, " -{"), ": ")
		if found && !strings.Contains(key, " ") && len(key) > 1 && key != "memory_mb" && !strings.Contains(string(b), "`"+key+"`") {
			t.Errorf("docs/WORKFLOWS.md does not name %s", key)
		}
	}
}
