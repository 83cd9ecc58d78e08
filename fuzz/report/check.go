package report

import (
	"io"

	"github.com/sandfault/sandfault/fuzz/target/adapter/conformance"
)

// Check writes what a check of an adapter gave, for people.
func Check(out io.Writer, r *conformance.Result) error {
	w := &writer{out: out}
	switch r.Status {
	case conformance.Failed:
		w.line("%-11s %-17s %s", r.Status, r.Check, r.About)
		w.line("            expected  %s", oneLine(r.Expected))
		if r.Mend == "" { // the adapter crashed or broke the protocol: all of it is told
			w.line("            got       %s", escaped(r.Got))
			break
		}
		w.line("            got       %s", oneLine(r.Got))
		w.line("            mend it   %s", r.Mend)
	case conformance.OK:
		w.line("%-11s %-17s %s", r.Status, r.Check, r.About)
	default:
		w.line("%-11s %-17s %s", r.Status, r.Check, oneLine(r.Got))
	}
	return w.err
}
