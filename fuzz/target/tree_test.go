package target

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

func TestTreeRoots(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		change func(*primitives.Profile)
		want   []string
	}{
		{"default", func(*primitives.Profile) {}, []string{"/dev/shm", "/home/agent", "/tmp", "/workspace"}},
		{
			"the root is the image's", func(p *primitives.Profile) { p.Paths.Cwd = "/" },
			[]string{"/dev/shm", "/home/agent", "/tmp", "/workspace"},
		},
		{
			"no home", func(p *primitives.Profile) { p.Identity.Home, p.Mounts.Dirs = "", nil },
			[]string{"/dev/shm", "/tmp", "/workspace"},
		},
		{
			"one below another", func(p *primitives.Profile) { p.Paths.Cwd = "/tmp/work" },
			[]string{"/dev/shm", "/home/agent", "/tmp", "/workspace"},
		},
		{
			"a name that only begins alike", func(p *primitives.Profile) { p.Paths.Cwd = "/tmpfiles" },
			[]string{"/dev/shm", "/home/agent", "/tmp", "/tmpfiles", "/workspace"},
		},
		{
			"a read-only tmpfs", func(p *primitives.Profile) { p.Mounts.Mounts[0].ReadOnly = true },
			[]string{"/dev/shm", "/home/agent", "/workspace"},
		},
		{
			"what a restart keeps", func(p *primitives.Profile) { p.Persistence.Paths = []string{"/data"} },
			[]string{"/data", "/dev/shm", "/home/agent", "/tmp", "/workspace"},
		},
	} {
		p := primitives.DefaultProfile()
		p.Mounts.Mounts = slices.Clone(p.Mounts.Mounts)
		tc.change(&p)
		if got := TreeRoots(&p); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// TestLocalListsItsTree plays steps of the file API, which need no guest.
func TestLocalListsItsTree(t *testing.T) {
	t.Parallel()
	engine, err := OpenEngine(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	mode := uint32(0o600)
	w := &workflow.Workflow{ID: "tree", Steps: []workflow.Step{
		{Op: workflow.OpWrite, Path: "b/c.txt", Data: []byte("content")},
		{Op: workflow.OpWrite, Path: "b.txt", Data: nil, Mode: &mode},
		{Op: workflow.OpWrite, Path: "/tmp/gone", Data: []byte("x")},
		{Op: workflow.OpRemove, Path: "/tmp/gone"},
		{Op: workflow.OpWrite, Path: "elsewhere", Session: "other"},
	}, Expect: make([]workflow.Expect, 5)}
	sum := func(s string) string {
		h := sha256.Sum256([]byte(s))
		return hex.EncodeToString(h[:])
	}
	p := primitives.DefaultProfile()
	p.Mounts.Files = []primitives.ImageFile{{Path: "/home/agent/link", Symlink: "/etc", Mode: 0o777}}
	for _, keep := range []bool{true, false} {
		plan := Plan{Workflow: w, Profile: p, Seed: det.NewSeed(1), KeepTree: keep}
		run, err := (&Local{Engine: engine.Engine}).Play(t.Context(), plan)
		if err != nil {
			t.Fatal(err)
		}
		var want []Entry
		if keep {
			want = []Entry{
				{Path: "/home/agent/link", Mode: 0o120777, Size: 4, Link: "/etc"},
				{Path: "/workspace/b", Mode: 0o040755, UID: 1000, GID: 1000},
				{Path: "/workspace/b.txt", Mode: 0o100600, UID: 1000, GID: 1000, SHA256: sum("")},
				{Path: "/workspace/b/c.txt", Mode: 0o100644, UID: 1000, GID: 1000, Size: 7, SHA256: sum("content")},
			}
		}
		if !reflect.DeepEqual(run.Tree, want) {
			t.Errorf("keep %v: %+v, want %+v", keep, run.Tree, want)
		}
	}
}

func TestContentSumReadsHolesAsZeros(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := zeros(&b, 5000); err != nil || b.String() != strings.Repeat("\x00", 5000) {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	b.Reset()
	if err := zeros(&b, -1); err != nil || b.Len() != 0 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
}
