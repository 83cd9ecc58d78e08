package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// rewrittenDir is beside the directories of the engine's versions, and kept as they are.
const rewrittenDir = "rewritten"

// Load returns what Save was given, and removes what is not as it was. It is a part of runtime.CodeCache.
func (c *Code) Load(key [32]byte) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	dir := filepath.Join(c.dir, rewrittenDir)
	file, name := filepath.Join(dir, noteName(key)), hex.EncodeToString(key[:])
	n, err := readNote(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	if b, ok := n.read(dir, name); ok {
		used(file)
		return b, true
	}
	_ = os.Remove(file)
	_ = os.Remove(filepath.Join(dir, name))
	return nil, false
}

// read returns a file of a note, as it was noted.
func (n note) read(dir, name string) ([]byte, bool) {
	file := filepath.Join(dir, name)
	if st, err := os.Lstat(file); err != nil || !trusted(st) {
		return nil, false
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, false
	}
	sum := sha256.Sum256(b)
	return b, n[name] == hex.EncodeToString(sum[:])
}

// Save keeps a rewritten module. The note is there first: what no note has is removed.
func (c *Code) Save(key [32]byte, b []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	dir := filepath.Join(c.dir, rewrittenDir)
	sum := sha256.Sum256(b)
	n := note{hex.EncodeToString(key[:]): hex.EncodeToString(sum[:])}
	err := write(filepath.Join(dir, noteName(key)), n.encode())
	if err == nil {
		err = write(filepath.Join(dir, hex.EncodeToString(key[:])), b)
	}
	if err != nil {
		return fmt.Errorf("keep a rewritten module: %w", err)
	}
	return nil
}
