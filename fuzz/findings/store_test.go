package findings

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func sample(i int) (*Finding, Occurrence) {
	verdicts := []Verdict{Defect, Trap, Expected}
	f := &Finding{
		Key: Key{
			Verdict: verdicts[i%3], Layer: "sandbox", Primitive: "egress", Rule: "rule" + strconv.Itoa(i%5),
			Errno: "EACCES", Shape: "run",
		},
		Oracle: "expectation", Step: 1, Workflow: fmt.Sprintf("steps: %0*d\n", 1+i%7, i), Profile: "name: p\n",
		ProfileName: "p", Seed: "00", Guests: map[string]string{"box": "aa", "python3": "bb"},
		Trace: Trace{Version: 1, Digest: "dd", Events: 3, Log: []byte{1, 2}}, Version: "test",
	}
	return f, Occurrence{Profile: "p", Seed: 1, Index: i, Domain: "files"}
}

func open1(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func export(t *testing.T, s *Store) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Export(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The export depends on the set alone: order of arrival, repeats and reopening do not show.
func TestExportIsAFunctionOfTheSet(t *testing.T) {
	t.Parallel()
	var want string
	for round := range 4 {
		path := filepath.Join(t.TempDir(), "sub", "findings.db")
		s := open1(t, path)
		order := rand.New(rand.NewPCG(uint64(round), 1)).Perm(40)
		if round == 0 {
			order = append(order, order[:10]...)
		}
		for _, i := range order {
			f, at := sample(i)
			if _, err := s.Put(t.Context(), f, at); err != nil {
				t.Fatal(err)
			}
		}
		got := export(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if again := export(t, open1(t, path)); again != got {
			t.Fatalf("export changed over a reopen:\n%s\nthen\n%s", got, again)
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("round %d: export differs:\n%s\nwant\n%s", round, got, want)
		}
	}
	if n := strings.Count(want, "\n"); n != 15 {
		t.Errorf("%d findings, want 15 folds", n)
	}
}

func TestPutTellsNews(t *testing.T) {
	t.Parallel()
	s := open1(t, filepath.Join(t.TempDir(), "f.db"))
	for i, want := range []bool{true, false, true} {
		f, at := sample([]int{0, 15, 1}[i])
		got, err := s.Put(t.Context(), f, at)
		if err != nil || got != want {
			t.Errorf("put %d: new = %v, %v; want %v", i, got, err, want)
		}
	}
	f, err := s.Get(t.Context(), firstID(t, s)[:6])
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(f.Trace.Log, []byte{1, 2}) || f.Guests["box"] != "aa" || f.Count == 0 {
		t.Errorf("finding came back changed: %+v", f)
	}
	for _, id := range []string{"", "zz", "ffffffffffff"} {
		if _, err := s.Get(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Get(%q) = %v, want ErrNotFound", id, err)
		}
	}
}

func firstID(t *testing.T, s *Store) string {
	t.Helper()
	list, err := s.List(t.Context())
	if err != nil || len(list) == 0 {
		t.Fatalf("list: %v, %v", list, err)
	}
	return list[0].ID
}

func TestDamagedForeignAndNewerFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string, b []byte) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	other := func(name, stmt string) string {
		p := filepath.Join(dir, name)
		db, err := sql.Open("sqlite", p)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		if _, err := db.ExecContext(t.Context(), stmt); err != nil {
			t.Fatal(err)
		}
		return p
	}
	newer := filepath.Join(dir, "newer.db")
	s := open1(t, newer)
	if _, err := s.db.ExecContext(t.Context(), "PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	cut := filepath.Join(dir, "cut.db")
	s = open1(t, cut)
	for i := range 200 {
		f, at := sample(i)
		if _, err := s.Put(t.Context(), f, at); err != nil {
			t.Fatal(err)
		}
	}
	_ = s.Close()
	whole, err := os.ReadFile(cut)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, path string
		want       error
	}{
		{"garbage", write("g.db", bytes.Repeat([]byte("garbage "), 1000)), ErrCorrupt},
		{"cut short", write("c.db", whole[:len(whole)/2/4096*4096]), ErrCorrupt},
		{"another program's", other("o.db", "CREATE TABLE t (x)"), ErrForeign},
		{"newer", newer, ErrNewer},
		{"folder", dir, nil},
	} {
		s, err := Open(t.Context(), tc.path)
		if err == nil {
			_ = s.Close()
			t.Errorf("%s: opened", tc.name)
			continue
		}
		if tc.want != nil && !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, err, tc.want)
		}
	}
	if _, err := OpenExisting(t.Context(), filepath.Join(dir, "none.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// Every schema that was ever released opens and migrates with its rows.
func TestOpensEveryOlderSchema(t *testing.T) {
	t.Parallel()
	entries, err := migrations.ReadDir("migrations")
	if err != nil {
		t.Fatal(err)
	}
	for n := range entries {
		path := filepath.Join(t.TempDir(), "old.db")
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		for i := range n {
			if err := applyMigration(t.Context(), db, "migrations/"+entries[i].Name(), i+1); err != nil {
				t.Fatal(err)
			}
		}
		if n > 0 {
			oldRow(t, db, n)
		}
		_ = db.Close()
		s := open1(t, path)
		f, at := sample(3)
		if _, err := s.Put(t.Context(), f, at); err != nil {
			t.Errorf("schema %d: %v", n, err)
		}
		if n == 0 {
			continue
		}
		old, err := s.Get(t.Context(), "abc")
		if err != nil || old.Target != Local || old.Count != 2 || len(old.Targets) != 1 || old.Targets[0] != Local ||
			old.Sched != SchedRandom {
			t.Errorf("the finding of schema %d: %+v, %v", n, old, err)
		}
	}
}

// oldRow stores a finding, met twice, as a program of that schema did: what came later has its default.
func oldRow(t *testing.T, db *sql.DB, schema int) {
	t.Helper()
	target := ""
	if schema > 1 {
		target = "'local', "
	}
	if _, err := db.ExecContext(t.Context(), `INSERT INTO findings (id, verdict, layer, primitive, class, rule, errno, shape,
		oracle, step, expected, got, cause, domain, workflow, profile, profile_name, seed, guests, trace_version,
		trace_digest, trace_events, trace_log, version) VALUES ('abc', 'trap', 'sandbox', '', '', '', '', 'run',
		'expectation', 0, '', '', '', '', '', '', 'p', '00', '{}', 1, 'dd', 3, x'01', 'old');
		INSERT INTO occurrences VALUES ('abc', `+target+`'p', '01', 1, 'files'),
		('abc', `+target+`'p', '01', 2, 'files')`); err != nil {
		t.Fatal(err)
	}
}

// How processes took turns is part of a finding, as its seed is.
func TestScheduleOfAFinding(t *testing.T) {
	t.Parallel()
	s := open1(t, filepath.Join(t.TempDir(), "f.db"))
	for i, sched := range []string{"", "round-robin"} {
		f, at := sample(i)
		f.Sched = sched
		if _, err := s.Put(t.Context(), f, at); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), f.ID); err != nil || got.Sched != cmp.Or(sched, SchedRandom) {
			t.Errorf("%q came back as %q, %v", sched, got.Sched, err)
		}
	}
}

