package runtime_test

import (
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime"
)

func TestRestartKeepsWhatPersists(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Mounts.Dirs = append(p.Mounts.Dirs, primitives.ImageDir{Path: "/data", UID: 1000, GID: 1000, Mode: 0o755})
	p.Persistence.Paths = []string{"/data", "/new/volume"}
	p.Mounts.Files = append(p.Mounts.Files,
		primitives.ImageFile{Path: "/tmp/later/f", Content: []byte("x"), Mode: 0o600, UID: 7, AfterMounts: true})
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	user := p.Cred()
	put := func(path string) {
		ns := m.Namespace()
		f, err := ns.Open(&user, ns.Root(), path, primitives.O_CREAT|primitives.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(path, err)
		}
		_ = f.Close()
	}
	for _, path := range []string{"/data/kept", "/new/volume/kept", "/workspace/gone", "/tmp/gone"} {
		put(path)
	}
	running := spawn(t, m, "forever")
	before, now := m.Kernel(), m.Now()
	if err := m.Restart(); err != nil {
		t.Fatal(err)
	}
	if m.Kernel() == before || m.Kernel().Process(running) != nil || m.Now() < now {
		t.Error("not a new kernel on the old clock")
	}
	root := primitives.Root()
	for path, kept := range map[string]bool{
		"/data/kept": true, "/new/volume/kept": true, "/workspace/gone": false, "/tmp/gone": false,
		"/tmp/later/f": true,
	} {
		st, err := m.Namespace().Stat(&root, m.Namespace().Root(), path, 0)
		if (err == nil) != kept {
			t.Errorf("%s: %v", path, err)
		}
		if path == "/tmp/later/f" && (st.UID != 7 || st.Mode&0o777 != 0o600) {
			t.Errorf("%s: %+v", path, st)
		}
	}
	if out, _ := run(t, m, "runs"); out != "1\n" {
		t.Errorf("after the restart: %q", out)
	}
}

func TestRestartKeepsAllButTmpfs(t *testing.T) {
	t.Parallel()
	p := plain()
	p.Persistence.All = true
	m := newMachine(t, newEngine(t, runtime.EngineConfig{}), p, 1)
	root := primitives.Root()
	for range 3 {
		ns := m.Namespace()
		for _, dir := range []string{"/workspace/kept", "/tmp/gone"} {
			if err := ns.Mkdir(&root, ns.Root(), dir, 0o755); err != nil {
				t.Fatal(dir, err)
			}
		}
		if err := m.Restart(); err != nil {
			t.Fatal(err)
		}
		ns = m.Namespace()
		if err := ns.Unlink(&root, ns.Root(), "/workspace/kept", primitives.AT_REMOVEDIR); err != nil {
			t.Error("not kept: ", err)
		}
		if out, _ := run(t, m, "runs"); out != "1\n" {
			t.Errorf("after the restart: %q", out)
		}
	}
	if _, err := m.Finish(); err != nil {
		t.Error(err)
	}
}
