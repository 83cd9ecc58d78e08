package triage

import (
	"bytes"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// named reports whether what the agent got names the reason for a denial: the error of the file
// API does, the text of the error number in the output does, and so do the phrases of
// phrases. An agent can act on a named denial.
func named(o *workflow.Outcome, d *workflow.Denial) bool {
	if d == nil {
		return false
	}
	if o.Error != "" && o.Error == d.Errno || o.TimedOut && d.Cause.Primitive == primitives.Lifetime {
		return true
	}
	texts := phrases(d.Cause.Primitive, d.Cause.Rule)
	e, ok := primitives.ErrnoByName(d.Errno)
	if ok && e != primitives.OK && d.Cause.Primitive != primitives.Egress {
		texts = append(texts, e.Text())
	}
	for _, t := range texts {
		if shows(o, t) {
			return true
		}
	}
	return false
}

func shows(o *workflow.Outcome, text string) bool {
	return bytes.Contains(o.Stderr, []byte(text)) || bytes.Contains(o.Stdout, []byte(text)) ||
		bytes.Contains([]byte(o.Message), []byte(text))
}

// phrases are the words beyond the texts of error numbers by which programs name a primitive.
func phrases(p primitives.Primitive, rule string) []string {
	switch p {
	case primitives.Egress:
		return []string{
			"Network is unreachable", "Temporary failure in name resolution", "Name or service not known",
			"Could not resolve host", "Failed to connect", "Connection timed out", "timed out", "403",
		}
	case primitives.Memory:
		return []string{"Killed", "MemoryError", "Cannot allocate memory", "out of memory"}
	case primitives.CPU:
		return []string{"CPU time limit exceeded"}
	case primitives.Quota:
		return []string{"No space left on device", "File size limit exceeded", "File too large", "quota"}
	case primitives.Processes:
		return []string{"can't start new thread", "Cannot fork", "fork:"}
	case primitives.Paths:
		return []string{"command not found", "not found", "No module named"}
	case primitives.Env:
		return []string{"unbound variable", "not set", "KeyError"}
	case primitives.Interface:
		if rule == "relative-only" {
			return []string{"path traversal"}
		}
	}
	return nil
}

// ErrnoShown returns the error number that an outcome carries or whose text its output shows, "" if none.
func ErrnoShown(o *workflow.Outcome) string { return findErrno(o) }

// findErrno returns the name of the first error number, of those that programs meet most, whose
// text the output shows.
func findErrno(o *workflow.Outcome) string {
	if o.Error != "" {
		return o.Error
	}
	for _, e := range []primitives.Errno{
		primitives.ENOENT, primitives.EACCES, primitives.EPERM, primitives.EROFS, primitives.ENOSPC,
		primitives.ENOTDIR,
		primitives.EISDIR, primitives.EEXIST, primitives.ECONNREFUSED,
	} {
		if shows(o, e.Text()) {
			return e.Name()
		}
	}
	return ""
}
