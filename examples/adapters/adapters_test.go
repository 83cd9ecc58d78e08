package adapters_test

import (
	"encoding/base64"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/adapter"
	"github.com/sandfault/sandfault/fuzz/target/adapter/conformance"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

var update = flag.Bool("update", false, "rewrite the recorded calls")

// example is one of the adapters, over a stand-in for its sandbox that runs on this host.
type example struct {
	name string // of the file
	env  func(t *testing.T, dir string) []string
	// What the sandbox behind it cannot do by its nature: a check of each status that is not ok.
	failed, unsupported []string
}

func examples() []example {
	python := func(t *testing.T, dir string) []string {
		return []string{"STUB_DIR=" + dir, "PYTHONPATH=" + abs(t, "testdata/python"), "PYTHONDONTWRITEBYTECODE=1"}
	}
	return []example{
		{"docker.sh", func(t *testing.T, dir string) []string {
			return []string{"FAKE_DOCKER=" + dir, "PATH=" + abs(t, "testdata/bin") + ":" + os.Getenv("PATH")}
		}, nil, []string{"parallel"}},
		{
			"agentcore_adapter.py", python,
			[]string{"enotempty", "remove", "stdout-bytes"},
			[]string{"byte-names", "code-bytes", "command-bytes", "cwd-bytes", "env-bytes", "parallel"},
		},
		{
			"e2b_adapter.py", python,
			[]string{"code-bash", "code-python", "enotempty", "stdout-bytes"},
			[]string{"byte-names", "code-bytes", "command-bytes", "cwd-bytes", "env-bytes", "parallel"},
		},
	}
}

func abs(t *testing.T, path string) string {
	t.Helper()
	p, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// argv starts an example; it needs programs of a Linux host.
func (e *example) argv(t *testing.T) (argv []string, dir string) {
	t.Helper()
	for _, program := range []string{"bash", "python3", "base64", "sed", "mktemp", "timeout"} {
		_, err := exec.LookPath(program)
		if err == nil && goruntime.GOOS == "linux" {
			continue
		}
		if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
			t.Fatalf("the examples need Linux and %s", program)
		}
		t.Skipf("the examples need Linux and %s", program)
	}
	dir = t.TempDir()
	return append(append([]string{"env"}, e.env(t, dir)...), abs(t, e.name)), dir
}

// Each example passes the checks, but for what its header says that the sandbox cannot do.
func TestExamplesConform(t *testing.T) {
	t.Parallel()
	for _, e := range examples() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			argv, _ := e.argv(t)
			list, err := conformance.Run(t.Context(), conformance.Config{
				Argv: argv, Profile: primitives.DefaultProfile(), Limits: adapter.Limits{Stop: 20 * time.Second},
			})
			if err != nil {
				t.Fatal(err)
			}
			got := map[conformance.Status][]string{}
			for _, r := range list {
				got[r.Status] = append(got[r.Status], r.Check)
				if r.Status == conformance.Failed && !slices.Contains(e.failed, r.Check) {
					t.Errorf("%s: expected %s, got %s", r.Check, r.Expected, r.Got)
				}
			}
			for status, want := range map[conformance.Status][]string{
				conformance.Failed: e.failed, conformance.Unsupported: e.unsupported,
			} {
				slices.Sort(got[status])
				if !slices.Equal(got[status], want) {
					t.Errorf("%s: %q, want %q", status, got[status], want)
				}
			}
		})
	}
}

const session = `id: calls
steps:
- upload: {path: in/data.bin, content_base64: AAH/, mode: "0640"}
- run: {cmd: "wc -c < data.bin", cwd: in, env: {A: "x y", B: null}, stdin: "s", timeout_s: 5}
- run_code: {language: python, code: "print(6 * 7)"}
- list: {path: in}
- download: {path: in/data.bin}
- read_file: {path: in/none}
- remove: {path: in/data.bin}
- restart: {}
- run: {cmd: "ls -A"}
  session: other
expect:
- ok: true
- {exit: 0, stdout: "3\n"}
- {exit: 0, stdout: "42\n"}
- entries: [data.bin]
- content_base64: AAH/
- error: ENOENT
- ok: true
- ok: true
- {exit: 0, stdout: ""}
`

// What an example asks its SDK, call by call: testdata/NAME.calls, rewritten by -update.
func TestCallsOfExamples(t *testing.T) {
	t.Parallel()
	w, err := workflow.Parse("calls.yaml", []byte(session))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			argv, dir := e.argv(t)
			a := &adapter.Target{Argv: argv}
			run, err := a.Play(t.Context(), target.Plan{Workflow: w, Profile: primitives.DefaultProfile(), Seed: det.NewSeed(1)})
			if err != nil || run.Status != target.StatusPlayed {
				t.Fatal(run, err)
			}
			for i := range run.Outcomes {
				for _, m := range workflow.Check(&w.Expect[i], &run.Outcomes[i]) {
					t.Errorf("step %d, %s: expected %s, got %s", i, m.Field, m.Expected, m.Got)
				}
			}
			compare(t, e.name, dir)
		})
	}
}

