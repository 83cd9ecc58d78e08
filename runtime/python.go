package runtime

import (
	"sync"

	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/vfs"
)

// PythonLibrary returns the layer with the interpreter's library, of the build's archives. It is unpacked
// when the first image is built.
func PythonLibrary(archives python.Archives) (Layer, error) {
	if err := archives.Check(); err != nil {
		return nil, err
	}
	library := sync.OnceValues(archives.Files)
	return func(b *vfs.ImageBuilder) error {
		files, err := library()
		if err != nil {
			return err
		}
		for _, dir := range python.Directories() {
			b.Dir(dir, vfs.Attr{Mode: 0o755, Mtime: det.Start})
		}
		for _, f := range files {
			b.File(f.Path, f.Content, vfs.Attr{Mode: 0o644, Mtime: det.Start})
		}
		return b.Err()
	}, nil
}
