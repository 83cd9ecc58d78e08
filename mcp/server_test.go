package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/profile"
)

func TestToolsExplainThemselves(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	list, err := a.client.ListTools(t.Context(), mcpgo.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if len(tool.Description) < 40 {
			t.Errorf("%s: %q says little", tool.Name, tool.Description)
		}
		if more, ok := tool.InputSchema.AdditionalProperties.(bool); !ok || more {
			t.Errorf("%s takes arguments that it does not know", tool.Name)
		}
		for name, p := range tool.InputSchema.Properties {
			_, described := p.(map[string]any)["description"]
			if _, words := p.(map[string]any)["enum"]; !described && !words {
				t.Errorf("%s: nothing says what %s is", tool.Name, name)
			}
		}
	}
	slices.Sort(names)
	want := strings.Fields(`download_file get_workflow list_files list_findings list_sessions read_file remove_file replay
		report_finding restart_session run_code run_command show_finding start_session stop_session upload_file write_file`)
	if !slices.Equal(names, want) {
		t.Errorf("tools %v", names)
	}
}

// What is refused for a session's age says what to do; no other refusal does.
func TestAgeSaysWhatToDo(t *testing.T) {
	t.Parallel()
	for _, primitive := range []primitives.Primitive{primitives.Lifetime, primitives.Egress} {
		p := &played{outcome: workflow.Outcome{Error: "ESHUTDOWN", Cause: &primitives.Cause{Primitive: primitive}}}
		r := p.failed()
		text := r.Content[0].(mcpgo.TextContent).Text
		if strings.Contains(text, "start_session starts another") != (primitive == primitives.Lifetime) || !r.IsError {
			t.Errorf("%s: %s", primitive, text)
		}
	}
}

