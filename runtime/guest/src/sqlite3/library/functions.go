package library

import (
	"context"

	"github.com/ncruces/go-sqlite3"
)

// What is asked of the caller. Every question but askSleep has the connection's number first.
const (
	askSleep     = 1 // milliseconds
	askTrace     = 2 // text
	askFunction  = 3 // function, arguments
	askStep      = 4 // function, aggregate, arguments
	askInverse   = 5 // the same
	askValue     = 6 // function, aggregate
	askFinal     = 7 // the same
	askCollation = 8 // function, text, text
	askAuthorize = 9 // action, four texts or None
	askProgress  = 10
)

// How the caller's function ended: the first of its answer. A message or the value follows.
const (
	endedWell     = 0
	endedBadly    = 1
	endedNoMemory = 2
	endedTooBig   = 3
)

// entries are this package's functions in the table by which SQLite calls what it is given.
type entries struct{ scalar, step, inverse, value, final, compare int32 }

// enter puts the functions into the table of a connection. SQLite knows each of the caller's functions by its
// number, as user data.
func (c *conn) enter() {
	table := c.X__indirect_function_table()
	add := func(f any) int32 {
		*table = append(*table, f)
		return int32(len(*table) - 1)
	}
	c.entries = entries{
		scalar: add(func(ctx, n, values int32) {
			id := int(c.Xsqlite3_user_data(ctx))
			c.result(ctx, c.state.ask(askFunction, c.id, id, c.arguments(n, values)))
		}),
		step:    add(func(ctx, n, values int32) { c.stepped(ctx, askStep, n, values) }),
		inverse: add(func(ctx, n, values int32) { c.stepped(ctx, askInverse, n, values) }),
		value:   add(func(ctx int32) { c.valued(ctx, askValue) }),
		final:   add(func(ctx int32) { c.valued(ctx, askFinal) }),
		compare: add(func(id, n, a, m, b int32) int32 {
			return int32(integer(c.state.ask(
				askCollation, c.id, int(id), textAs(c.bytes(a, n), 0), textAs(c.bytes(b, m), 0)), 0))
		}),
	}
}

// createFunction is (name, number of arguments, flags, function; 0: none).
func createFunction(c *conn, args []any) []any {
	id, f := int32(integer(args, 3)), int32(0)
	if id != 0 {
		f = c.entries.scalar
	}
	name := c.alloc(text(args, 0))
	defer c.Xsqlite3_free(name)
	flags := int32(integer(args, 2)) | encodingUTF8
	return c.checked(c.Xsqlite3_create_function_v2(
		c.db, name, int32(integer(args, 1)), flags, id, f, 0, 0, 0), nil)
}

// encodingUTF8 is SQLITE_UTF8.
const encodingUTF8 = 1

// createAggregate is (name, number of arguments, function; 0: none, whether it is one for windows).
func createAggregate(c *conn, args []any) []any {
	id, window := int32(integer(args, 2)), integer(args, 3) != 0
	e := c.entries
	if id == 0 {
		e = entries{}
	}
	name, count := c.alloc(text(args, 0)), int32(integer(args, 1))
	defer c.Xsqlite3_free(name)
	if !window {
		rc := c.Xsqlite3_create_function_v2(c.db, name, count, encodingUTF8, id, 0, e.step, e.final, 0)
		return c.checked(rc, nil)
	}
	rc := c.Xsqlite3_create_window_function(
		c.db, name, count, encodingUTF8, id, e.step, e.final, e.value, e.inverse, 0)
	return c.coded(rc)
}

// createCollation is (name, function; 0: none).
func createCollation(c *conn, args []any) []any {
	id, f := int32(integer(args, 1)), int32(0)
	if id != 0 {
		f = c.entries.compare
	}
	name := c.alloc(text(args, 0))
	defer c.Xsqlite3_free(name)
	return c.checked(c.Xsqlite3_create_collation_v2(c.db, name, encodingUTF8, id, f, 0), nil)
}

// arguments are the values that a function is given.
func (c *conn) arguments(n, values int32) []any {
	list := make([]any, n)
	for i := range n {
		v := getInt((*c.Slice())[uint32(values+4*i):])
		switch sqlite3.Datatype(c.Xsqlite3_value_type(v)) {
		case sqlite3.INTEGER:
			list[i] = c.Xsqlite3_value_int64(v)
		case sqlite3.FLOAT:
			list[i] = c.Xsqlite3_value_double(v)
		case sqlite3.TEXT:
			ptr := c.Xsqlite3_value_text(v)
			list[i] = textAs(c.bytes(ptr, c.Xsqlite3_value_bytes(v)), 0)
		case sqlite3.BLOB:
			ptr := c.Xsqlite3_value_blob(v)
			list[i] = append([]byte{}, c.bytes(ptr, c.Xsqlite3_value_bytes(v))...)
		}
	}
	return list
}

