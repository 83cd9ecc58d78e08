package runtime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
)

func TestBaseImage(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Paths.Missing = []string{"curl", "python3", "ls"}
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	root := primitives.Root()
	ns := m.Namespace()
	for path, mode := range map[string]uint32{
		"/bin/sh": 0o100755, "/usr/bin/bash": 0o100755, "/root": 0o40700, "/tmp": 0o41777, "/var/tmp": 0o41777,
		"/etc/passwd": 0o100644, "/etc/os-release": 0o100644, "/var/run": 0o40755, "/dev/null": 0o20666,
		"/proc/self/stat": 0o100444, "/etc/localtime": 0o100644, "/usr/bin/node": 0o100755,
		"/usr/bin/curl": 0, "/usr/bin/python3": 0, "/usr/bin/ls": 0,
	} {
		st, err := ns.Stat(&root, ns.Root(), path, 0)
		if (err == nil) != (mode != 0) || st.Mode != mode {
			t.Errorf("%s: %o, %v", path, st.Mode, err)
		}
	}
	if text := take(m, "/etc/passwd"); !strings.HasSuffix(text, "\nagent:x:1000:1000::/home/agent:/bin/bash\n") {
		t.Errorf("passwd %q", text)
	}
	zone := take(m, "/usr/share/zoneinfo/Etc/UTC")
	if _, err := time.LoadLocationFromTZData("UTC", []byte(zone)); err != nil || len(zone) != 114 {
		t.Errorf("zone: %v, %d bytes", err, len(zone))
	}
}
