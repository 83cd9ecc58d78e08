package conformance

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/adapter"
	"github.com/sandfault/sandfault/fuzz/target/adapter/reference"
	"github.com/sandfault/sandfault/internal/race"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// TestMain makes the test binary the reference adapter, with the flaw that the second argument names.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "adapter" {
		if err := serve(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// flaw changes what an adapter is asked, or what it answers.
type flaw struct {
	ask    func(q *adapter.Request)
	answer func(q *adapter.Request, a *adapter.Answer)
	fires  []string // the checks that must fail
}

func text(b *[]byte) { *b = []byte(strings.ToValidUTF8(string(*b), "\uFFFD")) }

// flaws are ways in which adapters go wrong, each with the checks that see it.
func flaws() map[string]flaw {
	return map[string]flaw{
		"exit is lost": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			if a.Exit != nil && *a.Exit != 0 {
				a.Exit = new(1)
			}
		}, fires: []string{"exit-code", "signal", "timeout", "code-bash"}},
		"signals are negative": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			if a.Exit != nil && *a.Exit > 128 && *a.Exit < 160 {
				a.Exit = new(*a.Exit - 128)
			}
		}, fires: []string{"signal"}},
		"commands lose backslashes": {ask: func(q *adapter.Request) {
			if bytes.Contains(q.Cmd, []byte("c\\d")) {
				q.Cmd = bytes.ReplaceAll(q.Cmd, []byte("\\d"), []byte("d"))
			}
		}, fires: []string{"command-text"}},
		"commands are text": {ask: func(q *adapter.Request) { text(&q.Cmd) }, fires: []string{"command-bytes"}},
		"code is text":      {ask: func(q *adapter.Request) { text(&q.Code) }, fires: []string{"code-bytes"}},
		"directories are text": {ask: func(q *adapter.Request) {
			if q.Cwd != nil {
				text(&q.Cwd)
			}
		}, fires: []string{"cwd-bytes"}},
		"variables are text": {ask: func(q *adapter.Request) {
			for i := range q.Env {
				text(&q.Env[i])
			}
		}, fires: []string{"env-bytes"}},
		"streams are one": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			a.Stdout, a.Stderr = append(a.Stdout, a.Stderr...), nil
		}, fires: []string{"stderr-apart"}},
		"output is text": {
			answer: func(_ *adapter.Request, a *adapter.Answer) { text(&a.Stdout) },
			fires:  []string{"stdout-bytes"},
		},
		"stdin is text": {ask: func(q *adapter.Request) {
			if q.Stdin != nil {
				text(&q.Stdin)
			}
		}, fires: []string{"stdin-bytes"}},
		"env is ignored": {ask: func(q *adapter.Request) { q.Env, q.Unset = nil, nil }, fires: []string{"env", "env-bytes"}},
		"cwd is ignored": {ask: func(q *adapter.Request) { q.Cwd = nil }, fires: []string{"cwd", "cwd-bytes"}},
		"timeouts are errors": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			if a.TimedOut {
				*a = adapter.Answer{ID: a.ID, Error: "ETIMEDOUT"}
			}
		}, fires: []string{"timeout"}},
		"timeouts lose output": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			if a.TimedOut {
				a.Stdout = nil
			}
		}, fires: []string{"timeout"}},
		"output is cut": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			a.Stdout = a.Stdout[:min(len(a.Stdout), 64<<10)]
		}, fires: []string{"large-output"}},
		"paths start elsewhere": {ask: func(q *adapter.Request) {
			if len(q.Path) > 0 {
				q.Path = append([]byte("/tmp/elsewhere/"), q.Path...)
			}
		}, fires: []string{
			"paths", "write-bytes", "read-bytes", "empty-file", "mode", "list", "remove", "unicode-names", "byte-names",
			"large-file", "eisdir", "eacces",
		}},
		"writes are text": {
			ask:   func(q *adapter.Request) { text(&q.Content) },
			fires: []string{"write-bytes", "large-file"},
		},
		"reads are text": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			if a.Content != nil {
				text(&a.Content)
			}
		}, fires: []string{"read-bytes", "large-file"}},
		"empty files are left out": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			if len(a.Content) == 0 {
				a.Content = nil
			}
		}, fires: []string{"empty-file"}},
		"modes are ignored": {ask: func(q *adapter.Request) { q.Mode = "" }, fires: []string{"mode"}},
		"hidden names are left out": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			a.Entries = slices.DeleteFunc(a.Entries, func(e []byte) bool { return e[0] == '.' })
		}, fires: []string{"list"}},
		"names are text": {ask: func(q *adapter.Request) {
			if len(q.Path) > 0 {
				text(&q.Path)
			}
		}, fires: []string{"byte-names"}},
		"names are ASCII": {ask: func(q *adapter.Request) {
			q.Path = bytes.Map(func(r rune) rune {
				if r > 127 {
					return '?'
				}
				return r
			}, q.Path)
		}, fires: []string{"unicode-names", "byte-names"}},
		"errors are one": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			if a.Error != "" {
				a.Error = "EIO"
			}
		}, fires: []string{"enoent", "eisdir", "enotdir", "enotempty", "eacces", "sessions"}},
		"errors are silent": {answer: func(q *adapter.Request, a *adapter.Answer) {
			if a.Error != "" {
				a.Error, a.Content, a.Entries = "", []byte{}, [][]byte{}
			}
		}, fires: []string{"enoent", "eisdir", "enotdir", "enotempty", "eacces", "sessions"}},
		"the unknown is done": {answer: func(_ *adapter.Request, a *adapter.Answer) {
			if a.Unsupported != "" {
				a.Unsupported, a.Exit = "", new(0)
			}
		}, fires: []string{"code-unknown", "unknown-operation"}},
		"one sandbox for all": {ask: func(q *adapter.Request) {
			if q.Session != nil && *q.Session > 0 {
				q.Session = new(0)
				if q.Op == adapter.OpStop || q.Op == adapter.OpStart {
					q.Op = adapter.OpList
					q.Path = []byte(".")
				}
			}
		}, fires: []string{"sessions"}},
		"restarts do nothing": {ask: func(q *adapter.Request) {
			if q.Op == adapter.OpRestart {
				q.Op, q.Cmd = adapter.OpRun, []byte("true")
			}
		}, fires: []string{"restart"}},
		"python is a shell": {ask: func(q *adapter.Request) {
			if q.Language == "python" {
				q.Language = "bash"
			}
		}, fires: []string{"code-python"}},
		"writes leave what is longer": {ask: func(q *adapter.Request) {
			if string(q.Content) == "short" {
				q.Content = []byte("shortger content")
			}
		}, fires: []string{"rewrite"}},
		"parents are not made": {answer: func(q *adapter.Request, a *adapter.Answer) {
			if q.Op == adapter.OpWrite && bytes.HasSuffix(q.Path, []byte("a/b/c")) {
				a.Error = "ENOENT"
			}
		}, fires: []string{"parents"}},
		"overlap is a lie": {answer: func(q *adapter.Request, a *adapter.Answer) {
			a.Overlap = q.Op == adapter.OpHello
		}, fires: []string{"parallel"}},
		"stdin stays open": {ask: func(q *adapter.Request) {
			if bytes.HasPrefix(q.Cmd, []byte("cat; echo")) {
				q.Cmd = []byte("sleep 100; echo end")
				q.TimeoutMS = 100
			}
		}, fires: []string{"stdin-empty"}},
		"is throttled": {answer: func(q *adapter.Request, a *adapter.Answer) {
			if q.Op != adapter.OpHello && q.Op != adapter.OpStart {
				*a = adapter.Answer{ID: a.ID, Aborted: "throttled"}
			}
		}},
		"the end is an error": {fires: []string{"end"}},
	}
}

