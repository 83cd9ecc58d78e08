package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime/session"
)

// box is a sandbox without a guest: a map of files, and a shell of a few words.
type box struct {
	files   map[string][]byte
	profile primitives.Profile
	seed    det.Seed
	guard   func() error
	now     time.Duration
	lacks   []string
	aborted error
	closed  func()
}

func (b *box) Health() ([]string, error) { return b.lacks, b.aborted }

func (b *box) Close() { b.closed() }

func (b *box) Do(q *session.Request) session.Response {
	b.now += time.Millisecond
	r := session.Response{Wall: time.Millisecond}
	switch q.Op {
	case session.OpRun, session.OpRunCode:
		b.run(q, &r)
	case session.OpWrite, session.OpUpload:
		if strings.HasPrefix(q.Path, "/ro/") {
			r.Err, r.Message = primitives.EROFS, "no: "+q.Path
			r.Cause = &primitives.Cause{Primitive: primitives.Mounts, Rule: "ro", Detail: "/ro"}
			break
		}
		b.files[q.Path] = q.Data
	case session.OpRead, session.OpDownload:
		data, ok := b.files[q.Path]
		if !ok {
			r.Err, r.Message = primitives.ENOENT, "File "+q.Path+" not found"
			break
		}
		r.Data, r.Mode = data, 0o644
	case session.OpList:
		r.Entries = []string{}
		for name := range b.files {
			r.Entries = append(r.Entries, path.Base(name))
		}
		slices.Sort(r.Entries)
	case session.OpRemove:
		delete(b.files, q.Path)
	case session.OpRestart:
		clear(b.files)
	case session.OpExec:
		r.Err = primitives.ENOSYS
	}
	return r
}

func allBytes() []byte {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return all
}

func (b *box) run(q *session.Request, r *session.Response) {
	r.Started = true
	word, rest, _ := strings.Cut(q.Cmd+q.Code, " ")
	switch word {
	case "echo":
		r.Stdout = []byte(rest + "\n")
	case "both":
		r.Stdout, r.Stderr = []byte("out"), []byte("err\xff")
	case "env":
		for _, v := range q.Env {
			r.Stdout = fmt.Appendf(r.Stdout, "%s=%s %v\n", v.Name, v.Value, v.Remove)
		}
	case "stdin":
		r.Stdout = q.Stdin
	case "request":
		r.Stdout = fmt.Appendf(nil, "%s %q %q %v", q.Op, q.Language, q.Cwd, q.Timeout)
	case "bytes":
		r.Stdout = allBytes()
	case "long":
		n, _ := strconv.Atoi(rest)
		r.Stdout = []byte(strings.Repeat("é", n))
	case "exit":
		r.Exit, _ = strconv.Atoi(rest)
	case "late":
		r.Exit, r.TimedOut, r.Truncated = 124, true, true
	case "count":
		b.files["n"] = append(b.files["n"], '.')
		r.Stdout = []byte(strconv.Itoa(len(b.files["n"])))
	case "denied":
		r.Denials = []session.Denial{{
			Sysno: primitives.SysMkdirat, Errno: primitives.EROFS,
			Cause: primitives.Cause{Primitive: primitives.Mounts, Rule: "ro", Detail: "/usr"},
		}}
		r.Exit = 1
	case "none":
		*r = session.Response{Err: primitives.ENOENT}
	case "lacks":
		b.lacks = append(b.lacks, rest)
	case "panic":
		panic("the kernel lost a process")
	case "seed":
		r.Stdout = []byte(b.seed.String())
	case "profile":
		r.Stdout = []byte(b.profile.Name)
	case "spin":
		b.files["half"] = []byte("done")
		for b.aborted == nil {
			b.aborted = b.guard()
			goruntime.Gosched()
		}
	default:
		r.Exit, r.Stderr = 127, []byte(word+": command not found\n")
	}
}

// world starts boxes, and plays workflows on them.
type world struct {
	mu      sync.Mutex
	running int
	fails   error
}

func (w *world) boot(p primitives.Profile, seed det.Seed, guard func() error) (Sandbox, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails != nil {
		return nil, w.fails
	}
	w.running++
	return &box{
		files: map[string][]byte{}, profile: p, seed: seed, guard: guard,
		closed: func() { w.mu.Lock(); defer w.mu.Unlock(); w.running-- },
	}, nil
}

