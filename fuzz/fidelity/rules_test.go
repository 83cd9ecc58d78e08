package fidelity

import (
	"testing"
	"time"
)

// The two sides of the tests: a virtual clock, and another one that goes by the wall.
func scenes() (emulator, reference *Scene) {
	return &Scene{Began: time.Unix(0, emulatedStart)},
		&Scene{Began: time.Date(2026, 11, 30, 23, 45, 52, 0, time.UTC)}
}

// TestRules has for every rule texts that it must make one, and texts that must stay two.
func TestRules(t *testing.T) {
	t.Parallel()
	const trace = "Traceback (most recent call last):\n"
	cases := []struct {
		rule, emulator, reference string
		same                      bool
	}{
		{
			"traceback-source", trace + "  File \"<string>\", line 2, in <module>\n    f(1)\n    ~^^^\nValueError: x",
			trace + "  File \"<string>\", line 2, in <module>\nValueError: x", true,
		},
		{
			"traceback-source", "  File \"<string>\", line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax",
			"  File \"<string>\", line 1\n    x = =\nSyntaxError: invalid syntax", true,
		},
		{"traceback-source", "  File \"a.py\", line 2, in f\n    f(1)\n", "  File \"a.py\", line 3, in f\n    f(1)\n", false},
		{
			"traceback-source", "  File \"a.py\", line 2, in f\n    f(1)\nValueError: x",
			"  File \"a.py\", line 2, in f\n    f(1)\nValueError: y", false,
		},
		{"traceback-source", "names:\n    one", "names:\n    two", false},

		{
			"library-frames", trace + "  File \"/usr/lib/python3.13/json/__init__.py\", line 346, in loads\nE",
			trace + "  File \"/usr/lib/python3.11/json/__init__.py\", line 340, in loads\n" +
				"  File \"<frozen codecs>\", line 3, in decode\nE", true,
		},
		{"library-frames", trace + "  File \"/workspace/a.py\", line 3, in f\nE", trace + "E", false},
		{
			"library-frames", trace + "  File \"/usr/lib/python3/dist-packages/yaml/x.py\", line 3, in f\nE",
			trace + "E", false,
		},

		{
			"comprehension-frames", trace + "  File \"a.py\", line 3, in f\nE",
			trace + "  File \"a.py\", line 3, in f\n  File \"a.py\", line 3, in <listcomp>\nE", true,
		},
		{
			"comprehension-frames", trace + "  File \"a.py\", line 3, in f\nE",
			trace + "  File \"a.py\", line 3, in f\n  File \"a.py\", line 3, in <lambda>\nE", false,
		},

		{
			"python-suggestion", "NameError: name 'x' is not defined. Did you forget to import 'x'?",
			"NameError: name 'x' is not defined", true,
		},
		{
			"python-suggestion", "NameError: name 'x' is not defined. Did you mean: 'xx'?",
			"NameError: name 'y' is not defined", false,
		},
		{"python-suggestion", "usage: x. Did you mean this?", "usage: x", false},

		{"python-version", "Python 3.13.2 and python3.13, cpython-313", "Python 3.11.2 and python3.11, cpython-311", true},
		{"python-version", "version 3.13", "version 3.11", false},
		{"python-version", "Python 2.7.1", "Python 3.11.1", false},

		{"program-version", "GNU bash, version 5.2.0(1)-release (wasm)", "GNU bash, version 5.2.15(1)-release (x86_64)", true},
		{"program-version", "ls (GNU coreutils) 9.4", "ls (GNU coreutils) 9.1", true},
		{"program-version", "ls (GNU coreutils) 9.4", "cat (GNU coreutils) 9.4", false},
		{"program-version", "result 9.4", "result 9.1", false},

		{"address", "<__main__.A object at 0x1a2b3c>", "<__main__.A object at 0x7f1122334455>", true},
		{"address", "<function f at 0x1a2b3c0>", "<function f at 0x7f1122334455>", true},
		{"address", "mask 0xff00ff", "mask 0x00ff00", false},

		{"set-order", "{'b', 'a'}", "{'a', 'b'}", true},
		{"set-order", "{'b', 'a'}", "{'a', 'c'}", false},
		{"set-order", "['b', 'a']", "['a', 'b']", false},
		{"set-order", "{'b': 1, 'a': 2}", "{'a': 2, 'b': 1}", false},

		{"clock", "at 2026-05-17T09:41:09.25Z", "at 2026-12-01T00:00:01+00:00", true},
		{"clock", "Sun May 17 09:41:07 UTC 2026", "Mon Nov 30 23:45:52 UTC 2026", true},
		{"clock", "-rw-r--r-- 1 agent agent 5 May 17 09:41 f", "-rw-r--r-- 1 agent agent 5 Nov 30 23:45 f", true},
		{"clock", "backup-20260517-094107.tgz", "backup-20261130-234552.tgz", true},
		{"clock", "Sun, 17 May 2026 09:41:07 GMT", "Mon, 30 Nov 2026 23:45:53 GMT", true},
		{"clock", "2026/05/17", "2026/11/30", true},
		{"clock", "due 2026-05-17", "due 2026-05-17 12:00", false}, // on the reference's side no present
		{"clock", "2024-01-31", "2024-02-01", false},
		{"clock", "2026-05-17", "2026-11-30T23:45:52Z", false}, // another form
		{"clock", "order 20261130", "order 20260517", false},   // the other side's present

		{"epoch", "t=1779010868.25", "t=1796082360", true},
		{"epoch", "1779010868123", "1796082360456", true},
		{"epoch", "id 1234567890", "id 1234567891", false},
		{"epoch", "sum 1796082360", "sum 1779010868", false},

		{"duration", "real\t0m0.003s\nuser\t0m0.001s\nsys\t0m0.002s", "real\t0m0.103s\nuser\t0m0.050s\nsys\t0m0.000s", true},
		{"duration", "5 bytes copied, 0.01 s, 0.5 kB/s", "5 bytes copied, 9.1e-05 s, 55.0 kB/s", true},
		{"duration", "Ran 3 tests in 0.002s", "Ran 3 tests in 0.011s", true},
		{"duration", "took 12 ms", "took 0.004 s", true},
		{"duration", "timed out after 5 seconds", "timed out after 6 seconds", false},
		{"duration", "5 bytes copied, 0.01 s, 0.5 kB/s", "6 bytes copied, 0.01 s, 0.5 kB/s", false},
		{"duration", "mean 0.002", "mean 0.003", false},

		{"pid", "bash: line 1:     7 Killed   python3 x.py", "bash: line 1: 31337 Killed   python3 x.py", true},
		{
			"pid", "bash: line 1:     3 File size limit exceededhead -c 9", "bash: line 1:    10 File size limit exceededhead -c 9",
			true,
		},
		{"pid", "[1] 12", "[1] 4711", true},
		{"pid", "worker pid 12", "worker pid 4711", true},
		{"pid", "bash: line 1:     7 Killed   a", "bash: line 1:     7 Terminated   a", false},
		{"pid", "[1] 12 apples", "[1] 13 apples", false},
		{"pid", "rapid 12", "rapid 13", false},

		{"temp-name", "/tmp/tmp.AbCdEfGhIj/x", "/tmp/tmp.0123456789/x", true},
		{"temp-name", "/tmp/tmpab_d9f1h", "/tmp/tmp________", true},
		{"temp-name", "/tmp/tmp.AbCdEfGhIj/x", "/tmp/tmp.0123456789/y", false},
		{
			"temp-name", "sed: couldn't open temporary file ./sedAbC123: Permission denied",
			"sed: couldn't open temporary file ./sedXyZ789: Permission denied", true,
		},
		{"temp-name", "sed: can't read ./sedAbC123: x", "sed: can't read ./sedXyZ789: x", false},

		{"mime-boundary", "--===============0123456789012345678==--", "--===============1111111111111111111==--", true},
		{"mime-boundary", "===============12==", "===============13==", false},

		{"temp-name", "/tmp/report1", "/tmp/report2", false},
	}
	byName := map[string]Rule{}
	fires, holds := map[string]bool{}, map[string]bool{}
	for _, r := range Rules() {
		byName[r.Name] = r
	}
	emulator, reference := scenes()
	for _, tc := range cases {
		r, known := byName[tc.rule]
		if !known {
			t.Fatalf("no rule %s", tc.rule)
		}
		a, b := r.take(emulator, tc.emulator), r.take(reference, tc.reference)
		if (a == b) != tc.same {
			t.Errorf("%s: %q and %q become %q and %q; the same: want %v", tc.rule, tc.emulator, tc.reference, a, b, tc.same)
		}
		if again := r.take(emulator, a); again != a {
			t.Errorf("%s is not idempotent: %q becomes %q", tc.rule, a, again)
		}
		if tc.same {
			fires[tc.rule] = true
		} else {
			holds[tc.rule] = true
			if x, y := Normal(emulator, []byte(tc.emulator)), Normal(reference, []byte(tc.reference)); x == y {
				t.Errorf("all rules together hide that %q is not %q", tc.emulator, tc.reference)
			}
		}
	}
	for _, r := range Rules() {
		if !fires[r.Name] || !holds[r.Name] {
			t.Errorf("%s needs a text that it changes and one that it must not", r.Name)
		}
	}
}

func TestNormalLeavesWhatIsNoText(t *testing.T) {
	t.Parallel()
	_, s := scenes()
	for _, text := range []string{"\xff2026-11-30", string(make([]byte, maxText)) + "2026-11-30"} {
		if got := Normal(s, []byte(text)); got != text {
			t.Errorf("%d bytes were changed", len(text))
		}
	}
	if got := Normal(s, []byte("2026-11-30")); got != "<date>" {
		t.Errorf("%q", got)
	}
	if got := Normal(&Scene{}, []byte("2026-11-30 1796082360")); got != "2026-11-30 1796082360" {
		t.Errorf("without a clock: %q", got)
	}
}
