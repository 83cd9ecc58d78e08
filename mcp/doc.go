// Package mcp is the server by which an agent drives emulated sandboxes by hand: it starts sessions, runs
// commands, moves files, and claims what it thinks is broken. What the agent does is recorded as a
// workflow that `sandfault run` and `sandfault replay` play again.
//
// # Order
//
// Calls of one session are put in order at its door: who came first is served first, and that order is what
// is recorded. Calls of several sessions run side by side, for sessions share nothing.
//
// # Calls that the host ends
//
// A call that is cancelled, or that takes too long on the host's clock, stops at a point that no second run
// would find again. So it is undone: the machine is dropped, and the next call finds a machine on which the
// recorded steps were played again. A recording never holds such a call.
//
// # Trust
//
// Every argument comes from an agent and is bounded before it is used. Sessions are numbered by the server,
// profiles are built in or given by the user, and the host's disk is touched in the recordings' folder only.
package mcp
