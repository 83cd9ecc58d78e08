package database

import (
	"errors"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// Problem is what the library says of an error.
type Problem struct {
	Code   int    // extended
	Text   string // as sqlite3_errmsg has it
	Offset int    // of the token in the statement that it is about, or -1
}

// Describe says what an error is, of a statement of SQL or of none.
func Describe(err error, sql string) Problem {
	p := Problem{Code: int(sqlite3.ERROR), Offset: -1}
	var code sqlite3.ExtendedErrorCode
	if errors.As(err, &code) {
		p.Code = int(code)
	}
	p.Text = text(err, code)
	if full, ok := errors.AsType[*sqlite3.Error](err); ok {
		if rest := full.SQL(); rest != "" && strings.HasSuffix(sql, rest) {
			p.Offset = len(sql) - len(rest)
		}
	}
	return p
}

// text undoes what the library's Go side puts around the message: the code's own words before it, and the
// system's error behind.
func text(err error, code sqlite3.ExtendedErrorCode) string {
	const prefix = "sqlite3: "
	s := err.Error()
	if !strings.HasPrefix(s, prefix) {
		return s
	}
	s = strings.TrimPrefix(s, prefix)
	if sys := errors.Unwrap(err); sys != nil {
		s = strings.TrimSuffix(s, ": "+sys.Error())
	}
	words := strings.TrimPrefix(code.Error(), prefix)
	rest, ok := strings.CutPrefix(s, words+": ")
	switch {
	case !ok:
		return s
	case code.Code() == sqlite3.LOCKED:
		return s // "database table is locked: t" was one message
	}
	return rest
}
