package git

import (
	"fmt"
	"strings"
)

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

// commitLine is the line that begins with a commit's name.
func (g *program) commitLine(c *commit, l *logOptions, names map[hash]string) string {
	short := func(h hash) string {
		if l.abbrev {
			return g.abbreviate(h)
		}
		return h.String()
	}
	name := ""
	if l.format != "oneline" {
		name = "commit "
	}
	switch {
	case c.boundary:
		name += "-"
	case c.equal:
		name += "="
	case l.leftRight && l.graph:
	case l.leftRight && c.left:
		name += "<"
	case l.leftRight:
		name += ">"
	case l.cherry == "mark":
		name += "+"
	}
	if l.format != "oneline" && len(name) > len("commit ") || l.format == "oneline" && name != "" {
		name += map[bool]string{true: " "}[c.boundary || l.leftRight || l.cherry == "mark"]
	}
	name += short(c.hash)
	if l.parents {
		for _, p := range c.rewritten {
			name += " " + short(p)
		}
	}
	if !c.from.zero() {
		name += " (from " + short(c.from) + ")"
	}
	if l.source && c.source != "" {
		name += "\t" + c.source
	}
	if v := names[c.hash]; v != "" && l.decorate != "" {
		name += " (" + v + ")"
	}
	return name
}

// commitText is what follows the line of a commit's name, or all of it in a user's format.
func (g *program) commitText(c *commit, l *logOptions, names map[hash]string) string {
	switch {
	case l.format == "oneline":
		return c.subject()
	case l.format == "email", l.format == "mboxrd":
		return g.mailText(c, l)
	case strings.HasPrefix(l.format, "%"):
		return g.expand(c, l, l.format[1:], names)
	}
	return g.classic(c, l)
}

func (g *program) classic(c *commit, l *logOptions) string {
	var b strings.Builder
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
	for line := range strings.Lines(strings.Trim(message, "\n") + "\n") {
		line = strings.TrimRight(line, " \t\r\v\f\n")
		b.WriteString("    " + expandTabs(line, l.format != "raw" && l.format != "short") + "\n")
	}
	return strings.TrimRight(b.String(), " \t\n") + "\n"
}

// expandTabs puts blanks in the place of tabs, as far as the line would reach unindented.
func expandTabs(line string, wanted bool) string {
	if !wanted || !strings.Contains(line, "\t") {
		return line
	}
	var b strings.Builder
	column := 0
	for _, c := range line {
		if c != '\t' {
			b.WriteRune(c)
			column++
			continue
		}
		const stop = 8
		n := stop - column%stop
		b.WriteString(strings.Repeat(" ", n))
		column += n
	}
	return b.String()
}

// mailText is a commit as a mail, for format-patch and am.
func (g *program) mailText(c *commit, l *logOptions) string {
	var b strings.Builder
	b.WriteString("From " + c.hash.String() + " Mon Sep 17 00:00:00 2001\n")
	b.WriteString("From: " + mailName(c.author) + "\n")
	b.WriteString("Date: " + dateText(c.author, "rfc", g) + "\n")
	b.WriteString(foldHeader("Subject: "+l.subjectPrefix, c.subject()) + "\n")
	if body := strings.TrimRight(c.body(), "\n"); !plainASCII(body) || !plainASCII(c.subject()) {
		b.WriteString("MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n" +
			"Content-Transfer-Encoding: 8bit\n")
	}
	b.WriteString(l.headers)
	b.WriteString("\n")
	if body := strings.TrimRight(c.body(), "\n"); body != "" {
		for line := range strings.Lines(body + "\n") {
			if l.format == "mboxrd" && strings.HasPrefix(strings.TrimLeft(line, ">"), "From ") {
				line = ">" + line
			}
			b.WriteString(strings.TrimRight(line, " \t\r\n") + "\n")
		}
	}
	return b.String()
}
