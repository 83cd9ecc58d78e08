package git

import (
	"fmt"
	"strconv"
	"strings"
)

// expansion fills in a user's format, PRETTY FORMATS of git-log(1).
type expansion struct {
	g     *program
	c     *commit
	l     *logOptions
	names map[hash]string
	out   strings.Builder
	pad   padding // of the next field
	wrap  wrapping
	from  int // where what is to be wrapped begins
}

// padding is what %<, %> and %>< ask for the field after them.
type padding struct {
	how    string // "", "<", ">", ">>" or "><"
	column bool   // the width is counted from the beginning of the line
	width  int
	cut    string // "", trunc, ltrunc or mtrunc
}

type wrapping struct{ width, first, other int }

func (g *program) expand(c *commit, l *logOptions, format string, names map[hash]string) string {
	x := &expansion{g: g, c: c, l: l, names: names}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			x.out.WriteByte(format[i])
			continue
		}
		n := x.one(format[i+1:])
		if n == 0 {
			x.out.WriteByte('%')
		}
		i += n
	}
	x.rewrap(wrapping{})
	return x.out.String()
}

// one fills in a field and returns how much of the format it took; 0 for none.
func (x *expansion) one(f string) int {
	sign := byte(0)
	used := 0
	if f[0] == '+' || f[0] == '-' || f[0] == ' ' {
		sign, f, used = f[0], f[1:], 1
		if f == "" {
			return 0
		}
	}
	if n := x.control(f); n > 0 {
		return used + n
	}
	text, n := x.field(f)
	if n == 0 {
		return 0
	}
	if x.pad.how != "" {
		text = x.padded(text)
		x.pad = padding{}
	}
	switch {
	case sign == '+' && text != "":
		text = "\n" + text
	case sign == ' ' && text != "":
		text = " " + text
	case sign == '-' && text == "":
		s := strings.TrimRight(x.out.String(), "\n")
		x.out.Reset()
		x.out.WriteString(s)
	}
	x.out.WriteString(text)
	return used + n
}

// control takes what says how the next fields are laid out.
func (x *expansion) control(f string) int {
	switch {
	case f[0] == 'w' && strings.HasPrefix(f, "w("):
		end := strings.IndexByte(f, ')')
		if end < 0 {
			return 0
		}
		var w wrapping
		for i, part := range strings.SplitN(f[2:end], ",", 3) {
			n, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil && strings.TrimSpace(part) != "" {
				return 0
			}
			*[]*int{&w.width, &w.first, &w.other}[i] = n
		}
		x.rewrap(w)
		return end + 1
	case f[0] == '<' || f[0] == '>':
		return x.padField(f)
	}
	return 0
}

func (x *expansion) padField(f string) int {
	p := padding{how: f[:1]}
	i := 1
	if f[0] == '>' && i < len(f) && (f[i] == '>' || f[i] == '<') {
		p.how = f[:2]
		i++
	}
	if i < len(f) && f[i] == '|' {
		p.column = true
		i++
	}
	end := strings.IndexByte(f, ')')
	if i >= len(f) || f[i] != '(' || end < 0 {
		return 0
	}
	number, cut, given := strings.Cut(f[i+1:end], ",")
	n, err := strconv.Atoi(strings.TrimSpace(number))
	if err != nil || n == 0 && !p.column {
		return 0
	}
	if n < 0 {
		if !p.column {
			return 0
		}
		n = x.g.columns() + n
	}
	p.width = n
	if given {
		p.cut = strings.TrimSpace(cut)
		if p.cut != "trunc" && p.cut != "ltrunc" && p.cut != "mtrunc" {
			return 0
		}
	}
	x.pad = p
	return end + 1
}

// padded lays a field out in its columns.
func (x *expansion) padded(text string) string {
	p := x.pad
	have := p.width
	if p.column {
		line := x.out.String()
		have -= width(line[strings.LastIndexByte(line, '\n')+1:])
		have = max(have, 0)
	}
	n := width(text)
	if n > have {
		r := []rune(text)
		switch {
		case p.how == ">>":
			x.steal(n - have)
			return text
		case p.cut == "trunc":
			return string(r[:max(have-2, 0)]) + ".."
		case p.cut == "ltrunc":
			return ".." + string(r[n-max(have-2, 0):])
		case p.cut == "mtrunc":
			half := have/2 - 1
			return string(r[:max(half, 0)]) + ".." + string(r[n-max(have-2-half, 0):])
		}
		return text
	}
	left := have - n
	switch p.how {
	case "<":
		return text + strings.Repeat(" ", left)
	case "><":
		return strings.Repeat(" ", left/2) + text + strings.Repeat(" ", left-left/2)
	}
	return strings.Repeat(" ", left) + text
}

// steal takes blanks from the end of what stands before, for %>>.
func (x *expansion) steal(n int) {
	s := x.out.String()
	for n > 0 && strings.HasSuffix(s, " ") {
		s = s[:len(s)-1]
		n--
	}
	x.out.Reset()
	x.out.WriteString(s)
}

