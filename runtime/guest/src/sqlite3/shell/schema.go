package shell

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// query calls do with the columns of each row; it complains of an error.
func (s *shell) query(sql string, do func(row []string), args ...string) bool {
	if s.open() != nil {
		return false
	}
	err := database.Query(s.db, sql, do, args...)
	if err != nil {
		s.complain("Error: %s\n", database.Describe(err, sql).Text)
	}
	return err == nil
}

// attached are the names of the open databases.
func (s *shell) attached() (names []string, ok bool) {
	ok = s.query("PRAGMA database_list", func(row []string) { names = append(names, row[1]) })
	return names, ok
}

// listing shows names in columns as ls does.
func (s *shell) listing(names []string) {
	longest := 0
	for _, n := range names {
		longest = max(longest, len(n))
	}
	const screen = 80
	columns := max(1, screen/(longest+2))
	rows := (len(names) + columns - 1) / columns
	for i := range rows {
		for j := i; j < len(names); j += rows {
			if j >= rows {
				s.print("  ")
			}
			s.printf("%-*s", longest, names[j])
		}
		s.print("\n")
	}
}

// tables is .tables.
func (s *shell) tables(args []string) int {
	return s.names(args, "type IN ('table','view') AND name NOT LIKE 'sqlite__%' ESCAPE '_'", "name")
}

// indexes is .indexes.
func (s *shell) indexes(args []string) int {
	if len(args) > 2 {
		return s.usage(".indexes ?LIKE-PATTERN?")
	}
	return s.names(args, "type='index'", "tbl_name")
}

func (s *shell) names(args []string, where, like string) int {
	dbs, ok := s.attached()
	if !ok {
		return 1
	}
	pattern := "%"
	if len(args) > 1 {
		pattern = args[1]
	}
	var names []string
	for _, db := range dbs {
		prefix := db + "."
		if db == "main" {
			prefix = ""
		}
		sql := fmt.Sprintf(`SELECT name FROM "%s".sqlite_schema WHERE %s AND %s LIKE ?1`,
			strings.ReplaceAll(db, `"`, `""`), where, like)
		if !s.query(sql, func(row []string) { names = append(names, prefix+row[0]) }, pattern) {
			return 1
		}
	}
	slices.Sort(names)
	s.listing(names)
	return 0
}

// databases is .databases.
func (s *shell) databases([]string) int {
	failed := false
	ok := s.query("PRAGMA database_list", func(row []string) {
		file, access, state := row[2], "r/w", ""
		if file == "" {
			file = `""`
		}
		if ro, _ := s.db.ReadOnly(row[1]); ro {
			access = "r/o"
		}
		switch s.db.TxnState(row[1]) {
		case 1:
			state = " read-txn"
		case 2:
			state = " write-txn"
		}
		s.printf("%s: %s %s%s\n", row[1], file, access, state)
	})
	if !ok || failed {
		return 1
	}
	return 0
}

// schema is .schema.
func (s *shell) schema(args []string) int {
	pattern, indent, noSystem := "", false, false
	for _, a := range args[1:] {
		switch o, is := option(a); {
		case is && strings.HasPrefix("indent", o) && o != "":
			indent = true
		case is && strings.HasPrefix("nosys", o) && o != "":
			noSystem = true
		case is:
			s.complain("Unknown option: \"%s\"\n", a)
			return 1
		case pattern == "":
			pattern = a
		default:
			return s.usage(".schema ?--indent? ?--nosys? ?LIKE-PATTERN?")
		}
	}
	if indent {
		return s.lack(".schema --indent")
	}
	if s.open() != nil {
		return 1
	}
	switch strings.ToLower(pattern) {
	case "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema":
		s.printf("CREATE TABLE %s (\n  type text,\n  name text,\n  tbl_name text,\n  rootpage integer,\n  "+
			"sql text\n);\n",
			pattern)
	}
	return s.schemas(pattern, noSystem)
}

