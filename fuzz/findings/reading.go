package findings

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// maxImage bounds a store that is read into memory because it cannot be written, bytes.
const maxImage = 1 << 30

// Bytes 18 and 19 of a database are 2 where it has a write-ahead log; a database in memory must have 1.
const (
	journalAt   = 18
	journalWAL  = 2
	journalNone = 1
)

// OpenToRead opens the store at path, which must exist, for those who only read. One that this user cannot
// write, or in a folder where SQLite may not put its files, is read into memory, where an older schema is
// migrated too: nothing that is changed there is kept.
func OpenToRead(ctx context.Context, path string) (*Store, error) {
	s, err := OpenExisting(ctx, path)
	if err == nil || !unwritable(err) {
		return s, err
	}
	image, e := readImage(path)
	if e != nil {
		return nil, fmt.Errorf("open findings database %s, which cannot be written: %w", path, e)
	}
	return openImage(ctx, path, image)
}

// unwritable reports whether SQLite failed for what it may not write.
func unwritable(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch e.Code() & 0xff { // the rest of the code says more of the same
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return true
	}
	return false
}

// readImage reads a database that was closed: what another process has added since is in a log beside it,
// which SQLite cannot read without writing.
func readImage(path string) ([]byte, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return nil, fmt.Errorf("%s-wal has what was added last: it is in use, or was not closed; "+
			"copy both files to a folder that you can write and name it with --db", path)
	}
	image, err := io.ReadAll(io.LimitReader(in, maxImage+1))
	switch {
	case err != nil:
		return nil, err
	case len(image) > maxImage:
		return nil, fmt.Errorf("larger than %d MiB: copy it to a folder that you can write", maxImage>>20)
	case len(image) <= journalAt+1:
		return nil, ErrCorrupt
	}
	for i := journalAt; i <= journalAt+1; i++ {
		if image[i] == journalWAL {
			image[i] = journalNone
		}
	}
	return image, nil
}

// openImage opens a database that is in memory. It lives in the one connection that the store has.
func openImage(ctx context.Context, path string, image []byte) (*Store, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, fmt.Errorf("open findings database %s: %w", path, err)
	}
	db.SetMaxOpenConns(1)
	s := &Store{db: db, path: path}
	if err = s.load(ctx, image); err == nil {
		err = s.check(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open findings database %s: %w", path, err), db.Close())
	}
	return s, nil
}

func (s *Store) load(ctx context.Context, image []byte) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	err = conn.Raw(func(driver any) error {
		d, ok := driver.(interface{ Deserialize(image []byte) error })
		if !ok {
			return errors.New("the driver cannot read a database from memory")
		}
		return d.Deserialize(image)
	})
	return errors.Join(err, conn.Close()) // gives it back
}
