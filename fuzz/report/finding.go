package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/fuzz/findings"
)

// Finding writes all that is known of one finding, for people.
func Finding(out io.Writer, f *findings.Finding, db string) error {
	w := &writer{out: out}
	w.line("%s %s", f.Verdict, f.ID)
	w.line("  %s", Title(f))
	w.line("  oracle     %s, step %d", f.Oracle, f.Step)
	w.line("  expected   %s", oneLine(f.Expected))
	w.line("  got        %s", oneLine(f.Got))
	if f.Cause != "" {
		w.line("  cause      %s", f.Cause)
	}
	w.line("  seen       in %s of all sweeps, under profile %s%s", strings.TrimSpace(Workflows(f.Count)),
		f.ProfileName, domainOf(f))
	w.line("  on         %s", oneLine(strings.Join(f.Targets, ", ")))
	if !f.Elsewhere() {
		w.line("  trace      %d events, digest %.16s, version %d",
			f.Trace.Events, f.Trace.Digest, f.Trace.Version)
		w.line("  under      seed %.16s, --sched %s", f.Seed, f.Sched)
		w.line("  guests     %s", guestsOf(f))
	}
	w.line("  replay     %s", replayCommand(f, db))
	w.line("")
	w.line("workflow:")
	for line := range strings.Lines(f.Workflow) {
		w.line("  %s", strings.TrimSuffix(line, "\n"))
	}
	return w.err
}

// guestsOf names the guests that the image had, on which a digest depends: what of them is installed decides
// what files there are.
func guestsOf(f *findings.Finding) string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(f.Guests)) {
		names = append(names, fmt.Sprintf("%s %.8s", name, f.Guests[name]))
	}
	return cmp.Or(strings.Join(names, ", "), "none")
}

func domainOf(f *findings.Finding) string {
	if f.Domain == "" {
		return ""
	}
	return ", first in domain " + f.Domain
}

// Baseline writes what a baseline did not know, and which of its entries are stale.
func Baseline(out io.Writer, news []*findings.Finding, stale []findings.BaselineEntry) {
	w := &writer{out: out}
	w.line("baseline: %d new defects and traps, %d stale entries", len(news), len(stale))
	for _, f := range news {
		w.line("  new    %s  %s  %s", f.ID, f.Verdict, Title(f))
	}
	for _, e := range stale {
		where := strings.TrimSpace(fmt.Sprintf("%s %s/%s", e.Layer, e.Primitive, e.Rule))
		w.line("  stale  %s  %s  %s", e.ID, e.Verdict, where)
	}
}
