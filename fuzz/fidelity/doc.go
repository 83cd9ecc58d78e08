// Package fidelity says how well one target predicts another one: it plays the same workflows on both,
// compares what every step gives, and counts.
//
// The emulator under test is the first target, the reference the second. Each step falls into one [Class]:
// they agree, a failure shows on one side only, or something else that was compared is different. Precision
// is the share of the emulator's failing steps that fail in the same way on the reference; recall is the
// share of the reference's failing steps that the emulator foresaw. [Compare] decides what differs, after
// the rules of [Rules] took out what no two machines have in common; [Run] plays, [Summary] holds the
// counts, and [Ratchet] holds a line that later changes must not fall below.
package fidelity
