// Package race tells tests whether the race detector looks on. It slows Go down some ten times, so tests
// whose volume has nothing to do with concurrency play less of it then, and say so.
package race

import "testing"

// Volume returns how much a test plays: all, or under the race detector part of it, which is logged.
func Volume(t testing.TB, all, part int) int {
	t.Helper()
	if !Enabled || part >= all {
		return all
	}
	t.Logf("under the race detector: %d instead of %d", part, all)
	return part
}

// Part returns the items that a test plays: all, or under the race detector n of them from the whole length
// of the list, which is logged.
func Part[T any](t testing.TB, all []T, n int) []T {
	t.Helper()
	if !Enabled || n >= len(all) {
		return all
	}
	t.Logf("under the race detector: %d of %d", n, len(all))
	part := make([]T, 0, n)
	for i := range n {
		part = append(part, all[i*len(all)/n])
	}
	return part
}
