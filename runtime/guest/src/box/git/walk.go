package git

import (
	"slices"
)

// historyWalk goes through history as the options of log and rev-list say.
type historyWalk struct {
	g      *program
	l      *logOptions
	paths  []pathspec
	known  map[hash]*commit // those that were met
	hidden map[hash]bool    // what can be reached from what is left out
	same   map[hash]bool    // those that change nothing of the paths
	shown  map[hash]bool    // those that the conditions let through
	order  []*commit
	names  map[hash]bool // commits that references name, for --simplify-by-decoration
}

// selected are the commits that the options want, in their order.
func (g *program) selected(l *logOptions, from, without []hash, paths []pathspec) []*commit {
	w := &historyWalk{
		g: g, l: l, paths: paths, known: map[hash]*commit{}, hidden: map[hash]bool{}, same: map[hash]bool{},
		shown: map[hash]bool{},
	}
	if l.byDecoration {
		w.names = map[hash]bool{}
		for h := range g.decorations(&logOptions{decorate: "short"}) {
			w.names[h] = true
		}
	}
	if l.noWalk {
		w.only(from)
	} else {
		w.walk(from, without)
	}
	w.sortTopologically()
	var list []*commit
	for _, c := range w.order {
		if w.wants(c) {
			w.shown[c.hash] = true
			list = append(list, c)
		}
	}
	if l.cherry != "" {
		list = w.cherries(list)
	}
	w.rewrite(list)
	list = list[min(l.skip, len(list)):]
	if l.count >= 0 {
		list = list[:min(l.count, len(list))]
	}
	if l.boundary {
		list = append(list, w.boundaries(list)...)
	}
	if l.reverse {
		slices.Reverse(list)
	}
	return list
}

// only takes the commits that were named, the latest first unless they are to stay as they are.
func (w *historyWalk) only(from []hash) {
	for _, h := range from {
		if w.known[h] == nil {
			w.known[h] = w.g.commit(h)
			w.order = append(w.order, w.known[h])
		}
	}
	if !w.l.unsorted {
		slices.SortStableFunc(w.order, func(a, b *commit) int {
			return int(b.committer.when - a.committer.when)
		})
	}
}

// walk goes from commit to parents by committer's date, following only what the paths make interesting.
func (w *historyWalk) walk(from, without []hash) {
	for _, c := range w.g.reach(without, nil) {
		w.hidden[c.hash] = true
	}
	var queue []*commit
	push := func(h hash, by *commit) {
		if w.hidden[h] {
			return
		}
		c := w.known[h]
		if c == nil {
			c = w.g.commit(h)
			w.known[h] = c
			i := len(queue)
			for i > 0 && queue[i-1].committer.when < c.committer.when {
				i--
			}
			queue = slices.Insert(queue, i, c)
			if by != nil {
				c.source = by.source
			}
		}
		if by != nil && by.left {
			c.left = true
		}
	}
	for i, h := range from {
		push(h, nil)
		if c := w.known[h]; c != nil {
			c.left = c.left || w.l.left[h]
			if c.source == "" && i < len(w.l.sources) {
				c.source = w.l.sources[i]
			}
		}
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		w.order = append(w.order, c)
		for _, p := range w.simplify(c) {
			push(p, c)
		}
	}
}

// simplify finds which parents of a commit are followed, and whether it changes the paths.
func (w *historyWalk) simplify(c *commit) []hash {
	parents := c.parents
	if w.l.first && len(parents) > 1 {
		parents = parents[:1]
	}
	c.follow = parents
	if (len(w.paths) == 0 || w.l.follow) && !w.l.byDecoration {
		return parents
	}
	if len(parents) == 0 {
		w.same[c.hash] = w.alike(c, hash{})
		return nil
	}
	all, any := true, false
	for _, p := range parents {
		if !w.alike(c, p) {
			all = false
			continue
		}
		any = true
		if !w.l.fullHistory {
			w.same[c.hash] = true
			c.follow = []hash{p}
			return c.follow
		}
	}
	w.same[c.hash] = all || any && !w.l.ancestry()
	return parents
}

