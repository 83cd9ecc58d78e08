package library

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"github.com/ncruces/go-sqlite3"
)

// stmt is a prepared statement.
type stmt struct {
	told    string // the columns that the caller knows, joined
	started bool   // it was stepped since it was reset
}

// Codes that are no errors.
const (
	codeRow  = 100
	codeDone = 101
)

// prepare is (text): (statement, where what is behind it begins, parameters, columns, whether it only reads,
// names of parameters or None).
func prepare(c *conn, args []any) []any {
	sql := text(args, 0)
	handle, tail, rc := c.prepare(sql)
	if rc != 0 {
		return c.failed()
	}
	if handle == 0 {
		return c.done([]any{0, tail, 0, 0, true, nil})
	}
	c.stmts[handle] = &stmt{}
	n := c.Xsqlite3_bind_parameter_count(handle)
	names, any1 := make([]any, n), false
	for i := range n {
		if ptr := c.Xsqlite3_bind_parameter_name(handle, i+1); ptr != 0 {
			names[i], any1 = c.cstring(ptr), true
		}
	}
	var list any
	if any1 {
		list = names
	}
	columns := c.Xsqlite3_column_count(handle)
	return c.done([]any{handle, tail, n, columns, c.Xsqlite3_stmt_readonly(handle) != 0, list})
}

// prepare compiles the first statement of a text.
func (c *conn) prepare(sql string) (handle int32, tail int, rc int32) {
	c.lib.Need(sql)
	c.sql = sql
	if handle, tail, rc = c.compile(sql); rc != 0 && c.lib.Need(c.cstring(c.Xsqlite3_errmsg(c.db))) {
		handle, tail, rc = c.compile(sql)
	}
	return handle, tail, rc
}

func (c *conn) compile(sql string) (handle int32, tail int, rc int32) {
	const slotBytes = 8
	ptr := c.alloc(sql)
	defer c.Xsqlite3_free(ptr)
	slot := c.alloc(strings.Repeat("\x00", slotBytes))
	defer c.Xsqlite3_free(slot)
	rc = c.Xsqlite3_prepare_v2(c.db, ptr, int32(len(sql))+1, slot, slot+4)
	m := (*c.Slice())[uint32(slot):]
	if rc == 0 {
		tail = min(int(getInt(m[4:])-ptr), len(sql))
	}
	return getInt(m), tail, rc
}

// Places of an execute request.
const (
	argStmt = iota
	argParams
	argMode
	argMask
)

// execute is (statement, parameters, how texts come, columns that come as bytes): it binds and makes the
// first step. Its result is that of a step.
func execute(c *conn, args []any) []any {
	handle := int32(integer(args, argStmt))
	params, _ := args[argParams].([]any)
	for i, v := range params {
		switch rc := c.bind(handle, int32(i)+1, v); {
		case rc < 0:
			return []any{answerRefused, i, int(-rc)}
		case rc != 0:
			return append(c.failed(), i+1)
		}
	}
	return step(c, []any{args[argStmt], args[argMode], args[argMask]})
}

// Why a parameter is refused, as negative results of bind.
const (
	tooLarge     = -1
	noUTF8       = -2
	unbindable   = -3
	justBytes    = 1 // modes: texts come as bytes
	markedTexts  = 2 // texts come as a tuple of one
	columnChange = 5 // where the names of columns are in a step's result
)

func (c *conn) bind(handle, i int32, v any) int32 {
	switch v := v.(type) {
	case nil:
		return c.Xsqlite3_bind_null(handle, i)
	case int64:
		return c.Xsqlite3_bind_int64(handle, i, v)
	case float64:
		return c.Xsqlite3_bind_double(handle, i, v)
	case string:
		return c.Xsqlite3_bind_text_go(handle, i, c.alloc(v), int64(len(v)))
	case []byte:
		return c.Xsqlite3_bind_blob_go(handle, i, c.alloc(string(v)), int64(len(v)))
	case huge:
		return tooLarge
	case surrogate:
		return noUTF8
	}
	return unbindable
}

