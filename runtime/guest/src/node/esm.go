package main

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// esModule is an ES module as the engine can run it: its imports and exports taken out of the text, which
// keeps its length and its lines, and listed.
type esModule struct {
	text, code string
	tokens     []lexeme
	at         int // of tokens
	problem    int // 1 + where a clause is none, 0 = nowhere

	requests []request
	imports  []imported
	exports  []exportedName
	indirect []imported // exports of what another module exports: local is the name by which
	stars    []int      // requests all of whose names are exported
	declared []int      // where declarations begin that are exported
	waits    bool       // it has an await outside of functions
}

// request is a module that is asked for.
type request struct{ specifier, kind string }

// imported is a name of another module; "*" is all of it.
type imported struct {
	local   string
	request int
	name    string
	at      int // in the text
}

// exportedName is a name for others. One that is fixed never changes after its module has run.
type exportedName struct {
	name, local string
	fixed       bool
}

// Names that stand in the place of words which the engine does not know. They are as long.
const (
	dynamicName = "imp0rt"
	metaName    = "import_meta"
	defaultName = "__d.default"
)

// moduleSyntax reports whether a text that is no script is an ES module.
func moduleSyntax(name, text string) bool {
	m := newModule(text)
	return m.static() || awaits(name, text)
}

func newModule(text string) *esModule {
	return &esModule{text: text, code: text, tokens: scan(text)}
}

// static looks for a clause that no script can have.
func (m *esModule) static() bool {
	for i, t := range m.tokens {
		if t.kind != word || m.is(i-1, ".") {
			continue
		}
		switch {
		case t.value == "import" && m.is(i+1, ".") && m.is(i+2, "meta"):
			return true
		case t.depth > 0:
		case t.value == "export", t.value == "import" && !m.is(i+1, "(") && !m.is(i+1, "."):
			return true
		}
	}
	return false
}

// is compares a token, none beyond the ends.
func (m *esModule) is(i int, value string) bool {
	return is(m.tokens, i, value)
}

// dynamic puts a name of ours in the place of each import().
func dynamic(script string) string {
	if !strings.Contains(script, "import") {
		return script
	}
	m := newModule(script)
	for m.at = range m.tokens {
		m.expression()
	}
	return m.code
}

// expression replaces import( and import.meta.
func (m *esModule) expression() {
	t := m.tokens[m.at]
	if t.kind != word || t.value != "import" || m.is(m.at-1, ".") {
		return
	}
	switch {
	case m.is(m.at+1, "("):
		m.replace(t.from, t.to, dynamicName)
	case m.is(m.at+1, ".") && m.is(m.at+2, "meta"):
		m.replace(t.from, m.tokens[m.at+2].to, metaName)
	}
}

