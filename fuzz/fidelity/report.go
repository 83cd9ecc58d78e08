package fidelity

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// The markers between which a report stands in a document of other words.
const (
	Begin = "<!-- fidelity: written by make fidelity -->"
	End   = "<!-- end of fidelity -->"
)

// Splice returns a document with the text between its markers replaced. A document without markers gets
// them at its end.
func Splice(document, text string) string {
	body := Begin + "\n\n" + strings.TrimSpace(text) + "\n\n" + End
	before, rest, found := strings.Cut(document, Begin)
	if !found {
		return strings.TrimLeft(strings.TrimRight(document, "\n")+"\n\n"+body+"\n", "\n")
	}
	_, after, _ := strings.Cut(rest, End)
	return before + body + after
}

// JSON writes a summary.
func JSON(out io.Writer, s *Summary) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// Lines writes the folded differences, one JSON object a line.
func Lines(out io.Writer, s *Summary) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	for _, f := range s.Differences {
		if err := e.Encode(f); err != nil {
			return err
		}
	}
	return nil
}

// maxDifferences is how many folds a report tells in full.
const maxDifferences = 20

// Markdown returns a summary as a part of a document. It has no date and no duration, so that an unchanged
// tree gives an unchanged text.
func Markdown(s *Summary) string {
	var w strings.Builder
	headline(&w, s)
	table(&w, "By primitive", "primitive", s.ByPrimitive)
	table(&w, "By domain", "domain", s.ByDomain)
	table(&w, "By profile", "profile", s.ByProfile)
	table(&w, "By source", "source", s.BySource)
	reasonList(&w, "What the emulator lacks, by workflows that met it", s.Lacking)
	reasonList(&w, "Workflows that a side did not play to their end", s.NotPlayed)
	reasonList(&w, "What the reference did not do twice in the same way", s.Flaky)
	w.WriteString("### Rules of normalisation\n\n")
	for _, r := range append(Rules(), ContentRules()...) {
		fmt.Fprintf(&w, "- `%s`: %s.\n", r.Name, r.Doc)
	}
	differences(&w, s)
	return w.String()
}

func headline(w *strings.Builder, s *Summary) {
	t := &s.Total
	if s.Interrupted {
		fmt.Fprintf(w, "**Interrupted: %d of %d workflows were compared.**\n\n",
			t.Workflows+sumOf(s.NotPlayed), s.Planned)
	}
	fmt.Fprintf(w, "%d workflows on `%s` and on `%s`, those generated from the seeds %d to %d.\n",
		t.Workflows, s.Emulator, s.Reference, s.Seed, s.Seed+uint64(max(1, s.Seeds))-1)
	fmt.Fprintf(w, "%d steps scored, %s of them agree in all.\n\n", t.Steps, percent(t.Agreement()))
	w.WriteString("| | |\n|---|---|\n")
	fmt.Fprintf(w, "| precision of failures | %s (%d of %d steps that fail on %s) |\n",
		percent(s.Precision), t.TruePositive, t.FailEmulator, s.Emulator)
	fmt.Fprintf(w, "| recall of failures | %s (%d of %d steps that fail on %s) |\n",
		percent(s.Recall), t.TruePositive, t.FailReference, s.Reference)
	fmt.Fprintf(w, "| unsupported workflows | %s (%d of %d) |\n",
		percent(&s.Unsupported), t.UnsupportedWorkflows, t.Workflows)
	fmt.Fprintf(w, "| fails only on %s | %d |\n| fails only on %s | %d |\n| differs otherwise | %d |\n",
		s.Emulator, t.FalsePositive, s.Reference, t.FalseNegative, t.Differs)
	a := &s.Apart
	fmt.Fprintf(w, "| steps apart: after a step that differs | %d (%d of them differ too) |\n",
		a.KnockOn, a.KnockOnDiffering)
	fmt.Fprintf(w, "| steps apart: met what the emulator lacks, and those after | %d |\n", a.Unsupported)
	fmt.Fprintf(w, "| steps apart: the reference disagreed with itself, and those after | %d |\n", a.Flaky)
	fmt.Fprintf(w, "| steps apart: of workflows not played to their end | %d |\n\n", a.NotPlayed)
}

func sumOf(reasons []Reason) int {
	n := 0
	for _, r := range reasons {
		n += r.Workflows
	}
	return n
}

func percent(share *float64) string {
	if share == nil {
		return "none"
	}
	return fmt.Sprintf("%.1f%%", *share*100)
}

func table(w *strings.Builder, title, column string, scores []Score) {
	fmt.Fprintf(w, "### %s\n\n", title)
	fmt.Fprintf(w, "| %s | workflows | unsupported | steps | agree | false positive | false negative |"+
		" differs | precision | recall |\n", column)
	w.WriteString("|---|---|---|---|---|---|---|---|---|---|\n")
	for i := range scores {
		s := &scores[i]
		workflows, unsupported := "", ""
		if s.Workflows > 0 {
			workflows, unsupported = fmt.Sprint(s.Workflows), fmt.Sprint(s.UnsupportedWorkflows)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %d | %d | %d | %d | %d | %s | %s |\n",
			s.Name, workflows, unsupported, s.Steps, s.Agree, s.FalsePositive, s.FalseNegative, s.Differs,
			share(s.Precision, s.TruePositive, s.FailEmulator),
			share(s.Recall, s.TruePositive, s.FailReference))
	}
	w.WriteString("\n")
}

