// Package corpus holds workflows that read like what agents do in sandboxes: one YAML file each, in a folder
// a domain, every expectation checked on a real Linux. They need nothing but a Debian 12 user land.
package corpus

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

//go:embed */*.yaml
var files embed.FS

// File is one workflow as it stands in the repository.
type File struct {
	Name string // slash-separated, relative to this folder: domain/id.yaml
	Data []byte
}

// Files returns every file, sorted by name.
func Files() []File {
	names, err := fs.Glob(files, "*/*.yaml")
	if err != nil {
		panic(fmt.Errorf("corpus: %w", err)) // the pattern is a constant
	}
	out := make([]File, 0, len(names))
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			panic(fmt.Errorf("corpus: %w", err)) // what is listed is embedded
		}
		out = append(out, File{Name: name, Data: data})
	}
	return out
}

// All returns every workflow, sorted by file name, with its Domain set. The caller owns them. A file that
// does not parse is a mistake of this package, which its tests find: All panics.
func All() []*workflow.Workflow {
	list := Files()
	out := make([]*workflow.Workflow, 0, len(list))
	for _, f := range list {
		w, err := workflow.Parse(f.Name, f.Data)
		if err != nil {
			panic(fmt.Errorf("corpus: %w", err))
		}
		out = append(out, w)
	}
	return out
}
