package python

import (
	"embed"
	"io/fs"
)

//go:embed all:shim
var shim embed.FS

// ShimDir is where the interpreter finds the shim in the world in which it starts, and only there.
const ShimDir = LibraryDir + "/_sandfault"

// Shim returns the modules that make the interpreter's library fit the sandbox.
func Shim() ([]File, error) {
	var files []File
	err := fs.WalkDir(shim, "shim", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := shim.ReadFile(path)
		if err == nil {
			files = append(files, File{ShimDir + path[len("shim"):], b})
		}
		return err
	})
	return files, err
}
