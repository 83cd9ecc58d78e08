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
)

// Python is the Python guest in a cache directory.
type Python struct {
	Dir string // the cache directory
}

// Wasm returns the interpreter. If it was not installed the error is a *guest.MissingError.
func (p Python) Wasm() ([]byte, error) { return p.read(pythonWasm, python.CheckWasm) }

// Library returns the interpreter's library, a zip archive.
func (p Python) Library() ([]byte, error) { return p.read(pythonZip, python.CheckZip) }

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
	archive, err := p.fetch(ctx, from)
	if err != nil {
		return fmt.Errorf("install python3: %w", err)
	}
	if err := checkIntegrity(archive); err != nil {
		return fmt.Errorf("install python3: %w", err)
	}
	wasm, library, err := unpackPython(archive)
	if err != nil {
		return fmt.Errorf("install python3: %w", err)
	}
	if err := errors.Join(p.keep(pythonWasm, wasm), p.keep(pythonZip, library)); err != nil {
		return fmt.Errorf("install python3: %w", err)
	}
	return nil
}

// fetch returns the package's bytes.
func (p Python) fetch(ctx context.Context, from string) ([]byte, error) {
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
	cmd := exec.CommandContext(ctx, npm, "pack", "--ignore-scripts", python.Package+"@"+python.Version)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &said, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("npm pack: %w\n%s", err, bytes.TrimSpace(said.Bytes()))
	}
	return readBounded(filepath.Join(dir, python.Package+"-"+python.Version+".tgz"))
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

func checkIntegrity(archive []byte) error {
	sum := sha512.Sum512(archive)
	if got := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); got != python.Integrity {
		return fmt.Errorf("the package's digest is %s, not %s", got, python.Integrity)
	}
	return nil
}

// unpackPython takes the two files out of the package and checks them.
func unpackPython(archive []byte) (wasm, library []byte, err error) {
	gz, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, nil, fmt.Errorf("package: %w", err)
	}
	r := tar.NewReader(io.LimitReader(gz, 8*maxPackage))
	for wasm == nil || library == nil {
		h, err := r.Next()
		if err != nil {
			return nil, nil, fmt.Errorf("package: %w", err)
		}
		switch h.Name {
		case python.WasmPath:
			wasm, err = io.ReadAll(io.LimitReader(r, maxPackage))
		case python.ZipPath:
			library, err = io.ReadAll(io.LimitReader(r, maxPackage))
		}
		if err != nil {
			return nil, nil, fmt.Errorf("package: %s: %w", h.Name, err)
		}
	}
	return wasm, library, errors.Join(python.CheckWasm(wasm), python.CheckZip(library))
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
