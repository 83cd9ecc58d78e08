package fidelity

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// Difference is one thing in which two outcomes of a step differ after normalisation.
type Difference struct {
	Field     string `json:"field"`    // such as "exit" or "stdout"
	Emulator  string `json:"emulator"` // normalised, shortened for readers
	Reference string `json:"reference"`

	file string // of a tree: the file, if its contents alone differ
}

// Compare returns what differs between what a step gave on the emulator and on the reference, the most
// telling first: whether and how it ended, then which errors it named, then its texts. Times, causes and
// the tool layer's own words are not compared: no two targets share them.
func Compare(a, b *workflow.Outcome, sceneA, sceneB *Scene) []Difference {
	c := comparer{a: sceneA, b: sceneB}
	c.word("started", strconv.FormatBool(a.Started), strconv.FormatBool(b.Started))
	c.word("error", a.Error, b.Error)
	c.word("timed_out", strconv.FormatBool(a.TimedOut), strconv.FormatBool(b.TimedOut))
	c.word("exit", strconv.Itoa(a.Exit), strconv.Itoa(b.Exit))
	c.word("truncated", strconv.FormatBool(a.Truncated), strconv.FormatBool(b.Truncated))
	c.word("errno", named(a), named(b))
	c.text("stdout", a.Stdout, b.Stdout, Normal)
	c.text("content", a.Data, b.Data, Content)
	if a.Error == "" && b.Error == "" {
		c.word("mode", fmt.Sprintf("%04o", a.Mode), fmt.Sprintf("%04o", b.Mode))
	}
	c.word("entries", c.names(sceneA, a.Entries), c.names(sceneB, b.Entries))
	c.text("stderr", a.Stderr, b.Stderr, Normal)
	return c.found
}

// named are the error numbers that a step's error stream tells.
func named(o *workflow.Outcome) string {
	const enough = 64 << 10 // bytes at the end, where programs say why they stop
	tail := o.Stderr[max(0, len(o.Stderr)-enough):]
	return strings.Join(Errnos(string(tail)), " ")
}

type comparer struct {
	a, b  *Scene
	found []Difference
}

func (c *comparer) word(field, a, b string) {
	if a != b {
		c.found = append(c.found, Difference{Field: field, Emulator: a, Reference: b})
	}
}

func (c *comparer) text(field string, a, b []byte, normal func(*Scene, []byte) string) {
	if bytes.Equal(a, b) {
		return
	}
	x, y := normal(c.a, a), normal(c.b, b)
	if x != y {
		x, y = excerpt(x, y)
		c.found = append(c.found, Difference{Field: field, Emulator: x, Reference: y})
	}
}

// names are directory entries as one text; their names may hold what the rules take out.
func (*comparer) names(s *Scene, entries []string) string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = entryName(s, e)
	}
	slices.Sort(out)
	return shorten(strings.Join(out, "\n"))
}

const (
	maxShown     = 600 // bytes of a value that a difference shows
	linesAround  = 2   // lines of context
	linesOfDiffs = 6
)

// excerpt returns of two different texts the lines around the first one in which they differ.
func excerpt(a, b string) (x, y string) {
	la, lb := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	at := 0
	for at < len(la) && at < len(lb) && la[at] == lb[at] {
		at++
	}
	from := max(0, at-linesAround)
	part := func(lines []string) string {
		from := min(from, len(lines))
		to := min(len(lines), at+linesOfDiffs)
		text := strings.Join(lines[from:to], "")
		if from > 0 {
			text = "...\n" + text
		}
		return shorten(text)
	}
	return part(la), part(lb)
}

func shorten(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return s[:maxShown] + "..."
}

// firstDifferent returns the first lines in which two excerpts differ.
func firstDifferent(a, b string) (x, y string) {
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := 0; i < len(la) || i < len(lb); i++ {
		x, y = "", ""
		if i < len(la) {
			x = la[i]
		}
		if i < len(lb) {
			y = lb[i]
		}
		if x != y {
			return x, y
		}
	}
	return "", ""
}
