package sandfault_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/sandfault/sandfault/"

// layers are the top-level code folders from bottom to top, with what each may import of the
// others. Imports point down, never up.
var layers = map[string][]string{
	"internal":   {}, // for tests alone, which may import all
	"primitives": {},
	"vfs":        {"primitives"},
	"runtime":    {"primitives", "vfs"},
	"fuzz":       {"primitives", "vfs", "runtime"},
	"mcp":        {"primitives", "vfs", "runtime", "fuzz"},
	"cmd":        {"primitives", "vfs", "runtime", "fuzz", "mcp"},
	"examples":   {"primitives", "vfs", "runtime", "fuzz", "mcp"}, // programs to copy from
}

// owners says which folders alone may import a package (prefix match for the libraries).
var owners = map[string][]string{
	"github.com/tetratelabs/wazero":   {"runtime", "runtime/wasi", "runtime/linuxabi", "runtime/emscripten", "runtime/hostabi"},
	"modernc.org/sqlite":              {"fuzz/findings", "runtime/guest/src"},
	"github.com/ncruces/go-sqlite3":   {"runtime/guest/src/sqlite3"},
	"database/sql":                    {"fuzz/findings", "runtime/guest/src"},
	"github.com/leanovate/gopter":     {"fuzz/domain"},
	"github.com/ulikunitz/xz":         {"runtime/emscripten", "runtime/guest/src"},
	"github.com/mark3labs/mcp-go":     {"mcp"},
	"github.com/spf13/afero":          {"vfs", "cmd", "runtime", "fuzz/target"},
	"github.com/spf13/cobra":          {"cmd"},
	"os/exec":                         {"cmd", "mcp", "fuzz/target", "runtime/guest/store", "runtime/guest/src"},
	"net":                             {"cmd", "mcp", "fuzz/target", "runtime/guest/store", "runtime/guest/src"},
	"net/http":                        {"cmd", "mcp", "fuzz/target", "runtime/guest/store"},
	"math/rand":                       {"fuzz/domain"}, // gopter draws from a rand.Rand, over a stream of det
	"math/rand/v2":                    {"primitives/det"},
	"crypto/rand":                     {},
	"os":                              {"cmd", "mcp", "fuzz/target", "fuzz/findings", "runtime/guest/store", "runtime/guest/src", "vfs", "examples"},
	"github.com/rogpeppe/go-internal": {"cmd"},
}

type file struct {
	path    string // slash-separated, relative to the module
	imports []string
}

func (f file) dir() string { return path.Dir(f.path) }
func (f file) test() bool  { return strings.HasSuffix(f.path, "_test.go") }
func (f file) layer() string {
	l, _, _ := strings.Cut(f.path, "/")
	return l
}

// sources parses every import clause of the module in this process, so that the result of
// the test is not served from the cache of a tool that did not see a new file.
func sources(t *testing.T) []file {
	t.Helper()
	var out []file
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && p != ".") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(p, ".go") {
			return nil
		}
		ast, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		f := file{path: filepath.ToSlash(p)}
		for _, i := range ast.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, name)
		}
		out = append(out, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func below(dir, owner string) bool { return dir == owner || strings.HasPrefix(dir, owner+"/") }

func TestImportsPointDown(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		if !strings.Contains(f.path, "/") {
			continue
		}
		allowed, known := layers[f.layer()]
		if !known {
			t.Errorf("%s: %s is no layer of the architecture", f.path, f.layer())
			continue
		}
		for _, name := range f.imports {
			rest, ours := strings.CutPrefix(name, module)
			if !ours || f.test() {
				continue
			}
			to, _, _ := strings.Cut(rest, "/")
			ok := to == f.layer()
			for _, l := range allowed {
				ok = ok || to == l
			}
			if !ok {
				t.Errorf("%s imports %s, which lies above it", f.path, name)
			}
		}
	}
}

func TestLibrariesHaveOneHome(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		if f.test() {
			continue
		}
		for _, name := range f.imports {
			for lib, homes := range owners {
				if !matches(name, lib) {
					continue
				}
				ok := false
				for _, h := range homes {
					ok = ok || homeOf(f.dir(), h)
				}
				if !ok {
					t.Errorf("%s imports %s, which belongs in %v", f.path, name, homes)
				}
			}
		}
	}
}

// matches compares the standard library by name and other modules by prefix.
func matches(name, lib string) bool {
	if strings.Contains(lib, ".") {
		return below(name, lib)
	}
	return name == lib
}

// homeOf reports whether dir is home; the package runtime itself is a home without its folders.
func homeOf(dir, home string) bool {
	if home == "runtime" {
		return dir == home
	}
	return below(dir, home)
}

func TestFileNamesAreNoBuildConstraints(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		base := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.path), ".go"), "_test")
		for _, end := range []string{"_linux", "_js", "_wasm", "_wasip1"} {
			if strings.HasSuffix(base, end) {
				t.Errorf("%s: the ending %s makes it vanish from other builds; use a //go:build line", f.path, end)
			}
		}
		if below(f.path, "runtime") {
			for _, bad := range []string{"trace", "debug", "metrics", "pprof", "race", "coverage", "cgo"} {
				if below(f.dir(), "runtime/"+bad) {
					t.Errorf("%s: folder runtime/%s shadows the standard library's", f.path, bad)
				}
			}
		}
	}
}

func TestPackageNamesDoNotShadow(t *testing.T) {
	t.Parallel()
	for _, f := range sources(t) {
		for _, bad := range []string{"util", "common", "tool/util", "time", "errors", "sync", "log", "context", "testing", "fs"} {
			if path.Base(f.dir()) == bad {
				t.Errorf("%s: a package called %s", f.path, bad)
			}
		}
	}
}
