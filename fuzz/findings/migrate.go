package findings

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sort"
)

// applicationID marks our databases in the SQLite header ("SNDF"), so that a file of another
// program is refused instead of migrated.
const applicationID = 0x534e4446

// migrations are applied in the order of their names and never changed once released.
//
//go:embed migrations/*.sql
var migrations embed.FS

var (
	// ErrNewer is returned for a store that a newer version of the program wrote.
	ErrNewer = errors.New("the findings database was written by a newer version")
	// ErrForeign is returned for a SQLite database that is not a findings store.
	ErrForeign = errors.New("not a findings database")
)

// migrate brings the schema to the newest version, one transaction a migration.
func migrate(ctx context.Context, db *sql.DB) error {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return fmt.Errorf("list migrations: %w", err)
	}
	sort.Strings(names)
	have, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	if have > len(names) {
		return fmt.Errorf("%w (schema %d, this program knows %d)", ErrNewer, have, len(names))
	}
	for i := have; i < len(names); i++ {
		if err := applyMigration(ctx, db, names[i], i+1); err != nil {
			return fmt.Errorf("migrate to schema %d: %w", i+1, err)
		}
	}
	return nil
}

// schemaVersion reads the version, and refuses a database that is not ours.
func schemaVersion(ctx context.Context, db *sql.DB) (int, error) {
	var app, version, tables int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&app); err != nil {
		return 0, err
	}
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, err
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return 0, err
	}
	if app != applicationID && (app != 0 || tables > 0) {
		return 0, ErrForeign
	}
	return version, nil
}

// applyMigration runs one file under an immediate lock. Another process may have been faster:
// then there is nothing to do.
func applyMigration(ctx context.Context, db *sql.DB, name string, version int) error {
	text, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	var have int
	if err := conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return rollback(ctx, conn, err)
	}
	if have >= version {
		return rollback(ctx, conn, nil)
	}
	stamp := fmt.Sprintf("; PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
		applicationID, version)
	if _, err := conn.ExecContext(ctx, string(text)+stamp); err != nil {
		return rollback(ctx, conn, err)
	}
	return nil
}

// rollback ends the transaction and returns err, joined with what went wrong while at it.
func rollback(ctx context.Context, conn *sql.Conn, err error) error {
	_, e := conn.ExecContext(ctx, "ROLLBACK")
	return errors.Join(err, e)
}
