package workflow

import (
	"bytes"
	"fmt"

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
		m.words("context", s.Context)
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
