package mcp

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
)

// do plays one of each kind of step, also such as fail.
func do(a *agent, id string) {
	a.run(id, "echo hello")
	a.run(id, "both")
	a.run(id, "bytes")
	a.run(id, "long 40000")
	a.run(id, "late")
	a.run(id, "exit 3")
	a.refused("ENOENT", "run_command", with(id, object{"command": "none"}))
	a.call("run_command", with(id, object{
		"command": "env", "env": object{"B": "yes", "A": " \n", "C": nil}, "cwd": "/x", "timeout_s": 0.25, "stdin": "\x00\xc3\xa9",
	}))
	a.call("run_code", with(id, object{"language": "python", "code": "request\n\tx: 'y'\n", "stdin_base64": "/w=="}))
	a.call("upload_file", with(id, object{"path": "a\nb", "content_base64": "AP8=", "mode": "0640"}))
	a.call("write_file", with(id, object{"path_base64": "bv/+", "content": "- yes\r\n#\x01"}))
	a.refused("EROFS", "write_file", with(id, object{"path": "/ro/x", "content": ""}))
	a.call("download_file", with(id, object{"path": "a\nb"}))
	a.call("read_file", with(id, object{"path_base64": "bv/+"}))
	a.refused("ENOENT", "read_file", with(id, object{"path": "gone"}))
	a.call("list_files", with(id, nil))
	a.call("remove_file", with(id, object{"path": "a\nb"}))
	a.call("restart_session", with(id, nil))
	a.call("list_files", with(id, object{"path": "/"}))
}

