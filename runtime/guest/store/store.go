// Package store finds the bytes of guests: embedded in this program, in the user's cache directory, or,
// for those whose sources are part of this module, by building them. It is the one package below the
// commands that touches the host's disk, environment and programs.
package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/sandfault/sandfault/runtime/guest"
)

// Options are what a store is made from.
type Options struct {
	Dir string // the cache directory; "" = sandfault in the user's own

	// Changed accepts guests built here whose digest is not the recorded one. It is for who changes their
	// sources: runs with such a guest cannot be repeated elsewhere.
	Changed bool

	// Building is called when a guest is built from its sources; what it returns is called at the end. nil =
	// nobody is told.
	Building func(name string) (ready func())
}

// Store finds guests. It is safe for concurrent use.
type Store struct {
	dir      string
	changed  bool
	building func(name string) (ready func())

	mu    sync.Mutex
	found map[string][]byte
}

// commandAway brings the guests to a host without this module's sources: they are found in the cache, or in a
// program that was built with them.
const commandAway = "`make guests` in a checkout of the module, or a program of `make build TAGS=embedguests`"

// New returns a store. It touches nothing yet.
func New(o Options) (*Store, error) {
	if o.Dir == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		o.Dir = filepath.Join(dir, "sandfault")
	}
	return &Store{dir: o.Dir, changed: o.Changed, building: o.Building, found: map[string][]byte{}}, nil
}

// Dir returns the cache directory.
func (s *Store) Dir() string { return s.dir }

// Python returns the Python guest of the cache directory.
func (s *Store) Python() Python { return Python{Dir: s.dir} }

// Guest implements guest.Source.
func (s *Store) Guest(name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.found[name]; b != nil {
		return b, nil
	}
	b, err := s.find(name)
	if err != nil {
		return nil, err
	}
	s.found[name] = b
	return b, nil
}

func (s *Store) find(name string) ([]byte, error) {
	if name == guest.Python {
		return s.Python().Wasm()
	}
	if s.changed {
		return s.built(name)
	}
	if b, ok := embedded(name); ok {
		return b, guest.Check(name, b)
	}
	if digest, ok := guest.Digest(name); ok {
		if b, err := s.get(digest); err == nil {
			return b, nil
		}
	}
	b, err := s.built(name)
	switch {
	case errors.Is(err, errNoSources):
		return nil, &guest.MissingError{Name: name, Command: commandAway, Reason: err}
	case err != nil:
		return nil, &guest.MissingError{Name: name, Command: "make guests", Reason: err}
	}
	if err := guest.Check(name, b); err != nil {
		return nil, &guest.MissingError{Name: name, Command: "make guests", Reason: err}
	}
	return b, nil
}

// built returns the guest as this module's sources give it, from the cache if nothing changed since.
func (s *Store) built(name string) ([]byte, error) {
	if !buildable(name) {
		return nil, fmt.Errorf("guest %s has no sources here", name)
	}
	root, err := moduleDir()
	if err != nil {
		return nil, err
	}
	mark, err := fingerprint(root, name)
	if err != nil {
		return nil, err
	}
	link := filepath.Join(s.guests(), name+"-"+mark)
	if digest, err := os.ReadFile(link); err == nil {
		if b, err := s.get(string(digest)); err == nil {
			return b, nil
		}
	}
	if s.building != nil {
		defer s.building(name)()
	}
	b, err := build(root, name)
	if err != nil {
		return nil, err
	}
	digest, err := s.put(b)
	if err != nil {
		return nil, err
	}
	return b, write(link, []byte(digest))
}

// Build builds a guest from this module's sources, whatever the cache has, and keeps it.
func (s *Store) Build(name string) ([]byte, error) {
	if !buildable(name) {
		return nil, fmt.Errorf("guest %s has no sources here", name)
	}
	root, err := moduleDir()
	if err != nil {
		return nil, err
	}
	b, err := build(root, name)
	if err != nil {
		return nil, err
	}
	_, err = s.put(b)
	return b, err
}

// Code returns the engine's compiled code that the cache directory has.
func (s *Store) Code() (*Code, error) { return OpenCode(filepath.Join(s.dir, "code")) }

// guests is where guests are kept, by their digest.
func (s *Store) guests() string { return filepath.Join(s.dir, "guests") }

// get returns the kept guest of a digest. A damaged one is as if not there.
func (s *Store) get(digest string) ([]byte, error) {
	b, err := os.ReadFile(filepath.Join(s.guests(), digest+".wasm"))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != digest {
		return nil, fmt.Errorf("guest %s is damaged", digest)
	}
	return b, nil
}

func (s *Store) put(b []byte) (digest string, err error) {
	sum := sha256.Sum256(b)
	digest = hex.EncodeToString(sum[:])
	return digest, write(filepath.Join(s.guests(), digest+".wasm"), b)
}

// private makes a directory that only its user can enter.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.Chmod(dir, 0o700)
}

// write writes a file whole or not at all, so that two programs may do so at once.
func write(name string, b []byte) error {
	if err := private(filepath.Dir(name)); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"+tempSuffix)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
