package workflow_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/profile"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func parse(t testing.TB, file string) *workflow.Workflow {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w, err := workflow.Parse(file, b)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// roundTrip writes a workflow, reads it, and wants it back.
func roundTrip(t *testing.T, w *workflow.Workflow) []byte {
	t.Helper()
	b, err := workflow.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	back, err := workflow.Parse(w.File, b)
	if err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	again, err := workflow.Marshal(back)
	if err != nil || string(again) != string(b) {
		t.Fatalf("written twice: %v\n%s\n---\n%s", err, b, again)
	}
	was, now := *w, *back
	was.Profile, now.Profile = nil, nil // nodes know their lines; their text was compared above
	if !reflect.DeepEqual(was, now) {
		t.Fatalf("got  %+v\nwant %+v\n%s", now, was, b)
	}
	if !workflow.Equal(w, back) {
		t.Fatal("not equal to itself")
	}
	return b
}

// Files of our own, which hold every key of the format.
func TestCanonicalGoldens(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		w := parse(t, file)
		if _, err := w.Resolve(defaultProfile(t)); err != nil {
			t.Error(err)
		}
		golden(t, strings.TrimSuffix(file, ".in.yaml")+".out.yaml", roundTrip(t, w))
	}
}

func defaultProfile(t testing.TB) profile.Document {
	t.Helper()
	d, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs (run with -update if it should):\n%s", file, got)
	}
}