// result gives SQLite what the caller's function returned.
func (c *conn) result(ctx int32, answer []any) {
	switch integer(answer, 0) {
	case endedWell:
	case endedNoMemory:
		c.Xsqlite3_result_error_nomem(ctx)
		return
	case endedTooBig:
		c.Xsqlite3_result_error_toobig(ctx)
		return
	default:
		message := text(answer, 1)
		ptr := c.alloc(message)
		c.Xsqlite3_result_error(ctx, ptr, int32(len(message)))
		c.Xsqlite3_free(ptr)
		return
	}
	switch v := answer[1].(type) {
	case int64:
		c.Xsqlite3_result_int64(ctx, v)
	case float64:
		c.Xsqlite3_result_double(ctx, v)
	case string:
		c.Xsqlite3_result_text_go(ctx, c.alloc(v), int64(len(v)))
	case []byte:
		c.Xsqlite3_result_blob_go(ctx, c.alloc(string(v)), int64(len(v)))
	default:
		c.Xsqlite3_result_null(ctx)
	}
}

// stepped is a row that enters a group, or leaves it. The group's number is in SQLite's room for it.
func (c *conn) stepped(ctx int32, question int, n, values int32) {
	const roomBytes = 4
	room := c.Xsqlite3_aggregate_context(ctx, roomBytes)
	if room == 0 {
		c.Xsqlite3_result_error_nomem(ctx)
		return
	}
	id := getInt((*c.Slice())[uint32(room):])
	if id == 0 {
		c.groups++
		id = c.groups
		putInt((*c.Slice())[uint32(room):], id)
	}
	answer := c.state.ask(
		question, c.id, int(c.Xsqlite3_user_data(ctx)), int(id), c.arguments(n, values))
	if integer(answer, 0) != endedWell {
		c.result(ctx, answer)
	}
}

// valued is the value of a group. One that no row entered has none.
func (c *conn) valued(ctx int32, question int) {
	room := c.Xsqlite3_aggregate_context(ctx, 0)
	if room == 0 {
		return
	}
	id := getInt((*c.Slice())[uint32(room):])
	c.result(ctx, c.state.ask(question, c.id, int(c.Xsqlite3_user_data(ctx)), int(id)))
}

// authorizer is (whether there is one).
func authorizer(c *conn, args []any) []any {
	if integer(args, 0) == 0 {
		_ = c.lib.SetAuthorizer(nil) // cannot fail
		return c.done(nil)
	}
	ask := func(
		action sqlite3.AuthorizerActionCode, a, b, schema, inner string,
	) sqlite3.AuthorizerReturnCode {
		texts := []any{askAuthorize, c.id, int(action), a, b, schema, inner}
		for i := 3; i < len(texts); i++ {
			// The library tells no text and an empty one not apart; the name of a column that is not read is
			// the one text of SQLite's own that is empty.
			if texts[i] == "" && (action != sqlite3.AUTH_READ || i != 4) {
				texts[i] = nil
			}
		}
		return sqlite3.AuthorizerReturnCode(integer(c.state.ask(texts...), 0))
	}
	if err := c.lib.SetAuthorizer(ask); err != nil {
		return c.failed()
	}
	return c.done(nil)
}

// progress is (after how many instructions; 0: never).
func progress(c *conn, args []any) []any {
	n := integer(args, 0)
	c.lib.SetInterrupt(context.Background())
	if n > 0 {
		c.lib.SetInterrupt(asking{context.Background(), c})
	}
	c.Xsqlite3_progress_handler_go(c.db, int32(n))
	return c.done(nil)
}

// asking is a context whose end the caller is asked about.
type asking struct {
	context.Context //nolint:containedctx // it is one
	c               *conn
}

// Err implements context.Context.
func (a asking) Err() error {
	if integer(a.c.state.ask(askProgress, a.c.id), 0) != 0 {
		return context.Canceled
	}
	return nil
}

// trace is (whether statements are told).
func trace(c *conn, args []any) []any {
	c.trace = integer(args, 0) != 0
	return c.done(nil)
}
