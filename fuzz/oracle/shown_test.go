package oracle

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// What matters of a standard error is in its first or in its last lines, which are shown whole.
func TestStderrShowsWhatMatters(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 40 {
		many = append(many, fmt.Sprint("line ", i))
	}
	long := strings.Repeat("x", 5000)
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{"one\n", "one"},
		{"a\nb\n", "a\nb"},
		{
			strings.Join(many, "\n") + "\nValueError: " + strings.Repeat("why ", 30) + "\n",
			"line 0\nline 1\n[33 lines more]\nline 35\nline 36\nline 37\nline 38\nline 39\nValueError: " +
				strings.TrimSpace(strings.Repeat("why ", 30)),
		},
		{"begin " + long + " end", "begin " + long[:84] + " [...] " + long[:86] + " end"},
		{strings.Join(many[:9], "\n"), strings.Join(many[:9], "\n")},
	} {
		c := &Case{
			Workflow: &workflow.Workflow{Steps: make([]workflow.Step, 1)},
			Outcomes: []workflow.Outcome{{Stderr: []byte(tc.in)}},
		}
		f := &Failure{Child: -1}
		if got := f.Stderr(c); got != tc.want {
			t.Errorf("%.60q:\n%s\nwant\n%s", tc.in, got, tc.want)
		}
	}
}
