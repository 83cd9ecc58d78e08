package profile_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/profile"
)

// The tables of the documentation are those of the program.
func TestDocumentationIsComplete(t *testing.T) {
	t.Parallel()
	const file = "../../docs/PROFILES.md"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := string(b)
	for name, table := range map[string]string{"keys": keyTable(), "rules": ruleTable(), "faults": faultTable()} {
		want = replace(t, want, name, table)
	}
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(b) {
		t.Errorf("%s is not what the program says: run go test ./primitives/profile -update", file)
	}
}

func replace(t *testing.T, text, name, table string) string {
	t.Helper()
	head, rest, ok := strings.Cut(text, "<!-- "+name+": written by go test ./primitives/profile -update -->\n")
	_, tail, end := strings.Cut(rest, "<!-- end of "+name+" -->")
	if !ok || !end {
		t.Fatalf("no place for %s", name)
	}
	return head + "<!-- " + name + ": written by go test ./primitives/profile -update -->\n" + table +
		"<!-- end of " + name + " -->" + tail
}

func row(cells ...string) string {
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(c, "|", `\|`)
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func keyTable() string {
	s := row("key", "primitive", "what it is", "where it is absent") + "|---|---|---|---|\n"
	for _, f := range profile.Fields() {
		s += row("`"+f.Key+"`", string(f.Primitive), f.Doc, f.Absent)
	}
	return s
}

func ruleTable() string {
	s := row("rule", "errors", "when") + "|---|---|---|\n"
	for _, p := range primitives.All() {
		for _, r := range primitives.Describe(p).Rules {
			var names []string
			for _, e := range r.Errnos {
				names = append(names, e.Name())
			}
			s += row(fmt.Sprintf("`%s/%s`", p, r.Name), strings.Join(names, ", "), r.Doc)
		}
	}
	return s
}

func faultTable() string {
	s := row("fault", "primitive", "what goes wrong", "arguments") + "|---|---|---|---|\n"
	for _, f := range primitives.Faults() {
		var args []string
		for _, a := range f.Args {
			text := "`" + a.Name + "`"
			if a.Default != "" {
				text += " (" + a.Default + ")"
			}
			args = append(args, text+": "+a.Doc)
		}
		s += row("`"+f.Name+"`", string(f.Primitive), f.Doc, strings.Join(args, "; "))
	}
	return s
}
