package vfstest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/spf13/afero"
)

// check is one question. It returns what is wrong with the answer.
type check struct {
	name string
	run  func(s *suite) error
}

// Difference is a check that a file system is known to fail, and why.
type Difference struct{ Check, Why string }

// TestFS runs the suite. newFs returns an empty file system that may be written below "/"; each check
// gets its own.
func TestFS(t *testing.T, newFs func(t *testing.T) afero.Fs, known ...Difference) {
	t.Helper()
	why := map[string]string{}
	for _, d := range known {
		why[d.Check] = d.Why
	}
	for _, c := range checks() {
		reason, differs := why[c.name]
		delete(why, c.name)
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := c.run(&suite{fs: newFs(t)})
			switch {
			case differs && err == nil:
				t.Errorf("passes, though it is listed as different: %s", reason)
			case differs:
				t.Logf("differs as listed: %v (%s)", err, reason)
			case err != nil:
				t.Error(err)
			}
		})
	}
	for name := range why {
		t.Errorf("%q is listed as different, but there is no such check", name)
	}
}

func checks() []check {
	var all []check
	for _, part := range [][]check{
		fileChecks(), handleChecks(), offsetChecks(), directoryChecks(), listingChecks(),
		removeChecks(), renameChecks(), attributeChecks(), linkChecks(),
	} {
		all = append(all, part...)
	}
	return all
}

// suite is a file system with shorthands. The first error of a shorthand stays in err.
type suite struct {
	fs  afero.Fs
	err error
}

func (s *suite) write(name, text string) {
	if err := afero.WriteFile(s.fs, name, []byte(text), 0o644); err != nil && s.err == nil {
		s.err = fmt.Errorf("write %s: %w", name, err)
	}
}

func (s *suite) mkdir(name string) {
	if err := s.fs.MkdirAll(name, 0o755); err != nil && s.err == nil {
		s.err = fmt.Errorf("mkdir %s: %w", name, err)
	}
}

// reads checks the content of a file, after the errors of what came before.
func (s *suite) reads(name, want string) error {
	if s.err != nil {
		return s.err
	}
	got, err := afero.ReadFile(s.fs, name)
	if err != nil {
		return err
	}
	if string(got) != want {
		return fmt.Errorf("%s reads %q, want %q", name, got, want)
	}
	return nil
}

// missing checks that a name does not exist.
func (s *suite) missing(name string) error {
	_, err := s.fs.Stat(name)
	return matches("stat "+name, err, os.ErrNotExist)
}

// matches checks an error against those of the os package; any of them, or any at all when there
// are none.
func matches(what string, err error, want ...error) error {
	if err == nil {
		return fmt.Errorf("%s: no error", what)
	}
	for _, w := range want {
		if errors.Is(err, w) {
			return nil
		}
	}
	if len(want) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w does not match %v", what, err, want)
}

// first returns the first error.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func equal[T comparable](what string, got, want T) error {
	if got != want {
		return fmt.Errorf("%s: %v, want %v", what, got, want)
	}
	return nil
}

// pathError checks that an error is an *fs.PathError of the given path.
func pathError(err error, path string) error {
	var p *fs.PathError
	if !errors.As(err, &p) {
		return fmt.Errorf("%w (%T) is no *fs.PathError", err, err)
	}
	return equal("path of the error", p.Path, path)
}
