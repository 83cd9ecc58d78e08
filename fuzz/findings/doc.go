// Package findings stores what campaigns found, in SQLite, so that nothing is lost and
// everything replays. A finding folds with others of the same Fingerprint; each occurrence
// (profile, seed, index) is kept once. What is stored does not depend on the order in which it
// came: the same set of occurrences exports to the same bytes.
//
// The schema is a list of embedded migrations that is only ever appended to; a store of an
// older version is migrated when it is opened, one of a newer version is refused.
package findings
