package store

import (
	"io/fs"
	"os"
	"testing/fstest"
)

// only is the part of the module that building one package needs.
func only(root, dir string) fs.FS {
	all := os.DirFS(root)
	part := fstest.MapFS{}
	for _, name := range []string{"go.mod", "go.sum"} {
		if b, err := fs.ReadFile(all, name); err == nil {
			part[name] = &fstest.MapFile{Data: b, Mode: 0o644}
		}
	}
	entries, err := fs.ReadDir(all, dir)
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		if b, err := fs.ReadFile(all, dir+"/"+e.Name()); err == nil {
			part[dir+"/"+e.Name()] = &fstest.MapFile{Data: b, Mode: 0o644}
		}
	}
	return part
}