// What a client is told of each tool: r = reads only, d = may destroy, i = the same call once more adds nothing.
// A tool that reads only destroys nothing, and no tool reaches an open world.
func TestToolsSayWhatTheyDo(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	list, err := a.client.ListTools(t.Context(), mcpgo.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"start_session": "", "stop_session": "di", "restart_session": "d", "list_sessions": "ri", "get_workflow": "ri",
		"run_command": "d", "run_code": "d", "write_file": "di", "read_file": "ri", "list_files": "ri",
		"remove_file": "di", "upload_file": "di", "download_file": "ri",
		"report_finding": "", "list_findings": "ri", "show_finding": "ri", "replay": "ri",
	}
	for _, tool := range list.Tools {
		h, got := tool.Annotations, ""
		for _, hint := range []struct {
			letter string
			set    *bool
		}{{"r", h.ReadOnlyHint}, {"d", h.DestructiveHint}, {"i", h.IdempotentHint}, {"o", h.OpenWorldHint}} {
			switch {
			case hint.set == nil:
				got += "?"
			case *hint.set:
				got += hint.letter
			}
		}
		if w, known := want[tool.Name]; !known || got != w {
			t.Errorf("%s: %q, want %q", tool.Name, got, w)
		}
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	r := a.run(id, "echo hello")
	want := object{
		"session": id, "step": 0.0, "exit_code": 0.0, "stdout": "hello\n", "stderr": "", "stdout_bytes": 6.0,
		"stderr_bytes": 0.0, "timed_out": false, "truncated": false, "wall_ms": 1.0,
	}
	if !reflect.DeepEqual(r.object, want) || r.text != "exit 0 (step 0, 1 ms)\n--- stdout\nhello" {
		t.Errorf("%v\n%q", r.object, r.text)
	}
	r = a.run(id, "both")
	if r.object["stdout"] != "out" || r.object["stderr_base64"] != "ZXJy/w==" || r.object["stderr"] != nil ||
		!strings.Contains(r.text, "--- stderr: 4 bytes, no UTF-8 text; in base64:\n--- base64\nZXJy/w==") {
		t.Errorf("%v\n%s", r.object, r.text)
	}
	r = a.run(id, "late")
	if r.object["exit_code"] != 124.0 || r.object["timed_out"] != true || r.object["truncated"] != true || r.isError {
		t.Errorf("%v", r.object)
	}
	r = a.run(id, "denied")
	denials := []any{object{"call": "mkdirat", "error": "EROFS", "primitive": "mounts", "rule": "ro", "detail": "/usr"}}
	if !reflect.DeepEqual(r.object["denials"], denials) || !strings.HasSuffix(r.text, "denied: mkdirat EROFS by mounts/ro: /usr") {
		t.Errorf("%v\n%s", r.object, r.text)
	}
	if r = a.run(id, "exit 3"); r.object["exit_code"] != 3.0 || r.object["step"] != 4.0 {
		t.Errorf("%v", r.object)
	}
	a.refused("ENOENT", "run_command", with(id, object{"command": "none"}))
	r = a.call("run_command", with(id, object{
		"command": "env", "env": object{"B": "2", "A": "1", "C": nil},
	}))
	if r.object["stdout"] != "A=1 false\nB=2 false\nC= true\n" {
		t.Errorf("%v", r.object)
	}
	r = a.call("run_code", with(id, object{"language": "python", "code": "request", "cwd": "/x", "timeout_s": 1.5}))
	if r.object["stdout"] != `run_code "python" "/x" 1.5s` {
		t.Errorf("%v", r.object)
	}
	for _, args := range []object{{"stdin": "in\x00"}, {"stdin_base64": "aW4A"}, {"stdin": ""}, {}} {
		args["command"] = "stdin"
		in, _ := args["stdin"].(string)
		if r := a.call("run_command", with(id, args)); r.object["stdout"] != in && args["stdin_base64"] == nil {
			t.Errorf("%v: %v", args, r.object)
		}
	}
}

func TestEveryByte(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	all := allBytes()
	coded := base64.StdEncoding.EncodeToString(all)
	if r := a.run(id, "bytes"); r.object["stdout_base64"] != coded || r.object["stdout"] != nil {
		t.Errorf("%v", r.object)
	}
	if r := a.call("run_command", with(id, object{"command": "stdin", "stdin_base64": coded})); r.object["stdout_base64"] != coded {
		t.Errorf("%v", r.object)
	}
	a.call("upload_file", with(id, object{"path": "up", "content_base64": coded, "mode": "0600"}))
	a.call("write_file", with(id, object{"path": "written", "content_base64": coded}))
	for _, name := range []string{"up", "written"} {
		r := a.call("download_file", with(id, object{"path": name}))
		if r.object["content_base64"] != coded || r.object["bytes"] != 256.0 || r.object["sha256"] != sum(all) {
			t.Errorf("%s: %v", name, r.object)
		}
		r = a.call("read_file", with(id, object{"path": name}))
		if r.object["utf8"] != false || r.object["content"] != nil || r.object["bytes"] != 256.0 ||
			!strings.Contains(r.text, "use download_file") {
			t.Errorf("%s: %v", name, r.object)
		}
	}
	for b := range 128 { // every byte that is text
		text := "a" + string(rune(b)) + "é"
		a.call("write_file", with(id, object{"path": "text", "content": text}))
		if r := a.call("read_file", with(id, object{"path": "text"})); r.object["content"] != text {
			t.Errorf("%q: %v", text, r.object)
		}
	}
	name := []byte("n\xff\xfe")
	a.call("write_file", with(id, object{"path_base64": base64.StdEncoding.EncodeToString(name), "content": ""}))
	r := a.call("list_files", with(id, nil))
	if r.object["entries"] != nil || !slices.Contains(r.object["entries_base64"].([]any), any("bv/+")) ||
		!strings.Contains(r.text, `n\xff\xfe`) {
		t.Errorf("%v\n%s", r.object, r.text)
	}
	a.call("remove_file", with(id, object{"path_base64": "bv/+"}))
	r = a.call("list_files", with(id, object{"path": "."}))
	if !reflect.DeepEqual(r.object["entries"], []any{"text", "up", "written"}) || r.object["count"] != 3.0 {
		t.Errorf("%v", r.object)
	}
}

func TestLongOutputIsMarked(t *testing.T) {
	t.Parallel()
	whole := []byte("x" + strings.Repeat("é", maxStream/2))
	s := newStream(whole)
	if s.Bytes != maxStream+1 || len(*s.Text) != maxStream-1 || s.SHA256 != sum(whole) {
		t.Errorf("%d, %d, %s", s.Bytes, len(*s.Text), s.SHA256)
	}
	if s = newStream(whole[1:]); s.SHA256 != "" || len(*s.Text) != maxStream {
		t.Errorf("%d, %d, %s", s.Bytes, len(*s.Text), s.SHA256)
	}
	if s = newStream(bytes.Repeat([]byte{0xff}, maxStream+1)); s.Text != nil || len(*s.Base64) != 4*((maxStream+2)/3) {
		t.Errorf("%d, %v", s.Bytes, s.Text)
	}
	a := newAgent(t, nil)
	r := a.run(a.start(nil), "long 20000")
	if len(r.text) > maxShown+1000 || !strings.Contains(r.text, "the first 16384 of 40000 bytes, structuredContent has") {
		t.Errorf("%d, %.200s", len(r.text), r.text)
	}
}

func TestArgumentsAreBoundedBeforeTheyAreDecoded(t *testing.T) {
	t.Parallel()
	a := &arguments{values: object{"x_base64": strings.Repeat("A", 100), "y": "12345"}}
	if b := a.bytes("x", 74); len(b) != 0 || len(a.wrong) != 1 {
		t.Errorf("%d, %v", len(b), a.wrong)
	}
	if b := a.bytes("x", 75); len(b) != 75 {
		t.Errorf("%d, %v", len(b), a.wrong)
	}
	if b := a.bytes("y", 4); len(b) != 0 || len(a.wrong) != 2 {
		t.Errorf("%d, %v", len(b), a.wrong)
	}
}

func TestImagesAreShown(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	png := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"))
	a.call("upload_file", with(id, object{"path": "i", "content_base64": png}))
	r := a.call("download_file", with(id, object{"path": "i"}))
	image, ok := mcpgo.AsImageContent(r.content[len(r.content)-1])
	if !ok || image.Data != png || image.MIMEType != "image/png" || r.object["content_base64"] != png {
		t.Errorf("%v", r.content)
	}
}

func TestRefusalsOfTheSandboxAreErrors(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	r := a.refused("EROFS", "write_file", with(id, object{"path": "/ro/x", "content": "x"}))
	if !reflect.DeepEqual(r.object["cause"], object{"primitive": "mounts", "rule": "ro", "detail": "/ro"}) ||
		!strings.HasPrefix(r.text, "EROFS: no: /ro/x [mounts/ro: /ro] (step 0") {
		t.Errorf("%v\n%s", r.object, r.text)
	}
	a.refused("ENOENT", "read_file", with(id, object{"path": "gone"}))
	a.refused("ENOENT", "download_file", with(id, object{"path": "gone"}))
	if r := a.run(id, "lacks fork of a thread"); !reflect.DeepEqual(r.object["unsupported"], []any{"fork of a thread"}) ||
		!strings.Contains(r.text, "unsupported, which is the emulator's lack") {
		t.Errorf("%v\n%s", r.object, r.text)
	}
	if r := a.run(id, "echo"); r.object["unsupported"] != nil || strings.Contains(r.text, "unsupported") {
		t.Error("named again where it was not met")
	}
	r = a.run(id, "exit 1")
	if !reflect.DeepEqual(r.object["unsupported_before"], []any{"fork of a thread"}) ||
		!strings.Contains(r.text, "met before and perhaps again: fork of a thread") {
		t.Errorf("%v\n%s", r.object, r.text)
	}
}

func TestWrongArguments(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	huge := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		tool string
		args any
		want string // in the text
	}{
		{"run_command", object{"session": id}, "command: it is missing"},
		{"run_command", object{"command": "x"}, "session: it is missing"},
		{"run_command", with(id, object{"command": 3}), "command: want text, got 3"},
		{"run_command", with(id, object{"command": []any{}}), "command: want text, got a list"},
		{"run_command", with(id, object{"comand": "x"}), "comand: no such argument; did you mean command?"},
		{"run_command", with(id, object{"command": "x", huge: 1}), "no such argument"},
		{"run_command", []any{1}, "want an object"},
		{"run_command", with(id, object{"command": "x", "timeout_s": -1}), "timeout_s: want seconds"},
		{"run_command", with(id, object{"command": "x", "timeout_s": 1e300}), "timeout_s: want seconds"},
		{"run_command", with(id, object{"command": "x", "env": object{"A": 1}}), "env.A: want text"},
		{"run_command", with(id, object{"command": "x", "env": object{"A=B": "1"}}), "is no variable"},
		{"run_command", with(id, object{"command": "x", "env": object{"A": "\x00"}}), "is no variable"},
		{"run_command", with(id, object{"command": "x", "env": "A=1"}), "env: want an object"},
		{"run_command", with(id, object{"command": "x", "stdin": "a", "stdin_base64": "YQ=="}), "not both"},
		{"run_command", with(id, object{"command": strings.Repeat("x", 5<<20)}), "command: 5242880 bytes, at most"},
		{"run_code", with(id, object{"language": "perl", "code": "x"}), "no language"},
		{"run_code", with(id, object{"language": "bash", "code": "x", "context": "a"}), "no interpreter of bash is kept"},
		{"run_code", with(id, object{"language": "python", "code": "x", "context": "a", "cwd": "/"}), "beside a context"},
		{"run_code", with(id, object{"language": "python", "code": "x", "context": "a/b"}), "is not one word"},
		{"write_file", with(id, object{"content": "x"}), "path: it is missing"},
		{"write_file", with(id, object{"path": "", "content": "x"}), "path"},
		{"write_file", with(id, object{"path": "x"}), "content: it is missing"},
		{"write_file", with(id, object{"path": "x", "content": "", "mode": 644}), "mode: want text, got 644"},
		{"write_file", with(id, object{"path": "x", "content": "", "mode": "0999"}), "octal"},
		{"write_file", with(id, object{"path": "x", "content": "", "mode": "0000"}), "octal"},
		{"write_file", with(id, object{"path": strings.Repeat("x", 1<<17), "content": ""}), "path: 131072 bytes"},
		{"upload_file", with(id, object{"path": "x", "content_base64": "a"}), "not base64"},
		{"upload_file", with(id, object{"path": "x", "content_base64": "a-_="}), "not base64"},
		{"start_session", object{"seed": -1}, "seed: want a whole number"},
		{"start_session", object{"seed": 1.5}, "seed: want a whole number"},
		{"start_session", object{"seed": "1"}, "seed: want a whole number"},
		{"report_finding", with(id, object{"step": 0.5}), "step: want a whole number"},
		{"list_findings", object{"verdict": "bad"}, "verdict: known are"},
		{"list_findings", object{"limit": 1000}, "limit: want a whole number"},
	} {
		if r := a.refused(codeArguments, c.tool, c.args); !strings.Contains(r.text, c.want) || len(r.text) > 2000 {
			t.Errorf("%s: %.300q lacks %q", c.tool, r.text, c.want)
		}
	}
	r := a.refused(codeArguments, "run_command", object{"cmd": 1, "cwd": 2})
	if strings.Count(r.text, ";") < 3 {
		t.Errorf("not all mistakes are told: %s", r.text)
	}
	for _, id := range []string{"s99", "", "../s1", "S1"} {
		a.refused(codeSession, "run_command", object{"session": id, "command": "x"})
	}
	if r := a.run(id, "echo"); r.object["step"] != 0.0 {
		t.Errorf("a refused call was recorded: %v", r.object)
	}
	if _, err := a.try(t.Context(), "no_such_tool", nil); err == nil {
		t.Error("an unknown tool")
	}
}

