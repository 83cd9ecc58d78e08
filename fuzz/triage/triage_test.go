package triage

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/oracle"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// sandbox is a small model of one: it denies and errs as the profile says, without a machine.
func sandbox() target.Target {
	return target.Fake(func(p target.Plan, s workflow.Step) workflow.Outcome {
		switch {
		case s.Op == workflow.OpDownload:
			return downloaded(&p.Profile, p.Workflow, s.Path)
		case strings.HasPrefix(s.Cmd, "fetch"):
			return fetched(&p.Profile)
		case strings.HasPrefix(s.Cmd, "restarted") && !p.Profile.Persistence.All:
			return workflow.Outcome{Started: true, Exit: 1, Stderr: []byte("cat: f: No such file or directory\n")}
		case strings.HasPrefix(s.Cmd, "broken"):
			return workflow.Outcome{Started: true, Exit: 7}
		}
		return workflow.Outcome{Started: true}
	})
}

func downloaded(p *primitives.Profile, w *workflow.Workflow, path string) workflow.Outcome {
	var data []byte
	for _, s := range w.Steps {
		if s.Op == workflow.OpUpload && s.Path == path {
			data = s.Data
		}
	}
	spec, on := p.HasFault("download-cut-at-nul")
	if i := bytes.IndexByte(data, 0); on && i >= 0 {
		return workflow.Outcome{Data: data[:i], Denials: []workflow.Denial{{Cause: *spec.Cause(path)}}}
	}
	return workflow.Outcome{Data: data}
}

func fetched(p *primitives.Profile) workflow.Outcome {
	if p.Egress.Mode == primitives.EgressOpen {
		return workflow.Outcome{Started: true}
	}
	d := workflow.Denial{
		Call: "connect", Errno: "ENETUNREACH", Cause: primitives.Cause{Primitive: primitives.Egress, Rule: "no-route"},
	}
	return workflow.Outcome{
		Started: true, Exit: 1, Stderr: []byte("Network is unreachable\n"), Denials: []workflow.Denial{d},
	}
}

func ok(cmd string) (workflow.Step, workflow.Expect) {
	return workflow.Step{Op: workflow.OpRun, Cmd: cmd}, workflow.Expect{Exit: []int{0}}
}

func flow(cmds ...string) *workflow.Workflow {
	w := &workflow.Workflow{ID: "w"}
	for _, c := range cmds {
		s, e := ok(c)
		switch c {
		case "up":
			s, e = workflow.Step{Op: workflow.OpUpload, Path: "f", Data: []byte("a\x00b")}, workflow.Expect{}
		case "down":
			s, e = workflow.Step{Op: workflow.OpDownload, Path: "f"}, workflow.Expect{}
		case "restart":
			s, e = workflow.Step{Op: workflow.OpRestart}, workflow.Expect{}
		}
		w.Steps, w.Expect = append(w.Steps, s), append(w.Expect, e)
	}
	return w
}

