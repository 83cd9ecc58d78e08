package git

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func (g *program) revListCommand(args []string) int {
	spec := strings.ReplaceAll(logSpec, " count!", " count objects in-commit-order timestamp header! quiet "+
		"disk-usage?! no-object-names no-commit-header commit-header")
	o := g.parse(args, strings.ReplaceAll(strings.ReplaceAll(spec, " stdin!", ""), " objects!", "")+" stdin")
	g.need()
	l := g.logOptions(o)
	if o.has("stdin") {
		g.readRevisions(o)
	}
	from, without, paths := g.revisions(o, &l)
	if len(from) == 0 && !l.refsAsked(o) {
		g.usage("a commit is needed")
	}
	list := g.selected(&l, from, without, paths)
	switch {
	case o.has("count"):
		g.countCommits(&l, list)
		return 0
	case o.has("quiet"):
		return 0
	}
	user := strings.HasPrefix(l.format, "%")
	p := &logPrinter{g: g, l: &l, end: "\n", names: g.decorations(&l)}
	if l.graph {
		p.graph = newGraph(&l)
	}
	plain := !o.has("pretty") && !o.has("format") && !o.has("oneline")
	for _, c := range list {
		if p.graph != nil {
			p.graph.update(c)
		}
		g.revListLine(p, c, plain, user && !o.has("no-commit-header"), o.has("timestamp"))
	}
	if o.has("objects") {
		g.revListObjects(list, without, o.has("no-object-names"))
	}
	return 0
}

func (g *program) readRevisions(o *options) {
	b, _ := readFile("/dev/stdin")
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); line != "" {
			o.args = append(o.args, line)
		}
	}
}

func (g *program) countCommits(l *logOptions, list []*commit) {
	left, equal := 0, 0
	for _, c := range list {
		switch {
		case c.equal:
			equal++
		case c.left:
			left++
		}
	}
	right := len(list) - left - equal
	switch {
	case l.leftRight && l.cherry == "mark":
		g.printf("%d\t%d\t%d\n", left, right, equal)
	case l.leftRight:
		g.printf("%d\t%d\n", left, right)
	case l.cherry == "mark":
		g.printf("%d\t%d\n", left+right, equal)
	default:
		g.printf("%d\n", len(list))
	}
}

// revListLine prints one commit: its name alone, unless a format was asked for.
func (g *program) revListLine(p *logPrinter, c *commit, plain, header, stamp bool) {
	l := p.l
	head := ""
	if p.graph != nil {
		head = p.graph.head()
	}
	one := *l
	if plain || l.format == "oneline" {
		one.format = "oneline"
	}
	line := g.commitLine(c, &one, p.names)
	if stamp {
		line = itoa(int(c.committer.when)) + " " + line
	}
	switch {
	case plain:
		g.print(head, line, "\n")
		if p.graph != nil {
			for p.graph.state != graphPadding {
				s, _ := p.graph.line()
				g.print(s, "\n")
			}
		}
		return
	case l.format == "oneline":
		g.print(head, line, " ")
	case header || !strings.HasPrefix(l.format, "%"):
		g.print(head, line, "\n")
	default:
		g.print(head)
	}
	text := g.commitText(c, l, p.names)
	if p.graph != nil {
		if header {
			g.print(p.graph.padding())
		}
		text = p.graph.message(text)
	}
	if g.print(text); l.format != "oneline" || text != "" {
		g.print("\n")
	}
}

// revListObjects lists the trees and contents of commits that what is left out has not.
func (g *program) revListObjects(list []*commit, without []hash, bare bool) {
	seen := map[hash]bool{}
	var walk func(tree hash, path string, show bool)
	one := func(h hash, path string, show bool) bool {
		if seen[h] {
			return false
		}
		seen[h] = true
		switch {
		case !show:
		case bare:
			g.print(h.String(), "\n")
		default:
			g.print(h.String(), " ", path, "\n")
		}
		return true
	}
	walk = func(tree hash, path string, show bool) {
		if !one(tree, path, show) {
			return
		}
		for _, e := range parseTree(g.must(tree).data) {
			p := strings.TrimPrefix(path+"/"+e.name, "/")
			switch e.mode {
			case modeTree:
				walk(e.hash, p, show)
			case modeGitlink:
			default:
				one(e.hash, p, show)
			}
		}
	}
	for _, c := range g.reach(without, nil) {
		walk(c.tree, "", false)
	}
	for _, c := range list {
		walk(c.tree, "", true)
	}
}

