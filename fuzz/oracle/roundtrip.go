package oracle

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// RoundTrip holds that the bytes which the file API stored are the bytes that it gives back,
// unless a step between them may have changed the file.
type RoundTrip struct{}

// Name implements Oracle.
func (RoundTrip) Name() string { return "roundtrip" }

// Judge implements Oracle.
func (RoundTrip) Judge(c *Case) []Failure {
	var out []Failure
	stored := contents{}
	c.each(func(step, child int, s *workflow.Step, _ *workflow.Expect, o *workflow.Outcome) {
		want, known := stored[fileOf(s)]
		if known && (s.Op == workflow.OpRead || s.Op == workflow.OpDownload) && o.Error == "" &&
			!bytes.Equal(want, o.Data) {
			out = append(out, Failure{
				Step: step, Child: child, Field: "content", Broken: true,
				Expected: describe(want), Got: describe(o.Data),
			})
		}
		stored.follow(s, o)
	})
	return out
}

// file names a file as the file API does, within its session.
type file struct{ session, path string }

func fileOf(s *workflow.Step) file { return file{s.Session, path.Clean(s.Path)} }

// contents is what is known of files that the file API stored.
type contents map[file][]byte

// follow takes a step into account: a write makes content known, whatever might change a file
// makes it unknown.
func (k contents) follow(s *workflow.Step, o *workflow.Outcome) {
	switch s.Op {
	case workflow.OpWrite, workflow.OpUpload:
		delete(k, fileOf(s))
		if o.Error == "" {
			k[fileOf(s)] = s.Data
		}
	case workflow.OpRemove:
		delete(k, fileOf(s))
	case workflow.OpRestart:
		clear(k)
	case workflow.OpRun, workflow.OpRunCode:
		k.forget(s.Session, s.Cmd+s.Code)
	}
}

// forget drops the files that a command may have changed: those whose name it contains, and
// all where it has a pattern that may hit any.
func (k contents) forget(session, text string) {
	wild := strings.ContainsAny(text, "*?") ||
		strings.Contains(text, "find") || strings.Contains(text, "rm -r") ||
		strings.Contains(text, "rmtree") || strings.Contains(text, "listdir") ||
		strings.Contains(text, "glob") ||
		strings.Contains(text, "walk")
	for f := range k {
		if f.session == session && (wild || strings.Contains(text, path.Base(f.path)) ||
			strings.Contains(text, path.Base(path.Dir(f.path)))) && !readsOnly(text) {
			delete(k, f)
		}
	}
}

// readsOnly reports whether a command is a plain look at files.
func readsOnly(text string) bool {
	if strings.ContainsAny(text, ">;&|`$\n") {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch name {
	case "cat", "head", "tail", "wc", "sha256sum", "md5sum", "ls", "stat", "od", "file", "grep",
		"cmp", "diff":
		return true
	}
	return false
}

func describe(b []byte) string {
	const head = 32
	return fmt.Sprintf("%d bytes, sha256 %.12x, %q", len(b), sha256.Sum256(b), b[:min(len(b), head)])
}
