// Package gate is the way of a system call from a process to the kernel: a chain of handlers, each of
// which may look at the call, answer it, or pass it on. There is one gate a machine, and everything
// goes through it, also what the session itself does.
//
// The order is Record, Police, Inject, kernel: the trace has what the process saw; a policy's refusal is
// never replaced by a fault; and the kernel answers last.
package gate

import (
	"slices"

	"github.com/sandfault/sandfault/primitives"
)

// Handler answers a system call.
type Handler = primitives.Handler

// Middleware wraps a handler.
type Middleware func(next Handler) Handler

// Chain returns h behind the middlewares, of which the first is the outermost.
func Chain(h Handler, m ...Middleware) Handler {
	for _, v := range slices.Backward(m) {
		h = v(h)
	}
	return h
}
