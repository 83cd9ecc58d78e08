// Package jq runs programs of jq 1.6, the version of Debian 12: its language, its builtins, the texts of its
// errors and its numbers, which are doubles. An object keeps the order in which its keys came, as jq's do.
//
// A program is parsed to a tree, checked, and walked: a filter is a function of one value that calls back
// with each of its results, so that backtracking is returning. What jq 1.6 does by a slip of its own is done
// likewise where scripts can see it: `f?` also ends quietly at errors of what comes after it.
package jq

import "strconv"

// Error is an error that a program raises or meets; Value is what `catch` gets.
type Error struct{ Value any }

// Error implements error.
func (e *Error) Error() string {
	if s, ok := e.Value.(string); ok {
		return s
	}
	return Encode(e.Value, Format{Compact: true})
}

// Halt ends the program: halt and halt_error.
type Halt struct {
	Code  int
	Value any
	Text  bool // the value is to be shown on standard error
}

// Error implements error.
func (h *Halt) Error() string { return "halt " + strconv.Itoa(h.Code) }

// Missing names what jq has and this package has not.
type Missing struct{ What string }

// Error implements error.
func (m *Missing) Error() string { return m.What + " is not supported" }

// CompileError is a program that cannot be compiled: Lines are jq's own, without the count at their end.
type CompileError struct {
	Lines string
	Count int
}

// Error implements error.
func (e *CompileError) Error() string { return e.Lines }
