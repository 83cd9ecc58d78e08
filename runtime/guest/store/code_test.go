package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/store"
)

// codeWith returns compiled code in which "module" has the files a and b.
func codeWith(t *testing.T) (code *store.Code, version string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "code")
	code = openCode(t, dir)
	version = filepath.Join(dir, "wazero-v1")
	if err := os.Mkdir(version, 0o700); err != nil {
		t.Fatal(err)
	}
	code.Check(module)
	put(t, filepath.Join(version, "a"), "machine code")
	put(t, filepath.Join(version, "b"), "more of it")
	if err := code.Keep(module); err != nil {
		t.Fatal(err)
	}
	return code, version
}

var module = [32]byte{1}

func openCode(t *testing.T, dir string) *store.Code {
	t.Helper()
	code, err := store.OpenCode(dir)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// left lists what is in a directory, without the names of notes.
func left(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if strings.HasSuffix(name, ".sums") {
			name = "note"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func TestCodeIsCheckedBeforeUse(t *testing.T) {
	t.Parallel()
	note := func(dir string) string {
		files, _ := filepath.Glob(filepath.Join(dir, "*.sums"))
		return files[0]
	}
	for _, c := range []struct {
		name string
		do   func(dir string) error
		want string // left after Check
	}{
		{"as it was", func(string) error { return nil }, "note a b"},
		{"a bit changed", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "a"), []byte("machine code"[:11]+"f"), 0o600)
		}, ""},
		{"truncated", func(dir string) error { return os.Truncate(filepath.Join(dir, "b"), 3) }, ""},
		{"one gone", func(dir string) error { return os.Remove(filepath.Join(dir, "b")) }, ""},
		{"open to others", func(dir string) error { return os.Chmod(filepath.Join(dir, "a"), 0o666) }, ""},
		{"a link", func(dir string) error {
			if err := os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "..", "a")); err != nil {
				return err
			}
			return os.Symlink("../a", filepath.Join(dir, "a"))
		}, ""},
		{"another's", func(dir string) error { return os.Chown(filepath.Join(dir, "a"), 12345, 12345) }, ""},
		{"note damaged", func(dir string) error { return os.Truncate(note(dir), 70) }, ""},
		{"note gone", func(dir string) error { return os.Remove(note(dir)) }, ""},
		{"note empty", func(dir string) error { return os.Truncate(note(dir), 0) }, ""},
		{"unknown file", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "c"), []byte("planted"), 0o600)
		}, "note a b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, dir := codeWith(t)
			if err := c.do(dir); err != nil {
				t.Skip(err) // root alone gives files away
			}
			again := openCode(t, code.Dir())
			if again.Check(module); left(t, dir) != c.want {
				t.Errorf("%q is left, not %q", left(t, dir), c.want)
			}
		})
	}
}

func TestCodeIsTheUsersOwn(t *testing.T) {
	t.Parallel()
	code, version := codeWith(t)
	if st, err := os.Stat(code.Dir()); err != nil || st.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", st.Mode(), err)
	}
	for _, dir := range []string{version, code.Dir()} { // others could write there
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		openCode(t, code.Dir())
		if got := left(t, dir); got != "" {
			t.Errorf("%q is left", got)
		}
		if st, err := os.Stat(dir); err != nil || st.Mode().Perm() != 0o700 {
			t.Errorf("%v, %v", st.Mode(), err)
		}
	}
	if err := os.Chown(code.Dir(), 12345, 12345); err != nil {
		t.Skip("only root gives directories away: ", err)
	}
	if _, err := store.OpenCode(code.Dir()); err == nil || !strings.Contains(err.Error(), "another user") {
		t.Error(err)
	}
}

// TestNobodyElseCanReplaceTheCode opens it below directories that others can write to.
func TestNobodyElseCanReplaceTheCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode os.FileMode
		gid  int
		ok   bool
	}{
		{0o755, 12, true},
		{0o775, 12, false},
		{0o775, os.Geteuid(), true}, // a group of the user's own
		{0o777, 12, false},
		{0o777 | os.ModeSticky, 12, true},
	} {
		above := t.TempDir()
		if err := os.Lchown(above, -1, c.gid); err != nil {
			t.Skip(err)
		}
		if err := os.Chmod(above, c.mode); err != nil {
			t.Fatal(err)
		}
		_, err := store.OpenCode(filepath.Join(above, "sandfault", "code"))
		if (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "others can replace what is in "+above) {
			t.Errorf("%v: %v", c.mode, err)
		}
	}
}
