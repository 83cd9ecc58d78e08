package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Statuses of a workflow file.
const (
	StatusPass        = "pass"
	StatusFail        = "fail"
	StatusUnsupported = "unsupported"
	StatusAborted     = "aborted"
	StatusError       = "error" // could not be run
)

// FileVerdict is what came of one workflow file.
type FileVerdict struct {
	File        string   `json:"file"`
	Status      string   `json:"status"`
	Step        *int     `json:"step,omitempty"` // from 0
	Field       string   `json:"field,omitempty"`
	Expected    string   `json:"expected,omitempty"`
	Got         string   `json:"got,omitempty"`
	Command     string   `json:"command,omitempty"`  // of the step, its first line
	Stderr      string   `json:"stderr,omitempty"`   // of the step, its first and last lines
	Settings    []string `json:"settings,omitempty"` // the workflow's own, where the target may not obey them
	Cause       string   `json:"cause,omitempty"`
	Unsupported []string `json:"unsupported,omitempty"`
	Error       string   `json:"error,omitempty"`
	Digest      string   `json:"digest,omitempty"`
	Steps       []Step   `json:"steps,omitempty"` // what each gave, where that is asked for

	// Failures are all of them; the first is told above too.
	Failures []Failure `json:"failures,omitempty"`
	// LacksAt is the step that met a feature first, where the target says.
	LacksAt map[string]int `json:"-"`
}

// Failure is one step that gave something else than expected.
type Failure struct {
	Step     int    `json:"step"` // from 0
	Field    string `json:"field"`
	Expected string `json:"expected"`
	Got      string `json:"got"`
	Command  string `json:"command,omitempty"`
	Stderr   string `json:"stderr,omitempty"`
	Cause    string `json:"cause,omitempty"`
}

// File writes the verdict of one file, as text or as one line of JSON.
func File(out io.Writer, v *FileVerdict, format string) error {
	if format == "json" {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	}
	w := &writer{out: out}
	w.line("%-11s %s", strings.ToUpper(v.Status), v.File)
	switch v.Status {
	case StatusUnsupported:
		for _, f := range v.Unsupported {
			at := ""
			if step, known := v.LacksAt[f]; known {
				at = fmt.Sprintf(", met in step %d", step)
			}
			w.line("            lacks %s%s", f, at)
		}
		if len(v.Failures) > 0 {
			w.line("            expectations failed too, which may come of that:")
		}
	case StatusAborted, StatusError:
		w.line("            %s", strings.ReplaceAll(v.Error, "\n", "\n            "))
	}
	for i := range v.Failures {
		failure(w, &v.Failures[i])
	}
	if len(v.Failures) > 0 && len(v.Settings) > 0 {
		asks := oneLine(strings.Join(v.Settings, ", "))
		w.line("            the workflow asks for %s: does the sandbox obey?", asks)
	}
	for i := range v.Steps {
		step(w, &v.Steps[i])
	}
	return w.err
}

func failure(w *writer, f *Failure) {
	w.line("            step %d, %s: expected %s", f.Step, f.Field, oneLine(f.Expected))
	indent := len(fmt.Sprintf("step %d, %s:", f.Step, f.Field)) - 1 + 5
	w.line("            %s got %s", strings.Repeat(" ", indent), oneLine(f.Got))
	if f.Command != "" {
		w.line("            of: %s", oneLine(f.Command))
	}
	if f.Stderr != "" {
		stderr(w, f.Stderr)
	}
	if f.Cause != "" {
		w.line("            cause: %s", f.Cause)
	}
}

// stderr writes one line beside its title, and several below it.
func stderr(w *writer, text string) {
	first, _, several := strings.Cut(text, "\n")
	if !several {
		w.line("            its standard error: %s", escaped(first))
		return
	}
	w.line("            its standard error:")
	for line := range strings.SplitSeq(text, "\n") {
		w.line("              %s", escaped(line))
	}
}

// Count writes how many files ended in which way.
func Count(out io.Writer, count map[string]int) error {
	var parts []string
	n := 0
	for _, status := range []string{StatusPass, StatusFail, StatusUnsupported, StatusAborted, StatusError} {
		n += count[status]
		if count[status] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[status], status))
		}
	}
	w := &writer{out: out}
	w.line("%d files: %s", n, strings.Join(parts, ", "))
	return w.err
}
