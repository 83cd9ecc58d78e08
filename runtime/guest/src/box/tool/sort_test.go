//go:build !wasip1

package tool_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/sidebyside"
)

// TestSortGenerated sorts generated texts with every kind of key, beside this machine's sort.
func TestSortGenerated(t *testing.T) {
	t.Parallel()
	theirs := "/usr/bin/sort"
	if _, err := os.Stat(theirs); err != nil {
		sidebyside.Skip(t, "no sort on this machine")
	}
	self, err := os.Executable()
	sidebyside.Must(t, err)
	dir := t.TempDir()
	ours := filepath.Join(dir, "sort")
	sidebyside.Must(t, os.Symlink(self, ours))
	for i, text := range sortTexts() {
		sidebyside.Must(t, os.WriteFile(filepath.Join(dir, fmt.Sprint("text", i)), text, 0o600))
		for _, options := range []string{
			"", "-r", "-u", "-s", "-ru", "-n", "-nr", "-nu", "-ns", "-k2", "-k2,2n", "-k2,2nr -k1,1",
			"-k1,1f", "-k1,1d -k2n", "-f", "-fu", "-df", "-h", "-M", "-V", "-t: -k2,2n -k1r", "-k1.2,1.3", "-z",
			"-rs -k1,1", "-m", "-i", "-b -k2,2",
		} {
			argv := append(strings.Fields(options), fmt.Sprint("text", i))
			if want, got := output(t, dir, theirs, argv), output(t, dir, ours, argv); !bytes.Equal(want, got) {
				t.Errorf("sort %s of %q:\nwant %q\n got %q", options, short(text), short(want), short(got))
			}
		}
	}
}

func short(text []byte) []byte { return text[:min(len(text), 400)] }

func output(t *testing.T, dir, program string, argv []string) []byte {
	t.Helper()
	cmd := exec.Command(program, argv...) //nolint:gosec // sort, of the machine or ours
	cmd.Dir, cmd.Env = dir, []string{"LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	sidebyside.Must(t, err)
	return out
}

// sortTexts are lines that share beginnings of all lengths, hold NULs or numbers, or are many.
func sortTexts() [][]byte {
	r := rand.New(rand.NewPCG(3, 4))
	pieces := []string{
		"", "a", "A", "ab", "abcdefgh", "abcdefgh\x00", "\x00", " ", "  ", "\t", ":", "-", "-0", "-1.50", "0.5", ".5", "7",
		"007", "10000000000000000", "10000000000000001", "2K", "1M", "jan", "Feb", "1e3", "\xff", "é", "x1.10", "x1.9",
		strings.Repeat("long", 80), "_",
	}
	var texts [][]byte
	for _, lines := range []int{0, 1, 2, 30, 400, 4000} {
		var text []byte
		for i := range lines {
			for range r.IntN(5) {
				text = append(text, pieces[r.IntN(len(pieces))]...)
			}
			if i < lines-1 || lines%4 == 0 {
				text = append(text, '\n')
			}
		}
		texts = append(texts, text)
	}
	return texts
}