// replace puts a text in the place of another, which it must not be longer than; lines stay.
func (m *esModule) replace(from, to int, with string) {
	b := []byte(m.code)
	for i := from; i < to; i++ {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
	copy(b[from:to], with)
	m.code = string(b)
}

// parse lists the clauses and takes them out.
func (m *esModule) parse() {
	for m.at < len(m.tokens) && m.problem == 0 {
		t := m.tokens[m.at]
		switch {
		case t.kind != word || t.depth > 0 || m.is(m.at-1, "."):
			m.expression()
			m.at++
		case t.value == "import" && !m.is(m.at+1, "(") && !m.is(m.at+1, "."):
			m.importClause()
		case t.value == "export":
			m.exportClause()
		default:
			m.expression()
			m.at++
		}
	}
}

// take goes on if the next token is the one.
func (m *esModule) take(value string) bool {
	if !m.is(m.at, value) {
		return false
	}
	m.at++
	return true
}

// name takes a name: a word, or a string where those are names too.
func (m *esModule) name() string {
	if m.at < len(m.tokens) {
		t := m.tokens[m.at]
		if t.kind == word {
			m.at++
			return t.value
		}
		if t.kind == text {
			m.at++
			return unquote(t.value)
		}
	}
	m.fail()
	return ""
}

func (m *esModule) fail() {
	if m.problem == 0 {
		m.problem = 1 + len(m.text)
		if m.at < len(m.tokens) {
			m.problem = 1 + m.tokens[m.at].from
		}
	}
}

// unquote is the value of a string literal, whose usual escapes are few in names of modules.
func unquote(literal string) string {
	inner := literal[1:max(len(literal)-1, 1)]
	if !strings.Contains(inner, `\`) {
		return inner
	}
	if s, err := strconv.Unquote(`"` + strings.ReplaceAll(inner, `"`, `\"`) + `"`); err == nil {
		return s
	}
	return inner
}

// from takes `from "x"` and what follows it.
func (m *esModule) from() int {
	if !m.take("from") {
		m.fail()
		return 0
	}
	return m.specifier()
}

// specifier takes the name of a module and its attributes, and gives the number of its request.
func (m *esModule) specifier() int {
	if m.at >= len(m.tokens) || m.tokens[m.at].kind != text {
		m.fail()
		return 0
	}
	r := request{specifier: m.name()}
	if (m.is(m.at, "with") || m.is(m.at, "assert")) && m.is(m.at+1, "{") {
		m.at += 2
		for !m.take("}") && m.problem == 0 {
			key := m.name()
			if !m.take(":") {
				m.fail()
			}
			if value := m.name(); key == "type" {
				r.kind = value
			}
			m.take(",")
		}
	}
	m.take(";")
	for i, known := range m.requests {
		if known == r {
			return i
		}
	}
	m.requests = append(m.requests, r)
	return len(m.requests) - 1
}

func (m *esModule) importClause() {
	from := m.tokens[m.at].from
	m.at++
	if m.at < len(m.tokens) && m.tokens[m.at].kind == text {
		m.specifier()
		m.erase(from)
		return
	}
	var names []imported
	if m.at < len(m.tokens) && m.tokens[m.at].kind == word {
		at := m.tokens[m.at].from
		names = append(names, imported{local: m.name(), name: "default", at: at})
		m.take(",")
	}
	if m.take("*") {
		if !m.take("as") {
			m.fail()
		}
		names = append(names, imported{local: m.name(), name: "*"})
	} else if m.is(m.at, "{") {
		names = append(names, m.list()...)
	}
	r := m.from()
	for _, n := range names {
		n.request = r
		m.imports = append(m.imports, n)
	}
	m.erase(from)
}

// list takes {a, b as c}; the name is the first of a pair.
func (m *esModule) list() []imported {
	m.at++
	var names []imported
	for !m.take("}") && m.problem == 0 {
		at := len(m.text)
		if m.at < len(m.tokens) {
			at = m.tokens[m.at].from
		}
		n := imported{name: m.name(), at: at}
		n.local = n.name
		if m.take("as") {
			n.local = m.name()
		}
		names = append(names, n)
		if !m.is(m.at, "}") && !m.take(",") {
			m.fail()
		}
	}
	return names
}

// erase takes out what was read since a place.
func (m *esModule) erase(from int) {
	if m.problem == 0 {
		m.replace(from, m.tokens[m.at-1].to, ";")
	}
}

func (m *esModule) exportClause() {
	start := m.tokens[m.at]
	m.at++
	switch {
	case m.take("default"):
		m.exportDefault(start.from)
	case m.take("*"):
		name := ""
		if m.take("as") {
			name = m.name()
		}
		if r := m.from(); name == "" {
			m.stars = append(m.stars, r)
		} else {
			m.indirect = append(m.indirect, imported{local: name, request: r, name: "*"})
		}
		m.erase(start.from)
	case m.is(m.at, "{"):
		m.exportList(start.from)
	default:
		m.replace(start.from, start.to, "")
		if m.take("async") || m.is(m.at, "function") || m.is(m.at, "class") {
			m.at++
			m.take("*")
			if m.at < len(m.tokens) {
				n := m.tokens[m.at].value
				m.exports = append(m.exports, exportedName{n, n, true})
			}
		} else if m.is(m.at, "const") || m.is(m.at, "let") || m.is(m.at, "var") {
			m.declared = append(m.declared, m.tokens[m.at].from)
		} else {
			m.fail()
		}
	}
}

func (m *esModule) exportList(from int) {
	names := m.list()
	if m.is(m.at, "from") {
		r := m.from()
		for _, n := range names {
			n.request = r
			m.indirect = append(m.indirect, n)
		}
	} else {
		m.take(";")
		for _, n := range names {
			m.exports = append(m.exports, exportedName{name: n.local, local: n.name})
		}
	}
	m.erase(from)
}

// exportDefault leaves a declaration that has a name as it is, and assigns anything else.
func (m *esModule) exportDefault(from int) {
	to := m.tokens[m.at-1].to
	i := m.at
	if m.is(i, "async") && m.is(i+1, "function") {
		i++
	}
	if m.is(i, "function") || m.is(i, "class") {
		i++
		if m.is(i, "*") {
			i++
		}
		if i < len(m.tokens) && m.tokens[i].kind == word && m.tokens[i].value != "extends" {
			m.replace(from, to, "")
			m.exports = append(m.exports, exportedName{"default", m.tokens[i].value, true})
			return
		}
	}
	m.replace(from, to, defaultName+"=")
	m.exports = append(m.exports, exportedName{"default", defaultName, true})
}

// getters are the names that a module has for others, as JavaScript.
func (m *esModule) getters() string {
	var b strings.Builder
	for i, x := range m.exports {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(x.name) + ":()=>" + x.local)
	}
	return b.String()
}

// head is before a module's text: a function of what it is given, which makes the module's function. That is
// called once, and stops where the names for others are known and nothing has run yet, if it does not wait
// itself. Names of other modules are constants, or where they can still change, properties of an object that
// is a scope.
func (m *esModule) head(copied []string, live bool) (head, tail string) {
	scope, function, stop := "", "function*", "yield;"
	tail = "\n}})"
	if live {
		scope, tail = "with(__live){", "\n}}})"
	}
	if m.waits {
		function, stop = "async function", ""
	}
	head = "(function(" + dynamicName + "," + metaName + ",__d,__m,__live){" + scope + "return " + function +
		"(){\"use strict\";__m.exports({" + m.getters() + "});" + stop
	if len(copied) > 0 {
		head += "const{" + strings.Join(copied, ",") + "}=__m.bound();"
	}
	return head, tail
}

// moduleBindings are what the loader of ES modules needs.
func (e *engine) moduleBindings() map[string]native {
	return map[string]native{
		"detect": func(c goja.FunctionCall) goja.Value {
			name, text := c.Argument(0).String(), hashbang(c.Argument(1).String())
			_, err := goja.Parse(name, "(function () {"+dynamic(text)+"\n})", parser.WithDisableSourceMaps)
			return e.vm.ToValue(err != nil && moduleSyntax(name, text))
		},
		"parseModule":   e.parseModule,
		"compileModule": e.compileModule,
	}
}
