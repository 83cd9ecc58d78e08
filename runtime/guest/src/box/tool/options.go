package tool

import (
	"slices"
	"strings"
)

// option is one option of a command line: its letter, or its long name if it has no letter.
type option struct {
	name  string
	value string
	given bool // a value was given (for optional ones)
}

// optionSpec is one item of the text that getopt takes.
type optionSpec struct {
	letter  string
	long    string
	value   byte // 0, ':' needed, '?' optional
	missing bool
}

// parseSpec reads items such as "a/all", "w:/width", "/color?", "!Z/context": a letter, a
// long name, or both; ':' after the first of them for a value, '?' for an optional one;
// '!' for an option that the GNU tool has and ours lacks.
func parseSpec(spec string) []optionSpec {
	var list []optionSpec
	for item := range strings.FieldsSeq(spec) {
		var s optionSpec
		item, s.missing = strings.CutPrefix(item, "!")
		for _, kind := range []byte{':', '?'} {
			if strings.IndexByte(item, kind) >= 0 && item != string(kind) {
				s.value = kind
				item = strings.ReplaceAll(item, string(kind), "")
			}
		}
		s.letter, s.long, _ = strings.Cut(item, "/")
		list = append(list, s)
	}
	return list
}

// key is what the tool knows the option by.
func (s *optionSpec) key() string {
	if s.letter != "" {
		return s.letter
	}
	return s.long
}

type getopt struct {
	r        *run
	specs    []optionSpec
	args     []string
	opts     []option
	operands []string
}

// options splits the arguments as getopt_long does. A spec that begins with '+' stops at the
// first operand.
func (r *run) options(spec string) ([]option, []string) {
	spec, ordered := strings.CutPrefix(spec, "+")
	g := &getopt{r: r, specs: parseSpec(spec), args: r.args}
	_, posix := r.lookupEnv("POSIXLY_CORRECT")
	ordered = ordered || posix
	for len(g.args) > 0 {
		arg := g.args[0]
		switch {
		case arg == "--":
			g.operands = append(g.operands, g.args[1:]...)
			return g.opts, g.operands
		case strings.HasPrefix(arg, "--"):
			g.args = g.args[1:]
			g.long(arg[2:])
		case len(arg) > 1 && arg[0] == '-':
			g.args = g.args[1:]
			g.short(arg[1:])
		case ordered:
			g.operands = append(g.operands, g.args...)
			return g.opts, g.operands
		default:
			g.operands = append(g.operands, arg)
			g.args = g.args[1:]
		}
	}
	return g.opts, g.operands
}

func (g *getopt) add(s *optionSpec, value string, given bool) {
	if s.missing {
		name := "-" + s.letter
		if s.letter == "" {
			name = "--" + s.long
		}
		g.r.unsupported(name)
	}
	g.opts = append(g.opts, option{s.key(), value, given})
}

// next takes the word after an option as its value.
func (g *getopt) next() (string, bool) {
	if len(g.args) == 0 {
		return "", false
	}
	v := g.args[0]
	g.args = g.args[1:]
	return v, true
}

// bad reports an option in getopt's words, or in curl's, which has a parser of its own.
func (g *getopt) bad(option, curls, format string, args ...any) {
	if baseName(g.r.name) == "curl" {
		g.r.usage("option %s: %s", option, curls)
	}
	g.r.usage(format, args...)
}

func (g *getopt) short(cluster string) {
	for i := 0; i < len(cluster); i++ {
		s := g.find(cluster[i : i+1])
		if s == nil {
			g.bad("-"+cluster[i:i+1], "is unknown", "invalid option -- '%s'", cluster[i:i+1])
		}
		rest := cluster[i+1:]
		switch s.value {
		case ':':
			if rest != "" {
				g.add(s, rest, true)
				return
			}
			v, ok := g.next()
			if !ok {
				g.bad("-"+s.letter, "requires parameter", "option requires an argument -- '%s'", s.letter)
			}
			g.add(s, v, true)
		case '?':
			g.add(s, rest, rest != "")
			return
		default:
			g.add(s, "", false)
			continue
		}
		return
	}
}

func (g *getopt) find(letter string) *optionSpec {
	for i := range g.specs {
		if g.specs[i].letter == letter {
			return &g.specs[i]
		}
	}
	return nil
}

func (g *getopt) long(word string) {
	name, value, given := strings.Cut(word, "=")
	s := g.match(name, word)
	switch {
	case s == nil:
		return
	case s.missing:
	case s.value == 0 && given:
		g.r.usage("option '--%s' doesn't allow an argument", s.long)
	case s.value == ':' && !given:
		var ok bool
		if value, ok = g.next(); !ok {
			g.bad("--"+s.long, "requires parameter", "option '--%s' requires an argument", s.long)
		}
		given = true
	}
	g.add(s, value, given)
}

// match finds a long option by its name or an unambiguous beginning of it. --help and
// --version belong to every tool and end it.
func (g *getopt) match(name, word string) *optionSpec {
	all := g.r.table(g.specs)
	var found []*optionSpec
	for i := range all {
		s := &all[i]
		if s.long == name {
			found = []*optionSpec{s}
			break
		}
		if strings.HasPrefix(s.long, name) {
			found = append(found, s)
		}
	}
	switch {
	case len(found) == 0:
		g.bad("--"+name, "is unknown", "unrecognized option '--%s'", word)
	case len(found) > 1 && !sameOption(found):
		text := "option '--" + word + "' is ambiguous; possibilities:"
		for _, s := range found {
			text += " '--" + s.long + "'"
		}
		g.r.usage("%s", text)
	case found[0].value == 0 && strings.Contains(word, "="): // said by who asked
	case found[0].key() == "help":
		g.r.help(g.specs...)
	case found[0].key() == "version":
		g.r.version()
	}
	return found[0]
}

// sameOption reports whether all candidates mean the same, so that an abbreviation may stand.
func sameOption(list []*optionSpec) bool {
	for _, s := range list[1:] {
		if s.letter == "" || s.letter != list[0].letter {
			return false
		}
	}
	return true
}

// choose resolves a word option (--color=WHEN) by name or unambiguous beginning. Words of one
// meaning are joined by bars; the first of them is the result.
func (r *run) choose(option, value string, words ...string) string {
	var found []string
	for _, group := range words {
		names := strings.Split(group, "|")
		for _, w := range names {
			if w == value {
				return names[0]
			}
			if strings.HasPrefix(w, value) && !slices.Contains(found, names[0]) {
				found = append(found, names[0])
			}
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	kind := "invalid"
	if len(found) > 1 {
		kind = "ambiguous"
	}
	r.message(kind + " argument " + r.curly(value) + " for " + r.curly(option))
	text := "Valid arguments are:\n"
	for _, group := range words {
		text += "  - "
		for i, w := range strings.Split(group, "|") {
			if i > 0 {
				text += ", "
			}
			text += r.curly(w)
		}
		text += "\n"
	}
	r.stderr(text)
	r.usageStatus = 1 // argmatch knows no other
	r.usage("")
	return ""
}
