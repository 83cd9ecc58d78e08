package kernel_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/sandfault/sandfault/runtime/kernel"
)

// TestHostBound has programs that take the host's memory in every way there is: the run is aborted, by a
// count that is the same each time, and ends cleanly.
func TestHostBound(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"processes":   "spawn main\nspawn main\nnanosleep 1000000000000",
		"memory":      "grow 30000000\ngrow 30000000\ngrow 30000000\ngrow 30000000\nspawn main",
		"files":       "openat AT_FDCWD \"/tmp/big\" O_CREAT|O_WRONLY|O_APPEND 0600\nwrite 0 _ 30000000\nspawn main",
		"descriptors": "pipe2 _ 0\nfcntl 0 F_DUPFD 900\nspawn main\nnanosleep 1000000000000",
		"pipes":       "close 0\nclose 1\npipe2 _ 0\nwrite 1 _ 60000\nspawn main\nnanosleep 1000000000000",
	} {
		play := func() (string, uint64) {
			w := newWorld(t, &archive{files: []archived{{"main", script}}}, 1, func(c *kernel.Config) {
				c.HostBytes = 100 << 20
			})
			w.spawn(w.k.Init(), []string{"spawn", "main"})
			w.k.RunUntil(func() bool { return false }, w.clock.Now()+20_000_000_000)
			err := w.k.Aborted()
			if bound, ok := errors.AsType[*kernel.HostError](err); !ok || bound.Limit != 100<<20 {
				t.Errorf("%s: %v after %+v, %d bytes of the host", name, err, w.k.Stats(), w.k.HostBytes())
			}
			if n := w.k.HostBytes(); n > 100<<20 {
				t.Errorf("%s: %d bytes of the host", name, n)
			}
			s := w.k.Stats()
			w.k.Close()
			return fmt.Sprint(s), s.Processes
		}
		first, n := play()
		if again, _ := play(); again != first || n > 10_000 {
			t.Errorf("%s: %s, then %s", name, first, again)
		}
	}
}
