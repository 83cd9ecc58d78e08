//go:build !wasip1

package tool_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/box/tool"
	"github.com/sandfault/sandfault/runtime/guest/src/sidebyside"
)

// reference is a PATH with the real programs of testdata/recorded, which few machines have: the
// goldens are written anew from what they do.
var reference = flag.String("reference", "", "PATH of real programs to record testdata/recorded from")

// TestRecorded plays the lines of testdata/recorded/*.txt with our tools and wants what the real programs
// did.
func TestRecorded(t *testing.T) {
	bin := sidebyside.Self(t, append(tool.Names(), "git")...)
	files, err := filepath.Glob("testdata/recorded/*.txt")
	sidebyside.Must(t, err)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			golden := strings.TrimSuffix(file, ".txt") + ".golden"
			lines := recordedLines(t, file)
			if *reference != "" {
				text := ""
				for _, line := range lines {
					text += rendered(line, stage.Play(t, *reference, line))
				}
				sidebyside.Must(t, os.WriteFile(golden, []byte(text), 0o644))
			}
			want, err := os.ReadFile(golden)
			sidebyside.Must(t, err)
			records := strings.Split("\n"+string(want), "\n$ ")[1:]
			if len(records) != len(lines) {
				t.Fatalf("%s has %d lines, %s %d records: record them anew", file, len(lines), golden,
					len(records))
			}
			for i, line := range lines {
				t.Run(fmt.Sprint(i+1), func(t *testing.T) {
					t.Parallel()
					got := strings.TrimSuffix(rendered(line, stage.Play(t, bin, line)), "\n")
					if want := "$ " + strings.TrimSuffix(records[i], "\n"); got != want {
						t.Errorf("%s\n%s", line, sidebyside.Lines("record", want, got))
					}
				})
			}
		})
	}
}

func recordedLines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	sidebyside.Must(t, err)
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// rendered is a record: the line, what it printed, and how it ended.
func rendered(line string, p sidebyside.Outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "$ %s\n", line)
	for n, text := range []string{p.Stdout, p.Stderr} {
		if text == "" {
			continue
		}
		end := ""
		if !strings.HasSuffix(text, "\n") {
			end = "\\"
		}
		for part := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			fmt.Fprintf(&b, "%d %s\n", n+1, fmt.Sprintf("%q", part))
		}
		if end != "" {
			fmt.Fprintf(&b, "%d%s\n", n+1, end)
		}
	}
	fmt.Fprintf(&b, "= %d\n", p.Code)
	return b.String()
}
