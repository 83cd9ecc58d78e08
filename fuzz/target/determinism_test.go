package target

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	godebug "runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/internal/race"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/profile"
	"github.com/sandfault/sandfault/runtime"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// deep is for a longer look: all workflows in all rounds, also those whose guests take long to compile or start.
var deep = flag.Bool("deep", false, "TestOneDigest: play every workflow in all twenty rounds")

// childEnv makes this test binary play workflows and print their digests: what it is set to says how.
const childEnv = "SANDFAULT_DETERMINISM"

// TestMain makes the test binary one of the processes of TestOneDigest or TestNothingStays, if it is told to.
func TestMain(m *testing.M) {
	for env, run := range map[string]func(string) error{childEnv: child, leaksEnv: leaksChild} {
		if how := os.Getenv(env); how != "" {
			if err := run(how); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	os.Exit(m.Run())
}

// child plays what it is told, as "WORD... -- ID...": the workflows of these IDs, one after the other.
func child(how string) error {
	words, ids, _ := strings.Cut(how, " -- ")
	words = " " + words + " "
	has := func(w string) bool { return strings.Contains(words, " "+w+" ") }
	engine, err := OpenEngine(store.Options{}, func(c *runtime.EngineConfig) {
		c.Copies, c.Cold, c.Interpreter = has("copies"), has("new"), has("interpreter")
		if c.Interpreter {
			c.Code = nil
		}
	})
	if err != nil {
		return err
	}
	defer func() { _ = engine.Close() }()
	if has("garbage") {
		defer litter()()
	}
	for id := range strings.FieldsSeq(ids) {
		// The host may be busy, and is slow under the race detector: its clock must not decide here.
		local := &Local{Engine: engine.Engine, WallLimit: time.Hour}
		if err := tellDigest(local, id); err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
	}
	return nil
}

// tellDigest plays a workflow and prints all of it that must be the same.
func tellDigest(l *Local, id string) error {
	text, err := os.ReadFile(filepath.Join("testdata", "determinism", id+".yaml"))
	if err != nil {
		return err
	}
	w, err := workflow.Parse(id, text)
	if err != nil {
		return err
	}
	base, err := profile.Load("default")
	if err != nil {
		return err
	}
	doc, err := w.Resolve(base)
	if err != nil {
		return err
	}
	run, err := l.Play(context.Background(), Plan{Workflow: w, Profile: doc.Profile, Seed: det.NewSeed(11)})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(os.Stdout, id, run.Status, run.Events, run.Wall().Nanoseconds(), run.Digest, run.Unsupported, run.Aborted)
	return err
}

// coldCache returns a folder for caches that has the guests of the user's, and not their compiled code.
func coldCache(t *testing.T) string {
	t.Helper()
	users, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	entries, err := os.ReadDir(filepath.Join(users, "sandfault"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "sandfault"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "code" || !e.IsDir() {
			continue
		}
		from := filepath.Join(users, "sandfault", e.Name())
		if err := os.Symlink(from, filepath.Join(dir, "sandfault", e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// litter has the collector run all the time, with goroutines that make it work, until its result is called.
func litter() (stop func()) {
	before := godebug.SetGCPercent(1)
	over := make(chan struct{})
	for range 4 {
		go func() {
			var kept [64][]byte
			// It leaves the processors to the guests.
			tick := time.NewTicker(time.Millisecond) //nolint:forbidigo // of the host, beside the run
			defer tick.Stop()
			for i := 0; ; i++ {
				select {
				case <-over:
					return
				case <-tick.C:
					kept[i%len(kept)] = make([]byte, 1<<(i%16))
				}
			}
		}()
	}
	return func() {
		close(over)
		godebug.SetGCPercent(before)
	}
}

// digests runs this binary as a child and returns the lines that it prints.
func digests(t *testing.T, procs int, how string, ids []string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	c.Env = append(os.Environ(), fmt.Sprint("GOMAXPROCS=", procs), childEnv+"="+how+" -- "+strings.Join(ids, " "))
	if strings.Contains(how, "cold") {
		c.Env = append(c.Env, "XDG_CACHE_HOME="+coldCache(t))
	}
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", how, err, said.String())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// atHand returns the workflows whose guests are at hand.
func atHand(t *testing.T) []string {
	t.Helper()
	guests, err := store.New(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := guests.Guest(guest.Box); err != nil {
		t.Skipf("guest box is not at hand (make guests): %v", err)
	}
	ids := []string{"shell", "tools", "memory", "node"}
	if guests.Python().Installed() {
		ids = append(ids, "python", "network", "sqlite")
	} else {
		t.Log("python3 is not installed: its workflows are left out")
	}
	return ids
}

// quick is how many of the workflows are played in all rounds, and slowRounds in how many of a process the others.
const (
	quick      = 3
	slowRounds = 2
)

// TestOneDigest plays workflows in twenty rounds, in six processes: with one processor and two, with and
// without a collector that never rests, with code that was kept and that was not, with instances that were
// used before, that are new, and that are copied as where memory cannot be mapped. Each has one digest.
func TestOneDigest(t *testing.T) {
	t.Parallel()
	all := atHand(t)
	want, runs, times := map[string]string{}, map[string]int{}, 0
	for _, c := range []struct {
		procs, rounds int
		how           string
	}{
		{1, 4, "kept"},
		{2, 4, "kept garbage"},
		{1, 3, "kept garbage"},
		{2, 3, "kept"},
		{2, 3, "kept copies new"},
		{2, 3, "cold garbage"},
	} {
		var ids []string
		rounds := race.Volume(t, c.rounds, 1)
		times += rounds
		for round := range rounds {
			ids = append(ids, all[:quick]...)
			if *deep || round < slowRounds && !strings.Contains(c.how, "cold") {
				ids = append(ids, all[quick:]...)
			}
		}
		lines := digests(t, c.procs, c.how, ids)
		if len(lines) != len(ids) {
			t.Fatalf("%s: %d lines of %d workflows", c.how, len(lines), len(ids))
		}
		for _, line := range lines {
			id, result, _ := strings.Cut(line, " ")
			runs[id]++
			if want[id] == "" {
				want[id] = result
				t.Log(line)
			}
			if result != want[id] {
				t.Errorf("%s, GOMAXPROCS %d, %s:\n%s\nwant\n%s", id, c.procs, c.how, result, want[id])
			}
			if !strings.HasPrefix(result, string(StatusPlayed)) {
				t.Errorf("%s says nothing: %s", id, result)
			}
		}
	}
	for i, id := range all {
		if n := runs[id]; i < quick && n != times || n < times/2 {
			t.Errorf("%s was played %d times", id, n)
		}
	}
}

// TestInterpreterAgrees plays a small workflow on both engines of wazero: what the compiler makes of a guest has
// the same counts and digest as what its instructions say.
func TestInterpreterAgrees(t *testing.T) {
	t.Parallel()
	atHand(t)
	ids := race.Part(t, []string{"small", "tools"}, 1)
	want := digests(t, 2, "kept", ids)
	if got := digests(t, 2, "interpreter", ids); !slices.Equal(got, want) {
		t.Errorf("the interpreter gives\n%s\nthe compiler\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, line := range want {
		if !strings.Contains(line, string(StatusPlayed)) {
			t.Error(line)
		}
	}
}
