package python_test

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/python"
)

func archive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLibraryMoves(t *testing.T) {
	t.Parallel()
	files, err := python.Library(archive(t, map[string]string{
		"b.pyc":                    "head\xfa\x10/tmp/stdlib/b.py tail \xda\x10/tmp/stdlib/b.py",
		"a/c.pyc":                  "text /tmp/stdlib/ in no name, \xfa\x04/tmp",
		"site-packages/README.txt": "left out",
	}))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"/usr/lib/python3.13/a/c.pyc", "text /tmp/stdlib/ in no name, \xfa\x04/tmp",
		"/usr/lib/python3.13/b.pyc",
		"head\xfa\x18/usr/lib/python3.13/b.py tail \xda\x18/usr/lib/python3.13/b.py",
	}
	if len(files) != 2 {
		t.Fatalf("%d files", len(files))
	}
	for i, f := range files {
		if f.Path != want[2*i] || string(f.Content) != want[2*i+1] {
			t.Errorf("%s: %q", f.Path, f.Content)
		}
	}
	if _, err := python.Library([]byte("no archive")); err == nil {
		t.Error("what is no archive was read")
	}
}

func TestDigestsAreChecked(t *testing.T) {
	t.Parallel()
	if python.CheckWasm([]byte("\x00asm")) == nil || python.CheckZip([]byte("PK")) == nil {
		t.Error("another build was accepted")
	}
}

func TestPatchesPinWhatTheyReplace(t *testing.T) {
	t.Parallel()
	for _, p := range python.Patches() {
		memory := make([]byte, p.Address+100)
		if p.Apply(memory) == nil {
			t.Errorf("patch at %d: applied to other bytes", p.Address)
		}
		copy(memory[p.Address:], p.Old)
		if err := p.Apply(memory); err != nil || !bytes.HasPrefix(memory[p.Address:], p.New) {
			t.Errorf("patch at %d: %v", p.Address, err)
		}
		if p.Apply(memory[:p.Address]) == nil {
			t.Errorf("patch at %d: applied outside of memory", p.Address)
		}
	}
}
