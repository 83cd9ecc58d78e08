//go:build !wasip1

package sidebyside

import (
	"fmt"
	"strings"
)

// Difference tells how got is not want, "" if it is.
func Difference(want, got *Outcome) string {
	var b strings.Builder
	if want.Code != got.Code {
		_, _ = fmt.Fprintf(&b, "  exit: want %d, got %d\n", want.Code, got.Code)
	}
	b.WriteString(Lines("stdout", want.Stdout, got.Stdout))
	b.WriteString(Lines("stderr", want.Stderr, got.Stderr))
	return b.String()
}

// Lines shows two texts without the lines that they share at both ends.
func Lines(what, want, got string) string {
	if want == got {
		return ""
	}
	a, b := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	a, b = a[n:], b[n:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	const most = 12
	return fmt.Sprintf("  %s from line %d\n  want %q\n  got  %q\n", what, n+1,
		a[:min(len(a), most)], b[:min(len(b), most)])
}
