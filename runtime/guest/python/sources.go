package python

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The sources of the library: the build holds compiled modules alone, and those of another package for the
// web were made of the same release, 3.13.2. They are what tracebacks and inspect show.
const (
	SourcesPackage = "pyodide"
	SourcesVersion = "0.28.3"

	// SourcesIntegrity is the registry's own digest of the package.
	//
	//nolint:lll // one word
	SourcesIntegrity = "sha512-rtCsyTU55oNGpLzSVuAd55ZvruJDEX8o6keSdWKN9jPeBVSNlynaKFG7eRqkiIgU7i2M6HEgYtm0atCEQX3u4A=="

	SourcesPath   = "package/python_stdlib.zip"
	SourcesDigest = "71fee17f88a6260ec8c9c7c063533ee59c021fdc88a1ce76247378d3c4a35f4c"
)

// CheckSources refuses bytes that are not those sources.
func CheckSources(b []byte) error { return check("python_stdlib.zip", b, SourcesDigest) }

// Archives are what a library is made of.
type Archives struct {
	Library []byte // the build's library, a zip archive
	Sources []byte // its sources, a zip archive; nil where they are not at hand
}

// Check refuses what is not of the build.
func (a Archives) Check() error {
	if a.Sources == nil {
		return CheckZip(a.Library)
	}
	return errors.Join(CheckZip(a.Library), CheckSources(a.Sources))
}

// Files are the library's and the shim's, by path. Where there are sources a module lies as Debian has it:
// its source, and compiled in __pycache__. Without them it is the compiled file alone.
func (a Archives) Files() ([]File, error) {
	files, err := Library(a.Library)
	if err != nil {
		return nil, err
	}
	if a.Sources != nil {
		if files, err = withSources(files, a.Sources); err != nil {
			return nil, err
		}
	}
	shim, err := Shim()
	return append(files, shim...), err
}

// extraSources are modules that the build left out, and that need nothing that it lacks.
const extraSources = "_pyrepl/"

func withSources(files []File, archive []byte) ([]File, error) {
	sources, err := unzip(archive, func(name string) bool { return strings.HasSuffix(name, ".py") })
	if err != nil {
		return nil, fmt.Errorf("python_stdlib.zip: %w", err)
	}
	out := make([]File, 0, 2*len(files))
	for _, f := range files {
		name, compiled := strings.CutSuffix(strings.TrimPrefix(f.Path, LibraryDir+"/"), "c")
		source, ok := sources[name]
		if !compiled || !ok || !madeOf(f.Content, source) {
			out = append(out, f)
			continue
		}
		out = append(out, File{LibraryDir + "/" + name, source}, File{cached(name), unchecked(f.Content)})
	}
	for name, source := range sources {
		if strings.HasPrefix(name, extraSources) {
			out = append(out, File{LibraryDir + "/" + name, source})
		}
	}
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// The head of a compiled file: magic number, flags, the source's time and its size, or a digest.
const (
	headSize = 16
	headHash = 1 // the flag of a digest, which is not looked at
)

// madeOf reports whether a compiled file says that it was made of a source of this size. A few modules were
// changed for the web: they are shown without lines rather than with wrong ones.
func madeOf(compiled, source []byte) bool {
	return len(compiled) >= headSize && binary.LittleEndian.Uint32(compiled[4:]) == 0 &&
		binary.LittleEndian.Uint32(compiled[12:]) == uint32(len(source)) //nolint:gosec // at most maxFile
}

// unchecked returns a compiled file that is taken whatever the time of its source is.
func unchecked(compiled []byte) []byte {
	b := bytes.Clone(compiled)
	binary.LittleEndian.PutUint32(b[4:], headHash)
	return b
}

// cached is where a module lies compiled.
func cached(name string) string {
	dir, base := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir, base = name[:i+1], name[i+1:]
	}
	return LibraryDir + "/" + dir + "__pycache__/" + strings.TrimSuffix(base, ".py") + ".cpython-313.pyc"
}
