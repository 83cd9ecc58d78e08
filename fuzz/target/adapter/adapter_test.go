package adapter

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
)

// TestMain makes the test binary an adapter, where the first argument names a behaviour of actors.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "adapter" {
		act(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// act plays an adapter: hello and start are answered, the rest is what the behaviour says.
func act(name string) {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	held := []*Request{}
	var last *Request
	for {
		text, err := in.ReadBytes('\n')
		if err != nil && name == "tidy" { // cleans up at the end of its input
			if err := os.WriteFile(string(last.Cmd), []byte("clean"), 0o600); err != nil {
				panic(err)
			}
		}
		switch {
		case err != nil && name == "stays":
			time.Sleep(time.Hour)
		case err != nil && name == "ends badly":
			os.Exit(9)
		case err != nil:
			return
		}
		q, err := DecodeRequest(text)
		if err != nil {
			panic(err)
		}
		last = q
		a := &Answer{ID: q.ID}
		switch q.Op {
		case OpHello:
			a.Protocol, a.Name, a.Overlap = Protocol, name, name == "backwards"
		case OpStart, OpStop, OpRestart:
		default:
			if name == "backwards" { // answers pairs in the wrong order
				if held = append(held, q); len(held) == 2 {
					say(reply(held[1]))
					say(reply(held[0]))
					held = nil
				}
				continue
			}
			actors()[name](q)
			continue
		}
		if hello := actors()["at "+name]; hello != nil && q.Op == OpHello {
			hello(q)
			continue
		}
		say(a)
	}
}

func say(a *Answer) {
	text, _ := EncodeAnswer(a)
	_, _ = os.Stdout.Write(text)
}

// reply echoes a request's bytes.
func reply(q *Request) *Answer {
	a := &Answer{ID: q.ID, Stdout: q.Cmd, Content: slices.Concat([]byte{}, q.Path), Entries: [][]byte{q.Path}}
	if q.Op.runs() {
		a.Exit = new(0)
	}
	return a
}

// actors are behaviours by name: what a step is answered.
func actors() map[string]func(*Request) {
	put := func(s string) { _, _ = os.Stdout.WriteString(s) }
	return map[string]func(*Request){
		"good":        func(q *Request) { say(reply(q)) },
		"stays":       func(q *Request) { say(reply(q)) },
		"ends badly":  func(q *Request) { say(reply(q)) },
		"unsupported": func(q *Request) { say(&Answer{ID: q.ID, Unsupported: "everything"}) },
		"gives up":    func(q *Request) { say(&Answer{ID: q.ID, Aborted: "throttled"}) },
		"refuses":     func(q *Request) { say(&Answer{ID: q.ID, Error: "EACCES", Message: "no"}) },
		"times out":   func(q *Request) { say(&Answer{ID: q.ID, TimedOut: true, Stdout: []byte("some")}) },
		"talks":       func(*Request) { put("Welcome\x1b[31m to the cloud\n") },
		"array":       func(*Request) { put("[1]\n") },
		"cut":         func(q *Request) { put(fmt.Sprintf(`{"id":%d,`, q.ID)); os.Exit(0) },
		"wrong type":  func(q *Request) { put(fmt.Sprintf("{\"id\":%d,\"exit\":\"0\"}\n", q.ID)) },
		"bad base64":  func(q *Request) { put(fmt.Sprintf("{\"id\":%d,\"exit\":0,\"stdout_base64\":\"*\"}\n", q.ID)) },
		"bad name": func(q *Request) {
			put(fmt.Sprintf("{\"id\":%d,\"stdout\":\"*\",\"entries_base64\":[\"YQ==\",\"*\"]}\n", q.ID))
		},
		"no id":      func(*Request) { put("{\"exit\":0}\n") },
		"plain text": func(q *Request) { put(fmt.Sprintf("{\"id\":%d,\"exit\":0,\"stdout\":\"hi\"}\n", q.ID)) },
		"unknown id": func(q *Request) { say(&Answer{ID: q.ID + 7, Exit: new(0)}) },
		"twice":      func(q *Request) { say(reply(q)); say(reply(q)) },
		"no exit":    func(q *Request) { say(&Answer{ID: q.ID}) },
		"exit 256":   func(q *Request) { say(&Answer{ID: q.ID, Exit: new(256)}) },
		"odd errno":  func(q *Request) { say(&Answer{ID: q.ID, Error: "FileNotFoundError"}) },
		"odd mode":   func(q *Request) { a := reply(q); a.Mode = "rw-r--r--"; say(a) },
		"long line":  func(*Request) { put(strings.Repeat("x", 2<<20) + "\n") },
		"endless":    func(*Request) { endless() },
		"dies": func(*Request) {
			_, _ = os.Stderr.WriteString(strings.Repeat("noise\n", 10000) + "no \x1b[31mcredentials\n")
			os.Exit(7)
		},
		"hangs": func(*Request) { time.Sleep(time.Hour) },
		"tidy":  func(q *Request) { _ = os.WriteFile(string(q.Cmd)+".begun", nil, 0o600) }, // no answer
		"deaf":  func(*Request) { time.Sleep(time.Hour) },
		"closes": func(*Request) {
			_ = os.Stdout.Close()
			time.Sleep(time.Hour)
		},
		"leaves a child": func(q *Request) {
			child := exec.Command("sleep", "1000")
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			if err := child.Start(); err != nil {
				panic(err)
			}
			a := reply(q)
			a.Stdout = []byte(strconv.Itoa(child.Process.Pid))
			say(a)
		},
		"at old":    func(q *Request) { say(&Answer{ID: q.ID, Protocol: 99}) },
		"at mute":   func(*Request) { time.Sleep(time.Hour) },
		"at silent": func(*Request) { os.Exit(0) },
	}
}

// endless says blank lines, which mean nothing, for ever.
func endless() {
	for {
		if _, err := os.Stdout.WriteString(strings.Repeat("\n", 4096)); err != nil {
			os.Exit(1)
		}
	}
}

func actor(name string) *Target {
	patience := 30 * time.Second
	if name == "hangs" || name == "deaf" {
		patience = 400 * time.Millisecond
	}
	return &Target{Argv: []string{os.Args[0], "adapter", name}, Limits: Limits{
		Hello: 30 * time.Second, Run: patience, Margin: patience, File: patience, Stop: 2 * time.Second, Line: 1 << 20,
		Total: 8 << 20,
	}}
}

const twoSteps = `
id: two
steps:
- run: {cmd: echo one}
- read_file: {path: f}
`

func play(t *testing.T, a *Target, text string) (*target.Run, error) {
	t.Helper()
	w, err := workflow.Parse("w.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return a.Play(t.Context(), target.Plan{
		Workflow: w, Profile: primitives.DefaultProfile(), Seed: det.NewSeed(1),
	})
}

