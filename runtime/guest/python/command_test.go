package python_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/python"
)

func show(s *python.Start) string {
	what := "stdin"
	switch {
	case s.Job.Command != nil:
		what = fmt.Sprintf("command %q", *s.Job.Command)
	case s.Job.Module != nil:
		what = "module " + *s.Job.Module
	case s.Job.Filename != nil:
		what = "file " + *s.Job.Filename
	}
	return fmt.Sprintf("%v %s %q %d", s.Flags, what, s.Job.Argv, s.Skip)
}

func TestCommandLines(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"python3":                        `[] stdin [""] 1`,
		"python3 -":                      `[] stdin ["-"] 2`,
		"python3 - a -b":                 `[] stdin ["-" "a" "-b"] 2`,
		"python3 s.py -c x":              `[] file s.py ["s.py" "-c" "x"] 2`,
		"python3 -c pass":                `[] command "pass\n" ["-c"] 3`,
		"python3 -cpass a":               `[] command "pass\n" ["-c" "a"] 2`,
		"python3 -Isc pass -x":           `[-I -s] command "pass\n" ["-c" "-x"] 3`,
		"python3 -m mod -h":              `[] module mod ["-m" "-h"] 3`,
		"python3 -u -B s.py":             `[-u -B] file s.py ["s.py"] 4`,
		"python3 -W error -Xutf8=0 s.py": `[-W error -X utf8=0] file s.py ["s.py"] 5`,
	} {
		s, usual := python.Parse(strings.Fields(line), nil)
		if got := show(&s); !usual || got != want {
			t.Errorf("%s: %v %s, want %s", line, usual, got, want)
		}
	}
	if s, usual := python.Parse([]string{"python3", "s.py"}, []string{"PYTHONVERBOSE=1"}); usual {
		t.Errorf("%s: though it has something to say", show(&s))
	}
	for _, line := range []string{
		"", "python3 -c", "python3 -V", "python3 -h", "python3 --help", "python3 -i s.py", "python3 -Z",
		"python3 -v s.py", "python3 -X importtime s.py",
	} {
		if s, usual := python.Parse(strings.Fields(line), nil); usual {
			t.Errorf("%s: %s, though the interpreter has to read it", line, show(&s))
		}
	}
}

func TestKindsOfInterpreters(t *testing.T) {
	t.Parallel()
	kind := func(line string, env ...string) string {
		s, _ := python.Parse(strings.Fields(line), env)
		return s.Kind()
	}
	plain := kind("python3 a.py", "LANG=C.UTF-8", "HOME=/x", "PYTHONPATH=/p")
	if plain != kind("python3 -c b", "PATH=/bin", "LANG=C.UTF-8") {
		t.Error("what does not act on a start makes another kind")
	}
	for _, other := range []string{
		kind("python3 -I a.py", "LANG=C.UTF-8"), kind("python3 a.py"),
		kind("python3 a.py", "LANG=C.UTF-8", "PYTHONUTF8=0"),
	} {
		if other == plain {
			t.Error("what acts on a start makes no other kind")
		}
	}
}

func TestDecoding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		ascii bool
		want  string
	}{
		{"aé", false, "[97 233]"},
		{"aé", true, "[97 56515 56489]"},
		{"\xff€", false, "[56575 8364]"},
		{"\xed\xb3\xbf", false, "[56557 56499 56511]"},
	} {
		if got := fmt.Sprint(python.Decode(c.text, c.ascii)); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestScriptNamesBecomeAbsolute(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"s.py": "/w/s.py", "./s.py": "/w/s.py", "../s.py": "/w/../s.py", "/s.py": "/s.py",
	} {
		s, _ := python.Parse([]string{"python3", name}, nil)
		s.Resolve("/w")
		if *s.Job.Filename != want || s.Job.Argv[0] != name {
			t.Errorf("%s: %s, argv %q", name, *s.Job.Filename, s.Job.Argv)
		}
	}
}