// The run of the emulator represents a finding, however large, and every target is told.
func TestTargetsOfAFinding(t *testing.T) {
	t.Parallel()
	s := open1(t, filepath.Join(t.TempDir(), "f.db"))
	for _, name := range []string{"linux", "local", "exec:./a b", "linux"} {
		f, at := sample(0)
		f.Target, at.Target = name, name
		if name == Local {
			f.Workflow += "# longer\n"
		}
		if _, err := s.Put(t.Context(), f, at); err != nil {
			t.Fatal(err)
		}
	}
	f, err := s.Get(t.Context(), firstID(t, s))
	if err != nil {
		t.Fatal(err)
	}
	if f.Target != Local || strings.Join(f.Targets, ",") != "exec:./a b,linux,local" || f.Count != 3 {
		t.Errorf("%s of %q, %d times", f.Target, f.Targets, f.Count)
	}
}

// A writer that is killed in the middle leaves a store that opens with all it was told is stored.
func TestNothingIsLostOnKill(t *testing.T) {
	if path := os.Getenv("FINDINGS_KILL_TEST"); path != "" {
		killedWriter(path)
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f.db")
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestNothingIsLostOnKill$")
	cmd.Env = append(os.Environ(), "FINDINGS_KILL_TEST="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acked, buf := 0, make([]byte, 64)
	for acked < 100 {
		n, err := out.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		acked += bytes.Count(buf[:n], []byte("\n"))
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	s := open1(t, path)
	var n int
	if err := s.db.QueryRowContext(t.Context(), "SELECT count(*) FROM occurrences").Scan(&n); err != nil {
		t.Fatal(err)
	}
	if n < acked {
		t.Errorf("%d occurrences after the kill, %d were acknowledged", n, acked)
	}
}

func killedWriter(path string) {
	s, err := Open(context.Background(), path)
	if err != nil {
		panic(err)
	}
	for i := 0; ; i++ {
		f, at := sample(i)
		if _, err := s.Put(context.Background(), f, at); err != nil {
			panic(err)
		}
		_, _ = fmt.Fprintln(os.Stdout, i)
	}
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	known, _ := sample(0)  // a defect
	fresh, _ := sample(1)  // a trap
	denial, _ := sample(2) // expected: never news
	gone, _ := sample(3)   // known, does not occur
	for _, f := range []*Finding{known, fresh, denial, gone} {
		f.ID = f.Fingerprint()
	}
	var b bytes.Buffer
	if err := NewBaseline([]*Finding{known, gone}).Encode(&b); err != nil {
		t.Fatal(err)
	}
	base, err := DecodeBaseline(&b, "b.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	news, stale := base.Compare([]*Finding{known, fresh, denial})
	if len(news) != 1 || news[0].ID != fresh.ID {
		t.Errorf("news = %v, want the trap only", news)
	}
	if len(stale) != 1 || stale[0].ID != gone.ID {
		t.Errorf("stale = %v, want the one that is gone", stale)
	}
	for _, text := range []string{"{", `{"id":"a","wrong":1}`, `{"verdict":"trap"}`} {
		if _, err := DecodeBaseline(strings.NewReader("\n"+text), "b.jsonl"); !errors.Is(err, ErrBaseline) ||
			!strings.Contains(err.Error(), "b.jsonl:2") {
			t.Errorf("DecodeBaseline(%q) = %v, want ErrBaseline with file and line", text, err)
		}
	}
}

// A validation takes the place of the one before it, goes with no other finding, and shows in no export.
func TestValidations(t *testing.T) {
	t.Parallel()
	s := open1(t, filepath.Join(t.TempDir(), "f.db"))
	for i := range 2 {
		f, at := sample(i)
		if _, err := s.Put(t.Context(), f, at); err != nil {
			t.Fatal(err)
		}
	}
	before := export(t, s)
	list, err := s.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	v := &Validation{
		Finding: list[0].ID, Target: "linux", Verdict: Differs, Step: 2, Field: "exit", Expected: "0", Here: "1",
		There: "2", Note: "n", Runs: 3, Version: "test", At: "2026-01-01T00:00:00Z",
	}
	for _, verdict := range []Validity{Confirmed, Differs} {
		v.Verdict = verdict
		if err := s.PutValidation(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Validations(t.Context(), list[0].ID)
	if err != nil || len(got) != 1 || *got[0] != *v {
		t.Errorf("stored %+v, %v", got, err)
	}
	if other, err := s.Validations(t.Context(), list[1].ID); err != nil || len(other) != 0 {
		t.Errorf("the other finding has %+v, %v", other, err)
	}
	if all, err := s.Validations(t.Context(), ""); err != nil || len(all) != 1 {
		t.Errorf("all: %+v, %v", all, err)
	}
	if after := export(t, s); after != before {
		t.Error("a validation changed the export")
	}
	v.Finding = "unknown"
	if err := s.PutValidation(t.Context(), v); err == nil {
		t.Error("stored a validation of nothing")
	}
}