// The case files that lie beside a checkout, where there are some.
func TestCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../shared/cases/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("skipped 38 files: no ../../../shared/cases")
	}
	base := defaultProfile(t)
	for _, file := range files {
		w := parse(t, file)
		if _, err := w.Resolve(base); err != nil {
			t.Error(err)
		}
		if !w.Verified {
			t.Errorf("%s: verified was lost", file)
		}
		roundTrip(t, w)
	}
	t.Logf("%d files", len(files))
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	head := "id: x\nsteps:\n- run: {cmd: a}\nexpect:\n"
	code := "id: x\nsteps:\n- run_code: {code: x, "
	shared := "  - run_code: {language: python, code: x, context: a}\n"
	twice := "id: x\nsteps:\n- parallel:\n" + shared + shared
	for text, want := range map[string]string{
		"":                                `f:1: id: it is missing; name the workflow`,
		"id: a b\nsteps: [{restart: {}}]": `f:1: id: "a b" is not one word; leave out white space, slashes and what cannot be printed`,
		"id: x\nstepps: []":               `f:2: stepps: unknown key; did you mean steps?`,
		"id: x\nsteps: []":                `f:2: steps: there is none; give one step at least`,
		"id: x\nsteps:\n- runn: {}":       `f:3: steps[0].runn: unknown key; did you mean run?`,
		"id: x\nsteps:\n- run:\n    cmd: a\n    cwdd: b":              `f:5: steps[0].run.cwdd: unknown key; did you mean cwd?`,
		"id: x\nsteps:\n- run: {code: a}":                             `f:3: steps[0].run.code: unknown key; did you mean cmd?`,
		"id: x\nsteps:\n- run: {cwd: /}":                              `f:3: steps[0].run: it lacks cmd`,
		"id: x\nsteps:\n- run: {cmd: a}\n  restart: {}":               `f:4: steps[0].restart: two operations in one step; give each a step of its own`,
		"id: x\nsteps:\n- session: b":                                 `f:3: steps[0]: a step without an operation; give one of its keys, such as run`,
		"id: x\nsteps:\n- write_file: {path: a}":                      `f:3: steps[0].write_file: it needs one of content and content_base64`,
		"id: x\nsteps:\n- read_file: {path: ''}":                      `f:3: steps[0].read_file.path: it is missing; name a file`,
		"id: x\nsteps:\n- read_file: {path: a, mode: 7}":              `f:3: steps[0].read_file.mode: unknown key; known are path, path_base64`,
		"id: x\nsteps:\n- run_code: {language: perl, code: x}":        `f:3: steps[0].run_code.language: no such value "perl"; known are bash, javascript, python`,
		"id: x\nsteps:\n- parallel:\n  - parallel: [{run: {cmd: a}}]": `f:4: steps[0].parallel[0]: parallel steps within parallel steps; put them side by side`,
		code + "language: bash, context: a}":                          `f:3: steps[0].run_code.context: no interpreter of bash is kept; leave the context out, or use python`,
		code + "language: python, context: a, cwd: /}":                `f:3: steps[0].run_code.context: cwd, env and stdin beside a context; a context keeps its own: set them in the code, as by os.chdir and os.environ`,
		code + "language: python, context: a b}":                      `f:3: steps[0].run_code.context: "a b" is not one word; leave out white space, slashes and what cannot be printed`,
		code + "language: python, context: ''}":                       `f:3: steps[0].run_code.context: a context without a name; name it, or leave it out for a fresh interpreter`,
		twice:                                                         `f:5: steps[0].parallel[1].run_code.context: "a" is in use beside it; a context executes one text at a time: use two of them, or two steps`,
		"id: x\nsteps:\n- parallel: [{restart: {}}]":                  `f:3: steps[0].parallel[0]: a restart beside other steps; give it a step of its own`,
		"id: x\nsteps:\n- restart: {hard: true}":                      `f:3: steps[0].restart.hard: unknown key; it takes none`,
		"id: x\nsteps:\n- run: {cmd: a, env: {'A=B': c}}":             `f:3: steps[0].run.env: "A=B" is no variable that a program can be given; leave out NUL bytes, and = in names`,
		"id: x\nsteps:\n- run: {cmd: a, timeout_s: -1}":               `f:3: steps[0].run.timeout_s: -1 is out of range; give a number from 1e-09 to 1e+06`,
		head + "- {}\n- {}":                                           `f:5: expect: 2 expectations for 1 steps; give one a step, {} where anything will do`,
		head + "- exit: 256":                                          `f:5: expect[0].exit: 256 is out of range; give a number from 0 to 255`,
		head + "- stdout_contain: [a]":                                `f:5: expect[0].stdout_contain: unknown key; did you mean stdout_contains?`,
		head + "- sha256: abc":                                        `f:5: expect[0].sha256: not a SHA-256; write 64 hex digits in lower case`,
		head + "- error: ENOFILE":                                     `f:5: expect[0].error: no errno is called "ENOFILE"; give a name such as ENOENT`,
		head + "- parallel: [{}]":                                     `f:5: expect[0].parallel: 1 expectations for 0 steps; give one a step, {} where anything will do`,
		head + "- {}\nprofile: [a]":                                   `f:6: profile: want settings of a profile; see docs/PROFILES.md`,
		"id: x\nsteps: &a [{restart: {}}]":                            `f:2: anchors and aliases are not read; write the value out`,
		"id: x\nsteps:\n- parallel: [{run: {cmd: a}}]\n  session: b":  `f:4: steps[0].session: parallel steps have no session of their own; put it beside each of them`,
	} {
		_, err := workflow.Parse("f", []byte(text))
		if err == nil || strings.Split(err.Error(), "\n")[0] != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestResolveNamesFileAndLine(t *testing.T) {
	t.Parallel()
	w, err := workflow.Parse("dir/f.yaml", []byte("id: x\nprofile:\n  uid: 7\n  memory: 64\nsteps:\n- restart: {}\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Resolve(defaultProfile(t))
	if want := "dir/f.yaml:4: memory: unknown key; did you mean memory_mb?"; err == nil || err.Error() != want {
		t.Error(err)
	}
	if w.Profile, err = workflow.Section("uid: 7"); err != nil {
		t.Fatal(err)
	}
	d, err := w.Resolve(defaultProfile(t))
	if err != nil || d.Profile.Identity.UID != 7 {
		t.Errorf("%+v %v", d.Profile.Identity, err)
	}
	roundTrip(t, w)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	ran := workflow.Outcome{Started: true, Exit: 3, Stdout: []byte("out\n"), Stderr: []byte("x: Permission denied\n"), WallNS: 2e9}
	read := workflow.Outcome{Data: []byte("data"), Mode: 0o644}
	list := workflow.Outcome{Entries: []string{"b", "a"}}
	failed := workflow.Outcome{Error: "EACCES"}
	both := workflow.Outcome{Parallel: []workflow.Outcome{ran, failed}}
	for _, c := range []struct {
		expect  string
		outcome workflow.Outcome
		want    string // fields that differ
	}{
		{"{}", ran, ""},
		{"exit: 3", ran, ""},
		{"exit: [1, 3]", ran, ""},
		{"exit: 0", ran, "exit"},
		{"exit: 0", failed, "exit"},
		{"{stdout: \"out\\n\", stdout_size: 4, stdout_base64: b3V0Cg==, stderr_size: 21}", ran, ""},
		{"{stdout: out, stdout_size: 3, stdout_base64: b3V0, stderr_size: 1}", ran, "stdout stdout_base64 stdout_size stderr_size"},
		{"{stdout_contains: [ou, t], stdout_not_contains: [x], stderr_contains: [Permission denied]}", ran, ""},
		{"{stdout_contains: [ou, z], stdout_not_contains: [u], stderr_contains: [EACCES]}", ran, "stdout_contains stderr_contains stdout_not_contains"},
		{"stdout_sha256: b1f6bb2bd85ef6a3f6f4e9b5a1b0a1c4d7f8f0d4d0d8a2c5b8b5b4c7a6d5e4f3", ran, "stdout_sha256"},
		{"{timed_out: false, truncated: false, max_wall_s: 2, min_wall_s: 2}", ran, ""},
		{"{timed_out: true, truncated: true, max_wall_s: 1.9, min_wall_s: 2.1}", ran, "timed_out truncated max_wall_s min_wall_s"},
		{"{ok: true, content: data, content_base64: ZGF0YQ==, size: 4, mode: '0644'}", read, ""},
		{"sha256: 3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7", read, ""},
		{"{ok: false, content: dat, content_base64: '', size: 3, mode: '0600'}", read, "ok content content_base64 size mode"},
		{"{content: '', size: 0, mode: '0000', entries: []}", failed, "content size mode entries"},
		{"{ok: false, error: EACCES}", failed, ""},
		{"{ok: true, error: ENOENT}", failed, "ok error"},
		{"entries: [a, b]", list, ""},
		{"entries_base64: [YQ==, Yg==]", list, ""},
		{"entries: [a]", list, "entries"},
		{"entries: []", list, "entries"},
		{"{errno: EIO, note: read me}", failed, ""},
		{"parallel: [{exit: 3}, {error: EACCES}]", both, ""},
		{"parallel: [{exit: 0}, {ok: true}]", both, "parallel[0].exit parallel[1].ok"},
	} {
		e := expectation(t, c.expect)
		var fields []string
		for _, m := range workflow.Check(&e, &c.outcome) {
			fields = append(fields, m.Field)
			if m.Expected == m.Got {
				t.Errorf("%s: %+v says nothing", c.expect, m)
			}
		}
		if got := strings.Join(fields, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.expect, got, c.want)
		}
	}
}

func expectation(t *testing.T, text string) workflow.Expect {
	t.Helper()
	steps := "- restart: {}"
	if strings.HasPrefix(text, "parallel") {
		steps = "- parallel: [{run: {cmd: a}}, {run: {cmd: b}}]"
	}
	w, err := workflow.Parse("f", []byte("id: x\nsteps:\n"+steps+"\nexpect:\n- "+text))
	if err != nil {
		t.Fatal(err)
	}
	return w.Expect[0]
}

func TestHashIgnoresWhatIsForReaders(t *testing.T) {
	t.Parallel()
	base := "id: a\nsteps:\n- run: {cmd: x}\nexpect:\n- {exit: 0}\n"
	hash := func(text string) string {
		w, err := workflow.Parse("f", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		h, err := workflow.Hash(w)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := hash(base)
	for text, same := range map[string]bool{
		"# c\n" + base: true, strings.Replace(base, "id: a", "id: b\nsummary: s\nverified: true", 1): true,
		strings.Replace(base, "exit: 0", "exit: 0, note: n", 1): true,
		strings.Replace(base, "cmd: x", "cmd: y", 1):            false,
		strings.Replace(base, "exit: 0", "exit: 1", 1):          false,
		base + "profile: {uid: 7}\n":                            false,
	} {
		if (hash(text) == h) != same {
			t.Errorf("%s", text)
		}
	}
	if workflow.Equal(&workflow.Workflow{}, &workflow.Workflow{}) {
		t.Error("what cannot be written is equal to nothing")
	}
	if _, err := workflow.Marshal(&workflow.Workflow{ID: "x"}); err == nil {
		t.Error("a workflow without steps was written")
	}
}

func TestSessionsAndOps(t *testing.T) {
	t.Parallel()
	w := parse(t, "testdata/full.in.yaml")
	if got := strings.Join(w.Sessions(), " "); got != "second third" {
		t.Errorf("sessions %s", got)
	}
	used := map[workflow.Op]bool{}
	for _, s := range w.Steps {
		used[s.Op] = true
	}
	for _, op := range workflow.Ops() {
		if !used[op] {
			t.Errorf("testdata/full.in.yaml does not use %s", op)
		}
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.in.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		w, err := workflow.Parse("f", b)
		if err != nil {
			return
		}
		roundTrip(t, w)
	})
}
