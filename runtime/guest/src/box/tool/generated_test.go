//go:build !wasip1

package tool_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/box/tool"
	"github.com/sandfault/sandfault/runtime/guest/src/sidebyside"
)

// grammarLine is how the lines of one tool are made.
type grammarLine struct {
	tool     string
	options  []string
	operands [][]string
}

// leftBehind tells the exit code of a line and what it made, by the machine's programs.
const leftBehind = `; echo "$?"; PATH=/usr/bin:/bin; find . -type f -size -99 ! -name '*.gz' -exec cksum {} + | sort
find . ! -type f -printf '%p %m %l\n' | sort`

// TestGenerated plays command lines drawn from testdata/lines.grammar under the machine's tools and under
// ours: TOOL_LINES of them from TOOL_SEED. Few differ (docs/SHELL.md says how many and why), so without
// TOOL_LINES the test wants only that lines are made and that most agree.
func TestGenerated(t *testing.T) {
	count, seed := setting("TOOL_LINES", 25), setting("TOOL_SEED", 1)
	bin := sidebyside.Self(t, tool.Names()...)
	grammar := readGrammar(t)
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	var differ, played atomic.Int64
	t.Run("lines", func(t *testing.T) {
		for range count {
			line := grammar[r.IntN(len(grammar))].draw(r)
			t.Run("", func(t *testing.T) {
				t.Parallel()
				want := stage.Play(t, sidebyside.System, line+leftBehind)
				got := stage.Play(t, bin, line+leftBehind)
				played.Add(1)
				if got != want {
					differ.Add(1)
					t.Logf("%s\n%s", line, sidebyside.Difference(&want, &got))
				}
			})
		}
	})
	t.Logf("%d of %d lines differ", differ.Load(), played.Load())
	if d := differ.Load(); d*10 > played.Load() {
		t.Errorf("%d of %d lines differ", d, played.Load())
	}
}

func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func readGrammar(t *testing.T) []grammarLine {
	t.Helper()
	text, err := os.ReadFile("testdata/lines.grammar")
	sidebyside.Must(t, err)
	var list []grammarLine
	for line := range strings.Lines(string(text)) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		options, operands, _ := strings.Cut(" "+rest+" ", " : ")
		g := grammarLine{tool: name, options: strings.Fields(options)}
		for o := range strings.SplitSeq(operands, " | ") {
			g.operands = append(g.operands, strings.Fields(o))
		}
		list = append(list, g)
	}
	return list
}

// draw makes one line.
func (g *grammarLine) draw(r *rand.Rand) string {
	words, input := []string{g.tool}, ""
	if g.tool == "printf" || g.tool == "echo" {
		words = []string{"env", g.tool} // bash has its own
	}
	for range r.IntN(4) {
		if len(g.options) == 0 {
			break
		}
		name, value, two := strings.Cut(g.options[r.IntN(len(g.options))], "_")
		if words = append(words, quoteWord(terminal(r, name))); two {
			words = append(words, quoteWord(terminal(r, value)))
		}
	}
	for _, o := range g.operands[r.IntN(len(g.operands))] {
		switch {
		case o == "I":
			if r.IntN(3) == 0 {
				input = "printf " + quoteWord(inputs[r.IntN(len(inputs))]) + " | "
				words = append(words, "-")
			}
		case o == "<":
			words = append(words, o)
		case o == "F" && r.IntN(4) == 0: // fewer operands than there might be
		default:
			words = append(words, quoteWord(terminal(r, o)))
		}
	}
	if input == "" && r.IntN(12) == 0 {
		words = append(words, "> /dev/full")
	}
	return input + strings.Join(words, " ")
}

var (
	grammarFiles   = []string{"words", "nums", "odd", "data.csv", "zero", "nul", "sub", "nope", "left", "sub/f1", "words/x"}
	grammarTexts   = []string{"words", "nums", "odd", "data.csv", "zero", "left", "right"}
	grammarNumbers = []string{"0", "1", "2", "3", "5", "10", "40", "1K", "x", "", "99999999999999999999", "-1", "0x10", "1.5"}
	grammarWords   = []string{"a", "alpha", ",", "é", "", "a b", `x\ty`, "-", "l"}
	inputs         = []string{"", `a\n`, `a\nb`, `a\0b\n`, `\n\n`, `a\r\nb\r\n`, `\303\251\377\n`, `b 2\na 1\nb 2\n`, `a:b:c\n`, `\t x\n`, "1\\n10\\n9\\n"}
)

// terminal replaces what stands for a class of words.
func terminal(r *rand.Rand, s string) string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	small := func() string { // numbers are small and plain as a rule
		if r.IntN(3) > 0 {
			return pick(grammarNumbers[:7])
		}
		return pick(grammarNumbers)
	}
	switch {
	case s == "F":
		return pick(grammarFiles)
	case s == "T":
		return pick(grammarTexts)
	case s == "W":
		return pick(grammarWords)
	case strings.HasSuffix(s, "=W"):
		return strings.TrimSuffix(s, "W") + pick(grammarWords)
	case s == "N" || strings.HasSuffix(s, "-N") || strings.HasSuffix(s, "+N") || strings.HasSuffix(s, "=N") ||
		strings.HasSuffix(s, "0N") || strings.HasSuffix(s, "@N"):
		return strings.TrimSuffix(s, "N") + small()
	}
	return s
}

func quoteWord(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