// rewrap lays out in lines what came since the last %w, and takes the next one.
func (x *expansion) rewrap(next wrapping) {
	if x.wrap != (wrapping{}) {
		s := x.out.String()
		x.out.Reset()
		x.out.WriteString(s[:x.from] + wrapText(s[x.from:], x.wrap))
	}
	x.wrap, x.from = next, x.out.Len()
}

// wrapText fills lines with the words of each paragraph.
func wrapText(s string, w wrapping) string {
	if w.width <= 0 {
		return indentText(s, w)
	}
	var b strings.Builder
	column := w.first
	b.WriteString(strings.Repeat(" ", max(w.first, 0)))
	fresh := true
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			if line == "" || strings.HasPrefix(line, " ") || fresh {
				b.WriteString("\n")
				if line != "" {
					b.WriteString(strings.Repeat(" ", w.other))
				}
				column, fresh = w.other, true
			}
		}
		for word := range strings.FieldsSeq(line) {
			n := width(word)
			switch {
			case fresh:
			case column+1+n > w.width:
				b.WriteString("\n" + strings.Repeat(" ", w.other))
				column = w.other
			default:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += n
			fresh = false
		}
	}
	return b.String()
}

func indentText(s string, w wrapping) string {
	lines := strings.SplitAfter(s, "\n")
	for i, l := range lines {
		n := w.other
		if i == 0 {
			n = w.first
		}
		if strings.TrimRight(l, "\n") != "" {
			lines[i] = strings.Repeat(" ", n) + l
		}
	}
	return strings.Join(lines, "")
}

func (x *expansion) field(f string) (text string, n int) {
	g, c := x.g, x.c
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
		return strings.TrimLeft(c.message, "\n"), 1
	case 'f':
		return slug(c.subject()), 1
	case 'n':
		return "\n", 1
	case '%':
		return "%", 1
	case 'e':
		return "", 1
	case 'N':
		return g.noteText(c.hash), 1
	case 'd', 'D':
		return x.decoration(f[0]), 1
	case 'm':
		return x.mark(), 1
	case 'S':
		return c.source, 1
	case 'x':
		var v byte
		if _, err := fmt.Sscanf(f[1:min(3, len(f))], "%02x", &v); err == nil && len(f) >= 3 {
			return string([]byte{v}), 3
		}
	case 'C':
		return colorField(f)
	case 'a', 'c':
		if len(f) > 1 {
			return g.personField(c, x.l, f)
		}
	case 'g':
		return x.reflogField(f)
	case 'G':
		return signatureField(f)
	case '(':
		return x.wideField(f)
	}
	return "", 0
}

func (x *expansion) decoration(letter byte) string {
	v := x.names[x.c.hash]
	if letter == 'd' && v != "" {
		return " (" + v + ")"
	}
	return v
}

func (x *expansion) mark() string {
	switch {
	case x.c.boundary:
		return "-"
	case x.c.equal:
		return "="
	case x.c.left && (x.l.leftRight || len(x.l.left) > 0):
		return "<"
	case x.l.cherry == "mark" && !x.l.leftRight:
		return "+"
	}
	return ">"
}

// reflogField is a field of the log that the commit was found by.
func (x *expansion) reflogField(f string) (string, int) {
	if len(f) < 2 {
		return "", 0
	}
	e := x.c.entry
	if e == nil {
		if strings.IndexByte("dDsnNeE", f[1]) >= 0 {
			return "", 2
		}
		return "", 0
	}
	who := parsePerson(e.who)
	switch f[1] {
	case 'd':
		return x.c.selector, 2
	case 'D':
		if name, at, ok := strings.Cut(x.c.selector, "@{"); ok && name != "HEAD" {
			full, _, _ := x.g.repo.fullRef(name)
			return full + "@{" + at, 2
		}
		return x.c.selector, 2
	case 's':
		return e.message, 2
	case 'n', 'N':
		return who.name, 2
	case 'e', 'E':
		return who.email, 2
	}
	return "", 0
}

// signatureField is one about a commit's signature: none is signed here.
func signatureField(f string) (string, int) {
	if len(f) < 2 {
		return "", 0
	}
	switch f[1] {
	case 'G', 'S', 'K', 'F', 'P':
		return "", 2
	case '?':
		return "N", 2
	case 'T':
		return "undefined", 2
	}
	return "", 0
}

// wideField is one in brackets: %(trailers...), %(describe...), %(decorate...).
func (x *expansion) wideField(f string) (string, int) {
	end := strings.IndexByte(f, ')')
	if end < 0 {
		return "", 0
	}
	name, args, _ := strings.Cut(f[1:end], ":")
	switch name {
	case "trailers":
		return trailerField(x.c, args), end + 1
	case "describe":
		x.g.unsupported("the format %(" + name + ")")
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
		'h': "human",
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
