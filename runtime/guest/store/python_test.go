package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

func TestPythonIsMissing(t *testing.T) {
	t.Parallel()
	p := store.Python{Dir: t.TempDir()}
	_, err := p.Wasm()
	var missing *guest.MissingError
	if !errors.As(err, &missing) || missing.Command != store.PythonCommand {
		t.Fatalf("missing guest: %v", err)
	}
	if p.Installed() {
		t.Error("it says that it is installed")
	}
}

func TestPythonRefusesAnotherPackage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "other.tgz")
	if err := os.WriteFile(file, []byte("another package"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := store.Python{Dir: filepath.Join(dir, "cache")}
	err := p.Install(t.Context(), file)
	if err == nil || !strings.Contains(err.Error(), "digest") {
		t.Fatalf("install of another package: %v", err)
	}
	if _, err := os.Stat(p.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was kept: %v", err)
	}
}

func TestPythonRefusesDamage(t *testing.T) {
	t.Parallel()
	p := store.Python{Dir: t.TempDir()}
	file := filepath.Join(p.Dir, "python3-3.4.2", "python.wasm")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("\x00asm"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := p.Wasm()
	var missing *guest.MissingError
	if !errors.As(err, &missing) || missing.Reason == nil {
		t.Fatalf("damaged guest: %v", err)
	}
}

// TestPythonInstalls needs a package at hand: SANDFAULT_PYTHON_PACKAGE names it.
func TestPythonInstalls(t *testing.T) {
	t.Parallel()
	file := os.Getenv("SANDFAULT_PYTHON_PACKAGE")
	if file == "" {
		t.Skip("no package at hand: set SANDFAULT_PYTHON_PACKAGE to what `npm pack just-bash@3.4.2` made")
	}
	p := store.Python{Dir: t.TempDir()}
	if err := p.Install(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if !p.Installed() {
		t.Error("it is not installed")
	}
}

// TestPythonSourcesInstall needs that package at hand: SANDFAULT_PYTHON_SOURCES names it.
func TestPythonSourcesInstall(t *testing.T) {
	t.Parallel()
	p := store.Python{Dir: t.TempDir()}
	if _, ok := p.SourcesDigest(); ok {
		t.Error("it says that the sources are there")
	}
	file := os.Getenv("SANDFAULT_PYTHON_SOURCES")
	if file == "" {
		t.Skip("no package at hand: set SANDFAULT_PYTHON_SOURCES to what `npm pack pyodide@0.28.3` made")
	}
	if err := p.Install(t.Context(), file); err == nil || !strings.Contains(err.Error(), "digest") {
		t.Errorf("the sources were installed as the interpreter: %v", err)
	}
	if err := p.InstallSources(t.Context(), file); err != nil {
		t.Fatal(err)
	}
}
