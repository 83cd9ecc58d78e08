//go:build !wasip1

package sidebyside

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Bash is the machine's bash, which plays all lines.
func Bash(t testing.TB) string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		Skip(t, "no bash on this machine")
	}
	return bash
}

// Self makes a folder for PATH in which the running test binary stands under every name, beside bash and sh:
// its TestMain tells by the name which program to be.
func Self(t testing.TB, names ...string) (bin string) {
	t.Helper()
	bin = t.TempDir()
	Open(t, bin)
	self, err := os.ReadFile("/proc/self/exe")
	Must(t, err)
	const copied = ".self" // a link to the binary itself would lead through folders closed to others
	Must(t, os.WriteFile(filepath.Join(bin, copied), self, 0o755))
	for _, name := range names {
		Must(t, os.Symlink(copied, filepath.Join(bin, name)))
	}
	Must(t, os.Symlink(Bash(t), filepath.Join(bin, "bash")))
	Must(t, os.Symlink("/bin/sh", filepath.Join(bin, "sh")))
	return bin
}

// Open lets another user pass through the private directory that a test gets.
func Open(t testing.TB, dir string) {
	t.Helper()
	Must(t, os.Chmod(dir, 0o755))
	Must(t, os.Chmod(filepath.Dir(dir), 0o755))
}

// Must ends a test that could not be set up.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Skip skips a test that needs what the machine lacks, and fails it where a full Linux was promised.
func Skip(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}