// step is (statement, how texts come, columns that come as bytes): (whether there is a row, the row, whether
// it has texts that are no UTF-8, last row id, changes, the columns if they are not the ones that were told).
func step(c *conn, args []any) []any {
	handle := int32(integer(args, 0))
	s := c.stmts[handle]
	if c.trace && !s.started {
		c.tell(handle)
	}
	s.started = true
	rc := c.Xsqlite3_step(handle)
	if rc != codeRow && rc != codeDone {
		failure := c.failed()
		c.restart(handle, s)
		return failure
	}
	var values []any
	odd := false
	if rc == codeRow {
		values, odd = c.row(handle, integer(args, 1), integer(args, 2))
	}
	var list any
	if values != nil {
		list = values
	}
	result := []any{
		rc == codeRow, list, odd, c.Xsqlite3_last_insert_rowid(c.db),
		c.Xsqlite3_changes64(c.db), c.columns(handle, s),
	}
	if rc == codeDone {
		c.restart(handle, s)
	}
	return c.done(result)
}

// restart resets a statement that is through.
func (c *conn) restart(handle int32, s *stmt) {
	s.started = false
	c.Xsqlite3_reset(handle)
}

// columns are the names and declared types of a statement's, None if the caller knows them.
func (c *conn) columns(handle int32, s *stmt) any {
	n := c.Xsqlite3_column_count(handle)
	if n == 0 {
		return nil
	}
	list := make([]any, n)
	var told strings.Builder
	for i := range n {
		name, declared := c.cstring(c.Xsqlite3_column_name(handle, i)), any(nil)
		if ptr := c.Xsqlite3_column_decltype(handle, i); ptr != 0 {
			declared = c.cstring(ptr)
			told.WriteString(declared.(string))
		}
		told.WriteString("\x00" + name + "\x00")
		list[i] = []any{name, declared}
	}
	if told.String() == s.told {
		return nil
	}
	s.told = told.String()
	return list
}

// row are the values of the row at which a statement stands, and whether there are texts that are no UTF-8.
func (c *conn) row(handle int32, mode, mask int64) (values []any, odd bool) {
	n := c.Xsqlite3_data_count(handle)
	values = make([]any, n)
	for i := range n {
		values[i] = c.column(handle, i, mode, mask>>min(i, maskBits-1)&1 != 0)
		_, marked := values[i].(raw)
		odd = odd || marked
	}
	return values, odd
}

// maskBits is how many columns a mask tells apart; the last bit stands for all that follow.
const maskBits = 63

func (c *conn) column(handle, i int32, mode int64, wantBytes bool) any {
	kind := sqlite3.Datatype(c.Xsqlite3_column_type(handle, i))
	if wantBytes {
		if kind == sqlite3.NULL {
			return nil
		}
		ptr := c.Xsqlite3_column_blob(handle, i)
		if ptr == 0 {
			return nil // of no bytes, which for a converter is none
		}
		return append([]byte{}, c.bytes(ptr, c.Xsqlite3_column_bytes(handle, i))...)
	}
	switch kind {
	case sqlite3.INTEGER:
		return c.Xsqlite3_column_int64(handle, i)
	case sqlite3.FLOAT:
		return c.Xsqlite3_column_double(handle, i)
	case sqlite3.TEXT:
		ptr := c.Xsqlite3_column_text(handle, i)
		return textAs(c.bytes(ptr, c.Xsqlite3_column_bytes(handle, i)), mode)
	case sqlite3.BLOB:
		ptr := c.Xsqlite3_column_blob(handle, i)
		return append([]byte{}, c.bytes(ptr, c.Xsqlite3_column_bytes(handle, i))...)
	}
	return nil
}