// schemas shows what created the things whose table is like a pattern.
func (s *shell) schemas(pattern string, noSystem bool) int {
	dbs, ok := s.attached()
	if !ok {
		return 1
	}
	for _, db := range dbs {
		where := "sql IS NOT NULL"
		name := "lower(tbl_name)"
		if strings.Contains(pattern, ".") {
			name = "lower(" + quoted(db) + "||'.'||tbl_name)"
		}
		if pattern != "" {
			operator, escape := " LIKE ", " ESCAPE '\\'"
			if strings.ContainsAny(pattern, "*?[") {
				operator, escape = " GLOB ", ""
			}
			where += " AND " + name + operator + quoted(strings.ToLower(pattern)) + escape
		}
		if noSystem {
			where += " AND name NOT LIKE 'sqlite__%' ESCAPE '_'"
		}
		sql := fmt.Sprintf(`SELECT sql, type, name FROM "%s".sqlite_schema WHERE %s ORDER BY rowid`,
			strings.ReplaceAll(db, `"`, `""`), where)
		var rows [][]string
		if !s.query(sql, func(row []string) { rows = append(rows, row) }) {
			return 1
		}
		for _, row := range rows {
			s.created(qualified(row[0], db)+s.remark(db, row[0], row[1], row[2]), ";\n")
		}
	}
	return 0
}

// qualified puts the name of an attached database into a statement that creates something.
func qualified(sql, db string) string {
	if db == "main" {
		return sql
	}
	for _, kind := range []string{
		"TABLE ", "INDEX ", "UNIQUE INDEX ", "VIEW ", "TRIGGER ",
		"VIRTUAL TABLE ",
	} {
		rest, ok := strings.CutPrefix(sql, "CREATE "+kind)
		if !ok {
			continue
		}
		if strings.EqualFold(db, "temp") {
			return "CREATE TEMP " + kind + rest
		}
		return "CREATE " + kind + identifier(db) + "." + rest
	}
	return sql
}

// remark is the columns of a view or of a virtual table.
func (s *shell) remark(db, sql, kind, name string) string {
	if kind != "view" && !strings.HasPrefix(sql, "CREATE VIRTUAL ") {
		return ""
	}
	var columns []string
	info := fmt.Sprintf("PRAGMA %s.table_info=%s", quoted(db), quoted(name))
	err := database.Query(s.db, info, func(row []string) { columns = append(columns, identifier(row[1])) })
	if err != nil || len(columns) == 0 {
		return ""
	}
	if db != "main" {
		name = identifier(db) + "." + identifier(name)
	} else {
		name = identifier(name)
	}
	return "\n/* " + name + "(" + strings.Join(columns, ",") + ") */"
}

// created shows a statement that creates something; a quoted table gets IF NOT EXISTS.
func (s *shell) created(sql, tail string) {
	const create = "CREATE TABLE "
	if rest, ok := strings.CutPrefix(sql, create); ok && rest != "" && (rest[0] == '\'' || rest[0] == '"') {
		sql = create + "IF NOT EXISTS " + rest
	}
	s.print(sql + tail)
}

// fullSchema is .fullschema.
func (s *shell) fullSchema(args []string) int {
	if len(args) > 1 {
		if args[1] == "--indent" || args[1] == "-indent" {
			return s.lack(".fullschema --indent")
		}
		return s.usage(".fullschema ?--indent?")
	}
	stats := false
	ok := s.query("SELECT sql FROM (SELECT sql sql, type type, tbl_name tbl_name, name name, rowid x FROM "+
		"sqlite_schema "+
		"UNION ALL SELECT sql, type, tbl_name, name, rowid FROM sqlite_temp_schema) "+
		"WHERE type!='meta' AND sql NOTNULL AND name NOT LIKE 'sqlite_%' ORDER BY x",
		func(row []string) { s.created(row[0], ";\n") })
	ok = ok && s.query("SELECT rowid FROM sqlite_schema WHERE name GLOB 'sqlite_stat[134]'",
		func([]string) { stats = true })
	if !ok {
		return 1
	}
	if stats {
		return s.lack(".fullschema with statistics")
	}
	s.print("/* No STAT tables available */\n")
	return 0
}
