// Package library is SQLite as a library of another guest, which calls it within its own process: what is
// opened, locked and written is that process's. Python's _sqlite3 stands on it.
//
// A call may have to ask back, for a function or a hook that is the caller's. It does not wait for the answer
// inside the caller's call, which would nest one guest in the other; it goes to sleep, the caller is told
// the question, and wakes it with the answer. Until then the caller may make other calls.
package library

import (
	"fmt"
	godebug "runtime/debug"
)

// What an answer begins with.
const (
	answerDone     = 0 // then the result, and whether the connection is in autocommit mode
	answerQuestion = 1 // then the number to answer under, what is asked, and its arguments
	answerError    = 2 // then the extended code, the message, and the place in the statement, or -1
	answerRefused  = 3 // then which argument, and why
	answerPanic    = 4 // then a text
)

// opResume wakes a call: (opResume, number, answer...).
const opResume = 0

// state is all calls that sleep, and what they work on.
type state struct {
	sleeping map[int64]chan []any
	next     int64
	answers  chan []byte
	conns    map[int64]*conn
	backups  map[int64]*backup
	spare    []byte // for an answer
}

var current = state{
	sleeping: map[int64]chan []any{}, answers: make(chan []byte), conns: map[int64]*conn{},
	backups: map[int64]*backup{},
}

// Call makes the call of a request. The answer is good until the next one.
func Call(request []byte) []byte {
	v, err := decode(request)
	args, ok := v.([]any)
	if err != nil || !ok || len(args) < 2 {
		return encode(nil, []any{answerPanic, errFormat.Error()})
	}
	s := &current
	if args[0] == int64(opResume) {
		id, _ := args[1].(int64)
		sleeper := s.sleeping[id]
		if sleeper == nil {
			return encode(nil, []any{answerPanic, "library: nobody waits for that answer"})
		}
		delete(s.sleeping, id)
		sleeper <- args[2:]
	} else {
		go s.serve(args)
	}
	return <-s.answers
}

// serve makes one call from its beginning to its end.
func (s *state) serve(args []any) {
	defer func() {
		if r := recover(); r != nil {
			s.answers <- encode(nil, []any{answerPanic, fmt.Sprint(r), string(godebug.Stack())})
		}
	}()
	op := integer(args, 0)
	if op <= 0 || op >= int64(len(operations)) {
		panic("library: no such operation")
	}
	s.answers <- encode(s.spare[:0], operations[op](s, args[1:]))
}

// ask asks the caller and sleeps until it answers.
func (s *state) ask(question ...any) []any {
	s.next++
	sleeper := make(chan []any)
	s.sleeping[s.next] = sleeper
	s.answers <- encode(nil, append([]any{answerQuestion, s.next}, question...))
	return <-sleeper
}

// operation is what a request can be about.
type operation func(s *state, args []any) []any

// operations are numbered as in the caller's module.
var operations [40]operation

func init() { //nolint:gochecknoinits // the table's entries refer to it
	operations = [...]operation{
		1: open, 2: on(closing), 3: on(prepare), 4: on(execute), 5: on(step), 6: on(rows), 7: on(reset),
		8: on(finalize), 9: on(script), 10: on(row), 11: on(limit), 12: on(configure), 13: on(createFunction),
		14: on(createAggregate), 15: on(createCollation), 16: on(authorizer), 17: on(progress), 18: on(trace),
		19: on(timeout), 20: on(interrupt), 21: on(totals), 22: on(blobOpen), 23: on(blobRead),
		24: on(blobWrite), 25: on(blobClose), 26: on(serialize), 27: on(deserialize), 28: backupInit,
		29: backupStep, 30: backupFinish, 31: complete, 32: on(version), 33: on(expanded), 39: nil,
	}
}

// on is an operation on a connection, whose number comes first.
func on(f func(c *conn, args []any) []any) operation {
	return func(s *state, args []any) []any {
		c := s.conns[integer(args, 0)]
		if c == nil {
			panic("library: no such connection")
		}
		return f(c, args[1:])
	}
}

// integer is an argument that has to be one; a caller that gives another is broken.
func integer(args []any, i int) int64 {
	if i < len(args) {
		if n, ok := args[i].(int64); ok {
			return n
		}
	}
	panic(fmt.Sprintf("library: argument %d is no integer", i))
}

// text is an argument that has to be a text or bytes.
func text(args []any, i int) string {
	if i < len(args) {
		switch v := args[i].(type) {
		case string:
			return v
		case []byte:
			return string(v)
		}
	}
	panic(fmt.Sprintf("library: argument %d is no text", i))
}
