package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/sandfault/sandfault/fuzz"
	"github.com/sandfault/sandfault/fuzz/findings"
)

// Text writes the summary of a campaign for people. db is the store's path as the user gave it, for the
// commands that replay; "" = the default.
func Text(out io.Writer, s *fuzz.Summary, db string) error {
	w := &writer{out: out}
	grid(w, s)
	status(w, s)
	clusters(w, s, db)
	bugs(w, s)
	if s.Vanished > 0 {
		w.line("")
		w.line("%d failures did not show again when they were played once more; they are not stored",
			s.Vanished)
	}
	lacking(w, s)
	coverage(w, &s.Coverage)
	if s.Interrupted {
		w.line("")
		w.line("Interrupted: what was examined by then is stored; failures marked f are not.")
	}
	return w.err
}

// writer keeps the first error, so that the code that writes reads as what is written.
type writer struct {
	out io.Writer
	err error
}

func (w *writer) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, format+"\n", args...)
	}
}

const gridWidth = 100

func grid(w *writer, s *fuzz.Summary) {
	w.line("profile %s, seed %d, %d workflows%s", s.Profile, s.Seed, s.Played, onTarget(s))
	w.line("")
	for _, r := range s.Grid {
		name := r.Domain
		for marks := r.Marks; marks != ""; name = "" {
			n := min(len(marks), gridWidth)
			w.line("  %-12s %s", name, marks[:n])
			marks = marks[n:]
		}
	}
	w.line("  . pass   D defect   T trap   e expected   f failed, not examined")
	w.line("  B emulator bug   u unsupported   A aborted")
}

// elsewhere reports whether the sweep was played on another target than the emulator.
func elsewhere(s *fuzz.Summary) bool { return s.Target != "" && s.Target != findings.Local }

func onTarget(s *fuzz.Summary) string {
	if !elsewhere(s) {
		return ""
	}
	return ", on " + oneLine(s.Target)
}

func status(w *writer, s *fuzz.Summary) {
	w.line("")
	w.line("status: %d pass, %d fail, %d unsupported, %d aborted",
		s.Status["pass"], s.Status["fail"], s.Status["unsupported"], s.Status["aborted"])
}

func clusters(w *writer, s *fuzz.Summary, db string) {
	w.line("")
	if why := s.Unjudged(); why != "" && len(s.Clusters) == 0 {
		w.line("NOT JUDGED")
		return
	}
	if len(s.Clusters) == 0 {
		w.line("no findings")
		return
	}
	w.line("findings: %d, %d of them new to the store; each with how many workflows of this sweep met it",
		len(s.Clusters), s.New)
	var last findings.Verdict
	for _, c := range s.Clusters {
		f := c.Finding
		if f.Verdict != last {
			w.line("")
			w.line("%s", strings.ToUpper(string(f.Verdict)))
			last = f.Verdict
		}
		w.line("  %s  %s  %s", f.ID, Workflows(c.Count), Title(f))
		if f.Verdict != findings.Expected {
			w.line("                expected %s", oneLine(f.Expected))
			w.line("                got      %s", oneLine(f.Got))
		}
		w.line("                %s", replayCommand(f, db))
	}
}

// Workflows is a number of workflows with its unit, padded so that what follows stands in line.
func Workflows(n int) string {
	if n == 1 {
		return "    1 workflow "
	}
	return fmt.Sprintf("%5d workflows", n)
}

// replayCommand is what replays a finding. The command of an adapter has to be named each time: a database
// starts no programs.
func replayCommand(f *findings.Finding, db string) string {
	command := "sandfault replay " + f.ID + dbFlag(db)
	if strings.HasPrefix(f.Target, "exec:") {
		command += " --target '" + strings.ReplaceAll(f.Target, "'", `'\''`) + "'"
	}
	return oneLine(command)
}

func dbFlag(db string) string {
	if db == "" {
		return ""
	}
	return " --db " + db
}

// Title says in one line what a finding is: layer, primitive, rule, operation.
func Title(f *findings.Finding) string {
	parts := []string{f.Layer}
	if f.Primitive != "" {
		name := f.Primitive
		if f.Rule != "" {
			name += "/" + f.Rule
		}
		parts = append(parts, name)
	}
	if f.Errno != "" {
		parts = append(parts, f.Errno)
	}
	if f.Class != "" {
		parts = append(parts, f.Class)
	}
	return strings.Join(append(parts, "at "+f.Shape), "  ")
}

const lineWidth = 110

// oneLine shows a value in one line, its control characters escaped. Texts that are quoted already stay so.
func oneLine(s string) string {
	q := escaped(s)
	if len(q) > lineWidth {
		q = strings.ToValidUTF8(q[:lineWidth], "") + `..."` // a character is not cut in two
	}
	return q
}

// escaped is a text of any length as a terminal may be shown it.
func escaped(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Sprintf("%q", s)
	}
	return s
}

func bugs(w *writer, s *fuzz.Summary) {
	if len(s.Bugs) == 0 {
		return
	}
	w.line("")
	title := "EMULATOR BUGS"
	if elsewhere(s) {
		title = "NO FINDINGS"
	}
	w.line("%s: %d failures show under `unrestricted` too; they are not the sandbox's", title, len(s.Bugs))
	for _, b := range s.Bugs {
		w.line("  workflow %d (%s), step %d, %s, in %s", b.Index, b.Domain, b.Step, b.Oracle,
			strings.TrimSpace(Workflows(b.Count)))
		w.line("                expected %s", oneLine(b.Expected))
		w.line("                got      %s", oneLine(b.Got))
	}
}

func lacking(w *writer, s *fuzz.Summary) {
	lacks, aborted := "unsupported features (the emulator's own to-do list)", "aborted by the host's guard"
	if elsewhere(s) {
		lacks, aborted = "unsupported: what the target lacks", "aborted"
	}
	for _, group := range []struct {
		title string
		list  []fuzz.Feature
	}{
		{lacks, s.Unsupported},
		{aborted, s.Aborted},
	} {
		if len(group.list) == 0 {
			continue
		}
		w.line("")
		w.line("%s:", group.title)
		for _, f := range group.list {
			w.line("  %s  %s", Workflows(f.Count), f.Name)
		}
	}
}

func coverage(w *writer, c *fuzz.Coverage) {
	const percent = 100
	w.line("")
	w.line("covered: %d steps, median %d a workflow; %.0f%% of workflows ran Python;", c.Steps, c.StepsMedian,
		percent*c.PythonShare)
	w.line("         %d distinct pairs of system call and errno; "+
		"%d shapes of steps, the commonest in %.1f%% (%s)",
		c.Pairs, c.Shapes, percent*c.TopShare, c.TopShape)
}
