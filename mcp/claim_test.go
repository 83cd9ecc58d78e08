package mcp

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime"
)

// newReal is an agent of machines with a kernel, but without guests: the file API works, commands do not
// start.
func newReal(t *testing.T, text string) *agent {
	t.Helper()
	doc, err := profile.Parse("test.yaml", []byte("name: test\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	engine, err := runtime.NewEngine(runtime.EngineConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	return newAgent(t, func(c *Config) {
		c.Profile, c.Boot, c.Target = doc, Machines(engine), &target.Local{Engine: engine}
		c.Guests = func() map[string]string { return map[string]string{"box": "digest"} }
		c.Database = "some.db"
	})
}

func TestRecordedOnARealMachine(t *testing.T) {
	t.Parallel()
	a := newReal(t, "dirs: [{path: /data}]\nmounts: [{path: /data, type: ro}]\n")
	id := a.start(nil)
	coded := base64.StdEncoding.EncodeToString(allBytes())
	a.call("upload_file", with(id, object{"path": "deep/er/up", "content_base64": coded, "mode": "0600"}))
	if r := a.call("download_file", with(id, object{"path": "deep/er/up"})); r.object["content_base64"] != coded ||
		r.object["mode"] != "0600" {
		t.Errorf("%v", r.object)
	}
	a.refused("EROFS", "write_file", with(id, object{"path": "/data/x", "content": "x"}))
	a.call("list_files", with(id, object{"path": "/"}))
	a.refused("ENOTEMPTY", "remove_file", with(id, object{"path": "deep/er"}))
	a.call("remove_file", with(id, object{"path": "deep/er/up"}))
	a.call("remove_file", with(id, object{"path": "deep/er"}))
	a.call("restart_session", with(id, nil))
	a.refused("ENOENT", "list_files", with(id, object{"path": "deep"}))
	text := a.call("get_workflow", with(id, nil)).object["workflow"].(string)
	w := passes(t, a.server.cfg.Target, text, &a.server.cfg)
	if len(w.Steps) != 9 {
		t.Errorf("%d steps", len(w.Steps))
	}
	l := a.server.sessions.get(id)
	l.drop() // as after a call that was undone
	if r := a.call("list_files", with(id, object{"path": "/data"})); r.object["count"] != 0.0 {
		t.Errorf("%v", r.object)
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	a := newReal(t, "dirs: [{path: /data}]\nmounts: [{path: /data, type: ro}]\nfaults: [image-decoded-as-text]\n")
	id := a.start(nil)
	a.refused(codeRefused, "report_finding", with(id, nil))
	a.call("write_file", with(id, object{"path": "before", "content": "x"}))
	a.refused("EROFS", "write_file", with(id, object{"path": "/data/x", "content": "x"}))
	a.call("upload_file", with(id, object{"path": "i.png", "content_base64": "iVBORw0KGgo="}))
	a.call("download_file", with(id, object{"path": "i.png"}))
	a.refused("ENOENT", "read_file", with(id, object{"path": "gone"}))

	denied := a.call("report_finding", with(id, object{
		"step": 1, "expected": object{"ok": true}, "got": "EROFS", "note": "data must\nbe writable",
	}))
	f := denied.object["finding"].(object)
	if f["verdict"] != "expected" || f["layer"] != "sandbox" || f["primitive"] != "mounts" || f["rule"] != "ro" ||
		f["errno"] != "EROFS" || f["profile_name"] != "test" || f["guests"].(object)["box"] != "digest" ||
		denied.object["new"] != true || denied.object["replay"] != "sandfault replay --db some.db "+f["id"].(string) {
		t.Errorf("%v\n%s", denied.object, denied.text)
	}
	w, err := workflow.Parse("finding", []byte(f["workflow"].(string)))
	if err != nil || len(w.Steps) != 1 || w.Expect[0].Note != "data must\nbe writable\ngot: EROFS" {
		t.Errorf("%v\n%s", err, f["workflow"])
	}
	again := a.call("report_finding", with(id, object{"step": 1, "expected": object{"ok": true}}))
	if again.object["new"] != false || again.object["finding"].(object)["id"] != f["id"] {
		t.Errorf("%v", again.object)
	}
	image := a.call("report_finding", with(id, object{"step": 3}))
	g := image.object["finding"].(object)
	if g["verdict"] != "defect" || g["layer"] != "interface" || g["rule"] != "image-decoded-as-text" || g["oracle"] != "roundtrip" {
		t.Errorf("%v", g)
	}
	for _, c := range []struct {
		args object
		code string
		want string
	}{
		{object{"step": 0}, codeRefused, "no oracle finds anything wrong with step 0"},
		{object{"step": 0, "expected": object{"ok": true}}, codeRefused, "step 0 gave what the claim expects"},
		{object{"expected": object{"ok": true}}, codeRefused, "without any restriction"},
		{object{"step": 5}, codeArguments, "the steps 0 to 4"},
		{object{"step": 3, "expected": object{"contnt": "x"}}, codeArguments, "expected.contnt: unknown key; did you mean content?"},
		{object{"step": 3, "expected": object{"exit": "0", "mode": 9}}, codeArguments, "expected.mode"},
		{object{"step": 3, "expected": object{"exit": 999}}, codeArguments, "expected.exit"},
		{object{"step": 3, "expected": object{"parallel": []any{object{}}}}, codeArguments, "parallel"},
		{object{"step": 3, "expected": object{}}, codeArguments, "one key at least"},
		{object{"step": 3, "expected": "ok"}, codeArguments, "want an object"},
		{object{"step": 3, "note": strings.Repeat("x", maxClaim+1)}, codeArguments, "note"},
	} {
		if r := a.refused(c.code, "report_finding", with(id, c.args)); !strings.Contains(r.text, c.want) ||
			strings.Contains(r.text, "expect[0]") {
			t.Errorf("%v: %q lacks %q", c.args, r.text, c.want)
		}
	}
	lookUp(a, f["id"].(string), g["id"].(string))
}

// lookUp looks at two findings, a denial that is expected and a defect, in every way.
func lookUp(a *agent, expected, defect string) {
	a.t.Helper()
	r := a.call("list_findings", nil)
	list := r.object["findings"].([]any)
	if r.object["total"] != 2.0 || len(list) != 2 || list[0].(object)["id"] != defect || list[1].(object)["id"] != expected {
		a.t.Errorf("%v", r.object)
	}
	r = a.call("list_findings", object{"verdict": "expected"})
	if r.object["total"] != 1.0 || !strings.Contains(r.text, expected) || strings.Contains(r.text, defect) {
		a.t.Errorf("%v", r.object)
	}
	if r = a.call("list_findings", object{"offset": 1, "limit": 1}); len(r.object["findings"].([]any)) != 1 {
		a.t.Errorf("%v", r.object)
	}
	if r = a.call("list_findings", object{"offset": 9}); len(r.object["findings"].([]any)) != 0 || r.object["total"] != 2.0 {
		a.t.Errorf("%v", r.object)
	}
	r = a.call("show_finding", object{"id": defect[:6]})
	if r.object["finding"].(object)["id"] != defect || !strings.Contains(r.text, "sandfault replay "+defect) {
		a.t.Errorf("%v\n%s", r.object, r.text)
	}
	for _, id := range []string{expected, defect} {
		r = a.call("replay", object{"id": id})
		if r.object["answer"] != "identical" || r.object["same"] != true || r.object["event"] != nil {
			a.t.Errorf("%v", r.object)
		}
	}
	for _, id := range []string{"", "zz", "000000000000", "../x", "%"} {
		a.refused(codeNotFound, "show_finding", object{"id": id})
		a.refused(codeNotFound, "replay", object{"id": id})
	}
	a.refused(codeArguments, "replay", nil)
}

func TestClaimsAreRefusedWhereTheEmulatorIsAtFault(t *testing.T) {
	t.Parallel()
	a := newReal(t, "")
	id := a.start(nil)
	a.refused("ENOEXEC", "run_command", with(id, object{"command": "true"}))
	claim := object{"expected": object{"exit": 0}}
	if r := a.refused(codeRefused, "report_finding", with(id, claim)); !strings.Contains(r.text, "the emulator lacks") {
		t.Error(r.text)
	}
	a = newAgent(t, nil)
	id = a.start(nil)
	a.run(id, "exit 1")
	a.server.sessions.get(id).recording.digests[0][0]++ // as if the machine had drawn another number
	if r := a.refused(codeRefused, "report_finding", with(id, claim)); !strings.Contains(r.text, "did not give again") {
		t.Error(r.text)
	}
	l := a.server.sessions.get(id)
	l.drop()
	a.refused(codeEnded, "run_command", with(id, object{"command": "echo"}))
}

// stuck is a target whose runs end with their context.
type stuck struct{ begun chan struct{} }

func (stuck) Name() string { return "stuck" }

func (s stuck) Play(ctx context.Context, _ target.Plan) (*target.Run, error) {
	select {
	case s.begun <- struct{}{}:
	case <-ctx.Done():
	}
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

func TestClaimsEndWithTheServer(t *testing.T) {
	t.Parallel()
	s := stuck{make(chan struct{})}
	a := newAgent(t, func(c *Config) { c.Target = s })
	id := a.start(nil)
	a.run(id, "exit 1")
	done := make(chan answer)
	for range 2 { // the second waits for the first
		go func() {
			r, _ := a.try(t.Context(), "report_finding", with(id, object{"expected": object{"exit": 0}}))
			done <- r
		}()
	}
	<-s.begun
	a.run(id, "echo a claim does not stop its session")
	a.server.end(errClosing)
	for range 2 {
		if r := <-done; !r.isError || !strings.Contains(r.text, errClosing.Error()) {
			t.Errorf("%+v", r)
		}
	}
}

// full is a store that takes nothing.
type full struct{ Store }

func (full) Put(context.Context, *findings.Finding, findings.Occurrence) (bool, error) {
	return false, errBroken
}

func TestStoreFails(t *testing.T) {
	t.Parallel()
	a := newReal(t, "dirs: [{path: /data}]\nmounts: [{path: /data, type: ro}]\n")
	a.server.cfg.Store = full{a.server.cfg.Store}
	id := a.start(nil)
	a.refused("EROFS", "write_file", with(id, object{"path": "/data/x", "content": "x"}))
	a.refused(codeInternal, "report_finding", with(id, object{"expected": object{"ok": true}}))
	if !strings.Contains(a.log.String(), errBroken.Error()) {
		t.Error(a.log.String())
	}
}

// FuzzExpectation holds that any text that JSON can carry comes out as it went in.
func FuzzExpectation(f *testing.F) {
	for _, s := range []string{"", "yes", "a: b", "\x7f\u0085\u2028\ufeff\ufffe\U0001f600\U000e0001", "\"\\/", "\t\r\n\x00", "- #"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "")
		e, err := parseExpectation(object{"stdout": s, "stdout_contains": []any{s, "x"}, "exit": 3.0})
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		if *e.Stdout != s || e.StdoutContains[0] != s || e.Exit[0] != 3 {
			t.Errorf("%q: %+v", s, e)
		}
	})
}