// passes plays a recorded workflow and checks what it expects.
func passes(t *testing.T, tg target.Target, text string, cfg *Config) *workflow.Workflow {
	t.Helper()
	w, err := workflow.Parse("recorded.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	again, err := workflow.Marshal(w)
	if err != nil || !strings.HasSuffix(text, string(again)) {
		t.Errorf("written again it is another: %v\n%s\n%s", err, text, again)
	}
	doc, err := w.Resolve(cfg.Profile)
	if err != nil {
		t.Fatal(err)
	}
	run, err := tg.Play(t.Context(), target.Plan{Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(cfg.Seed)})
	if err != nil || run.Status != target.StatusPlayed {
		t.Fatal(err, run)
	}
	for i := range w.Steps {
		for _, bad := range workflow.Check(&w.Expect[i], &run.Outcomes[i]) {
			t.Errorf("step %d: %+v", i, bad)
		}
	}
	return w
}

func TestRecordedWorkflowPasses(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	a.refused(codeNotFound, "get_workflow", with(id, nil))
	do(a, id)
	r := a.call("get_workflow", with(id, nil))
	text := r.object["workflow"].(string)
	w := passes(t, a.world, text, &a.server.cfg)
	if len(w.Steps) != 19 || r.object["steps"] != 19.0 || w.ID != "mcp-s1" ||
		!strings.HasPrefix(text, "# sandfault run --profile default --seed 7 FILE\n") {
		t.Errorf("%d steps\n%s", len(w.Steps), text)
	}
	l := a.server.sessions.get(id)
	if !slices.EqualFunc(w.Steps, l.recording.steps, func(a, b workflow.Step) bool { return reflect.DeepEqual(a, b) }) {
		t.Error("the steps are others")
	}
	if l.recording.size < int64(len(text)) {
		t.Errorf("taken for %d bytes, it has %d", l.recording.size, len(text))
	}
	e := w.Expect[3]
	if e.Stdout != nil || *e.StdoutSize != 80_000 || *e.StdoutSHA256 != sum([]byte(strings.Repeat("é", 40_000))) {
		t.Errorf("%+v", e)
	}
	resource, err := a.client.ReadResource(t.Context(), mcpgo.ReadResourceRequest{
		Params: mcpgo.ReadResourceParams{URI: workflowURI + id},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := mcpgo.AsTextResourceContents(resource.Contents[0]); !ok || got.Text != text {
		t.Errorf("%+v", resource.Contents)
	}
	for _, uri := range []string{"s2", "../s1", "", "s1/x"} {
		if _, err := a.client.ReadResource(t.Context(), mcpgo.ReadResourceRequest{
			Params: mcpgo.ReadResourceParams{URI: workflowURI + uri},
		}); err == nil {
			t.Error(uri)
		}
	}
}

// TestSizesAreUpperBounds draws what is hard to write and holds that no recording is larger than it is taken
// for.
func TestSizesAreUpperBounds(t *testing.T) {
	t.Parallel()
	parts := []string{
		"", " ", "\n", "\r\n", "\t", "\x00", "\a", "\x7f", "\u0085", "\u2028", "\ufeff", "\U000e0001", "\xff", "é", "\"", "\\", "'", ": ", "#",
		"word", "\n\n", "\n  ",
	}
	draw := det.NewSeed(3).Stream("sizes")
	text := func() string {
		var b strings.Builder
		for range draw.IntN(60) {
			b.WriteString(strings.Repeat(det.Pick(draw, parts), 1+draw.IntN(9)))
		}
		return b.String()
	}
	for i := range 200 {
		l := &live{id: "s1"}
		for range 4 {
			value := strings.ReplaceAll(text(), "\x00", "")
			s := workflow.Step{Op: workflow.OpRun, Cmd: text(), Cwd: text(), Stdin: []byte(text())}
			s.Env = []workflow.EnvVar{{Name: "A" + strings.NewReplacer("\x00", "", "=", "", "\xff", "").Replace(text()), Value: &value}}
			l.recording.add(&s, &workflow.Outcome{Started: true, Stdout: []byte(text()), Stderr: []byte(text())})
			f := workflow.Step{Op: workflow.OpUpload, Path: "p" + text(), Data: []byte(text())}
			l.recording.add(&f, &workflow.Outcome{})
			d := workflow.Step{Op: workflow.OpList, Path: "p"}
			l.recording.add(&d, &workflow.Outcome{Entries: []string{text(), text()}})
		}
		b, err := l.text()
		if err != nil {
			t.Fatal(err)
		}
		if int64(len(b)) > l.recording.size {
			t.Fatalf("draw %d: %d bytes, taken for %d\n%.5000s", i, len(b), l.recording.size, b)
		}
		if _, err := workflow.Parse("x", b); err != nil {
			t.Fatalf("draw %d: %.500v", i, err)
		}
	}
}

func TestRecordingsAreKept(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "recordings")
	record := func(c *Config) { c.Record = dir }
	a := newAgent(t, record)
	one, two, idle := a.start(nil), a.start(nil), a.start(nil)
	a.run(one, "echo 1")
	a.run(two, "echo 2")
	if r := a.call("stop_session", with(one, nil)); r.object["recorded"] != "s1.yaml" || r.object["steps"] != 1.0 {
		t.Errorf("%v", r.object)
	}
	if r := a.call("stop_session", with(idle, nil)); r.object["recorded"] != nil {
		t.Errorf("%v", r.object)
	}
	other := newAgent(t, record) // beside the first
	if id := other.start(nil); id != "s3" {
		t.Errorf("the id %s", id)
	}
	other.run("s3", "echo 3")
	if err := other.server.Close(); err != nil {
		t.Error(err)
	}
	if err := a.server.Close(); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		w := passes(t, a.world, string(text), &a.server.cfg)
		if w.Steps[0].Cmd != "echo "+strings.Trim(e.Name(), "s.yaml") {
			t.Errorf("%s: %s", e.Name(), w.Steps[0].Cmd)
		}
	}
	if !slices.Equal(names, []string{"s1.yaml", "s2.yaml", "s3.yaml"}) {
		t.Errorf("%v", names)
	}
}

func TestRecordingsStayInTheirFolder(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
	if err := os.Symlink(outside, filepath.Join(dir, "s1.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, ".s2.yaml.tmp")); err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, func(c *Config) { c.Record = dir })
	id := a.start(nil)
	a.run(id, "echo")
	if id != "s2" {
		t.Error(id)
	}
	a.refused(codeInternal, "stop_session", with(id, nil))
	if r := a.call("get_workflow", with(id, nil)); r.object["steps"] != 1.0 {
		t.Errorf("%v", r.object)
	}
	a.refused(codeEnded, "run_command", with(id, object{"command": "echo"}))
	if r := a.call("stop_session", with(id, nil)); r.object["recorded"] != "s2.yaml" {
		t.Errorf("%v", r.object)
	}
	a.refused(codeSession, "stop_session", with(id, nil))
	if _, err := os.Stat(outside); err == nil {
		t.Error("a link led out")
	}
	if _, err := New(Config{}); err == nil {
		t.Error("nothing is required")
	}
	cfg := a.server.cfg
	cfg.Record = filepath.Join(dir, "s2.yaml", "x")
	if _, err := New(cfg); err == nil {
		t.Error("a folder below a file")
	}
}
