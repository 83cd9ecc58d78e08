package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// note has the digests of a module's files by their names, as sha256sum prints them, and its own at the end.
type note map[string]string

// maxNote bounds a note, bytes.
const maxNote = 64 << 10

var errNote = errors.New("a note of compiled code is damaged")

func (n note) encode() []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(n)) {
		fmt.Fprintf(&b, "%s  %s\n", n[name], name)
	}
	sum := sha256.Sum256(b.Bytes())
	fmt.Fprintf(&b, "%x  -\n", sum)
	return b.Bytes()
}

// readNote reads a note. One that is damaged names nothing.
func readNote(file string) (note, error) {
	if st, err := os.Lstat(file); err != nil || !trusted(st) {
		return nil, errors.Join(err, errNote)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	b, err := io.ReadAll(io.LimitReader(f, maxNote))
	if err != nil {
		return nil, err
	}
	n := note{}
	for line := range strings.Lines(string(b)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || name == "" || name != filepath.Base(name) || name == ".." || name == "." {
			return nil, errNote
		}
		n[name] = sum
	}
	delete(n, "-")
	if !bytes.Equal(n.encode(), b) {
		return nil, errNote
	}
	return n, nil
}

// holds reports whether the files of a note are in the directory, as they were noted.
func (n note) holds(dir string) bool {
	for name, want := range n {
		file := filepath.Join(dir, name)
		if st, err := os.Lstat(file); err != nil || !trusted(st) {
			return false
		}
		if sum, err := digestOf(file); err != nil || sum != want {
			return false
		}
	}
	return len(n) > 0
}

// trusted reports whether nobody but the user can have written to a file.
func trusted(st os.FileInfo) bool {
	return st.Mode().IsRegular() && owned(st) && st.Mode().Perm()&0o022 == 0
}

func digestOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
