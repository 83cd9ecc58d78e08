package shell

import (
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// dumping is what .dump was told.
type dumping struct{ rowids, newlines, dataOnly, noSystem bool }

// dump is .dump.
func (s *shell) dump(args []string) int {
	var d dumping
	like := ""
	for _, a := range args[1:] {
		if o, is := option(a); is {
			switch o {
			case "preserve-rowids":
				d.rowids = true
			case "newlines":
				d.newlines = true
			case "data-only":
				d.dataOnly = true
			case "nosys":
				d.noSystem = true
			default:
				s.complain("Unknown option \"%s\" on \".dump\"\n", a)
				return 1
			}
			continue
		}
		if like != "" {
			like += " OR "
		}
		p := quoted(a)
		like += "name LIKE " + p + " ESCAPE '\\' OR EXISTS (SELECT 1 FROM sqlite_schema WHERE name LIKE " +
			p +
			" ESCAPE '\\' AND sql LIKE 'CREATE VIRTUAL TABLE%' AND substr(o.name, 1, length(name)+1) == " +
			"(name||'_'))"
	}
	if s.open() != nil {
		return 1
	}
	if like == "" {
		like = "true"
	}
	return s.dumped(like, d)
}

func (s *shell) dumped(like string, d dumping) int {
	if !d.dataOnly {
		s.print("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
	}
	_ = s.db.Exec("SAVEPOINT dump; PRAGMA writable_schema=ON") // as the real one, which does not look
	writable := false
	failed := s.dumpRows("SELECT name, type, sql FROM sqlite_schema AS o WHERE ("+like+
		") AND type=='table' AND sql NOT NULL ORDER BY tbl_name='sqlite_sequence', rowid",
		func(row []string) error {
			return s.dumpTable(row, d, &writable)
		})
	if !d.dataOnly {
		failed = s.dumpRows("SELECT sql FROM sqlite_schema AS o WHERE ("+like+
			") AND sql NOT NULL AND type IN ('index','trigger','view')", func(row []string) error {
			s.print(row[0] + ";\n")
			return nil
		}) || failed
	}
	if writable {
		s.print("PRAGMA writable_schema=OFF;\n")
	}
	_ = s.db.Exec("PRAGMA writable_schema=OFF; RELEASE dump") // the same
	if !d.dataOnly {
		if failed {
			s.print("ROLLBACK; -- due to errors\n")
		} else {
			s.print("COMMIT;\n")
		}
	}
	return 0
}

// dumpRows calls do for the rows of a query, all of which are read first.
func (s *shell) dumpRows(sql string, do func(row []string) error) (failed bool) {
	var rows [][]string
	err := database.Query(s.db, sql, func(row []string) { rows = append(rows, row) })
	for _, row := range rows {
		if e := do(row); err == nil {
			err = e
		}
	}
	if err != nil {
		s.printf("/****** ERROR: %s ******/\n", database.Describe(err, sql).Text)
	}
	return err != nil
}

// dumpTable shows a table with what is in it.
func (s *shell) dumpTable(row []string, d dumping, writable *bool) error {
	name, kind, sql := row[0], row[1], row[2]
	switch {
	case d.noSystem && strings.HasPrefix(name, "sqlite_"):
		return nil
	case name == "sqlite_sequence":
		if !d.dataOnly {
			s.print("DELETE FROM sqlite_sequence;\n")
		}
	case strings.HasPrefix(name, "sqlite_stat"):
		if !d.dataOnly {
			s.print("ANALYZE sqlite_schema;\n")
		}
	case strings.HasPrefix(name, "sqlite_"):
		return nil
	case d.dataOnly:
	case strings.HasPrefix(sql, "CREATE VIRTUAL TABLE"):
		if !*writable {
			s.print("PRAGMA writable_schema=ON;\n")
			*writable = true
		}
		q := strings.ReplaceAll(name, "'", "''")
		s.print("INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','" + q + "','" + q +
			"',0,'" + strings.ReplaceAll(sql, "'", "''") + "');\n")
		return nil
	default:
		s.created(sql, ";\n")
	}
	if kind != "table" {
		return nil
	}
	return s.dumpContent(name, d)
}

// dumpContent shows the rows of a table as statements that insert them.
func (s *shell) dumpContent(name string, d dumping) error {
	var columns []string
	err := database.Query(s.db, "PRAGMA table_info="+quoted(name), func(row []string) {
		columns = append(columns, row[1])
	})
	if err != nil || len(columns) == 0 {
		return err
	}
	list, into := "", identifier(name)
	if d.rowids {
		if id := s.rowid(name, columns); id != "" {
			list = id + ","
			into += "(" + id
			for _, c := range columns {
				into += "," + identifier(c)
			}
			into += ")"
		}
	}
	for i, c := range columns {
		if i > 0 {
			list += ","
		}
		list += `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
	}
	stmt, _, err := s.db.Prepare("SELECT " + list + ` FROM "` + strings.ReplaceAll(name, `"`, `""`) + `"`)
	if err != nil {
		return err
	}
	head := "INSERT INTO " + into + " VALUES("
	for stmt.Step() {
		s.print(head)
		for i := range stmt.ColumnCount() {
			if i > 0 {
				s.print(",")
			}
			text := s.literal(stmt, i)
			if strings.HasPrefix(text, "'") && !d.newlines {
				text = quotedLines(s.text(stmt, i))
			}
			s.print(text)
		}
		s.print(");\n")
	}
	return s.finish(stmt)
}

// rowid is a name of a table's row numbers that none of its columns has taken; "" if it has no such
// numbers, or a column of its own for them.
func (s *shell) rowid(table string, columns []string) string {
	keys := 0
	whole := false
	_ = database.Query(s.db, "PRAGMA table_info="+quoted(table), func(row []string) {
		if row[5] != "0" {
			keys++
			whole = strings.EqualFold(row[2], "INTEGER")
		}
	})
	if keys == 1 && whole {
		return ""
	}
	for _, id := range []string{"rowid", "_rowid_", "oid"} {
		taken := false
		for _, c := range columns {
			taken = taken || strings.EqualFold(c, id)
		}
		if taken {
			continue
		}
		err := database.Query(s.db, "SELECT "+id+" FROM "+identifier(table)+" LIMIT 0", func([]string) {})
		if err != nil {
			return ""
		}
		return id
	}
	return ""
}
