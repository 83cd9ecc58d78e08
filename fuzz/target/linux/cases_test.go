package linux_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sandfault/sandfault/fuzz/target/linux"
)

// casesFolder is beside the repository, or where SANDFAULT_CASES says.
const casesFolder = "../../../../shared/cases"

// TestCases plays the verified cases: what is expected there was seen on a real kernel, so all must pass
// here.
func TestCases(t *testing.T) {
	t.Parallel()
	x := newTarget(t, linux.Options{})
	dir := os.Getenv("SANDFAULT_CASES")
	if dir == "" {
		dir = casesFolder
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("no case files in %s: name their folder in SANDFAULT_CASES", dir)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			mustPass(t, x, planOf(t, file, text))
		})
	}
}
