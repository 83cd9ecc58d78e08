package workflow

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"strconv"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Marshal writes a workflow as canonical YAML, which Parse reads back: the same workflow is always the
// same bytes. It fails for a workflow that Validate rejects.
func Marshal(w *Workflow) ([]byte, error) {
	if problems := w.Validate(); len(problems) > 0 {
		return nil, fmt.Errorf("workflow %s: %w", w.ID, &problems[0])
	}
	m := newMap()
	m.words("id", w.ID, "kind", w.Kind, "layer", w.Layer, "summary", w.Summary, "domain", w.Domain)
	return render(m, w)
}

// render adds what a workflow does to its head, and writes both.
func render(m *mapNode, w *Workflow) ([]byte, error) {
	if w.Profile != nil {
		m.put("profile", plainCopy(w.Profile))
	}
	m.put("steps", stepNodes(w.Steps))
	m.put("expect", expectNodes(w.Expect))
	if w.Verified {
		m.put("verified", scalar("true", "!!bool"))
	}
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(m.node); err != nil {
		return nil, fmt.Errorf("workflow %s: %w", w.ID, err)
	}
	if err := enc.Close(); err != nil {
		return nil, fmt.Errorf("workflow %s: %w", w.ID, err)
	}
	return b.Bytes(), nil
}

// plainCopy copies a node without comments, styles and lines, which are no part of what it says.
func plainCopy(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.DocumentNode && len(n.Content) == 1 {
		return plainCopy(n.Content[0])
	}
	c := &yaml.Node{Kind: n.Kind, Tag: n.ShortTag(), Value: n.Value}
	if c.Kind == yaml.ScalarNode && c.Tag == "!!str" {
		c = textNode(n.Value)
	}
	for _, inner := range n.Content {
		c.Content = append(c.Content, plainCopy(inner))
	}
	return c
}

func stepNodes(steps []Step) *yaml.Node {
	list := listNode()
	for i := range steps {
		list.Content = append(list.Content, stepNode(&steps[i]))
	}
	return list
}

func stepNode(s *Step) *yaml.Node {
	m := newMap()
	if s.Op == OpParallel {
		m.put(string(s.Op), stepNodes(s.Parallel))
		return m.node
	}
	body := newMap()
	switch {
	case s.Op.Runs():
		commandNode(body, s)
	case s.Op != OpRestart:
		body.bytes("path", []byte(s.Path))
		if s.Op.Writes() {
			body.bytes("content", s.Data)
			body.mode(s.Mode)
		}
	}
	m.put(string(s.Op), body.node)
	m.words("session", s.Session)
	return m.node
}

func commandNode(m *mapNode, s *Step) {
	if s.Op == OpRun {
		m.text("cmd", s.Cmd)
	} else {
		m.text("language", s.Language)
		m.text("code", s.Code)
	}
	m.words("cwd", s.Cwd)
	if len(s.Env) > 0 {
		env := newMap()
		for _, v := range s.Env {
			if v.Value == nil {
				env.put(v.Name, scalar("null", "!!null"))
			} else {
				env.text(v.Name, *v.Value)
			}
		}
		m.put("env", env.node)
	}
	if s.Stdin != nil {
		m.bytes("stdin", s.Stdin)
	}
	if s.TimeoutNS != 0 {
		m.seconds("timeout_s", &s.TimeoutNS)
	}
}

func expectNodes(expects []Expect) *yaml.Node {
	list := listNode()
	for i := range expects {
		list.Content = append(list.Content, expectNode(&expects[i]))
	}
	return list
}

func expectNode(e *Expect) *yaml.Node {
	m := newMap()
	switch {
	case len(e.Exit) == 1:
		m.put("exit", number(int64(e.Exit[0])))
	case e.Exit != nil:
		list := listNode()
		for _, code := range e.Exit {
			list.Content = append(list.Content, number(int64(code)))
		}
		m.put("exit", list)
	}
	expectStreams(m, e)
	m.flag("timed_out", e.TimedOut)
	m.flag("truncated", e.Truncated)
	m.seconds("max_wall_s", e.MaxWallNS)
	m.seconds("min_wall_s", e.MinWallNS)
	expectFile(m, e)
	m.words("errno", e.Errno, "note", e.Note)
	if len(e.Parallel) > 0 {
		m.put("parallel", expectNodes(e.Parallel))
	}
	return m.node
}

