// Package adapter plays workflows on a sandbox that another program drives: an adapter, which the user
// names as `--target exec:CMD`. It is asked in lines of JSON on its standard input and answers in lines of
// JSON on its standard output; docs/ADAPTERS.md is the protocol's page.
//
// [New] makes a target of a command. Each Play starts the command afresh, in a process group of its own,
// starts one session for each that the workflow names, asks for the steps in order, and ends the group. An
// adapter is believed nothing: its lines and all that it says are bounded, each request has a time limit on
// the host's clock, and what breaks the protocol aborts the run with an error that shows it.
//
// [Dial] is the connection alone, for callers that make requests of their own, as package conformance does.
package adapter