// textAs is a text as a mode wants it.
func textAs(b []byte, mode int64) any {
	switch {
	case mode == justBytes:
		return append([]byte{}, b...)
	case mode == markedTexts || !utf8.Valid(b):
		return raw(append([]byte{}, b...))
	}
	return string(b)
}

// row is (statement, how texts come, columns that come as bytes): the row at which it stands once more.
func row(c *conn, args []any) []any {
	values, odd := c.row(int32(integer(args, 0)), integer(args, 1), integer(args, 2))
	return c.done([]any{values, odd})
}

// rowsBytes is about how much rows are fetched at once.
const rowsBytes = 1 << 18

// rows is (statement, how texts come, columns that come as bytes, how many at most): (whether it stands at a
// row that was not fetched, the rows, whether any has texts that are no UTF-8). An error comes with the rows
// before it, as a fourth.
func rows(c *conn, args []any) []any {
	handle, most := int32(integer(args, 0)), integer(args, 3)
	list, odd, size := []any{}, false, 0
	for int64(len(list)) < most && size < rowsBytes {
		rc := c.Xsqlite3_step(handle)
		switch rc {
		case codeDone:
			changes := c.Xsqlite3_changes64(c.db)
			c.restart(handle, c.stmts[handle])
			return c.done([]any{false, list, odd, nil, changes})
		case codeRow:
		default:
			failure := c.failed()
			c.restart(handle, c.stmts[handle])
			return c.done([]any{false, list, odd, failure, 0})
		}
		values, strange := c.row(handle, integer(args, 1), integer(args, 2))
		list, odd = append(list, values), odd || strange
		size += sizeOf(values)
	}
	return c.done([]any{true, list, odd, nil, 0})
}

func sizeOf(values []any) int {
	const each = 9
	n := 0
	for _, v := range values {
		n += each
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		case raw:
			n += len(v)
		}
	}
	return n
}

// reset is (statement, whether its parameters are forgotten too).
func reset(c *conn, args []any) []any {
	handle := int32(integer(args, 0))
	s := c.stmts[handle]
	if s == nil {
		return c.done(nil)
	}
	s.started = false
	rc := c.Xsqlite3_reset(handle)
	if integer(args, 1) != 0 {
		c.Xsqlite3_clear_bindings(handle)
	}
	return c.done(rc)
}

// finalize is (statement).
func finalize(c *conn, args []any) []any {
	handle := int32(integer(args, 0))
	if c.stmts[handle] != nil {
		delete(c.stmts, handle)
		c.Xsqlite3_finalize(handle)
	}
	return c.done(nil)
}

// script is (text): it executes all statements.
func script(c *conn, args []any) []any {
	sql := text(args, 0)
	for {
		handle, tail, rc := c.prepare(sql)
		if rc != 0 {
			return c.failed()
		}
		if c.trace && handle != 0 {
			c.tell(handle)
		}
		if handle != 0 {
			for rc = codeRow; rc == codeRow; {
				rc = c.Xsqlite3_step(handle)
			}
			if rc = c.Xsqlite3_finalize(handle); rc != 0 {
				return c.failed()
			}
		}
		if sql = sql[tail:]; sql == "" {
			return c.done(nil)
		}
	}
}

// tell shows the caller a statement that begins.
func (c *conn) tell(handle int32) {
	c.state.ask(askTrace, c.id, c.expanded(handle), c.cstring(c.Xsqlite3_sql(handle)))
}

// expanded is (statement): its text with the parameters' values in it, None if that is too long.
func expanded(c *conn, args []any) []any { return c.done(c.expanded(int32(integer(args, 0)))) }

func (c *conn) expanded(handle int32) any {
	ptr := c.Xsqlite3_expanded_sql(handle)
	if ptr == 0 {
		return nil
	}
	defer c.Xsqlite3_free(ptr)
	return c.cstring(ptr)
}

func putInt(b []byte, v int32) { binary.LittleEndian.PutUint32(b, uint32(v)) }

func getInt(b []byte) int32 { return int32(binary.LittleEndian.Uint32(b)) }
