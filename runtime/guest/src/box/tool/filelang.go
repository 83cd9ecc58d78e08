package tool

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"strings"
)

// languages are what gives a text away, in the order in which it is looked for.
var languages = []struct {
	has        *regexp.Regexp
	text, mime string
}{
	{regexp.MustCompile(`^<\?xml version=["']1\.0["']`), "XML 1.0 document", "text/xml"},
	{
		regexp.MustCompile(`(?i)^\s*<!doctype html|^\s*<html|^\s*<head|^\s*<title`), "HTML document",
		"text/html",
	},
	{regexp.MustCompile(`(?m)^diff --git |^--- .*\n\+\+\+ `), "unified diff output", "text/x-diff"},
	{
		regexp.MustCompile(`(?m)^\s*#\s*include\s*[<"]|^\s*#\s*define\s|^extern\s|^typedef\s`), "C source",
		"text/x-c",
	},
	{
		regexp.MustCompile(`(?m)^from\s+[\w.]+\s+import\s|^\s*def \w+\(.*\):`), "Python script",
		"text/x-script.python",
	},
}

// language tells what a text is by its beginning; text is "" if nothing gives it away.
func language(b []byte) fileKind {
	const looked = 8192
	head := b[:min(len(b), looked)]
	if rest, ok := bytes.CutPrefix(head, []byte("#!")); ok {
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		return interpreter(strings.Fields(string(line)))
	}
	if t := bytes.TrimSpace(b); len(t) > 1 && (t[0] == '{' || t[0] == '[') && json.Valid(b) {
		return fileKind{text: "JSON text data", mime: "application/json"}
	}
	for _, l := range languages {
		if l.has.Match(head) {
			return fileKind{text: l.text, mime: l.mime}
		}
	}
	if isCSV(head) {
		return fileKind{text: "CSV text", mime: "text/csv"}
	}
	return fileKind{}
}

func interpreter(words []string) fileKind {
	if len(words) == 0 {
		return fileKind{}
	}
	name := path.Base(words[0])
	if name == "env" && len(words) > 1 {
		name = path.Base(words[1])
	}
	switch base := strings.TrimRight(name, "0123456789."); base {
	case "sh", "dash":
		return fileKind{text: "POSIX shell script", mime: "text/x-shellscript"}
	case "bash":
		return fileKind{text: "Bourne-Again shell script", mime: "text/x-shellscript"}
	case "python":
		return fileKind{text: "Python script", mime: "text/x-script.python"}
	case "perl":
		return fileKind{text: "Perl script", mime: "text/x-perl"}
	case "node":
		return fileKind{text: "Node.js script", mime: "application/javascript"}
	case "ruby":
		return fileKind{text: "Ruby script", mime: "text/x-ruby"}
	case "awk", "mawk", "gawk":
		return fileKind{text: "awk or perl script", mime: "text/x-awk"}
	}
	return fileKind{text: "a " + strings.Join(words, " ") + " script", mime: "text/plain"}
}

// isCSV reports whether the first lines have the same number of commas, and some.
func isCSV(b []byte) bool {
	const enough = 10
	commas, lines := -1, 0
	for line := range bytes.Lines(b) {
		if lines == enough {
			break
		}
		n := bytes.Count(line, []byte(","))
		if n == 0 || commas >= 0 && n != commas {
			return false
		}
		commas = n
		lines++
	}
	return lines >= 3
}
