// Package conformance holds an adapter against the protocol of docs/ADAPTERS.md: small checks with names,
// which the author of an adapter runs as `sandfault adapter check CMD`. A check that fails says what was
// expected, what came, and how to mend it; a feature that the adapter says it lacks is no failure.
package conformance