func TestSessions(t *testing.T) {
	t.Parallel()
	own, err := profile.Parse("/home/user/secret.yaml", []byte("name: mine\nuid: 5\n"))
	if err != nil {
		t.Fatal(err)
	}
	a := newAgent(t, func(c *Config) { c.Profile = own })
	r := a.call("start_session", nil)
	if r.object["profile"] != "mine" || r.object["seed"] != 7.0 || r.object["settings"].(object)["uid"] != "5" {
		t.Errorf("%v", r.object)
	}
	for name, want := range map[string]string{"mine": "mine", "unrestricted": "unrestricted"} {
		id := a.start(object{"profile": name, "seed": 3})
		if r := a.run(id, "profile"); r.object["stdout"] != want {
			t.Errorf("%v", r.object)
		}
		a.call("stop_session", with(id, nil))
		a.refused(codeSession, "run_command", with(id, object{"command": "x"}))
	}
	for _, name := range []string{
		"/home/user/secret.yaml", "/etc/passwd", "../default", "builtin/default", "default.yaml", "mine\x00", "..", "defaul",
	} {
		r := a.refused(codeArguments, "start_session", object{"profile": name})
		if strings.Contains(r.text, "root:") {
			t.Errorf("%s: %s", name, r.text)
		}
	}
	one, two := a.start(object{"seed": 1}), a.start(object{"seed": 2})
	if a.run(one, "seed").object["stdout"] == a.run(two, "seed").object["stdout"] {
		t.Error("the seed counts for nothing")
	}
	if r := a.call("list_sessions", nil); !reflect.DeepEqual(r.object["sessions"], []any{"s1", one, two}) {
		t.Errorf("%v", r.object)
	}
	a.call("write_file", with(one, object{"path": "f", "content": "x"}))
	a.call("restart_session", with(one, nil))
	a.refused("ENOENT", "read_file", with(one, object{"path": "f"}))
}

