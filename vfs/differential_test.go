//go:build linux

package vfs_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLinux makes the same random calls on real mounts of this machine and on ours, and compares
// error, result and, at the end, the whole tree. SANDFAULT_DIFF_RUNS sets the number of sequences.
func TestLinux(t *testing.T) {
	t.Parallel()
	runs := 200
	if s := os.Getenv("SANDFAULT_DIFF_RUNS"); s != "" {
		runs, _ = strconv.Atoi(s)
	}
	for _, w := range []*world{tmpfsWorld(), overlayWorld(), landlockWorld(), diskWorld()} {
		t.Run(w.name, func(t *testing.T) { // one after the other: a fork in one holds the files of the other
			real := newLinux(t, w)
			var report string
			var failed bool
			runs := runs
			if w.name == "disk" {
				runs /= 20 // every sequence costs the disk a tenth of a second
			}
			real.on(func() { report, failed = compareAll(real, runs) })
			if failed {
				t.Fatal(report)
			}
			t.Log(report)
		})
	}
}

const sequence = 80 // calls

// compareAll plays sequences until one differs. It runs on the thread of the real side.
func compareAll(real *linux, runs int) (report string, failed bool) {
	calls := 0
	for seed := range uint64(runs) {
		c := chooser{r: rand.New(rand.NewPCG(seed, 1))}
		ops, diff := play(real, func(u *ours, i int) (op, bool) {
			c.ours = u
			return c.next(), i < sequence
		})
		calls += len(ops)
		if diff != nil {
			ops, diff = shrinkOps(real, ops, diff)
			return fmt.Sprintf("seed %d: %d calls\n%s", seed, len(ops), strings.Join(diff, "\n")), true
		}
	}
	return fmt.Sprintf("%d sequences, %d calls agree with Linux; results: %v", runs, calls, real.tally), false
}

// play makes calls on both sides until next has no more. It returns them, and the dialogue if the
// sides differ.
func play(real *linux, next func(u *ours, i int) (op, bool)) (ops []op, log []string) {
	real.world.reset(real)
	ours := real.world.ours(real.sysctls)
	ours.world = real.world
	both := func(o op) bool {
		want, got := real.do(o), ours.do(o)
		log = append(log, fmt.Sprintf("%-70s linux %s", o, want))
		if !same(want, got) {
			log = append(log, strings.Repeat(" ", 70)+" vfs   "+got)
			return false
		}
		return true
	}
	for _, o := range real.world.setup {
		if !both(o) {
			return nil, log
		}
	}
	log = nil
	for {
		o, more := next(ours, len(ops))
		if !more {
			break
		}
		ops = append(ops, o)
		if !both(o) {
			return ops, log
		}
	}
	a, b := real.tree(), ours.tree()
	for i := range max(len(a), len(b)) {
		if x, y := line(a, i), line(b, i); x != y {
			return ops, append(log, "at the end    linux "+x, "              vfs   "+y)
		}
	}
	return ops, nil
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "nothing"
}

// same allows for what the kernel package decides: a FIFO without a peer.
func same(linux, ours string) bool {
	return linux == ours || ours == "fifo" && (linux == "ENXIO" || linux == "fifo")
}

// shrinkOps drops calls for as long as some difference stays.
func shrinkOps(real *linux, ops []op, diff []string) ([]op, []string) {
	for again := true; again; {
		again = false
		for i := len(ops) - 1; i >= 0 && i < len(ops); i-- {
			fewer := slices.Delete(slices.Clone(ops), i, i+1)
			played, d := play(real, func(_ *ours, i int) (op, bool) {
				if i < len(fewer) {
					return fewer[i], true
				}
				return op{}, false
			})
			if d != nil {
				ops, diff, again = played, d, true
			}
		}
	}
	return ops, diff
}
