package tool

import "strings"

// grepColors are the codes that --color paints with, as GREP_COLORS sets them.
type grepColors struct {
	match, contextMatch string // ms, mc
	line, contextLine   string // sl, cx
	name, number, byte  string // fn, ln, bn
	separator           string // se
	reverse, noErase    bool   // rv, ne
}

// readColors takes over the old GREP_COLOR and then GREP_COLORS.
func (g *grep) readColors() {
	c := &g.colors
	*c = grepColors{
		match: "01;31", contextMatch: "01;31", name: "35", number: "32", byte: "32", separator: "36",
	}
	if old := g.r.getenv("GREP_COLOR"); old != "" {
		g.r.message("warning: GREP_COLOR='" + old + "' is deprecated; use GREP_COLORS='mt=" + old + "'")
		c.match, c.contextMatch = old, old
	}
	for part := range strings.SplitSeq(g.r.getenv("GREP_COLORS"), ":") {
		name, value, given := strings.Cut(part, "=")
		if strings.Trim(value, "0123456789;") != "" {
			return // the rest is not looked at
		}
		c.set(name, value, given)
	}
}

func (c *grepColors) set(name, value string, given bool) {
	places := map[string][]*string{
		"mt": {&c.match, &c.contextMatch}, "ms": {&c.match}, "mc": {&c.contextMatch}, "sl": {&c.line},
		"cx": {&c.contextLine}, "fn": {&c.name}, "ln": {&c.number}, "bn": {&c.byte}, "se": {&c.separator},
	}
	switch {
	case !given && name == "rv":
		c.reverse = true
	case !given && name == "ne":
		c.noErase = true
	case given:
		for _, place := range places[name] {
			*place = value
		}
	}
}

// begin and end are the sequences that switch a color on and all colors off.
func (c *grepColors) begin(code string) string {
	if code == "" {
		return ""
	}
	return "\x1b[" + code + "m" + c.erase()
}

func (c *grepColors) end(code string) string {
	if code == "" {
		return ""
	}
	return "\x1b[m" + c.erase()
}

func (c *grepColors) erase() string {
	if c.noErase {
		return ""
	}
	return "\x1b[K"
}

func (s *grepped) paint(code, text string) string {
	if !s.color || text == "" {
		return text
	}
	return s.colors.begin(code) + text + s.colors.end(code)
}

// colored prints a line with its matches painted, and the line itself if it has a color.
func (s *grepped) colored(text []byte, mark byte) {
	c := &s.colors
	line, match := c.line, c.match
	if (mark == ':') == (s.invert && c.reverse) {
		line = c.contextLine
	}
	if mark != ':' {
		match = c.contextMatch
	}
	at := 0
	if (mark == ':') != s.invert && match != "" {
		for _, loc := range s.locations(text) {
			if loc[0] == loc[1] {
				continue
			}
			s.r.print(c.begin(line))
			_, _ = s.r.out.Write(text[at:loc[0]])
			s.r.print(s.paint(match, string(text[loc[0]:loc[1]])))
			at = loc[1]
		}
	}
	if at < len(text) && line != "" {
		s.r.print(c.begin(line))
		_, _ = s.r.out.Write(text[at:])
		s.r.print(c.end(line))
		return
	}
	_, _ = s.r.out.Write(text[at:])
}