func (w *world) open() int { w.mu.Lock(); defer w.mu.Unlock(); return w.running }

func (w *world) Name() string { return "world" }

func (w *world) Play(ctx context.Context, p target.Plan) (*target.Run, error) {
	b, err := w.boot(p.Profile, p.Seed, ctx.Err)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	run := &target.Run{Status: target.StatusPlayed, Log: []byte("log"), Digest: "d"}
	for i := range p.Workflow.Steps {
		run.Outcomes = append(run.Outcomes, target.Outcome(b.Do(target.Request(&p.Workflow.Steps[i]))))
	}
	if run.Unsupported, _ = b.Health(); len(run.Unsupported) > 0 {
		run.Status = target.StatusUnsupported
	}
	return run, nil
}

// agent is a client of a server.
type agent struct {
	t      *testing.T
	server *Server
	client *client.Client
	world  *world
	log    *strings.Builder
}

func newAgent(t *testing.T, change func(*Config)) *agent {
	t.Helper()
	a := &agent{t: t, world: &world{}, log: &strings.Builder{}}
	doc, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	store, err := findings.Open(t.Context(), path.Join(t.TempDir(), "findings.db"))
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		Boot: a.world.boot, Target: a.world, Store: store, Profile: doc, Seed: 7, Version: "test", Log: a.log,
	}
	if change != nil {
		change(&cfg)
	}
	if a.server, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.server.Close(); err != nil {
			t.Error(err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		if n := a.world.open(); n != 0 {
			t.Errorf("%d machines are left", n)
		}
	})
	if a.client, err = client.NewInProcessClient(a.server.Protocol()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.client.Close() })
	if err := a.client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.client.Initialize(t.Context(), mcpgo.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	return a
}

type object = map[string]any

// answer is a result as a client sees it.
type answer struct {
	object
	isError bool
	text    string
	content []mcpgo.Content
}

// try calls a tool; an error of the protocol is returned.
func (a *agent) try(ctx context.Context, tool string, args any) (answer, error) {
	var q mcpgo.CallToolRequest
	q.Params.Name, q.Params.Arguments = tool, args
	r, err := a.client.CallTool(ctx, q)
	if err != nil {
		return answer{}, err
	}
	return asAnswer(r)
}

func asAnswer(r *mcpgo.CallToolResult) (answer, error) {
	b, err := json.Marshal(r.StructuredContent)
	if err != nil {
		return answer{}, err
	}
	out := answer{isError: r.IsError, content: r.Content}
	if err := json.Unmarshal(b, &out.object); err != nil {
		return answer{}, err
	}
	if text, ok := mcpgo.AsTextContent(r.Content[0]); ok {
		out.text = text.Text
	}
	return out, nil
}

// call calls a tool that must not fail.
func (a *agent) call(tool string, args object) answer {
	a.t.Helper()
	r, err := a.try(a.t.Context(), tool, args)
	if err != nil || r.isError {
		a.t.Fatalf("%s %v: %v, %s", tool, args, err, r.text)
	}
	return r
}

// refused calls a tool that must end with an error of that code, which is returned with its text.
func (a *agent) refused(code, tool string, args any) answer {
	a.t.Helper()
	r, err := a.try(a.t.Context(), tool, args)
	if err != nil || !r.isError || r.object["error"] != code || r.text == "" {
		a.t.Errorf("%s %v: want the error %s, got %v, %v %q", tool, args, code, err, r.object["error"], r.text)
	}
	return r
}

// start starts a session and returns its id.
func (a *agent) start(args object) string {
	a.t.Helper()
	return a.call("start_session", args).object["session"].(string)
}

// with is the arguments of a call in a session.
func with(id string, args object) object {
	all := object{"session": id}
	maps.Copy(all, args)
	return all
}

func (a *agent) run(id, command string) answer {
	a.t.Helper()
	return a.call("run_command", object{"session": id, "command": command})
}

var errBroken = errors.New("broken")

// busy waits until so many calls are at a door.
func busy(d *door, calls int) {
	for {
		d.mu.Lock()
		n := len(d.queue)
		d.mu.Unlock()
		if n >= calls {
			return
		}
		goruntime.Gosched()
	}
}
