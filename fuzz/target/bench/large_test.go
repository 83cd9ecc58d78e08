package bench

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/sandfault/sandfault/runtime/session"
)

const largeBytes = 10 << 20

// BenchmarkLarge is what tools take for a text of 10 MiB in lines of some 40 bytes.
func BenchmarkLarge(b *testing.B) {
	text := largeText()
	for _, c := range []struct {
		name string
		argv []string
	}{
		{"sort", []string{"/usr/bin/sort", "large"}},
		{"grep", []string{"/usr/bin/grep", "-c", "qua[a-z]* 7", "large"}},
		{"sha256sum", []string{"/usr/bin/sha256sum", "large"}},
		{"gzip", []string{"/usr/bin/gzip", "-c", "large"}},
		{"wc", []string{"/usr/bin/wc", "large"}},
		{"awk", []string{"/usr/bin/awk", "{n += $2} END {print n}", "large"}},
		{"sed", []string{"/usr/bin/sed", "-n", "s/qua/QUA/p", "large"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			x, dir := open(b), b.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "large"), text, 0o600); err != nil {
				b.Fatal(err)
			}
			if _, err := x.do(&session.Request{Op: session.OpUpload, Path: "large", Data: text}); err != nil {
				b.Fatal(err)
			}
			// Not /dev/null: grep looks and then stops at the first match.
			script := append([]string{"sh", "-c", `exec "$@" > out`, "sh"}, c.argv...)
			theirs := append([]string{"/bin/sh"}, script[1:]...)
			if _, err := os.Stat(c.argv[0]); err != nil {
				b.Skip("not on this machine: ", c.argv[0])
			}
			beside(b, c.name+"_10mb_vs_native", 1, x.exec(script...), native(b, dir, theirs...))
		})
	}
}

// largeText is the same on every run: a word, a number and a filler a line.
func largeText() []byte {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"alpha", "bravo", "quadrant", "delta", "quantity", "foxtrot", "golf", "hotel"}
	var text []byte
	for len(text) < largeBytes {
		text = append(text, words[r.IntN(len(words))]...)
		text = append(text, ' ')
		text = strconv.AppendInt(text, r.Int64N(1_000_000), 10)
		text = append(text, ' ')
		text = strconv.AppendUint(text, r.Uint64(), 36)
		text = append(text, " the rest\n"...)
	}
	return text
}
