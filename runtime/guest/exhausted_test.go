package guest_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest"
)

// TestExhaust compares with what the programs of a Debian 12 said under `ulimit -v`.
func TestExhaust(t *testing.T) {
	t.Parallel()
	abort := primitives.SIGABRT
	for _, c := range []struct {
		name string
		argv []string
		want guest.Exhausted
	}{
		{"bash", []string{"bash", "-c", "x"}, guest.Exhausted{
			Words: "bash: xrealloc: cannot allocate 9 bytes\n", Exit: 2,
		}},
		{"bash", []string{"bash", "-ec", "x", "nm"}, guest.Exhausted{
			Words: "nm: xrealloc: cannot allocate 9 bytes\n", Exit: 2,
		}},
		{"bash", []string{"/bin/bash", "-o", "pipefail", "-e", "/w/s.sh", "-c"}, guest.Exhausted{
			Words: "/w/s.sh: xrealloc: cannot allocate 9 bytes\n", Exit: 2,
		}},
		{"bash", []string{"/bin/bash"}, guest.Exhausted{
			Words: "/bin/bash: xrealloc: cannot allocate 9 bytes\n", Exit: 2,
		}},
		{"dash", []string{"sh"}, guest.Exhausted{Signal: primitives.SIGSEGV}},
		{"sort", []string{"foo"}, guest.Exhausted{Words: "foo: memory exhausted\n", Exit: 2}},
		{"grep", []string{"foo/x"}, guest.Exhausted{Words: "foo/x: memory exhausted\n", Exit: 2}},
		{"uniq", []string{"uniq"}, guest.Exhausted{Words: "uniq: memory exhausted\n", Exit: 1}},
		{"mawk", []string{"foo/x"}, guest.Exhausted{
			Words: "x: run time error: out of memory\n\tFILENAME=\"\" FNR=0 NR=0\n", Exit: 2,
		}},
		{"rev", []string{"rev"}, guest.Exhausted{
			Words: "rev: cannot allocate 9 bytes: Cannot allocate memory\n", Exit: 1,
		}},
		{"jq", []string{"jq"}, guest.Exhausted{Words: "error: cannot allocate memory\n", Signal: abort}},
		{"unxz", nil, guest.Exhausted{Words: "unxz: Cannot allocate memory\n", Exit: 1}},
	} {
		if got := guest.Exhaust(c.name, c.argv, 9); got != c.want {
			t.Errorf("%s %q: %+v, want %+v", c.name, c.argv, got, c.want)
		}
	}
}

func TestUnloadable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		limit int64
		exit  int
		by    primitives.Signal
		ok    bool
	}{
		{"true", 100 << 10, 0, primitives.SIGSEGV, false},
		{"true", 2000 << 10, 127, 0, false},
		{"true", 3000 << 10, 0, 0, true},
		{"python3", 10_000 << 10, 127, 0, false},
		{"node", 500_000 << 10, 0, primitives.SIGTRAP, false},
		{"node", math.MaxInt64, 0, 0, true},
	} {
		e, ok := guest.Unloadable(c.name, []string{"x"}, c.limit)
		if ok != c.ok || e.Exit != c.exit || e.Signal != c.by || (e.Exit == 127) != strings.HasPrefix(e.Words, "x: error") {
			t.Errorf("%s in %d bytes: %+v %v", c.name, c.limit, e, ok)
		}
	}
}

// TestUnlinkable asks for a program with libraries of its own, and for one with libc alone.
func TestUnlinkable(t *testing.T) {
	t.Parallel()
	for name, library := range map[string]string{"ls": "libselinux.so.1", "cat": "libc.so.6"} {
		want := guest.Exhausted{Exit: 127, Words: "x: error while loading shared libraries: " + library +
			": cannot open shared object file: Error 24\n"}
		if got := guest.Unlinkable(name, []string{"x", "y"}); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
