package git

import (
	"fmt"
	"strings"
)

// expand fills in a user's format, PRETTY FORMATS of git-log(1).
func (g *program) expand(c *commit, l *logOptions, format string, names map[hash]string) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		rest := format[i+1:]
		sign := byte(0)
		if rest[0] == '+' || rest[0] == '-' || rest[0] == ' ' {
			sign, rest = rest[0], rest[1:]
			i++
		}
		text, n := g.field(c, l, rest, names)
		if n == 0 {
			b.WriteByte('%')
			continue
		}
		switch {
		case sign == '+' && text != "":
			text = "\n" + text
		case sign == ' ' && text != "":
			text = " " + text
		case sign == '-' && text == "":
			s := strings.TrimRight(b.String(), "\n")
			b.Reset()
			b.WriteString(s)
		}
		b.WriteString(text)
		i += n
	}
	return b.String()
}

func (g *program) field(c *commit, l *logOptions, f string, names map[hash]string) (text string, n int) {
	switch f[0] {
	case 'H':
		return c.hash.String(), 1
	case 'h':
		return g.abbreviate(c.hash), 1
	case 'T':
		return c.tree.String(), 1
	case 't':
		return g.abbreviate(c.tree), 1
	case 'P', 'p':
		var list []string
		for _, p := range c.parents {
			if f[0] == 'P' {
				list = append(list, p.String())
			} else {
				list = append(list, g.abbreviate(p))
			}
		}
		return strings.Join(list, " "), 1
	case 's':
		return c.subject(), 1
	case 'b':
		return c.body(), 1
	case 'B':
		return strings.TrimRight(c.message, "\n") + "\n", 1
	case 'f':
		return slug(c.subject()), 1
	case 'n':
		return "\n", 1
	case '%':
		return "%", 1
	case 'd':
		if v := names[c.hash]; v != "" {
			return " (" + v + ")", 1
		}
		return "", 1
	case 'D':
		return names[c.hash], 1
	case 'e', 'N':
		return "", 1
	case 'm':
		return ">", 1
	case 'x':
		var v byte
		if _, err := fmt.Sscanf(f[1:min(3, len(f))], "%02x", &v); err == nil {
			return string([]byte{v}), 3
		}
	case 'C':
		return colorField(f)
	case 'a', 'c':
		if len(f) > 1 {
			return g.personField(c, l, f)
		}
	case '<', '>', 'w', 'G', 'g':
		g.unsupported("the format %" + f[:1])
	}
	return "", 0
}

// colorField is empty: nothing here is a terminal.
func colorField(f string) (string, int) {
	if strings.HasPrefix(f, "C(") {
		if end := strings.IndexByte(f, ')'); end > 0 {
			if strings.HasPrefix(f, "C(always,") {
				return "", 0
			}
			return "", end + 1
		}
	}
	for _, name := range [...]string{"reset", "red", "green", "blue"} {
		if strings.HasPrefix(f[1:], name) {
			return "", 1 + len(name)
		}
	}
	return "", 0
}

func (g *program) personField(c *commit, l *logOptions, f string) (string, int) {
	p := c.author
	if f[0] == 'c' {
		p = c.committer
	}
	forms := map[byte]string{
		'd': l.date, 'D': "rfc", 'r': "relative", 't': "unix", 'i': "iso", 'I': "iso-strict", 's': "short",
	}
	switch k := f[1]; k {
	case 'n', 'N':
		return p.name, 2
	case 'e', 'E':
		return p.email, 2
	case 'l', 'L':
		user, _, _ := strings.Cut(p.email, "@")
		return user, 2
	default:
		if form, ok := forms[k]; ok {
			return dateText(p, form, g), 2
		}
	}
	return "", 0
}

// slug is a subject as the name of a file.
func slug(s string) string {
	var b strings.Builder
	gap := false
	for i := range len(s) {
		c := s[i]
		if c == '_' || c == '.' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			if c == '.' && strings.HasSuffix(b.String(), ".") {
				continue
			}
			b.WriteByte(c)
			continue
		}
		gap = true
	}
	return strings.TrimRight(b.String(), ".-")
}

func (g *program) commitText(c *commit, l *logOptions, names map[hash]string) string {
	name := c.hash.String()
	if l.abbrev {
		name = g.abbreviate(c.hash)
	}
	if l.parents {
		for _, p := range c.parents {
			name += " " + p.String()
		}
	}
	if v := names[c.hash]; v != "" && l.decorate {
		name += " (" + v + ")"
	}
	switch {
	case l.format == "oneline":
		return name + " " + c.subject() + "\n"
	case strings.HasPrefix(l.format, "%"):
		return g.expand(c, l, l.format[1:], names) + "\n"
	}
	return g.classic(c, l, name)
}

func (g *program) classic(c *commit, l *logOptions, name string) string {
	var b strings.Builder
	b.WriteString("commit " + name + "\n")
	if len(c.parents) > 1 && l.format != "raw" {
		b.WriteString("Merge:")
		for _, p := range c.parents {
			b.WriteString(" " + g.abbreviate(p))
		}
		b.WriteString("\n")
	}
	who := func(label string, p person) { fmt.Fprintf(&b, "%s%s <%s>\n", label, p.name, p.email) }
	message := c.message
	switch l.format {
	case "short":
		who("Author: ", c.author)
		message = c.subject() + "\n"
	case "full":
		who("Author: ", c.author)
		who("Commit: ", c.committer)
	case "fuller":
		who("Author:     ", c.author)
		b.WriteString("AuthorDate: " + dateText(c.author, l.date, g) + "\n")
		who("Commit:     ", c.committer)
		b.WriteString("CommitDate: " + dateText(c.committer, l.date, g) + "\n")
	case "raw":
		b.WriteString("tree " + c.tree.String() + "\n")
		for _, p := range c.parents {
			b.WriteString("parent " + p.String() + "\n")
		}
		b.WriteString("author " + c.author.String() + "\ncommitter " + c.committer.String() + "\n")
	default:
		who("Author: ", c.author)
		b.WriteString("Date:   " + dateText(c.author, l.date, g) + "\n")
	}
	b.WriteString("\n")
	for line := range strings.Lines(strings.TrimRight(message, "\n") + "\n") {
		b.WriteString("    " + line)
	}
	return b.String()
}
