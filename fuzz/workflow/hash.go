package workflow

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Hash returns a digest of what the workflow does and expects: its profile section, steps and
// expectations. The name and what is for readers do not count, so that twins are found under two names.
func Hash(w *Workflow) (string, error) {
	b, err := essence(w)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// Equal reports whether two workflows do and expect the same. Workflows that cannot be written are
// equal to none.
func Equal(a, b *Workflow) bool {
	x, errX := essence(a)
	y, errY := essence(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

func essence(w *Workflow) ([]byte, error) {
	bare := *w
	bare.ID, bare.Kind, bare.Layer, bare.Summary, bare.Domain, bare.Verified = "x", "", "", "", "", false
	bare.Expect = make([]Expect, len(w.Expect))
	for i := range w.Expect {
		bare.Expect[i] = withoutNotes(w.Expect[i])
	}
	if problems := bare.Validate(); len(problems) > 0 {
		return nil, fmt.Errorf("workflow %s: %w", w.ID, &problems[0])
	}
	return render(newMap(), &bare)
}

func withoutNotes(e Expect) Expect {
	e.Errno, e.Note = "", ""
	children := e.Parallel
	e.Parallel = nil
	for _, c := range children {
		e.Parallel = append(e.Parallel, withoutNotes(c))
	}
	return e
}
