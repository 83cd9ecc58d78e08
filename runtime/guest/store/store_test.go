package store_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

func newStore(t *testing.T, o store.Options) *store.Store {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	s, err := store.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnknownGuestIsMissing(t *testing.T) {
	t.Parallel()
	_, err := newStore(t, store.Options{}).Guest("no-such-guest")
	var missing *guest.MissingError
	if !errors.As(err, &missing) || missing.Name != "no-such-guest" {
		t.Errorf("%v", err)
	}
	_, err = newStore(t, store.Options{}).Guest(guest.Python)
	if !errors.As(err, &missing) || missing.Command != store.PythonCommand {
		t.Errorf("python: %v", err)
	}
}

func TestKeptGuestIsTakenAndCheckedFirst(t *testing.T) {
	t.Parallel()
	digest, ok := guest.Digest(guest.Box)
	if !ok {
		t.Skip("box is not on record yet")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "guests", digest+".wasm")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		t.Skip("it would be built")
	}
	b, err := newStore(t, store.Options{Dir: dir}).Guest(guest.Box)
	if err != nil {
		t.Skipf("no Go that builds it: %v", err)
	}
	sum := sha256.Sum256(b)
	if hex.EncodeToString(sum[:]) != digest {
		t.Errorf("the damaged guest was taken")
	}
	again, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(again, b) {
		t.Errorf("the damaged guest was not replaced: %v", err)
	}
}
