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
// error, result and, at the end, the whole tree. SANDFAULT_DIFF_RUNS sets the number of sequences,
// SANDFAULT_DIFF_STREAM which ones: a number, 1 if it is not set.
func TestLinux(t *testing.T) {
	t.Parallel()
	runs := 200
	if s := os.Getenv("SANDFAULT_DIFF_RUNS"); s != "" {
		runs, _ = strconv.Atoi(s)
	}
	for _, w := range []*world{tmpfsWorld(), overlayWorld(), landlockWorld(), diskWorld()} {
		t.Run(w.name, func(t *testing.T) { // one after the other: a fork in one holds the files of the other
			host := newLinux(t, w)
			var report string
			var failed bool
			runs := runs
			if w.name == "disk" {
				runs /= 20 // every sequence costs the disk a tenth of a second
			}
			host.on(func() { report, failed = compareAll(host, runs) })
			if failed {
				t.Fatal(report)
			}
			t.Log(report)
		})
	}
}

const sequence = 80 // calls

// compareAll plays sequences until one differs. It runs on the thread of Linux's side.
func compareAll(host *linux, runs int) (report string, failed bool) {
	calls, stream := 0, uint64(1)
	if s := os.Getenv("SANDFAULT_DIFF_STREAM"); s != "" {
		stream, _ = strconv.ParseUint(s, 10, 64)
	}
	for seed := range uint64(runs) {
		c := chooser{r: rand.New(rand.NewPCG(seed, stream))}
		ops, diff := play(host, func(u *ours, i int) (op, bool) {
			c.ours = u
			return c.next(), i < sequence
		})
		calls += len(ops)
		if diff != nil {
			ops, diff = shrinkOps(host, ops, diff)
			return fmt.Sprintf("seed %d: %d calls\n%s", seed, len(ops), strings.Join(diff, "\n")), true
		}
	}
	return fmt.Sprintf("%d sequences, %d calls agree with Linux; results: %v", runs, calls, host.tally), false
}

// play makes calls on both sides until next has no more. It returns them, and the dialogue if the
// sides differ.
func play(host *linux, next func(u *ours, i int) (op, bool)) (ops []op, log []string) {
	host.world.reset(host)
	ours := host.world.ours(host.sysctls)
	ours.world = host.world
	both := func(o op) bool {
		want, got := host.do(o), ours.do(o)
		log = append(log, fmt.Sprintf("%-70s linux %s", o, want))
		if !same(want, got) {
			log = append(log, strings.Repeat(" ", 70)+" vfs   "+got)
			return false
		}
		return true
	}
	for _, o := range host.world.setup {
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
	a, b := host.tree(), ours.tree()
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
func shrinkOps(host *linux, ops []op, diff []string) ([]op, []string) {
	for again := true; again; {
		again = false
		for i := len(ops) - 1; i >= 0 && i < len(ops); i-- {
			fewer := slices.Delete(slices.Clone(ops), i, i+1)
			played, d := play(host, func(_ *ours, i int) (op, bool) {
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