func TestGoodAdapter(t *testing.T) {
	t.Parallel()
	run, err := play(t, actor("good"), twoSteps+`- list: {path_base64: /w==}
- parallel:
  - run: {cmd: a}
  - run: {cmd: b}
    session: other
- restart: {}
- write_file: {path: f, content: ""}
`)
	if err != nil {
		t.Fatal(err)
	}
	if run.Status != target.StatusPlayed || len(run.Outcomes) != 6 {
		t.Fatalf("%s %s with %d outcomes", run.Status, run.Aborted, len(run.Outcomes))
	}
	o := run.Outcomes
	if string(o[0].Stdout) != "echo one" || !o[0].Started || o[0].WallNS <= 0 {
		t.Errorf("run: %+v", o[0])
	}
	if string(o[1].Data) != "f" || o[1].Started || len(o[2].Entries) != 1 || o[2].Entries[0] != "\xff" {
		t.Errorf("read, list: %+v %+v", o[1], o[2])
	}
	if len(o[3].Parallel) != 2 || string(o[3].Parallel[1].Stdout) != "b" {
		t.Errorf("parallel: %+v", o[3])
	}
}

// Answers may come in any order where requests overlap.
func TestOverlappingAnswers(t *testing.T) {
	t.Parallel()
	run, err := play(t, actor("backwards"), `
id: par
steps:
- parallel:
  - run: {cmd: a}
  - run: {cmd: b}
`)
	if err != nil || run.Status != target.StatusPlayed {
		t.Fatal(run, err)
	}
	if p := run.Outcomes[0].Parallel; string(p[0].Stdout) != "a" || string(p[1].Stdout) != "b" {
		t.Errorf("answers were mixed up: %q %q", p[0].Stdout, p[1].Stdout)
	}
}

