package python_test

import (
	"archive/zip"
	"bytes"
	"strings"
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

// TestSources: a module lies as on Debian where its source is at hand, and stays as it was where there is none, or
// where the source is not the one that it was compiled from.
func TestSources(t *testing.T) {
	t.Parallel()
	const head = "\xf3\r\r\n\x00\x00\x00\x00\x01\x02\x03\x04\x05\x00\x00\x00"
	a := python.Archives{
		Library: archive(t, map[string]string{
			"a.pyc": head + "code", "p/b.pyc": head + "code", "alone.pyc": head, "other.pyc": head, "short.pyc": "x",
		}),
		Sources: archive(t, map[string]string{
			"a.py": "12345", "p/b.py": "67890", "other.py": "changed", "short.py": "12345", "more.py": "",
			"_pyrepl/pager.py": "extra", "a.txt": "",
		}),
	}
	files, err := a.Files()
	if err != nil {
		t.Fatal(err)
	}
	const unchecked = "\xf3\r\r\n\x01\x00\x00\x00\x01\x02\x03\x04\x05\x00\x00\x00"
	want := map[string]string{
		"__pycache__/a.cpython-313.pyc": unchecked + "code", "a.py": "12345",
		"p/__pycache__/b.cpython-313.pyc": unchecked + "code", "p/b.py": "67890",
		"alone.pyc": head, "other.pyc": head, "short.pyc": "x", "_pyrepl/pager.py": "extra",
	}
	for _, f := range files {
		name := strings.TrimPrefix(f.Path, python.LibraryDir+"/")
		if strings.HasPrefix(f.Path, python.ShimDir) {
			continue
		}
		if text, ok := want[name]; !ok || text != string(f.Content) {
			t.Errorf("%s: %q", name, f.Content)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	a.Sources = []byte("no archive")
	if _, err := a.Files(); err == nil {
		t.Error("what is no archive was read")
	}
	if a.Check() == nil {
		t.Error("other archives were accepted")
	}
}