func serve(name string) error {
	engine, err := target.OpenEngine(store.Options{})
	if err != nil {
		return err
	}
	s, f := reference.New(engine), flaws()[name]
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil && name == "the end is an error" {
			return err
		}
		if err != nil {
			return nil //nolint:nilerr // the end of the input
		}
		q, err := adapter.DecodeRequest(line)
		if err != nil {
			return err
		}
		if f.ask != nil {
			f.ask(q)
		}
		a := s.Answer(q)
		if f.answer != nil {
			f.answer(q, a)
		}
		out, err := adapter.EncodeAnswer(a)
		if err != nil {
			return err
		}
		if _, err := os.Stdout.Write(out); err != nil {
			return err
		}
	}
}

func needBox(t *testing.T) {
	t.Helper()
	guests, err := store.New(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guests.Guest(guest.Box); err != nil {
		t.Skipf("guest box is not at hand (make guests): %v", err)
	}
}

func results(t *testing.T, flaw string, only ...string) map[string]Result {
	t.Helper()
	list, err := Run(t.Context(), Config{
		Argv: []string{os.Args[0], "adapter", flaw}, Profile: primitives.DefaultProfile(), Only: only,
		Limits: adapter.Limits{Stop: 10 * time.Second},
	})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]Result{}
	for _, r := range list {
		out[r.Check] = r
	}
	return out
}

