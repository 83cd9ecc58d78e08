//go:build !wasip1

package database_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

const writable = sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE

func open(t *testing.T, name string, flags sqlite3.OpenFlag) *database.Conn {
	t.Helper()
	database.Prepare()
	c, err := database.Open(name, flags)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, c.Close()) })
	return c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// one is the first column of the last row of a query.
func one(t *testing.T, c *database.Conn, sql string) (value string) {
	t.Helper()
	must(t, database.Query(c, sql, func(row []string) { value = row[0] }))
	return value
}

// TestNames: what looks like a part of a URI in a name is none, and two names of a file are one file.
func TestNames(t *testing.T) { //nolint:paralleltest // it changes the working directory
	t.Chdir(t.TempDir())
	for _, name := range []string{"plain", "a b", "a?mode=ro", "a#b", "50%", "ä;x", "-x", "./dot", "sub/../up"} {
		must(t, os.MkdirAll("sub", 0o755))
		must(t, open(t, name, writable).Exec("create table t(a)"))
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
		absolute, err := filepath.Abs(name)
		must(t, err)
		if got := one(t, open(t, absolute, writable), "select count(*) from sqlite_schema"); got != "1" {
			t.Errorf("%s: %s tables by its absolute name", name, got)
		}
	}
}

// TestLocks: two connections exclude each other as two processes do, also where one has closed a third.
func TestLocks(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "l.db")
	a, b := open(t, name, writable), open(t, name, writable)
	must(t, a.Exec("create table t(x)"))
	for _, c := range []struct {
		first, second string
		busy          bool
	}{
		{"begin immediate", "insert into t values(1)", true},
		{"begin immediate; insert into t values(1)", "select count(*) from t", false},
		{"begin exclusive", "select count(*) from t", true},
		{"begin; select count(*) from t", "insert into t values(1)", true},
		{"begin", "insert into t values(1)", false},
	} {
		must(t, a.Exec(c.first))
		third, err := database.Open(name, writable)
		must(t, err)
		must(t, third.Close()) // its locks go, and no others
		if err := b.Exec(c.second); errors.Is(err, sqlite3.BUSY) != c.busy || (err != nil) != c.busy {
			t.Errorf("%s, then %s: %v", c.first, c.second, err)
		}
		must(t, a.Exec("rollback"))
	}
}

// TestReadOnly: SQLite's words for what may not be written.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "r.db")
	must(t, open(t, name, writable).Exec("create table t(x)"))
	err := open(t, name, sqlite3.OPEN_READONLY).Exec("insert into t values(1)")
	if got := database.Describe(err, "").Text; got != "attempt to write a readonly database" {
		t.Error(got)
	}
	_, err = database.Open(name+"/none", writable)
	if got := database.Describe(err, "").Text; got != "unable to open database file" {
		t.Error(got)
	}
	_, err = database.Open("file:x?vfs=os", writable)
	if !errors.Is(err, database.NoLayer("os")) {
		t.Error(err)
	}
}

// TestWriteAheadLog: there is one in exclusive locking mode alone.
func TestWriteAheadLog(t *testing.T) {
	t.Parallel()
	c := open(t, filepath.Join(t.TempDir(), "w.db"), writable)
	must(t, c.Exec("create table t(x)"))
	if got := one(t, c, "pragma journal_mode=wal"); got != "delete" {
		t.Errorf("shared: %s", got)
	}
	if got := one(t, c, "pragma locking_mode=exclusive; "); got != "exclusive" {
		t.Errorf("%s", got)
	}
	if got := one(t, c, "pragma journal_mode=wal"); got != "wal" {
		t.Errorf("exclusive: %s", got)
	}
}

// TestDefaults are those of Debian's library.
func TestDefaults(t *testing.T) {
	t.Parallel()
	c := open(t, ":memory:", writable)
	for sql, want := range map[string]string{
		"pragma foreign_keys": "0", "pragma trusted_schema": "1", `select "a string"`: "a string", "select 0.1+0.2": "0.3",
		"pragma page_size": "4096", "select value from generate_series(3,9,2)": "9",
		"create virtual table f using fts5(x); ": "", "create virtual table r using rtree(id,a,b)": "",
	} {
		if got := one(t, c, sql); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

// TestLacking names what the library has not, and nothing else.
func TestLacking(t *testing.T) {
	t.Parallel()
	c := open(t, ":memory:", writable)
	must(t, c.Exec("create table t(a)"))
	for sql, want := range map[string]string{
		"create virtual table x using fts4(a)": "sqlite fts4", "delete from t limit 1": "sqlite UPDATE or DELETE with LIMIT",
		"select * from nope": "", "select 1 limit limit": "", "create virtual table x using nope(a)": "",
	} {
		err := c.Exec(sql)
		if err == nil {
			t.Errorf("%s: no error", sql)
			continue
		}
		if got := database.Lacking(database.Describe(err, sql).Text, sql); got != want {
			t.Errorf("%s: %q, want %q (%v)", sql, got, want, err)
		}
	}
}