func TestSessionsAreLimited(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	var last string
	for range maxSessions {
		last = a.start(nil)
	}
	a.refused(codeLimit, "start_session", nil)
	a.call("stop_session", with(last, nil))
	a.start(nil)
	a.world.fails = errBroken
	a.call("stop_session", with("s1", nil))
	a.refused(codeInternal, "start_session", nil)
	a.world.fails = nil
	a.start(nil) // the failed one took no place
}

func TestStepsAndSizesAreLimited(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	l := a.server.sessions.get(id)
	for range maxSteps - 1 {
		a.run(id, "echo")
	}
	a.run(id, "count")
	a.refused(codeLimit, "run_command", with(id, object{"command": "count"}))
	if len(l.recording.steps) != maxSteps || string(l.box.(*box).files["n"]) != "." {
		t.Error("what cannot be recorded was done")
	}
	id = a.start(nil)
	a.run(id, "count")
	l = a.server.sessions.get(id)
	l.recording.size = maxRecording - 2000
	payload := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{0xff}, 1500))
	a.refused(codeLimit, "upload_file", with(id, object{"path": "big", "content_base64": payload}))
	a.run(id, "echo goes on")
	if len(l.recording.steps) != 2 || l.box.(*box).files["big"] != nil {
		t.Error("what cannot be recorded was done")
	}
}

