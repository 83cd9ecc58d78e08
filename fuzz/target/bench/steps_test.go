package bench

import (
	"fmt"
	"testing"
)

// BenchmarkSteps tells which of W7's steps cost how much.
func BenchmarkSteps(b *testing.B) {
	needsPython(b, open(b))
	w, p := newWorkflow7(b), settings(b)
	cost(b, 1, func() error { return w.play(p) })
	took := make([][]float64, len(w.steps()))
	b.ResetTimer()
	for range b.N {
		x, err := start(p)
		if err != nil {
			b.Fatal(err)
		}
		for i, s := range w.steps() {
			took[i] = append(took[i], cost(b, 1, func() error {
				_, err := x.do(&s.Request)
				return err
			}))
		}
		x.machine.Close()
	}
	b.StopTimer()
	for i, s := range w.steps() {
		name := fmt.Sprintf("w7_step_%02d_%s_cpu_ms", i, s.Op)
		report(b, name, fmt.Sprintf("step-%02d-cpu-ms", i), median(took[i]))
	}
}
