//go:build embedguests

package store

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
)

// embeddedFiles are the guests that `make build TAGS=embedguests` put here before the program was built.
//
//go:embed embedded/*.wasm.gz
var embeddedFiles embed.FS

func embedded(name string) ([]byte, bool) {
	packed, err := fs.ReadFile(embeddedFiles, "embedded/"+name+".wasm.gz")
	if err != nil {
		return nil, false
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, false
	}
	b, err := io.ReadAll(r) // it was packed with the program, and its digest is compared
	return b, err == nil
}
