package fuzz_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/sandfault/sandfault/fuzz"
	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/replay"
	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// TestExampleRun runs a small campaign against a profile with a fault, stores what breaks and replays it.
// It needs the guest box.
func TestExampleRun(t *testing.T) {
	t.Parallel()
	engine, err := target.OpenEngine(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	var missing *guest.MissingError
	if _, err := engine.Guest(guest.Box); errors.As(err, &missing) {
		t.Skip(missing) // it says what to type: make guests
	}
	doc, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	free, err := profile.Load("unrestricted")
	if err != nil {
		t.Fatal(err)
	}
	p := doc.Profile.WithFault(primitives.FaultSpec{Name: "download-cut-at-nul"})
	text, err := profile.Encode(&p)
	if err != nil {
		t.Fatal(err)
	}
	db, err := findings.Open(t.Context(), filepath.Join(t.TempDir(), "findings.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })

	local := engine.Local()
	sum, err := fuzz.Run(t.Context(), fuzz.Config{
		Profile: p, ProfileName: p.Name, ProfileText: string(text), Unrestricted: free.Profile,
		Target: local, Store: db, Guests: engine.Digests(),
		Count: 20, Seed: 1, Domains: []string{"transfer"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d workflows: %v; %d of the emulator's own bugs", sum.Played, sum.Status, len(sum.Bugs))

	list, err := db.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, f := range list {
		found = found || f.Verdict == findings.Defect && f.Rule == "download-cut-at-nul"
		r, err := replay.FromFinding(f)
		if err != nil {
			t.Fatal(err)
		}
		r.Guests = engine.Digests()
		a, err := replay.Replay(t.Context(), local, r)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s %s/%s: %s", f.ID, f.Verdict, f.Primitive, f.Rule, a)
		if a.Word != replay.Identical {
			t.Errorf("finding %s is not the same in a replay", f.ID)
		}
	}
	if !found {
		t.Error("the fault was not found")
	}
}
