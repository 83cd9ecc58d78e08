package linux_test

import (
	"os"
	goruntime "runtime"
	"testing"
	"time"

	"github.com/sandfault/sandfault/fuzz/target/linux"
)

// TestPlaysAddUp: a sweep plays thousands, so a run may leave neither descriptors nor goroutines in this process.
func TestPlaysAddUp(t *testing.T) {
	x := newTarget(t, linux.Options{})
	p := planOf(t, "one", []byte(`
id: one
profile: {persist: [/workspace], egress: open}
steps:
- run: {cmd: 'sleep 9 & cat', stdin: x}
- run: {cmd: 'sleep 9', timeout_s: 0.01}
- restart: {}
- write_file: {path: f, content: x}
- run: {cmd: 'true', cwd: /not/there}
expect: [{}, {}, {}, {}, {}]
`))
	count := func() (files, routines int) {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(entries), goruntime.NumGoroutine()
	}
	play(t, x, p) // the first opens what stays, such as the poller
	files, routines := count()
	for range 5 {
		play(t, x, p)
	}
	f, r := count()
	for end := time.Now().Add(5 * time.Second); (f > files || r > routines) && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond) // what fed a command's input ends a little later
		f, r = count()
	}
	if f > files || r > routines {
		t.Errorf("%d files became %d, %d goroutines %d", files, f, routines, r)
	}
}
