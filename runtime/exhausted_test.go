//go:build unix

package runtime_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

// asked is how much a guest wanted, which is its own business.
var asked = regexp.MustCompile(`allocate \d+ bytes`)

// TestNoMoreMemory has programs that may have little address space: each ends with its own words, and none with
// those of the language that it is written in.
func TestNoMoreMemory(t *testing.T) {
	t.Parallel()
	m := withBox(t)
	for _, c := range []struct {
		script, out string
	}{
		{"ulimit -v 20000; bash -c 'x=a; while :; do x=$x$x; done'", "bash: xrealloc: cannot allocate N bytes\n2\n"},
		{"ulimit -v 20000; (x=a; while :; do x=$x$x; done)", "bash: xrealloc: cannot allocate N bytes\n2\n"},
		{"ulimit -v 20000; seq 900000 | sort -r", "sort: memory exhausted\n2\n"},
		{"ulimit -v 20000; jq -n '[range(1e7)]'", "error: cannot allocate memory\n134\n"},
		{"ulimit -v 100; true; /bin/true", "139\n"},
		{"ulimit -v 2000; /bin/true", "/bin/true: " + unmapped + "127\n"},
		{"ulimit -v 2000; (exec -a x true)", "x: " + unmapped + "127\n"},
		{"ulimit -v 2000; (:); echo $(echo forks are no starts)", "forks are no starts\n0\n"},
		{"ulimit -v 3000; /bin/true", "0\n"},
	} {
		script := "exec 2>&1; " + c.script + "; echo $?"
		out, status := run(t, m, "bash", "-c", script)
		if i := strings.Index(out, "bash: line "); i >= 0 { // how a signal is told
			out = out[:i] + out[i+strings.Index(out[i:], "\n")+1:]
		}
		out = asked.ReplaceAllString(out, "allocate N bytes")
		if out != c.out || status != primitives.ExitedStatus(0) {
			t.Errorf("%s: %q, %v", c.script, out, status)
		}
	}
	if list := m.Unsupported(); len(list) > 0 {
		t.Errorf("unsupported: %v", list)
	}
}

const unmapped = "error while loading shared libraries: libc.so.6: failed to map segment from shared object\n"
