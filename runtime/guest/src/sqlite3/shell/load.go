package shell

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// loading is a run of .import.
type loading struct {
	s             *shell
	file          string
	table, schema string
	text          []byte
	at            int
	line          int
	column, row   byte
	quotes        bool // fields may be quoted, as in CSV
	end           byte // what ended the last field: column, row or 0 at the end of the text
	verbose       bool
	skip          int
	rows, failed  int
}

// load is .import.
func (s *shell) load(args []string) int {
	l := &loading{s: s, line: 1}
	for i := 1; i < len(args); i++ {
		o, is := option(args[i])
		switch {
		case !is && l.file == "":
			l.file = args[i]
		case !is && l.table == "":
			l.table = args[i]
		case !is:
			s.printf("ERROR: extra argument: \"%s\".  Usage:\n", args[i])
			return s.lack(".help")
		case o == "v":
			l.verbose = true
		case o == "schema" && i+1 < len(args):
			i++
			l.schema = args[i]
		case o == "skip" && i+1 < len(args):
			i++
			l.skip = number(args[i])
		case o == "ascii":
			l.column, l.row = 0x1f, 0x1e
		case o == "csv":
			l.column, l.row, l.quotes = ',', '\n', true
		default:
			s.printf("ERROR: unknown option: \"%s\".  Usage:\n", args[i])
			return s.lack(".help")
		}
	}
	if l.table == "" {
		what := "TABLE"
		if l.file == "" {
			what = "FILE"
		}
		s.printf("ERROR: missing %s argument. Usage:\n", what)
		return s.lack(".help")
	}
	if !l.separators() {
		return 1
	}
	return l.run()
}

// separators takes them from the output mode if no option said them.
func (l *loading) separators() bool {
	if l.column != 0 {
		return true
	}
	s := l.s
	if s.mode == modeCSV && s.row == "\r\n" {
		s.row = "\n"
	}
	for _, sep := range []struct{ name, text string }{{"column", s.column}, {"row", s.row}} {
		switch {
		case sep.text == "":
			s.complain("Error: non-null %s separator required for import\n", sep.name)
			return false
		case len(sep.text) > 1:
			s.complain("Error: multi-character %s separators not allowed for import\n", sep.name)
			return false
		}
	}
	l.column, l.row = s.column[0], s.row[0]
	l.quotes = s.mode != modeASCII
	return true
}

func (l *loading) run() int {
	s := l.s
	if s.open() != nil {
		return 1
	}
	if strings.HasPrefix(l.file, "|") {
		return s.lack(".import of a command's output")
	}
	f, err := linux.OpenFile(l.file, primitives.O_RDONLY, 0)
	if err == nil {
		l.text, err = io.ReadAll(f)
		_ = f.Close() // it was read
	}
	if err != nil {
		s.complain("Error: cannot open \"%s\"\n", l.file)
		return 1
	}
	for range l.skip {
		for {
			if _, ok := l.field(); !ok || l.end != l.column {
				break
			}
		}
	}
	return l.intoTable()
}

// target is the table as SQL names it.
func (l *loading) target() string {
	name := `"` + strings.ReplaceAll(l.table, `"`, `""`) + `"`
	if l.schema != "" {
		name = `"` + strings.ReplaceAll(l.schema, `"`, `""`) + `".` + name
	}
	return name
}

// intoTable makes the table if it is not there, and fills it.
func (l *loading) intoTable() int {
	s := l.s
	stmt, _, err := s.db.Prepare("SELECT * FROM " + l.target())
	if err != nil && strings.HasPrefix(database.Describe(err, "").Text, "no such table:") {
		if code := l.create(); code != 0 {
			return code
		}
		stmt, _, err = s.db.Prepare("SELECT * FROM " + l.target())
	}
	if err != nil {
		s.complain("Error: %s\n", database.Describe(err, "").Text)
		return 1
	}
	columns := stmt.ColumnCount()
	if err := stmt.Close(); err != nil || columns == 0 {
		return 0
	}
	into := "INSERT INTO " + l.target() + " VALUES(?" + strings.Repeat(",?", columns-1) + ")"
	if stmt, _, err = s.db.Prepare(into); err != nil {
		s.complain("Error: %s\n", database.Describe(err, "").Text)
		return 1
	}
	begun := s.db.GetAutocommit() && s.db.Exec("BEGIN") == nil
	for l.record(stmt, columns) {
	}
	err = stmt.Close()
	if begun {
		err = errors.Join(err, s.db.Exec("COMMIT"))
	}
	if l.verbose {
		s.printf("Added %d rows with %d errors using %d lines of input\n", l.rows, l.failed, l.line-1)
	}
	_ = err // the failed rows were told
	return 0
}

