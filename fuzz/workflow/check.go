package workflow

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Mismatch is one thing in which an outcome is not what was expected.
type Mismatch struct {
	Field         string // key of the expectation, such as "stdout" or "parallel[2].exit"
	Expected, Got string // for readers; whole
}

// Check compares an outcome with what was expected of it, key by key. It returns nothing
// where all is as expected, and where nothing was expected.
func Check(e *Expect, o *Outcome) []Mismatch {
	c := comparer{o: o}
	c.run(e)
	c.streams(e)
	c.file(e)
	for i := range e.Parallel {
		child := &Outcome{}
		if i < len(o.Parallel) {
			child = &o.Parallel[i]
		}
		for _, m := range Check(&e.Parallel[i], child) {
			m.Field = fmt.Sprintf("parallel[%d].%s", i, m.Field)
			c.found = append(c.found, m)
		}
	}
	return c.found
}

type comparer struct {
	o     *Outcome
	found []Mismatch
}

func (c *comparer) add(field, expected, got string) {
	c.found = append(c.found, Mismatch{Field: field, Expected: expected, Got: got})
}

func (c *comparer) run(e *Expect) {
	o := c.o
	if e.Exit != nil && (!o.Started || !slices.Contains(e.Exit, o.Exit)) {
		got := strconv.Itoa(o.Exit)
		if !o.Started {
			got = strings.TrimSpace("did not start " + o.Error)
		}
		c.add("exit", joinInts(e.Exit), got)
	}
	same(c, "timed_out", e.TimedOut, o.TimedOut)
	same(c, "truncated", e.Truncated, o.Truncated)
	if e.MaxWallNS != nil && o.WallNS > *e.MaxWallNS {
		c.add("max_wall_s", "at most "+inSeconds(*e.MaxWallNS), inSeconds(o.WallNS))
	}
	if e.MinWallNS != nil && o.WallNS < *e.MinWallNS {
		c.add("min_wall_s", "at least "+inSeconds(*e.MinWallNS), inSeconds(o.WallNS))
	}
}

func (c *comparer) streams(e *Expect) {
	o := c.o
	c.text("stdout", e.Stdout, o.Stdout)
	c.text("stderr", e.Stderr, o.Stderr)
	if e.HasStdoutBase64 && !bytes.Equal(o.Stdout, e.StdoutBase64) {
		c.add("stdout_base64", quoted(e.StdoutBase64), quoted(o.Stdout))
	}
	if e.StdoutSHA256 != nil {
		same(c, "stdout_sha256", e.StdoutSHA256, sumOf(o.Stdout))
	}
	same(c, "stdout_size", e.StdoutSize, int64(len(o.Stdout)))
	same(c, "stderr_size", e.StderrSize, int64(len(o.Stderr)))
	c.contains("stdout_contains", e.StdoutContains, o.Stdout)
	c.contains("stderr_contains", e.StderrContains, o.Stderr)
	for _, s := range e.StdoutNotContains {
		if bytes.Contains(o.Stdout, []byte(s)) {
			c.add("stdout_not_contains", "without "+strconv.Quote(s), quoted(o.Stdout))
		}
	}
}

func (c *comparer) file(e *Expect) {
	o := c.o
	if e.OK != nil && *e.OK != (o.Error == "") {
		c.add("ok", strconv.FormatBool(*e.OK), cmp.Or(o.Error, "no error"))
	}
	if e.Error != nil && *e.Error != o.Error {
		c.add("error", cmp.Or(*e.Error, "no error"), cmp.Or(o.Error, "no error"))
	}
	if e.Content != nil {
		c.payload("content", strconv.Quote(*e.Content), string(o.Data) == *e.Content, quoted(o.Data))
	}
	if e.HasContentBase64 {
		c.payload("content_base64", quoted(e.ContentBase64), bytes.Equal(o.Data, e.ContentBase64),
			quoted(o.Data))
	}
	if e.SHA256 != nil {
		got := sumOf(o.Data)
		c.payload("sha256", *e.SHA256, got == *e.SHA256, got)
	}
	if e.Size != nil {
		c.payload("size", strconv.FormatInt(*e.Size, 10), int64(len(o.Data)) == *e.Size,
			strconv.Itoa(len(o.Data)))
	}
	if e.Mode != nil {
		c.payload("mode", octal(*e.Mode), o.Mode == *e.Mode, octal(o.Mode))
	}
	if e.HasEntries {
		want, got := slices.Sorted(slices.Values(e.Entries)), slices.Sorted(slices.Values(o.Entries))
		c.payload("entries", fmt.Sprintf("%q", want), slices.Equal(want, got), fmt.Sprintf("%q", got))
	}
}

// payload adds a mismatch of what a file operation brought; after an error it brought nothing.
func (c *comparer) payload(field, expected string, equal bool, got string) {
	if c.o.Error != "" {
		c.add(field, expected, c.o.Error)
	} else if !equal {
		c.add(field, expected, got)
	}
}

func (c *comparer) text(field string, want *string, got []byte) {
	if want != nil && *want != string(got) {
		c.add(field, strconv.Quote(*want), quoted(got))
	}
}

func (c *comparer) contains(field string, want []string, got []byte) {
	for _, s := range want {
		if !bytes.Contains(got, []byte(s)) {
			c.add(field, strconv.Quote(s), quoted(got))
		}
	}
}

func same[T comparable](c *comparer, field string, want *T, got T) {
	if want != nil && *want != got {
		c.add(field, fmt.Sprint(*want), fmt.Sprint(got))
	}
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func quoted(b []byte) string { return strconv.Quote(string(b)) }

func octal(mode uint32) string { return fmt.Sprintf("%04o", mode) }

func inSeconds(ns int64) string { return strconv.FormatFloat(float64(ns)/1e9, 'f', -1, 64) + " s" }

func joinInts(codes []int) string {
	words := make([]string, len(codes))
	for i, n := range codes {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " or ")
}
