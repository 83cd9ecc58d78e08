package runtime

import (
	"sync"

	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/guest/python"
	"github.com/sandfault/sandfault/vfs"
)

// PythonLibrary returns the layer with the interpreter's library, of the build's archive. It is unpacked
// when the first image is built.
func PythonLibrary(archive []byte) (Layer, error) {
	if err := python.CheckZip(archive); err != nil {
		return nil, err
	}
	library := sync.OnceValues(func() ([]python.File, error) { return pythonFiles(archive) })
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

func pythonFiles(archive []byte) ([]python.File, error) {
	files, err := python.Library(archive)
	if err != nil {
		return nil, err
	}
	shim, err := python.Shim()
	return append(files, shim...), err
}
