package findings

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

var (
	// ErrCorrupt is returned for a file that SQLite cannot read as a database.
	ErrCorrupt = errors.New("the findings database is damaged")
	// ErrNotFound is returned when no finding has the ID.
	ErrNotFound = errors.New("no such finding")
	// ErrAmbiguous is returned when several findings start with the given ID.
	ErrAmbiguous = errors.New("several findings start with this ID")
)

// Store is a findings database. It is safe for concurrent use, also by several processes.
type Store struct {
	db   *sql.DB
	path string
}

// Open opens the store at path and makes it, with its folder, if it is missing.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of the findings database: %w", err)
	}
	return open(ctx, path, "rwc")
}

// OpenExisting opens the store at path; a missing file is an error.
func OpenExisting(ctx context.Context, path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("open findings database: %w", err)
	}
	return open(ctx, path, "rw")
}

func open(ctx context.Context, path, mode string) (*Store, error) {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		return nil, fmt.Errorf("open findings database %s: it is a directory: name a file", path)
	}
	q := url.Values{}
	q.Set("mode", mode)
	// WAL with full syncs: a killed process, or a lost machine, loses no committed finding.
	for _, p := range []string{
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)",
	} {
		q.Add("_pragma", p)
	}
	q.Set("_txlock", "immediate")
	dsn := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("open findings database %s: %w", path, err)
	}
	db.SetMaxOpenConns(1) // one writer; readers of the same process queue behind it
	s := &Store{db: db, path: path}
	if err := s.check(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open findings database %s: %w", path, err), db.Close())
	}
	return s, nil
}

func (s *Store) check(ctx context.Context) error {
	var answer string
	if err := s.db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&answer); err != nil {
		if isDamage(err) {
			return fmt.Errorf("%w: %w; move the file away and sweep again", ErrCorrupt, err)
		}
		return err
	}
	if answer != "ok" {
		return fmt.Errorf("%w: %s; move the file away and sweep again", ErrCorrupt, answer)
	}
	return migrate(ctx, s.db)
}

// isDamage tells SQLITE_CORRUPT and SQLITE_NOTADB from errors such as a full disk.
func isDamage(err error) bool {
	text := err.Error()
	return strings.Contains(text, "malformed") || strings.Contains(text, "not a database")
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Path returns the file that was opened.
func (s *Store) Path() string { return s.path }

const columns = `id, verdict, layer, primitive, class, rule, errno, shape, oracle, step, expected, got, cause,
domain, workflow, profile, profile_name, seed, guests, trace_version, trace_digest, trace_events,
trace_log, version, target, sched`

// Put folds a finding into the store together with where it was met, in one transaction. It
// reports whether this fingerprint is new to the store.
func (s *Store) Put(ctx context.Context, f *Finding, at Occurrence) (isNew bool, err error) {
	f.ID = f.Fingerprint()
	f.Target, f.Sched = cmp.Or(f.Target, Local), cmp.Or(f.Sched, SchedRandom)
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("store finding %s: %w", f.ID, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("store finding %s: %w", f.ID, err), tx.Rollback())
		}
	}()
	old, err := scan(tx.QueryRowContext(ctx, "SELECT "+columns+", 0, '[]' FROM findings WHERE id = ?", f.ID))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		isNew = true
	case err != nil:
		return false, err
	}
	if isNew || Better(f, old) {
		if err = write(ctx, tx, f); err != nil {
			return false, err
		}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO occurrences (finding, target, profile, seed, idx, domain)
		VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		f.ID, cmp.Or(at.Target, Local), at.Profile, fmt.Sprintf("%016x", at.Seed), at.Index, at.Domain)
	if err != nil {
		return false, err
	}
	err = tx.Commit()
	return isNew, err
}

func write(ctx context.Context, tx *sql.Tx, f *Finding) error {
	guests, err := json.Marshal(f.Guests) // encoding/json sorts the keys of a map
	if err != nil {
		return err
	}
	log := f.Trace.Log
	if log == nil {
		log = []byte{}
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", strings.Count(columns, ",")+1), ", ")
	update := make([]string, 0, 24)
	for name := range strings.SplitSeq(columns, ",") {
		name = strings.TrimSpace(name)
		update = append(update, name+" = excluded."+name)
	}
	_, err = tx.ExecContext(ctx,
		"INSERT INTO findings ("+columns+") VALUES ("+marks+") ON CONFLICT (id) DO UPDATE SET "+
			strings.Join(update, ", "),
		f.ID, string(f.Verdict), f.Layer, f.Primitive, f.Class, f.Rule, f.Errno, f.Shape, f.Oracle, f.Step,
		f.Expected, f.Got, f.Cause, f.Domain, f.Workflow, f.Profile, f.ProfileName, f.Seed, string(guests),
		f.Trace.Version, f.Trace.Digest, f.Trace.Events, log, f.Version, f.Target, f.Sched)
	return err
}

// row is what both *sql.Row and *sql.Rows offer.
type row interface{ Scan(dest ...any) error }

func scan(r row) (*Finding, error) {
	f := &Finding{}
	var guests, targets string
	err := r.Scan(&f.ID, &f.Verdict, &f.Layer, &f.Primitive, &f.Class, &f.Rule, &f.Errno, &f.Shape, &f.Oracle,
		&f.Step, &f.Expected, &f.Got, &f.Cause, &f.Domain, &f.Workflow, &f.Profile, &f.ProfileName, &f.Seed,
		&guests, &f.Trace.Version, &f.Trace.Digest, &f.Trace.Events, &f.Trace.Log, &f.Version,
		&f.Target, &f.Sched, &f.Count, &targets)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(guests), &f.Guests); err != nil {
		return nil, fmt.Errorf("finding %s: guests: %w", f.ID, err)
	}
	if err := json.Unmarshal([]byte(targets), &f.Targets); err != nil {
		return nil, fmt.Errorf("finding %s: targets: %w", f.ID, err)
	}
	slices.Sort(f.Targets)
	return f, nil
}
