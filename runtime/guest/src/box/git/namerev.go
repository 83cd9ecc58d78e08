package git

import (
	"fmt"
	"strings"
)

// nameRevCommand names commits by references that they can be reached from.
func (g *program) nameRevCommand(args []string) int {
	o := g.parse(
		args,
		"name-only tags refs: all! stdin! annotate-stdin! undefined no-undefined always exclude:!",
	)
	g.need()
	for _, a := range o.args {
		h, ok := g.resolve(a)
		if !ok {
			g.tell("Could not get sha1 for %s. Skipping.\n", a)
			continue
		}
		h, _ = g.peel(h, "commit")
		name := g.nameOf(h, o)
		switch {
		case name == "" && o.has("always"):
			name = g.abbreviate(h)
		case name == "" && o.has("no-undefined"):
			g.fatal("cannot describe '%s'", h)
		case name == "":
			name = "undefined"
		}
		if !o.has("name-only") {
			name = a + " " + name
		}
		g.print(name, "\n")
	}
	return 0
}

// nameOf walks from each reference and takes the name that is the shortest way.
func (g *program) nameOf(h hash, o *options) string {
	best, cost := "", -1
	for _, ref := range g.repo.refsBelow("refs/") {
		tag := strings.HasPrefix(ref, "refs/tags/")
		short := strings.TrimPrefix(shortRef(ref), "refs/")
		if o.has("tags") && !tag || o.has("refs") && !wildmatch(o.value("refs"), ref, false) &&
			!wildmatch(o.value("refs"), short, false) {
			continue
		}
		if tag && !(o.has("tags") && o.has("name-only")) {
			short = "tags/" + short
		}
		to, _ := g.repo.ref(ref)
		suffix := ""
		if g.must(to).kind == "tag" {
			suffix = "^0"
		}
		c, ok := g.peel(to, "commit")
		if !ok {
			continue
		}
		names := g.waysFrom(c)
		way, ok := names[h]
		if !ok {
			continue
		}
		if way.text != "" {
			suffix = ""
		}
		weight := way.cost + 1<<16*b2i(!tag)
		if cost < 0 || weight < cost {
			best, cost = short+way.text+suffix, weight
		}
	}
	return best
}

type way struct {
	text       string
	base       string
	generation int
	cost       int
}

// waysFrom gives every commit below one the shortest name by ~ and ^.
func (g *program) waysFrom(top hash) map[hash]way {
	const mergePenalty = 65535
	ways := map[hash]way{top: {}}
	queue := []hash{top}
	for len(queue) > 0 {
		h := queue[0]
		queue = queue[1:]
		w := ways[h]
		for i, p := range g.commit(h).parents {
			next := way{base: w.base, generation: w.generation + 1, cost: w.cost + 1}
			if i > 0 {
				next = way{base: fmt.Sprintf("%s^%d", w.text, i+1), cost: w.cost + mergePenalty}
			}
			next.text = next.base
			if next.generation > 0 {
				next.text += "~" + itoa(next.generation)
			}
			if old, ok := ways[p]; !ok || next.cost < old.cost {
				ways[p] = next
				queue = append(queue, p)
			}
		}
	}
	return ways
}
