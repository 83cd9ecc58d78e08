package store

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestBytesDependOnSourcesAlone is not parallel: it changes the environment.
func TestBytesDependOnSourcesAlone(t *testing.T) { //nolint:paralleltest // see above
	if testing.Short() {
		t.Skip("it builds a guest four times")
	}
	root, err := moduleDir()
	if err != nil {
		t.Fatal(err)
	}
	const dir = "runtime/testdata/guests/probe"
	want, err := compile(root, dir)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what, root string) {
		t.Helper()
		got, err := compile(root, dir)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: other bytes", what)
		}
	}
	copied := filepath.Join(t.TempDir(), "elsewhere", "a clone")
	if err := os.CopyFS(copied, only(root, dir)); err != nil {
		t.Fatal(err)
	}
	if git, err := exec.LookPath("git"); err == nil {
		if text, err := exec.Command(git, "init", "-q", copied).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	same("a clone", copied)

	cache := t.TempDir()
	unpacked := filepath.Join(cache, modulePath+"@v0.0.1")
	if err := os.CopyFS(unpacked, only(root, dir)); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"GOMODCACHE": cache, "GOFLAGS": "-ldflags=-s", "GOWASM": "satconv", "GOEXPERIMENT": "loopvar",
		"CGO_ENABLED": "1", "GOENV": filepath.Join(cache, "none"), "GOTOOLCHAIN": "local",
	} {
		t.Setenv(name, value)
	}
	same("an unpacked module, with settings of a user's", unpacked)
}
