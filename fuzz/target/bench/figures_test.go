package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"sync"
	"syscall"
	"testing"
)

// figures are what the run measured, by name.
var figures = struct {
	sync.Mutex
	byName map[string]float64
}{byName: map[string]float64{}}

// report tells one figure to the benchmark's reader and keeps it for the file.
func report(b *testing.B, name, unit string, value float64) {
	b.Helper()
	value, _ = rounded(value)
	b.ReportMetric(value, unit)
	figures.Lock()
	defer figures.Unlock()
	figures.byName[name] = value
}

// rounded keeps four significant digits: no figure here is better than that.
func rounded(v float64) (float64, error) {
	var out float64
	_, err := fmt.Sscan(fmt.Sprintf("%.4g", v), &out)
	return out, err
}

// TestMain writes the figures to the file that BENCH_JSON names.
func TestMain(m *testing.M) {
	code := m.Run()
	if file := os.Getenv("BENCH_JSON"); file != "" && len(figures.byName) > 0 {
		text, err := json.MarshalIndent(figures.byName, "", "  ")
		if err == nil {
			err = os.WriteFile(file, append(text, '\n'), 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "write figures:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// median of some values; they are sorted in place.
func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// unseen is the CPU time, ns, of processes that nobody below us waited for, such as those in a PID namespace of
// their own, as they told it themselves.
var unseen int64

// used is the CPU time, ms, that this process and the children it has waited for took so far.
func used() float64 {
	total := unseen
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if syscall.Getrusage(who, &r) != nil {
			return math.NaN()
		}
		total += r.Utime.Nano() + r.Stime.Nano()
	}
	return float64(total) / 1e6
}

// cost is the CPU time of one of n calls, ms.
func cost(b *testing.B, n int, fn func() error) float64 {
	b.Helper()
	before := used()
	for range n {
		if err := fn(); err != nil {
			b.Fatal(err)
		}
	}
	return (used() - before) / float64(n)
}

// beside measures ours beside theirs, n calls of each in turns for b.N rounds, and reports the median ratio and
// both costs.
func beside(b *testing.B, name string, n int, ours, theirs func() error) {
	b.Helper()
	cost(b, 2, ours) // compile, prepare, fill pools: what the first one pays is measured elsewhere
	cost(b, 2, theirs)
	var ratio, here, there []float64
	b.ResetTimer()
	for range b.N {
		h, t := cost(b, n, ours), cost(b, n, theirs)
		here, there, ratio = append(here, h), append(there, t), append(ratio, h/t)
	}
	b.StopTimer()
	report(b, name+"_cpu_ms", "cpu-ms", median(here))
	report(b, name+"_native_cpu_ms", "native-cpu-ms", median(there))
	report(b, name, "ratio", median(ratio))
}

// alone measures ours, n calls a round, and reports the median.
func alone(b *testing.B, name, unit string, perMS float64, n int, ours func() error) {
	b.Helper()
	cost(b, 2, ours)
	var here []float64
	b.ResetTimer()
	for range b.N {
		here = append(here, cost(b, n, ours)*perMS)
	}
	b.StopTimer()
	report(b, name, unit, median(here))
}