func (g *program) mergeBaseCommand(args []string) int {
	o := g.parse(args, "is-ancestor a/all octopus independent fork-point")
	g.need()
	if len(o.args) < 2 && !o.has("independent") && !o.has("fork-point") {
		g.usage("two commits are needed")
	}
	for _, rev := range o.args {
		if _, ok := g.resolve(rev); !ok {
			g.fatal("Not a valid object name %s", rev)
		}
	}
	commits := make([]hash, len(o.args))
	for i, rev := range o.args {
		commits[i] = g.needCommit(rev)
	}
	switch {
	case o.has("is-ancestor"):
		return 1 - b2i(g.isAncestor(commits[0], commits[1]))
	case o.has("independent"):
		for i, h := range commits {
			if !slices.ContainsFunc(commits, func(x hash) bool { return x != h && g.isAncestor(h, x) }) &&
				!slices.Contains(commits[:i], h) {
				g.print(h.String(), "\n")
			}
		}
		return 0
	case o.has("fork-point"):
		return g.forkPoint(o.args)
	}
	list := g.mergeBases(commits[0], commits[1])
	for _, more := range commits[2:] {
		var next []hash
		for _, h := range list {
			next = append(next, g.mergeBases(h, more)...)
		}
		list = next
	}
	if len(list) == 0 {
		return 1
	}
	if !o.has("all") {
		list = list[:1]
	}
	for _, h := range list {
		g.print(h.String(), "\n")
	}
	return 0
}

// forkPoint finds where a branch left another, by what the other's log says that it has been.
func (g *program) forkPoint(args []string) int {
	if len(args) == 0 {
		g.usage("a reference is needed")
	}
	full, tip, ok := g.repo.fullRef(args[0])
	if !ok {
		g.fatal("No such ref: '%s'", args[0])
	}
	head := "HEAD"
	if len(args) > 1 {
		head = args[1]
	}
	h := g.needCommit(head)
	bases := g.mergeBases(tip, h)
	for _, e := range g.repo.refLog(full) {
		if !e.new.zero() && g.repo.has(e.new) && g.isAncestor(e.new, h) {
			bases = append([]hash{e.new}, bases...)
			break
		}
	}
	if len(bases) == 0 {
		return 1
	}
	g.print(bases[0].String(), "\n")
	return 0
}

func (g *program) reflogCommand(args []string) int {
	if len(args) > 0 {
		switch args[0] {
		case "expire", "delete":
			return g.reflogEdit(args[0], args[1:])
		case "exists":
			g.need()
			if len(args) < 2 {
				g.usage("a reference is needed")
			}
			return 1 - b2i(exists(g.repo.common+"/logs/"+args[1]))
		case "show":
			args = args[1:]
		}
	}
	return g.logCommand(append([]string{"-g", "--abbrev-commit", "--pretty=oneline"}, args...))
}

// reflogEdit is reflog expire and delete, with what people use them for: forgetting all, or one entry.
func (g *program) reflogEdit(what string, args []string) int {
	o := g.parse(args, "expire: expire-unreachable: all rewrite updateref stale-fix verbose n/dry-run "+
		"single-worktree")
	g.need()
	if what == "delete" {
		for _, a := range o.args {
			name, at, ok := strings.Cut(strings.TrimSuffix(a, "}"), "@{")
			if !ok {
				g.fail("not a reflog: %s", a)
			}
			full, _, _ := g.repo.fullRef(orHead(name))
			n := 0
			for _, c := range at {
				n = n*10 + int(c-'0')
			}
			g.dropEntries(full, func(i int) bool { return i == n }, o.has("updateref"))
		}
		return 0
	}
	v := o.value("expire")
	if v == "" && !o.has("expire-unreachable") {
		return 0 // none is older than 90 days here, or it may stay
	}
	if v != "now" && v != "all" && v != "0" {
		g.unsupported("reflog expire --expire=" + v)
	}
	names := o.args
	if o.has("all") {
		names = append([]string{"HEAD"}, g.repo.refsBelow("refs/")...)
	}
	for _, name := range names {
		if full, _, ok := g.repo.fullRef(name); ok && full != stashRef {
			g.dropEntries(full, func(int) bool { return true }, false)
		}
	}
	return 0
}

// dropEntries writes a log without some of its entries, counted from the latest.
func (g *program) dropEntries(name string, drop func(i int) bool, update bool) {
	file := g.repo.common + "/logs/" + name
	if !exists(file) {
		return
	}
	list := g.repo.refLog(name)
	var b strings.Builder
	last := hash{}
	for i, e := range slices.Backward(list) {
		if drop(i) {
			continue
		}
		b.WriteString(e.old.String() + " " + e.new.String() + " " + e.who + "\t" + e.message + "\n")
		last = e.new
	}
	if err := create(file+".lock", []byte(b.String()), 0o666, primitives.O_TRUNC); err == nil {
		_ = linux.Rename(file+".lock", file)
	}
	if update && !last.zero() {
		g.lockFile(g.repo.common+"/"+name, []byte(last.String()+"\n"))
	}
}