// The emulator passes its own suite; what it lacks is what it says.
func TestReferencePasses(t *testing.T) {
	t.Parallel()
	needBox(t)
	got := results(t, "none")
	if len(got) != len(Checks()) {
		t.Errorf("%d results of %d checks", len(got), len(Checks()))
	}
	for _, c := range Checks() {
		r := got[c.Name]
		lacks := c.Name == "parallel" || c.Name == "code-python" // Python may not be installed
		if r.Status != OK && !(lacks && r.Status == Unsupported) {
			t.Errorf("%s: %s: expected %s, got %s", c.Name, r.Status, r.Expected, r.Got)
		}
		if c.About == "" || c.Mend == "" {
			t.Errorf("%s does not say what it asks for, or how to mend it", c.Name)
		}
	}
}

// Each flaw makes its checks fire, and none of some others; a failure shows what was expected and what came.
func TestFlawsFire(t *testing.T) {
	t.Parallel()
	needBox(t)
	seen := map[string]bool{"background": true} // it would have to wait for real
	all := flaws()
	for _, f := range all {
		for _, c := range f.fires {
			seen[c] = true
		}
	}
	for _, name := range race.Part(t, slices.Sorted(maps.Keys(all)), 4) {
		f := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var fired []string
			only := append([]string{"exit-code", "stdout-bytes", "read-bytes", "enoent", "end"}, f.fires...)
			for _, r := range results(t, name, only...) {
				if r.Status != Failed {
					continue
				}
				fired = append(fired, r.Check)
				broken := r.Expected == "an answer as the protocol has it" // what came says how to mend it
				if r.Expected == "" || r.Got == "" || broken != (r.Mend == "") {
					t.Errorf("%s does not explain itself: %+v", r.Check, r)
				}
			}
			slices.Sort(fired)
			want := slices.Sorted(slices.Values(f.fires))
			if !slices.Equal(fired, want) {
				t.Errorf("failed: %q\nwant    %q", fired, want)
			}
		})
	}
	for _, c := range Checks() {
		if !seen[c.Name] {
			t.Errorf("no flaw makes %s fire", c.Name)
		}
	}
}

// The page lists every check.
func TestChecksOfThePage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../../docs/ADAPTERS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "The checks are")
	for _, c := range Checks() {
		if !strings.Contains(list, "`"+c.Name+"`") {
			t.Errorf("the page does not list %s", c.Name)
		}
	}
}

// An adapter's own trouble is no failure of what is checked.
func TestAborted(t *testing.T) {
	t.Parallel()
	needBox(t)
	for name, r := range results(t, "is throttled", "exit-code", "list", "enoent") {
		if r.Status != Aborted || r.Got != "throttled" || r.Mend != "" || r.Expected != "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestWhatCannotBeChecked(t *testing.T) {
	t.Parallel()
	_, err := Run(t.Context(), Config{Argv: []string{"no-such-adapter-anywhere"}})
	if err == nil || !strings.Contains(err.Error(), "no-such-adapter") {
		t.Errorf("got %v", err)
	}
	_, err = Run(t.Context(), Config{Only: []string{"exit-cod"}})
	if !errors.Is(err, ErrCheck) || !strings.Contains(err.Error(), "exit-code") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, Config{Argv: []string{"cat"}}); err == nil {
		t.Error("no error of an interrupted run")
	}
}