func TestCallsAreUndone(t *testing.T) {
	t.Parallel()
	for name, cancels := range map[string]bool{"cancelled": true, "too long": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAgent(t, func(c *Config) { c.WallLimit = 100 * time.Millisecond })
			id := a.start(nil)
			a.run(id, "count")
			a.run(id, "count")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if cancels {
				go func() {
					busy(&a.server.sessions.get(id).door, 1)
					cancel()
				}()
			}
			r, err := a.try(ctx, "run_command", with(id, object{"command": "spin"}))
			if err == nil && (!r.isError || r.object["error"] != codeUndone || !strings.Contains(r.text, "undone")) {
				t.Errorf("%v", r)
			}
			if r := a.run(id, "count"); r.object["stdout"] != "3" || r.object["step"] != 2.0 {
				t.Errorf("the session is not as before: %v", r.object)
			}
			a.refused("ENOENT", "read_file", with(id, object{"path": "half"}))
		})
	}
}

func TestPanicsAreContained(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id, other := a.start(nil), a.start(nil)
	a.run(id, "echo before")
	r := a.refused(codeEnded, "run_command", with(id, object{"command": "panic"}))
	if !strings.Contains(r.text, "the kernel lost a process") || strings.Contains(r.text, "goroutine") {
		t.Error(r.text)
	}
	a.refused(codeEnded, "run_command", with(id, object{"command": "echo"}))
	if r := a.call("get_workflow", with(id, nil)); r.object["steps"] != 1.0 {
		t.Errorf("%v", r.object)
	}
	a.run(other, "echo")
	a.call("stop_session", with(id, nil))
	if !strings.Contains(a.log.String(), "world_test.go") {
		t.Errorf("the log lacks the stack: %s", a.log)
	}
}

func TestClosedServer(t *testing.T) {
	t.Parallel()
	a := newAgent(t, nil)
	id := a.start(nil)
	done := make(chan answer)
	go func() {
		r, _ := a.try(t.Context(), "run_command", with(id, object{"command": "spin"}))
		done <- r
	}()
	busy(&a.server.sessions.get(id).door, 1)
	if err := a.server.Close(); err != nil {
		t.Error(err)
	}
	if r := <-done; !r.isError || !strings.Contains(r.text, errClosing.Error()) {
		t.Errorf("%v", r)
	}
	a.refused(codeClosing, "start_session", nil)
	a.refused(codeSession, "run_command", with(id, object{"command": "x"}))
}
