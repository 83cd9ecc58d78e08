package tool

import (
	"strings"
)

// getoptTool is util-linux's getopt: it puts the options of a script in order.
type getoptTool struct {
	r                          *run
	spec                       string
	long                       []optionSpec
	name                       string
	quiet, silent, raw, single bool
	tcsh                       bool
	inOrder, posix             bool
	out                        []string
	operands                   []string
	failed                     bool
}

func getoptMain(r *run) int {
	r.usageStatus = 2
	g := &getoptTool{r: r, name: "getopt"}
	var args []string
	if len(r.args) > 0 && !strings.HasPrefix(r.args[0], "-") { // the old way
		g.spec, g.raw, args = r.args[0], true, r.args[1:]
	} else {
		var done bool
		if args, done = g.own(); done {
			return 4
		}
	}
	if len(r.args) == 0 {
		r.usage("missing optstring argument")
	}
	g.parse(args)
	if !g.quiet {
		r.print(strings.Join(append(append(g.out, " --"), g.operands...), ""), "\n")
	}
	if g.failed {
		return 1
	}
	return 0
}

// own reads getopt's own options.
func (g *getoptTool) own() (args []string, done bool) {
	opts, words := g.r.options("+a/alternative l:/longoptions n:/name o:/options q/quiet Q/quiet-output " +
		"s:/shell T/test u/unquoted")
	given := false
	for _, o := range opts {
		switch o.name {
		case "a":
			g.single = true
		case "l":
			g.addLong(o.value)
		case "n":
			g.name = o.value
		case "o":
			g.spec, given = o.value, true
		case "q":
			g.silent = true
		case "Q":
			g.quiet = true
		case "s":
			g.shell(o.value)
		case "T":
			return nil, true
		case "u":
			g.raw = true
		}
	}
	if !given {
		if len(words) == 0 {
			g.r.usage("missing optstring argument")
		}
		return words[1:], g.take(words[0])
	}
	return words, false
}

func (g *getoptTool) take(spec string) bool {
	g.spec = spec
	return false
}

func (g *getoptTool) shell(name string) {
	switch name {
	case "sh", "bash":
	case "csh", "tcsh":
		g.tcsh = true
	default:
		g.r.usage("unknown shell after -s or --shell argument")
	}
}

func (g *getoptTool) addLong(list string) {
	separator := func(c rune) bool { return strings.ContainsRune(", \t\n", c) }
	for word := range strings.FieldsFuncSeq(list, separator) {
		s := optionSpec{}
		if name, ok := strings.CutSuffix(word, "::"); ok {
			s.long, s.value = name, '?'
		} else if name, ok := strings.CutSuffix(word, ":"); ok {
			s.long, s.value = name, ':'
		} else {
			s.long = word
		}
		g.long = append(g.long, s)
	}
}

func (g *getoptTool) complain(format string, args ...any) {
	g.failed = true
	if !g.silent {
		g.r.stderr(g.name + ": " + sprintf(format, args...) + "\n")
	}
}

func (g *getoptTool) quote(s string) string {
	if g.raw {
		return " " + s
	}
	if !g.tcsh {
		s = strings.ReplaceAll(s, "'", `'\''`)
	} else {
		special := strings.NewReplacer(
			"'", `'\''`, `\`, `\\`, "!", `'\!'`, "\n", `\n`, "\t", `'\t'`, " ", `'\ '`)
		s = special.Replace(s)
	}
	return " '" + s + "'"
}

func (g *getoptTool) parse(args []string) {
	g.posix = strings.HasPrefix(g.spec, "+")
	g.inOrder = strings.HasPrefix(g.spec, "-")
	g.spec = strings.TrimPrefix(strings.TrimLeft(g.spec, "+-"), ":")
	if _, ok := g.r.lookupEnv("POSIXLY_CORRECT"); ok {
		g.posix = true
	}
	if len(args) > 0 && args[0] == "--" && !g.oldWay() {
		args = args[1:]
	}
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch {
		case a == "--":
			g.rest(args)
			return
		case strings.HasPrefix(a, "--"):
			args = g.longOption(a[2:], "--", args)
		case len(a) > 1 && a[0] == '-':
			if g.single && len(g.candidates(firstOf2(strings.Cut(a[1:], "=")))) > 0 {
				args = g.longOption(a[1:], "-", args)
				continue
			}
			args = g.cluster(a[1:], args)
		case g.posix:
			g.rest(append([]string{a}, args...))
			return
		case g.inOrder:
			g.out = append(g.out, g.quote(a))
		default:
			g.operands = append(g.operands, g.quote(a))
		}
	}
}

func firstOf2(a, _ string, _ bool) string { return a }

func (g *getoptTool) oldWay() bool { return len(g.r.args) > 0 && !strings.HasPrefix(g.r.args[0], "-") }

func (g *getoptTool) rest(args []string) {
	for _, a := range args {
		g.operands = append(g.operands, g.quote(a))
	}
}

func (g *getoptTool) cluster(letters string, args []string) []string {
	for i := 0; i < len(letters); i++ {
		at := strings.IndexByte(g.spec, letters[i])
		if at < 0 || letters[i] == ':' {
			g.complain("invalid option -- '%s'", letters[i:i+1])
			continue
		}
		g.out = append(g.out, " -"+letters[i:i+1])
		after := g.spec[at+1:]
		rest := letters[i+1:]
		switch {
		case strings.HasPrefix(after, "::"):
			g.out = append(g.out, g.quote(rest))
			return args
		case strings.HasPrefix(after, ":"):
			if rest != "" {
				g.out = append(g.out, g.quote(rest))
				return args
			}
			if len(args) == 0 {
				g.out = g.out[:len(g.out)-1]
				g.complain("option requires an argument -- '%s'", letters[i:i+1])
				return args
			}
			g.out = append(g.out, g.quote(args[0]))
			return args[1:]
		}
	}
	return args
}

// candidates are the long options that a name may stand for; one that is spelled out stands alone.
func (g *getoptTool) candidates(name string) []optionSpec {
	var found []optionSpec
	for _, s := range g.long {
		if s.long == name {
			return []optionSpec{s}
		}
		if strings.HasPrefix(s.long, name) {
			found = append(found, s)
		}
	}
	return found
}

func (g *getoptTool) longOption(word, dashes string, args []string) []string {
	name, value, given := strings.Cut(word, "=")
	found := g.candidates(name)
	switch {
	case len(found) == 0:
		g.complain("unrecognized option '%s%s'", dashes, word)
		return args
	case len(found) > 1:
		text := ""
		for _, s := range found {
			text += " '" + dashes + s.long + "'"
		}
		g.complain("option '%s%s' is ambiguous; possibilities:%s", dashes, word, text)
		return args
	}
	s := found[0]
	switch {
	case s.value == 0 && given:
		g.complain("option '%s%s' doesn't allow an argument", dashes, s.long)
		return args
	case s.value == ':' && !given:
		if len(args) == 0 {
			g.complain("option '%s%s' requires an argument", dashes, s.long)
			return args
		}
		value, args = args[0], args[1:]
	}
	g.out = append(g.out, " --"+s.long)
	if s.value != 0 {
		g.out = append(g.out, g.quote(value))
	}
	return args
}
