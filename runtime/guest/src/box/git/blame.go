package git

import (
	"slices"
	"strconv"
	"strings"
)

// blamed is a line of the file with the commit that it came with.
type blamed struct {
	text   string
	commit *commit // nil for a line that is not committed
}

func (g *program) blameCommand(args []string) int {
	o := g.parse(args, "s e/show-email l L: root t! p/porcelain! line-porcelain! incremental! w! M?! C?! "+
		"f/show-name! "+
		"n/show-number! since:! reverse! date:! c! color-lines! first-parent! b! abbrev:! S:! "+
		"ignore-rev:! contents:!")
	g.need()
	words := o.args
	if len(words) == 0 {
		g.usage("a file is needed")
	}
	name := words[len(words)-1]
	_, head := g.repo.head()
	fromWork := len(words) == 1
	if !fromWork {
		head = g.needCommit(words[0])
	}
	p := g.inside(name)
	f, ok := g.flatten(g.treeOf(head))[p]
	if !ok {
		rev := "HEAD"
		if !fromWork {
			rev = words[0]
		}
		g.fatal("no such path '%s' in %s", name, rev)
	}
	data := g.blob(f.hash)
	if fromWork && g.repo.work != "" {
		data = g.workData(p)
	}
	var lines []blamed
	for _, l := range splitLines(data) {
		lines = append(lines, blamed{text: string(l)})
	}
	open := map[int]int{} // lines without a commit, with their place in the text that is looked at
	for i := range lines {
		open[i] = i
	}
	if fromWork {
		open = passed(g.blob(f.hash), data, open)
	}
	g.blameFrom(head, p, lines, open)
	from, to := blameRange(o.value("L"), len(lines))
	g.tellBlame(lines, from, to, o)
	return 0
}

// passed are the open lines that the old text has too, with their places there.
func passed(old, new []byte, open map[int]int) map[int]int {
	edits := compareLines(splitLines(old), splitLines(new))
	left := map[int]int{}
	for line, at := range open {
		shift, changed := 0, false
		for _, e := range edits {
			start := e.a + shift
			if at < start {
				break
			}
			if at < start+e.m {
				changed = true
				break
			}
			shift += e.m - e.n
		}
		if !changed {
			left[line] = at - shift
		}
	}
	return left
}

// blameFrom gives each open line the commit that made it, following the first parents that have it.
func (g *program) blameFrom(h hash, p string, lines []blamed, open map[int]int) {
	for len(open) > 0 {
		c := g.commit(h)
		files := g.flatten(c.tree)
		var parents []hash
		for _, parent := range c.parents {
			if f, ok := g.flatten(g.treeOf(parent))[p]; ok {
				if f.hash == files[p].hash {
					parents = []hash{parent}
					break
				}
				parents = append(parents, parent)
			}
		}
		if len(parents) == 0 && len(c.parents) > 0 {
			for _, change := range g.renames(compareFiles(g.flatten(g.treeOf(c.parents[0])), files, nil),
				maxScore/2) {
				if change.status == 'R' && change.to == p {
					g.unsupported("blame of a file that was renamed")
				}
			}
		}
		for i, parent := range parents {
			old := g.flatten(g.treeOf(parent))[p]
			left := passed(g.blob(old.hash), g.blob(files[p].hash), open)
			if i == len(parents)-1 {
				for line := range open {
					if _, ok := left[line]; !ok {
						lines[line].commit = c
					}
				}
				open, h = left, parent
				break
			}
			for line := range left {
				delete(open, line)
			}
			g.blameFrom(parent, p, lines, left)
		}
		if len(parents) == 0 {
			for line := range open {
				lines[line].commit = c
			}
			return
		}
	}
}

// blameRange is -L 2,5 or 2,+3.
func blameRange(text string, n int) (from, to int) {
	if text == "" {
		return 0, n
	}
	a, b, two := strings.Cut(text, ",")
	from, _ = strconv.Atoi(a)
	from = max(from, 1)
	to = n
	if two && b != "" {
		v, _ := strconv.Atoi(strings.TrimPrefix(b, "+"))
		if to = v; strings.HasPrefix(b, "+") {
			to = from + v - 1
		}
	}
	return min(from-1, n), min(max(to, from), n)
}

