package shell

import (
	"maps"
	"slices"
	"strings"
)

// compspec is what complete was told about a command, and what compgen is asked for. Nothing completes
// in a shell that is not interactive, but scripts declare what would, and list words with compgen.
type compspec struct {
	options []string
	actions []string // long names, in bash's order when shown
	glob, words, prefix, suffix,
	filter, command, function *string
}

// compActions are the names of actions with their letters, in the order in which bash shows them.
var compActions = []struct {
	name   string
	letter byte
}{
	{"alias", 'a'},
	{"builtin", 'b'},
	{"command", 'c'},
	{"directory", 'd'},
	{"export", 'e'},
	{"file", 'f'},
	{"group", 'g'},
	{"job", 'j'},
	{"keyword", 'k'},
	{"service", 's'},
	{"user", 'u'},
	{"variable", 'v'},
	{"arrayvar", 0},
	{"binding", 0},
	{"disabled", 0},
	{"enabled", 0},
	{"function", 0},
	{"helptopic", 0},
	{"hostname", 0},
	{"running", 0},
	{"setopt", 0},
	{"shopt", 0},
	{"signal", 0},
	{"stopped", 0},
}

var compOptions = []string{
	"bashdefault", "default", "dirnames", "filenames", "noquote", "nosort", "nospace", "plusdirs",
}

func completionBuiltins() map[string]*builtin {
	return map[string]*builtin{
		"compgen": {
			run: compgen, bashOnly: true, usage: "[-abcdefgjksuv] [-o option] [-A action] [-G globpat] " +
				"[-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] [-S suffix] [word]",
		},
		"complete": {
			run: complete, bashOnly: true, usage: "[-abcdefgjksuv] [-pr] [-DEI] [-o option] [-A action] " +
				"[-G globpat] [-W wordlist] [-F function] [-C command] [-X filterpat] [-P prefix] " +
				"[-S suffix] [name ...]",
		},
		"compopt": {run: compopt, bashOnly: true, usage: "[-o|+o option] [-DEI] [name ...]"},
	}
}

// option takes one option of complete or compgen; false: it names what does not exist.
func (c *compspec) option(sh *Shell, letter byte, arg string) bool {
	texts := map[byte]**string{
		'G': &c.glob, 'W': &c.words, 'P': &c.prefix, 'S': &c.suffix, 'X': &c.filter, 'C': &c.command,
		'F': &c.function,
	}
	switch {
	case texts[letter] != nil:
		*texts[letter] = &arg
	case letter == 'o':
		if !slices.Contains(compOptions, arg) {
			sh.fail(arg + ": invalid option name")
			return false
		}
		c.options = append(c.options, arg)
	case letter == 'A':
		if !slices.ContainsFunc(compActions, func(a struct {
			name   string
			letter byte
		},
		) bool {
			return a.name == arg
		}) {
			sh.fail(arg + ": invalid action name")
			return false
		}
		c.actions = append(c.actions, arg)
	default:
		for _, a := range compActions {
			if a.letter == letter {
				c.actions = append(c.actions, a.name)
			}
		}
	}
	return true
}

const compLetters = "abcdefgjksuvo:A:G:W:F:C:X:P:S:"

// complete is the builtin of that name.
func complete(sh *Shell, args []string) int {
	var c compspec
	var show, remove bool
	var names []string
	known := true
	rest, ok := sh.options(args, compLetters+"prDEI", func(letter byte, arg string) {
		switch letter {
		case 'p':
			show = true
		case 'r':
			remove = true
		case 'D', 'E', 'I':
			names = append(names, "-"+string(letter))
		default:
			known = c.option(sh, letter, arg) && known
		}
	})
	if !ok || !known {
		return 2
	}
	names = append(names, rest...)
	switch {
	case remove:
		return sh.removeCompletions(names)
	case show || len(names) == 0 && len(args) == 1:
		return sh.showCompletions(names)
	case len(names) == 0:
		return sh.usageError("")
	}
	if sh.completions == nil {
		sh.completions = map[string]*compspec{}
	}
	for _, name := range names {
		sh.completions[name] = &c
	}
	return 0
}

func (sh *Shell) removeCompletions(names []string) int {
	if len(names) == 0 {
		clear(sh.completions)
		return 0
	}
	status := 0
	for _, name := range names {
		if sh.completions[name] == nil {
			status = sh.fail(hashedName(name) + ": no completion specification")
		}
		delete(sh.completions, name)
	}
	return status
}

