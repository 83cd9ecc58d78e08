package shell

import (
	"maps"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/pattern"
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
			status = sh.fail(name + ": no completion specification")
		}
		delete(sh.completions, name)
	}
	return status
}

func (sh *Shell) showCompletions(names []string) int {
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(sh.completions))
	}
	status := 0
	for _, name := range names {
		c := sh.completions[name]
		if c == nil {
			status = sh.fail(name + ": no completion specification")
			continue
		}
		sh.print("complete ", c.text(), quoteIfNeeded(name), "\n")
	}
	return status
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
		for _, o := range slices.Sorted(maps.Keys(add)) {
			c.options = slices.DeleteFunc(c.options, func(s string) bool { return s == o })
			if add[o] {
				c.options = append(c.options, o)
			}
		}
	}
	return status
}

// compgen lists what could complete a word.
func compgen(sh *Shell, args []string) int {
	var c compspec
	known := true
	rest, ok := sh.options(args, compLetters, func(letter byte, arg string) {
		known = c.option(sh, letter, arg) && known
	})
	if !ok || !known {
		return 2
	}
	word := ""
	if len(rest) > 0 {
		word = rest[0]
	}
	status := 1
	for _, w := range c.candidates(sh, word) {
		sh.print(w, "\n")
		status = 0
	}
	return status
}

// candidates are the words that complete word.
func (c *compspec) candidates(sh *Shell, word string) (list []string) {
	keep := func(words []string) {
		for _, w := range words {
			if strings.HasPrefix(w, word) {
				list = append(list, w)
			}
		}
	}
	for _, a := range compActions {
		if slices.Contains(c.actions, a.name) {
			keep(sh.compWords(a.name, word))
		}
	}
	if c.glob != nil {
		g := globber{sh: sh, opt: pattern.Options{ExtGlob: sh.shopt[shoptExtglob], Bytes: !sh.utf8}}
		list = append(list, g.expand(*c.glob)...)
	}
	if c.words != nil {
		keep(sh.splitFields(sh.expandText(*c.words)))
	}
	if c.function != nil {
		sh.complain("compgen", "warning: -F option may not work as you expect")
		list = append(list, sh.compFunction(*c.function, word)...)
	}
	if c.command != nil {
		sh.unsupported("compgen -C")
	}
	if c.filter != nil {
		list = sh.compFilter(list, *c.filter, word)
	}
	for i := range list {
		if c.prefix != nil {
			list[i] = *c.prefix + list[i]
		}
		if c.suffix != nil {
			list[i] += *c.suffix
		}
	}
	if slices.Contains(c.options, "plusdirs") || len(list) == 0 && slices.Contains(c.options, "dirnames") {
		keep(sh.compWords("directory", word))
	}
	return list
}

// compFunction calls a function that leaves words in COMPREPLY.
func (sh *Shell) compFunction(name, word string) []string {
	f := sh.funcs[name]
	if f == nil {
		sh.fail("warning: " + name + ": function not found")
		return nil
	}
	sh.unset("COMPREPLY")
	old := sh.command
	sh.enter(f, []string{name, "compgen", word, ""}, sh.line)
	sh.command = old
	v := sh.variable("COMPREPLY")
	switch {
	case v == nil:
		return nil
	case v.list != nil:
		return slices.Clone(v.list.vals)
	}
	return []string{v.text}
}

// compFilter leaves out what a pattern matches, or what it does not match if it begins with !.
func (sh *Shell) compFilter(list []string, filter, word string) []string {
	text, not := strings.CutPrefix(filter, "!")
	p := sh.compile(strings.ReplaceAll(text, "&", pattern.Quote(word)))
	return slices.DeleteFunc(list, func(s string) bool { return p.Match(s) != not })
}

// compWords are the words of an action.
func (sh *Shell) compWords(action, word string) (words []string) {
	switch action {
	case "alias":
		return slices.Sorted(maps.Keys(sh.aliases))
	case "builtin", "enabled", "helptopic":
		for _, name := range builtinNames() {
			if !builtinTable()[name].dashOnly && (action != "enabled" || !sh.disabled[name]) {
				words = append(words, name)
			}
		}
	case "disabled":
		return slices.Sorted(maps.Keys(sh.disabled))
	case "function":
		return sh.functionNames()
	case "variable", "export", "arrayvar":
		return sh.compVariables(action)
	case "keyword":
		return strings.Fields("if then else elif fi case esac for select while until do done in function " +
			"time { } ! [[ ]] coproc")
	case "shopt":
		return shoptNames[:]
	case "setopt":
		for _, o := range setOptions {
			words = append(words, o.name)
		}
	case "signal":
		for _, name := range append([]string{"EXIT"}, strings.Fields(signalNames)...) {
			if name == "EXIT" {
				words = append(words, name)
				continue
			}
			words = append(words, "SIG"+name)
		}
	case "file", "directory":
		return compFiles(word, action == "directory")
	case "user", "group":
		return firstFields("/etc/" + map[string]string{"user": "passwd", "group": "group"}[action])
	case "command":
		return sh.compCommands(word)
	}
	return words
}

func (sh *Shell) compVariables(action string) (words []string) {
	for _, name := range sh.variableNames() {
		v := sh.variable(name)
		if action == "export" && v.attrs&exported == 0 ||
			action == "arrayvar" && v.attrs&(indexed|associative) == 0 {
			continue
		}
		words = append(words, name)
	}
	return words
}

// compFiles lists the files of the directory that word names so far.
func compFiles(word string, dirs bool) (words []string) {
	dir := word[:strings.LastIndexByte(word, '/')+1]
	for _, e := range readDir(dir) {
		if name := dir + e.Name; !dirs || isDir(name) {
			words = append(words, name)
		}
	}
	return words
}

func firstFields(file string) (words []string) {
	data, err := readFile(file)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(data) {
		name, _, _ := strings.Cut(line, ":")
		words = append(words, name)
	}
	return words
}

func (sh *Shell) compCommands(word string) []string {
	words := sh.compWords("alias", word)
	words = append(words, sh.compWords("keyword", word)...)
	words = append(words, sh.functionNames()...)
	words = append(words, sh.compWords("builtin", word)...)
	if strings.Contains(word, "/") {
		return append(words, compFiles(word, false)...)
	}
	for dir := range strings.SplitSeq(sh.text("PATH"), ":") {
		for _, e := range readDir(dir) {
			if strings.HasPrefix(e.Name, word) && executable(dir+"/"+e.Name) {
				words = append(words, e.Name)
			}
		}
	}
	return words
}
