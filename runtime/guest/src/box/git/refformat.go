package git

import (
	"slices"
	"strconv"
	"strings"
)

// refItem is a reference as for-each-ref, branch and tag list it.
type refItem struct {
	name string // refs/heads/x, or a text in brackets for a HEAD that is detached
	h    hash
	text string // what is to be shown in the place of the name
}

// expandRef fills in a format of git-for-each-ref(1).
func (g *program) expandRef(format string, r *refItem) string {
	e := &refExpansion{g: g, r: r}
	e.stack = []refBlock{{}}
	for i := 0; i < len(format); i++ {
		switch {
		case format[i] != '%' || i+1 == len(format):
			e.add(format[i : i+1])
		case format[i+1] == '%':
			e.add("%")
			i++
		case format[i+1] == '(':
			end := strings.IndexByte(format[i:], ')')
			if end < 0 {
				g.fatal("malformed format string %s", format[i:])
			}
			e.atom(format[i+2 : i+end])
			i += end
		default:
			if i+2 < len(format) {
				if v, err := strconv.ParseUint(format[i+1:i+3], 16, 8); err == nil {
					e.add(string([]byte{byte(v)}))
					i += 2
					continue
				}
			}
			e.add("%")
		}
	}
	if len(e.stack) > 1 {
		g.fatal("format: %%(end) atom missing")
	}
	return e.stack[0].out
}

// refBlock is what stands between %(if) or %(align) and %(end).
type refBlock struct {
	kind   string // if, then, else or align
	out    string
	args   string // of align, or the comparison of if
	holds  bool   // of if
	result string // what the branch that holds gave
}

type refExpansion struct {
	g     *program
	r     *refItem
	stack []refBlock
}

func (e *refExpansion) top() *refBlock { return &e.stack[len(e.stack)-1] }

func (e *refExpansion) add(s string) { e.top().out += s }

func (e *refExpansion) atom(a string) {
	name, args, _ := strings.Cut(a, ":")
	t := e.top()
	switch name {
	case "if", "align":
		e.stack = append(e.stack, refBlock{kind: name, args: args})
	case "then":
		if t.kind != "if" {
			e.g.fatal("format: %%(then) atom used without a %%(if) atom")
		}
		t.kind, t.holds = "then", t.test()
		t.out = ""
	case "else":
		if t.kind != "then" {
			e.g.fatal("format: %%(else) atom used without a %%(then) atom")
		}
		if t.holds {
			t.result = t.out
		}
		t.kind, t.out = "else", ""
	case "end":
		if len(e.stack) < 2 {
			e.g.fatal("format: %%(end) atom used without corresponding atom")
		}
		b := *t
		e.stack = e.stack[:len(e.stack)-1]
		switch {
		case b.kind == "align":
			e.add(alignText(b.out, b.args))
		case b.kind == "then" && b.holds, b.kind == "else" && !b.holds:
			e.add(b.out)
		case b.kind == "else":
			e.add(b.result)
		}
	default:
		e.add(e.g.refField(e.r, a))
	}
}

// test reports whether the text between %(if) and %(then) makes it hold.
func (b *refBlock) test() bool {
	switch how, want, _ := strings.Cut(b.args, "="); how {
	case "equals":
		return b.out == want
	case "notequals":
		return b.out != want
	}
	return strings.TrimSpace(b.out) != ""
}

func alignText(s, args string) string {
	n, where := 0, "left"
	for part := range strings.SplitSeq(args, ",") {
		part = strings.TrimPrefix(strings.TrimPrefix(part, "width="), "position=")
		if v, err := strconv.Atoi(part); err == nil {
			n = v
		} else {
			where = part
		}
	}
	room := max(n-width(s), 0)
	switch where {
	case "right":
		return strings.Repeat(" ", room) + s
	case "middle":
		return strings.Repeat(" ", room/2) + s + strings.Repeat(" ", room-room/2)
	}
	return s + strings.Repeat(" ", room)
}

