package git

import (
	"strings"
)

// setting is one variable of a configuration: its key in lower case but for the middle part.
type setting struct {
	key, value string
	bare       bool // without =: true
	file       string
}

type config struct {
	list []setting
	bad  string // file and line of what could not be read
}

func (c *config) all(key string) []string {
	var list []string
	for _, s := range c.list {
		if s.key == normal(key) {
			list = append(list, s.value)
		}
	}
	return list
}

func (c *config) get(key string) (string, bool) {
	list := c.all(key)
	if len(list) == 0 {
		return "", false
	}
	return list[len(list)-1], true
}

func (c *config) text(key string) string {
	v, _ := c.get(key)
	return v
}

func (c *config) flag(key string, otherwise bool) bool {
	v, ok := c.get(key)
	if !ok {
		return otherwise
	}
	return truthy(v)
}

func truthy(v string) bool {
	switch strings.ToLower(v) {
	case "false", "no", "off", "0", "":
		return false
	}
	return true
}

func (c *config) add(list [][2]string) {
	for _, p := range list {
		c.list = append(c.list, setting{key: normal(p[0]), value: p[1], file: "command line:"})
	}
}

// normal is a key with its first and last part in lower case.
func normal(key string) string {
	first, last := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
	if first < 0 {
		return strings.ToLower(key)
	}
	return strings.ToLower(key[:first]) + key[first:last] + strings.ToLower(key[last:])
}

// globalFile is the user's own configuration.
func (g *program) globalFile() string {
	if v, ok := g.env["GIT_CONFIG_GLOBAL"]; ok {
		return v
	}
	home := g.env["HOME"]
	if home == "" {
		return ""
	}
	if xdg := g.xdgFile(); !exists(home+"/.gitconfig") && exists(xdg) {
		return xdg
	}
	return home + "/.gitconfig"
}

func (g *program) xdgFile() string {
	if v := g.env["XDG_CONFIG_HOME"]; v != "" {
		return v + "/git/config"
	}
	return g.env["HOME"] + "/.config/git/config"
}

const systemFile = "/etc/gitconfig"

// outerConfig is what holds for all repositories.
func (g *program) outerConfig() *config {
	c := &config{}
	if g.env["GIT_CONFIG_NOSYSTEM"] == "" {
		c.read(systemFile)
	}
	if g.env["HOME"] != "" {
		if xdg := g.xdgFile(); xdg != g.globalFile() {
			c.read(xdg)
		}
	}
	if f := g.globalFile(); f != "" {
		c.read(f)
	}
	if c.bad != "" {
		g.fatal("bad config line %s", c.bad)
	}
	if g.repo == nil {
		c.add(g.overrides)
	}
	return c
}

func (c *config) read(file string) {
	b, err := readFile(file)
	if err != nil {
		return
	}
	p := configText{rest: string(b), line: 1}
	section := ""
	for {
		p.skip()
		if p.rest == "" {
			return
		}
		if p.rest[0] == '[' {
			name, ok := p.section()
			if !ok {
				c.bad = itoa(p.line) + " in file " + file
				return
			}
			section = name
			continue
		}
		key, value, bare, ok := p.variable()
		if !ok || section == "" {
			c.bad = itoa(p.line) + " in file " + file
			return
		}
		c.list = append(c.list, setting{normal(section + "." + key), value, bare, file})
	}
}

// configText is what is still to be read of a file.
type configText struct {
	rest string
	line int
}

func (p *configText) skip() {
	for p.rest != "" {
		switch p.rest[0] {
		case '\n':
			p.line++
			p.rest = p.rest[1:]
		case ' ', '\t', '\r':
			p.rest = p.rest[1:]
		case '#', ';':
			if i := strings.IndexByte(p.rest, '\n'); i >= 0 {
				p.rest = p.rest[i:]
			} else {
				p.rest = ""
			}
		default:
			return
		}
	}
}

// section reads [name], [name "part"] or [name.part].
func (p *configText) section() (string, bool) {
	i := 1
	for i < len(p.rest) && (isName(p.rest[i]) || p.rest[i] == '.') {
		i++
	}
	name := strings.ToLower(p.rest[1:i])
	for i < len(p.rest) && (p.rest[i] == ' ' || p.rest[i] == '\t') {
		i++
	}
	if i < len(p.rest) && p.rest[i] == '"' {
		name += "."
		for i++; i < len(p.rest) && p.rest[i] != '"' && p.rest[i] != '\n'; i++ {
			if p.rest[i] == '\\' && i+1 < len(p.rest) {
				i++
			}
			name += p.rest[i : i+1]
		}
		i++
	}
	if i >= len(p.rest) || p.rest[i] != ']' || name == "" {
		return "", false
	}
	p.rest = p.rest[i+1:]
	return name, true
}

func isName(c byte) bool { return c == '-' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func (p *configText) variable() (key, value string, bare, ok bool) {
	i := 0
	for i < len(p.rest) && isName(p.rest[i]) {
		i++
	}
	key = p.rest[:i]
	p.rest = strings.TrimLeft(p.rest[i:], " \t")
	if key == "" || p.rest != "" && strings.IndexByte("=\n\r#;", p.rest[0]) < 0 {
		return "", "", false, false
	}
	if !strings.HasPrefix(p.rest, "=") {
		return key, "true", true, true
	}
	p.rest = strings.TrimLeft(p.rest[1:], " \t")
	value, ok = p.value()
	return key, value, false, ok
}

func (p *configText) value() (string, bool) {
	var b strings.Builder
	quoted, kept := false, 0
	for i := 0; ; i++ {
		if i >= len(p.rest) || p.rest[i] == '\n' {
			if quoted {
				return "", false
			}
			p.rest = p.rest[min(i, len(p.rest)):]
			break
		}
		switch c := p.rest[i]; {
		case c == '"':
			quoted = !quoted
			kept = b.Len()
		case (c == '#' || c == ';') && !quoted:
			end := strings.IndexByte(p.rest, '\n')
			if end < 0 {
				end = len(p.rest)
			}
			p.rest = p.rest[end:]
			return b.String()[:kept], true
		case c == '\\':
			i++
			if i >= len(p.rest) {
				return "", false
			}
			switch e := p.rest[i]; e {
			case '\n':
				p.line++
				continue
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'b':
				b.WriteByte('\b')
			case '"', '\\':
				b.WriteByte(e)
			default:
				return "", false
			}
			kept = b.Len()
		default:
			b.WriteByte(c)
			if quoted || c != ' ' && c != '\t' && c != '\r' {
				kept = b.Len()
			}
		}
	}
	return b.String()[:kept], true
}

// spelled is a value as a file has it.
func spelled(v string) string {
	s := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(v)
	if strings.HasPrefix(v, " ") || strings.HasSuffix(v, " ") || strings.ContainsAny(v, "#;") {
		return `"` + s + `"`
	}
	return s
}
