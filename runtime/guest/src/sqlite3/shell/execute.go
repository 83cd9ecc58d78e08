package shell

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"

	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// failure is an error of a statement.
type failure struct {
	code  int
	phase string // in which it was met
	text  string
}

// Phases.
const (
	preparing = "in prepare"
	stepping  = "stepping"
)

// message is how errors of the command line are told.
func (f *failure) message() string { return f.phase + ", " + f.text }

func (f *failure) kind() string {
	if f.phase == preparing {
		return "Parse error"
	}
	return "Runtime error"
}

func (f *failure) rest() string { return f.text }

// fail describes an error of a statement; sql is what is shown of it.
func (s *shell) fail(err error, phase, sql, statement string) *failure {
	p := database.Describe(err, sql)
	if what := database.Lacking(p.Text, statement); what != "" {
		s.host.Unsupported(what)
	}
	const primary = 0xff // the bits of a code that are not extended
	f := &failure{code: p.Code & primary, phase: phase, text: p.Text}
	if f.code > 1 {
		f.text += fmt.Sprintf(" (%d)", f.code)
	}
	if p.Offset >= 0 && p.Offset < len(sql) {
		f.text += excerpt(sql, p.Offset)
	}
	return f
}

// Sizes of an excerpt.
const (
	excerptBefore = 50
	excerptWidth  = 78
	excerptHalf   = 25
	pointerWidth  = 14
)

// excerpt shows where in a statement an error is.
func excerpt(sql string, offset int) string {
	for offset > excerptBefore {
		offset--
		sql = sql[1:]
		for len(sql) > 0 && !utf8.RuneStart(sql[0]) {
			sql = sql[1:]
			offset--
		}
	}
	size := len(sql)
	if size > excerptWidth {
		size = excerptWidth
		for size > 0 && !utf8.RuneStart(sql[size]) {
			size--
		}
	}
	code := []byte(sql[:size])
	for i, c := range code {
		if strings.IndexByte(spaces, c) >= 0 {
			code[i] = ' '
		}
	}
	if offset < excerptHalf {
		return fmt.Sprintf("\n  %s\n  %*s^--- error here", code, offset, "")
	}
	return fmt.Sprintf("\n  %s\n  %*serror here ---^", code, offset-pointerWidth, "")
}

// execute runs all statements of a text and shows what they give.
func (s *shell) execute(sql string) *failure {
	for sql != "" {
		stmt, tail, err := s.db.Prepare(sql)
		if err != nil {
			return s.fail(err, preparing, sql, sql)
		}
		if stmt == nil {
			sql = strings.TrimLeft(tail, spaces)
			continue
		}
		text := strings.TrimLeft(sql[:len(sql)-len(tail)], spaces)
		if s.eqp && explains(text) == 0 {
			s.plan(text)
		}
		s.choose(text)
		if err := s.bind(stmt); err == nil {
			err = s.show(stmt)
			_ = err // Close tells it again
		}
		if err := s.finish(stmt); err != nil {
			return s.fail(err, stepping, "", text)
		}
		sql = strings.TrimLeft(tail, spaces)
	}
	return nil
}

// finish ends a statement and returns the error that it ended with.
func (s *shell) finish(stmt *sqlite3.Stmt) error {
	err := stmt.Err()
	if e := stmt.Close(); err == nil {
		err = e
	}
	return err
}

// explains says what EXPLAIN a statement is: 0 none, 1 EXPLAIN, 2 EXPLAIN QUERY PLAN.
func explains(sql string) int {
	words := strings.Fields(sql)
	switch {
	case len(words) == 0 || !strings.EqualFold(words[0], "explain"):
		return 0
	case len(words) > 2 && strings.EqualFold(words[1], "query") && strings.EqualFold(words[2], "plan"):
		return 2
	}
	return 1
}

// choose sets the mode that a statement is shown in.
func (s *shell) choose(sql string) {
	s.current = s.mode
	switch n := explains(sql); {
	case s.explain == "on" && n == 0:
		s.current = modeExplain
	case s.explain == "off":
	case n == 1:
		s.current = modeExplain
	case n == 2:
		s.current = modePlan
	}
}

// bind gives a statement the parameters of .parameter.
func (s *shell) bind(stmt *sqlite3.Stmt) error {
	n := stmt.BindCount()
	if n == 0 {
		return nil
	}
	look, _, err := s.db.Prepare("SELECT value FROM temp.sqlite_parameters WHERE key=?1")
	if err != nil {
		look = nil // there are none
	}
	defer look.Close() //nolint:errcheck // a query that was read
	for i := 1; i <= n; i++ {
		name := stmt.BindName(i)
		if name == "" {
			name = fmt.Sprintf("?%d", i)
		}
		if look != nil {
			if err := look.BindText(1, name); err != nil {
				return err
			}
			if look.Step() {
				if err := stmt.BindValue(i, look.ColumnValue(0)); err != nil {
					return err
				}
				if err := look.Reset(); err != nil {
					return err
				}
				continue
			}
			if err := look.Reset(); err != nil {
				return err
			}
		}
		if err := stmt.BindNull(i); err != nil {
			return err
		}
	}
	return nil
}

// show plays a statement in its mode.
func (s *shell) show(stmt *sqlite3.Stmt) error {
	switch s.current {
	case modeColumn, modeTable, modeBox, modeMarkdown:
		return s.columns(stmt)
	case modePlan:
		return s.tree(stmt)
	case modeExplain:
		return s.program1(stmt)
	}
	s.count = 0
	names := make([]string, stmt.ColumnCount())
	for stmt.Step() {
		if s.count == 0 {
			for i := range names {
				names[i] = stmt.ColumnName(i)
			}
		}
		s.show1(stmt, names)
		s.count++
	}
	if s.current == modeJSON && s.count > 0 {
		s.print("]\n")
	}
	return stmt.Err()
}
