package store_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestRewrittenModulesAreChecked(t *testing.T) {
	t.Parallel()
	const text = "a rewritten module"
	for _, c := range []struct {
		name string
		do   func(file, note string) error
		kept bool
	}{
		{"as it was", func(string, string) error { return nil }, true},
		{"old", func(file, note string) error {
			for _, name := range []string{file, note} {
				if err := os.Chtimes(name, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
					return err
				}
			}
			return nil
		}, true},
		{"changed", func(file, _ string) error { return os.WriteFile(file, []byte("b"+text[1:]), 0o600) }, false},
		{"truncated", func(file, _ string) error { return os.Truncate(file, 3) }, false},
		{"empty", func(file, _ string) error { return os.Truncate(file, 0) }, false},
		{"gone", func(file, _ string) error { return os.Remove(file) }, false},
		{"open to others", func(file, _ string) error { return os.Chmod(file, 0o666) }, false},
		{"a link", func(file, _ string) error {
			if err := os.Rename(file, file+".tmp"); err != nil {
				return err
			}
			return os.Symlink(file+".tmp", file)
		}, false},
		{"another's", func(file, _ string) error { return os.Chown(file, 12345, 12345) }, false},
		{"note damaged", func(_, note string) error { return os.Truncate(note, 70) }, false},
		{"note gone", func(_, note string) error { return os.Remove(note) }, false},
		{"note open to others", func(_, note string) error { return os.Chmod(note, 0o666) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, _ := codeWith(t)
			key := [32]byte{2}
			if b, ok := code.Load(key); ok {
				t.Fatalf("%q is there", b)
			}
			if err := code.Save(key, []byte(text)); err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(code.Dir(), "rewritten")
			notes, _ := filepath.Glob(filepath.Join(dir, "*.sums"))
			file := notes[0][:len(notes[0])-len(".sums")]
			if err := c.do(file, notes[0]); err != nil {
				t.Skip(err) // root alone gives files away
			}
			again := openCode(t, code.Dir())
			if !again.Check(module) {
				t.Error("the compiled code went with it")
			}
			b, ok := again.Load(key)
			if ok != c.kept || ok && string(b) != text {
				t.Errorf("%q, %v", b, ok)
			}
			if n := left(t, dir); !c.kept && n != "" && c.name != "a link" {
				t.Errorf("%q is left", n)
			}
			if err := again.Save(key, []byte(text)); err != nil {
				t.Fatal(err)
			}
			if b, ok := again.Load(key); !ok || string(b) != text {
				t.Errorf("saved again: %q, %v", b, ok)
			}
		})
	}
}
