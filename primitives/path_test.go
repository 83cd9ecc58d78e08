package primitives_test

import (
	"errors"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

func TestRealpath(t *testing.T) {
	t.Parallel()
	links := map[string]string{
		"/bin": "usr/bin", "/abs": "/usr/lib", "/up/a": "../bin/sh", "/loop": "loop", "/usr/bin/sh": "dash", "/root": "/",
	}
	readlink := func(name string) (string, bool) { to, ok := links[name]; return to, ok }
	for _, tc := range []struct {
		name, want string
		err        error
	}{
		{name: "/", want: "/"},
		{name: "/../..", want: "/"},
		{name: "//etc/./passwd/", want: "/etc/passwd"},
		{name: "/bin/ls", want: "/usr/bin/ls"},
		{name: "/bin/../share", want: "/usr/share"},
		{name: "/abs/x", want: "/usr/lib/x"},
		{name: "/up/a", want: "/usr/bin/dash"},
		{name: "/root/absent/x", want: "/absent/x"},
		{name: "/root", want: "/"},
		{name: "/loop/x", err: primitives.ELOOP},
	} {
		got, err := primitives.Realpath(tc.name, readlink)
		if got != tc.want || !errors.Is(err, tc.err) {
			t.Errorf("Realpath(%q) = %q, %v, want %q, %v", tc.name, got, err, tc.want, tc.err)
		}
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, dir string
		want      bool
	}{
		{"/workspace", "/workspace", true},
		{"/workspace/a", "/workspace", true},
		{"/workspace-old/a", "/workspace", false},
		{"/", "/workspace", false},
		{"/etc", "/", true},
	} {
		if got := primitives.Within(tc.name, tc.dir); got != tc.want {
			t.Errorf("Within(%q, %q) = %v", tc.name, tc.dir, got)
		}
	}
}
