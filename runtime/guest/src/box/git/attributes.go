package git

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// attribute is what a line of .gitattributes says of a path: set, unset or a value.
type attribute struct{ name, value string }

type attributeRule struct {
	rule ignoreRule
	list []attribute
}

// attributesOf reads the lines of a file of attributes, gitattributes(5).
func parseAttributes(b []byte, dir string) []attributeRule {
	var list []attributeRule
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		if len(words) < 2 || strings.HasPrefix(words[0], "#") {
			continue
		}
		r := attributeRule{}
		pattern := words[0]
		if strings.HasPrefix(pattern, "[attr]") {
			continue
		}
		rules := parseIgnores([]byte(strings.TrimSuffix(pattern, "/")+"\n"), dir, "")
		if len(rules) == 0 || rules[0].negate {
			continue
		}
		r.rule = rules[0]
		for _, w := range words[1:] {
			name, value, given := strings.Cut(w, "=")
			switch {
			case given:
			case strings.HasPrefix(w, "-"):
				name, value = w[1:], "unset"
			case strings.HasPrefix(w, "!"):
				name, value = w[1:], "unspecified"
			default:
				value = "set"
			}
			if name == "binary" && value == "set" {
				r.list = append(
					r.list,
					attribute{"binary", "set"},
					attribute{"diff", "unset"},
					attribute{"merge", "unset"},
					attribute{"text", "unset"},
				)
				continue
			}
			r.list = append(r.list, attribute{name, value})
		}
		list = append(list, r)
	}
	return list
}

// attributesOf are the attributes of a path, by name.
func (g *program) attributesOf(p string) map[string]string {
	if g.attributes == nil {
		g.attributes = map[string][]attributeRule{}
	}
	rules := func(file, dir string) []attributeRule {
		if list, ok := g.attributes[file]; ok {
			return list
		}
		b, _ := readFile(file)
		g.attributes[file] = parseAttributes(b, dir)
		return g.attributes[file]
	}
	all := rules(g.repo.at(".gitattributes"), "")
	for i := range len(p) {
		if p[i] == '/' {
			all = append(slices.Clip(all), rules(g.repo.at(p[:i]+"/.gitattributes"), p[:i])...)
		}
	}
	all = append(slices.Clip(all), rules(g.repo.common+"/info/attributes", "")...)
	m := map[string]string{}
	for _, r := range all {
		if !r.rule.matches(p, false) {
			continue
		}
		for _, a := range r.list {
			m[a.name] = a.value
		}
	}
	return m
}

// lineEnds says how the lines of a path end: text that is to be stored with newlines alone, and what the work
// tree gets.
func (g *program) lineEnds(p string, b []byte) (text, returns bool) {
	a := g.attributesOf(p)
	auto := strings.ToLower(g.repo.config.text("core.autocrlf"))
	eol := a["eol"]
	switch {
	case a["text"] == "unset":
		return false, false
	case a["text"] == "set", a["text"] == "" && eol != "":
		text = true
	case a["text"] == "auto", a["text"] == "" && (auto == "input" || auto != "" && truthy(auto)):
		text = !isBinary(b) && !bytes.Contains(bytes.ReplaceAll(b, []byte("\r\n"), nil), []byte("\r"))
	}
	if !text {
		return false, false
	}
	switch {
	case eol == "crlf":
		returns = true
	case eol == "lf", auto == "input":
	case auto != "" && truthy(auto):
		returns = true
	default:
		returns = g.repo.config.text("core.eol") == "crlf"
	}
	return true, returns
}

// clean is what is stored of a file of the work tree.
func (g *program) clean(p string, b []byte) []byte {
	if bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	if text, _ := g.lineEnds(p, b); text {
		return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	}
	return b
}

// smudge is what the work tree gets of a file that is stored.
func (g *program) smudge(p string, b []byte) []byte {
	if _, returns := g.lineEnds(p, b); returns {
		b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
		return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))
	}
	return b
}

func (g *program) checkAttrCommand(args []string) int {
	o := g.parse(args, "a/all cached stdin! z! source:!")
	g.need()
	names, files := o.args, []string(nil)
	switch {
	case o.has("all"):
		names, files = nil, o.args
	case o.dashed >= 0:
		names, files = o.args[:o.dashed], o.args[o.dashed:]
	case len(o.args) > 1:
		names, files = o.args[:1], o.args[1:]
	}
	for _, f := range files {
		m := g.attributesOf(g.inside(path.Clean(f)))
		list := names
		if o.has("all") {
			list = sorted(m)
		}
		for _, n := range list {
			v := m[n]
			if v == "" {
				v = "unspecified"
			}
			if !o.has("all") || v != "unspecified" {
				g.print(g.quote(f), ": ", n, ": ", v, "\n")
			}
		}
	}
	return 0
}
