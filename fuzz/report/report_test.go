package report

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz"
	"github.com/sandfault/sandfault/fuzz/findings"
)

func summary() *fuzz.Summary {
	finding := func(v findings.Verdict, rule string) *fuzz.Cluster {
		f := &findings.Finding{
			Key: findings.Key{
				Verdict: v, Layer: "sandbox", Primitive: "egress", Rule: rule, Errno: "ENETUNREACH", Shape: "run/connect",
			},
			Expected: "0", Got: "1\x1b[31m", Workflow: "id: w\n",
		}
		f.ID = f.Fingerprint()
		return &fuzz.Cluster{Finding: f, Count: 3}
	}
	return &fuzz.Summary{
		Profile: "p", Seed: 1, Played: 2, Grid: []fuzz.Row{{Domain: "web", Marks: "T."}},
		Status:   map[string]int{"pass": 1, "fail": 1},
		Clusters: []*fuzz.Cluster{finding(findings.Trap, "no-route"), finding(findings.Expected, "no-dns")},
	}
}

// The text names cause and replay command of each cluster, and lets no control character of a guest through.
func TestText(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := Text(&b, summary(), "my.db"); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	for _, want := range []string{
		"web          T.", "TRAP", "EXPECTED", "egress/no-route  ENETUNREACH  at run/connect",
		"sandfault replay " + summary().Clusters[0].Finding.ID + " --db my.db", `1\x1b[31m`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the report lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Error("a guest's control character reached the terminal")
	}
	if strings.Index(out, "TRAP") > strings.Index(out, "EXPECTED") {
		t.Error("what is expected comes before the traps")
	}
}

// A sweep in which nothing worked is neither green nor without findings.
func TestUnjudged(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pass, unsupported, aborted int
		says                       string
	}{
		{0, 0, 3, "none of the 3 workflows was judged"},
		{0, 2, 0, "none of the 2 workflows was judged: 0 aborted, 2 unsupported"},
		{1, 0, 2, "2 of 3 workflows were aborted"},
		{2, 1, 2, ""},
		{0, 0, 0, ""},
	} {
		s := &fuzz.Summary{Profile: "p", Played: tc.pass + tc.unsupported + tc.aborted, Status: map[string]int{
			"pass": tc.pass, "unsupported": tc.unsupported, "aborted": tc.aborted,
		}}
		if tc.aborted > 0 {
			s.Aborted = []fuzz.Feature{{Name: "no credentials", Count: tc.aborted}}
		}
		if got := s.Unjudged(); tc.says == "" && got != "" || !strings.HasPrefix(got, tc.says) {
			t.Errorf("%+v: %q", tc, got)
		}
		var text, xmlText bytes.Buffer
		if err := Text(&text, s, ""); err != nil {
			t.Fatal(err)
		}
		if err := JUnit(&xmlText, s, func(*findings.Finding) bool { return false }, nil); err != nil {
			t.Fatal(err)
		}
		fired := tc.says != ""
		if fired == strings.Contains(text.String(), "no findings") ||
			fired != strings.Contains(xmlText.String(), `<error message="`+tc.says) {
			t.Errorf("%+v:\n%s\n%s", tc, &text, &xmlText)
		}
	}
}

// The JUnit report is well-formed, and fails for what is new and for nothing else.
func TestJUnit(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	isTrap := func(f *findings.Finding) bool { return f.Verdict == findings.Trap }
	sum := summary()
	sum.Unsupported = []fuzz.Feature{{Name: "guest node not installed", Count: 2}}
	if err := JUnit(&b, sum, isTrap, []findings.BaselineEntry{{ID: "stale"}}); err != nil {
		t.Fatal(err)
	}
	var got junitSuites
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%v:\n%s", err, b.String())
	}
	if s := got.Suites[0]; s.Tests != 4 || s.Failures != 1 || s.Skipped != 2 {
		t.Errorf("%d tests, %d failures, %d skipped; want 4, 1, 2", s.Tests, s.Failures, s.Skipped)
	}
}
