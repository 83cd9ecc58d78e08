package vfs_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/vfs"
)

func TestWalkBelow(t *testing.T) {
	t.Parallel()
	b := newBox(t, vfs.Options{})
	b.must(b.ns.Mkdir(&b.c, b.ns.Root(), "/tmp/d", 0o755))
	for _, tc := range []struct {
		path string
		want []string
	}{
		{"/home/user", []string{"/home/user", "/home/user/lower", "/home/user/lower/f", "/home/user/mine"}},
		{"/tmp", []string{"/tmp", "/tmp/d"}},  // what is mounted there
		{"/bin", []string{"/bin", "/bin/ls"}}, // a link is followed, and keeps its name
		{"/etc/passwd", []string{"/etc/passwd"}},
	} {
		var got []string
		b.must(b.ns.WalkBelow(tc.path, func(e *vfs.Entry) error {
			got = append(got, e.Path)
			return nil
		}))
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.path, got, tc.want)
		}
	}
	err := b.ns.WalkBelow("/absent", func(*vfs.Entry) error { return nil })
	if !errors.Is(err, primitives.ENOENT) {
		t.Errorf("a path that is not there: %v", err)
	}
}
