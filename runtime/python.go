package runtime

import (
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/vfs"
)

// PythonLibrary returns the layer with the interpreter's library, of the build's archive.
func PythonLibrary(archive []byte) (Layer, error) {
	files, err := python.Library(archive)
	if err != nil {
		return nil, err
	}
	shim, err := python.Shim()
	if err != nil {
		return nil, err
	}
	files = append(files, shim...)
	return func(b *vfs.ImageBuilder) error {
		for _, dir := range python.Directories() {
			b.Dir(dir, vfs.Attr{Mode: 0o755, Mtime: det.Start})
		}
		for _, f := range files {
			b.File(f.Path, f.Content, vfs.Attr{Mode: 0o644, Mtime: det.Start})
		}
		return b.Err()
	}, nil
}