// create makes the table by the first row of the text.
func (l *loading) create() int {
	s := l.s
	var names []string
	for {
		f, ok := l.field()
		if !ok {
			break
		}
		names = append(names, f)
		if l.end != l.column {
			break
		}
	}
	if len(names) == 0 {
		s.complain("%s: empty file\n", l.file)
		return 1
	}
	unique, renamed := distinct(names)
	if len(renamed) > 0 {
		s.complain("Columns renamed during .import %s due to duplicates:\n%s\n", l.file, strings.Join(renamed,
			",\n"))
	}
	sql := "CREATE TABLE " + l.target() + "(\n"
	for i, n := range unique {
		if i > 0 {
			sql += ", "
		}
		sql += `"` + strings.ReplaceAll(n, `"`, `""`) + `" TEXT`
	}
	sql += ")\n"
	if l.verbose {
		s.print(sql + "\n")
	}
	if err := s.db.Exec(sql); err != nil {
		s.complain("%s failed:\n%s\n", sql, database.Describe(err, "").Text)
		return 1
	}
	return 0
}

// distinct gives columns names that are not empty and not twice.
func distinct(names []string) (unique, renamed []string) {
	count := map[string]int{}
	for i, n := range names {
		if n == "" {
			n = "?"
		}
		unique = append(unique, n)
		count[strings.ToLower(n)]++
		_ = i
	}
	width := len(fmt.Sprint(len(names)))
	for i, n := range unique {
		if count[strings.ToLower(n)] > 1 {
			unique[i] = fmt.Sprintf("%s_%0*d", strings.TrimRight(n, "_0123456789"), width, i+1)
			renamed = append(renamed, fmt.Sprintf("%q to %q", n, unique[i]))
		}
	}
	return unique, renamed
}

// record inserts one row; false at the end of the text.
func (l *loading) record(stmt *sqlite3.Stmt, columns int) bool {
	s := l.s
	start := l.line
	i := 0
	for i < columns {
		f, ok := l.field()
		if !ok && i == 0 {
			return false
		}
		if s.mode == modeASCII && f == "" && i == 0 && !ok {
			return false
		}
		var err error
		if !ok {
			err = stmt.BindNull(i + 1)
		} else {
			err = stmt.BindText(i+1, f)
		}
		_ = err // a text that is too long is told by the insertion
		i++
		if i < columns && l.end != l.column {
			s.complain("%s:%d: expected %d columns but found %d - filling the rest with NULL\n", l.file,
				start, columns, i)
			for ; i < columns; i++ {
				_ = stmt.BindNull(i + 1) // the same
			}
			l.insert(stmt, start)
			return true
		}
	}
	if l.end == l.column {
		found := columns
		for l.end == l.column {
			if _, ok := l.field(); !ok {
				break
			}
			found++
		}
		s.complain("%s:%d: expected %d columns but found %d - extras ignored\n", l.file, start, columns,
			found)
	}
	l.insert(stmt, start)
	return true
}

func (l *loading) insert(stmt *sqlite3.Stmt, line int) {
	stmt.Step()
	err := stmt.Err()
	if e := stmt.Reset(); err == nil {
		err = e
	}
	if err == nil {
		l.rows++
		return
	}
	l.failed++
	l.s.complain("%s:%d: INSERT failed: %s\n", l.file, line, database.Describe(err, "").Text)
}

// next is the next byte of the text; ok is false at its end.
func (l *loading) next() (c byte, ok bool) {
	if l.at >= len(l.text) {
		return 0, false
	}
	c = l.text[l.at]
	l.at++
	return c, true
}

// field reads a field; ok is false at the end of the text.
func (l *loading) field() (text string, ok bool) {
	if l.at == 0 && l.quotes {
		l.text = []byte(strings.TrimPrefix(string(l.text), "\ufeff"))
	}
	c, ok := l.next()
	if !ok {
		l.end = 0
		return "", false
	}
	if l.quotes && c == '"' {
		return l.quotedField(), true
	}
	from := l.at - 1
	for ok && c != l.column && c != l.row {
		c, ok = l.next()
	}
	if !ok {
		l.end = 0
		return string(l.text[from:l.at]), true
	}
	l.end = c
	text = string(l.text[from : l.at-1])
	if c == l.row {
		l.line++
		if l.quotes {
			text = strings.TrimSuffix(text, "\r")
		}
	}
	return text, true
}

// quotedField reads a field whose quote was read.
func (l *loading) quotedField() string {
	var b strings.Builder
	start := l.line
	for {
		c, ok := l.next()
		if !ok {
			l.s.complain("%s:%d: unterminated %c-quoted field\n", l.file, start, '"')
			l.end = 0
			return b.String()
		}
		if c == '\n' {
			l.line++
		}
		if c != '"' {
			b.WriteByte(c)
			continue
		}
		rest := l.text[l.at:]
		switch {
		case len(rest) == 0:
			l.end = 0
			return b.String()
		case rest[0] == '"':
			l.at++
			b.WriteByte('"')
		case rest[0] == l.column || rest[0] == l.row:
			l.at++
			l.end = rest[0]
			if rest[0] == l.row {
				l.line++
			}
			return b.String()
		case rest[0] == '\r' && len(rest) > 1 && rest[1] == l.row:
			l.at += 2
			l.end = l.row
			l.line++
			return b.String()
		default:
			l.s.complain("%s:%d: unescaped %c character\n", l.file, l.line, '"')
			b.WriteByte('"')
		}
	}
}
