package fidelity

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// TestCompare has for each thing that is compared a pair that must differ and one that must not.
func TestCompare(t *testing.T) {
	t.Parallel()
	ok := workflow.Outcome{Started: true}
	for _, tc := range []struct {
		name string
		a, b workflow.Outcome
		want []string // fields
	}{
		{"nothing", ok, ok, nil},
		{"started", ok, workflow.Outcome{}, []string{"started"}},
		{"errors", workflow.Outcome{Error: "EROFS"}, workflow.Outcome{Error: "EACCES"}, []string{"error"}},
		{"the same error", workflow.Outcome{Error: "EROFS"}, workflow.Outcome{Error: "EROFS", Message: "words"}, nil},
		{"time limit", workflow.Outcome{Started: true, TimedOut: true, Exit: 124}, ok, []string{"timed_out", "exit"}},
		{"exit", workflow.Outcome{Started: true, Exit: 1}, workflow.Outcome{Started: true, Exit: 2}, []string{"exit"}},
		{"truncated", workflow.Outcome{Started: true, Truncated: true}, ok, []string{"truncated"}},
		{
			"error numbers in texts",
			workflow.Outcome{Started: true, Exit: 1, Stderr: []byte("cp: f: No space left on device\n")},
			workflow.Outcome{Started: true, Exit: 1, Stderr: []byte("cp: f: Permission denied\n")},
			[]string{"errno", "stderr"},
		},
		{
			"wording",
			workflow.Outcome{Started: true, Exit: 1, Stderr: []byte("cp: f: Permission denied\n")},
			workflow.Outcome{Started: true, Exit: 1, Stderr: []byte("cp: cannot open 'f': Permission denied\n")},
			[]string{"stderr"},
		},
		{"output", workflow.Outcome{Stdout: []byte("1\n")}, workflow.Outcome{Stdout: []byte("2\n")}, []string{"stdout"}},
		{
			"output but for what no machines share",
			workflow.Outcome{Stdout: []byte("[1] 7\n")},
			workflow.Outcome{Stdout: []byte("[1] 9\n")},
			nil,
		},
		{"content", workflow.Outcome{Data: []byte("\xff1")}, workflow.Outcome{Data: []byte("\xff2")}, []string{"content"}},
		{"mode", workflow.Outcome{Mode: 0o644}, workflow.Outcome{Mode: 0o600}, []string{"mode"}},
		{"mode after an error", workflow.Outcome{Mode: 0o644, Error: "EIO"}, workflow.Outcome{Error: "EIO"}, nil},
		{"entries", workflow.Outcome{Entries: []string{"a"}}, workflow.Outcome{Entries: []string{"b"}}, []string{"entries"}},
		{
			"entries of compiled modules",
			workflow.Outcome{Entries: []string{"a.cpython-313.pyc"}},
			workflow.Outcome{Entries: []string{"a.cpython-311.pyc"}},
			nil,
		},
		{
			"time, causes and denials", workflow.Outcome{
				WallNS: 5, Cause: &primitives.Cause{Primitive: primitives.Mounts}, Denials: []workflow.Denial{{}},
			}, workflow.Outcome{WallNS: 7}, nil,
		},
	} {
		a, b := scenes()
		var got []string
		for _, d := range Compare(&tc.a, &tc.b, a, b) {
			got = append(got, d.Field)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestErrnos(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text string
		want string
	}{
		{"cat: x: No such file or directory\n", "ENOENT"},
		{"OSError: [Errno 28] No space left on device: 'f'", "ENOSPC"},
		{"FileNotFoundError: [Errno 2] No such file or directory: '/x'", "ENOENT"},
		{"mkdir: cannot create directory 'a': File exists\ncat: b: Is a directory", "EEXIST EISDIR"},
		{"failed with EACCES, then EAGAIN", "EACCES EAGAIN"},
		{"bash: fork: retry: Resource temporarily unavailable", "EAGAIN"},
		{"bash: ./x: Permission denied", "EACCES"},
		{"all is well", ""},
		{"EXAMPLE and ENOUGH", ""},
		{"it is said that Permission denied was printed", ""},
		{"[Errno 0] [Errno 999]", ""},
	} {
		if got := strings.Join(Errnos(tc.text), " "); got != tc.want {
			t.Errorf("%q: %s, want %s", tc.text, got, tc.want)
		}
	}
}

func TestCompareTrees(t *testing.T) {
	t.Parallel()
	file := target.Entry{Path: "/w/f", Mode: 0o100644, UID: 1, GID: 1, Size: 3, SHA256: "aaaaaaaaaa"}
	change := func(f func(*target.Entry)) []target.Entry {
		e := file
		f(&e)
		return []target.Entry{e}
	}
	dir := target.Entry{Path: "/w/d", Mode: 0o040755}
	below := target.Entry{Path: "/w/d/f", Mode: 0o100644}
	for _, tc := range []struct {
		name  string
		a, b  []target.Entry
		want  [2]string // of the only difference
		count int
	}{
		{"the same", []target.Entry{file}, []target.Entry{file}, [2]string{}, 0},
		{
			"only here",
			[]target.Entry{file},
			nil,
			[2]string{"/w/f: mode 100644, owner 1:1, 3 bytes", "/w/f: absent"},
			1,
		},
		{
			"only there", nil,
			[]target.Entry{file},
			[2]string{"/w/f: absent", "/w/f: mode 100644, owner 1:1, 3 bytes"},
			1,
		},
		{
			"a folder with all in it",
			[]target.Entry{dir, below},
			nil,
			[2]string{"/w/d: mode 040755, owner 0:0, 0 bytes", "/w/d: absent"},
			1,
		},
		{
			"mode",
			[]target.Entry{file},
			change(func(e *target.Entry) { e.Mode = 0o100600 }),
			[2]string{"/w/f: mode 100644", "/w/f: mode 100600"},
			1,
		},
		{
			"type",
			[]target.Entry{file},
			change(func(e *target.Entry) { e.Mode = 0o120644 }),
			[2]string{"/w/f: mode 100644", "/w/f: mode 120644"},
			1,
		},
		{
			"owner",
			[]target.Entry{file},
			change(func(e *target.Entry) { e.GID = 0 }),
			[2]string{"/w/f: owner 1:1", "/w/f: owner 1:0"},
			1,
		},
		{
			"size",
			[]target.Entry{file},
			change(func(e *target.Entry) { e.Size = 4 }),
			[2]string{
				"/w/f: contents of 3 bytes, sha256 aaaaaaaa", "/w/f: contents of 4 bytes, sha256 aaaaaaaa",
			},
			1,
		},
		{
			"content",
			[]target.Entry{file},
			change(func(e *target.Entry) { e.SHA256 = "bbbbbbbbbb" }),
			[2]string{
				"/w/f: contents of 3 bytes, sha256 aaaaaaaa", "/w/f: contents of 3 bytes, sha256 bbbbbbbb",
			},
			1,
		},
		{
			"a content that nobody hashed",
			[]target.Entry{file},
			change(func(e *target.Entry) { e.SHA256 = "" }),
			[2]string{},
			0,
		},
		{
			"link",
			[]target.Entry{{Path: "/l", Mode: 0o120777, Link: "a"}},
			[]target.Entry{{Path: "/l", Mode: 0o120777, Link: "b"}},
			[2]string{`/l: link to "a"`, `/l: link to "b"`},
			1,
		},
		{"random names", []target.Entry{{Path: "/tmp/tmpabcdefgh"}}, []target.Entry{{Path: "/tmp/tmp12345678"}}, [2]string{}, 0},
		{
			"folders of Python's version",
			[]target.Entry{{Path: "/.local/lib/python3.13/x"}},
			[]target.Entry{{Path: "/.local/lib/python3.11/x"}},
			[2]string{},
			0,
		},
		{
			"compiled modules",
			[]target.Entry{{Path: "/a.cpython-313.pyc", Mode: 0o100644, Size: 9}},
			[]target.Entry{{Path: "/a.cpython-311.pyc", Mode: 0o100644, Size: 8}},
			[2]string{},
			0,
		},
		{
			"modes of compiled modules",
			[]target.Entry{{Path: "/a.cpython-313.pyc", Mode: 0o100644, Size: 9}},
			[]target.Entry{{Path: "/a.cpython-311.pyc", Mode: 0o100600, Size: 8}},
			[2]string{"/a.cpython-<version>.pyc: mode 100644", "/a.cpython-<version>.pyc: mode 100600"},
			1,
		},
	} {
		a, b := scenes()
		got := CompareTrees(tc.a, tc.b, a, b)
		if len(got) != tc.count || tc.count == 1 && [2]string{got[0].Emulator, got[0].Reference} != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestExcerptShowsWhereTextsDiffer(t *testing.T) {
	t.Parallel()
	a, b := excerpt(strings.Repeat("same\n", 50)+"here\nend\n", strings.Repeat("same\n", 50)+"there\nend\n")
	if want := [2]string{"...\nsame\nsame\nhere\nend\n", "...\nsame\nsame\nthere\nend\n"}; [2]string{a, b} != want {
		t.Errorf("%q, %q", a, b)
	}
	if x, y := firstDifferent(a, b); x != "here" || y != "there" {
		t.Errorf("%q, %q", x, y)
	}
	if x, y := firstDifferent("a", "a\nb"); x != "" || y != "b" {
		t.Errorf("%q, %q", x, y)
	}
	if a, b := excerpt("", "x\n"); !reflect.DeepEqual([]string{a, b}, []string{"", "x\n"}) {
		t.Errorf("%q, %q", a, b)
	}
}

func TestFailureKind(t *testing.T) {
	t.Parallel()
	yes, text := true, "x"
	wall := int64(1)
	exit1 := workflow.Expect{Exit: []int{1}}
	ran := func(code int, stderr string) workflow.Outcome {
		return workflow.Outcome{Started: true, Exit: code, Stderr: []byte(stderr)}
	}
	for _, tc := range []struct {
		name   string
		expect workflow.Expect
		got    workflow.Outcome
		want   string
	}{
		{"nothing expected, passes", workflow.Expect{}, ran(0, ""), ""},
		{"nothing expected, exit", workflow.Expect{}, ran(2, "ls: x: No such file or directory"), "exit ENOENT"},
		{"a note alone expects nothing", workflow.Expect{Note: "n", Errno: "ENOENT"}, ran(1, ""), "exit"},
		{"nothing expected, error", workflow.Expect{}, workflow.Outcome{Error: "EROFS"}, "error EROFS"},
		{"nothing expected, time limit", workflow.Expect{}, workflow.Outcome{TimedOut: true, Exit: 124}, "timed out"},
		{"signal", workflow.Expect{}, ran(137, ""), "killed by a signal"},
		{"a code that is no signal", workflow.Expect{}, ran(255, ""), "exit"},
		{"an expected failure is none", exit1, ran(1, ""), ""},
		{"an expected failure that does not come", exit1, ran(0, ""), "not as expected: exit"},
		{"another code than expected", exit1, ran(3, ""), "exit"},
		{"output", workflow.Expect{Stdout: &text}, ran(0, ""), "not as expected: stdout"},
		{"the file API", workflow.Expect{OK: &yes}, workflow.Outcome{Error: "ENOSPC"}, "error ENOSPC"},
		{"wall time counts for nothing", workflow.Expect{MaxWallNS: &wall}, workflow.Outcome{Started: true, WallNS: 5}, ""},
	} {
		if got := FailureKind(&tc.expect, &tc.got); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestClassify(t *testing.T) {
	t.Parallel()
	some := []Difference{{Field: "stdout", Emulator: "a", Reference: "b"}}
	for _, tc := range []struct {
		emulator, reference string
		differences         []Difference
		want                Class
	}{
		{"", "", nil, Agree},
		{"exit", "exit", nil, Agree},
		{"exit", "", some, FalsePositive},
		{"", "exit", some, FalseNegative},
		{"", "", some, Differs},
		{"exit", "exit", some, Differs},
		{"exit", "timed out", nil, Differs},
	} {
		if got := classify(tc.emulator, tc.reference, tc.differences); got != tc.want {
			t.Errorf("%q and %q: %s, want %s", tc.emulator, tc.reference, got, tc.want)
		}
	}
}
