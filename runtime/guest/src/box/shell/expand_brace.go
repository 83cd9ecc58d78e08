package shell

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"
)

// braces expands the braces of a word into words, or into texts if nothing else is in them. What they
// are depends on the word only, which remembers them.
func (sh *Shell) braces(w *tree.Word) (list []tree.Word, texts []string) {
	switch l := w.Cache.(type) {
	case []tree.Word:
		return l, nil
	case []string:
		return nil, l
	}
	if texts = plainSequence(w.Parts); texts != nil {
		w.Cache = texts
		return nil, texts
	}
	for _, parts := range expandBraces(w.Parts) {
		list = append(list, tree.Word{Raw: w.Raw, Parts: parts})
	}
	w.Cache = list
	return list, nil
}

// plainSequence expands a word like a{1..9}b, nil if it is another.
func plainSequence(parts []tree.Part) []string {
	if len(parts) != 1 || parts[0].Kind != tree.Literal {
		return nil
	}
	s := parts[0].Text
	before, rest, ok := strings.Cut(s, "{")
	body, after, ok2 := strings.Cut(rest, "}")
	if !ok || !ok2 || strings.ContainsAny(body+after, "{},") || strings.ContainsAny(before+after, "~*?[(") {
		return nil
	}
	texts := sequence(body)
	for i, t := range texts {
		if strings.ContainsAny(t, "`\\[]^_") {
			return nil
		}
		if before+after != "" {
			texts[i] = before + t + after
		}
	}
	return texts
}

// atom is a character of unquoted text, or a part that braces do not look into.
type atom struct {
	c    byte
	part *tree.Part
}

// atoms takes the parts of a word to pieces. Braces belong together by number, whatever ends an expansion:
// of ${x+{a}{b,c}} the expansion is ${x+{a}, but {b,c} lies within the braces that begin with ${.
func atoms(parts []tree.Part) (l []atom) {
	open := 0
	for i := range parts {
		p := &parts[i]
		if p.Kind != tree.Literal {
			l = append(l, atom{part: p})
			if p.Kind == tree.Variable && strings.HasPrefix(p.Param.Raw, "${") {
				open += strings.Count(p.Param.Raw, "{") - strings.Count(p.Param.Raw, "}")
			}
			continue
		}
		for j, c := range []byte(p.Text) {
			if open <= 0 {
				l = append(l, atom{c: c})
				continue
			}
			l = append(l, atom{part: &tree.Part{Kind: tree.Literal, Text: p.Text[j : j+1]}})
			switch c {
			case '{':
				open++
			case '}':
				open--
			}
		}
	}
	return l
}

func toParts(l []atom) (parts []tree.Part) {
	var text []byte
	flush := func() {
		if len(text) > 0 {
			parts = append(parts, tree.Part{Kind: tree.Literal, Text: string(text)})
			text = nil
		}
	}
	for _, a := range l {
		if a.part == nil {
			if n := len(parts); len(text) == 0 && n > 0 && joinsName(&parts[n-1], a.c) {
				p := *parts[n-1].Param
				p.Name += string(a.c)
				p.Raw = "$" + p.Name
				parts[n-1].Param = &p
				continue
			}
			text = append(text, a.c)
			continue
		}
		flush()
		parts = append(parts, *a.part)
	}
	flush()
	return parts
}

// joinsName reports whether c goes on with the name of a $name before it: braces are expanded in the
// text, so $x{a,b} is $xa and $xb.
func joinsName(p *tree.Part, c byte) bool {
	return p.Kind == tree.Variable && simpleName(p.Param) && p.Param.Raw == "$"+p.Param.Name &&
		(nameStart(c) || '0' <= c && c <= '9')
}

func expandBraces(parts []tree.Part) (out [][]tree.Part) {
	for _, l := range braceAtoms(atoms(parts)) {
		out = append(out, tildeAgain(toParts(l)))
	}
	return out
}

// tildeAgain finds the tilde that a brace expansion has put at the start of a word.
func tildeAgain(parts []tree.Part) []tree.Part {
	if len(parts) == 0 || parts[0].Kind != tree.Literal || !strings.HasPrefix(parts[0].Text, "~") {
		return parts
	}
	name, rest, slash := strings.Cut(parts[0].Text[1:], "/")
	if !slash && len(parts) > 1 {
		return parts
	}
	out := []tree.Part{{Kind: tree.Tilde, Text: name}}
	if slash {
		out = append(out, tree.Part{Kind: tree.Literal, Text: "/" + rest})
	}
	return append(out, parts[1:]...)
}

// braceAtoms expands the first brace expression and then what follows it.
func braceAtoms(l []atom) [][]atom {
	for i := range l {
		if l[i].part != nil || l[i].c != '{' {
			continue
		}
		end, commas := braceEnd(l, i)
		if end < 0 {
			continue
		}
		items := braceItems(l, i, end, commas)
		if items == nil {
			continue
		}
		var out [][]atom
		tails := braceAtoms(l[end+1:])
		for _, item := range items {
			for _, t := range tails {
				n := make([]atom, 0, i+len(item)+len(t))
				n = append(append(append(n, l[:i]...), item...), t...)
				out = append(out, n)
			}
		}
		return out
	}
	return [][]atom{l}
}

