// Package primitives holds the nouns of an emulated sandbox: system calls and their results, error
// numbers, identities, the causes of denials, and one file for each primitive, a thing that a sandbox does
// to its guests. Such a file has the primitive's settings with their defaults and checks, the rules by
// which it denies, the profile without it (Relaxed) and with more of it (Tightened), the faults by which
// real sandboxes get it wrong, and how its denials look from inside on real Linux. Describe gives all of
// that as data.
//
// The package has no clock, no input or output, and no state.
package primitives
