package workflow

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

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
var oldWord = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|[-+]?[0-9][0-9_:.]*)$`)

// hardBlock matches text of which the library writes blocks that it cannot read: one that begins with white
// space, or has a line that begins with a tab.
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
