package git

import (
	"slices"
	"strings"
)

// options are those of a command line, and what is left of it.
type options struct {
	list   []optionValue
	args   []string
	dashed int // how many of args stood before --; -1 without one
	order  []string
}

type optionValue struct{ name, value string }

func (o *options) has(name string) bool {
	return slices.ContainsFunc(o.list, func(v optionValue) bool { return v.name == name })
}

// value is the last value of an option.
func (o *options) value(name string) string {
	for _, v := range slices.Backward(o.list) {
		if v.name == name {
			return v.value
		}
	}
	return ""
}

func (o *options) values(name string) []string {
	var list []string
	for _, v := range o.list {
		if v.name == name {
			list = append(list, v.value)
		}
	}
	return list
}

// spec is one option: its letter, its name, whether it takes a value (':' always, '?' only after =), and
// whether it is missing here ('!').
type spec struct {
	letter, name string
	value        byte
	missing      bool
}

func specs(text string) []spec {
	var list []spec
	for word := range strings.FieldsSeq(text) {
		var s spec
		word, s.missing = strings.CutSuffix(word, "!")
		if n := len(word); n > 1 && (word[n-1] == ':' || word[n-1] == '?') {
			s.value = word[n-1]
			word = word[:n-1]
		}
		letter, name, both := strings.Cut(word, "/")
		switch {
		case both:
			s.letter, s.name = letter, name
		case len(word) == 1:
			s.letter, s.name = word, word
		default:
			s.name = word
		}
		list = append(list, s)
	}
	return list
}

// parse splits a command line by a list such as "q/quiet m/message: color? e!": options may follow operands.
func (g *program) parse(args []string, text string) *options {
	o := &options{dashed: -1, order: args}
	list := specs(text)
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			o.dashed = len(o.args)
			o.args = append(o.args, args[i+1:]...)
			return o
		case strings.HasPrefix(a, "--"):
			i += g.long(o, list, a[2:], args[i+1:])
		case len(a) > 1 && a[0] == '-':
			i += g.short(o, list, a[1:], args[i+1:])
		default:
			o.args = append(o.args, a)
		}
	}
	return o
}

func (g *program) long(o *options, list []spec, word string, rest []string) int {
	name, value, given := strings.Cut(word, "=")
	var found *spec
	for i := range list {
		if list[i].name == name && len(list[i].name) > 1 {
			found = &list[i]
			break
		}
	}
	for i := range list {
		if found == nil && len(list[i].name) > 1 && strings.HasPrefix(list[i].name, name) {
			found = &list[i]
		}
	}
	if found == nil {
		if name == "help" {
			g.unsupported(g.name + " --help")
		}
		g.usage("unknown option `%s'", word)
	}
	if found.missing {
		g.unsupported(g.name + " --" + name)
	}
	used := 0
	if found.value == ':' && !given {
		if len(rest) == 0 {
			g.usage("option `%s' requires a value", name)
		}
		value, used = rest[0], 1
	}
	if found.value == 0 && given {
		g.usage("option `%s' takes no value", name)
	}
	o.list = append(o.list, optionValue{found.name, value})
	return used
}

func (g *program) short(o *options, list []spec, cluster string, rest []string) int {
	digits := strings.Trim(cluster, "0123456789") == ""
	for i := 0; i < len(cluster); i++ {
		letter := cluster[i : i+1]
		at := slices.IndexFunc(list, func(s spec) bool { return s.letter == letter })
		if at < 0 && digits {
			if at = slices.IndexFunc(list, func(s spec) bool { return s.letter == "#" }); at >= 0 {
				o.list = append(o.list, optionValue{list[at].name, cluster})
				return 0
			}
		}
		if at < 0 {
			if letter == "h" {
				g.unsupported(g.name + " -h")
			}
			g.usage("unknown switch `%s'", letter)
		}
		s := list[at]
		if s.missing {
			g.unsupported(g.name + " -" + letter)
		}
		switch s.value {
		case ':':
			if v := cluster[i+1:]; v != "" {
				o.list = append(o.list, optionValue{s.name, v})
				return 0
			}
			if len(rest) == 0 {
				g.usage("switch `%s' requires a value", letter)
			}
			o.list = append(o.list, optionValue{s.name, rest[0]})
			return 1
		case '?':
			o.list = append(o.list, optionValue{s.name, cluster[i+1:]})
			return 0
		}
		o.list = append(o.list, optionValue{s.name, ""})
	}
	return 0
}
