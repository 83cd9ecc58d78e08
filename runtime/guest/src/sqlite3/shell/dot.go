package shell

import "strings"

// command is a command that begins with a dot.
type command struct {
	name  string
	least int // how many letters of its name will do
	run   func(s *shell, args []string) int
}

// commands are all of them, in the order in which a shortened name finds them.
func commands() []command {
	return []command{
		{"backup", 3, (*shell).backup},
		{"save", 3, (*shell).backup},
		{"bail", 3, boolean("bail", func(s *shell, on bool) { s.bail = on })},
		{"binary", 3, boolean("binary", func(*shell, bool) {})},
		{"cd", 2, (*shell).chdir},
		{"changes", 3, boolean("changes", func(s *shell, on bool) { s.changes = on })},
		{"clone", 3, (*shell).clone},
		{"databases", 2, (*shell).databases},
		{"dump", 1, (*shell).dump},
		{"echo", 1, boolean("echo", func(s *shell, on bool) { s.echo = on })},
		{"eqp", 1, (*shell).setPlan},
		{"exit", 3, (*shell).exit},
		{"explain", 3, (*shell).setExplain},
		{"fullschema", 1, (*shell).fullSchema},
		{"headers", 1, boolean("headers", func(s *shell, on bool) { s.headers, s.headerSet = on, true })},
		{"help", 1, (*shell).help},
		{"import", 1, (*shell).load},
		{"indexes", 3, (*shell).indexes},
		{"indices", 3, (*shell).indexes},
		{"mode", 1, (*shell).modeCommand},
		{"nullvalue", 1, (*shell).nullValue},
		{"open", 2, (*shell).reopen},
		{"output", 1, (*shell).output},
		{"once", 2, (*shell).output},
		{"parameter", 3, (*shell).parameter},
		{"print", 3, (*shell).printArgs},
		{"prompt", 1, func(*shell, []string) int { return 0 }},
		{"quit", 1, quit},
		{"read", 3, (*shell).read},
		{"restore", 3, (*shell).restore},
		{"schema", 2, (*shell).schema},
		{"separator", 2, (*shell).separator},
		{"shell", 2, (*shell).system},
		{"system", 2, (*shell).system},
		{"show", 4, (*shell).settings},
		{"tables", 2, (*shell).tables},
		{"timeout", 5, (*shell).setTimeout},
		{"timer", 5, (*shell).setTimer},
		{"version", 4, (*shell).versions},
		{"width", 1, (*shell).setWidth},
	}
}

// absent are the commands that the real program has and this one lacks.
func absent() []command {
	lacking := func(s *shell, args []string) int { return s.lack("." + args[0]) }
	return []command{
		{"archive", 2, lacking},
		{"auth", 3, lacking},
		{"check", 3, lacking},
		{"connection", 4, lacking},
		{"dbconfig", 3, lacking},
		{"dbinfo", 3, lacking},
		{"expert", 3, lacking},
		{"filectrl", 1, lacking},
		{"imposter", 3, lacking},
		{"iotrace", 3, lacking},
		{"limits", 5, lacking},
		{"lint", 2, lacking},
		{"load", 2, lacking},
		{"log", 1, lacking},
		{"nonce", 2, lacking},
		{"excel", 5, lacking},
		{"progress", 3, lacking},
		{"recover", 3, lacking},
		{"scanstats", 5, lacking},
		{"selftest", 4, lacking},
		{"session", 3, lacking},
		{"sha3sum", 4, lacking},
		{"stats", 2, lacking},
		{"testctrl", 8, lacking},
		{"testcase", 8, lacking},
		{"trace", 1, lacking},
		{"unmodule", 1, lacking},
		{"vfsinfo", 4, lacking},
		{"vfslist", 4, lacking},
		{"vfsname", 4, lacking},
	}
}

// lack says that the real program has something that this one has not.
func (s *shell) lack(what string) int {
	s.host.Unsupported("sqlite3 " + what)
	s.flush()
	s.complain("Error: unsupported: %s\n", what)
	return 1
}

// dot runs a command: 0 is success, stopping the wish to end, anything else a failure.
func (s *shell) dot(line string) int {
	args := words(line[1:])
	if len(args) == 0 {
		return 0
	}
	for _, c := range append(commands(), absent()...) {
		if len(args[0]) >= c.least && strings.HasPrefix(c.name, args[0]) {
			code := c.run(s, args)
			return s.done(code, args[0])
		}
	}
	s.complain("Error: unknown command or invalid arguments:  \"%s\". Enter \".help\" for help\n", args[0])
	return s.done(1, args[0])
}

// done ends what .once began, after the next command.
func (s *shell) done(code int, name string) int {
	if s.once && !strings.HasPrefix("once", name) {
		_ = s.redirect(nil) // as the real one, which does not look
	}
	return code
}

// usage complains of a command's arguments.
func (s *shell) usage(text string) int {
	s.complain("Usage: %s\n", text)
	return 1
}

// words splits a line of a command.
func words(line string) []string {
	var out []string
	for i := 0; i < len(line); {
		if isSpace(line[i]) {
			i++
			continue
		}
		c := line[i]
		if c == '\'' || c == '"' {
			j := i + 1
			for ; j < len(line) && line[j] != c; j++ {
				if line[j] == '\\' && c == '"' && j+1 < len(line) {
					j++
				}
			}
			word := line[i+1 : min(j, len(line))]
			if c == '"' {
				word = unescape(word)
			}
			out = append(out, word)
			i = j + 1
			continue
		}
		j := i
		for j < len(line) && !isSpace(line[j]) {
			j++
		}
		out = append(out, unescape(line[i:j]))
		i = j
	}
	return out
}

// truth reads on, off, yes, no or a number.
func (s *shell) truth(text string) bool {
	if n, ok := integer(text); ok {
		return n != 0
	}
	switch strings.ToLower(text) {
	case "on", "yes":
		return true
	case "off", "no":
		return false
	}
	s.complain("ERROR: Not a boolean value: \"%s\". Assuming \"no\".\n", text)
	return false
}

// boolean is a command that turns something on and off.
func boolean(name string, set func(s *shell, on bool)) func(*shell, []string) int {
	return func(s *shell, args []string) int {
		if len(args) != 2 {
			return s.usage("." + name + " on|off")
		}
		set(s, s.truth(args[1]))
		return 0
	}
}

func quit(*shell, []string) int { return stopping }

// exit is .exit: with a code that is not 0 it ends the program at once.
func (s *shell) exit(args []string) int {
	if len(args) > 1 {
		if n := number(args[1]); n != 0 {
			panic(errStop{n & 0xff})
		}
	}
	return stopping
}

// integer reads a whole number, decimal or hexadecimal.
func integer(text string) (int, bool) {
	digits := strings.TrimPrefix(text, "-")
	if hex, ok := strings.CutPrefix(strings.ToLower(digits), "0x"); ok && hex != "" {
		return number(text), true
	}
	if digits == "" {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	return number(text), true
}

// number is what a text begins with, 0 if that is no number.
func number(text string) int {
	sign := 1
	switch {
	case strings.HasPrefix(text, "-"):
		sign, text = -1, text[1:]
	case strings.HasPrefix(text, "+"):
		text = text[1:]
	}
	base := 10
	if hex, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		base, text = 16, hex
	}
	n := 0
	for _, c := range strings.ToLower(text) {
		d := strings.IndexRune("0123456789abcdef", c)
		if d < 0 || d >= base || n > 1<<40 {
			break
		}
		n = n*base + d
	}
	return sign * n
}
