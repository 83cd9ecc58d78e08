package tool

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sandfault/sandfault/runtime/guest/src/box/regex"
)

// tarMatch says how a pattern is compared with names.
type tarMatch struct {
	wild        int  // 1 with wildcards, -1 without, 0 as is usual for what it is
	anchored    bool // at the beginning of the name only; of words
	anchorGiven bool // --anchored was said, which holds for exclusions too
	fold        bool
	slash       bool // a wildcard matches a slash
	recurse     bool // what lies below a match is matched
}

// tarExclude is a pattern of --exclude.
type tarExclude struct {
	pattern string
	match   tarMatch
}

func (t *tarTool) addExclude(pattern string) {
	m := t.match
	m.anchored = m.anchorGiven
	if m.wild == 0 {
		m.wild = 1
	}
	for len(pattern) > 1 && strings.HasSuffix(pattern, "/") {
		pattern = pattern[:len(pattern)-1]
	}
	t.exclude = append(t.exclude, tarExclude{pattern, m})
}

// excluded reports whether a pattern of --exclude takes the name or a directory above it.
func (t *tarTool) excluded(name string) bool {
	for len(name) > 1 && strings.HasSuffix(name, "/") {
		name = name[:len(name)-1]
	}
	for _, e := range t.exclude {
		if e.match.matches(e.pattern, name) {
			return true
		}
	}
	return false
}

// matches compares a name, or what of it follows a slash, with a pattern.
func (m *tarMatch) matches(pattern, name string) bool {
	if m.fold {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	if m.whole(pattern, name) {
		return true
	}
	if m.anchored {
		return false
	}
	for i := 0; i+1 < len(name); i++ {
		if name[i] == '/' && name[i+1] != '/' && m.whole(pattern, name[i+1:]) {
			return true
		}
	}
	return false
}

// whole compares the name, and with recursion the directories above it.
func (m *tarMatch) whole(pattern, name string) bool {
	same := func(s string) bool { return s == pattern }
	if m.wild > 0 {
		same = func(s string) bool { return fnmatch(pattern, s, !m.slash) }
	}
	if same(name) {
		return true
	}
	if m.recurse {
		for i := 1; i < len(name); i++ {
			if name[i] == '/' && same(name[:i]) {
				return true
			}
		}
	}
	return false
}

// tarTransform is one s/// of --transform.
type tarTransform struct {
	re                      *regex.Regexp
	replacement             string
	global                  bool
	nth                     int
	names, symlinks, hardly bool
}

// addTransform reads expressions that semicolons part; `flags=` sets what the next ones are about.
func (t *tarTool) addTransform(text string) {
	names, symlinks, hardly := true, true, true
	for text != "" {
		if rest, ok := strings.CutPrefix(text, "flags="); ok {
			letters, rest, _ := strings.Cut(rest, ";")
			for _, c := range letters {
				t.transformTarget(c, &names, &symlinks, &hardly)
			}
			text = rest
			continue
		}
		x := tarTransform{names: names, symlinks: symlinks, hardly: hardly}
		text = t.transform(&x, text)
		t.transforms = append(t.transforms, x)
	}
}

func (t *tarTool) transformTarget(c rune, names, symlinks, hardly *bool) bool {
	target := map[rune]*bool{'r': names, 's': symlinks, 'h': hardly}[unicode.ToLower(c)]
	if target == nil {
		return false
	}
	*target = unicode.IsLower(c)
	return true
}

// transform reads one s/// and returns what follows it.
func (t *tarTool) transform(x *tarTransform, text string) string {
	if text[0] != 's' || len(text) < 2 {
		t.usage("Invalid transform expression")
	}
	mark := text[1]
	parts := []string{"", ""}
	at := 2
	for i := range parts {
		start := at
		for at < len(text) && text[at] != mark {
			if text[at] == '\\' {
				at++
			}
			at++
		}
		if at >= len(text) {
			t.usage("Invalid transform expression")
		}
		parts[i] = strings.ReplaceAll(text[start:at], `\`+string(mark), string(mark))
		at++
	}
	opts := regex.Options{Escapes: true}
	digits := ""
	for ; at < len(text) && text[at] != ';'; at++ {
		switch c := text[at]; {
		case c == 'g':
			x.global = true
		case c == 'i':
			opts.Fold = true
		case c == 'x':
			opts.Syntax = regex.Extended
		case c >= '0' && c <= '9':
			digits += string(c)
		case t.transformTarget(rune(c), &x.names, &x.symlinks, &x.hardly):
		default:
			t.usage("Unknown flag in transform expression: %c", c)
		}
	}
	n, _ := parseUint(digits)
	x.nth = int(min(n, 1<<30))
	re, err := regex.Compile(parts[0], opts)
	if err != nil {
		t.usage("Invalid transform expression: %s", err)
	}
	x.re, x.replacement = re, parts[1]
	if at < len(text) {
		at++
	}
	return text[at:]
}

// transformed is the name after all expressions; kind is r, s or h for a name and the targets of links.
func (t *tarTool) transformed(name string, kind byte) string {
	for i := range t.transforms {
		x := &t.transforms[i]
		if kind == 'r' && x.names || kind == 's' && x.symlinks || kind == 'h' && x.hardly {
			name = x.apply(name)
		}
	}
	return name
}

func (x *tarTransform) apply(name string) string {
	text := []byte(name)
	var out []byte
	end := 0
	for i, loc := range x.re.All(text, -1) {
		if i+1 < x.nth || !x.global && i+1 > max(x.nth, 1) {
			continue
		}
		out = append(out, text[end:loc[0]]...)
		out = append(out, expandTransform(x.replacement, text, loc)...)
		end = loc[1]
	}
	return string(append(out, text[end:]...))
}

// expandTransform fills in a replacement: & and \1, and \L \U \l \u \E as sed has them.
func expandTransform(replacement string, text []byte, loc []int) string {
	var out strings.Builder
	mode, once := byte('E'), byte(0)
	put := func(s string) {
		switch mode {
		case 'L':
			s = strings.ToLower(s)
		case 'U':
			s = strings.ToUpper(s)
		}
		if once != 0 && s != "" {
			c, size := utf8.DecodeRuneInString(s)
			c = map[byte]func(rune) rune{'l': unicode.ToLower, 'u': unicode.ToUpper}[once](c)
			s, once = string(c)+s[size:], 0
		}
		out.WriteString(s)
	}
	group := func(n int) {
		if 2*n+1 < len(loc) && loc[2*n] >= 0 {
			put(string(text[loc[2*n]:loc[2*n+1]]))
		}
	}
	for i := 0; i < len(replacement); i++ {
		c := replacement[i]
		switch {
		case c == '&':
			group(0)
		case c != '\\' || i+1 == len(replacement):
			put(string(c))
		default:
			i++
			switch c = replacement[i]; c {
			case 'L', 'U', 'E':
				mode, once = c, 0
			case 'l', 'u':
				once = c
			case 'n':
				put("\n")
			case 't':
				put("\t")
			default:
				if c >= '0' && c <= '9' {
					group(int(c - '0'))
				} else {
					put(string(c))
				}
			}
		}
	}
	return out.String()
}
