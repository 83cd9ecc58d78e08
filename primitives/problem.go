package primitives

import (
	"fmt"
	"path"
	"strings"
)

// Problem is one mistake in a profile.
type Problem struct {
	Primitive Primitive
	Field     string // the key of the profile's file, such as "memory_mb" or "mounts[1].size"
	Text      string // what is wrong
	Fix       string // how to mend it
}

// Error renders the problem as one line.
func (p *Problem) Error() string {
	s := p.Field + ": " + p.Text
	if p.Fix != "" {
		s += "; " + p.Fix
	}
	return s
}

// Bounds of a profile's numbers. They are far above what any sandbox gives and keep sums from
// overflowing.
const (
	maxBytes   = 1 << 50
	maxCount   = 1 << 22 // Linux's largest pid_max
	maxSeconds = 10 * 365 * 24 * 3600
	maxPath    = 4095 // PATH_MAX without its NUL byte
	maxName    = 255  // NAME_MAX
)

// checker gathers the problems of one primitive's settings.
type checker struct {
	primitive Primitive
	problems  []Problem
}

func (c *checker) add(field, text, fix string) {
	c.problems = append(c.problems, Problem{Primitive: c.primitive, Field: field, Text: text, Fix: fix})
}

// limit checks a bound, where 0 means none.
func (c *checker) limit(field string, v, most int64) {
	if v < 0 || v > most {
		c.add(field, fmt.Sprintf("%d is out of range", v),
			fmt.Sprintf("give a number from 1 to %d, or leave it out for no limit", most))
	}
}

func (c *checker) seconds(field string, v float64) {
	if !(v >= 0 && v <= maxSeconds) { // also false for NaN
		c.add(field, fmt.Sprintf("%v is not a time limit", v), "give seconds, or leave it out for no limit")
	}
}

func (c *checker) mode(field string, v uint32) {
	if v > 0o7777 {
		c.add(field, fmt.Sprintf("%#o is not a mode", v), "give octal permission bits such as '0755'")
	}
}

// absolute checks a path of the sandbox: absolute, clean, of a length that Linux takes.
func (c *checker) absolute(field, p string) {
	switch {
	case !strings.HasPrefix(p, "/"):
		c.add(field, fmt.Sprintf("%q is not absolute", p), "begin it with /")
	case strings.ContainsRune(p, 0):
		c.add(field, fmt.Sprintf("%q holds a NUL byte", p), "a path ends at its first NUL byte")
	case path.Clean(p) != p:
		c.add(field, fmt.Sprintf("%q is not a clean path", p), fmt.Sprintf("write %q", path.Clean(p)))
	case len(p) > maxPath:
		c.add(field, fmt.Sprintf("%d bytes are too long for a path", len(p)),
			fmt.Sprintf("at most %d", maxPath))
	default:
		c.components(field, p)
	}
}

func (c *checker) components(field, p string) {
	for name := range strings.SplitSeq(p, "/") {
		if len(name) > maxName {
			c.add(field, fmt.Sprintf("a name of %d bytes is too long", len(name)),
				fmt.Sprintf("at most %d", maxName))
		}
	}
}

func (c *checker) absolutes(field string, paths []string) {
	for i, p := range paths {
		c.absolute(fmt.Sprintf("%s[%d]", field, i), p)
	}
}

// word checks a name that ends up as one field of a line or of an environment.
func (c *checker) word(field, s, forbidden string) {
	if strings.ContainsAny(s, forbidden+"\x00\n") {
		c.add(field, fmt.Sprintf("%q holds a character that it may not", s),
			"leave out NUL, newline and "+forbidden)
	}
}
