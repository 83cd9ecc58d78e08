package guest

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"
)

//go:embed SHA256SUMS
var sums string

// Digest returns the SHA-256 that a guest's bytes must have, in hex; ok is false if none is on record.
func Digest(name string) (digest string, ok bool) {
	for line := range strings.Lines(sums) {
		if digest, file, found := strings.Cut(strings.TrimSpace(line), "  "); found && file == name+".wasm" {
			return digest, true
		}
	}
	return "", false
}

// Check compares a guest's bytes with their recorded digest.
func Check(name string, wasm []byte) error {
	want, ok := Digest(name)
	if !ok {
		return fmt.Errorf("guest %s: no digest in SHA256SUMS", name)
	}
	sum := sha256.Sum256(wasm)
	if got := hex.EncodeToString(sum[:]); got != want {
		return fmt.Errorf("guest %s: its SHA-256 is %s, SHA256SUMS has %s", name, got, want)
	}
	return nil
}

// Toolchain is the version of Go that the recorded guests are built with.
const Toolchain = "go1.26.8"
