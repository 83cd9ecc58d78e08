package shell

import (
	_ "embed"
	"slices"
	"strings"
)

// helpTable is a line for each topic: its name, a colon and a space, and how it is used.
//
//go:embed help.txt
var helpTable string

// topic is something that help knows.
type topic struct{ name, usage string }

func helpTopics() (l []topic) {
	for line := range strings.SplitSeq(strings.TrimSuffix(helpTable, "\n"), "\n") {
		at := strings.Index(line[1:], ": ") + 1
		l = append(l, topic{line[:at], line[at+2:]})
	}
	return l
}

// help shows how builtins and reserved words are used. The texts that explain them are bash's own, and
// unsupported.
func help(sh *Shell, args []string) int {
	short, texts := false, false
	rest, ok := sh.options(args, "dms", func(c byte, _ string) {
		short = short || c == 's'
		texts = texts || c != 's'
	})
	switch {
	case !ok:
		return 2
	case texts:
		sh.unsupported("help -d and -m")
	case len(rest) == 0:
		sh.listTopics()
		return 0
	}
	if slices.ContainsFunc(rest, isPattern) {
		word := "keyword"
		if len(rest) > 1 {
			word += "s"
		}
		sh.print("Shell commands matching ", word, " `", strings.Join(rest, ", "), "'\n\n")
	}
	found := false
	for _, pattern := range rest {
		for _, t := range sh.matchingTopics(pattern) {
			found = true
			sh.print(t.name, ": ", t.usage, "\n")
			if !short {
				sh.unsupported("help without -s")
			}
		}
	}
	if !found {
		last := rest[len(rest)-1]
		return sh.fail("no help topics match `" + last + "'.  Try `help help' or `man -k " + last +
			"' or `info " + last + "'.")
	}
	return 0
}

// isPattern reports whether an argument of help is a pattern and not a name.
func isPattern(s string) bool { return strings.ContainsAny(s, "*?[") && s != "[" && s != "[[" }

// matchingTopics are the topics that a pattern matches, or failing that those that begin with it.
func (sh *Shell) matchingTopics(pattern string) (l []topic) {
	all := helpTopics()
	for _, t := range all {
		if t.name == pattern || isPattern(pattern) && sh.compile(pattern).Match(t.name) {
			l = append(l, t)
		}
	}
	if l != nil {
		return l
	}
	for _, t := range all {
		if strings.HasPrefix(t.name, pattern) {
			l = append(l, t)
		}
	}
	return l
}

// listTopics shows the usage of all topics in two columns, cut to their width.
func (sh *Shell) listTopics() {
	sh.print("GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n",
		"These shell commands are defined internally.  Type `help' to see this list.\n",
		"Type `help name' to find out more about the function `name'.\n",
		"Use `info bash' to find out more about the shell in general.\n",
		"Use `man -k' or `info' to find out more about commands not in this list.\n\n",
		"A star (*) next to a name means that the command is disabled.\n\n")
	all := helpTopics()
	rows := divideUp(len(all), 2)
	const width = 40
	cell := func(t topic, limit int) string {
		text := " " + t.usage
		if sh.disabled[t.name] {
			text = "*" + t.usage
		}
		if len(text) > limit {
			text = text[:limit-1] + ">"
		}
		return text
	}
	for i := range rows {
		left := cell(all[i], width-1)
		if i+rows >= len(all) {
			sh.print(left, "\n")
			continue
		}
		sh.print(left, strings.Repeat(" ", width-len(left)), cell(all[i+rows], width-2), "\n")
	}
}