// refField is the value of one field for a reference.
func (g *program) refField(r *refItem, a string) string {
	name, args, _ := strings.Cut(a, ":")
	h := r.h
	if rest, ok := strings.CutPrefix(name, "*"); ok {
		if g.must(h).kind != "tag" {
			return ""
		}
		name = rest
		h, _ = g.peel(h, "")
	}
	switch name {
	case "refname":
		if r.text != "" {
			return r.text
		}
		return g.refName(r.name, args)
	case "HEAD":
		if ref, _ := g.repo.head(); ref == r.name || r.text != "" {
			return "*"
		}
		return " "
	case "symref":
		to, _ := strings.CutPrefix(readText(g.repo.common+"/"+r.name), "ref: ")
		if to == readText(g.repo.common+"/"+r.name) {
			return ""
		}
		return g.refName(to, args)
	case "upstream", "push":
		return g.upstreamField(r.name, args)
	case "worktreepath":
		if ref, _ := g.repo.head(); ref == r.name {
			return g.repo.work
		}
		return ""
	case "color":
		return ""
	case "objectname":
		switch args {
		case "":
			return h.String()
		case "short":
			return g.abbreviate(h)
		}
		if n, err := strconv.Atoi(strings.TrimPrefix(args, "short=")); err == nil {
			return h.String()[:min(max(n, 4), 40)]
		}
	}
	return g.objectField(h, name, args)
}

func (g *program) refName(name, args string) string {
	how, n, _ := strings.Cut(args, "=")
	count, _ := strconv.Atoi(n)
	parts := strings.Split(name, "/")
	switch how {
	case "short":
		return shortRef(name)
	case "lstrip", "strip":
		if count < 0 {
			count = max(len(parts)+count, 0)
		}
		return strings.Join(parts[min(count, len(parts)):], "/")
	case "rstrip":
		if count < 0 {
			count = max(len(parts)+count, 0)
		}
		return strings.Join(parts[:max(len(parts)-count, 0)], "/")
	case "":
		return name
	}
	g.fatal("unrecognized %%(refname) argument: %s", args)
	return ""
}

func (g *program) upstreamField(ref, args string) string {
	branch, ok := strings.CutPrefix(ref, "refs/heads/")
	up := ""
	if ok {
		up = g.upstream(branch)
	}
	if up == "" {
		return ""
	}
	track, short, bare := false, false, false
	for arg := range strings.SplitSeq(args, ",") {
		switch arg {
		case "":
			return up
		case "short":
			return shortRef(up)
		case "track":
			track = true
		case "trackshort":
			short = true
		case "nobracket":
			bare = true
		case "remotename":
			return g.repo.config.text("branch." + branch + ".remote")
		case "remoteref":
			return g.repo.config.text("branch." + branch + ".merge")
		default:
			return g.refName(up, arg)
		}
	}
	h, _ := g.repo.ref(ref)
	to, there := g.repo.ref(up)
	ahead, behind := 0, 0
	if there {
		ahead, behind = g.distance(h, to)
	}
	if short {
		return map[[2]bool]string{
			{false, false}: "=", {true, false}: ">", {false, true}: "<", {true, true}: "<>",
		}[[2]bool{ahead > 0, behind > 0}]
	}
	var parts []string
	if ahead > 0 {
		parts = append(parts, "ahead "+itoa(ahead))
	}
	if behind > 0 {
		parts = append(parts, "behind "+itoa(behind))
	}
	if !there {
		parts = []string{"gone"}
	}
	text := strings.Join(parts, ", ")
	if text == "" || !track || bare {
		return text
	}
	return "[" + text + "]"
}

// objectField is a field of the object that a reference names.
func (g *program) objectField(h hash, name, args string) string {
	o := g.must(h)
	switch name {
	case "objecttype":
		return o.kind
	case "objectsize":
		return itoa(len(o.data))
	case "deltabase":
		return hash{}.String()
	}
	head, message, _ := strings.Cut(string(o.data), "\n\n")
	if o.kind != "tag" && o.kind != "commit" {
		return ""
	}
	headers := map[string][]string{}
	for line := range strings.SplitSeq(head, "\n") {
		k, v, _ := strings.Cut(line, " ")
		headers[k] = append(headers[k], v)
	}
	c := &commit{message: message}
	switch name {
	case "tree", "object", "type", "tag":
		if len(headers[name]) == 0 {
			return ""
		}
		return headers[name][0]
	case "parent":
		return strings.Join(headers["parent"], " ")
	case "numparent":
		return itoa(len(headers["parent"]))
	case "subject":
		if args == "sanitize" {
			return slug(c.subject())
		}
		return c.subject()
	case "body":
		return c.body()
	case "contents":
		return contentsField(c, args)
	case "trailers":
		return trailerField(c, args)
	}
	return g.personOfRef(headers, name, args)
}

