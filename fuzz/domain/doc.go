// Package domain generates workflows as agents write them, one file a domain. A domain is a set
// of fragments: a fragment adds a few steps that belong together, with what each should give in a
// sandbox that forbids nothing. A workflow is a few fragments of its domain, mixed with fragments
// about credentials and environment, which agents have everywhere.
//
// Generators are gopter's: a workflow is a function of the seed and the index alone.
package domain
