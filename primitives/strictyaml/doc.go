// Package strictyaml reads YAML as the files of this project use it: one document, no anchors
// and aliases, no key twice, no key that is not known, values of the type that is wanted. Each mistake is
// an error with file, line, what is wrong and how to mend it, and all mistakes of a file are told at once.
//
// A reader walks Values and gets zero values where something is wrong; it asks Document.Err at the end.
//
// Why not the library's own decoding into structs: it takes `0755` for a number, `yes` for a
// string or not by the version it remembers, tells an unknown key without a hint, and stops
// at the first mistake of a kind.
package strictyaml

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// Error is one mistake in a file.
type Error struct {
	File string
	Line int    // from 1; 0 = the file as a whole
	Key  string // such as "mounts[1].size"; "" = the document
	Text string // what is wrong
	Fix  string // how to mend it
}

// Error renders the mistake as "file:12: mounts[1].size: what is wrong; how to mend it".
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	if e.Key != "" {
		s += ": " + e.Key
	}
	s += ": " + e.Text
	if e.Fix != "" {
		s += "; " + e.Fix
	}
	return s
}

// Document is one file that is being read. It gathers the mistakes.
type Document struct {
	file string
	root *yaml.Node
	errs []error
}

// maxErrors is how many mistakes are told; a file that is not ours at all has thousands.
const maxErrors = 20

// Parse reads one YAML document of at most limit bytes. The name is used in errors only. An empty
// document is an empty mapping.
func Parse(file string, data []byte, limit int) (*Document, error) {
	if len(data) > limit {
		return nil, &Error{
			File: file, Text: fmt.Sprintf("%d bytes", len(data)),
			Fix: fmt.Sprintf("at most %d are read", limit),
		}
	}
	root, err := parse(data)
	if err != nil {
		return nil, syntaxError(file, err)
	}
	return New(file, root)
}

// New makes a document of a node that was parsed before, such as a section of another file.
func New(file string, root *yaml.Node) (*Document, error) {
	for root != nil && root.Kind == yaml.DocumentNode && len(root.Content) == 1 {
		root = root.Content[0]
	}
	if root == nil || root.Kind == 0 || root.Kind == yaml.DocumentNode {
		root = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: 1}
	}
	d := &Document{file: file, root: root}
	d.plain(root, 0)
	return d, d.Err()
}

// Root returns the document's value.
func (d *Document) Root() Value { return Value{doc: d, node: d.root} }

// File returns the name that the document was given.
func (d *Document) File() string { return d.file }

// Err returns the mistakes so far, joined, or nil.
func (d *Document) Err() error { return errors.Join(d.errs...) }

func (d *Document) add(e *Error) {
	for _, known := range d.errs { // a value that is read twice is wrong once
		if was, ok := known.(*Error); ok && *was == *e { //nolint:errorlint // our own, never wrapped
			return
		}
	}
	switch {
	case len(d.errs) < maxErrors:
		d.errs = append(d.errs, e)
	case len(d.errs) == maxErrors:
		d.errs = append(d.errs, &Error{File: d.file, Text: "and more mistakes"})
	}
}

// maxDepth bounds the nesting of a document; ours need six levels.
const maxDepth = 32

// plain refuses what the format does not use: anchors, which can make a small file a huge
// document, keys that are no strings, keys that stand twice.
func (d *Document) plain(n *yaml.Node, depth int) {
	if depth > maxDepth {
		d.add(&Error{File: d.file, Line: n.Line, Text: "nested too deep"})
		return
	}
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		const text, fix = "anchors and aliases are not read", "write the value out"
		d.add(&Error{File: d.file, Line: n.Line, Text: text, Fix: fix})
		return
	}
	if n.Tag != "" && !known(n.Tag) {
		d.add(&Error{
			File: d.file, Line: n.Line,
			Text: fmt.Sprintf("the tag %s is not read", n.Tag), Fix: "remove it",
		})
	}
	if n.Kind == yaml.MappingNode {
		d.plainKeys(n)
	}
	for _, c := range n.Content {
		d.plain(c, depth+1)
	}
}

// known reports whether a tag is one that the library gives to plain YAML. Any other asks for an object of
// some language's, which a reader must not pass over in silence.
func known(tag string) bool {
	switch tag {
	case "!", "!!map", "!!seq", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!!timestamp",
		"!!merge":
		return true
	}
	return false
}

func (d *Document) plainKeys(n *yaml.Node) {
	first := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			d.add(&Error{File: d.file, Line: key.Line, Text: "a key that is not a word"})
			continue
		}
		if line, dup := first[key.Value]; dup {
			d.add(&Error{
				File: d.file, Line: key.Line, Key: key.Value,
				Text: fmt.Sprintf("the key stands twice, first on line %d", line), Fix: "keep one",
			})
		}
		first[key.Value] = key.Line
	}
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

func syntaxError(file string, err error) error {
	e := &Error{File: file, Text: err.Error()}
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		e.Line, _ = strconv.Atoi(m[1]) // "" gives 0, the file as a whole
		e.Text = "not YAML: " + m[2]
	}
	return e
}