// alike reports whether a commit has of the paths what its parent has.
func (w *historyWalk) alike(c *commit, parent hash) bool {
	if w.l.byDecoration {
		if w.names[c.hash] {
			return false
		}
		if len(w.paths) == 0 {
			return !parent.zero()
		}
	}
	if !parent.zero() && c.tree == w.g.treeOf(parent) {
		return true
	}
	return len(compareFiles(w.g.flatten(w.g.treeOf(parent)), w.g.flatten(c.tree), w.paths)) == 0
}

// wants applies the conditions to one commit.
func (w *historyWalk) wants(c *commit) bool {
	if w.same[c.hash] {
		near := 0
		for _, p := range c.follow {
			near += b2i(!w.hidden[p])
		}
		if !w.l.ancestry() || near < 2 {
			return false
		}
	}
	return w.g.fits(w.l, c, &w.paths)
}

// rewrite gives each commit that is shown the nearest ancestors that are, for --graph and --parents.
func (w *historyWalk) rewrite(list []*commit) {
	for _, c := range list {
		c.rewritten = c.follow
		if c.follow == nil {
			c.rewritten = c.parents
		}
		if !w.l.ancestry() || len(w.same) == 0 {
			continue
		}
		c.rewritten = nil
		for _, p := range c.follow {
			if p, ok := w.nearest(p); ok && !slices.Contains(c.rewritten, p) {
				c.rewritten = append(c.rewritten, p)
			}
		}
	}
	w.l.shown = w.shown
}

func (w *historyWalk) nearest(p hash) (hash, bool) {
	for {
		c := w.known[p]
		if c == nil || w.hidden[p] || !w.same[p] {
			return p, true
		}
		switch len(c.follow) {
		case 0:
			return p, false
		case 1:
			p = c.follow[0]
		default:
			return p, true
		}
	}
}

// boundaries are parents of what is shown that are not shown themselves.
func (w *historyWalk) boundaries(list []*commit) []*commit {
	there, out := map[hash]bool{}, []*commit(nil)
	for _, c := range list {
		there[c.hash] = true
	}
	for _, c := range list {
		for _, p := range c.parents {
			if !there[p] {
				there[p] = true
				b := w.g.commit(p)
				b.boundary = true
				out = append(out, b)
				w.shown[p] = true
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *commit) int { return int(b.committer.when - a.committer.when) })
	return out
}

// sortTopologically lets no parent come before all of its children, if that was asked for.
func (w *historyWalk) sortTopologically() {
	if w.l.order == "" {
		return
	}
	waiting := map[hash]int{}
	for _, c := range w.order {
		for _, p := range c.follow {
			waiting[p]++
		}
	}
	earlier := func(a, b *commit) bool { return a.committer.when > b.committer.when }
	if w.l.order == "author" {
		earlier = func(a, b *commit) bool { return a.author.when > b.author.when }
	}
	var ready []*commit
	push := func(c *commit) {
		i := len(ready)
		for w.l.order != "topo" && i > 0 && !earlier(ready[i-1], c) && earlier(c, ready[i-1]) {
			i--
		}
		ready = slices.Insert(ready, i, c)
	}
	for _, c := range w.order {
		if waiting[c.hash] == 0 {
			push(c)
		}
	}
	if w.l.order == "topo" { // the last that is ready goes first, and of the tips the first
		slices.Reverse(ready)
	}
	var list []*commit
	for len(ready) > 0 {
		i := 0
		if w.l.order == "topo" {
			i = len(ready) - 1
		}
		c := ready[i]
		ready = slices.Delete(ready, i, i+1)
		list = append(list, c)
		for _, p := range c.follow {
			if waiting[p]--; waiting[p] == 0 && w.known[p] != nil {
				push(w.known[p])
			}
		}
	}
	w.order = list
}

// cherries compares what the commits of the two sides change: equal changes are left out, or marked.
func (w *historyWalk) cherries(list []*commit) []*commit {
	sides := [2]map[hash]bool{{}, {}}
	ids := map[hash]hash{}
	for _, c := range list {
		if len(c.parents) < 2 {
			ids[c.hash] = w.g.patchID(c)
			sides[b2i(c.left)][ids[c.hash]] = true
		}
	}
	return slices.DeleteFunc(list, func(c *commit) bool {
		id, ok := ids[c.hash]
		c.equal = ok && sides[b2i(!c.left)][id]
		return c.equal && w.l.cherry == "pick"
	})
}
