package fidelity

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

// lastErrno is the highest error number of Linux.
const lastErrno = 133

var (
	errnoWord   = regexp.MustCompile(`\bE[A-Z0-9]{2,14}\b`)
	errnoNumber = regexp.MustCompile(`\[Errno (-?[0-9]+)\]`)
)

// Errnos returns the names of the error numbers that a text tells, sorted, each once: symbolic names,
// Python's [Errno N], and the texts of strerror(3).
func Errnos(text string) []string {
	var found []string
	for _, w := range errnoWord.FindAllString(text, -1) {
		if e, ok := primitives.ErrnoByName(w); ok {
			found = append(found, e.Name())
		}
	}
	for _, m := range errnoNumber.FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[1])
		if err == nil && n > 0 && n <= lastErrno {
			found = append(found, primitives.Errno(n).Name())
		}
	}
	for e := primitives.Errno(1); e <= lastErrno; e++ {
		if t := e.Text(); !strings.HasPrefix(t, "Unknown error") && saysErrno(text, t) {
			found = append(found, e.Name())
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// saysErrno reports whether a text holds the text of an error number, and not merely another one that
// contains it, as `Not a directory` stands in no other but `Is a directory` could stand in a sentence: a
// word may neither precede nor follow within the same clause.
func saysErrno(text, errno string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], errno)
		if i < 0 {
			return false
		}
		begin, end := from+i, from+i+len(errno)
		if startsClause(text[:begin]) && endsClause(text[end:]) {
			return true
		}
		from = end
	}
}

// startsClause: strerror's text stands at the beginning of a line, or after a colon, a bracket or a quote.
func startsClause(before string) bool {
	before = strings.TrimRight(before, " ")
	return before == "" || strings.ContainsAny(before[len(before)-1:], "\n:]('\"->")
}

// endsClause: what follows it is the end of a line, punctuation, or the file's name that Python adds.
func endsClause(after string) bool {
	return after == "" || strings.ContainsAny(after[:1], "\n:;,.)'\"")
}
