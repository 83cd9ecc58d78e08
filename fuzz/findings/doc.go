// Package findings stores what campaigns found, in SQLite, so that nothing is lost and
// everything replays. A finding folds with others of the same Fingerprint; each occurrence
// (profile, seed, index) is kept once. What is stored does not depend on the order in which it
// came: the same set of occurrences exports to the same bytes.
//
// [Open] makes a store or opens one, [Store.Put] folds a finding into it, [Store.List] and [Store.Get]
// read, and [Store.Export] writes all of them as lines of JSON. A [Baseline] is the set that a team knows
// already: its Compare tells the new defects and traps of a sweep from the known ones.
//
// The schema is a list of embedded migrations that is only ever appended to; a store of an
// older version is migrated when it is opened, one of a newer version is refused.
package findings
