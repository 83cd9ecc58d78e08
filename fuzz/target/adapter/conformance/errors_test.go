package conformance

import (
	"strings"
	"testing"
)

// What an adapter says may end on a terminal.
func TestErrorsArePrintable(t *testing.T) {
	t.Parallel()
	const word = "\x1b[31m\u009b1m\u202e\r"
	for _, err := range []error{&lacking{word}, &mismatch{"an answer", "aborted: " + word}, &mismatch{word, ""}, &gaveUp{word}} {
		if text := err.Error(); strings.ContainsAny(text, "\x1b\u009b\u202e\r") {
			t.Errorf("%q", text)
		}
	}
	if got := (&lacking{"uid"}).Error(); got != "unsupported: uid" {
		t.Error(got)
	}
}
