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
			w.line("            lacks %s", f)
		}
	case StatusAborted, StatusError:
		w.line("            %s", v.Error)
	}
	if v.Step != nil && v.Status != StatusPass {
		w.line("            step %d, %s: expected %s", *v.Step, v.Field, oneLine(v.Expected))
		indent := len(fmt.Sprintf("step %d, %s:", *v.Step, v.Field)) - 1 + 5
		w.line("            %s got %s", strings.Repeat(" ", indent), oneLine(v.Got))
		if v.Command != "" {
			w.line("            of: %s", oneLine(v.Command))
		}
		if v.Stderr != "" {
			stderr(w, v.Stderr)
		}
		if len(v.Settings) > 0 {
			asks := oneLine(strings.Join(v.Settings, ", "))
			w.line("            the workflow asks for %s: does the sandbox obey?", asks)
		}
		if v.Cause != "" {
			w.line("            cause: %s", v.Cause)
		}
	}
	return w.err
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
