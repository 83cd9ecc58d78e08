//go:build unix

package runtime_test

import (
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

func TestNodeOnAMachine(t *testing.T) {
	t.Parallel()
	m := withBox(t)
	for _, c := range []struct {
		argv   []string
		out    string
		status primitives.WaitStatus
	}{
		{[]string{"node", "-p", "[1, {a: 'x'}]"}, "[ 1, { a: 'x' } ]\n", primitives.ExitedStatus(0)},
		{
			[]string{"bash", "-c", "echo 'console.log(process.argv.slice(2), process.cwd()); " +
				"process.exitCode = 3' > a.js; node a.js x y"}, "[ 'x', 'y' ] /workspace\n", primitives.ExitedStatus(3),
		},
		{
			[]string{"bash", "-c", "echo '[3,1,2]' | node -e 'process.stdin.on(\"data\", (d) => " +
				"console.log(JSON.parse(d).sort().join()))'"}, "1,2,3\n", primitives.ExitedStatus(0),
		},
		{
			[]string{"node", "-e", "const {execSync, spawn} = require('child_process'); " +
				"console.log(execSync('echo $((6*7))').toString().trim()); " +
				"spawn('sh', ['-c', 'sleep 5; exit 4']).on('close', (c) => console.log('closed', c))"},
			"42\nclosed 4\n", primitives.ExitedStatus(0),
		},
		{
			[]string{"node", "-e", "setTimeout(() => console.log('an hour later'), 3600e3)"},
			"an hour later\n", primitives.ExitedStatus(0),
		},
		{
			[]string{"bash", "-c", "node -e 'null.x' 2>&1 | grep -c TypeError; " +
				"node -e 'try { require(\"fs\").writeFileSync(\"/proc/x\", \"\") } catch (e) { console.log(e.code) }'"},
			"1\nENOENT\n", primitives.ExitedStatus(0),
		},
	} {
		if out, status := run(t, m, c.argv...); out != c.out || status != c.status {
			t.Errorf("%q: %q, %v", c.argv, out, status)
		}
	}
	if list := m.Unsupported(); len(list) > 0 {
		t.Errorf("unsupported: %v", list)
	}
	out, _ := run(t, m, "node", "-e", "try { require('http') } catch (e) { console.log('caught') }")
	if out != "caught\n" {
		t.Errorf("%q", out)
	}
	if list := m.Unsupported(); !slices.Contains(list, "node: the module http") {
		t.Errorf("not named: %v", list)
	}
}

// TestNodeIsTheSessions: what is random, and the time, come from the session's seed.
func TestNodeIsTheSessions(t *testing.T) {
	t.Parallel()
	const code = "console.log(Math.random(), Date.now(), require('crypto').randomUUID(), process.hrtime())"
	first, _ := run(t, withBox(t), "node", "-e", code)
	second, _ := run(t, withBox(t), "node", "-e", code)
	if first == "" || first != second {
		t.Errorf("%q and %q", first, second)
	}
	e, err := boxed()
	if err != nil {
		t.Fatal(err)
	}
	if third, _ := run(t, newMachine(t, e, plain(), 2), "node", "-e", code); third == first {
		t.Errorf("another seed, the same: %q", third)
	}
}
