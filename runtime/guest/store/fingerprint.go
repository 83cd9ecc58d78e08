package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest"
)

// fingerprint is a digest over everything of this module that a guest is built from, and the Go that
// builds it.
func fingerprint(root, name string) (string, error) {
	h := sha256.New()
	add := func(b []byte) {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	add([]byte(guest.Toolchain))
	_, inputs := sources(name)
	for _, input := range inputs {
		err := filepath.WalkDir(filepath.Join(root, input), func(p string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return filepath.SkipDir
			case d.IsDir() || strings.HasSuffix(p, "_test.go"):
				return nil
			}
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, p)
			add([]byte(filepath.ToSlash(rel)))
			add(b)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:32], nil
}
