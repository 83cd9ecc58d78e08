package oracle

import (
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// step is one line of a table: what was asked, what should have come, and what came.
type step struct {
	workflow.Step
	e workflow.Expect
	o workflow.Outcome
}

func play(p primitives.Profile, steps ...step) *Case {
	c := &Case{Workflow: &workflow.Workflow{}, Profile: &p}
	for _, s := range steps {
		c.Workflow.Steps = append(c.Workflow.Steps, s.Step)
		c.Workflow.Expect = append(c.Workflow.Expect, s.e)
		c.Outcomes = append(c.Outcomes, s.o)
	}
	return c
}

func upload(path, data string) step {
	return step{Step: workflow.Step{Op: workflow.OpUpload, Path: path, Data: []byte(data)}}
}

func download(path, got string) step {
	return step{Step: workflow.Step{Op: workflow.OpDownload, Path: path}, o: workflow.Outcome{Data: []byte(got)}}
}

func ran(cmd string, exit int, stdout string) step {
	return step{
		Step: workflow.Step{Op: workflow.OpRun, Cmd: cmd},
		o:    workflow.Outcome{Started: true, Exit: exit, Stdout: []byte(stdout)},
	}
}

func (s step) want(e workflow.Expect) step { s.e = e; return s }

func (s step) fails(errno string) step { s.o.Error = errno; return s }

// TestOracles has for each oracle cases in which it must fire, and at which step, and cases in which it must not.
func TestOracles(t *testing.T) {
	t.Parallel()
	def := primitives.DefaultProfile()
	relative, allowed, small := def, def, def
	relative.Interface.RelativeOnly = true
	allowed.Interface.AllowedDirs = []string{"/workspace"}
	small.Output.MaxBytes = 4
	small.Interface.MaxPayloadBytes = 8
	five := int64(5)
	sum := hexSum([]byte("data"))
	for _, tc := range []struct {
		name   string
		oracle Oracle
		c      *Case
		at     int // -1: must not fire
	}{
		{"same bytes", RoundTrip{}, play(def, upload("f", "a\x00b"), download("f", "a\x00b")), -1},
		{"cut at NUL", RoundTrip{}, play(def, upload("f", "a\x00b"), download("./f", "a")), 1},
		{"changed by a command", RoundTrip{}, play(def, upload("f", "a"), ran("sed -i s/a/b/ f", 0, ""), download("f", "b")), -1},
		{"only looked at", RoundTrip{}, play(def, upload("f", "a"), ran("cat f", 0, "a"), download("f", "b")), 2},
		{"after a restart", RoundTrip{}, play(def, upload("f", "a"), step{Step: workflow.Step{Op: workflow.OpRestart}},
			download("f", "b")), -1},
		{"another session", RoundTrip{}, play(def, upload("f", "a"), step{
			Step: workflow.Step{Op: workflow.OpDownload, Path: "f", Session: "x"}, o: workflow.Outcome{Data: []byte("b")},
		}), -1},
		{"refused", RoundTrip{}, play(def, upload("f", "a"), download("f", "").fails("EACCES")), -1},

		{"same digest", FileAgainstShell{}, play(def, upload("f", "data"), ran("sha256sum f", 0, sum+"  f\n")), -1},
		{"other digest", FileAgainstShell{}, play(def, upload("f", "DATA"), ran("sha256sum f", 0, sum+"  f\n")), 1},
		{"given otherwise", FileAgainstShell{}, play(def, ran("sha256sum f", 0, sum+"  f\n"), download("f", "DATA")), 1},
		{"changed between", FileAgainstShell{}, play(def, ran("sha256sum f", 0, sum+"  f\n"), ran("echo >> f", 0, ""),
			download("f", "DATA")), -1},

		{"told 0", ExitCode{}, play(def, ran("exit 3", 0, "").want(workflow.Expect{Exit: []int{3}, Stdout: new("")})), 0},
		{"told 3", ExitCode{}, play(def, ran("exit 3", 3, "").want(workflow.Expect{Exit: []int{3}})), -1},
		{"another output", ExitCode{}, play(def, ran("exit 3", 0, "x").want(workflow.Expect{Exit: []int{3}, Stdout: new("")})), -1},
		{"either is right", ExitCode{}, play(def, ran("x", 0, "").want(workflow.Expect{Exit: []int{0, 3}})), -1},

		{"climbing refused", Containment{}, play(relative, download("a/../b", "").fails("EACCES")), -1},
		{"climbing served", Containment{}, play(relative, download("a/../b", "x")), 0},
		{"absolute served", Containment{}, play(relative, download("/etc/hosts", "x")), 0},
		{"relative", Containment{}, play(relative, download("a/b", "x")), -1},
		{"no rule", Containment{}, play(def, download("/etc/hosts", "x")), -1},
		{"out of the allowed", Containment{}, play(allowed, download("../etc/hosts", "x")), 0},
		{"back into the allowed", Containment{}, play(allowed, download("a/../b", "x")), -1},
		{"sibling", Containment{}, play(allowed, download("../workspace-old/b", "x")), 0},

		{"within the limit", Limits{}, play(small, ran("x", 0, "abcd").want(workflow.Expect{Stdout: new("abcd")})), -1},
		{"over the limit", Limits{}, play(small, ran("x", 0, "abcde")), 0},
		{"cut unmarked", Limits{}, play(small, ran("x", 0, "abcd").want(workflow.Expect{StdoutSize: &five})), 0},
		{"payload", Limits{}, play(small, upload("f", "123456789")), 0},
		{"payload refused", Limits{}, play(small, upload("f", "123456789").fails("EFBIG")), -1},

		{"as expected", Expectation{}, play(def, ran("x", 0, "a").want(workflow.Expect{Exit: []int{0}, Stdout: new("a")})), -1},
		{"not as expected", Expectation{}, play(def, ran("x", 0, "a"), ran("x", 1, "").want(workflow.Expect{Exit: []int{0}})), 1},
	} {
		t.Run(tc.oracle.Name()+"/"+strings.ReplaceAll(tc.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			got := tc.oracle.Judge(tc.c)
			switch {
			case tc.at < 0 && len(got) > 0:
				t.Errorf("fired: %+v", got)
			case tc.at >= 0 && (len(got) == 0 || got[0].Step != tc.at):
				t.Errorf("got %+v, want a failure at step %d", got, tc.at)
			}
		})
	}
}

func TestJudgeNamesTheMostSpecificOracleOnceAStep(t *testing.T) {
	t.Parallel()
	d := download("f", "a")
	d.e = workflow.Expect{Content: new("a\x00b")}
	got := Judge(play(primitives.DefaultProfile(), upload("f", "a\x00b"), d))
	if len(got) != 1 || got[0].Oracle != "roundtrip" || got[0].Step != 1 {
		t.Errorf("got %+v, want one failure of roundtrip at step 1", got)
	}
}

func TestParallelChildrenAreJudged(t *testing.T) {
	t.Parallel()
	c := play(primitives.DefaultProfile(), step{
		Step: workflow.Step{Op: workflow.OpParallel, Parallel: []workflow.Step{
			{Op: workflow.OpRun, Cmd: "a"}, {Op: workflow.OpRun, Cmd: "b"},
		}},
		e: workflow.Expect{Parallel: []workflow.Expect{{Exit: []int{0}}, {Exit: []int{0}}}},
		o: workflow.Outcome{Parallel: []workflow.Outcome{{Started: true}, {Started: true, Exit: 9}}},
	})
	got := Judge(c)
	if len(got) != 1 || got[0].Child != 1 {
		t.Errorf("got %+v, want one failure at child 1", got)
	}
}
