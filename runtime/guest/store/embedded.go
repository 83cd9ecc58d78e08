//go:build embedguests

package store

import (
	"embed"
	"io/fs"
)

// embeddedFiles are the guests that `make guests` put here before the program was built.
//
//go:embed embedded/*.wasm
var embeddedFiles embed.FS

func embedded(name string) ([]byte, bool) {
	b, err := fs.ReadFile(embeddedFiles, "embedded/"+name+".wasm")
	return b, err == nil
}
