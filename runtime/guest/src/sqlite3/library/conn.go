package library

import (
	"context"
	"errors"
	"strings"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb" // what URIs with cache=shared name

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// conn is a connection.
type conn struct {
	*sqlite3.ExtEnv // SQLite's functions, and the memory that it runs in

	state   *state
	id      int64
	lib     *database.Conn
	db      int32 // sqlite3 *
	stmts   map[int32]*stmt
	trace   bool
	sql     string // the text that was prepared last
	groups  int32  // of aggregates: how many there were
	entries entries
	blobs   map[int32]bool
}

// Xsqlite3_extension_init is how the library hands out the address of its connection.
func (c *conn) Xsqlite3_extension_init(db, _, _ int32) int32 {
	c.db = db
	return 0
}

// open is (name, flags of sqlite3_open_v2, milliseconds to wait for locks). Debian's library takes every
// name for a URI that looks like one.
func open(s *state, args []any) []any {
	lib, err := database.Open(shared(text(args, 0)), sqlite3.OpenFlag(integer(args, 1)))
	if err != nil {
		return openError(err)
	}
	s.next++
	c := &conn{state: s, id: s.next, lib: lib, stmts: map[int32]*stmt{}, blobs: map[int32]bool{}}
	none := func() (int64, int64, int64, int64) { return 0, 1, 0, 1 }
	//nolint:staticcheck // what is to take its place is a generic method, which Go 1.26 has not
	err = sqlite3.ExtensionInit(lib.Conn, func(e *sqlite3.ExtEnv) *conn { c.ExtEnv = e; return c }, none)
	if err != nil {
		return openError(errors.Join(err, lib.Close()))
	}
	c.Xsqlite3_progress_handler_go(c.db, 0)
	c.enter()
	c.wait(integer(args, 2))
	s.conns[c.id] = c
	return c.done(c.id)
}

func openError(err error) []any {
	const prefix = "sqlite3: "
	code := int(sqlite3.ERROR)
	var e *sqlite3.Error
	var short sqlite3.ExtendedErrorCode
	switch {
	case errors.As(err, &e):
		code = int(e.ExtendedCode())
	case errors.As(err, &short):
		code = int(short)
	}
	message := strings.TrimPrefix(err.Error(), prefix)
	if _, own, ok := strings.Cut(message, ": "); ok && e != nil {
		message = own // behind what the code stands for
	}
	if code&0xff == int(sqlite3.CANTOPEN) {
		message = "unable to open database file"
	}
	return []any{answerError, code, message, -1}
}

// shared turns the URI of a database in memory with a shared cache into one of the layer of files in which
// such a database lies: the library was built without shared caches.
func shared(name string) string {
	rest, ok := strings.CutPrefix(name, "file:")
	if !ok {
		return name
	}
	path, query, _ := strings.Cut(rest, "?")
	isMemory, isShared := path == ":memory:", false
	for field := range strings.SplitSeq(query, "&") {
		isMemory = isMemory || field == "mode=memory"
		isShared = isShared || field == "cache=shared"
	}
	if !isMemory || !isShared {
		return name
	}
	return "file:/" + strings.TrimLeft(path, "/") + "?vfs=memdb"
}

// closing is (): it ends the statements and closes.
func closing(c *conn, _ []any) []any {
	for handle := range c.blobs {
		c.Xsqlite3_blob_close(handle)
	}
	for handle := range c.stmts {
		c.Xsqlite3_finalize(handle)
	}
	clear(c.stmts)
	delete(c.state.conns, c.id)
	if err := c.lib.Close(); err != nil {
		return openError(err)
	}
	return []any{answerDone, nil, true}
}

// done is an operation's success.
func (c *conn) done(result any) []any {
	return []any{answerDone, result, c.Xsqlite3_get_autocommit(c.db) != 0}
}

// failed is the connection's last error.
func (c *conn) failed() []any {
	code, message := c.Xsqlite3_extended_errcode(c.db), c.cstring(c.Xsqlite3_errmsg(c.db))
	if feature := database.Lacking(message, c.sql); feature != "" {
		linux.Unsupported(feature)
	}
	return []any{
		answerError, code, message, int(c.Xsqlite3_error_offset(c.db)),
		c.Xsqlite3_get_autocommit(c.db) != 0,
	}
}

// coded is done, or the error of a code that the connection does not keep.
func (c *conn) coded(rc int32) []any {
	if rc != 0 {
		return []any{answerError, rc, c.cstring(c.Xsqlite3_errstr(rc)), -1}
	}
	return c.done(nil)
}

// checked is done or failed.
func (c *conn) checked(rc int32, result any) []any {
	if rc != 0 {
		return c.failed()
	}
	return c.done(result)
}

// cstring reads a text that ends in a zero.
func (c *conn) cstring(ptr int32) string {
	if ptr == 0 {
		return ""
	}
	b := (*c.Slice())[uint32(ptr):]
	for i, x := range b {
		if x == 0 {
			return strings.ToValidUTF8(string(b[:i]), "\ufffd")
		}
	}
	return ""
}

// bytes are n bytes of the library's memory. They are not to be kept.
func (c *conn) bytes(ptr, n int32) []byte {
	if ptr == 0 || n <= 0 {
		return nil
	}
	return (*c.Slice())[uint32(ptr):][:uint32(n)]
}

// alloc puts bytes, and a zero behind them, into memory that the library may free.
func (c *conn) alloc(b string) int32 {
	ptr := c.Xsqlite3_malloc64(int64(len(b)) + 1)
	if ptr == 0 {
		panic("sqlite3: out of memory")
	}
	m := (*c.Slice())[uint32(ptr):]
	m[copy(m, b)] = 0
	return ptr
}

// limit is (category, value).
func limit(c *conn, args []any) []any {
	return c.done(c.Xsqlite3_limit(c.db, int32(integer(args, 0)), int32(integer(args, 1))))
}

// configure is (option, 0, 1, or -1 to ask).
func configure(c *conn, args []any) []any {
	const argBytes = 8
	ptr := c.Xsqlite3_malloc64(argBytes)
	if ptr == 0 {
		panic("sqlite3: out of memory")
	}
	defer c.Xsqlite3_free(ptr)
	m := (*c.Slice())[uint32(ptr):]
	putInt(m, int32(integer(args, 1)))
	putInt(m[4:], ptr)
	rc := c.Xsqlite3_db_config(c.db, int32(integer(args, 0)), ptr)
	if rc != 0 {
		return []any{answerError, rc, c.cstring(c.Xsqlite3_errstr(rc)), -1}
	}
	return c.done(getInt((*c.Slice())[uint32(ptr):]))
}

// interrupt is ().
func interrupt(c *conn, _ []any) []any {
	c.Xsqlite3_interrupt(c.db)
	return c.done(nil)
}

// totals is (): what sqlite3_total_changes counts.
func totals(c *conn, _ []any) []any { return c.done(c.Xsqlite3_total_changes64(c.db)) }

// timeout is (milliseconds).
func timeout(c *conn, args []any) []any {
	c.wait(integer(args, 0))
	return c.done(nil)
}

// wait makes the connection wait for locks, as sqlite3_busy_timeout does: the caller is asked to sleep.
func (c *conn) wait(milliseconds int64) {
	if milliseconds <= 0 {
		_ = c.lib.BusyHandler(nil) // cannot fail
		return
	}
	_ = c.lib.BusyHandler(func(_ context.Context, count int) bool {
		delay := database.Delay(count, int(milliseconds))
		if delay <= 0 {
			return false
		}
		c.state.ask(askSleep, delay)
		return true
	})
}

// version is (): the library's.
func version(c *conn, _ []any) []any { return c.done(c.cstring(c.Xsqlite3_libversion())) }

// complete is (statement): whether it ends.
func complete(_ *state, args []any) []any {
	return []any{answerDone, database.Complete(text(args, 0)), true}
}
