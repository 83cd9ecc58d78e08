package git

import (
	"slices"
	"strings"
)

// commit is a commit that was read.
type commit struct {
	hash              hash
	tree              hash
	parents           []hash
	author, committer person
	message           string

	follow, rewritten     []hash // parents that a walk follows, and those that it shows
	left, equal, boundary bool   // in a walk of two sides
	source                string // the name that a walk came by
	entry                 *logEntry
	selector              string // of the entry of a log
	from                  hash   // the parent that it is compared with
	followed              []pathspec
}

func parseCommit(h hash, data []byte) *commit {
	c := &commit{hash: h}
	head, message, _ := strings.Cut(string(data), "\n\n")
	c.message = message
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch key {
		case "tree":
			c.tree, _ = parseHash(value)
		case "parent":
			p, _ := parseHash(value)
			c.parents = append(c.parents, p)
		case "author":
			c.author = parsePerson(value)
		case "committer":
			c.committer = parsePerson(value)
		}
	}
	return c
}

func (g *program) commit(h hash) *commit {
	o := g.must(h)
	if o.kind != "commit" {
		g.fatal("object %s is a %s, not a commit", h, o.kind)
	}
	return parseCommit(h, o.data)
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// subject is the first paragraph of the message in one line.
func (c *commit) subject() string {
	first, _, _ := strings.Cut(strings.TrimLeft(c.message, "\n"), "\n\n")
	return strings.Join(strings.Split(strings.TrimRight(first, "\n"), "\n"), " ")
}

func (c *commit) body() string {
	_, rest, _ := strings.Cut(strings.TrimLeft(c.message, "\n"), "\n\n")
	return strings.TrimLeft(rest, "\n")
}

// makeCommit stores a commit.
func (g *program) makeCommit(tree hash, parents []hash, author, committer person, message string) hash {
	var b strings.Builder
	b.WriteString("tree " + tree.String() + "\n")
	for _, p := range parents {
		b.WriteString("parent " + p.String() + "\n")
	}
	b.WriteString("author " + author.String() + "\ncommitter " + committer.String() + "\n\n" + message)
	return g.store("commit", []byte(b.String()))
}

// abbreviate is the beginning of a hash that no other object shares, of at least seven digits.
func (g *program) abbreviate(h hash) string {
	s := h.String()
	const least = 7
	for n := least; n < len(s); n++ {
		if len(g.repo.withPrefix(s[:n])) < 2 {
			return s[:n]
		}
	}
	return s
}

// treeOf is the tree of a commit; the empty one for none.
func (g *program) treeOf(h hash) hash {
	if h.zero() {
		return hash{}
	}
	return g.commit(h).tree
}

// history lists commits that can be reached from some and not from others, the latest first.
func (g *program) history(from, without []hash) []*commit {
	hidden := map[hash]bool{}
	for _, c := range g.reach(without, nil) {
		hidden[c.hash] = true
	}
	return g.reach(from, hidden)
}

// reach walks by committer's date; equal dates keep the order in which they were met.
func (g *program) reach(from []hash, hidden map[hash]bool) []*commit {
	seen := map[hash]bool{}
	var queue, list []*commit
	push := func(h hash) {
		if seen[h] || hidden[h] {
			return
		}
		seen[h] = true
		c := g.commit(h)
		i := len(queue)
		for i > 0 && queue[i-1].committer.when < c.committer.when {
			i--
		}
		queue = slices.Insert(queue, i, c)
	}
	for _, h := range from {
		push(h)
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		list = append(list, c)
		for _, p := range c.parents {
			push(p)
		}
	}
	return list
}

// isAncestor reports whether one commit can be reached from another.
func (g *program) isAncestor(a, of hash) bool {
	return slices.ContainsFunc(g.reach([]hash{of}, nil), func(c *commit) bool { return c.hash == a })
}

// mergeBase is the best common ancestor of two commits.
func (g *program) mergeBase(a, b hash) (hash, bool) {
	list := g.mergeBases(a, b)
	if len(list) == 0 {
		return hash{}, false
	}
	return list[0], true
}

// mergeBases are the common ancestors that are no ancestors of others, the latest first.
func (g *program) mergeBases(a, b hash) []hash {
	if a == b {
		return []hash{a}
	}
	ours := map[hash]bool{}
	for _, c := range g.reach([]hash{a}, nil) {
		ours[c.hash] = true
	}
	var list []*commit
	below := map[hash]bool{} // ancestors of what was found
	for _, c := range g.order(b) {
		if below[c.hash] || ours[c.hash] {
			if !below[c.hash] {
				list = append(list, c)
			}
			for _, p := range c.parents {
				below[p] = true
			}
		}
	}
	slices.SortStableFunc(list, func(x, y *commit) int { return int(y.committer.when - x.committer.when) })
	hashes := make([]hash, len(list))
	for i, c := range list {
		hashes[i] = c.hash
	}
	return hashes
}

// order lists what can be reached from a commit, none before all of its children.
func (g *program) order(from hash) []*commit {
	all := g.reach([]hash{from}, nil)
	waiting, known := map[hash]int{}, map[hash]*commit{}
	for _, c := range all {
		known[c.hash] = c
		for _, p := range c.parents {
			waiting[p]++
		}
	}
	list := []*commit{known[from]}
	for i := 0; i < len(list); i++ {
		for _, p := range list[i].parents {
			if waiting[p]--; waiting[p] == 0 {
				list = append(list, known[p])
			}
		}
	}
	return list
}
