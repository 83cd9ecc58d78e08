package git

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func itoa(n int) string { return strconv.Itoa(n) }

// header is a section's head in a file.
func header(section string) string {
	name, part, ok := strings.Cut(section, ".")
	if !ok {
		return "[" + name + "]\n"
	}
	return "[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(part) + "\"]\n"
}

// configLine is what a line of a file is.
type configLine struct {
	text    string
	section string // that it stands in or begins
	key     string // of a variable
	value   string
	head    bool
}

func configLines(b []byte) []configLine {
	var list []configLine
	section := ""
	for l := range strings.Lines(string(b)) {
		c := configLine{text: l}
		p := configText{rest: strings.TrimLeft(l, " \t")}
		switch {
		case strings.HasPrefix(p.rest, "["):
			if name, ok := p.section(); ok {
				section, c.head = name, true
				p.rest = strings.TrimLeft(p.rest, " \t")
			}
			fallthrough
		default:
			if key, value, _, ok := p.variable(); ok {
				c.key, c.value = normal(section+"."+key), value
			}
		}
		c.section = section
		list = append(list, c)
	}
	return list
}

// writeConfig puts lines into a configuration file.
func (g *program) writeConfig(file string, lines []configLine) {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text)
	}
	err := create(file+".lock", []byte(b.String()), 0o666, primitives.O_EXCL)
	if err != nil {
		g.tell("error: could not lock config file %s: %s\n", g.shownConfig(file), text(err))
		panic(exit(255))
	}
	g.commitLock(file)
}

func (g *program) shownConfig(file string) string {
	if g.repo != nil && file == g.repo.dir+"/config" {
		return g.repo.shownDir() + "/config"
	}
	return file
}

// setConfig sets a variable: in the place of the old one, at the end of its section, or in a new section.
func (g *program) setConfig(file, key, value string, add bool) {
	b, _ := readFile(file)
	lines := configLines(b)
	dot := strings.LastIndexByte(key, '.')
	section, name := normal(key)[:dot], key[dot+1:]
	line := configLine{text: "\t" + name + " = " + spelled(value) + "\n"}
	last := -1
	for i, l := range lines {
		if l.key == normal(key) && !add {
			lines[i].text = line.text
			g.writeConfig(file, lines)
			return
		}
		if l.section == section {
			last = i
		}
	}
	if last >= 0 {
		g.writeConfig(file, slices.Insert(lines, last+1, line))
		return
	}
	if n := len(b); n > 0 && b[n-1] != '\n' {
		lines = append(lines, configLine{text: "\n"})
	}
	g.writeConfig(file, append(lines, configLine{text: header(section)}, line))
}

// unsetConfig removes the variable and its section's head if nothing else is there; how many there were.
func (g *program) unsetConfig(file, key string) int {
	b, _ := readFile(file)
	lines := configLines(b)
	n := len(lines)
	lines = slices.DeleteFunc(lines, func(l configLine) bool { return l.key == normal(key) && !l.head })
	removed := n - len(lines)
	section := normal(key)[:strings.LastIndexByte(key, '.')]
	others := slices.ContainsFunc(lines, func(l configLine) bool { return l.section == section && !l.head })
	if !others {
		lines = slices.DeleteFunc(lines, func(l configLine) bool { return l.section == section })
	}
	if removed > 0 {
		g.writeConfig(file, lines)
	}
	return removed
}

