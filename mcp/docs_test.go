package mcp

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives/profile"
)

var update = flag.Bool("update", false, "rewrite the tools in docs/MCP.md")

// The tools of the documentation are those of the program.
func TestDocumentationIsComplete(t *testing.T) {
	t.Parallel()
	const file, begin, end = "../docs/MCP.md", "<!-- tools: written by go test ./mcp -update -->\n", "<!-- end of tools -->"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(b), begin)
	_, tail, found := strings.Cut(rest, end)
	if !ok || !found {
		t.Fatal("no place for the tools")
	}
	want := head + begin + reference(t) + end + tail
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(b) {
		t.Errorf("%s is not what the program says: run go test ./mcp -update", file)
	}
	for _, word := range []string{
		codeArguments, codeSession, codeEnded, codeLimit, codeUndone, codeRefused, codeNotFound, codeClosing, codeInternal,
	} {
		if !strings.Contains(want, "`"+word+"`") {
			t.Errorf("%s lacks %s", file, word)
		}
	}
}

// reference describes every tool with its arguments.
func reference(t *testing.T) string {
	t.Helper()
	doc, err := profile.Load("default")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, tool := range (&Server{cfg: Config{Profile: doc, Seed: 1}}).tools() {
		d := tool.definition
		fmt.Fprintf(&b, "### %s\n\n%s\n\n", d.Name, d.Description)
		if len(d.InputSchema.Properties) == 0 {
			continue
		}
		b.WriteString("| argument | type | meaning |\n|---|---|---|\n")
		names := slices.Sorted(maps.Keys(d.InputSchema.Properties))
		slices.SortStableFunc(names, func(x, y string) int { // what is required comes first
			return slices.Index(d.InputSchema.Required, y) - slices.Index(d.InputSchema.Required, x)
		})
		for _, name := range names {
			p := d.InputSchema.Properties[name].(map[string]any)
			meaning, _ := p["description"].(string)
			if words, ok := p["enum"].([]string); ok {
				meaning = strings.TrimPrefix(meaning+"; one of `"+strings.Join(words, "`, `")+"`", "; ")
			}
			required := ""
			if slices.Contains(d.InputSchema.Required, name) {
				required = ", required"
			}
			fmt.Fprintf(&b, "| `%s` | %s%s | %s |\n", name, p["type"], required, strings.ReplaceAll(meaning, "|", `\|`))
		}
		b.WriteString("\n")
	}
	return b.String()
}