// completionBuckets is the size of bash's table of completions.
const completionBuckets = 512

// hashedName is how that table has a name, or what -D, -E and -I stand for.
func hashedName(name string) string {
	switch name {
	case "-D":
		return "_DefaultCmD_"
	case "-E":
		return "_EmptycmD_"
	case "-I":
		return "_InitialWorD_"
	}
	return name
}

func (sh *Shell) showCompletions(names []string) int {
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(sh.completions))
		slices.SortStableFunc(names, func(a, b string) int {
			return int(hash(hashedName(a))%completionBuckets) - int(hash(hashedName(b))%completionBuckets)
		})
	}
	status := 0
	for _, name := range names {
		c := sh.completions[name]
		if c == nil {
			status = sh.fail(hashedName(name) + ": no completion specification")
			continue
		}
		sh.print("complete ", c.text(), quoteIfNeeded(name), "\n")
	}
	return status
}

// encodeCompletions writes what complete was told, for a child.
func (w *stateWriter) encodeCompletions(sh *Shell) {
	w.int(len(sh.completions))
	for _, name := range slices.Sorted(maps.Keys(sh.completions)) {
		c := sh.completions[name]
		w.str(name)
		w.strs(c.options)
		w.strs(c.actions)
		for _, text := range c.texts() {
			w.bool(*text != nil)
			if *text != nil {
				w.str(**text)
			}
		}
	}
}

func (r *stateReader) decodeCompletions(sh *Shell) {
	for range r.int() {
		if sh.completions == nil {
			sh.completions = map[string]*compspec{}
		}
		c := &compspec{}
		sh.completions[r.str()] = c
		c.options, c.actions = r.strs(), r.strs()
		for _, text := range c.texts() {
			if r.bool() {
				s := r.str()
				*text = &s
			}
		}
	}
}

// texts are the arguments of the options that have one.
func (c *compspec) texts() []**string {
	return []**string{&c.glob, &c.words, &c.prefix, &c.suffix, &c.filter, &c.command, &c.function}
}

// text writes a specification as the options that make it.
func (c *compspec) text() string {
	var b strings.Builder
	for _, o := range compOptions {
		if slices.Contains(c.options, o) {
			b.WriteString("-o " + o + " ")
		}
	}
	for _, a := range compActions {
		switch {
		case !slices.Contains(c.actions, a.name):
		case a.letter != 0:
			b.WriteString("-" + string(a.letter) + " ")
		default:
			b.WriteString("-A " + a.name + " ")
		}
	}
	for _, o := range [...]struct {
		letter string
		arg    *string
	}{
		{"-G", c.glob},
		{"-W", c.words},
		{"-P", c.prefix},
		{"-S", c.suffix},
		{"-X", c.filter},
		{"-C", c.command},
	} {
		if o.arg != nil {
			b.WriteString(o.letter + " " + quoteSingle(*o.arg) + " ")
		}
	}
	if c.function != nil {
		b.WriteString("-F " + quoteIfNeeded(*c.function) + " ")
	}
	return b.String()
}

// compopt changes options of completions.
func compopt(sh *Shell, args []string) int {
	add := map[string]bool{}
	args = args[1:]
	for len(args) > 1 && (args[0] == "-o" || args[0] == "+o") {
		if !slices.Contains(compOptions, args[1]) {
			sh.fail(args[1] + ": invalid option name")
			return 2
		}
		add[args[1]] = args[0] == "-o"
		args = args[2:]
	}
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0], "-DEI") != "" {
		return sh.usageError(args[0][:2] + ": invalid option")
	}
	if len(args) == 0 {
		return sh.fail("not currently executing completion function")
	}
	status := 0
	for _, name := range args {
		c := sh.completions[name]
		if c == nil {
			status = sh.fail(name + ": no completion specification")
			continue
		}
		if len(add) == 0 {
			sh.print(c.optionsText(), name, "\n")
		}
		for _, o := range slices.Sorted(maps.Keys(add)) {
			c.options = slices.DeleteFunc(c.options, func(s string) bool { return s == o })
			if add[o] {
				c.options = append(c.options, o)
			}
		}
	}
	return status
}

// optionsText is how compopt shows which options a completion has.
func (c *compspec) optionsText() string {
	var b strings.Builder
	b.WriteString("compopt ")
	for _, o := range compOptions {
		sign := "+o "
		if slices.Contains(c.options, o) {
			sign = "-o "
		}
		b.WriteString(sign + o + " ")
	}
	return b.String()
}
