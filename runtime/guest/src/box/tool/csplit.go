package tool

import (
	"bytes"
	"io"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/cformat"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// csplitPattern is a place to cut at: a line, or the next match of a regex.
type csplitPattern struct {
	word    string
	line    uint64
	re      *regex.Regexp
	skip    bool // %...%: what is before it goes nowhere
	offset  int
	repeat  uint64
	forever bool
}

type csplit struct {
	r                        *run
	prefix, suffix           string
	digits                   int
	keep, quiet, elide, hide bool
	lines                    [][]byte
	at                       int // the first line that is in no file yet
	made                     []string
	last                     uint64
}

func csplitMain(r *run) int {
	c := &csplit{r: r, prefix: "xx", digits: 2}
	opts, words := r.options("b:/suffix-format f:/prefix k/keep-files n:/digits /suppress-matched " +
		"s/quiet q /silent z/elide-empty-files")
	for _, o := range opts {
		switch o.name {
		case "b":
			c.suffix = o.value
		case "f":
			c.prefix = o.value
		case "k":
			c.keep = true
		case "n":
			c.digits = int(r.amount(o.value, "", "invalid number", 0, 1<<20))
		case "suppress-matched":
			c.hide = true
		case "s", "q", "silent":
			c.quiet = true
		case "z":
			c.elide = true
		}
	}
	switch len(words) {
	case 0:
		r.usage("missing operand")
	case 1:
		r.usage("missing operand after %s", r.curly(words[0]))
	}
	c.checkSuffix()
	patterns := c.parse(words[1:])
	c.read(words[0])
	for i := range patterns {
		c.pattern(&patterns[i])
	}
	c.write(len(c.lines))
	return r.status
}

func (c *csplit) checkSuffix() {
	if c.suffix == "" {
		return
	}
	seen := 0
	for i := 0; i < len(c.suffix); i++ {
		if c.suffix[i] != '%' {
			continue
		}
		d, n := cformat.Parse(c.suffix[i+1:], nil)
		i += max(n, 1)
		switch {
		case n > 0 && d.Conv == '%' || n == 0 && i < len(c.suffix) && c.suffix[i] == '%':
		case n == 0:
			c.r.die(1, "missing conversion specifier in suffix")
		case strings.IndexByte("diuoxX", d.Conv) < 0:
			c.r.die(1, "invalid conversion specifier in suffix: %c", d.Conv)
		default:
			seen++
		}
	}
	switch {
	case seen == 0:
		c.r.die(1, "missing %% conversion specification in suffix")
	case seen > 1:
		c.r.die(1, "too many %% conversion specifications in suffix")
	}
}

func (c *csplit) parse(words []string) []csplitPattern {
	var list []csplitPattern
	var line uint64
	for i := 0; i < len(words); i++ {
		p := csplitPattern{word: words[i]}
		if w := p.word; w != "" && (w[0] == '/' || w[0] == '%') {
			c.regex(&p)
		} else {
			n, bad := parseAmount(w, "")
			switch {
			case bad != 0:
				c.r.die(1, "%s: invalid pattern", c.r.curly(w))
			case n == 0:
				c.r.die(1, "%s: line number must be greater than zero", w)
			case n < line:
				c.r.die(1, "line number %s is smaller than preceding line number, %d", c.r.curly(w), line)
			case n == line:
				c.r.message("warning: line number " + c.r.curly(w) + " is the same as preceding line number")
			}
			p.line, line = n, n
		}
		if i+1 < len(words) && strings.HasPrefix(words[i+1], "{") {
			i++
			c.repeats(&p, words[i])
		}
		list = append(list, p)
	}
	return list
}

func (c *csplit) regex(p *csplitPattern) {
	mark := p.word[:1]
	end := strings.LastIndex(p.word[1:], mark)
	if end < 0 {
		c.r.die(1, "%s: closing delimiter '%s' missing", p.word, mark)
	}
	body, offset := p.word[1:1+end], p.word[2+end:]
	re, err := regex.Compile(body, regex.Options{Bytes: !c.r.utf8Locale()})
	if err != nil {
		if strings.HasSuffix(body, "[") || strings.HasSuffix(body, "[^") {
			err = regex.Error("Invalid regular expression")
		}
		c.r.die(1, "%s: invalid regular expression: %s", c.r.curly(p.word), err)
	}
	p.re, p.skip = re, mark == "%"
	if offset != "" {
		n, ok := parseUint(strings.TrimLeft(offset, "+-"))
		if !ok {
			c.r.die(1, "%s: integer expected after delimiter", c.r.curly(p.word))
		}
		if p.offset = int(min(n, 1<<40)); offset[0] == '-' {
			p.offset = -p.offset
		}
	}
}

func (c *csplit) repeats(p *csplitPattern, word string) {
	body, ok := strings.CutSuffix(word[1:], "}")
	if !ok {
		c.r.die(1, "%s: '}' is required in repeat count", word)
	}
	if body == "*" {
		p.forever = true
		return
	}
	n, ok := parseUint(body)
	if !ok {
		c.r.die(1, "%s}: integer required between '{' and '}'", c.r.curly(strings.TrimSuffix(word, "}")))
	}
	p.repeat = n
}

func (c *csplit) read(name string) {
	f, err := openInput(name)
	if err != nil {
		c.r.dieErr(1, err, "cannot open %s for reading", c.r.quoted(name))
	}
	text, err := io.ReadAll(f)
	closeInput(f)
	if err != nil {
		c.r.die(1, "read error: %s", primitives.ErrnoOf(err).Text())
	}
	for len(text) > 0 {
		n := bytes.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		c.lines = append(c.lines, text[:n])
		text = text[n:]
	}
}

// pattern cuts at one operand as often as it says.
func (c *csplit) pattern(p *csplitPattern) {
	for n := uint64(0); p.forever || n <= p.repeat; n++ {
		if p.re == nil {
			if !c.lineCut(p, n) {
				return
			}
		} else if !c.matchCut(p, n) {
			return
		}
	}
}

func (c *csplit) lineCut(p *csplitPattern, n uint64) bool {
	line := p.line * (n + 1)
	if line > uint64(len(c.lines)) || int(line)-1 < c.at {
		if int(line)-1 >= c.at || line > uint64(len(c.lines)) {
			c.write(len(c.lines))
			c.fail(p, n, "line number out of range")
		}
	}
	c.write(max(int(line)-1, c.at))
	if c.hide && c.at < len(c.lines) {
		c.at++
	}
	return true
}

func (c *csplit) matchCut(p *csplitPattern, n uint64) bool {
	from := c.at
	if n > 0 || len(c.made) > 0 || c.last > 0 { // the line of the last cut is not looked at again
		from = max(c.at, int(c.last))
	}
	for i := from; i < len(c.lines); i++ {
		if !p.re.Match(bytes.TrimSuffix(c.lines[i], []byte{'\n'})) {
			continue
		}
		cut := i + p.offset
		if cut < c.at {
			c.write(c.at) // the empty file that it begins with
		}
		if cut < c.at || cut > len(c.lines) {
			c.fail(p, n, "line number out of range")
		}
		if p.skip {
			c.at = cut
		} else {
			c.write(cut)
		}
		c.last = uint64(max(cut, i) + 1)
		if p.offset > 0 {
			c.last = uint64(cut + 1)
		}
		if c.hide && p.offset == 0 {
			c.at++
		}
		return true
	}
	if p.forever {
		if p.skip {
			c.at = len(c.lines)
		}
		return false
	}
	if !p.skip {
		c.write(len(c.lines))
	}
	c.fail(p, n, "match not found")
	return false
}

func (c *csplit) fail(p *csplitPattern, n uint64, why string) {
	text := c.r.curly(p.word) + ": " + why
	if n > 0 {
		text += sprintf(" on repetition %d", n)
	}
	if !c.keep {
		for _, name := range c.made {
			_ = linux.Unlink(name)
		}
	}
	c.r.die(1, "%s", text)
}

// write puts the lines before the given one into the next file.
func (c *csplit) write(to int) {
	text := bytes.Join(c.lines[c.at:to], nil)
	c.at = to
	if len(text) == 0 && c.elide {
		return
	}
	name := c.prefix + c.number(len(c.made))
	f, err := linux.OpenFile(name, primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err == nil {
		c.made = append(c.made, name)
		if _, err := f.Write(text); err != nil {
			c.r.dieErr(1, err, "write error for %s", c.r.quoted(name))
		}
		_ = f.Close()
	}
	if err != nil {
		c.r.dieErr(1, err, "%s", c.r.plain(name))
	}
	if !c.quiet {
		c.r.printf("%d\n", len(text))
	}
}

func (c *csplit) number(n int) string {
	if c.suffix == "" {
		return sprintf("%0*d", c.digits, n)
	}
	var b strings.Builder
	for i := 0; i < len(c.suffix); i++ {
		if c.suffix[i] != '%' {
			b.WriteByte(c.suffix[i])
			continue
		}
		d, used := cformat.Parse(c.suffix[i+1:], nil)
		if used == 0 || d.Conv == '%' {
			b.WriteByte('%')
			i += max(used, 1)
			continue
		}
		b.WriteString(d.Integer(false, uint64(n)))
		i += used
	}
	return b.String()
}
