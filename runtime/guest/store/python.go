package store

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/python"
)

// PythonCommand is what brings the Python guest to this host.
const PythonCommand = "sandfault guest install python3"

// Files of the Python guest in a cache directory.
const (
	pythonDir  = "python3-" + python.Version
	pythonWasm = "python.wasm"
	pythonZip  = "python313.zip"

	pythonSources = "python_stdlib-" + python.SourcesVersion + ".zip"
)

// Python is the Python guest in a cache directory.
type Python struct {
	Dir string // the cache directory
}

// Wasm returns the interpreter. If it was not installed the error is a *guest.MissingError.
func (p Python) Wasm() ([]byte, error) { return p.read(pythonWasm, python.CheckWasm) }

// Library returns the interpreter's library, with its sources if they are there.
func (p Python) Library() (python.Archives, error) {
	library, err := p.read(pythonZip, python.CheckZip)
	if err != nil {
		return python.Archives{}, err
	}
	sources, err := p.read(pythonSources, python.CheckSources)
	var missing *guest.MissingError
	if errors.As(err, &missing) && missing.Reason == nil {
		err = nil
	}
	return python.Archives{Library: library, Sources: sources}, err
}

// SourcesDigest returns the digest of the library's sources, if they are at hand: they are in the image.
func (p Python) SourcesDigest() (string, bool) {
	a, err := p.Library()
	return python.SourcesDigest, err == nil && a.Sources != nil
}

// Installed reports whether both files are there and right.
func (p Python) Installed() bool {
	_, wasm := p.Wasm()
	_, library := p.Library()
	return wasm == nil && library == nil
}

func (p Python) path(name string) string { return filepath.Join(p.Dir, pythonDir, name) }

func (p Python) read(name string, check func([]byte) error) ([]byte, error) {
	b, err := os.ReadFile(p.path(name))
	if err == nil {
		err = check(b)
	}
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &guest.MissingError{Name: guest.Python, Command: PythonCommand}
	case err != nil:
		return nil, &guest.MissingError{Name: guest.Python, Command: PythonCommand, Reason: err}
	}
	return b, nil
}

// maxPackage is more than the package has, bytes, packed or not.
const maxPackage = 64 << 20

// Install puts the guest into the cache directory: from a package at hand, or, if from is empty, from what
// the user's own npm packs. Nothing is kept unless all digests are right.
func (p Python) Install(ctx context.Context, from string) error {
	return p.install(ctx, from, pack{python.Package, python.Version, python.Integrity, []member{
		{python.WasmPath, pythonWasm, python.CheckWasm}, {python.ZipPath, pythonZip, python.CheckZip},
	}})
}

// InstallSources does the same with the sources of the library, which are another package. The guest works
// without them: it shows no lines of its library.
func (p Python) InstallSources(ctx context.Context, from string) error {
	members := []member{{python.SourcesPath, pythonSources, python.CheckSources}}
	return p.install(ctx, from, pack{
		python.SourcesPackage, python.SourcesVersion, python.SourcesIntegrity, members,
	})
}

// pack is a package of the registry, and what is taken out of it.
type pack struct {
	name, version, integrity string
	members                  []member
}

type member struct {
	path, file string // in the package, in the cache directory
	check      func([]byte) error
}

func (p Python) install(ctx context.Context, from string, k pack) error {
	archive, err := fetch(ctx, from, k)
	if err != nil {
		return fmt.Errorf("install python3: %w", err)
	}
	if err := k.checkIntegrity(archive); err != nil {
		return fmt.Errorf("install python3: %w", err)
	}
	contents, err := k.unpack(archive)
	if err != nil {
		return fmt.Errorf("install python3: %s: %w", k.name, err)
	}
	for i, m := range k.members {
		if err := p.keep(m.file, contents[i]); err != nil {
			return fmt.Errorf("install python3: %w", err)
		}
	}
	return nil
}

// fetch returns the package's bytes.
func fetch(ctx context.Context, from string, k pack) ([]byte, error) {
	if from != "" {
		return readBounded(from)
	}
	dir, err := os.MkdirTemp("", "sandfault-python")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary directory
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, errors.New("npm was not found; install it, or give a package: " +
			PythonCommand + " --from FILE")
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, npm, "pack", "--ignore-scripts", k.name+"@"+k.version)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &said, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("npm pack: %w\n%s", err, bytes.TrimSpace(said.Bytes()))
	}
	return readBounded(filepath.Join(dir, k.name+"-"+k.version+".tgz"))
}

func readBounded(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was read only
	b, err := io.ReadAll(io.LimitReader(f, maxPackage+1))
	if err == nil && len(b) > maxPackage {
		err = fmt.Errorf("%s: more than %d bytes", name, maxPackage)
	}
	return b, err
}

func (k pack) checkIntegrity(archive []byte) error {
	sum := sha512.Sum512(archive)
	if got := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); got != k.integrity {
		return fmt.Errorf("the digest of package %s@%s is %s, not %s", k.name, k.version, got, k.integrity)
	}
	return nil
}

// unpack takes the members out of the package and checks them.
func (k pack) unpack(archive []byte) ([][]byte, error) {
	gz, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	r := tar.NewReader(io.LimitReader(gz, 8*maxPackage))
	contents := make([][]byte, len(k.members))
	for left := len(k.members); left > 0; {
		h, err := r.Next()
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(k.members, func(m member) bool { return m.path == h.Name })
		if i < 0 || contents[i] != nil {
			continue
		}
		if contents[i], err = io.ReadAll(io.LimitReader(r, maxPackage)); err == nil {
			err = k.members[i].check(contents[i])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
		left--
	}
	return contents, nil
}

// keep writes a file whole or not at all.
func (p Python) keep(name string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(p.path(name)), name+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), p.path(name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
