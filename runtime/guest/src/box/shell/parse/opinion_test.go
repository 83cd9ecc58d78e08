package parse_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
)

// refused is what the other parser takes and bash does not: a simple command as the body of a function, a
// subshell without commands, a newline before the operator in [[ ]].
var refused = regexp.MustCompile(`^f ?\(\) echo|^\(\)000|\[\[ a\n ==`)

// TestSecondOpinion asks another parser of bash: what it takes of the scripts that are compared with the
// real shells, ours must take too.
func TestSecondOpinion(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../testdata/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	agreed := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sep := "\n### "
		if strings.HasSuffix(file, ".lines") {
			sep = "\n"
		}
		for script := range strings.SplitSeq("\n"+string(data), sep) {
			if sep != "\n" {
				_, script, _ = strings.Cut(script, "\n")
			}
			if _, err := syntax.NewParser().Parse(strings.NewReader(script), file); err != nil {
				continue
			}
			agreed++
			if refused.MatchString(script) {
				continue
			}
			if _, err := all(script, parse.Options{ExtGlob: true}); err != nil {
				t.Errorf("%s: %s\n%+v", filepath.Base(file), script, err)
			}
		}
	}
	if agreed < 300 {
		t.Errorf("only %d scripts were taken by both", agreed)
	}
}