// braceEnd finds the brace that closes the one at start, and the commas between them.
func braceEnd(l []atom, start int) (end int, commas []int) {
	depth := 0
	for i := start + 1; i < len(l); i++ {
		if l[i].part != nil {
			continue
		}
		switch l[i].c {
		case '{':
			depth++
		case ',':
			if depth == 0 {
				commas = append(commas, i)
			}
		case '}':
			if depth == 0 {
				return i, commas
			}
			depth--
		}
	}
	return -1, nil
}

func braceItems(l []atom, start, end int, commas []int) (items [][]atom) {
	if len(commas) == 0 {
		var text []byte
		for _, a := range l[start+1 : end] {
			if a.part != nil {
				return nil
			}
			text = append(text, a.c)
		}
		return braceSequence(string(text))
	}
	from := start + 1
	for _, c := range append(commas, end) {
		items = append(items, braceAtoms(l[from:c])...)
		from = c + 1
	}
	return items
}

// braceSequence expands {x..y..step}.
func braceSequence(s string) (items [][]atom) {
	for _, t := range sequence(s) {
		var item []atom
		if t == "" {
			item = append(item, atom{part: &tree.Part{Kind: tree.Quoted}})
		}
		for _, c := range []byte(t) {
			if strings.IndexByte("\\`$'\"", c) >= 0 || c == ' ' {
				item = append(item, atom{part: &tree.Part{Kind: tree.Quoted, Text: string(c)}})
				continue
			}
			item = append(item, atom{c: c})
		}
		items = append(items, item)
	}
	return items
}

// sequence lists what x..y..step stands for, nothing if it is no sequence.
func sequence(s string) []string {
	f := strings.Split(s, "..")
	if len(f) != 2 && len(f) != 3 {
		return nil
	}
	step := 0
	if len(f) == 3 {
		n, err := strconv.Atoi(f[2])
		if err != nil {
			return nil
		}
		step = n
	}
	if l := letterSequence(f[0], f[1], step); l != nil {
		return l
	}
	return numberSequence(f[0], f[1], step)
}

func isLetter(s string) bool { return len(s) == 1 && nameStart(s[0]) && s[0] != '_' }

func letterSequence(from, to string, step int) (l []string) {
	if !isLetter(from) || !isLetter(to) {
		return nil
	}
	a, b := int(from[0]), int(to[0])
	step = direction(a, b, step)
	for i := a; (step > 0 && i <= b) || (step < 0 && i >= b); i += step {
		if i == '\\' { // a backslash that quotes nothing
			l = append(l, "")
			continue
		}
		l = append(l, string(rune(i)))
	}
	return l
}

func direction(a, b, step int) int {
	if step < 0 {
		step = -step
	}
	step = max(step, 1)
	if a > b {
		return -step
	}
	return step
}

func numberSequence(from, to string, step int) (l []string) {
	a, err := strconv.Atoi(from)
	b, err2 := strconv.Atoi(to)
	if err != nil || err2 != nil {
		return nil
	}
	width := 0
	if padded(from) || padded(to) {
		width = max(len(from), len(to))
	}
	step = direction(a, b, step)
	if small(a) && small(b) && width == 0 {
		return numbers(a, b, step)
	}
	for i := a; (step > 0 && i <= b) || (step < 0 && i >= b); i += step {
		s := strconv.Itoa(i)
		if n := width - len(s); n > 0 {
			sign := ""
			if i < 0 {
				sign, s = "-", s[1:]
			}
			s = sign + strings.Repeat("0", n) + s
		}
		l = append(l, s)
		if step > 0 && i > b-step || step < 0 && i < b-step { // nor over the largest number
			break
		}
	}
	return l
}

// small reports whether a number is one of those of which sequences are made at once.
func small(n int) bool { return -(1<<20) < n && n < 1<<20 }

// numbers writes numbers one behind the other and cuts them out of one string.
func numbers(a, b, step int) []string {
	count := (b-a)/step + 1
	buf := make([]byte, 0, count*4)
	ends := make([]int, 0, count)
	for i := a; (step > 0 && i <= b) || (step < 0 && i >= b); i += step {
		buf = strconv.AppendInt(buf, int64(i), 10)
		ends = append(ends, len(buf))
	}
	text := string(buf)
	l := make([]string, len(ends))
	start := 0
	for i, end := range ends {
		l[i] = text[start:end]
		start = end
	}
	return l
}

// padded reports whether a number is written with leading zeros.
func padded(s string) bool {
	s = strings.TrimLeft(s, "-+")
	return len(s) > 1 && s[0] == '0'
}