func (g *program) tellBlame(lines []blamed, from, to int, o *options) {
	width, digits := 0, len(itoa(to))
	who := func(b *blamed) string {
		switch {
		case b.commit == nil && o.has("show-email"):
			return "<not.committed.yet>"
		case b.commit == nil:
			return "Not Committed Yet"
		case o.has("show-email"):
			return "<" + b.commit.author.email + ">"
		}
		return b.commit.author.name
	}
	for i := from; i < to; i++ {
		width = max(width, len([]rune(who(&lines[i]))))
	}
	const short = 8
	size := short
	if o.has("l") {
		size = 40
	}
	for i := from; i < to; i++ {
		b := &lines[i]
		name, when := strings.Repeat("0", size), g.blameNow()
		if b.commit != nil {
			name = b.commit.hash.String()[:size]
			if len(b.commit.parents) == 0 && !o.has("root") {
				name = "^" + name[:size-1]
			}
			when = dateText(b.commit.author, "iso", g)
		}
		if o.has("s") {
			g.printf("%s %*d) %s", name, digits, i+1, b.text)
		} else {
			author := who(b)
			g.printf("%s (%s%s %s %*d) %s", name, author, strings.Repeat(" ", width-len([]rune(author))),
				when, digits,
				i+1, b.text)
		}
		if !strings.HasSuffix(b.text, "\n") {
			g.print("\n")
		}
	}
}

func (g *program) blameNow() string { return dateText(g.identity("COMMITTER", false), "iso", g) }

// shortlogCommand is shortlog of commits, by author.
func (g *program) shortlogCommand(args []string) int {
	o := g.parse(args, "s/summary n/numbered e/email c/committer no-merges merges all branches? tags? "+
		"remotes? since: after: until: before: author: first-parent w?! format:! group:!")
	g.need()
	l := g.logOptions(o)
	if len(o.args) == 0 && !l.refsAsked(o) {
		o.args = []string{"HEAD"}
	}
	from, without, paths := g.revisions(o, &l)
	subjects := map[string][]string{}
	for _, c := range g.selected(&l, from, without, paths) {
		who := c.author
		if o.has("committer") {
			who = c.committer
		}
		name := who.name
		if o.has("email") {
			name += " <" + who.email + ">"
		}
		subjects[name] = append(subjects[name], c.subject())
	}
	names := sorted(subjects)
	if o.has("numbered") {
		slices.SortStableFunc(names, func(a, b string) int { return len(subjects[b]) - len(subjects[a]) })
	}
	for _, name := range names {
		list := subjects[name]
		if o.has("summary") {
			g.printf("%6d\t%s\n", len(list), name)
			continue
		}
		g.printf("%s (%d):\n", name, len(list))
		for _, s := range slices.Backward(list) {
			g.print("      ", s, "\n")
		}
		g.print("\n")
	}
	return 0
}

// showRefCommand lists references with their objects.
func (g *program) showRefCommand(args []string) int {
	o := g.parse(args, "heads tags head s/hash? verify q/quiet d/dereference! exclude-existing?! abbrev?!")
	g.need()
	shown := 0
	show := func(name string, h hash) {
		shown++
		switch {
		case o.has("quiet"):
		case o.has("hash"):
			g.print(h.String(), "\n")
		default:
			g.print(h.String(), " ", name, "\n")
		}
	}
	if o.has("verify") {
		for _, name := range o.args {
			h, ok := g.repo.ref(name)
			if !ok {
				if o.has("quiet") {
					return 1
				}
				g.fatal("'%s' - not a valid ref", name)
			}
			show(name, h)
		}
		return 0
	}
	if _, h := g.repo.head(); o.has("head") && !h.zero() {
		show("HEAD", h)
	}
	for _, name := range g.repo.refsBelow("refs/") {
		if !g.listedRef(&options{list: o.list}, name) {
			continue
		}
		matches := func(p string) bool { return name == p || strings.HasSuffix(name, "/"+p) }
		if len(o.args) > 0 && !slices.ContainsFunc(o.args, matches) {
			continue
		}
		h, _ := g.repo.ref(name)
		show(name, h)
	}
	return b2i(shown == 0)
}