// A run that is cut short leaves no sandbox behind that somebody pays for.
func TestExamplesCleanUp(t *testing.T) {
	t.Parallel()
	for _, e := range examples() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			argv, dir := e.argv(t)
			c, err := adapter.Dial(t.Context(), argv, adapter.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = c.Do(t.Context(), &adapter.Request{Op: adapter.OpStart, Session: new(0)})
			c.End() // without a stop
			if err != nil || c.State() != "exit status 0" {
				t.Fatal(err, c.State())
			}
			b, err := os.ReadFile(filepath.Join(dir, "calls"))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(b)), "\n")
			end := lines[len(lines)-1]
			if !strings.Contains(end, "stop_code") && !strings.Contains(end, `"kill"`) && !strings.HasPrefix(end, "rm -f") {
				t.Errorf("the last call is %s", end)
			}
		})
	}
}

func compare(t *testing.T, name, dir string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`sandfault([-=])[0-9]+`).ReplaceAllString(string(b), "sandfault${1}PID")
	golden := filepath.Join("testdata", name+".calls")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("calls of %s (-update rewrites them):\n%s\nwant\n%s", name, got, want)
	}
}

// block writes the first block of a language on docs/ADAPTERS.md to an executable file.
func block(t *testing.T, language, file string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/ADAPTERS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```"+language+"\n")
	program, _, _ := strings.Cut(rest, "```")
	if !found {
		t.Fatalf("the page has no %s", language)
	}
	if err := os.WriteFile(file, []byte(program), 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
}

func nothing(*testing.T, string) []string { return nil }

// The adapter that docs/ADAPTERS.md shows as a whole one is whole.
func TestAdapterOfThePage(t *testing.T) {
	t.Parallel()
	e := example{name: filepath.Join(t.TempDir(), "page.py"), env: nothing}
	block(t, "python", e.name)
	argv, _ := e.argv(t)
	list, err := conformance.Run(t.Context(), conformance.Config{Argv: argv, Profile: primitives.DefaultProfile()})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Status == conformance.Failed || r.Status == conformance.Unsupported && r.Check != "parallel" {
			t.Errorf("%s: expected %s, got %s", r.Check, r.Expected, r.Got)
		}
	}
}

// The way around text that the page shows hands any bytes on, and leaves no trace in the command.
func TestBytesOfThePage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/ADAPTERS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "    bash -c 'exec")
	line, _, _ := strings.Cut("bash -c 'exec"+rest, "\n")
	at := strings.LastIndexByte(line, ' ')
	e := example{name: line, env: nothing}
	_, _ = e.argv(t) // skips where there is no bash
	command := base64.StdEncoding.EncodeToString([]byte("printf '\xff\xc3('; printf %s $0 $#\n"))
	out, err := exec.CommandContext(t.Context(), "bash", "-c", line[:at+1]+command).CombinedOutput()
	if err != nil || string(out) != "\xff\xc3(bash0" {
		t.Errorf("%q, %v", out, err)
	}
}

// Confined as the page says, it sees nothing of this host but /usr, and cannot write there.
func TestConfinedAdapterOfThePage(t *testing.T) {
	t.Parallel()
	if err := exec.CommandContext(t.Context(), "bwrap", "--unshare-all", "--ro-bind", "/", "/", "true").Run(); err != nil {
		t.Skipf("bwrap cannot be used here: %v", err)
	}
	dir := t.TempDir()
	block(t, "python", filepath.Join(dir, "my-adapter"))
	block(t, "sh", filepath.Join(dir, "confined"))
	e := example{name: filepath.Join(dir, "confined"), env: nothing}
	argv, _ := e.argv(t)
	c, err := adapter.Dial(t.Context(), argv, adapter.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.End()
	if _, _, err := c.Do(t.Context(), &adapter.Request{Op: adapter.OpStart, Session: new(0)}); err != nil {
		t.Fatal(err)
	}
	cmd := "touch /usr/sandfault; ls -d " + dir + " /etc /home; mkdir /data && ls / /data; env | cut -d= -f1"
	a, _, err := c.Do(t.Context(), &adapter.Request{Op: adapter.OpRun, Session: new(0), Cmd: []byte(cmd)})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(string(a.Stdout))
	for _, word := range []string{"/etc", "/home", dir, "home", "etc", "USER"} {
		if slices.Contains(got, word) {
			t.Errorf("%s is in there: %q", word, got)
		}
	}
	if !slices.Contains(got, "data") || !strings.Contains(string(a.Stderr), "Read-only") {
		t.Errorf("got %q, %q", got, a.Stderr)
	}
}

// Short enough to be read whole, and honest about what nobody tried.
func TestExamplesAreShort(t *testing.T) {
	t.Parallel()
	for _, e := range examples() {
		b, err := os.ReadFile(e.name)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(b), "\n"); n >= 60 {
			t.Errorf("%s has %d lines, at most 59", e.name, n)
		}
		live := strings.Contains(string(b), "NOT RUN AGAINST A LIVE CLOUD") || strings.Contains(string(b), "not with a daemon")
		if !live {
			t.Errorf("%s does not say what it was not run against", e.name)
		}
	}
}