func expectStreams(m *mapNode, e *Expect) {
	m.optional("stdout", e.Stdout)
	if e.HasStdoutBase64 {
		m.put("stdout_base64", base64Node(e.StdoutBase64))
	}
	m.optional("stdout_sha256", e.StdoutSHA256)
	m.size("stdout_size", e.StdoutSize)
	m.texts("stdout_contains", e.StdoutContains)
	m.texts("stdout_not_contains", e.StdoutNotContains)
	m.optional("stderr", e.Stderr)
	m.size("stderr_size", e.StderrSize)
	m.texts("stderr_contains", e.StderrContains)
}

func expectFile(m *mapNode, e *Expect) {
	m.flag("ok", e.OK)
	m.optional("error", e.Error)
	m.optional("content", e.Content)
	if e.HasContentBase64 {
		m.put("content_base64", base64Node(e.ContentBase64))
	}
	m.optional("sha256", e.SHA256)
	m.size("size", e.Size)
	m.mode(e.Mode)
	if !e.HasEntries {
		return
	}
	list, key := listNode(), "entries"
	for _, name := range e.Entries {
		if !isPlain([]byte(name)) {
			key = "entries_base64"
		}
	}
	for _, name := range e.Entries {
		n := textNode(name)
		if key == "entries_base64" {
			n = base64Node([]byte(name))
		}
		list.Content = append(list.Content, n)
	}
	m.put(key, list)
}

// mapNode builds a mapping in order.
type mapNode struct{ node *yaml.Node }

func newMap() *mapNode { return &mapNode{&yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}} }

func listNode() *yaml.Node { return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"} }

func (m *mapNode) put(key string, v *yaml.Node) {
	m.node.Content = append(m.node.Content, textNode(key), v)
}

// words puts pairs of key and text, without those that are empty.
func (m *mapNode) words(pairs ...string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			m.text(pairs[i], pairs[i+1])
		}
	}
}

func (m *mapNode) text(key, s string) { m.put(key, textNode(s)) }

func (m *mapNode) optional(key string, s *string) {
	if s != nil {
		m.text(key, *s)
	}
}

func (m *mapNode) texts(key string, list []string) {
	if list == nil {
		return
	}
	n := listNode()
	for _, s := range list {
		n.Content = append(n.Content, textNode(s))
	}
	m.put(key, n)
}

// bytes puts a payload: as text where every reader shows it as it is, else under key_base64.
func (m *mapNode) bytes(key string, b []byte) {
	if isPlain(b) {
		m.text(key, string(b))
		return
	}
	m.put(key+"_base64", base64Node(b))
}

func (m *mapNode) flag(key string, v *bool) {
	if v != nil {
		m.put(key, scalar(strconv.FormatBool(*v), "!!bool"))
	}
}

func (m *mapNode) size(key string, v *int64) {
	if v != nil {
		m.put(key, number(*v))
	}
}

func (m *mapNode) mode(v *uint32) {
	if v != nil {
		m.text("mode", octal(*v))
	}
}

func (m *mapNode) seconds(key string, ns *int64) {
	if ns == nil {
		return
	}
	text, tag := strconv.FormatFloat(float64(*ns)/1e9, 'f', -1, 64), "!!float"
	if *ns%1e9 == 0 {
		tag = "!!int"
	}
	m.put(key, scalar(text, tag))
}

func scalar(value, tag string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}
}

func number(n int64) *yaml.Node { return scalar(strconv.FormatInt(n, 10), "!!int") }

func base64Node(b []byte) *yaml.Node { return scalar(base64.StdEncoding.EncodeToString(b), "!!str") }

// oldWord matches what readers of YAML 1.1 take for a truth value or a number and we do not.
//
//nolint:gochecknoglobals // an immutable pattern
var oldWord = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|[-+]?[0-9][0-9_:.]*)$`)

// hardBlock matches text of which the library writes blocks that it cannot read: one that begins with white
// space, or has a line that begins with a tab.
//
//nolint:gochecknoglobals // an immutable pattern
var hardBlock = regexp.MustCompile(`^[ \t\n]|\n\t`)

// textNode writes text as a block where it has lines, quoted where a reader could take a character for
// something else, and as !!binary where it is no UTF-8.
func textNode(s string) *yaml.Node {
	switch {
	case !utf8.ValidString(s):
		return scalar(base64.StdEncoding.EncodeToString([]byte(s)), "!!binary")
	case !isPlain([]byte(s)) || oldWord.MatchString(s) || hardBlock.MatchString(s):
		n := scalar(s, "!!str")
		n.Style = yaml.DoubleQuotedStyle
		return n
	default:
		n := &yaml.Node{}
		n.SetString(s)
		return n
	}
}

// isPlain reports whether bytes are text that a YAML file can show as it is.
func isPlain(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b) {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}
