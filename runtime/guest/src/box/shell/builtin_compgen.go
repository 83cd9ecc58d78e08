package shell

import (
	"maps"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/parse"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/pattern"
	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

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
	if len(args) == 1 {
		return 0
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
		keep(sh.wordList(*c.words))
	}
	if c.function != nil {
		sh.complain("compgen", "warning: -F option may not work as you expect")
		list = append(list, sh.compFunction(*c.function, word)...)
	}
	if c.command != nil {
		list = append(list, sh.compCommand(*c.command, word)...)
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
	if len(list) == 0 && slices.Contains(c.options, "default") {
		keep(sh.compWords("file", word))
	}
	return list
}

// wordList splits the text of -W by IFS outside of quotes, and expands each word.
func (sh *Shell) wordList(text string) (words []string) {
	old := sh.opts[optNoglob]
	sh.opts[optNoglob] = true
	for text != "" {
		n := quotedLength(text, sh.ifsKey.text)
		if n > 0 {
			w := parse.Word(text[:n], sh.parseOptions(sh.line, ""))
			words = sh.fields(words, &w)
		}
		text = text[min(n+1, len(text)):]
	}
	sh.opts[optNoglob] = old
	return words
}

// quotedLength is how far s goes before one of some bytes that stands outside of quotes and expansions.
func quotedLength(s, stops string) int {
	i := 0
	for i < len(s) && strings.IndexByte(stops, s[i]) < 0 {
		i += parse.Span(s[i:])
	}
	return i
}

// compCommand runs a command that writes words.
func (sh *Shell) compCommand(command, word string) []string {
	text := sh.substitute(&tree.Part{
		Kind: tree.Command, Text: command + " 'compgen' " + quoteOnly(word) + " ''",
	})
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
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
