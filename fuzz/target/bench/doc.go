// Package bench holds the benchmarks of the emulator as its users meet it, each beside what a native program
// takes on the same machine in the same run. All figures are CPU time, for on a busy machine the time that
// passes says little, and medians over rounds in which both sides take turns.
//
// `make bench` runs them and writes the figures to bench.json; docs/PERFORMANCE.md says what they mean.
package bench
