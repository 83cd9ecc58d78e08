package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/sandfault/sandfault/fuzz"
	"github.com/sandfault/sandfault/fuzz/findings"
)

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	XMLName   xml.Name      `xml:"testcase"`
	Class     string        `xml:"classname,attr"`
	Name      string        `xml:"name,attr"`
	Failure   *junitMessage `xml:"failure"`
	Error     *junitMessage `xml:"error"`
	Skipped   *junitMessage `xml:"skipped"`
	SystemOut string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// notPlayed is a case for what kept workflows from being judged: a green report must not hide it.
func notPlayed(status string, why fuzz.Feature) junitCase {
	return junitCase{
		Class: "sandfault." + status, Name: why.Name,
		Skipped: &junitMessage{Message: fmt.Sprintf("%d workflows were %s", why.Count, status)},
	}
}

// JUnit writes one test case a cluster, and an error for a sweep that says nothing. Those for which news says
// so fail, the others pass; entries of a baseline that no longer occur, and reasons why workflows were not
// judged, are skipped cases.
func JUnit(
	w io.Writer, s *fuzz.Summary, news func(*findings.Finding) bool, stale []findings.BaselineEntry,
) error {
	suite := junitSuite{Name: "sandfault " + s.Profile}
	add := func(c junitCase) {
		suite.Tests++
		suite.Cases = append(suite.Cases, c)
	}
	for _, c := range s.Clusters {
		f := c.Finding
		jc := junitCase{
			Class: "sandfault." + string(f.Verdict), Name: f.ID + " " + Title(f), SystemOut: f.Workflow,
		}
		if news(f) {
			suite.Failures++
			jc.Failure = &junitMessage{
				Message: fmt.Sprintf("%s: expected %s, got %s",
					f.Verdict, oneLine(f.Expected), oneLine(f.Got)),
				Text: "sandfault replay " + f.ID,
			}
		}
		add(jc)
	}
	for _, e := range stale {
		suite.Skipped++
		add(junitCase{
			Class: "sandfault.stale", Name: e.ID,
			Skipped: &junitMessage{Message: "in the baseline, but did not occur"},
		})
	}
	for _, lack := range s.Unsupported {
		suite.Skipped++
		add(notPlayed("unsupported", lack))
	}
	for _, end := range s.Aborted {
		suite.Skipped++
		add(notPlayed("aborted", end))
	}
	if why := s.Unjudged(); why != "" {
		suite.Errors++
		add(junitCase{Class: "sandfault", Name: "the sweep", Error: &junitMessage{Message: why}})
	}
	if suite.Tests == 0 {
		add(junitCase{Class: "sandfault", Name: "no findings"})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(junitSuites{Suites: []junitSuite{suite}}); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}
