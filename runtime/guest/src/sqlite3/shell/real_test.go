//go:build !wasip1

package shell_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/sidebyside"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/shell"
)

// TestMain lets this binary stand in for sqlite3, by the name it is called by.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "sqlite3" {
		database.Prepare()
		os.Exit(shell.Main(os.Args, shell.Host{Unsupported: func(feature string) {
			fmt.Fprintln(os.Stderr, "UNSUPPORTED", feature)
		}}))
	}
	os.Exit(m.Run())
}

// TestAgainstReal plays every line of testdata/*.txt twice, once with ours and once with this machine's
// sqlite3 3.40, and wants the same output, errors and exit code.
func TestAgainstReal(t *testing.T) {
	out, err := exec.Command("sqlite3", "-version").Output()
	if err != nil || !strings.HasPrefix(string(out), "3.40.") {
		sidebyside.Skip(t, fmt.Sprintf("sqlite3 3.40 is not here: %s %v", out, err))
	}
	bin := sidebyside.Self(t, "sqlite3")
	files, err := filepath.Glob("testdata/*.txt")
	sidebyside.Must(t, err)
	var lines atomic.Int64
	t.Cleanup(func() { t.Logf("%d command lines compared", lines.Load()) })
	for _, file := range files {
		text, err := os.ReadFile(file)
		sidebyside.Must(t, err)
		for i, line := range commandLines(string(text)) {
			t.Run(fmt.Sprintf("%s:%d", strings.TrimSuffix(filepath.Base(file), ".txt"), i+1),
				func(t *testing.T) {
					t.Parallel()
					lines.Add(1)
					_, difference := stage.Compare(t, sidebyside.System, bin+":"+sidebyside.System, line)
					if difference != "" {
						t.Errorf("%s\n%s", line, difference)
					}
				})
		}
	}
}

// commandLines splits a text into command lines: one goes on where a quote is open.
func commandLines(text string) []string {
	var out []string
	var quote rune
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if quote == 0 && (line == "" || strings.HasPrefix(line, "#")) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
		escaped := false
		for _, c := range line {
			switch {
			case escaped:
				escaped = false
			case c == '\\' && quote != '\'':
				escaped = true
			case quote == 0 && (c == '\'' || c == '"'):
				quote = c
			case c == quote:
				quote = 0
			}
		}
		if quote == 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	return out
}

// stage is the tree of testdata with a database that the machine's own sqlite3 makes of shop.sql.
var stage = sidebyside.Stage{Tree: "testdata/tree", Prepare: func(t testing.TB, dir string) {
	cmd := exec.CommandContext(t.Context(), "/usr/bin/sqlite3", "-init", "/dev/null", "shop.db", ".read shop.sql")
	cmd.Dir = dir
	sidebyside.Must(t, cmd.Run())
}}
