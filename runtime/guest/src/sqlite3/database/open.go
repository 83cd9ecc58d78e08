// Package database opens SQLite databases as Debian's library does: over the sandbox's files, with its
// defaults, its full-text search and its R-trees.
package database

import (
	"context"
	"encoding/binary"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"
	"github.com/ncruces/go-sqlite3/ext/rtree"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/disk"
)

// Prepare makes ready what all connections share.
func Prepare() { disk.Register() }

// Conn is a connection.
type Conn struct {
	*sqlite3.Conn
	have [len(modules)]bool
}

// modules are what is brought in when it is first used: bringing it in reads the database, which must not
// fail before a statement does.
var modules = [...]struct {
	names    []string // in a statement, or in the error for want of it
	register func(*sqlite3.Conn) error
}{
	{[]string{"fts5", "bm25", "highlight", "snippet"}, fts5.Register},
	{[]string{"rtree", "geopoly"}, rtree.Register},
}

// Open opens a database by its name, or by its URI. Flags are those of sqlite3_open_v2.
func Open(name string, flags sqlite3.OpenFlag) (*Conn, error) {
	uri, err := locate(name)
	if err != nil {
		return nil, err
	}
	c, err := sqlite3.OpenFlags(uri, flags|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	if err := settle(c); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return &Conn{Conn: c}, nil
}

// Prepare is sqlite3_prepare_v2, with the modules that a statement needs.
func (c *Conn) Prepare(sql string) (stmt *sqlite3.Stmt, tail string, err error) {
	c.Need(sql)
	stmt, tail, err = c.Conn.Prepare(sql)
	if err != nil && c.Need(err.Error()) {
		stmt, tail, err = c.Conn.Prepare(sql)
	}
	return stmt, tail, err
}

// Exec is sqlite3_exec, with the modules that a statement needs.
func (c *Conn) Exec(sql string) error {
	c.Need(sql)
	return c.Conn.Exec(sql)
}

// Need brings in the modules that a text names; it reports whether it did. It is for who prepares statements
// otherwise than by Prepare.
func (c *Conn) Need(text string) (did bool) {
	for i, m := range modules {
		if c.have[i] || !slices.ContainsFunc(m.names, func(name string) bool {
			return contains(text,
				name)
		}) {
			continue
		}
		if m.register(c.Conn) == nil { // else the statement fails alike
			c.have[i], did = true, true
		}
	}
	return did
}

// contains says whether a text has a lower-case word in it, in any case.
func contains(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i]|0x20 == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// locate makes a URI that names the sandbox's files.
func locate(name string) (string, error) {
	const scheme = "file:"
	rest, isURI := strings.CutPrefix(name, scheme)
	if !isURI {
		path := (&url.URL{Path: name}).EscapedPath()
		path = strings.ReplaceAll(path, ";", "%3B")
		if strings.HasPrefix(name, "/") {
			path = "//" + path
		} else {
			path = strings.TrimPrefix(path, "./")
		}
		return scheme + path + "?vfs=" + disk.Name, nil
	}
	rest, fragment, _ := strings.Cut(rest, "#")
	_ = fragment // SQLite ignores it
	path, query, has := strings.Cut(rest, "?")
	for field := range strings.SplitSeq(query, "&") {
		if v, ok := strings.CutPrefix(field, "vfs="); ok && v != "" {
			if v != disk.Name && v != memoryLayer {
				return "", NoLayer(v)
			}
			return name, nil
		}
	}
	if has && query != "" {
		query += "&"
	}
	return scheme + path + "?" + query + "vfs=" + disk.Name, nil
}

// memoryLayer is the layer of databases in memory that connections share, as SQLite names it.
const memoryLayer = "memdb"

// NoLayer is the error that there is no layer of files of a name.
type NoLayer string

// Error implements error.
func (n NoLayer) Error() string { return "no such vfs: " + string(n) }

// settle gives a connection the settings that Debian's library is compiled with, where this one's differ.
func settle(c *sqlite3.Conn) error {
	none := func() (int64, int64, int64, int64) { return 0, 1, 0, 1 }
	//nolint:staticcheck // what is to take its place is a generic method, which Go 1.26 has not
	return sqlite3.ExtensionInit(c, func(e engine) settings { return settings{e} }, none)
}

// engine is what of the library's inside is called here; its Go side does not know all options.
type engine interface {
	Xsqlite3_db_config(db, option, args int32) int32
	Xsqlite3_malloc64(size int64) int32
	Xsqlite3_free(address int32)
	Slice() *[]byte // the library's memory
}

type settings struct{ engine }

// Xsqlite3_extension_init sets the options; it is what an extension's entry point is called.
func (s settings) Xsqlite3_extension_init(db, _, _ int32) int32 {
	const (
		floatDigits = 1023 // SQLITE_DBCONFIG_FP_DIGITS
		argsBytes   = 8    // an int and a pointer to an int
	)
	args := s.Xsqlite3_malloc64(argsBytes)
	if args == 0 {
		return int32(sqlite3.NOMEM)
	}
	defer s.Xsqlite3_free(args)
	for _, o := range []struct{ option, value int32 }{
		{int32(sqlite3.DBCONFIG_DQS_DML), 1},
		{int32(sqlite3.DBCONFIG_DQS_DDL), 1},
		{int32(sqlite3.DBCONFIG_TRUSTED_SCHEMA), 1},
		{int32(sqlite3.DBCONFIG_ENABLE_FKEY), 0},
		{
			floatDigits,
			15,
		},
	} {
		b := (*s.Slice())[args:]
		binary.LittleEndian.PutUint32(b, uint32(o.value))
		binary.LittleEndian.PutUint32(b[4:], 0)
		if rc := s.Xsqlite3_db_config(db, o.option, args); rc != 0 {
			return rc
		}
	}
	return 0
}

// delays are how long SQLite waits for a lock, time after time, milliseconds.
var delays = []int{1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100}

// Delay is how many milliseconds to wait for a lock after so many times, of so many milliseconds in all.
func Delay(count, milliseconds int) int {
	before := 0
	for i := range count {
		before += delays[min(i, len(delays)-1)]
	}
	return min(delays[min(count, len(delays)-1)], milliseconds-before)
}

// Wait lets a connection wait for locks for so many milliseconds; none if it is not positive.
func Wait(c *Conn, milliseconds int) error {
	if milliseconds <= 0 {
		return c.BusyHandler(nil)
	}
	return c.BusyHandler(func(_ context.Context, count int) bool {
		delay := Delay(count, milliseconds)
		if delay <= 0 {
			return false
		}
		_ = linux.Nanosleep(int64(delay) * nanosPerMilli) // one that is interrupted tries the sooner
		return true
	})
}

const nanosPerMilli = 1_000_000
