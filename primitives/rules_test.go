package primitives_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

// Every rule by which the emulator denies stands in its primitive's file, so that reports and
// documentation can explain it.
func TestEveryRuleInUseIsDeclared(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, folder := range []string{"../vfs", "../runtime"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && path == filepath.Join("..", "runtime", "guest", "src") {
				return filepath.SkipDir // guests deny nothing, they are denied
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				for _, u := range rulesOf(n) {
					seen++
					if _, ok := primitives.RuleOf(u.primitive, u.rule); !ok {
						t.Errorf("%s: %s has no rule %q: declare it in primitives/%s.go", path, u.primitive, u.rule, u.primitive)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 20 {
		t.Errorf("only %d uses of rules found: the test has gone blind", seen)
	}
}

type use struct {
	primitive primitives.Primitive
	rule      string
}

// rulesOf finds a primitive followed by a literal rule in a call's arguments, as in
// Deny(errno, primitives.Mounts, "ro", path), and Cause literals.
func rulesOf(n ast.Node) []use {
	var out []use
	switch n := n.(type) {
	case *ast.CallExpr:
		for i := range len(n.Args) - 1 {
			if p, ok := primitiveOf(n.Args[i]); ok {
				if rule, ok := literal(n.Args[i+1]); ok {
					out = append(out, use{p, rule})
				}
			}
		}
	case *ast.CompositeLit:
		fields := map[string]ast.Expr{}
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok {
					fields[key.Name] = kv.Value
				}
			}
		}
		p, isPrimitive := primitiveOf(fields["Primitive"])
		if rule, ok := literal(fields["Rule"]); ok && isPrimitive {
			out = append(out, use{p, rule})
		}
	}
	return out
}

func primitiveOf(e ast.Expr) (primitives.Primitive, bool) {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	for _, p := range primitives.All() {
		if strings.EqualFold(string(p), sel.Sel.Name) {
			return p, true
		}
	}
	return "", false
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}
