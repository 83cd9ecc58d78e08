package replay

import (
	"errors"
	"testing"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

const recorded = `id: recorded
profile:
  files:
    - {path: /srv/data.txt, content: "image\n"}
steps:
  - upload: {path: f, content_base64: AAEC}
  - run: {cmd: "cat /srv/data.txt; sha256sum f | cut -c1-8"}
  - download: {path: f}
expect:
  - ok: true
  - exit: 0
  - {content_base64: AAEC}
`

// local opens the emulator, or skips where box was not built.
func local(t *testing.T) *target.Local {
	t.Helper()
	e, err := target.OpenEngine(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	if _, err := e.Store.Guest(guest.Box); err != nil {
		t.Skipf("guest box is not at hand (make guests): %v", err)
	}
	return &target.Local{Engine: e.Engine}
}

func parse(t *testing.T, text string) (*workflow.Workflow, profile.Document) {
	t.Helper()
	w, err := workflow.Parse("recorded.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	base, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := w.Resolve(base)
	if err != nil {
		t.Fatal(err)
	}
	return w, doc
}

// record plays the workflow and keeps what a finding keeps.
func record(t *testing.T, l target.Target) *Recording {
	t.Helper()
	return recordUnder(t, l, recorded, target.ScheduleRandom)
}

func recordUnder(t *testing.T, l target.Target, text string, s target.Schedule) *Recording {
	t.Helper()
	w, doc := parse(t, text)
	run, err := l.Play(t.Context(), target.Plan{
		Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(1), Schedule: s, KeepLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if run.Status != target.StatusPlayed {
		t.Fatalf("the recording is %s: %v", run.Status, run.Unsupported)
	}
	return &Recording{
		Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(1), Schedule: s,
		Finding: &findings.Finding{Sched: string(s), Trace: findings.Trace{
			Version: trace.Version, Digest: run.Digest, Events: run.Events, Log: run.Log,
		}},
	}
}

// One byte of an argument, a payload, a file of the image or a result, and the replay sees it.
func TestReplaySeesEveryByte(t *testing.T) {
	t.Parallel()
	l := local(t)
	for _, tc := range []struct {
		name   string
		change func(r *Recording)
		want   Word
	}{
		{"nothing", func(*Recording) {}, Identical},
		{"argument", func(r *Recording) { r.Workflow.Steps[1].Cmd = "cat /srv/data.txt; sha256sum f | cut -c1-9" }, Diverged},
		{"payload", func(r *Recording) { r.Workflow.Steps[0].Data = []byte{0, 1, 3} }, Diverged},
		{"file", func(r *Recording) { r.Profile.Mounts.Files[0].Content = []byte("imagE\n") }, Diverged},
		{"digest of the whole", func(r *Recording) { r.Finding.Trace.Digest = "00" + r.Finding.Trace.Digest[2:] }, Diverged},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := record(t, l)
			tc.change(r)
			a, err := Replay(t.Context(), l, r)
			if err != nil {
				t.Fatal(err)
			}
			if a.Word != tc.want {
				t.Errorf("got %s, want %s", a, tc.want)
			}
		})
	}
}

// A recording with any byte changed, results included, never passes for the run.
func TestReplaySeesAChangedRecord(t *testing.T) {
	t.Parallel()
	l := local(t)
	r := record(t, l)
	whole := r.Finding.Trace.Log
	for at := 8; at < len(whole); at += max(1, len(whole)/97) {
		changed := append([]byte(nil), whole...)
		changed[at] ^= 1
		r.Finding.Trace.Log = changed
		a, err := Replay(t.Context(), l, r)
		if err == nil && a.Word == Identical {
			t.Errorf("byte %d of %d was changed, and the replay is identical", at, len(whole))
		}
	}
}

func TestEmptyTraceIsAnError(t *testing.T) {
	t.Parallel()
	l := local(t)
	r := record(t, l)
	r.Finding.Trace.Log = nil
	if _, err := Replay(t.Context(), l, r); !errors.Is(err, trace.ErrEmpty) {
		t.Errorf("got %v, want ErrEmpty", err)
	}
}

// Another version of the trace, or other guests, can at best show the same failure.
func TestReplayAcrossVersions(t *testing.T) {
	t.Parallel()
	l := local(t)
	for _, change := range []func(*Recording){
		func(r *Recording) { r.Finding.Trace.Version++ },
		func(r *Recording) { r.Guests = map[string]string{"box": "other"} },
	} {
		r := record(t, l)
		change(r)
		a, err := Replay(t.Context(), l, r)
		if err != nil || a.Word != Gone || a.Note == "" {
			t.Errorf("got %v, %v: a workflow that does not fail is gone, and the note says why no more is known", a, err)
		}
	}
}
