package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest"
)

const modulePath = "github.com/sandfault/sandfault"

// sources says where the sources of a guest lie in this module, and what of the module they use.
func sources(name string) (dir string, inputs []string) {
	inputs = []string{"runtime/abi", "runtime/zone", "primitives", "go.mod", "go.sum"}
	switch name {
	case guest.Box:
		return boxDir, append(inputs, boxDir)
	case guest.Node:
		const dir = "runtime/guest/src/node"
		return dir, append(inputs, dir, boxDir+"/linux")
	case guest.Git:
		const dir = "runtime/guest/src/git"
		return dir, append(inputs, dir, boxDir+"/git", boxDir+"/linux", boxDir+"/zone")
	case guest.SQLite:
		const dir = "runtime/guest/src/sqlite3"
		return dir, append(inputs, dir, boxDir+"/linux", boxDir+"/zone")
	}
	return "", nil
}

const boxDir = "runtime/guest/src/box"

func buildable(name string) bool {
	dir, _ := sources(name)
	return dir != ""
}

// build builds a guest of the module in root.
func build(root, name string) ([]byte, error) {
	dir, _ := sources(name)
	b, err := compile(root, dir, options(name)...)
	if err != nil {
		return nil, fmt.Errorf("build guest %s: %w", name, err)
	}
	return b, nil
}

// options are what the compiler is told of a guest. SQLite's engine is C that was made WebAssembly and then
// Go: its addresses are within bounds as C's are, and what is not can't leave the guest's memory; without
// the checks the guest is a quarter smaller, compiles in half the time and runs a third faster.
func options(name string) []string {
	if name == guest.SQLite {
		return []string{"-gcflags=github.com/ncruces/go-sqlite3-wasm/...=-B"}
	}
	return nil
}

// compile builds the package in dir for wasip1 so that the bytes depend on the sources alone: not on where
// they lie, on the user's settings, on version control or on the Go that happens to be installed.
func compile(root, dir string, options ...string) ([]byte, error) {
	tmp, err := os.MkdirTemp("", "sandfault-guest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // a temporary directory
	out := filepath.Join(tmp, "guest.wasm")
	settings, err := goSettings(root)
	if err != nil {
		return nil, err
	}
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-mod=readonly", "-buildmode=c-shared"},
		options...)
	cmd := exec.Command("go", append(args, "-o", out, "./"+dir)...)
	cmd.Dir = root
	cmd.Env = append(settings, "GOOS=wasip1", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, bytes.TrimSpace(text))
	}
	return os.ReadFile(out)
}

// kept are the settings of the user's Go that say where things come from and go to, and nothing about what
// is built.
//
//nolint:gochecknoglobals // an immutable table
var kept = []string{
	"GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY", "GONOPROXY", "GOPRIVATE", "GOSUMDB", "GONOSUMDB",
}

// goSettings is the environment of a build: without any variable of Go's but those that are kept.
func goSettings(root string) ([]string, error) {
	cmd := exec.Command("go", append([]string{"env"}, kept...)...)
	cmd.Dir = root
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	values := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(values) != len(kept) {
		return nil, errors.New("go env: unexpected output")
	}
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO")
	})
	for i, name := range kept {
		env = append(env, name+"="+values[i])
	}
	return append(env, "GOENV=off", "GOFLAGS=", "GOWORK=off", "GOWASM=", "GOEXPERIMENT=", "CGO_ENABLED=0",
		"GOTOOLCHAIN="+toolchain()), nil
}

// toolchain is the Go that guests are built with: the one whose output SHA256SUMS has.
func toolchain() string {
	if goruntime.Version() == guest.Toolchain {
		return "local"
	}
	return guest.Toolchain
}

var errNoSources = errors.New("the sources of " + modulePath + " are not on this host")

// moduleDir finds the sources of this module: where they were when this file was compiled, in the module
// cache, or around the working directory.
func moduleDir() (string, error) {
	_, file, _, _ := goruntime.Caller(0)
	const here = "/runtime/guest/store/build.go"
	if dir, ok := strings.CutSuffix(filepath.ToSlash(file), here); ok {
		if isModule(dir) {
			return filepath.FromSlash(dir), nil
		}
		if dir := cached(dir); dir != "" {
			return dir, nil
		}
	}
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if isModule(dir) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return "", errNoSources
}

// cached returns the directory of this module in the module cache, where dir is its path and version, as
// programs have it that were built with -trimpath; "" if it is not there.
func cached(dir string) string {
	if !strings.HasPrefix(dir, modulePath+"@") {
		return ""
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return ""
	}
	dir = filepath.Join(strings.TrimSpace(string(cache)), filepath.FromSlash(dir))
	if !isModule(dir) {
		return ""
	}
	return dir
}

func isModule(dir string) bool {
	b, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && bytes.HasPrefix(b, []byte("module "+modulePath+"\n"))
}
