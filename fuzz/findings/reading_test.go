//go:build linux

package findings

import (
	"database/sql"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"syscall"
	"testing"
)

// asNobody calls fn on a thread that has none of root's powers over files, and ends the thread.
func asNobody(fn func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		goruntime.LockOSThread() // and never unlocked
		if os.Geteuid() == 0 {
			_ = syscall.Setfsuid(65534)
		}
		fn()
	}()
	<-done
}

// What cannot be written can be read, an older schema too, and nobody believes that it was written.
func TestReadsWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	for _, old := range []bool{false, true} {
		dir := t.TempDir()
		path := filepath.Join(dir, "f.db")
		if old {
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			db.SetMaxOpenConns(1)
			if err := applyMigration(t.Context(), db, "migrations/0001_findings.sql", 1); err != nil {
				t.Fatal(err)
			}
			oldRow(t, db, 1)
			_ = db.Close()
		} else {
			s := open1(t, path)
			f, at := sample(0)
			if _, err := s.Put(t.Context(), f, at); err != nil {
				t.Fatal(err)
			}
			_ = s.Close()
		}
		if err := os.Chmod(path, 0o444); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { //nolint:gosec // the same
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o555); err != nil { //nolint:gosec // a folder that others read
			t.Fatal(err)
		}
		asNobody(func() {
			s, err := OpenToRead(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			if list, err := s.List(t.Context()); err != nil || len(list) != 1 || list[0].Sched != SchedRandom {
				t.Errorf("old %v: %v, %v", old, list, err)
			}
			_ = s.Close()
			if s, err := OpenExisting(t.Context(), path); err == nil {
				f, at := sample(1)
				if _, err := s.Put(t.Context(), f, at); err == nil {
					t.Error("a read-only store took a finding")
				}
				_ = s.Close()
			}
		})
		_ = os.Chmod(dir, 0o755) //nolint:gosec // for its removal
	}
}

// A store that another process is writing has a log beside it, without which it is not whole.
func TestAnUnfinishedLogIsNotOverlooked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "f.db")
	s := open1(t, path)
	f, at := sample(0)
	if _, err := s.Put(t.Context(), f, at); err != nil {
		t.Fatal(err)
	}
	if _, err := readImage(path); err == nil || !strings.Contains(err.Error(), "-wal has what was added last") {
		t.Errorf("%v", err)
	}
}
