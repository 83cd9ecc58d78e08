package python

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Where the interpreter and its library lie in an image, as Debian has them.
const (
	Executable = "/usr/bin/python3"
	Program    = "python3" // what an interpreter that is started ahead is called
	Binary     = "/usr/bin/python3.13"
	LibraryDir = "/usr/lib/python3.13"
	DistDir    = "/usr/lib/python3/dist-packages"
	LocalDir   = "/usr/local/lib/python3.13/dist-packages"
)

// File is one file of the library.
type File struct {
	Path    string // absolute
	Content []byte
}

// Directories returns the directories that are there beside those of the files.
func Directories() []string {
	return []string{LibraryDir, LibraryDir + "/lib-dynload", DistDir, LocalDir}
}

// Library unpacks the build's library to where it lies in an image, sorted by path. The files are root's and
// readable by all.
func Library(archive []byte) ([]File, error) {
	wanted := func(name string) bool { return !strings.HasPrefix(name, "site-packages/") }
	contents, err := unzip(archive, wanted)
	if err != nil {
		return nil, fmt.Errorf("python313.zip: %w", err)
	}
	files := make([]File, 0, len(contents))
	for name, b := range contents {
		files = append(files, File{LibraryDir + "/" + name, relocate(b)})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// unzip returns the files of an archive that are wanted, by name.
func unzip(archive []byte, wanted func(name string) bool) (map[string][]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte, len(r.File))
	for _, f := range r.File {
		if strings.HasSuffix(f.Name, "/") || !wanted(f.Name) {
			continue
		}
		if files[f.Name], err = unpack(f); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return files, nil
}

// maxFile is more than any file of the library has, bytes.
const maxFile = 4 << 20

func unpack(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // it was read, and its checksum compared, to the end
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = fmt.Errorf("more than %d bytes", maxFile)
	}
	return b, err
}

// builtAt is where the library's sources lay when it was compiled: tracebacks name them.
const builtAt = "/tmp/stdlib/"

// relocate makes compiled code name the place in an image. The name is a short string of the marshal format:
// a type with or without the bit of a reference, one byte of length, the characters.
func relocate(code []byte) []byte {
	const ref, shortASCII, shortInterned, longest = 0x80, 'z', 'Z', 255
	out := make([]byte, 0, len(code)+64)
	for {
		i := bytes.Index(code, []byte(builtAt))
		if i < 0 {
			return append(out, code...)
		}
		size, kind := 0, byte(0)
		if i >= 2 {
			size, kind = int(code[i-1]), code[i-2]&^ref
		}
		end := min(i+max(size, len(builtAt)), len(code))
		moved := LibraryDir + "/" + string(code[min(i+len(builtAt), end):end])
		if kind != shortASCII && kind != shortInterned || size < len(builtAt) || len(moved) > longest {
			out = append(out, code[:i+len(builtAt)]...)
			code = code[i+len(builtAt):]
			continue
		}
		out = append(append(out, code[:i-1]...), byte(len(moved)))
		out = append(out, moved...)
		code = code[i+size:]
	}
}