// Whatever an adapter says or leaves out, the run ends with a status and words that show it.
func TestHostileAdapters(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		actor  string
		status target.Status
		says   []string
	}{
		{"unsupported", target.StatusUnsupported, nil},
		{"gives up", target.StatusAborted, []string{"throttled"}},
		{"talks", target.StatusAborted, []string{"no JSON object", `"Welcome\x1b[31m to the cloud"`}},
		{"array", target.StatusAborted, []string{"no JSON object"}},
		{"cut", target.StatusAborted, []string{"middle of a line", `"{\"id\":`}},
		{"wrong type", target.StatusAborted, []string{"exit is a string"}},
		{"bad base64", target.StatusAborted, []string{"stdout_base64: illegal base64 data at input byte 0"}},
		{"bad name", target.StatusAborted, []string{"entries_base64: illegal base64"}},
		{"no id", target.StatusAborted, []string{"an answer that has no id"}},
		{"plain text", target.StatusAborted, []string{"has the field stdout: bytes go into stdout_base64"}},
		{"unknown id", target.StatusAborted, []string{"which no open request has"}},
		{"twice", target.StatusAborted, []string{"which no open request has"}},
		{"no exit", target.StatusAborted, []string{"no exit", "give `exit`"}},
		{"exit 256", target.StatusAborted, []string{"exit 256"}},
		{"odd errno", target.StatusAborted, []string{"FileNotFoundError", "ENOENT"}},
		{"odd mode", target.StatusAborted, []string{"rw-r--r--", "0644"}},
		{"long line", target.StatusAborted, []string{"too long", `"xxxx`}},
		{"endless", target.StatusAborted, []string{"says too much"}},
		{"dies", target.StatusAborted, []string{"the adapter ended with exit status 7; its", "noise | no [31mcredentials"}},
		{"hangs", target.StatusAborted, []string{"no answer to run (request 3) within 800ms; it was killed"}},
		{"closes", target.StatusAborted, []string{"the adapter ended; it was killed"}},
	} {
		t.Run(tc.actor, func(t *testing.T) {
			t.Parallel()
			run, err := play(t, actor(tc.actor), twoSteps)
			if err != nil {
				t.Fatal(err)
			}
			if run.Status != tc.status {
				t.Fatalf("status %s (%s), want %s", run.Status, run.Aborted, tc.status)
			}
			for _, s := range tc.says {
				if !strings.Contains(run.Aborted, s) {
					t.Errorf("%q is not in: %s", s, run.Aborted)
				}
			}
			if strings.ContainsAny(run.Aborted, "\n\x1b") || len(run.Aborted) > 4000 {
				t.Errorf("%d bytes, not one line for a terminal: %q", len(run.Aborted), run.Aborted)
			}
		})
	}
}

// A missed deadline costs no more than a little time to clean up; what broke the protocol and ended well says
// nothing of its end.
func TestEndsOfAdapters(t *testing.T) {
	t.Parallel()
	a := actor("hangs")
	a.Limits.Stop = time.Hour
	begin := time.Now()
	run, err := play(t, a, twoSteps)
	if spent := time.Since(begin); err != nil || run.Status != target.StatusAborted || spent > time.Minute {
		t.Errorf("%v, %v, after %s", run, err, spent)
	}
	run, err = play(t, actor("no exit"), twoSteps)
	if err != nil || strings.Contains(run.Aborted, "exit status 0") {
		t.Errorf("%v, %v", run, err)
	}
}

// An adapter that does its work, and does not end as it should, is warned of.
func TestWarnings(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"good": "", "stays": "does not end when its input ends", "ends badly": "exit status 9",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			a := actor(name)
			a.Limits.Stop = time.Second
			if name != "stays" {
				a.Limits.Stop = 30 * time.Second
			}
			a.Warn = func(s string) { got = s }
			run, err := play(t, a, twoSteps)
			if err != nil || run.Status != target.StatusPlayed {
				t.Fatal(run, err)
			}
			if want == "" && got != "" || !strings.Contains(got, want) {
				t.Errorf("warned: %q, want %q", got, want)
			}
		})
	}
}

// Whoever waits for an adapter to end can stop waiting.
func TestNow(t *testing.T) {
	t.Parallel()
	now := make(chan struct{})
	time.AfterFunc(300*time.Millisecond, func() { close(now) })
	a := actor("stays")
	a.Limits.Stop, a.Limits.Now = time.Hour, now
	run, err := play(t, a, twoSteps)
	if err != nil || run.Status != target.StatusPlayed {
		t.Error(run, err)
	}
}

