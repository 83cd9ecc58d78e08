package workflow_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
)

// Whatever a program puts together is written and read back as it was.
func TestRandomWorkflowsRoundTrip(t *testing.T) {
	t.Parallel()
	for i := range uint64(120) {
		g := random{det.NewSeed(7).DeriveIndex(i).Stream("workflow")}
		w := g.workflow()
		if problems := w.Validate(); len(problems) > 0 {
			t.Fatalf("seed 7, index %d: %v", i, problems[0].Error())
		}
		roundTrip(t, w)
	}
}

type random struct{ s *det.Stream }

func (g random) workflow() *workflow.Workflow {
	w := &workflow.Workflow{ID: "w", Summary: g.text(), Kind: "k", File: "f", Verified: g.s.Bool()}
	for range g.s.Between(1, 6) {
		s := g.step(true)
		w.Steps = append(w.Steps, s)
		e := g.expect()
		for range s.Parallel {
			e.Parallel = append(e.Parallel, g.expect())
		}
		w.Expect = append(w.Expect, e)
	}
	return w
}

func (g random) step(outer bool) workflow.Step {
	ops := workflow.Ops()
	if !outer {
		ops = ops[:8]
	}
	s := workflow.Step{Op: det.Pick(g.s, ops)}
	switch {
	case s.Op == workflow.OpParallel:
		for range g.s.Between(1, 4) {
			s.Parallel = append(s.Parallel, g.step(false))
		}
		return s
	case s.Op.Runs():
		g.command(&s)
	case s.Op != workflow.OpRestart:
		s.Path = "p" + g.text()
		if s.Op.Writes() {
			s.Data = []byte(g.text())
			if g.s.Bool() {
				mode := uint32(g.s.IntN(0o10000))
				s.Mode = &mode
			}
		}
	}
	if g.s.Chance(1, 4) {
		s.Session = det.Pick(g.s, []string{"b", "c"})
	}
	return s
}

func (g random) command(s *workflow.Step) {
	if s.Op == workflow.OpRun {
		s.Cmd = g.text()
	} else {
		s.Language, s.Code = det.Pick(g.s, workflow.Languages()), g.text()
	}
	if s.Language == "python" && g.s.Bool() {
		s.Context = det.Pick(g.s, []string{"a", "é", "null", "0755"}) + fmt.Sprint(g.s.IntN(1e9))
		return
	}
	s.Cwd = g.text()
	if g.s.Bool() {
		s.Stdin = []byte(g.text())
	}
	if g.s.Bool() {
		s.TimeoutNS = g.s.Int64N(1e15) + 1
	}
	for _, name := range []string{"A", "_", "x y", "é"}[:g.s.IntN(5)] {
		v := workflow.EnvVar{Name: name}
		if g.s.Bool() {
			text := strings.ReplaceAll(g.text(), "\x00", "")
			v.Value = &text
		}
		s.Env = append(s.Env, v)
	}
}

func (g random) expect() workflow.Expect {
	var e workflow.Expect
	maybe(g, &e.Stdout, g.text)
	maybe(g, &e.Stderr, g.text)
	maybe(g, &e.Content, g.text)
	maybe(g, &e.StdoutSize, func() int64 { return g.s.Int64N(1 << 40) })
	maybe(g, &e.MaxWallNS, func() int64 { return g.s.Int64N(1e15) })
	maybe(g, &e.MinWallNS, func() int64 { return g.s.Int64N(1e15) })
	maybe(g, &e.TimedOut, g.s.Bool)
	maybe(g, &e.OK, g.s.Bool)
	maybe(g, &e.Mode, func() uint32 { return uint32(g.s.IntN(0o10000)) })
	maybe(g, &e.Error, func() string { return "ENOENT" })
	for range g.s.IntN(3) {
		e.Exit = append(e.Exit, g.s.IntN(256))
		e.StdoutContains = append(e.StdoutContains, g.text())
		e.StderrContains = append(e.StderrContains, g.text())
	}
	if g.s.Bool() {
		e.StdoutBase64, e.HasStdoutBase64 = []byte(g.text()), true
		e.HasEntries = true
		for range g.s.IntN(3) {
			if e.Entries == nil {
				e.Entries = []string{}
			}
			e.Entries = append(e.Entries, g.text())
		}
		if e.Entries == nil {
			e.Entries = []string{}
		}
	}
	e.Note = g.text()
	return e
}

func maybe[T any](g random, field **T, draw func() T) {
	if g.s.Bool() {
		v := draw()
		*field = &v
	}
}

// text draws strings of what YAML finds hard.
func (g random) text() string {
	parts := []string{
		"", " ", "\n", "\r\n", "\t", "\x00", "\a", "\x7f", "\u0085", "\u2028", "\ufeff", "\U0001f600", "\xff", "\xc3", "é", ":",
		": ", "#", " #", "- ", "?", "|", ">", "&a", "*a", "!x", "%", "@", "`", "'", "\"", "\\", "{", "}", "[", "]", ",", "~", "null",
		"true", "0755", "1e3", "2026-01-01", "=", "<<", "---", "...", "yes", "word", "a b",
	}
	var b strings.Builder
	for range g.s.IntN(7) {
		b.WriteString(det.Pick(g.s, parts))
	}
	return b.String()
}
