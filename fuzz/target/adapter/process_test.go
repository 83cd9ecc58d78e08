package adapter

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// A command that cannot be started is told with what its author probably meant.
func TestHints(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		program string
		err     error
		says    string
	}{
		{"./a.py", syscall.ENOEXEC, "has it no #! line?"},
		{"KEY=1", exec.ErrNotFound, "`env KEY=1 ...`"},
		{"process_test.go", exec.ErrNotFound, "did you mean ./process_test.go?"},
		{"nowhere", exec.ErrNotFound, ""},
		{"./a=b", syscall.ENOENT, ""},
	} {
		if got := hint(tc.program, tc.err); (got == "") != (tc.says == "") || !strings.Contains(got, tc.says) {
			t.Errorf("%s, %v: %q", tc.program, tc.err, got)
		}
	}
}

// What stands beside its base64, or in a request's other fields, is an addition of the author's own.
func TestPlainFields(t *testing.T) {
	t.Parallel()
	for text, good := range map[string]bool{
		`{"id":1,"exit":0,"stdout":"hi"}`:                        false,
		`{"id":1,"exit":0,"stdout":"hi","stdout_base64":"aGk="}`: true,
		`{"id":1,"content":""}`:                                  false,
		`{"id":1,"entries":[]}`:                                  false,
		`{"id":1,"exit":0,"note":"hi"}`:                          true,
	} {
		if _, err := Decode([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}