// TestExamine holds cause, verdict and length of what comes out of triage.
func TestExamine(t *testing.T) {
	t.Parallel()
	free := primitives.DefaultProfile()
	free.Egress.Mode, free.Persistence.All = primitives.EgressOpen, true
	cut := primitives.DefaultProfile().WithFault(primitives.FaultSpec{Name: "download-cut-at-nul"})
	for _, tc := range []struct {
		name    string
		profile primitives.Profile
		w       *workflow.Workflow
		want    findings.Key
		steps   int
		bug     bool
	}{
		{"fault", cut, flow("a", "up", "b", "c", "down", "d"), findings.Key{
			Verdict: findings.Defect, Layer: "interface", Primitive: "interface", Rule: "download-cut-at-nul", Shape: "download",
		}, 2, false},
		{"named denial", primitives.DefaultProfile(), flow("a", "fetch", "b"), findings.Key{
			Verdict: findings.Expected, Layer: "sandbox", Primitive: "egress", Rule: "no-route", Errno: "ENETUNREACH",
			Shape: "run/connect",
		}, 1, false},
		{"silent loss", primitives.DefaultProfile(), flow("a", "restart", "restarted"), findings.Key{
			Verdict: findings.Trap, Layer: "sandbox", Primitive: "persistence", Rule: "restart", Errno: "ENOENT", Shape: "run",
		}, 2, false},
		{"the workload's own", primitives.DefaultProfile(), flow("a", "broken"), findings.Key{
			Verdict: findings.Trap, Layer: "workload", Shape: "run",
		}, 2, true},
	} {
		t.Run(strings.ReplaceAll(tc.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			tr := Triage{Target: sandbox(), Profile: tc.profile, Unrestricted: free}
			seed := det.NewSeed(1)
			run, err := tr.Target.Play(t.Context(), target.Plan{Workflow: tc.w, Profile: tc.profile, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			fs := Failures(&oracle.Case{Workflow: tc.w, Profile: &tc.profile, Outcomes: run.Outcomes})
			if len(fs) != 1 {
				t.Fatalf("%d failures, want one: %+v", len(fs), fs)
			}
			e, err := tr.Examine(t.Context(), tc.w, seed, fs[0].Signature)
			if err != nil {
				t.Fatal(err)
			}
			if e.Finding.Key != tc.want || e.Bug != tc.bug {
				t.Errorf("got %+v, bug %v\nwant %+v, bug %v", e.Finding.Key, e.Bug, tc.want, tc.bug)
			}
			w, err := workflow.Parse("w", []byte(e.Finding.Workflow))
			if err != nil || len(w.Steps) != tc.steps {
				t.Errorf("shrunk to %v, %v; want %d steps", e.Finding.Workflow, err, tc.steps)
			}
		})
	}
}

// Without what broke it, the same workflows have no failure at all.
func TestNoFailureWithoutTheFault(t *testing.T) {
	t.Parallel()
	p := primitives.DefaultProfile()
	w := flow("a", "up", "down")
	run, err := sandbox().Play(t.Context(), target.Plan{Workflow: w, Profile: p})
	if err != nil {
		t.Fatal(err)
	}
	if fs := Failures(&oracle.Case{Workflow: w, Profile: &p, Outcomes: run.Outcomes}); len(fs) > 0 {
		t.Errorf("failures: %+v", fs)
	}
}

func TestConsequencesAreNoFailuresOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := primitives.DefaultProfile()
	w := flow("fetch", "broken", "restart", "broken")
	run, err := sandbox().Play(t.Context(), target.Plan{Workflow: w, Profile: p})
	if err != nil {
		t.Fatal(err)
	}
	fs := Failures(&oracle.Case{Workflow: w, Profile: &p, Outcomes: run.Outcomes})
	if len(fs) != 2 || fs[0].Step != 0 || fs[1].Step != 3 {
		t.Errorf("got %+v, want the first failure and the one after the restart", fs)
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	mode := &workflow.Denial{Errno: "EACCES", Cause: primitives.Cause{Primitive: primitives.Permissions, Rule: "mode"}}
	dns := &workflow.Denial{Errno: "EAGAIN", Cause: primitives.Cause{Primitive: primitives.Egress, Rule: "no-dns"}}
	for _, tc := range []struct {
		o    workflow.Outcome
		d    *workflow.Denial
		want bool
	}{
		{workflow.Outcome{Stderr: []byte("bash: x: Permission denied\n")}, mode, true},
		{workflow.Outcome{Stderr: []byte("failed\n")}, mode, false},
		{workflow.Outcome{Error: "EACCES"}, mode, true},
		{workflow.Outcome{Stderr: []byte("ERROR: No matching distribution found for x\n")}, dns, false},
		{workflow.Outcome{Stderr: []byte("curl: (6) Could not resolve host: x\n")}, dns, true},
		{workflow.Outcome{Stderr: []byte("Permission denied")}, nil, false},
	} {
		if got := named(&tc.o, tc.d); got != tc.want {
			t.Errorf("named(%q, %v) = %v, want %v", tc.o.Stderr, tc.d, got, tc.want)
		}
	}
}