func contentsField(c *commit, args string) string {
	switch {
	case args == "subject":
		return c.subject()
	case args == "body":
		return c.body()
	case args == "size":
		return itoa(len(c.message))
	case strings.HasPrefix(args, "lines="):
		n, _ := strconv.Atoi(args[len("lines="):])
		lines := strings.Split(strings.TrimRight(c.message, "\n"), "\n")
		return strings.Join(lines[:min(n, len(lines))], "\n    ")
	case strings.HasPrefix(args, "trailers"):
		return trailerField(c, strings.TrimPrefix(strings.TrimPrefix(args, "trailers"), ":"))
	}
	return c.message
}

// personOfRef is authorname, taggerdate:short, creator and the like.
func (g *program) personOfRef(headers map[string][]string, name, args string) string {
	for _, role := range [...]string{"author", "committer", "tagger", "creator"} {
		what, ok := strings.CutPrefix(name, role)
		if !ok {
			continue
		}
		list := headers[role]
		if role == "creator" {
			list = append(headers["committer"], headers["tagger"]...)
		}
		if len(list) == 0 {
			return ""
		}
		p := parsePerson(list[0])
		switch what {
		case "":
			return list[0]
		case "name":
			return p.name
		case "email":
			local, _, _ := strings.Cut(p.email, "@")
			return map[string]string{"": "<" + p.email + ">", "trim": p.email, "localpart": local}[args]
		case "date":
			return dateText(p, args, g)
		}
	}
	g.fatal("unknown field name: %s", name)
	return ""
}

// sortRefs orders references by the keys of --sort, of which the last counts most.
func (g *program) sortRefs(list []*refItem, keys []string, fold bool) {
	for _, key := range keys {
		key, down := strings.CutPrefix(key, "-")
		version := false
		for _, p := range [...]string{"version:", "v:"} {
			if rest, ok := strings.CutPrefix(key, p); ok {
				key, version = rest, true
			}
		}
		slices.SortStableFunc(list, func(a, b *refItem) int {
			d := g.compareRefs(a, b, key, version, fold)
			if down {
				return -d
			}
			return d
		})
	}
}

func (g *program) compareRefs(a, b *refItem, key string, version, fold bool) int {
	switch {
	case strings.HasSuffix(key, "date"), strings.Contains(key, "date:"):
		name, _, _ := strings.Cut(key, ":")
		x, _ := strconv.Atoi(g.refField(a, name+":unix"))
		y, _ := strconv.Atoi(g.refField(b, name+":unix"))
		return x - y
	case key == "objectsize", key == "numparent":
		x, _ := strconv.Atoi(g.refField(a, key))
		y, _ := strconv.Atoi(g.refField(b, key))
		return x - y
	}
	x, y := g.refField(a, key), g.refField(b, key)
	switch {
	case version:
		return compareVersions(x, y)
	case fold:
		return strings.Compare(strings.ToLower(x), strings.ToLower(y))
	}
	return strings.Compare(x, y)
}

// compareVersions is the order of strverscmp(3) of names without leading zeros.
func compareVersions(a, b string) int {
	digit := func(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	for i > 0 && digit(a, i-1) && (digit(a, i) || digit(b, i)) {
		i--
	}
	if digit(a, i) && digit(b, i) {
		n, m := i, i
		for digit(a, n) {
			n++
		}
		for digit(b, m) {
			m++
		}
		if n != m {
			return n - m
		}
	}
	return strings.Compare(a[i:], b[i:])
}
