package report

import (
	"fmt"
	"io"

	"github.com/sandfault/sandfault/fuzz/findings"
)

// Validation writes how a finding stands on another target, for people. place says which of how many it is.
func Validation(out io.Writer, v *findings.Validation, f *findings.Finding, place string) error {
	w := &writer{out: out}
	w.line("%7s  %-14s  %s  %s", place, v.Verdict, v.Finding, Title(f))
	validation(w, v, "                         ")
	return w.err
}

// validation writes where and how, behind an indent.
func validation(w *writer, v *findings.Validation, indent string) {
	switch v.Verdict {
	case findings.Confirmed, findings.Unvalidated, findings.Aborted: // the note says all
	case findings.NotReproduced, findings.Differs, findings.Flaky:
		w.line("%sstep %d%s: expected %s", indent, v.Step, fieldOf(v), oneLine(v.Expected))
		w.line("%shere  %s", indent, oneLine(v.Here))
		w.line("%sthere %s", indent, oneLine(v.There))
	}
	if v.Note != "" {
		w.line("%s%s", indent, oneLine(v.Note))
	}
}

func fieldOf(v *findings.Validation) string {
	if v.Field == "" {
		return ""
	}
	return ", " + v.Field
}

// Validations writes all that is known of a finding on other targets.
func Validations(out io.Writer, list []*findings.Validation) error {
	w := &writer{out: out}
	for i, v := range list {
		if i == 0 {
			w.line("")
			w.line("validated:")
		}
		w.line("  %-14s  on %s, %d runs, %s, version %s", v.Verdict, oneLine(v.Target), v.Runs, v.At,
			v.Version)
		validation(w, v, "                  ")
	}
	return w.err
}

// Marks is what a list shows of a finding's validations, such as "  [linux CONFIRMED]".
func Marks(list []*findings.Validation) string {
	s := ""
	for _, v := range list {
		s += fmt.Sprintf("  [%s %s]", oneLine(v.Target), v.Verdict)
	}
	return s
}
