package database

import (
	"errors"
)

// Query calls do with the columns of each row, as texts; NULL is "".
func Query(c *Conn, sql string, do func(row []string), args ...string) error {
	stmt, _, err := c.Prepare(sql)
	if err != nil {
		return err
	}
	for i, a := range args {
		if err := stmt.BindText(i+1, a); err != nil {
			return errors.Join(err, stmt.Close())
		}
	}
	for stmt.Step() {
		row := make([]string, stmt.ColumnCount())
		for i := range row {
			row[i] = stmt.ColumnText(i)
		}
		do(row)
	}
	err = stmt.Err()
	if e := stmt.Close(); err == nil {
		err = e
	}
	return err
}

// URI returns what the library opens a database by.
func URI(name string) (string, error) { return locate(name) }
