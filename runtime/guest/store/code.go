package store

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Code is the engine's compiled code on disk, a runtime.CodeCache. What lies there is run in this process, so
// nothing is used that is not as it was put there: the directories are the user's own and closed to others,
// and a note beside the code of each module has the digests of its files. Files that no note has, that
// differ, that are another user's or open to others are removed, and the engine compiles anew.
//
// It guards against truncated writes, failing disks and other users. Who can write as this user can write the
// notes too.
type Code struct {
	dir string
	mu  sync.Mutex
}

const (
	noteSuffix = ".sums"
	tempSuffix = ".tmp"
	tempAge    = time.Hour // after which what a killed process was writing goes
)

// MaxCode bounds what is kept of compiled code, bytes: beyond it what was not used for the longest time goes.
const MaxCode = 1 << 30

// OpenCode returns the code kept in a directory, which is made if it is not there. It fails where the
// directory is another user's.
func OpenCode(dir string) (*Code, error) {
	c := &Code{dir: dir}
	if err := c.open(); err != nil {
		return nil, fmt.Errorf("compiled code: %w", err)
	}
	return c, nil
}

func (c *Code) open() error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	if err := parents(c.dir); err != nil {
		return err
	}
	if err := secure(c.dir); err != nil {
		return err
	}
	for _, v := range c.versions() {
		if err := secure(v); err != nil {
			return err
		}
		sweep(v)
	}
	c.shrink()
	return nil
}

// parents checks that nobody else can put another directory in a directory's place: those above it are the
// user's or root's, and others cannot write there, unless the sticky bit keeps them from what is not theirs.
// A group that is the user's alone, with the number of the user, may.
func parents(dir string) error {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	for err == nil && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		st, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if !guarded(st) {
			return fmt.Errorf("others can replace what is in %s (mode %04o): take their right to write "+
				"from it, or set XDG_CACHE_HOME to a directory of yours in one where they cannot",
				dir, st.Mode().Perm())
		}
	}
	return err
}

// secure checks that a directory is the user's. One that others can write to is emptied first: anything in it
// may be theirs. Then it is closed to them.
func secure(dir string) error {
	st, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !st.IsDir():
		return fmt.Errorf("%s is no directory; remove it", dir)
	case !owned(st):
		return fmt.Errorf("%s belongs to another user; remove it, "+
			"or set XDG_CACHE_HOME to a directory of yours",
			dir)
	case st.Mode().Perm()&0o022 != 0:
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return os.Chmod(dir, 0o700)
}

// Dir returns the directory, for the engine's own cache.
func (c *Code) Dir() string { return c.dir }

// versions returns the directories of the engine's versions.
func (c *Code) versions() []string {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return nil
	}
	var dirs []string
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, filepath.Join(c.dir, e.Name()))
		}
	}
	return dirs
}

// Check makes sure that the code kept for a module is what Keep noted, or gone. It is called before the
// engine compiles the module. It reports whether there is such code.
func (c *Code) Check(module [32]byte) (kept bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range c.versions() {
		file := filepath.Join(v, noteName(module))
		n, err := readNote(file)
		if err != nil || !n.holds(v) {
			for name := range n {
				_ = os.Remove(filepath.Join(v, name))
			}
			_ = os.Remove(file)
			sweep(v)
			continue
		}
		used(file)
		kept = true
	}
	return kept
}

// used notes when the code of a note was used last: see shrink.
func used(note string) {
	now := time.Now()
	_ = os.Chtimes(note, now, now)
}

// Keep notes the code that the engine put there when it compiled a module.
func (c *Code) Keep(module [32]byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for _, v := range c.versions() {
		fresh := unknown(v)
		file := filepath.Join(v, noteName(module))
		if _, err := os.Lstat(file); err == nil || len(fresh) == 0 {
			continue // it was compiled before
		}
		n := note{}
		for _, name := range fresh {
			sum, err := digestOf(filepath.Join(v, name))
			if err != nil {
				errs = append(errs, err)
				continue
			}
			n[name] = sum
		}
		errs = append(errs, write(file, n.encode()))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("keep compiled code: %w", err)
	}
	return nil
}

func noteName(module [32]byte) string { return hex.EncodeToString(module[:]) + noteSuffix }

// unknown returns the files of a directory that no note has, but for those that are being written.
func unknown(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	known := map[string]bool{}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), noteSuffix) {
			n, _ := readNote(filepath.Join(dir, e.Name()))
			for name := range n {
				known[name] = true
			}
		}
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if !known[name] && !strings.HasSuffix(name, noteSuffix) && !strings.HasSuffix(name, tempSuffix) {
			names = append(names, name)
		}
	}
	return names
}

// sweep removes what nobody vouches for: what a killed process left, and what others put there.
func sweep(dir string) {
	for _, name := range unknown(dir) {
		_ = os.RemoveAll(filepath.Join(dir, name))
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		st, err := e.Info()
		if err == nil && strings.HasSuffix(e.Name(), tempSuffix) && time.Since(st.ModTime()) > tempAge {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// keptCode is the code of one module.
type keptCode struct {
	dir, note string
	used      time.Time
	bytes     int64
}

// shrink removes what was not used for the longest time, until the rest is within MaxCode.
func (c *Code) shrink() {
	var list []keptCode
	total := int64(0)
	for _, v := range c.versions() {
		entries, _ := os.ReadDir(v)
		for _, e := range entries {
			if st, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), noteSuffix) {
				k := keptCode{dir: v, note: e.Name(), used: st.ModTime()}
				k.bytes = size(v, e.Name())
				list, total = append(list, k), total+k.bytes
			}
		}
	}
	slices.SortFunc(list, func(a, b keptCode) int { return a.used.Compare(b.used) })
	for _, k := range list {
		if total <= MaxCode {
			break
		}
		n, _ := readNote(filepath.Join(k.dir, k.note))
		for name := range n {
			_ = os.Remove(filepath.Join(k.dir, name))
		}
		_ = os.Remove(filepath.Join(k.dir, k.note))
		total -= k.bytes
	}
}

func size(dir, name string) (bytes int64) {
	n, _ := readNote(filepath.Join(dir, name))
	for file := range n {
		if st, err := os.Lstat(filepath.Join(dir, file)); err == nil {
			bytes += st.Size()
		}
	}
	return bytes
}
