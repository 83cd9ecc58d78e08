package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// parseExpectation reads an expectation with the keys that docs/WORKFLOWS.md describes, by the workflow's own
// reader: JSON is YAML, once the characters are escaped that YAML does not take as they are.
func parseExpectation(expected map[string]any) (workflow.Expect, error) {
	file, err := json.Marshal(map[string]any{
		"id": "claim", "steps": []any{map[string]any{"restart": map[string]any{}}}, "expect": []any{expected},
	})
	if err != nil {
		return workflow.Expect{}, fmt.Errorf("expected: %w", err)
	}
	if len(file) > maxWanted {
		return workflow.Expect{}, problemf(codeArguments, "expected: %d bytes, at most %d; sha256 and size "+
			"can stand for long contents", len(file), maxWanted)
	}
	w, err := workflow.Parse("expected", []byte(escaped(string(file))))
	if err != nil {
		return workflow.Expect{}, problemf(codeArguments, "wrong arguments: %s", readable(plainer(err)))
	}
	return w.Expect[0], nil
}

// escaped writes characters by their number that do not print.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 0x7f || unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// plainer takes out of the reader's errors what means nothing to one who gave an argument.
func plainer(err error) string {
	var texts []string
	for text := range strings.SplitSeq(err.Error(), "\n") { // errors.Join puts each on a line
		text = strings.TrimPrefix(text, "expected:1: ")
		texts = append(texts, strings.Replace(text, "expect[0]", "expected", 1))
	}
	return strings.Join(texts, "; ")
}