func share(r *float64, part, whole int) string {
	if r == nil {
		return "-"
	}
	return fmt.Sprintf("%s (%d/%d)", percent(r), part, whole)
}

func reasonList(w *strings.Builder, title string, reasons []Reason) {
	if len(reasons) == 0 {
		return
	}
	fmt.Fprintf(w, "### %s\n\n", title)
	const most = 25
	for _, r := range reasons[:min(len(reasons), most)] {
		fmt.Fprintf(w, "- %d × %s, first in %s\n", r.Workflows, inline(r.Text), r.First)
	}
	if n := len(reasons) - most; n > 0 {
		fmt.Fprintf(w, "- and %d more\n", n)
	}
	w.WriteString("\n")
}

// inline puts a text into backquotes on one line.
func inline(s string) string {
	const most = 160
	s = strings.ToValidUTF8(strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "`", "'"), "?")
	s = strings.Map(printable, s)
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	if s == "" {
		return "nothing"
	}
	return "`" + s + "`"
}

// printable replaces what a report cannot show.
func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return '?'
}

func differences(w *strings.Builder, s *Summary) {
	fmt.Fprintf(w, "\n### Differences\n\n%d kinds, the commonest first.\n", len(s.Differences))
	for _, f := range s.Differences[:min(len(s.Differences), maxDifferences)] {
		e := &f.Example
		fmt.Fprintf(w, "\n#### %s: %s, %s, %d times\n\n", f.ID, f.Class, f.Field, f.Count)
		fmt.Fprintf(w, "Primitive %s; domains %s; profiles %s; shape %s.\n", f.Primitive,
			strings.Join(f.Domains, ", "), strings.Join(f.Settings, ", "), inline(f.Shape))
		fmt.Fprintf(w, "Example: %s under `%s`, step %d%s.\n\n", e.Case, e.Setting, e.Step, childOf(e))
		for _, d := range e.Differences {
			fmt.Fprintf(w, "- %s: %s here, %s there\n", d.Field, inline(d.Emulator), inline(d.Reference))
		}
		fmt.Fprintf(w, "\n```yaml\n%s\n```\n", strings.TrimSpace(brief(e.Workflow)))
	}
	if n := len(s.Differences) - maxDifferences; n > 0 {
		fmt.Fprintf(w, "\nAnd %d more kinds.\n", n)
	}
}

func childOf(e *Example) string {
	if e.Child < 0 {
		return ""
	}
	return fmt.Sprintf(", child %d", e.Child)
}

// brief cuts a workflow that is too long for a report; --differences has it whole.
func brief(text string) string {
	const most = 3000
	text = strings.ReplaceAll(text, "```", "'''")
	if len(text) <= most {
		return text
	}
	cut := strings.LastIndexByte(text[:most], '\n')
	return text[:max(cut, 0)] + "\n# ... cut; --differences writes it whole"
}

// Text writes a summary for a terminal.
func Text(out io.Writer, s *Summary) error {
	var w strings.Builder
	t := &s.Total
	fmt.Fprintf(&w, "%s against %s: %d workflows, %d steps scored, %s agree\n", s.Emulator, s.Reference,
		t.Workflows, t.Steps, percent(t.Agreement()))
	fmt.Fprintf(&w, "precision    %s\nrecall       %s\nunsupported  %s of workflows (%d/%d)\n",
		share(s.Precision, t.TruePositive, t.FailEmulator), share(s.Recall, t.TruePositive, t.FailReference),
		percent(&s.Unsupported), t.UnsupportedWorkflows, t.Workflows)
	fmt.Fprintf(&w, "false positive %d, false negative %d, differs %d\n",
		t.FalsePositive, t.FalseNegative, t.Differs)
	fmt.Fprintf(&w, "apart: knock-on %d, unsupported %d, flaky %d, not played %d\n",
		s.Apart.KnockOn, s.Apart.Unsupported, s.Apart.Flaky, s.Apart.NotPlayed)
	for _, list := range []struct {
		name    string
		reasons []Reason
	}{{"not played", s.NotPlayed}, {"flaky", s.Flaky}, {"lacking", s.Lacking}} {
		for _, r := range list.reasons {
			fmt.Fprintf(&w, "%s: %d x %s, first in %s\n", list.name, r.Workflows, inline(r.Text), r.First)
		}
	}
	for _, f := range s.Differences[:min(len(s.Differences), maxDifferences)] {
		fmt.Fprintf(&w, "%s %3d x %s, %s, %s: %s\n", f.ID, f.Count, f.Class, f.Field, f.Primitive,
			inline(f.Shape))
		fmt.Fprintf(&w, "        here  %s\n        there %s\n", inline(f.Emulator), inline(f.Reference))
	}
	if n := len(s.Differences) - maxDifferences; n > 0 {
		fmt.Fprintf(&w, "and %d more kinds of difference\n", n)
	}
	if s.Interrupted {
		fmt.Fprintf(&w, "Interrupted: what was compared by then is in these numbers.\n")
	}
	_, err := io.WriteString(out, w.String())
	return err
}