// configCommand is `git config`.
func (g *program) configCommand(args []string) int {
	o := g.parse(args, "global system local worktree! f/file: l/list get get-all get-regexp add unset "+
		"unset-all "+
		"replace-all! bool int path! type: z/null! name-only show-origin show-scope! e/edit! default: "+
		"remove-section rename-section! includes! no-includes! bool-or-int! get-urlmatch! get-color! "+
		"get-colorbool!")
	file := ""
	switch {
	case o.has("global"):
		if file = g.globalFile(); file == "" {
			g.fatal("$HOME not set")
		}
	case o.has("system"):
		file = systemFile
	case o.has("file"):
		file = o.value("file")
	case o.has("local"):
		if !g.usable() {
			g.fatal("--local can only be used inside a git repository")
		}
		file = g.repo.common + "/config"
	}
	switch {
	case o.has("list"):
		return g.listConfig(file, o)
	case o.has("get"), o.has("get-all"), o.has("get-regexp"), len(o.args) == 1 && !o.has("unset") &&
		!o.has("unset-all") && !o.has("remove-section"):
		return g.showConfig(file, o)
	}
	if file == "" {
		if !g.usable() {
			g.fatal("not in a git directory")
		}
		file = g.repo.common + "/config"
	}
	if len(o.args) == 0 {
		g.usage("no action specified")
	}
	key := o.args[0]
	if o.has("remove-section") {
		return g.removeSection(file, key)
	}
	g.checkKey(key)
	switch {
	case o.has("unset"), o.has("unset-all"):
		c := &config{}
		c.read(file)
		if n := len(c.all(key)); n > 1 && o.has("unset") {
			g.tell("warning: %s has multiple values\n", key)
			return 5
		} else if n == 0 {
			return 5
		}
		g.unsetConfig(file, key)
	case len(o.args) < 2:
		g.usage("wrong number of arguments, should be 2")
	default:
		c := &config{}
		c.read(file)
		if n := len(c.all(key)); n > 1 && !o.has("add") {
			g.tell("warning: %s has multiple values\n", key)
			g.tell("error: cannot overwrite multiple values with a single value\n"+
				"       Use a regexp, --add or --replace-all to change %s.\n", key)
			return 5
		}
		g.setConfig(file, key, o.args[1], o.has("add"))
	}
	return 0
}

func (g *program) removeSection(file, name string) int {
	b, _ := readFile(file)
	lines := configLines(b)
	n := len(lines)
	lines = slices.DeleteFunc(lines, func(l configLine) bool { return l.section == name })
	if len(lines) == n {
		g.fatal("no such section: %s", name)
	}
	g.writeConfig(file, lines)
	return 0
}

func (g *program) checkKey(key string) {
	first, last := strings.IndexByte(key, '.'), strings.LastIndexByte(key, '.')
	switch {
	case first <= 0:
		g.tell("error: key does not contain a section: %s\n", key)
		panic(exit(1 + b2i(false)))
	case last == len(key)-1:
		g.tell("error: key does not contain variable name: %s\n", key)
		panic(exit(1))
	}
	for i := range len(key) {
		if c := key[i]; (i < first || i > last) && !isName(c) {
			g.tell("error: invalid key: %s\n", key)
			panic(exit(1))
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// configOf is one file's settings, or all that hold here.
func (g *program) configOf(file string) *config {
	if file != "" {
		c := &config{}
		c.read(file)
		if c.bad != "" {
			g.fatal("bad config line %s", c.bad)
		}
		return c
	}
	if g.usable() {
		return g.repo.config
	}
	return g.outerConfig()
}

func (g *program) listConfig(file string, o *options) int {
	if file != "" && !exists(file) {
		g.fatal("unable to read config file '%s': No such file or directory", file)
	}
	for _, s := range g.configOf(file).list {
		if o.has("show-origin") {
			g.print("file:" + g.shownConfig(s.file) + "\t")
		}
		switch {
		case o.has("name-only") || s.bare:
			g.print(s.key + "\n")
		default:
			g.print(s.key + "=" + s.value + "\n")
		}
	}
	return 0
}

func (g *program) showConfig(file string, o *options) int {
	if len(o.args) == 0 {
		g.usage("wrong number of arguments, should be from 1 to 2")
	}
	c := g.configOf(file)
	key := o.args[0]
	if o.has("get-regexp") {
		re, err := regexp.Compile(key)
		if err != nil {
			g.tell("error: invalid key pattern: %s\n", key)
			return 6
		}
		found := 1
		for _, s := range c.list {
			if re.MatchString(s.key) {
				found = 0
				g.print(s.key + " " + s.value + "\n")
			}
		}
		return found
	}
	g.checkKey(key)
	list := c.all(key)
	if len(list) == 0 {
		if o.has("default") {
			g.print(o.value("default") + "\n")
			return 0
		}
		return 1
	}
	if !o.has("get-all") {
		list = list[len(list)-1:]
	}
	for _, v := range list {
		if o.has("bool") || o.value("type") == "bool" {
			v = strconv.FormatBool(truthy(v))
		}
		g.print(v + "\n")
	}
	return 0
}

// rewritable ends the command if a repository's configuration cannot be written.
func (g *program) rewritable(dir string) {
	const write = 2
	if err := linux.Access(dir, write); err != nil {
		g.tell("error: could not lock config file %s/config: %s\n", dir, text(err))
		g.fatal("could not set 'core.repositoryformatversion' to '0'")
	}
}