func TestRefusalsAreOutcomes(t *testing.T) {
	t.Parallel()
	run, err := play(t, actor("refuses"), twoSteps)
	if err != nil || run.Status != target.StatusPlayed {
		t.Fatal(run, err)
	}
	for _, o := range run.Outcomes {
		if o.Error != "EACCES" || o.Message != "no" || o.Started {
			t.Errorf("%+v", o)
		}
	}
	run, err = play(t, actor("times out"), "id: t\nsteps:\n- run: {cmd: x, timeout_s: 0.2}\n")
	if err != nil || run.Status != target.StatusPlayed {
		t.Fatal(run, err)
	}
	if o := run.Outcomes[0]; !o.TimedOut || o.Exit != 124 || !o.Started || string(o.Stdout) != "some" {
		t.Errorf("%+v", o)
	}
}

// What cannot be played at all is an error of Play, which ends a campaign.
func TestAdaptersThatDoNotBegin(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, says string
		argv       []string
	}{
		{"missing", "executable file not found", []string{"no-such-adapter-anywhere"}},
		{"old", "says protocol 99", nil},
		{"mute", "no answer to hello", nil},
		{"silent", "ended with exit status 0", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			a := actor(tc.name)
			if tc.argv != nil {
				a.Argv = tc.argv
			}
			a.Limits.Hello = time.Second
			if tc.name == "silent" || tc.name == "old" {
				a.Limits.Hello = 20 * time.Second
			}
			_, err := play(t, a, twoSteps)
			if err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("got %v, want %q", err, tc.says)
			}
		})
	}
}

// An adapter that does not read its input cannot hold us up: a pipe takes 64 KiB.
func TestDeafAdapter(t *testing.T) {
	t.Parallel()
	run, err := play(t, actor("deaf"), "id: d\nsteps:\n- parallel:\n  - run: {cmd: a}\n  - write_file: {path: f, content: \""+
		strings.Repeat("x", 1<<20)+"\"}\n")
	if err != nil || run.Status != target.StatusAborted {
		t.Fatal(run, err)
	}
}

// The process group ends with the run, also what holds the adapter's output open.
func TestNothingIsLeftBehind(t *testing.T) {
	t.Parallel()
	run, err := play(t, actor("leaves a child"), "id: c\nsteps:\n- run: {cmd: a}\n")
	if err != nil || run.Status != target.StatusPlayed {
		t.Fatal(run, err)
	}
	pid, err := strconv.Atoi(string(run.Outcomes[0].Stdout))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		state, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
		if err != nil && syscall.Kill(pid, 0) != nil || strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d lives on", pid)
}

// An adapter may clean up when its input ends, also if the run was interrupted or a request took too long.
func TestCleaningUp(t *testing.T) {
	t.Parallel()
	for _, interrupted := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "clean")
		ctx, cancel := context.WithCancel(t.Context())
		w, err := workflow.Parse("w.yaml", []byte("id: w\nsteps:\n- run: {cmd: "+file+"}\n"))
		if err != nil {
			t.Fatal(err)
		}
		a := actor("tidy")
		a.Limits.Stop = 30 * time.Second
		if interrupted {
			go func() {
				for ctx.Err() == nil {
					if _, err := os.Stat(file + ".begun"); err == nil {
						cancel()
					}
					time.Sleep(10 * time.Millisecond)
				}
			}()
		} else {
			a.Limits.Run, a.Limits.Margin = 500*time.Millisecond, 500*time.Millisecond
		}
		_, err = a.Play(ctx, target.Plan{Workflow: w, Profile: primitives.DefaultProfile(), Seed: det.NewSeed(1)})
		cancel()
		if interrupted != errors.Is(err, context.Canceled) {
			t.Errorf("interrupted %v: %v", interrupted, err)
		}
		if b, err := os.ReadFile(file); err != nil || string(b) != "clean" {
			t.Errorf("interrupted %v: %q, %v", interrupted, b, err)
		}
	}
}

func TestInterruptedPlay(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	w, err := workflow.Parse("w.yaml", []byte(twoSteps))
	if err != nil {
		t.Fatal(err)
	}
	a := actor("hangs")
	a.Limits.Run = time.Hour
	begin := time.Now()
	_, err = a.Play(ctx, target.Plan{Workflow: w, Profile: primitives.DefaultProfile(), Seed: det.NewSeed(1)})
	if !errors.Is(err, context.Canceled) || time.Since(begin) > 30*time.Second {
		t.Errorf("%v after %s", err, time.Since(begin))
	}
}
