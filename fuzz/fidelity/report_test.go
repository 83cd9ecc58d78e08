package fidelity

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample is a comparison with one of everything.
func sample(t *testing.T) *Summary {
	t.Helper()
	refused := failing(1, "tee: /etc/x: Read-only file system\n")
	refused.Denials = []workflow.Denial{{Errno: "EROFS", Cause: primitives.Cause{Primitive: primitives.Mounts, Rule: "ro"}}}
	a := script(map[string]workflow.Outcome{
		"tee /etc/x": refused,
		"sort big":   {Started: true, Stdout: []byte("b\na\n")},
		"perl -e 1":  {Unsupported: []string{"native program /usr/bin/perl"}},
	})
	b := script(map[string]workflow.Outcome{
		"tee /etc/x": failing(1, "tee: /etc/x: Read-only file system\n"),
		"sort big":   {Started: true, Stdout: []byte("a\nb\n")},
		"ulimit -v":  failing(1, "bash: line 1: ulimit: `x`\n"),
	})
	s := play(t, a, b, commands("one", "tee /etc/x", "sort big", "cat big"), commands("two", "perl -e 1"),
		commands("three", "ulimit -v"))
	s.NotPlayed = []Reason{{"reference: egress open", 2, "seed 1, index 7"}}
	return s
}

func TestReportGolden(t *testing.T) {
	t.Parallel()
	s := sample(t)
	var text, numbers bytes.Buffer
	if err := Text(&text, s); err != nil {
		t.Fatal(err)
	}
	if err := JSON(&numbers, s); err != nil {
		t.Fatal(err)
	}
	for file, got := range map[string]string{
		"report.md": Markdown(s), "report.txt": text.String(), "report.json": numbers.String(),
	} {
		file = "testdata/" + file
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is not the golden one (-update rewrites it):\n%s", file, got)
		}
	}
}

func TestJSONStartsWithTheNumbers(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := JSON(&b, sample(t)); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Precision   *float64         `json:"precision"`
		Recall      *float64         `json:"recall"`
		Unsupported *float64         `json:"unsupported"`
		ByPrimitive []map[string]any `json:"by_primitive"`
		ByDomain    []map[string]any `json:"by_domain"`
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Precision == nil || *got.Precision != 1 || *got.Recall != 0.5 || got.Unsupported == nil ||
		len(got.ByPrimitive) == 0 || len(got.ByDomain) != 1 {
		t.Errorf("%s", b.String())
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	s := sample(t)
	if err := Lines(&b, s); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != len(s.Differences) {
		t.Errorf("%d lines for %d differences", len(lines), len(s.Differences))
	}
	for _, l := range lines {
		var f Fold
		if err := json.Unmarshal([]byte(l), &f); err != nil || f.Example.Workflow == "" {
			t.Errorf("%s: %v", l, err)
		}
	}
}

func TestSplice(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ before, want string }{
		{"", Begin + "\n\nnew\n\n" + End + "\n"},
		{"# Title\n\nWords.\n", "# Title\n\nWords.\n\n" + Begin + "\n\nnew\n\n" + End + "\n"},
		{"a\n" + Begin + "\n\nold\n\n" + End + "\nz\n", "a\n" + Begin + "\n\nnew\n\n" + End + "\nz\n"},
	} {
		got := Splice(tc.before, "new\n")
		if got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
		if again := Splice(got, "new\n"); again != got {
			t.Errorf("not idempotent: %q", again)
		}
	}
}

func TestRatchet(t *testing.T) {
	t.Parallel()
	share := func(x float64) *float64 { return &x }
	line := Ratchet{Precision: 0.9, Recall: 0.8, Unsupported: 0.05, Tolerance: 0.02}
	for _, tc := range []struct {
		name string
		sum  Summary
		want []string
	}{
		{"it holds", Summary{Precision: share(0.9), Recall: share(0.8), Unsupported: 0.05}, nil},
		{"within the tolerance", Summary{Precision: share(0.885), Recall: share(0.785), Unsupported: 0.065}, nil},
		{"precision", Summary{Precision: share(0.87), Recall: share(1)}, []string{"precision fell to 0.870"}},
		{"recall", Summary{Precision: share(1), Recall: share(0.7)}, []string{"recall fell to 0.700"}},
		{"unsupported", Summary{Precision: share(1), Recall: share(1), Unsupported: 0.08}, []string{"unsupported rose to 0.080"}},
		{"nothing to count", Summary{}, []string{"precision: no step failed", "recall: no step failed"}},
	} {
		got := line.Check(&tc.sum)
		if len(got) != len(tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
			continue
		}
		for i := range got {
			if !strings.HasPrefix(got[i], tc.want[i]) {
				t.Errorf("%s: %q, want %q", tc.name, got[i], tc.want[i])
			}
		}
	}
}

func TestParseRatchet(t *testing.T) {
	t.Parallel()
	const good = `{"precision": 0.9, "recall": 0.8, "unsupported": 0.05, "tolerance": 0.02}`
	if r, err := ParseRatchet("f", []byte(good+"\n")); err != nil || r.Recall != 0.8 {
		t.Errorf("%+v, %v", r, err)
	}
	for _, bad := range []string{
		"", "{", "{}", "null", `{"precision": 0.9, "recall": 0.8, "unsupported": 0.05}`,
		`{"precison": 1}`, `{"recall": 2}`, `{"recall": -1}`, good + good, `{"recall": "x"}`,
	} {
		if _, err := ParseRatchet("f", []byte(bad)); err == nil || !strings.HasPrefix(err.Error(), "f: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
